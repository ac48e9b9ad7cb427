#include "observers_heart.hpp"

#include <algorithm>
#include <cmath>

#include "ranks.hpp"

namespace linghe::lab {
namespace {

using base::ticks_from_s;
constexpr std::int64_t kMinute = 60 * base::kTicksPerSecond;
constexpr double kDiscM = 1200, kStaffM = 20, kComesM = 100, kAboutM = 50, kCrowdM = 300;
constexpr double kCalmBelow = 0.01;  // a fear below this is none: a share of it says nothing

Value correlation(const Pairs& pairs, const char* why) {
    const auto r = spearman(pairs);
    return r ? Value::of(*r) : Value::none(why);
}

class CalmingRate final : public Observer {
public:
    explicit CalmingRate(double minutes) : minutes_(minutes) {}
    void second(const Scene& s) override {
        if (s.tick == 0) choose(s);
        if (s.tick == ticks_from_s(minutes_ * 60)) count(s);
    }
    Value value(const Scene&) override { return seen_; }

private:
    void choose(const Scene& s) {
        for (std::uint32_t i = 0; i < s.state.world.men.size(); ++i)
            if (on_his_bank(s, i) && unsteady(s.state.world.men.morale[i]) && near(s, i))
                chosen_.push_back(i);
    }
    static bool near(const Scene& s, std::size_t i) {
        const auto& men = s.state.world.men;
        const std::size_t him = man_of(s, s.field.chief);
        return metres_from(s, i, men.x_mm[him] / 1000.0, men.y_mm[him] / 1000.0) <= kDiscM;
    }
    void count(const Scene& s) {
        double all = 0, still = 0;
        for (const std::uint32_t i : chosen_) {
            const auto status = static_cast<world::Status>(s.state.world.men.status[i]);
            if (status != world::Status::fit && status != world::Status::left_field) continue;
            ++all;
            still += status == world::Status::left_field || unsteady(s.state.world.men.morale[i]) ? 1 : 0;
        }
        seen_ = all > 0 ? Value::of(-std::log(std::max(still, 0.5) / all) / minutes_)
                        : Value::none("nobody was unsteady about him at T0");
    }
    double minutes_;
    std::vector<std::uint32_t> chosen_;
    Value seen_ = Value::none("the run ended before");
};

class CrowdCalms final : public Observer {
public:
    void second(const Scene& s) override {
        if (s.tick % kMinute != 0 || s.tick > 10 * kMinute) return;
        for (const auto& then : looked_)
            if (fit_man(s, then.man)) pairs_.emplace_back(then.friends, then.fear - fear_of(s, then.man));
        looked_.clear();
        const auto& men = s.state.world.men;
        for (std::uint32_t i = 0; i < men.size(); i += kEvery)
            if (on_his_bank(s, i) && unsteady(men.morale[i]))
                looked_.push_back({i, static_cast<double>(men.friends_near[i]), fear_of(s, i)});
    }
    Value value(const Scene&) override { return correlation(pairs_, "too few unsteady men to compare"); }

private:
    static constexpr std::uint32_t kEvery = 16;  // rows: a sample is enough, and cheap
    struct Then {
        std::uint32_t man;
        double friends, fear;
    };
    std::vector<Then> looked_;
    Pairs pairs_;
};

class FearPeak final : public Observer {
public:
    FearPeak(std::uint32_t person, double until_s) : person_(person), until_(ticks_from_s(until_s)) {}
    void run_second(const Scene& s) override {
        if (s.field.set && s.tick > until_) return;
        if (fit_man(s, man_of(s, person_))) most_ = std::max(most_, fear_of(s, man_of(s, person_)));
    }
    Value value(const Scene&) override { return Value::of(most_); }
    bool without_t0() const override { return true; }

private:
    std::uint32_t person_;
    std::int64_t until_;
    double most_ = 0;
};

class HearersOf final : public Observer {
public:
    explicit HearersOf(Hearers what) : what_(what) {}
    void second(const Scene& s) override {
        if (s.tick % kLook != 0 || s.tick > 15 * kMinute) return;
        if (one_.empty()) one_.resize(s.field.fugitives.size());
        for (std::size_t k = 0; k < one_.size(); ++k) look(s, s.field.fugitives[k], one_[k]);
    }
    Value value(const Scene&) override {
        if (what_ == Hearers::by_neighbours) return correlation(pairs_, "none of the hearers was late");
        double all = 0, late = 0;
        for (const One& o : one_) {
            all += o.judged ? 1 : 0;
            late += o.judged && o.late ? 1 : 0;
        }
        return all > 0 ? Value::of(late / all) : Value::none("no fugitive heard the drum");
    }

private:
    static constexpr std::int64_t kLook = 5 * base::kTicksPerSecond;
    struct One {
        std::int64_t heard = -1;
        double steady_about = 0;
        bool turned = false, judged = false, late = false, done = false;
    };
    static bool turned(const Scene& s, std::uint32_t i) {
        const auto& men = s.state.world.men;
        const std::size_t him = man_of(s, s.field.chief);
        const double dx = static_cast<double>(men.x_mm[him]) - men.x_mm[i],
                     dy = static_cast<double>(men.y_mm[him]) - men.y_mm[i];
        return world::in_ranks(men.morale[i]) || std::hypot(dx, dy) <= kCrowdM * 1000 ||
               heads_towards(men.vx_mm_s[i], men.vy_mm_s[i], dx, dy);
    }
    void look(const Scene& s, std::uint32_t i, One& o) {
        const auto& men = s.state.world.men;
        const auto status = static_cast<world::Status>(men.status[i]);
        if (o.done || (status != world::Status::fit && status != world::Status::left_field)) return;
        if (o.heard < 0) {
            if (s.tick > 10 * kMinute || men.drum_tick[i] < s.field.t0) return;
            o.heard = s.tick;
        }
        o.turned = o.turned || (status == world::Status::fit && turned(s, i));
        if (!o.judged && s.tick - o.heard >= 2 * kMinute) {
            o.judged = true;
            o.late = !o.turned;
            o.steady_about = men.formed_near_q8[i];
            o.done = o.turned;
        } else if (o.late && s.tick - o.heard >= 3 * kMinute) {
            pairs_.emplace_back(o.steady_about, o.turned ? 1 : 0);
            o.done = true;
        }
    }
    Hearers what_;
    std::vector<One> one_;
    Pairs pairs_;
};

/// Looks when a person first comes so near to the chief, and again five minutes later.
class BesideChief : public Observer {
public:
    explicit BesideChief(std::uint32_t person) : person_(person) {}
    void second(const Scene& s) override {
        if (came_ < 0 && fit_man(s, man_of(s, person_)) &&
            metres_between(s, person_, s.field.chief) <= reach(s)) {
            came_ = s.tick;
            comes(s);
        } else if (came_ >= 0 && s.tick == came_ + 5 * kMinute) {
            after(s);
        }
    }
    Value value(const Scene&) override {
        return came_ < 0 ? Value::none("he never came so near to the chief") : seen_;
    }

protected:
    [[nodiscard]] virtual double reach(const Scene& s) const = 0;
    virtual void comes(const Scene& s) = 0;
    virtual void after(const Scene& s) = 0;
    std::uint32_t person_;
    std::int64_t came_ = -1;
    Value seen_ = Value::none("the run ended before");
};

class FearLost final : public BesideChief {
public:
    using BesideChief::BesideChief;

private:
    [[nodiscard]] double reach(const Scene& s) const override {
        return static_cast<double>(s.model.parameters.mind.voice_range_m);
    }
    void comes(const Scene& s) override { before_ = fear_of(s, man_of(s, person_)); }
    void after(const Scene& s) override {
        seen_ = before_ < kCalmBelow ? Value::none("he was calm when he came")
                                     : Value::of(1 - fear_of(s, man_of(s, person_)) / before_);
    }
    double before_ = 0;
};

class StaffFear final : public BesideChief {
public:
    using BesideChief::BesideChief;

private:
    [[nodiscard]] double reach(const Scene&) const override { return kComesM; }
    void comes(const Scene& s) override {
        for (const std::uint32_t i : friends_about(s, s.field.chief, kStaffM))
            if (i != man_of(s, person_)) staff_.push_back(i);
        before_ = mean_fear(s, staff_);
    }
    void after(const Scene& s) override {
        const Value now = mean_fear(s, staff_);
        seen_ = !before_.known ? before_ : !now.known ? now : Value::of(now.number - before_.number);
    }
    std::vector<std::uint32_t> staff_;
    Value before_;
};

class ChiefOrdering final : public Observer {
public:
    explicit ChiefOrdering(Ordering what) : what_(what) {}
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (at_ >= 0 || !s.field.set || events.subject[row] != s.field.chief ||
            events.subject_kind[row] != 2 ||
            events.kind[row] != static_cast<std::uint8_t>(world::EventKind::order_given) ||
            events.value[row] == static_cast<std::int32_t>(model::Verb::report))
            return;
        at_ = s.tick;
        before_ = fear_of(s, man_of(s, s.field.chief));
    }
    void second(const Scene& s) override {
        if (at_ < 0 || later_ >= 0 || s.tick < at_ + 5 * kMinute) return;
        later_ = fear_of(s, man_of(s, s.field.chief));
    }
    Value value(const Scene&) override {
        if (at_ < 0) return Value::none("the chief gave no order");
        if (what_ == Ordering::at) return Value::of(before_);
        if (before_ < kCalmBelow) return Value::none("he was calm when he gave his first order");
        return later_ < 0 ? Value::none("the run ended before") : Value::of(later_ / before_);
    }

private:
    Ordering what_;
    std::int64_t at_ = -1;
    double before_ = 0, later_ = -1;
};

class Spreads final : public Observer {
public:
    explicit Spreads(Face face) : face_(face) {}
    void second(const Scene& s) override {
        if (s.tick % (kMinute / 2) != 0 || s.tick > 10 * kMinute) return;
        for (const Then& then : looked_)
            if (const Value now = mean_fear(s, then.about); now.known)
                pairs_.emplace_back(then.above, now.number - then.mean);
        looked_.clear();
        for (std::uint32_t p = 0; p < s.model.persons.size(); ++p) {
            const auto& person = s.model.persons[p];
            if (person.named && person.side == s.field.side && fit_man(s, person.man)) look(s, p);
        }
    }
    Value value(const Scene&) override { return correlation(pairs_, "too few men about the commanders"); }

private:
    struct Then {
        std::vector<std::uint32_t> about;
        double mean, above;
    };
    void look(const Scene& s, std::uint32_t p) {
        auto about = friends_about(s, p, kAboutM);
        const Value mean = mean_fear(s, about);
        if (!mean.known) return;
        const std::size_t him = man_of(s, p);
        const double his =
            face_ == Face::shown ? s.state.world.men.shown_q16[him] / 65535.0 : fear_of(s, him);
        looked_.push_back({std::move(about), mean.number, his - mean.number});
    }
    Face face_;
    std::vector<Then> looked_;
    Pairs pairs_;
};

class Quickens final : public Observer {
public:
    void second(const Scene& s) override {
        if (s.tick % kMinute == 0) men_.push_back(men_near_chief(s, kCrowdM));
    }
    Value value(const Scene&) override {
        const auto top = static_cast<std::size_t>(std::max_element(men_.begin(), men_.end()) - men_.begin());
        const std::size_t third = std::max<std::size_t>(top / 3, 2);
        std::vector<double> bends;
        for (std::size_t k = 1; k + 1 < men_.size() && k + 1 <= third + 1; ++k)
            bends.push_back(men_[k + 1] - 2 * men_[k] + men_[k - 1]);
        if (bends.empty()) return Value::none("the run ended before");
        std::sort(bends.begin(), bends.end());
        return Value::of((bends[bends.size() / 2] + bends[(bends.size() - 1) / 2]) / 2);
    }

private:
    std::vector<double> men_;
};

class BodiesComeIn final : public Observer {
public:
    explicit BodiesComeIn(double minutes) : until_(ticks_from_s(minutes * 60)) {}
    void second(const Scene& s) override {
        if (s.tick == 0) before_ = there(s);
        if (s.tick != until_) return;
        const auto now = there(s);
        double n = 0;
        for (std::size_t u = 0; u < now.size(); ++u) n += now[u] && !before_[u] ? 1 : 0;
        seen_ = Value::of(n);
    }
    Value value(const Scene&) override { return seen_; }

private:
    static std::vector<bool> there(const Scene& s) {
        std::vector<std::uint32_t> all(s.model.units.size()), near(s.model.units.size());
        const auto& men = s.state.world.men;
        const std::size_t him = man_of(s, s.field.chief);
        const double x = men.x_mm[him] / 1000.0, y = men.y_mm[him] / 1000.0;
        for (std::size_t i = 0; i < men.size(); ++i) {
            if (!fit_man(s, i) || s.model.men.side[i] != s.field.side) continue;
            ++all[s.model.men.home_unit[i]];
            near[s.model.men.home_unit[i]] += metres_from(s, i, x, y) <= kCrowdM ? 1 : 0;
        }
        std::vector<bool> out(all.size());
        for (std::size_t u = 0; u < all.size(); ++u) out[u] = all[u] > 0 && 2 * near[u] >= all[u];
        return out;
    }
    std::int64_t until_;
    std::vector<bool> before_;
    Value seen_ = Value::none("the run ended before");
};

class FleeingMost final : public Observer {
public:
    explicit FleeingMost(double from_s) : from_(ticks_from_s(from_s)) {}
    void second(const Scene& s) override {
        if (s.tick < from_ || s.tick % (kMinute / 2) != 0) return;
        if (const Value now = fleeing_share(s); now.known) most_ = std::max(most_, now.number);
    }
    Value value(const Scene&) override {
        return most_ < 0 ? Value::none("the run ended before") : Value::of(most_);
    }

private:
    std::int64_t from_;
    double most_ = -1;
};

Value share_on_bank(const Scene& s, world::Morale what) {
    double all = 0, yes = 0;
    for (std::size_t i = 0; i < s.state.world.men.size(); ++i) {
        if (!on_his_bank(s, i)) continue;
        ++all;
        yes += s.state.world.men.morale[i] == static_cast<std::uint8_t>(what) ? 1 : 0;
    }
    return all > 0 ? Value::of(yes / all) : Value::none("none of them is on that bank");
}

}  // namespace

