#include "linghe/record/view_reader.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "block_file.hpp"
#include "codec.hpp"
#include "linghe/base/hash.hpp"
#include "view_decoder.hpp"
#include "view_header.hpp"

namespace linghe::record {
namespace {

constexpr std::size_t kIndexEntryBytes = 24;
constexpr std::uint32_t kMostChunkSeconds = 3600;

}  // namespace

struct ViewReader::Impl {
    explicit Impl(BlockFile blocks) : file(std::move(blocks)) {}

    std::string path;
    BlockFile file;
    ViewHeader header;
    std::vector<ViewChunkInfo> chunks;
    bool complete = false;
    std::string dropped_why;
    Zstd zstd;
    ChunkDecoder decoder;
    std::size_t open_chunk = SIZE_MAX;
    bool frame_valid = false;
    Frame frame;

    bool accept(const ViewChunkInfo& c) {
        const std::uint32_t expected =
            chunks.empty() ? 0 : chunks.back().first_second + chunks.back().seconds;
        if (c.seconds == 0 || c.seconds > kMostChunkSeconds) return false;
        // The first frame of a chunk has to bring smoke, dust and rows of units: nothing before it does.
        if (c.first_second % kViewSceneSeconds != 0) return false;
        if (chunks.empty() ? c.first_second != 0 : c.first_second != expected) return false;
        if (c.offset > file.size() || file.size() - c.offset < c.block_bytes) return false;
        chunks.push_back(c);
        return true;
    }

    bool read_index() {
        const std::uint64_t footer_bytes = base::kLogHeaderBytes + kFooterPayloadBytes;
        if (file.size() < footer_bytes) return false;
        const auto footer = file.at(file.size() - footer_bytes, kBlockViewFooter);
        if (!footer.ok()) return false;
        Cursor f(as_u8(footer->payload));
        const std::uint64_t at = f.u64();
        const auto magic = f.bytes(kViewEndMagic.size());
        if (!f.ok || !std::equal(magic.begin(), magic.end(), kViewEndMagic.begin())) return false;
        const auto index = file.at(at, kBlockViewIndex);
        if (!index.ok()) return false;
        Cursor c(as_u8(index->payload));
        const std::uint32_t n = c.u32();
        if (n > c.left() / kIndexEntryBytes) return false;
        for (std::uint32_t k = 0; k < n; ++k) {
            ViewChunkInfo info;
            info.offset = c.u64();
            info.block_bytes = c.u32();
            info.first_second = c.u32();
            info.seconds = c.u32();
            info.partial = c.u32() != 0;
            if (!accept(info)) return false;
        }
        return true;
    }

    /// Walks the blocks one after the other, checking each; what comes after the first fault is dropped.
    void scan(std::uint64_t offset) {
        chunks.clear();
        dropped_why = "the footer is missing: the run was cut";
        while (offset < file.size()) {
            const auto block = file.at(offset);
            if (!block.ok()) {
                dropped_why = block.error().message;
                return;
            }
            if (block->type != kBlockViewChunk) return;  // the index of a file whose footer is damaged
            const auto total = static_cast<std::uint32_t>(block->end - offset);
            Cursor c(as_u8(block->payload));
            ViewChunkInfo info{offset, total, c.u32(), 0, false};
            info.seconds = c.u32();
            c.bytes(24);
            info.partial = c.u32() != 0;
            if (!c.ok || !accept(info)) {
                dropped_why =
                    "the chunk at byte " + std::to_string(offset) + " does not follow the one before";
                return;
            }
            offset += total;
        }
    }

    base::Result<Stream> raw_chunk(std::size_t k) {
        LINGHE_TRY(const Block block, file.at(chunks[k].offset, kBlockViewChunk));
        Cursor c(as_u8(block.payload));
        if (c.u32() != chunks[k].first_second || c.u32() != chunks[k].seconds)
            return file.corrupt("a chunk is not in its place");
        c.u64();
        const std::uint64_t hash = c.u64(), raw_bytes = c.u64();
        c.u64();
        if (!c.ok) return file.corrupt("a chunk is too short");
        Stream raw;
        LINGHE_CHECK_OK(zstd.expand(c.bytes(c.left()), raw_bytes, raw));
        if (base::hash_bytes(raw.data(), raw.size()) != hash)
            return file.corrupt("the hash of a chunk is wrong");
        return raw;
    }

