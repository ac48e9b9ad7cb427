// What: the parts of a scene, each from the frame of a second.
// Who: ViewStage.
// Never: anything but copying, naming and interpolating what is recorded.
#pragma once
#include "linghe/draw/course.hpp"

namespace linghe::draw {

[[nodiscard]] Sheet sheet_of(const record::ViewHeader& header, const Course& course);
void fill_men(const record::ViewHeader& header, const Sheet& sheet, const record::Frame& a,
              const record::Frame& b, float share, Men& men);
void fill_field(const record::ViewHeader& header, const record::Frame& a, const record::Frame& b, float share,
                Scene& scene);
void fill_bodies(const record::ViewHeader& header, const Course& course, const record::Frame& a,
                 Scene& scene);
void fill_persons(const record::ViewHeader& header, const Course& course, const record::Frame& a,
                  const record::Frame& b, float share, float m_per_px, Scene& scene);
/// How far the drum has been heard by direction in the last quarter of an hour; empty when too few heard it.
[[nodiscard]] std::vector<float> heard_range(const Course& course, std::uint32_t drum_of, float at_s);
[[nodiscard]] Text courier_words(const record::ViewHeader& header, const Course& course,
                                 const record::ViewCourier& courier);
[[nodiscard]] Text river_name(const ground::River& river);
void fill_tags(const Course& course, Scene& scene);

}  // namespace linghe::draw
