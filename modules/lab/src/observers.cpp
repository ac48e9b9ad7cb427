#include "observers.hpp"

#include <cmath>
#include <utility>

#include "linghe/model/verbs.hpp"

namespace linghe::lab {
namespace {

using base::ticks_from_s;
constexpr double kGroupRadiusM = 200;

Value no_chief() { return Value::none("nobody gathers in this battle"); }

std::size_t man_of(const Scene& s, std::uint32_t person) { return s.model.persons[person].man; }

class AtSecond final : public Observer {
public:
    AtSecond(double second, Look look) : tick_(ticks_from_s(second)), look_(std::move(look)) {}
    void second(const Scene& s) override {
        if (s.tick == tick_) seen_ = look_(s);
    }
    Value value(const Scene&) override { return seen_; }

private:
    std::int64_t tick_;
    Look look_;
    Value seen_ = Value::none("the run ended before");
};

class Gain final : public Observer {
public:
    Gain(double from_s, double to_s, Look look) : from_(from_s, look), to_(to_s, std::move(look)) {}
    void second(const Scene& s) override {
        from_.second(s);
        to_.second(s);
    }
    Value value(const Scene& s) override {
        const Value a = from_.value(s), b = to_.value(s);
        return !a.known ? a : !b.known ? b : Value::of(b.number - a.number);
    }

private:
    AtSecond from_, to_;
};

class AtEnd final : public Observer {
public:
    explicit AtEnd(Look look) : look_(std::move(look)) {}
    Value value(const Scene& s) override { return look_(s); }
    bool without_t0() const override { return true; }

private:
    Look look_;
};

class ExtremeUntil final : public Observer {
public:
    ExtremeUntil(double until_s, int sign, std::function<double(const Scene&)> look)
        : until_(ticks_from_s(until_s)), sign_(sign), look_(std::move(look)) {}
    void second(const Scene& s) override {
        if (s.tick > until_ || s.tick % (10 * base::kTicksPerSecond) != 0)
            return;  // it counts all men: not each second
        const double now = look_(s);
        if (!seen_ || sign_ * now > sign_ * extreme_) extreme_ = now;
        seen_ = true;
        reached_ = s.tick == until_;
    }
    Value value(const Scene&) override {
        return reached_ ? Value::of(extreme_) : Value::none("the run ended before");
    }

private:
    std::int64_t until_;
    int sign_;
    std::function<double(const Scene&)> look_;
    double extreme_ = 0;
    bool seen_ = false, reached_ = false;
};

class WhenFirst final : public Observer {
public:
    WhenFirst(std::function<bool(const Scene&)> holds, Look what, std::string why)
        : holds_(std::move(holds)), what_(std::move(what)), seen_(Value::none(std::move(why))) {}
    void second(const Scene& s) override {
        if (done_ || !holds_(s)) return;
        done_ = true;
        seen_ = what_(s);
    }
    Value value(const Scene&) override { return seen_; }

private:
    std::function<bool(const Scene&)> holds_;
    Look what_;
    Value seen_;
    bool done_ = false;
};

bool is(const world::EventTable& events, std::size_t row, world::EventKind kind) {
    return events.kind[row] == static_cast<std::uint8_t>(kind);
}

/// A person's turn or decision that he owes to a drum.
bool turns_by_drum(const world::EventTable& events, std::size_t row) {
    return (is(events, row, world::EventKind::decides) || is(events, row, world::EventKind::turns_back)) &&
           events.subject_kind[row] == 2 &&
           events.cause_1[row] == static_cast<std::uint8_t>(world::Cause::drum);
}

class TurnDelay final : public Observer {
public:
    explicit TurnDelay(std::uint32_t person) : person_(person) {}
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (is(events, row, world::EventKind::drum_begins) && events.subject[row] == s.field.chief &&
            began_ < 0)
            began_ = s.tick;
        if (began_ >= 0 && turned_ < 0 && turns_by_drum(events, row) && events.subject[row] == person_)
            turned_ = s.tick;
    }
    Value value(const Scene&) override {
        if (began_ < 0) return Value::none("the chief's drum was never beaten");
        if (turned_ < 0) return Value::none("he never turned because of the drum");
        return Value::of(base::seconds_of(turned_ - began_));
    }

private:
    std::uint32_t person_;
    std::int64_t began_ = -1, turned_ = -1;
};

class TurnedPersons final : public Observer {
public:
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (!turns_by_drum(events, row)) return;
        const std::uint32_t who = events.subject[row];
        const auto& person = s.model.persons[who];
        if (!person.named || person.side != s.field.side || who == s.field.chief) return;
        if (turned_.size() <= who) turned_.resize(s.model.persons.size());
        turned_[who] = 1;
    }
    Value value(const Scene&) override {
        double n = 0;
        for (const char t : turned_) n += t;
        return Value::of(n);
    }

private:
    std::vector<char> turned_;
};

