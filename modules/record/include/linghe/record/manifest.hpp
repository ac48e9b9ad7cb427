// What: manifest.json of a run folder: what was run, with what, how far it came, and which files to trust.
// Who: RunFolder writes it; `linghe info`, report, batch and viewers read it with read_manifest().
// Never: written before the files it names; never half there.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"

namespace linghe::record {

inline constexpr int kManifestVersion = 1;

struct ManifestFile {
    std::string name;  ///< inside the folder
    std::uint64_t bytes = 0;
    std::string crc32c;  ///< 8 hex digits
};
struct TickHash {
    std::int64_t tick = 0;
    std::uint64_t root = 0;
};

/// Of a run that left another one: where, and with what luck its men were made.
struct ForkNote {
    std::string of;                    ///< name of the folder of the run it left
    std::int64_t tick = -1;            ///< at which it left; -1: no fork
    std::uint64_t root_hash = 0;       ///< state hash of both at that tick
    std::uint64_t setup_seed = 0;      ///< by which the men were made; `seed` is the luck since the fork
    std::vector<std::string> changes;  ///< in words of the command line
};

struct Manifest {
    int schema_version = kManifestVersion;
    std::string state;  ///< "running", "suspended", "finished"
    std::string release, build, command;
    std::string scenario_id, scenario_path;
    std::string title_en, title_zh;
    std::uint64_t scenario_hash = 0, seed = 0;
    std::vector<std::string> without, settings;    ///< --without, --set as given
    std::vector<std::string> interventions;        ///< all of them, in words
    std::vector<std::string> interventions_given;  ///< --intervention as given
    ForkNote fork;
    std::uint32_t men = 0, units = 0, persons = 0;
    std::int64_t end_tick = 0, clock_zero_tick = 0;
    std::int64_t tick = 0;          ///< how far it came
    std::uint32_t seconds = 0;      ///< frames in the view file
    std::uint64_t root_hash = 0;    ///< state hash at `tick`
    std::uint64_t record_hash = 0;  ///< of the uncompressed record so far
    std::vector<TickHash> hashes;   ///< root hash every 100 ticks
    std::int64_t keyframe_spacing_ticks = 0;
    std::vector<ManifestFile> files;
    std::vector<std::string> warnings;
};

/// What is known of the run in `folder`: manifest.json, else manifest.partial.json of a run that goes on or
/// was killed.
/// Errors: usage when the folder holds no run; corrupt; io.
base::Result<Manifest> read_manifest(base::FileSystem& fs, const std::string& folder);

}  // namespace linghe::record
