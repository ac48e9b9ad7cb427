// What: the state file: whole states (keyframes) of a run, from which it resumes and from which others fork.
// Who: RunFolder writes it; resume and fork read it.
// Never: gives a keyframe whose checksum is wrong; never more than limits::kStateFileBytes.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"
#include "linghe/base/units.hpp"

namespace linghe::record {

inline constexpr base::Tick kKeyframeTicks = 3000;  ///< 5 minutes

/// What a state file is of.
struct StateFileHead {
    std::string release;
    std::uint64_t scenario_hash = 0, seed = 0;
    std::uint32_t men = 0;
};

/// One keyframe: sim::save_state bytes, and what the writers of the record need to go on.
struct Keyframe {
    base::Tick tick = 0;
    std::uint64_t root_hash = 0;
    std::vector<std::byte> state;   ///< sim::save_state
    std::vector<std::byte> view;    ///< ViewWriter::save
    std::vector<std::byte> ledger;  ///< Ledger::save
    std::vector<std::byte> folder;  ///< RunFolder's own notes
};
struct KeyframeInfo {
    base::Tick tick = 0;
    std::uint64_t root_hash = 0;
    std::uint64_t offset = 0, end = 0;
};

class StateWriter {
public:
    static base::Result<StateWriter> create(base::FileSystem& fs, const std::string& path,
                                            const StateFileHead& head);
    /// Goes on behind a keyframe; what comes after it is cut off.
    static base::Result<StateWriter> resume(base::FileSystem& fs, const std::string& path,
                                            const KeyframeInfo& from);
    StateWriter(StateWriter&&) noexcept;
    StateWriter& operator=(StateWriter&&) noexcept;
    ~StateWriter();

    /// On return the keyframe survives a power cut. False: the file would pass its limit, nothing was
    /// written.
    base::Result<bool> append(const Keyframe& keyframe);
    [[nodiscard]] std::uint64_t bytes_written() const noexcept;
    base::Result<void> finish();

private:
    struct Impl;
    explicit StateWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

struct StateFile {
    StateFileHead head;
    std::vector<KeyframeInfo> keyframes;  ///< valid ones, in order of time
    std::string dropped_why;              ///< why the reading ended before the end of the file, or empty
};
/// Reads and checks the whole file. Errors: io; corrupt when it is no state file. A damaged tail is left out.
base::Result<StateFile> read_state_file(base::FileSystem& fs, const std::string& path);
/// The keyframe in full.
base::Result<Keyframe> read_keyframe(base::FileSystem& fs, const std::string& path,
                                     const KeyframeInfo& which);
/// The last valid keyframe at or before `tick`.
base::Result<Keyframe> read_latest_valid(base::FileSystem& fs, const std::string& path,
                                         base::Tick tick = INT64_MAX);

}  // namespace linghe::record
