#include "linghe/record/probes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "codec.hpp"
#include "linghe/world/states.hpp"

namespace linghe::record {
namespace {

constexpr std::int64_t kMinuteTicks = 600;
constexpr std::int64_t kHoldTicks = 100;  // a turn counts when it lasts 10 s
constexpr std::uint8_t kNoRegion = 255;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string plain(const std::string& id) {
    std::string out;
    for (const char c : id) {
        const bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        out += keep ? c : (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : '_';
    }
    return out;
}

/// Moving at 0.3 m/s or more within 45 degrees of (dx, dy).
bool towards(double vx, double vy, double dx, double dy) {
    const double v2 = vx * vx + vy * vy, d2 = dx * dx + dy * dy, dot = vx * dx + vy * dy;
    return v2 >= 300.0 * 300.0 && dot > 0 && 2 * dot * dot >= v2 * d2;
}

bool fugitive(std::uint8_t morale) {
    return morale == static_cast<std::uint8_t>(world::Morale::routing) ||
           morale == static_cast<std::uint8_t>(world::Morale::rallying);
}
bool steady_or_shaken(std::uint8_t morale) {
    return morale <= 1 || morale == static_cast<std::uint8_t>(world::Morale::last_stand);
}

}  // namespace

std::vector<Probe> builtin_probes(const model::Model& model) {
    std::vector<Probe> out;
    const auto add = [&out](Probe p) { out.push_back(std::move(p)); };
    for (std::size_t side = 0; side < model.sides.size(); ++side) {
        const auto s = static_cast<std::uint8_t>(side);
        const std::string name = plain(model.sides[side].id);
        Probe p;
        p.side = s;
        p.name = name + "_losses";
        p.kind = ProbeKind::losses;
        add(p);
        p.name = name + "_steady";
        p.kind = ProbeKind::steady;
        add(p);
        const auto chief =
            std::find_if(model.persons.begin(), model.persons.end(), [s](const model::Person& m) {
                return m.named && m.side == s &&
                       (m.great_banner || m.drums > 0 || m.horns > 0 || m.gongs > 0);
            });
        if (chief == model.persons.end()) continue;
        const auto c = static_cast<std::uint32_t>(chief - model.persons.begin());
        p.person = c;
        p.kind = ProbeKind::heading;
        p.same_ground = true;
        p.name = name + "_heading_" + plain(chief->id);
        add(p);
        p.kind = ProbeKind::steady;
        p.name = name + "_steady_beside_" + plain(chief->id);
        add(p);
        p.same_ground = false;
        p.kind = ProbeKind::gathered;
        p.name = name + "_gathered_" + plain(chief->id);
        add(p);
        for (std::size_t k = 0; k < model.persons.size(); ++k) {
            if (!model.persons[k].named || model.persons[k].side != s || k == c) continue;
            Probe q;
            q.side = s;
            q.person = static_cast<std::uint32_t>(k);
            q.other = c;
            q.radius_m = 100;
            q.kind = ProbeKind::arrival;
            q.name = plain(model.persons[k].id) + "_meets_" + plain(chief->id);
            add(q);
            q.kind = ProbeKind::turn_back;
            q.name = plain(model.persons[k].id) + "_turns_to_" + plain(chief->id);
            add(q);
        }
    }
    return out;
}

Measures::Measures(const model::Model& model, std::vector<Probe> probes)
    : model_(&model), probes_(std::move(probes)), watches_(probes_.size()) {}

std::uint8_t Measures::region_of(const Probe& p, const sim::State& state) const {
    const auto& g = model_->ground;
    if (!p.same_ground || p.person >= model_->persons.size() || g.region.empty()) return kNoRegion;
    const std::uint32_t man = model_->persons[p.person].man;
    return g.region[static_cast<std::size_t>(g.cell(state.world.men.x_mm[man], state.world.men.y_mm[man]))];
}

bool Measures::in_region(const Probe& p, const sim::State& state, std::size_t man,
                         std::uint8_t region) const {
    const std::int32_t x = state.world.men.x_mm[man], y = state.world.men.y_mm[man];
    if (p.boxed) {
        const double xm = x / 1000.0, ym = y / 1000.0;
        if (xm < p.x0_m || xm > p.x1_m || ym < p.y0_m || ym > p.y1_m) return false;
    }
    if (region == kNoRegion) return true;
    return model_->ground.region[static_cast<std::size_t>(model_->ground.cell(x, y))] == region;
}

void Measures::heading(const Probe& p, const sim::State& state, double second) {
    if (p.person >= model_->persons.size()) return;
    const auto& men = state.world.men;
    const std::uint32_t chief = model_->persons[p.person].man;
    const std::uint8_t region = region_of(p, state);
    const double near2 =
        static_cast<double>(p.radius_m) * 1000.0 * (static_cast<double>(p.radius_m) * 1000.0);
    std::uint32_t all = 0, heading_there = 0, there = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (men.status[i] != 0 || model_->men.side[i] != p.side || !fugitive(men.morale[i])) continue;
        if (!in_region(p, state, i, region)) continue;
        ++all;
        const double dx = static_cast<double>(men.x_mm[chief]) - men.x_mm[i],
                     dy = static_cast<double>(men.y_mm[chief]) - men.y_mm[i];
        const bool goes = towards(men.vx_mm_s[i], men.vy_mm_s[i], dx, dy);
        heading_there += goes ? 1u : 0u;
        there += !goes && dx * dx + dy * dy <= near2 ? 1u : 0u;
    }
    put(p, "men", second, all);
    put(p, "heading", second, heading_there);
    put(p, "there", second, there);
    if (all == 0) return;  // a share of nobody is no figure
    put(p, "share", second, static_cast<double>(heading_there) / all);
    put(p, "share_or_there", second, static_cast<double>(heading_there + there) / all);
}

void Measures::gathered(const Probe& p, const sim::State& state, double second) {
    if (p.person >= model_->persons.size()) return;
    const auto& men = state.world.men;
    const std::uint32_t chief = model_->persons[p.person].man;
    const double near2 =
        static_cast<double>(p.radius_m) * 1000.0 * (static_cast<double>(p.radius_m) * 1000.0);
    std::uint32_t all = 0, stand = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (men.status[i] != 0 || model_->men.side[i] != p.side) continue;
        const double dx = static_cast<double>(men.x_mm[chief]) - men.x_mm[i],
                     dy = static_cast<double>(men.y_mm[chief]) - men.y_mm[i];
        if (dx * dx + dy * dy > near2) continue;
        ++all;
        stand += steady_or_shaken(men.morale[i]) ? 1u : 0u;
    }
    put(p, "men", second, all);
    put(p, "steady", second, stand);
}

