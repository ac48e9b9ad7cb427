#include "patch.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "linghe/base/text.hpp"
#include "linghe/ground/sketch.hpp"

namespace linghe::atlas {
namespace {

using scenario::Edit;

const char* const kWords[] = {"raise", "lower", "flatten", "cover", "river"};

base::Result<std::vector<ground::PointM>> placed(const Edit& e, const Mapper* mapper,
                                                 const std::string& where, const Frame& f) {
    std::vector<ground::PointM> out;
    for (auto [x, y] : e.points) {
        if (mapper != nullptr) {
            if (!mapper->map(x, y))
                return base::Error{
                    base::ErrorCode::invalid, where, "a point cannot be mapped to " + f.code,
                    "is the patch's crs right? Points are [longitude, latitude] or [east, north]"};
            x -= f.west, y -= f.south;
        }
        out.push_back({static_cast<float>(x), static_cast<float>(y)});
    }
    return out;
}

/// How much of an edit holds at a place within the ring: 1, fading to 0 over edge_m at the outline.
double share_at(const std::vector<ground::PointM>& closed, double edge_m, double x, double y) {
    if (!(edge_m > 0)) return 1;
    const double d = ground::foot_on(closed, x, y).distance_m / edge_m;
    return d >= 1 ? 1 : d * d * (3 - 2 * d);
}

template <class Do>
std::uint64_t within(const std::vector<ground::PointM>& ring, const Frame& f, Do act) {
    std::uint64_t cells = 0;
    for (std::int64_t y = 0; y < f.ny; ++y)
        for (std::int64_t x = 0; x < f.nx; ++x) {
            const double px = (static_cast<double>(x) + 0.5) * f.cell,
                         py = (static_cast<double>(y) + 0.5) * f.cell;
            if (!ground::inside_ring(ring, px, py)) continue;
            ++cells;
            act(static_cast<std::size_t>(y * f.nx + x), px, py);
        }
    return cells;
}

std::uint64_t shape(const Edit& e, const std::vector<ground::PointM>& ring, const Frame& f, Grid& heights) {
    auto closed = ring;
    closed.push_back(ring.front());
    double target = e.to_m;
    if (e.what == Edit::Do::flatten && !e.has_to) {
        double sum = 0;
        const auto cells =
            within(ring, f, [&](std::size_t c, double, double) { sum += static_cast<double>(heights[c]); });
        target = cells > 0 ? sum / static_cast<double>(cells) : 0;
    }
    return within(ring, f, [&](std::size_t c, double x, double y) {
        const double share = share_at(closed, e.edge_m, x, y), h = static_cast<double>(heights[c]);
        const double wanted = e.what == Edit::Do::raise   ? h + e.by_m
                              : e.what == Edit::Do::lower ? h - e.by_m
                                                          : target;
        heights[c] = static_cast<float>(h + share * (wanted - h));
    });
}

void lay_river(const Edit& e, std::vector<ground::PointM> line, Features& features) {
    ground::River r = e.river;
    r.centre = std::move(line);
    for (ground::River& old : features.rivers)
        if (old.id == r.id) {
            old = std::move(r);
            return;
        }
    features.rivers.push_back(std::move(r));
}

std::string told(const Edit& e) {
    std::string text = kWords[static_cast<int>(e.what)];
    if (e.what == Edit::Do::raise || e.what == Edit::Do::lower) text += " by " + base::to_text(e.by_m) + " m";
    if (e.what == Edit::Do::flatten)
        text += e.has_to ? " to " + base::to_text(e.to_m) + " m" : " to the mean";
    if (e.what == Edit::Do::cover)
        text += " " + std::string{scenario::cover_names()[static_cast<std::size_t>(e.cover)]};
    if (e.what == Edit::Do::river) text += " " + e.river.id;
    return text;
}

}  // namespace

base::Result<void> apply_patch(const scenario::Patch& patch, const std::string& file, const Frame& f,
                               Grid& heights, CoverGrid& cover, Features& features,
                               std::vector<scenario::Provenance::Edit>& done,
                               std::vector<std::string>& notes) {
    std::optional<Mapper> mapper;
    if (patch.crs != "local") {
        LINGHE_TRY(const Srs own, srs_of(patch.crs, file + ": crs"));
        LINGHE_TRY(mapper, Mapper::between(own.get(), f.srs.get()));
    }
    for (const Edit& e : patch.edits) {
        const std::string where = file + ":" + base::to_text(e.line);
        LINGHE_TRY(auto points, placed(e, mapper ? &*mapper : nullptr, where, f));
        std::uint64_t cells = 0;
        if (e.what == Edit::Do::river)
            lay_river(e, std::move(points), features);
        else if (e.what == Edit::Do::cover)
            cells = within(points, f, [&](std::size_t c, double, double) {
                cover[c] = static_cast<std::uint8_t>(e.cover);
            });
        else
            cells = shape(e, points, f, heights);
        if (cells == 0 && e.what != Edit::Do::river)
            notes.push_back("the edit at " + where + " lies off the map and changed nothing");
        done.push_back({told(e), e.source, cells});
    }
    return {};
}

}  // namespace linghe::atlas
