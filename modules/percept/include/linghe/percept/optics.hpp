// Optics of the eye in the field: how far a thing of a size is told, and how far through dull air.
// Called by percept and by tests of the formulas.
// Never looks at a map: rays through smoke and over hills are in the room's src.
#pragma once

namespace linghe::percept {

/// Distance at which a side of `size_m` spans `arcmin` minutes of arc (small angles). Johnson's criterion
/// counts cycles
/// on the smallest side, one cycle being two minutes for a normal eye: detect 1, recognise 4, identify 6.4.
/// (J. Johnson,
/// Analysis of image forming systems, Image Intensifier Symposium, Fort Belvoir 1958; signal colours are told
/// from 5'.)
[[nodiscard]] double angular_range_m(double size_m, double arcmin) noexcept;
/// Contrast left after an optical depth: exp(-depth). (H. Koschmieder 1924.)
[[nodiscard]] double contrast_left(double optical_depth) noexcept;
/// Range at which an initial contrast of 1 falls to the threshold of the eye: ln(1 / threshold) / K.
[[nodiscard]] double contrast_range_m(double extinction_per_m, double threshold) noexcept;
/// Least contrast the eye tells, by the luminance of the background (cd/m2) and the size of the mark (arc minutes): dL / L of
/// dL = 2.6 (sqrt(Phi) / a + sqrt(L'))^2. (W. Adrian, Visibility of targets: model for calculation, Lighting Research and
/// Technology 21 (1989) 181; fitted to H. R. Blackwell, J. Opt. Soc. Am. 36 (1946) 624, and others.) Young eyes, long looks.
[[nodiscard]] double contrast_threshold(double luminance_cd_m2, double arcmin) noexcept;
/// Smallest mark of a contrast that is told at a luminance, arc minutes, by the same law; 0 where none is, however large.
[[nodiscard]] double least_arcmin(double luminance_cd_m2, double contrast) noexcept;

/// Distance to the horizon for an eye at `height_m`, m: geometric, and with the air's refraction (radius
/// 7/6).
[[nodiscard]] double horizon_m(double height_m) noexcept;
[[nodiscard]] double horizon_refracted_m(double height_m) noexcept;
/// Drop of the level surface below a straight ray in the middle of a sight line, at share t of a range,
/// refracted.
[[nodiscard]] double curvature_drop_m(double range_m, double t) noexcept;

}  // namespace linghe::percept
