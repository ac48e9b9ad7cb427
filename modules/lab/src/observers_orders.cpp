#include "observers_orders.hpp"

#include <algorithm>
#include <cmath>

#include "linghe/intent/intents.hpp"
#include "linghe/model/verbs.hpp"

namespace linghe::lab {
namespace {

using base::ticks_from_s;
using model::Verb;
using world::EventKind;
constexpr std::int64_t kMinute = 60 * base::kTicksPerSecond, kLook = 10 * base::kTicksPerSecond;
constexpr double kFetchedM = 300, kMovesMmS = 500, kSureEnough = 0.5, kNearM = 500;

double minutes_of(std::int64_t ticks) { return base::seconds_of(ticks) / 60; }

bool of_person(const world::EventTable& events, std::size_t row, EventKind kind, std::uint32_t person) {
    return events.kind[row] == static_cast<std::uint8_t>(kind) && events.subject_kind[row] == 2 &&
           events.subject[row] == person;
}
bool verb_is(const world::EventTable& events, std::size_t row, Verb verb) {
    return events.value[row] == static_cast<std::int32_t>(verb);
}
bool orders(const Scene& s, const world::EventTable& events, std::size_t row) {
    return s.field.set && of_person(events, row, EventKind::order_given, s.field.chief) &&
           !verb_is(events, row, Verb::report);
}

/// Minutes after T0 of the first event that fits.
class FirstEvent final : public Observer {
public:
    using Fits = std::function<bool(const Scene&, const world::EventTable&, std::size_t)>;
    FirstEvent(Fits fits, std::string why) : fits_(std::move(fits)), seen_(Value::none(std::move(why))) {}
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (!seen_.known && s.field.set && fits_(s, events, row)) seen_ = Value::of(minutes_of(s.tick));
    }
    Value value(const Scene&) override { return seen_; }

private:
    Fits fits_;
    Value seen_;
};

class SentTo final : public Observer {
public:
    SentTo(std::uint32_t person, bool asks, double until_s)
        : person_(person), asks_(asks), until_(ticks_from_s(until_s)) {}
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (!s.field.set || s.tick > until_ || events.other[row] != person_ ||
            !of_person(events, row, EventKind::order_given, s.field.chief))
            return;
        n_ += verb_is(events, row, Verb::report) == asks_ ? 1 : 0;
    }
    Value value(const Scene&) override { return Value::of(n_); }

private:
    std::uint32_t person_;
    bool asks_;
    std::int64_t until_;
    double n_ = 0;
};

class Thinks final : public Observer {
public:
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (given_ < 0 && orders(s, events, row)) given_ = s.tick;
    }
    void second(const Scene& s) override {
        const auto& r = s.state.intents.persons;
        if (since_ < 0 && r.verb[s.field.chief] == static_cast<std::uint8_t>(Verb::gather) &&
            r.stage[s.field.chief] > 0)
            since_ = s.tick;
    }
    Value value(const Scene&) override {
        if (given_ < 0) return Value::none("the chief gave no order");
        if (since_ < 0 || since_ > given_) return Value::none("he ordered without a review");
        return Value::of(base::seconds_of(given_ - since_));
    }

private:
    std::int64_t given_ = -1, since_ = -1;
};

class CallsReserve final : public Observer {
public:
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (at_ >= 0 || !orders(s, events, row)) return;
        const std::uint32_t to = events.other[row];
        const bool collects = verb_is(events, row, Verb::collect);
        if (!collects && std::find(collectors_.begin(), collectors_.end(), to) != collectors_.end())
            at_ = s.tick;
        if (collects) collectors_.push_back(to);
    }
    Value value(const Scene&) override {
        if (collectors_.empty()) return Value::none("nobody was told to collect stragglers");
        return at_ < 0 ? Value::none("he was given no other task") : Value::of(minutes_of(at_));
    }

private:
    std::vector<std::uint32_t> collectors_;
    std::int64_t at_ = -1;
};

