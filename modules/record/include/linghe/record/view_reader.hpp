// What: reads a view file: its header, the frame of any second, the events of any span.
// Who: draw, report, export, serve, tests. Needs no Model and no State.
// Never: trusts a length in the file; a torn or damaged tail makes the battle shorter, never wrong.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"
#include "linghe/record/view_types.hpp"

namespace linghe::record {

/// One chunk as the index knows it.
struct ViewChunkInfo {
    std::uint64_t offset = 0;       ///< of its block in the file
    std::uint32_t block_bytes = 0;  ///< block header and payload
    std::uint32_t first_second = 0, seconds = 0;
    bool partial = false;  ///< written at a suspension: shorter than 60 s
};

class ViewReader {
public:
    /// @param fs outlives the reader. Errors: io; corrupt when it is no view file, of another version, or
    /// when its
    /// header is damaged. Damage further on only shortens seconds(); dropped_why() tells.
    static base::Result<ViewReader> open(base::FileSystem& fs, const std::string& path);
    ViewReader(ViewReader&&) noexcept;
    ViewReader& operator=(ViewReader&&) noexcept;
    ~ViewReader();

    [[nodiscard]] const ViewHeader& header() const noexcept;
    /// Frames in the file: seconds 0 .. seconds()-1.
    [[nodiscard]] std::uint32_t seconds() const noexcept;
    /// True when the footer is there: the run was finished or suspended in order.
    [[nodiscard]] bool complete() const noexcept;
    [[nodiscard]] const std::string& dropped_why() const noexcept;
    [[nodiscard]] const std::vector<ViewChunkInfo>& chunks() const noexcept;

    /// The frame of a second; owned by the reader, valid until the next call. Going forward is fast (0.2 ms a
    /// second
    /// for 60,000 men); a jump decodes from the beginning of its chunk. Errors: usage beyond the end;
    /// corrupt.
    base::Result<const Frame*> at(std::uint32_t second);
    /// Events with from_s <= tick/10 < to_s, in order of their numbers.
    base::Result<std::vector<ViewEvent>> events(std::uint32_t from_s, std::uint32_t to_s);
    /// Record hash computed anew from the chunks (decompresses all): the one in the manifest.
    base::Result<std::uint64_t> record_hash();
    /// Which chunks are not as they were written, one sentence each, by their checksums (nothing is unpacked).
    [[nodiscard]] std::vector<std::string> damaged_chunks() const;

private:
    struct Impl;
    explicit ViewReader(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Places between two frames of consecutive seconds: share 0 = a, 1 = b. A man who moved more than `jump_m`
/// (joined
/// from elsewhere, never by walking) is not smeared: he is shown at a until share 0.5.
void between(const Frame& a, const Frame& b, float share, std::vector<float>& x_m, std::vector<float>& y_m,
             float jump_m = 30.0F);

}  // namespace linghe::record
