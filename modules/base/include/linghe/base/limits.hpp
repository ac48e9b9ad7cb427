// What: every limit of Linghe in one table: name, value, unit, and what happens beyond it.
// Who: readers and setup enforce them; `linghe limits` prints the table; the command line may override.
// Never: raised by a request over the network; never passed in silence.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "linghe/base/result.hpp"

namespace linghe::base {

namespace limits {
inline constexpr std::uint64_t kScenarioBytes = std::uint64_t{16} << 20;
inline constexpr std::uint64_t kGridBytes = std::uint64_t{128} << 20;
inline constexpr std::uint64_t kNesting = 64;
inline constexpr std::uint64_t kStringBytes = 4096;
inline constexpr std::uint64_t kArrayItems = 1'000'000;
inline constexpr std::uint64_t kSoldiers = 1'000'000;
inline constexpr std::uint64_t kUnits = 20'000;
inline constexpr std::uint64_t kLeaders = 20'000;
inline constexpr std::uint64_t kMessagesInFlight = 100'000;
inline constexpr std::uint64_t kMapCells = 4096ull * 4096ull;
inline constexpr std::uint64_t kMapFields = 16;
inline constexpr std::uint64_t kTicksPerRun = 2'000'000;
inline constexpr std::uint64_t kMemoryPercent = 75;
inline constexpr std::uint64_t kEventsPerTick = 1'000'000;
inline constexpr std::uint64_t kStudyRuns = 100'000;
inline constexpr std::uint64_t kStudyRunBytes = std::uint64_t{8} << 20;
inline constexpr std::uint64_t kStateFileBytes = std::uint64_t{256} << 20;
inline constexpr std::uint64_t kResultsBytes = std::uint64_t{25} << 20;
inline constexpr std::uint64_t kUnitLeaderSubjects = 64;
inline constexpr std::uint64_t kForceLeaderSubjects = 512;
inline constexpr std::uint64_t kLogBlockBytes = std::uint64_t{256} << 20;
}  // namespace limits

struct Limit {
    std::string_view name;
    std::uint64_t value;
    std::string_view unit;
    std::string_view on_excess;
};

inline constexpr std::array kLimits = {
    Limit{"scenario_bytes", limits::kScenarioBytes, "bytes", "refused with the path inside the document"},
    Limit{"grid_bytes", limits::kGridBytes, "bytes", "refused with the name of the file"},
    Limit{"nesting", limits::kNesting, "levels", "refused with the path inside the document"},
    Limit{"string_bytes", limits::kStringBytes, "bytes", "refused with the path inside the document"},
    Limit{"array_items", limits::kArrayItems, "items", "refused with the path inside the document"},
    Limit{"soldiers", limits::kSoldiers, "men", "refused at setup with the estimate"},
    Limit{"units", limits::kUnits, "units", "refused at setup with the estimate"},
    Limit{"leaders", limits::kLeaders, "persons", "refused at setup with the estimate"},
    Limit{"messages_in_flight", limits::kMessagesInFlight, "messages", "refused at setup with the estimate"},
    Limit{"map_cells", limits::kMapCells, "cells", "refused at setup with the estimate"},
    Limit{"map_fields", limits::kMapFields, "fields", "refused at setup with the estimate"},
    Limit{"ticks_per_run", limits::kTicksPerRun, "ticks", "stopped at a tick boundary with a valid record"},
    Limit{"memory_percent", limits::kMemoryPercent, "% of free memory", "refused at setup with the estimate"},
    Limit{"events_per_tick", limits::kEventsPerTick, "events", "counted; single men thinned by rule"},
    Limit{"study_runs", limits::kStudyRuns, "runs", "refused"},
    Limit{"study_run_bytes", limits::kStudyRunBytes, "bytes", "detail dropped by a fixed rule, and told"},
    Limit{"state_file_bytes", limits::kStateFileBytes, "bytes", "the spacing of keyframes is doubled"},
    Limit{"results_bytes", limits::kResultsBytes, "bytes", "tracks thinned by a fixed rule, and told"},
    Limit{"unit_leader_subjects", limits::kUnitLeaderSubjects, "beliefs", "the least relevant is dropped"},
    Limit{"force_leader_subjects", limits::kForceLeaderSubjects, "beliefs", "the least relevant is dropped"},
    Limit{"log_block_bytes", limits::kLogBlockBytes, "bytes",
          "refused by the writer, corrupt for the reader"},
};

/// Ok, or an Error (limit) that names the limit, the figure found and the bound. `name` must be of the table.
Result<void> within_limit(std::string_view name, std::uint64_t found, std::string_view where);

/// a * b, or nothing on overflow: sizes are estimated before memory is asked for.
constexpr bool checked_mul(std::uint64_t a, std::uint64_t b, std::uint64_t& product) noexcept {
    if (a != 0 && b > UINT64_MAX / a) return false;
    product = a * b;
    return true;
}

}  // namespace linghe::base