Value steady_share(const Scene& s) { return share_on_bank(s, world::Morale::steady); }
Value fleeing_share(const Scene& s) { return share_on_bank(s, world::Morale::routing); }
Value fear_near_chief(const Scene& s, double metres) {
    return mean_fear(s, friends_about(s, s.field.chief, metres));
}

std::unique_ptr<Observer> calming_rate(double minutes) { return std::make_unique<CalmingRate>(minutes); }
std::unique_ptr<Observer> crowd_calms() { return std::make_unique<CrowdCalms>(); }
std::unique_ptr<Observer> fear_peak(std::uint32_t person, double until_s) {
    return std::make_unique<FearPeak>(person, until_s);
}
std::unique_ptr<Observer> calm_again(std::uint32_t person) {
    return first_time(
        [person](const Scene& s) {
            return fit_man(s, man_of(s, person)) &&
                   fear_of(s, man_of(s, person)) < static_cast<double>(s.model.parameters.morale.shaken_off);
        },
        60, "he was shaken to the end");
}
std::unique_ptr<Observer> hearers(Hearers what) { return std::make_unique<HearersOf>(what); }
std::unique_ptr<Observer> fear_lost_beside_chief(std::uint32_t person) {
    return std::make_unique<FearLost>(person);
}
std::unique_ptr<Observer> staff_fear_rise(std::uint32_t person) {
    return std::make_unique<StaffFear>(person);
}
std::unique_ptr<Observer> chief_fear_ordering(Ordering what) { return std::make_unique<ChiefOrdering>(what); }
std::unique_ptr<Observer> spreads(Face face) { return std::make_unique<Spreads>(face); }
std::unique_ptr<Observer> gathering_quickens() { return std::make_unique<Quickens>(); }
std::unique_ptr<Observer> bodies_come_in(double minutes) { return std::make_unique<BodiesComeIn>(minutes); }
std::unique_ptr<Observer> fleeing_most_from(double from_s) { return std::make_unique<FleeingMost>(from_s); }

}  // namespace linghe::lab