class Obeys final : public Observer {
public:
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (!s.field.set || events.subject_kind[row] != 2) return;
        if (received_.empty()) received_.assign(s.model.persons.size(), -1);
        const std::uint32_t who = events.subject[row];
        const auto kind = static_cast<EventKind>(events.kind[row]);
        if (kind == EventKind::order_received && events.other[row] == s.field.chief &&
            !verb_is(events, row, Verb::report))
            received_[who] = s.tick;
        if (kind != EventKind::decides || received_[who] < 0 ||
            events.cause_1[row] != static_cast<std::uint8_t>(world::Cause::order))
            return;
        sum_ += base::seconds_of(s.tick - received_[who]);
        received_[who] = -1;
        ++n_;
    }
    Value value(const Scene&) override {
        return n_ > 0 ? Value::of(sum_ / n_) : Value::none("nobody took up an order of the chief");
    }

private:
    std::vector<std::int64_t> received_;
    double sum_ = 0, n_ = 0;
};

class LineSetsOut final : public Observer {
public:
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (!orders(s, events, row) || !verb_is(events, row, Verb::hold_line)) return;
        if (at_ < 0) at_ = s.tick;
        if (s.tick - at_ <= kMinute) ordered_.push_back(events.other[row]);
    }
    void second(const Scene& s) override {
        if (at_ < 0 || moved_ >= 0 || s.tick % (kLook / 2) != 0) return;
        double all = 0, yes = 0;
        const auto& men = s.state.world.men;
        const auto& goals = s.state.intents.units;
        for (std::size_t i = 0; i < men.size(); ++i) {
            const std::size_t unit = men.unit[i];
            if (!fit_man(s, i) || unit >= goals.size() || !ordered(goals.commander[unit])) continue;
            ++all;
            const bool goes = goals.verb[unit] == static_cast<std::uint8_t>(Verb::hold_line) &&
                              (goals.arrived[unit] != 0 ||
                               std::hypot(static_cast<double>(men.vx_mm_s[i]), men.vy_mm_s[i]) >= kMovesMmS);
            yes += goes ? 1 : 0;
        }
        if (all > 0 && 2 * yes >= all) moved_ = s.tick;
    }
    Value value(const Scene&) override {
        if (at_ < 0) return Value::none("no line was ordered");
        return moved_ < 0 ? Value::none("half of them never went") : Value::of(minutes_of(moved_ - at_));
    }

private:
    [[nodiscard]] bool ordered(std::uint32_t person) const {
        return std::find(ordered_.begin(), ordered_.end(), person) != ordered_.end();
    }
    std::int64_t at_ = -1, moved_ = -1;
    std::vector<std::uint32_t> ordered_;
};

class LineLossOf final : public Observer {
public:
    explicit LineLossOf(LineLoss what) : what_(what) {}
    void second(const Scene& s) override {
        if (s.tick % kLook != 0) return;
        const auto& goals = s.state.intents.units;
        const auto& units = s.state.world.units;
        if (before_.empty()) before_.assign(goals.size(), -1);
        double fallen = 0, left = 0, fleeing = 0;
        for (std::size_t u = 0; u < goals.size(); ++u) {
            const bool holds = s.model.units[u].side == s.field.side && goals.arrived[u] != 0 &&
                               goals.verb[u] == static_cast<std::uint8_t>(Verb::hold_line);
            if (holds && before_[u] < 0) before_[u] = units.fallen[u];
            if (before_[u] < 0) continue;  // once on the line a body counts to the end
            fallen += units.fallen[u] - before_[u];
            left += units.in_hand[u] + units.fleeing[u];
            fleeing += units.fleeing[u];
        }
        if (fallen + left <= 0) return;
        stood_ = true;
        const double share = fallen / (fallen + left);
        most_ = std::max(most_, share);
        if (broken_ < 0 && 2 * fleeing >= left) broken_ = share;
    }
    Value value(const Scene&) override {
        if (!stood_) return Value::none("no body came to hold a line");
        if (what_ == LineLoss::most) return Value::of(most_);
        return broken_ < 0 ? Value::none("the line did not break") : Value::of(broken_);
    }

private:
    LineLoss what_;
    std::vector<double> before_;
    double most_ = 0, broken_ = -1;
    bool stood_ = false;
};