void Measures::losses(const Probe& p, const sim::State& state, double second) {
    const auto& men = state.world.men;
    std::array<std::uint32_t, 8> by{};
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (model_->men.side[i] == p.side) ++by[men.status[i] & 7u];
    }
    static constexpr const char* kWords[] = {"fit",     "disabled",   "dead", "captured",
                                             "drowned", "left_field", "burnt"};
    for (std::size_t k = 0; k < std::size(kWords); ++k) put(p, kWords[k], second, by[k]);
    put(p, "out", second, by[1] + by[2] + by[3] + by[4] + by[6]);
}

void Measures::steady(const Probe& p, const sim::State& state, double second) {
    const auto& men = state.world.men;
    const std::uint8_t region = region_of(p, state);
    std::uint32_t all = 0, stand = 0;
    for (std::size_t i = 0; i < men.size(); ++i) {
        if (men.status[i] != 0 || model_->men.side[i] != p.side || !in_region(p, state, i, region)) continue;
        ++all;
        stand += steady_or_shaken(men.morale[i]) ? 1u : 0u;
    }
    put(p, "men", second, all);
    if (all > 0) put(p, "share", second, static_cast<double>(stand) / all);
}

void Measures::watch(const Probe& p, Watch& w, const sim::State& state) {
    if (w.done >= 0 || p.person >= model_->persons.size() || p.other >= model_->persons.size()) return;
    const auto& men = state.world.men;
    const std::uint32_t a = model_->persons[p.person].man, b = model_->persons[p.other].man;
    if (men.status[a] != 0) return;
    const double dx = static_cast<double>(men.x_mm[b]) - men.x_mm[a],
                 dy = static_cast<double>(men.y_mm[b]) - men.y_mm[a];
    const std::int64_t tick = state.world.tick();
    if (p.kind == ProbeKind::arrival) {
        const double near = static_cast<double>(p.radius_m) * 1000.0;
        if (dx * dx + dy * dy <= near * near) w.done = tick;
        return;
    }
    const double vx = men.vx_mm_s[a], vy = men.vy_mm_s[a];
    if (vx * dx + vy * dy < 0 && vx * vx + vy * vy >= 300.0 * 300.0) w.was_away = true;
    if (!w.was_away || !towards(vx, vy, dx, dy)) {
        w.since = -1;
        return;
    }
    if (w.since < 0) w.since = tick;
    if (tick - w.since >= kHoldTicks) w.done = w.since;
}

