#include "observers_knowledge.hpp"

#include <algorithm>
#include <cmath>

namespace linghe::lab {
namespace {

constexpr std::int64_t kLookTicks = 10 * base::kTicksPerSecond, kEnemyTicks = 2 * base::kTicksPerSecond;
constexpr double kGoneM = 500, kSureEnough = 0.5;
constexpr double kRingFromM = 1050, kRingToM = 1250, kHearWithinS = 300, kRenewedS = 300;
constexpr std::int32_t kEnemyReachMm = 100'000;

struct Places {
    double believed_x = 0, believed_y = 0, true_x = 0, true_y = 0, confidence = 0;
    bool known = false;
};

Places places_of(const Scene& s, std::uint32_t person) {
    Places p;
    if (s.field.chief >= s.model.persons.size()) return p;
    const auto& men = s.state.world.men;
    const std::size_t chief = s.model.persons[s.field.chief].man;
    p.true_x = men.x_mm[chief] / 1000.0, p.true_y = men.y_mm[chief] / 1000.0;
    const std::int64_t found = s.state.beliefs.find(person, belief::Subject::person, s.field.chief);
    if (found < 0) return p;
    const auto row = static_cast<std::size_t>(found);
    const auto& rows = s.state.beliefs.rows;
    p.believed_x = rows.x_mm[row] / 1000.0, p.believed_y = rows.y_mm[row] / 1000.0;
    p.confidence = rows.confidence_q16[row] / 65535.0;
    p.known = true;
    return p;
}

bool fit(const Scene& s, std::uint32_t person) {
    return world::active(s.state.world.men.status[s.model.persons[person].man]);
}

/// Minutes in which something holds of a fit person, to the end or to T0.
class MinutesThat final : public Observer {
public:
    MinutesThat(std::function<bool(const Scene&)> holds, std::uint32_t person, bool to_t0)
        : holds_(std::move(holds)), person_(person), to_t0_(to_t0) {}
    void run_second(const Scene& s) override {
        if (s.run_tick() % kLookTicks != 0 || !fit(s, person_) || (to_t0_ && s.field.set)) return;
        looks_ += holds_(s) ? 1 : 0;
    }
    Value value(const Scene&) override { return Value::of(looks_ * base::seconds_of(kLookTicks) / 60); }
    bool without_t0() const override { return !to_t0_; }

private:
    std::function<bool(const Scene&)> holds_;
    std::uint32_t person_;
    bool to_t0_;
    double looks_ = 0;
};

class RingThatHears final : public Observer {
public:
    explicit RingThatHears(Half half) : half_(half) {}
    void second(const Scene& s) override {
        if (s.field.chief >= s.model.persons.size()) return;
        if (s.tick == 0) enter(s);
        if (s.tick == base::ticks_from_s(kHearWithinS)) count(s);
    }
    Value value(const Scene&) override { return seen_; }

private:
    void enter(const Scene& s) {
        const auto& men = s.state.world.men;
        const auto& clock = s.state.world.clock;
        const std::size_t chief = s.model.persons[s.field.chief].man;
        for (std::size_t i = 0; i < men.size(); ++i) {
            if (s.model.men.side[i] != s.field.side || !world::active(men.status[i])) continue;
            const double dx = (static_cast<double>(men.x_mm[i]) - men.x_mm[chief]) / 1000,
                         dy = (static_cast<double>(men.y_mm[i]) - men.y_mm[chief]) / 1000;
            const double range = std::hypot(dx, dy);
            if (range < kRingFromM || range > kRingToM) continue;
            const bool downwind = dx * clock.wind_x_mm_s[0] + dy * clock.wind_y_mm_s[0] >= 0;
            if (downwind == (half_ == Half::downwind)) ring_.push_back(static_cast<std::uint32_t>(i));
        }
    }
    void count(const Scene& s) {
        const auto& men = s.state.world.men;
        double all = 0, heard = 0;
        for (const std::uint32_t i : ring_) {
            const bool did = men.drum_tick[i] >= s.field.t0;  // he who falls later has heard it all the same
            if (!did && !world::active(men.status[i])) continue;
            ++all;
            heard += did ? 1 : 0;
        }
        seen_ = all > 0 ? Value::of(heard / all) : Value::none("nobody stood in that part of the ring");
    }
    Half half_;
    std::vector<std::uint32_t> ring_;
    Value seen_ = Value::none("the run ended before");
};

/// Named commanders of the chief's side who are fit and on his bank, he himself not.
std::vector<std::uint32_t> commanders_across(const Scene& s) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t p = 0; p < s.model.persons.size(); ++p) {
        const auto& person = s.model.persons[p];
        if (!person.named || person.side != s.field.side || p == s.field.chief || !fit(s, p)) continue;
        if (region_at(s.model, s.state, person.man) == s.field.bank) out.push_back(p);
    }
    return out;
}