class HearToReversal final : public Observer {
public:
    explicit HearToReversal(std::uint32_t person) : person_(person) {}
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (heard_ < 0 && is(events, row, world::EventKind::drum_heard) && events.subject_kind[row] == 2 &&
            events.subject[row] == person_ && events.other[row] == s.field.chief)
            heard_ = s.tick;
    }
    void second(const Scene& s) override {
        if (heard_ < 0 || done_ || s.field.chief >= s.model.persons.size()) return;
        const auto& men = s.state.world.men;
        const auto me = man_of(s, person_), chief = man_of(s, s.field.chief);
        const bool rides = world::active(men.status[me]) &&
                           heads_towards(men.vx_mm_s[me], men.vy_mm_s[me],
                                         static_cast<double>(men.x_mm[chief]) - men.x_mm[me],
                                         static_cast<double>(men.y_mm[chief]) - men.y_mm[me]);
        if (!rides)
            since_ = -1;
        else if (since_ < 0)
            since_ = s.tick;
        done_ = since_ >= 0 && s.tick - since_ >= 10 * base::kTicksPerSecond;
    }
    Value value(const Scene&) override {
        if (heard_ < 0) return Value::none("he never heard the drum");
        if (!done_) return Value::none("he heard it and never rode towards the chief for ten seconds");
        return Value::of(base::seconds_of(since_ - heard_));
    }

private:
    std::uint32_t person_;
    std::int64_t heard_ = -1, since_ = -1;
    bool done_ = false;
};

}  // namespace

std::uint8_t region_at(const model::Model& model, const sim::State& state, std::size_t man) noexcept {
    const auto& g = model.ground;
    if (g.region.empty()) return 255;
    return g.region[static_cast<std::size_t>(g.cell(state.world.men.x_mm[man], state.world.men.y_mm[man]))];
}

bool resolves_to_withdraw(const world::EventTable& events, std::size_t row, std::uint32_t person) noexcept {
    return is(events, row, world::EventKind::decides) && events.subject_kind[row] == 2 &&
           events.subject[row] == person &&
           events.value[row] == static_cast<std::int32_t>(model::Verb::withdraw);
}

bool heads_towards(double vx, double vy, double dx, double dy) noexcept {
    const double v2 = vx * vx + vy * vy, d2 = dx * dx + dy * dy, dot = vx * dx + vy * dy;
    return v2 >= 300.0 * 300.0 && dot > 0 && 2 * dot * dot >= v2 * d2;  // cos 45 degrees squared is 1/2
}

Value heading_share(const Scene& s, Reach of, double there_m) {
    if (s.field.chief >= s.model.persons.size()) return no_chief();
    const auto& men = s.state.world.men;
    const std::size_t chief = man_of(s, s.field.chief);
    const double near2 = there_m * 1000 * there_m * 1000;
    std::uint32_t all = 0, yes = 0;
    for (std::size_t k = 0; k < s.field.fugitives.size(); ++k) {
        const std::uint32_t i = s.field.fugitives[k];
        if (of != Reach::all && (of == Reach::disc) != (s.field.in_disc[k] != 0)) continue;
        const bool gone = men.status[i] == static_cast<std::uint8_t>(world::Status::left_field);
        if (!world::active(men.status[i]) && !gone) continue;
        ++all;
        if (gone) continue;
        const double dx = static_cast<double>(men.x_mm[chief]) - men.x_mm[i],
                     dy = static_cast<double>(men.y_mm[chief]) - men.y_mm[i];
        yes += dx * dx + dy * dy <= near2 || heads_towards(men.vx_mm_s[i], men.vy_mm_s[i], dx, dy) ? 1u : 0u;
    }
    if (all == 0) return Value::none("no fugitives of T0 are there");
    return Value::of(static_cast<double>(yes) / all);
}

