#include "bare.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace linghe::bench {

Dots make_dots(std::uint32_t men) {
    Dots d;
    const auto width = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(men) * 2.0));
    const std::uint32_t half = men / 2, depth = half / width + 1;
    d.side_m = static_cast<float>(std::max(width, 2 * depth)) + 40.0F;
    d.cells = static_cast<std::int32_t>(d.side_m / 2.0F) + 1;
    const float middle = d.side_m * 0.5F;
    for (std::uint32_t i = 0; i < men; ++i) {
        const bool south = i < half;
        const std::uint32_t k = south ? i : i - half;
        const float jitter = static_cast<float>((k * 2654435761u) >> 24) / 256.0F * 0.3F;
        d.x.push_back(20.0F + static_cast<float>(k % width) + jitter);
        const float back = 0.75F + static_cast<float>(k / width) + jitter;
        d.y.push_back(south ? middle - back : middle + back);
        d.vx.push_back(0.0F);
        d.vy.push_back(south ? 1.2F : -1.2F);
        d.side.push_back(south ? 0 : 1);
    }
    d.sx = d.x, d.sy = d.y, d.svx = d.vx, d.svy = d.vy, d.sside = d.side;
    d.enemy.assign(men + 8, -1);
    d.cell_of.resize(men);
    d.start.resize(static_cast<std::size_t>(d.cells) * static_cast<std::size_t>(d.cells) + 1);
    for (auto* v : {&d.x, &d.y, &d.vx, &d.vy, &d.sx, &d.sy, &d.svx, &d.svy}) v->resize(men + 8);
    d.side.resize(men + 8), d.sside.resize(men + 8);
    return d;
}

void sort_dots(Dots& d) {
    const auto n = static_cast<std::uint32_t>(d.cell_of.size());
    std::fill(d.start.begin(), d.start.end(), 0u);
    for (std::uint32_t i = 0; i < n; ++i) {
        const auto cx = std::clamp(static_cast<std::int32_t>(d.x[i] * 0.5F), 0, d.cells - 1);
        const auto cy = std::clamp(static_cast<std::int32_t>(d.y[i] * 0.5F), 0, d.cells - 1);
        const auto cell = static_cast<std::uint32_t>(cy * d.cells + cx);
        d.cell_of[i] = cell;
        ++d.start[cell + 1];
    }
    for (std::size_t c = 1; c < d.start.size(); ++c) d.start[c] += d.start[c - 1];
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t to = d.start[d.cell_of[i]]++;
        d.sx[to] = d.x[i], d.sy[to] = d.y[i], d.svx[to] = d.vx[i], d.svy[to] = d.vy[i],
        d.sside[to] = d.side[i];
    }
    for (std::size_t c = d.start.size() - 1; c > 0; --c) d.start[c] = d.start[c - 1];
    d.start[0] = 0;
    d.x.swap(d.sx), d.y.swap(d.sy), d.vx.swap(d.svx), d.vy.swap(d.svy), d.side.swap(d.sside);
}

bool has_avx2() noexcept {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

double time_bare(std::uint32_t men, ForcePass force, int steps, int repetitions) {
    const auto core_ns = [] {
        timespec t{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
    };
    std::vector<double> ns;
    for (int r = 0; r < repetitions; ++r) {
        Dots d = make_dots(men);
        for (int i = 0; i < 5; ++i) sort_dots(d), force(d);
        const double from = core_ns();
        for (int i = 0; i < steps; ++i) sort_dots(d), force(d);
        ns.push_back((core_ns() - from) / steps / men);
    }
    std::sort(ns.begin(), ns.end());
    return ns[ns.size() / 2];
}

}  // namespace linghe::bench
