// Cover: a land cover raster taken over to the grid by a table of classes.
// Called by import.cpp, in the child process.
// Never guesses a class: a number that the table does not list is an error, unless the table says what else is.
#pragma once
#include "heights.hpp"
#include "linghe/scenario/terrain_files.hpp"

namespace linghe::atlas {

using CoverGrid = std::vector<std::uint8_t>;  ///< ground::Cover, row-major from the south-west

[[nodiscard]] base::Result<ground::Cover> cover_word(const std::string& word, const std::string& option);
/// A cell takes the class that most of its places have; where the raster says nothing, `otherwise`.
[[nodiscard]] base::Result<CoverGrid> take_cover(const SourceRaster& source, const Frame& frame,
                                                 const scenario::CoverTable& table, ground::Cover otherwise,
                                                 std::vector<std::string>& notes);

}  // namespace linghe::atlas