/// The chief's first order to fetch troops, as it stands in the table of orders; -1 none yet.
std::int64_t fetch_order(const Scene& s) {
    const auto& o = s.state.intents.orders;
    for (std::size_t row = 0; row < o.size(); ++row)
        if (o.issuer[row] == s.field.chief && o.verb[row] == static_cast<std::uint8_t>(Verb::fetch) &&
            o.is_report[row] == 0 && o.issued[row] >= s.field.t0)
            return static_cast<std::int64_t>(row);
    return -1;
}

class FetchArrives final : public Observer {
public:
    void second(const Scene& s) override {
        if (row_ < 0) row_ = fetch_order(s);
        if (row_ < 0 || took_ >= 0) return;
        const auto& o = s.state.intents.orders;
        const auto row = static_cast<std::size_t>(row_);
        if (metres_from(s, man_of(s, o.addressee[row]), o.x_mm[row] / 1000.0, o.y_mm[row] / 1000.0) <=
            kFetchedM)
            took_ = s.run_tick() - o.issued[row];
    }
    Value value(const Scene&) override {
        if (row_ < 0) return Value::none("nobody was sent to fetch troops");
        return took_ < 0 ? Value::none("he was not there by the end") : Value::of(minutes_of(took_));
    }

private:
    std::int64_t row_ = -1, took_ = -1;
};

class Beside final : public Observer {
public:
    Beside(std::uint32_t person, double metres) : person_(person), metres_(metres) {}
    void second(const Scene& s) override {
        const bool there =
            fit_man(s, man_of(s, person_)) && metres_between(s, person_, s.field.chief) <= metres_;
        if (!there)
            since_ = -1;
        else if (since_ < 0)
            since_ = s.tick;
        if (since_ >= 0) most_ = std::max(most_, s.tick - since_);
    }
    Value value(const Scene&) override { return Value::of(minutes_of(most_)); }

private:
    std::uint32_t person_;
    double metres_;
    std::int64_t since_ = -1, most_ = 0;
};

class ReserveObeys final : public Observer {
public:
    ReserveObeys(std::uint32_t person, double from_s, double to_s)
        : person_(person), from_(ticks_from_s(from_s)), to_(ticks_from_s(to_s)) {}
    void second(const Scene& s) override {
        const auto& men = s.state.world.men;
        const auto& goals = s.state.intents.units;
        const auto under = [&](std::size_t i) {
            return men.unit[i] < goals.size() && goals.commander[men.unit[i]] == person_;
        };
        if (s.tick == from_)
            for (std::uint32_t i = 0; i < men.size(); ++i)
                if (fit_man(s, i) && under(i)) men_.push_back(i);
        if (s.tick != to_ || men_.empty()) return;
        double yes = 0;
        for (const std::uint32_t i : men_)
            yes += fit_man(s, i) && under(i) && goals.arrived[men.unit[i]] != 0 &&
                           goals.verb[men.unit[i]] == static_cast<std::uint8_t>(Verb::hold_line)
                       ? 1
                       : 0;
        seen_ = Value::of(yes / static_cast<double>(men_.size()));
    }
    Value value(const Scene&) override { return seen_; }

private:
    std::uint32_t person_;
    std::int64_t from_, to_;
    std::vector<std::uint32_t> men_;
    Value seen_ = Value::none("nobody was under him, or the run ended before");
};

class BelievedLostMost final : public Observer {
public:
    BelievedLostMost(std::uint32_t person, double until_s) : person_(person), until_(ticks_from_s(until_s)) {}
    void second(const Scene& s) override {
        if (s.tick > until_ || s.tick % kLook != 0) return;
        const Value now = believed_lost(s, person_);
        if (now.known && (!most_.known || now.number > most_.number)) most_ = now;
    }
    Value value(const Scene&) override { return most_; }

private:
    std::uint32_t person_;
    std::int64_t until_;
    Value most_ = Value::none("the chief has no belief about him");
};