    base::Result<void> seek(std::uint32_t second) {
        const auto it =
            std::upper_bound(chunks.begin(), chunks.end(), second,
                             [](std::uint32_t s, const ViewChunkInfo& c) { return s < c.first_second; });
        const auto k = static_cast<std::size_t>(it - chunks.begin()) - 1;
        const bool ahead = k == open_chunk && frame_valid && second >= frame.second;
        if (ahead) return {};
        frame_valid = false;
        open_chunk = SIZE_MAX;
        LINGHE_TRY(Stream raw, raw_chunk(k));
        LINGHE_CHECK_OK(decoder.begin(header, std::move(raw), chunks[k].first_second, chunks[k].seconds));
        LINGHE_CHECK_OK(decoder.next(frame));
        open_chunk = k;
        frame_valid = true;
        return {};
    }
};

ViewReader::ViewReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ViewReader::ViewReader(ViewReader&&) noexcept = default;
ViewReader& ViewReader::operator=(ViewReader&&) noexcept = default;
ViewReader::~ViewReader() = default;

base::Result<ViewReader> ViewReader::open(base::FileSystem& fs, const std::string& path) {
    LINGHE_TRY(BlockFile file, BlockFile::open(fs, path));
    auto impl = std::make_unique<Impl>(std::move(file));
    impl->path = path;
    const auto block = impl->file.at(0, kBlockViewHeader);
    if (!block.ok()) {
        if (block.error().code != base::ErrorCode::corrupt) return block.error();
        return base::Error{base::ErrorCode::corrupt, path,
                           "this is no view file of Linghe, or its header is damaged",
                           "give the view.lgv of a run folder"};
    }
    LINGHE_TRY(impl->header, decode_view_header(as_u8(block->payload), impl->zstd));
    impl->complete = impl->read_index();
    if (!impl->complete) impl->scan(block->end);
    return ViewReader(std::move(impl));
}

const ViewHeader& ViewReader::header() const noexcept { return impl_->header; }
std::uint32_t ViewReader::seconds() const noexcept {
    return impl_->chunks.empty() ? 0 : impl_->chunks.back().first_second + impl_->chunks.back().seconds;
}
bool ViewReader::complete() const noexcept { return impl_->complete; }
const std::string& ViewReader::dropped_why() const noexcept { return impl_->dropped_why; }
const std::vector<ViewChunkInfo>& ViewReader::chunks() const noexcept { return impl_->chunks; }

base::Result<const Frame*> ViewReader::at(std::uint32_t second) {
    if (second >= seconds()) {
        return base::Error{base::ErrorCode::usage, impl_->path,
                           "there is no second " + std::to_string(second) + "; the file holds " +
                               std::to_string(seconds()) + " seconds",
                           "ask for a second from 0 to the last"};
    }
    LINGHE_CHECK_OK(impl_->seek(second));
    while (impl_->frame.second < second) {
        if (auto step = impl_->decoder.next(impl_->frame); !step.ok()) {
            impl_->frame_valid = false;
            return step.error();
        }
    }
    return &impl_->frame;
}

base::Result<std::vector<ViewEvent>> ViewReader::events(std::uint32_t from_s, std::uint32_t to_s) {
    std::vector<ViewEvent> out;
    const std::int64_t from = std::int64_t{from_s} * 10, to = std::int64_t{to_s} * 10;
    for (std::size_t k = 0; k < impl_->chunks.size(); ++k) {
        const ViewChunkInfo& c = impl_->chunks[k];
        // An event of the last tick of a chunk may bear the tick that begins the next.
        if (c.first_second > to_s || std::uint64_t{c.first_second} + c.seconds < from_s) continue;
        LINGHE_TRY(const Stream raw, impl_->raw_chunk(k));
        LINGHE_TRY(const auto events, decode_events(raw));
        for (const ViewEvent& e : events) {
            if (e.tick >= from && e.tick < to) out.push_back(e);
        }
    }
    return out;
}

base::Result<std::uint64_t> ViewReader::record_hash() {
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < impl_->chunks.size(); ++k) {
        if (impl_->chunks[k].partial) continue;
        LINGHE_TRY(const Stream raw, impl_->raw_chunk(k));
        hash = base::hash_mix(hash, base::hash_bytes(raw.data(), raw.size()));
    }
    return hash;
}

std::vector<std::string> ViewReader::damaged_chunks() const {
    const auto clock = [](std::uint32_t s) {
        return std::to_string(s / 60) + (s % 60 < 10 ? ":0" : ":") + std::to_string(s % 60);
    };
    std::vector<std::string> out;
    for (std::size_t k = 0; k < impl_->chunks.size(); ++k) {
        const ViewChunkInfo& c = impl_->chunks[k];
        const auto block = impl_->file.at(c.offset, kBlockViewChunk);
        if (block.ok()) continue;
        out.push_back("chunk " + std::to_string(k + 1) + " of " + std::to_string(impl_->chunks.size()) +
                      " (" + clock(c.first_second) + " to " + clock(c.first_second + c.seconds) +
                      "): " + block.error().message);
    }
    return out;
}

void between(const Frame& a, const Frame& b, float share, std::vector<float>& x_m, std::vector<float>& y_m,
             float jump_m) {
    const std::size_t n = std::min(a.x_m.size(), b.x_m.size());
    x_m.resize(n);
    y_m.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const float dx = b.x_m[i] - a.x_m[i], dy = b.y_m[i] - a.y_m[i];
        const bool jumps = dx > jump_m || dx < -jump_m || dy > jump_m || dy < -jump_m;
        const float part = jumps ? (share < 0.5F ? 0.0F : 1.0F) : share;
        x_m[i] = a.x_m[i] + dx * part;
        y_m[i] = a.y_m[i] + dy * part;
    }
}

}  // namespace linghe::record
