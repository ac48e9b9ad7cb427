#include "observers_crossing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace linghe::lab {
namespace {

constexpr std::int64_t kCountTicks = 10 * base::kTicksPerSecond, kSeldomTicks = 30 * base::kTicksPerSecond;

double minutes_of(std::int64_t ticks) { return base::seconds_of(ticks) / 60; }

/// When half of a group stood on each piece of ground for the first time, ticks of the run; -1 never.
class Halves {
public:
    void look(const Scene& s, Census& census, const Group& group) {
        if (at_.empty()) at_.assign(s.model.ground.regions, -1);
        census.count(s);
        const double living = census.living(group);
        for (std::size_t r = 0; r < at_.size(); ++r)
            if (at_[r] < 0 && living > 0 && 2 * census.there(group, static_cast<std::uint8_t>(r)) >= living)
                at_[r] = s.run_tick();
    }
    [[nodiscard]] std::int64_t at(std::uint8_t region) const {
        return region < at_.size() ? at_[region] : -1;
    }

private:
    std::vector<std::int64_t> at_;
};

class HalfAcross final : public Observer {
public:
    HalfAcross(Shared census, Group group) : census_(std::move(census)), group_(std::move(group)) {}
    void run_second(const Scene& s) override {
        if (s.run_tick() % kCountTicks == 0) halves_.look(s, *census_, group_);
    }
    Value value(const Scene& s) override {
        if (const Value bank = far_bank(s); !bank.known) return bank;
        const std::int64_t at = halves_.at(s.field.bank);
        return at < 0 ? Value::none("half of them were never across") : Value::of(minutes_of(at));
    }

private:
    Shared census_;
    Group group_;
    Halves halves_;
};

class RankAcross final : public Observer {
public:
    RankAcross(Shared census, std::vector<Group> groups, std::size_t of)
        : census_(std::move(census)), groups_(std::move(groups)), of_(of), halves_(groups_.size()) {}
    void run_second(const Scene& s) override {
        if (s.run_tick() % kCountTicks != 0) return;
        for (std::size_t g = 0; g < groups_.size(); ++g) halves_[g].look(s, *census_, groups_[g]);
    }
    Value value(const Scene& s) override {
        if (const Value bank = far_bank(s); !bank.known) return bank;
        const std::int64_t mine = halves_[of_].at(s.field.bank);
        if (mine < 0) return Value::none("half of them were never across");
        double rank = 1;
        for (const Halves& other : halves_) {
            const std::int64_t at = other.at(s.field.bank);
            rank += at >= 0 && at < mine ? 1 : 0;
        }
        return Value::of(rank);
    }

private:
    Shared census_;
    std::vector<Group> groups_;
    std::size_t of_;
    std::vector<Halves> halves_;
};

class HalfGathered final : public Observer {
public:
    HalfGathered(Shared census, Group group) : census_(std::move(census)), group_(std::move(group)) {}
    void second(const Scene& s) override {
        if (at_ >= 0 || s.tick % kCountTicks != 0) return;
        census_->count(s);
        const double fit = census_->living(group_) - census_->gone(group_);
        if (fit > 0 && 2 * census_->within_300(group_) >= fit) at_ = s.tick;
    }
    Value value(const Scene&) override {
        return at_ < 0 ? Value::none("half of them never gathered about the chief")
                       : Value::of(minutes_of(at_));
    }

private:
    Shared census_;
    Group group_;
    std::int64_t at_ = -1;
};

class Withdraws final : public Observer {
public:
    explicit Withdraws(std::uint32_t person) : person_(person) {}
    void event(const Scene& s, const world::EventTable& events, std::size_t row) override {
        if (at_ < 0 && resolves_to_withdraw(events, row, person_)) at_ = s.run_tick();
    }
    Value value(const Scene&) override {
        return at_ < 0 ? Value::none("he never resolved to withdraw") : Value::of(minutes_of(at_));
    }
    bool without_t0() const override { return true; }

private:
    std::uint32_t person_;
    std::int64_t at_ = -1;
};

class RiddenSinceBank final : public Observer {
public:
    explicit RiddenSinceBank(std::uint32_t person) : person_(person) {}
    void run_second(const Scene& s) override {
        const auto& men = s.state.world.men;
        const std::size_t me = s.model.persons[person_].man;
        if (s.field.set && s.run_tick() > s.field.t0) return;
        if (metres_.empty()) metres_.assign(s.model.ground.regions, -1.0);
        const double x = men.x_mm[me] / 1000.0, y = men.y_mm[me] / 1000.0;
        if (world::active(men.status[me])) {
            const std::uint8_t at = region_at(s.model, s.state, me);
            const double step = seen_ ? std::hypot(x - x_, y - y_) : 0.0;
            for (std::size_t r = 0; r < metres_.size(); ++r) {
                if (metres_[r] >= 0)
                    metres_[r] += step;
                else if (r == at)
                    metres_[r] = 0;
            }
        }
        x_ = x, y_ = y, seen_ = true;
    }
    Value value(const Scene& s) override {
        if (const Value bank = far_bank(s); !bank.known) return bank;
        const double metres = s.field.bank < metres_.size() ? metres_[s.field.bank] : -1.0;
        return metres < 0 ? Value::none("he had not reached that bank") : Value::of(metres);
    }

private:
    std::uint32_t person_;
    std::vector<double> metres_;  // by region, since he first stood there; -1: not yet
    double x_ = 0, y_ = 0;
    bool seen_ = false;
};

class MostOut final : public Observer {
public:
    MostOut(Shared census, Group group, double window_s)
        : census_(std::move(census)), group_(std::move(group)), window_s_(window_s) {}
    void run_second(const Scene& s) override {
        if (s.run_tick() % kSeldomTicks != 0) return;
        census_->count(s);
        out_.push_back(census_->out(group_));
    }
    Value value(const Scene&) override {
        const auto window = static_cast<std::size_t>(window_s_ / base::seconds_of(kSeldomTicks));
        double most = 0;
        for (std::size_t i = 0; i < out_.size(); ++i)
            most = std::max(most, out_[i] - out_[i > window ? i - window : 0]);
        return Value::of(most);
    }
    bool without_t0() const override { return true; }

private:
    Shared census_;
    Group group_;
    double window_s_;
    std::vector<double> out_;
};

class OutAtRunMinute final : public Observer {
public:
    OutAtRunMinute(Shared census, Group group, double minute)
        : census_(std::move(census)), group_(std::move(group)), tick_(base::ticks_from_s(minute * 60)) {}
    void run_second(const Scene& s) override {
        if (s.run_tick() != tick_) return;
        census_->count(s);
        seen_ = Value::of(census_->out(group_));
    }
    Value value(const Scene&) override { return seen_; }
    bool without_t0() const override { return true; }

private:
    Shared census_;
    Group group_;
    std::int64_t tick_;
    Value seen_ = Value::none("the run ended before");
};

}  // namespace