class ToldAfter final : public Observer {
public:
    ToldAfter(std::uint32_t person, std::uint32_t other) : person_(person), other_(other) {}
    void second(const Scene& s) override {
        if (told_ >= 0) return;
        if (met_ < 0 && metres_between(s, person_, s.field.chief) <=
                            static_cast<double>(s.model.parameters.mind.voice_range_m))
            met_ = s.tick;
        const std::int64_t row = s.state.beliefs.find(s.field.chief, belief::Subject::person, other_);
        if (met_ >= 0 && row >= 0 && s.state.beliefs.rows.told_by[static_cast<std::size_t>(row)] == person_)
            told_ = s.tick;
    }
    Value value(const Scene&) override {
        if (met_ < 0) return Value::none("he never came within speaking distance of the chief");
        return told_ < 0 ? Value::none("he told the chief nothing new of him")
                         : Value::of(base::seconds_of(told_ - met_));
    }

private:
    std::uint32_t person_, other_;
    std::int64_t met_ = -1, told_ = -1;
};

bool collects(const Scene& s, std::uint32_t commander) {
    const auto& r = s.state.intents.persons;
    return commander < r.size() && r.verb[commander] == static_cast<std::uint8_t>(Verb::collect);
}

}  // namespace

Value believed_lost(const Scene& s, std::uint32_t person) {
    const std::int64_t row = s.state.beliefs.find(s.field.chief, belief::Subject::person, person);
    if (row < 0) return Value::none("the chief has no belief about him");
    return Value::of(1 - s.state.beliefs.rows.alive_q16[static_cast<std::size_t>(row)] / 65535.0);
}

Value host_accounted(const Scene& s) {
    double there = 0, known = 0;
    for (std::size_t i = 0; i < s.state.world.men.size(); ++i)
        there += fit_man(s, i) && s.model.men.side[i] == s.field.side ? 1 : 0;
    const auto& rows = s.state.beliefs.rows;
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (rows.owner[r] == s.field.chief &&
            rows.subject_kind[r] == static_cast<std::uint8_t>(belief::Subject::unit) &&
            rows.subject[r] < s.model.units.size() && s.model.units[rows.subject[r]].side == s.field.side &&
            rows.men[r] != 0xffffffffu && rows.confidence_q16[r] / 65535.0 >= kSureEnough)
            known += rows.men[r];
    return there > 0 ? Value::of(known / there) : Value::none("none of his men is fit");
}

Value losses_believed(const Scene& s) {
    double fallen = 0, believed = 0;
    bool any = false;
    const auto& rows = s.state.beliefs.rows;
    for (std::size_t u = 0; u < s.model.units.size(); ++u)
        fallen += s.model.units[u].side == s.field.side ? s.state.world.units.fallen[u] : 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (rows.owner[r] != s.field.chief || rows.lost_q16[r] == 0 ||
            rows.subject_kind[r] != static_cast<std::uint8_t>(belief::Subject::unit))
            continue;
        any = true;
        believed += rows.lost[r];
    }
    if (!any) return Value::none("the chief has no idea of any losses");
    return fallen > 0 ? Value::of(believed / fallen) : Value::none("none of his men has fallen");
}

Value organised_share(const Scene& s) {
    double all = 0, yes = 0;
    for (const std::uint32_t i : s.field.fugitives) {
        if (!fit_man(s, i)) continue;
        ++all;
        yes += on_his_bank(s, i) && world::in_ranks(s.state.world.men.morale[i]) ? 1 : 0;
    }
    return all > 0 ? Value::of(yes / all) : Value::none("no fugitive of T0 is fit");
}

Value taken_in_share(const Scene& s) {
    const auto& men = s.state.world.men;
    const auto& commander = s.state.intents.units.commander;
    const std::size_t him = man_of(s, s.field.chief);
    double all = 0, yes = 0;
    for (const std::uint32_t i : s.field.fugitives) {
        if (!on_his_bank(s, i) || metres_from(s, i, men.x_mm[him] / 1000.0, men.y_mm[him] / 1000.0) > kNearM)
            continue;
        ++all;
        yes += men.unit[i] < commander.size() && collects(s, commander[men.unit[i]]) ? 1 : 0;
    }
    return all > 0 ? Value::of(yes / all) : Value::none("no fugitive of T0 is near the chief");
}

