// What: what units do, gathered into few sentences: breaks, rallies, arrivals, captures, leaders who come in or
// fall.
// Who: read_story.
// Never: a sentence for each of a thousand events; what happens close in time to one body is told once.
#pragma once
#include <set>

#include "linghe/draw/course.hpp"

namespace linghe::draw {

class Deeds {
public:
    Deeds(const record::ViewHeader& header, Course& course) : h_(header), c_(course) {}
    void take(const record::ViewEvent& event);
    /// Adds the tellings; call it once, when the tellings from other sources are there.
    void tell_all();

private:
    struct Deed {
        Telling::Kind kind{};
        std::uint32_t body = record::kNoRow, other = record::kNoRow;
        std::uint8_t side = 0;
        float from_s = 0, last_s = 0;
        double x_m = 0, y_m = 0;
        std::uint32_t events = 0, first = 0;  ///< first: the unit or person of the first event
        std::int64_t men = 0;
        std::set<std::uint32_t> who;
    };
    void add(Telling::Kind kind, const record::ViewEvent& event, std::uint32_t body, std::uint32_t other,
             std::uint8_t side, std::uint32_t who, std::int64_t men);
    [[nodiscard]] bool told_of_body(const Deed& d) const noexcept;
    [[nodiscard]] Text sentence(const Deed& d) const;
    [[nodiscard]] Text place_near(float x_m, float y_m) const;
    [[nodiscard]] Text body_name(const Deed& d) const;

    const record::ViewHeader& h_;
    Course& c_;
    std::vector<Deed> deeds_;
};

}  // namespace linghe::draw