Value far_bank(const Scene& s) {
    if (s.field.bank == 255) return Value::none("the chief stands on no bank");
    if (s.field.t0 > s.model.clock_zero && s.field.bank == s.field.bank_at_start)
        return Value::none("the chief gathers on the bank where he began");
    return Value::of(s.field.bank);
}

Look if_far_bank(Look look) {
    return [look = std::move(look)](const Scene& s) {
        const Value bank = far_bank(s);
        return bank.known ? look(s) : bank;
    };
}

std::unique_ptr<Observer> half_across(Shared census, Group group) {
    return std::make_unique<HalfAcross>(std::move(census), std::move(group));
}
std::unique_ptr<Observer> rank_across(Shared census, std::vector<Group> groups, std::size_t of) {
    return std::make_unique<RankAcross>(std::move(census), std::move(groups), of);
}
std::unique_ptr<Observer> half_gathered(Shared census, Group group) {
    return std::make_unique<HalfGathered>(std::move(census), std::move(group));
}
std::unique_ptr<Observer> withdraws(std::uint32_t person) { return std::make_unique<Withdraws>(person); }
std::unique_ptr<Observer> ridden_since_bank(std::uint32_t person) {
    return std::make_unique<RiddenSinceBank>(person);
}
std::unique_ptr<Observer> most_out_in(Shared census, Group group, double window_s) {
    return std::make_unique<MostOut>(std::move(census), std::move(group), window_s);
}
std::unique_ptr<Observer> out_at_run_minute(Shared census, Group group, double minute) {
    return std::make_unique<OutAtRunMinute>(std::move(census), std::move(group), minute);
}

}  // namespace linghe::lab