class LeastToEnemy final : public Observer {
public:
    explicit LeastToEnemy(std::uint32_t person) : person_(person) {}
    void event(const Scene&, const world::EventTable& events, std::size_t row) override {
        withdraws_ = withdraws_ || resolves_to_withdraw(events, row, person_);
    }
    void run_second(const Scene& s) override {
        if (!withdraws_ || s.run_tick() % kEnemyTicks != 0 || !fit(s, person_)) return;
        const auto& world = s.state.world;
        const std::size_t me = s.model.persons[person_].man;
        const std::int32_t x = world.men.x_mm[me], y = world.men.y_mm[me];
        const std::uint8_t side = s.model.men.side[me];
        const auto reach = std::min(kEnemyReachMm, static_cast<std::int32_t>(least_) + 2000);
        world.index.for_each_near(x, y, reach, [&](std::uint32_t slot) {
            const std::uint32_t i = world.index.man[slot];
            if (s.model.men.side[i] == side || !world::active(world.men.status[i])) return;
            least_ = std::min(least_, std::hypot(static_cast<double>(world.men.x_mm[i]) - x,
                                                 static_cast<double>(world.men.y_mm[i]) - y));
        });
    }
    Value value(const Scene&) override {
        if (!withdraws_) return Value::none("he never resolved to withdraw");
        if (least_ > kEnemyReachMm) return Value::none("no enemy came within 100 m of him");
        return Value::of(least_ / 1000);
    }
    bool without_t0() const override { return true; }

private:
    std::uint32_t person_;
    double least_ = 1e9;
    bool withdraws_ = false;
};

}  // namespace

Value belief_error(const Scene& s, std::uint32_t person) {
    const Places p = places_of(s, person);
    if (!p.known) return Value::none("he has no belief about the chief");
    return Value::of(std::hypot(p.believed_x - p.true_x, p.believed_y - p.true_y));
}

bool believes_him_gone(const Scene& s, std::uint32_t person) {
    const Places p = places_of(s, person);
    if (!p.known || p.confidence < kSureEnough) return false;
    const auto& side = s.model.sides[s.field.side];
    const double x = side.retreat_x_mm / 1000.0, y = side.retreat_y_mm / 1000.0;
    return std::hypot(p.true_x - x, p.true_y - y) - std::hypot(p.believed_x - x, p.believed_y - y) >= kGoneM;
}

std::unique_ptr<Observer> minutes_in_error(std::uint32_t person, double metres) {
    return std::make_unique<MinutesThat>(
        [person, metres](const Scene& s) {
            const Value error = belief_error(s, person);
            return error.known && error.number > metres;
        },
        person, false);
}
std::unique_ptr<Observer> minutes_believed_gone(std::uint32_t person) {
    return std::make_unique<MinutesThat>([person](const Scene& s) { return believes_him_gone(s, person); },
                                         person, true);
}
std::unique_ptr<Observer> ring_that_hears(Half half) { return std::make_unique<RingThatHears>(half); }
std::unique_ptr<Observer> least_to_enemy(std::uint32_t person) {
    return std::make_unique<LeastToEnemy>(person);
}

namespace {
std::vector<double> sights(const Scene& s) {
    std::vector<double> out;
    for (const std::uint32_t p : commanders_across(s))
        out.push_back(s.state.world.men.sight_m[s.model.persons[p].man]);
    std::sort(out.begin(), out.end());
    return out;
}
Value nobody_across() { return Value::none("no named commander was on that bank"); }
}  // namespace

Value least_sight(const Scene& s) {
    const auto of = sights(s);
    return of.empty() ? nobody_across() : Value::of(of.front());
}

Value median_sight(const Scene& s) {
    const auto of = sights(s);
    if (of.empty()) return nobody_across();
    return Value::of((of[of.size() / 2] + of[(of.size() - 1) / 2]) / 2);
}

Value outcome_entropy(const Scene& s) {
    std::vector<double> bits;
    for (const std::uint32_t p : commanders_across(s)) {
        const double win = s.state.beliefs.self.outcome_q16[p] / 65536.0, lose = 1 - win;
        if (!(win > 0)) continue;  // he has not reckoned yet
        bits.push_back(-(win * std::log2(win) + (lose > 0 ? lose * std::log2(lose) : 0.0)));
    }
    if (bits.empty()) return nobody_across();
    std::sort(bits.begin(), bits.end());
    return Value::of((bits[bits.size() / 2] + bits[(bits.size() - 1) / 2]) / 2);
}

Value beliefs_renewed(const Scene& s) {
    const auto across = commanders_across(s);
    if (across.empty()) return nobody_across();
    const std::int64_t since = s.run_tick() - base::ticks_from_s(kRenewedS);
    double could = 0, fresh = 0;
    for (const std::uint32_t owner : across)
        for (std::uint32_t other = 0; other < s.model.persons.size(); ++other) {
            const auto& person = s.model.persons[other];
            if (!person.named || person.side != s.field.side || other == owner) continue;
            ++could;
            const std::int64_t row = s.state.beliefs.find(owner, belief::Subject::person, other);
            if (row < 0) continue;
            const auto at = static_cast<std::size_t>(row);
            const auto source = static_cast<belief::Source>(s.state.beliefs.rows.source[at]);
            const bool news = source != belief::Source::prior && source != belief::Source::absence &&
                              source != belief::Source::none;
            fresh += news && s.state.beliefs.rows.tick[at] >= since ? 1 : 0;
        }
    return could > 0 ? Value::of(fresh / could) : Value::none("there is no other named commander");
}

}  // namespace linghe::lab
