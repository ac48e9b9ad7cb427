// The press in a river's bed: horses to the square metre of its fullest square.
#include <algorithm>

#include "observers_crossing.hpp"
#include "river.hpp"

namespace linghe::lab {
namespace {

constexpr std::int64_t kLookTicks = 10 * base::kTicksPerSecond;
constexpr std::int32_t kSquareMm = 10'000;

class RiverDensity final : public Observer {
public:
    explicit RiverDensity(double dense) : dense_(dense) {}
    void run_second(const Scene& s) override {
        if (s.run_tick() % kLookTicks != 0) return;
        const double now = fullest(s);
        most_ = std::max(most_, now);
        if (now >= dense_) ++looks_;
    }
    Value value(const Scene&) override {
        return Value::of(dense_ > 0 ? looks_ * base::seconds_of(kLookTicks) / 60 : most_);
    }
    bool without_t0() const override { return true; }

private:
    double fullest(const Scene& s) {
        const auto& g = s.model.ground;
        const auto& men = s.state.world.men;
        const std::int32_t wide = g.nx * g.cell_mm / kSquareMm + 1, high = g.ny * g.cell_mm / kSquareMm + 1;
        if (bed_.empty()) {
            bed_ = bed_of_rivers(g);
            horses_.assign(static_cast<std::size_t>(wide) * static_cast<std::size_t>(high), 0);
        }
        std::uint32_t most = 0;
        for (std::size_t i = 0; i < men.size(); ++i) {
            if (!world::active(men.status[i]) ||
                men.horse[i] != static_cast<std::uint8_t>(world::Horse::mounted) ||
                bed_[static_cast<std::size_t>(g.cell(men.x_mm[i], men.y_mm[i]))] == 0)
                continue;
            const auto square = static_cast<std::uint32_t>((men.y_mm[i] - g.y0_mm) / kSquareMm * wide +
                                                           (men.x_mm[i] - g.x0_mm) / kSquareMm);
            if (horses_[square] == 0) touched_.push_back(square);
            most = std::max(most, ++horses_[square]);
        }
        for (const std::uint32_t square : touched_) horses_[square] = 0;
        touched_.clear();
        return most / (kSquareMm / 1000.0 * (kSquareMm / 1000.0));
    }
    double dense_, most_ = 0, looks_ = 0;
    std::vector<char> bed_;
    std::vector<std::uint32_t> horses_, touched_;
};

}  // namespace

std::unique_ptr<Observer> river_density_most() { return std::make_unique<RiverDensity>(0); }
std::unique_ptr<Observer> river_jam(double dense) { return std::make_unique<RiverDensity>(dense); }

}  // namespace linghe::lab