void Measures::minute(const sim::State& state, double second) {
    for (const Probe& p : probes_) {
        switch (p.kind) {
            case ProbeKind::heading: heading(p, state, second); break;
            case ProbeKind::gathered: gathered(p, state, second); break;
            case ProbeKind::losses: losses(p, state, second); break;
            case ProbeKind::steady: steady(p, state, second); break;
            case ProbeKind::arrival:
            case ProbeKind::turn_back: break;
        }
    }
}

void Measures::after_step(const sim::State& state) {
    if (model_ == nullptr) return;
    const std::int64_t tick = state.world.tick() - model_->clock_zero;
    if (tick % base::kTicksPerSecond == 0) {
        for (std::size_t k = 0; k < probes_.size(); ++k) {
            const ProbeKind kind = probes_[k].kind;
            if (kind == ProbeKind::arrival || kind == ProbeKind::turn_back)
                watch(probes_[k], watches_[k], state);
        }
    }
    if (tick % kMinuteTicks == 0) minute(state, base::seconds_of(tick));
}

void Measures::finish(const sim::State& state) {
    if (model_ == nullptr) return;
    for (std::size_t k = 0; k < probes_.size(); ++k) {
        const Probe& p = probes_[k];
        if (p.kind != ProbeKind::arrival && p.kind != ProbeKind::turn_back) continue;
        const Watch& w = watches_[k];
        put(p, "happened", kNaN, w.done >= 0 ? 1 : 0);
        if (w.done >= 0) put(p, "at_s", kNaN, base::seconds_of(w.done - model_->clock_zero));
    }
    minute(state, kNaN);  // the end, under the same names
}

double Measures::value(const std::string& name, double second) const noexcept {
    for (const Measure& m : measures_) {
        const bool same = std::isnan(second) ? std::isnan(m.second) : m.second == second;
        if (same && m.name == name) return m.value;
    }
    return kNaN;
}

void Measures::save(std::vector<std::uint8_t>& to) const {
    put_varint(to, watches_.size());
    for (const Watch& w : watches_) {
        put_zigzag(to, w.done);
        put_zigzag(to, w.since);
        put_u8(to, w.was_away ? 1 : 0);
    }
    put_varint(to, measures_.size());
    for (const Measure& m : measures_) {
        put_block(to, {reinterpret_cast<const std::uint8_t*>(m.name.data()), m.name.size()});
        put_u64(to, std::bit_cast<std::uint64_t>(m.second));
        put_u64(to, std::bit_cast<std::uint64_t>(m.value));
    }
}

bool Measures::load(std::span<const std::uint8_t>& from) {
    Cursor c(from);
    if (c.count(3) != watches_.size()) return false;
    for (Watch& w : watches_) {
        w.done = c.zigzag();
        w.since = c.zigzag();
        w.was_away = c.u8() != 0;
    }
    measures_.resize(c.count(17));
    for (Measure& m : measures_) {
        const auto name = c.block();
        m.name.assign(name.begin(), name.end());
        m.second = std::bit_cast<double>(c.u64());
        m.value = std::bit_cast<double>(c.u64());
    }
    from = from.subspan(from.size() - c.left());
    return c.ok;
}

}  // namespace linghe::record