double men_near_chief(const Scene& s, double radius_m) {
    const auto& men = s.state.world.men;
    const std::size_t chief = man_of(s, s.field.chief);
    const double near2 = radius_m * 1000 * radius_m * 1000;
    double n = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (!world::active(men.status[i]) || s.model.men.side[i] != s.field.side) continue;
        const double dx = static_cast<double>(men.x_mm[chief]) - men.x_mm[i],
                     dy = static_cast<double>(men.y_mm[chief]) - men.y_mm[i];
        n += dx * dx + dy * dy <= near2 ? 1 : 0;
    }
    return n;
}

double enemies_on_bank(const Scene& s) {
    const auto& men = s.state.world.men;
    double n = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (!world::active(men.status[i]) || s.model.men.side[i] == s.field.side) continue;
        n += region_at(s.model, s.state, i) == s.field.bank ? 1 : 0;
    }
    return n;
}

Value in_ranks_share(const Scene& s) {
    const auto& men = s.state.world.men;
    std::uint32_t all = 0, yes = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (!world::active(men.status[i]) || s.model.men.side[i] != s.field.side ||
            region_at(s.model, s.state, i) != s.field.bank)
            continue;
        ++all;
        yes += world::in_ranks(men.morale[i]) ? 1u : 0u;
    }
    if (all == 0) return Value::none("none of them is on that bank");
    return Value::of(static_cast<double>(yes) / all);
}

double men_of_status(const Scene& s, std::uint8_t side, world::Status status) {
    const auto& men = s.state.world.men;
    double n = 0;
    for (std::size_t i = 0; i < men.size(); ++i)
        n += s.model.men.side[i] == side && men.status[i] == static_cast<std::uint8_t>(status) ? 1 : 0;
    return n;
}

double group_of(const Scene& s, std::uint32_t person) {
    const auto& men = s.state.world.men;
    const auto& commander = s.state.intents.units.commander;
    const std::size_t me = man_of(s, person);
    const double near2 = kGroupRadiusM * 1000 * kGroupRadiusM * 1000;
    double n = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (!world::active(men.status[i]) || s.model.men.side[i] != s.model.persons[person].side) continue;
        const double dx = static_cast<double>(men.x_mm[me]) - men.x_mm[i],
                     dy = static_cast<double>(men.y_mm[me]) - men.y_mm[i];
        if (dx * dx + dy * dy > near2) continue;
        n += i == me || (men.unit[i] < commander.size() && commander[men.unit[i]] == person) ? 1 : 0;
    }
    return n;
}

double metres_between(const Scene& s, std::uint32_t person, std::uint32_t other) {
    const auto& men = s.state.world.men;
    const std::size_t a = man_of(s, person), b = man_of(s, other);
    const double dx = static_cast<double>(men.x_mm[a]) - men.x_mm[b],
                 dy = static_cast<double>(men.y_mm[a]) - men.y_mm[b];
    return std::sqrt(dx * dx + dy * dy) / 1000;
}

std::unique_ptr<Observer> at_second(double second, Look look) {
    return std::make_unique<AtSecond>(second, std::move(look));
}
std::unique_ptr<Observer> gain(double from_s, double to_s, Look look) {
    return std::make_unique<Gain>(from_s, to_s, std::move(look));
}
std::unique_ptr<Observer> at_end(Look look) { return std::make_unique<AtEnd>(std::move(look)); }
std::unique_ptr<Observer> most_until(double until_s, std::function<double(const Scene&)> look) {
    return std::make_unique<ExtremeUntil>(until_s, 1, std::move(look));
}
std::unique_ptr<Observer> least_until(double until_s, std::function<double(const Scene&)> look) {
    return std::make_unique<ExtremeUntil>(until_s, -1, std::move(look));
}
std::unique_ptr<Observer> when_first(std::function<bool(const Scene&)> holds, Look what, std::string why) {
    return std::make_unique<WhenFirst>(std::move(holds), std::move(what), std::move(why));
}
std::unique_ptr<Observer> first_time(std::function<bool(const Scene&)> holds, double divide,
                                     std::string why) {
    return when_first(
        std::move(holds), [divide](const Scene& s) { return Value::of(base::seconds_of(s.tick) / divide); },
        std::move(why));
}
std::unique_ptr<Observer> turn_delay(std::uint32_t person) { return std::make_unique<TurnDelay>(person); }
std::unique_ptr<Observer> turned_persons() { return std::make_unique<TurnedPersons>(); }
std::unique_ptr<Observer> hear_to_reversal(std::uint32_t person) {
    return std::make_unique<HearToReversal>(person);
}

}  // namespace linghe::lab