double men_under(const Scene& s, std::uint32_t person) {
    const auto& commander = s.state.intents.units.commander;
    double n = 0;
    for (std::size_t i = 0; i < s.state.world.men.size(); ++i) {
        const std::size_t unit = s.state.world.men.unit[i];
        n += fit_man(s, i) && unit < commander.size() && commander[unit] == person ? 1 : 0;
    }
    return n;
}

Value enemy_reckoned(const Scene& s, std::uint32_t person) {
    double there = 0;
    const std::uint8_t side = s.model.persons[person].side;
    for (std::size_t i = 0; i < s.state.world.men.size(); ++i)
        there += fit_man(s, i) && s.model.men.side[i] != side ? 1 : 0;
    const double host = s.state.beliefs.self.enemy_host[person];
    if (!(host > 0)) return Value::none("he has not reckoned yet");
    return there > 0 ? Value::of(host / there) : Value::none("no enemy is there");
}

std::unique_ptr<Observer> first_order(Verb verb) {
    return std::make_unique<FirstEvent>(
        [verb](const Scene& s, const world::EventTable& events, std::size_t row) {
            return orders(s, events, row) && verb_is(events, row, verb);
        },
        "the chief gave no such order");
}
std::unique_ptr<Observer> chief_advances() {
    return std::make_unique<FirstEvent>(
        [](const Scene& s, const world::EventTable& events, std::size_t row) {
            const bool goes = verb_is(events, row, Verb::attack) || verb_is(events, row, Verb::pursue) ||
                              verb_is(events, row, Verb::march) || verb_is(events, row, Verb::lead) ||
                              verb_is(events, row, Verb::counter_attack);
            return goes &&
                   (orders(s, events, row) || of_person(events, row, EventKind::decides, s.field.chief));
        },
        "the chief never resolved or ordered an advance");
}
std::unique_ptr<Observer> chief_leads() {
    return std::make_unique<FirstEvent>(
        [](const Scene& s, const world::EventTable& events, std::size_t row) {
            return verb_is(events, row, Verb::lead) &&
                   of_person(events, row, EventKind::decides, s.field.chief);
        },
        "the chief never led in person");
}
std::unique_ptr<Observer> calls_reserve() { return std::make_unique<CallsReserve>(); }
std::unique_ptr<Observer> persuaded(std::uint32_t person) {
    return std::make_unique<FirstEvent>(
        [person](const Scene&, const world::EventTable& events, std::size_t row) {
            return of_person(events, row, EventKind::persuaded, person);
        },
        "nobody talked him into it");
}
std::unique_ptr<Observer> sent_to(std::uint32_t person, bool asks, double until_s) {
    return std::make_unique<SentTo>(person, asks, until_s);
}
std::unique_ptr<Observer> thinks_before_ordering() { return std::make_unique<Thinks>(); }
std::unique_ptr<Observer> obeys_after() { return std::make_unique<Obeys>(); }
std::unique_ptr<Observer> line_sets_out() { return std::make_unique<LineSetsOut>(); }
std::unique_ptr<Observer> line_loss(LineLoss what) { return std::make_unique<LineLossOf>(what); }
std::unique_ptr<Observer> fetch_arrives() { return std::make_unique<FetchArrives>(); }
std::unique_ptr<Observer> fetch_feasible() {
    return at_end([](const Scene& s) {
        const std::int64_t row = fetch_order(s);
        if (row < 0) return Value::none("nobody was sent to fetch troops");
        return Value::of(s.state.intents.orders.feasible_q16[static_cast<std::size_t>(row)] / 65535.0);
    });
}
std::unique_ptr<Observer> beside_chief(std::uint32_t person, double metres) {
    return std::make_unique<Beside>(person, metres);
}
std::unique_ptr<Observer> reserve_obeys(std::uint32_t person, double from_s, double to_s) {
    return std::make_unique<ReserveObeys>(person, from_s, to_s);
}
std::unique_ptr<Observer> believed_lost_most(std::uint32_t person, double until_s) {
    return std::make_unique<BelievedLostMost>(person, until_s);
}
std::unique_ptr<Observer> told_after_meeting(std::uint32_t person, std::uint32_t other) {
    return std::make_unique<ToldAfter>(person, other);
}

}  // namespace linghe::lab
