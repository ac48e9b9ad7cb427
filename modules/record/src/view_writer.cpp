#include "linghe/record/view_writer.hpp"

#include <algorithm>
#include <optional>

#include "block_file.hpp"
#include "codec.hpp"
#include "linghe/base/hash.hpp"
#include "linghe/record/view_reader.hpp"
#include "view_header.hpp"
#include "view_men_writer.hpp"
#include "view_scene_writer.hpp"

namespace linghe::record {
namespace {

constexpr std::ptrdiff_t kChunkLinkAt = 8;  ///< of the offset of the chunk before, in a chunk's payload
constexpr std::size_t kChunkHead = 40;

}  // namespace

struct ViewWriter::Impl {
    base::FileSystem* fs = nullptr;
    std::string path;
    ViewOptions options;
    std::optional<base::AppendLog> log;
    Zstd zstd;
    MenWriter men;
    SceneWriter scene;
    std::int64_t events_until = 0;     ///< tick up to which events are taken
    std::uint32_t chunk_first = 0;     ///< first second of the open chunk
    std::uint32_t chunk_seconds = 0;   ///< samples in it
    std::vector<ViewChunkInfo> index;  ///< whole chunks written
    std::uint64_t whole_bytes = 0;     ///< size of the file behind the last whole chunk
    std::uint64_t hash = 0;

    void sample(const sim::State& state) {
        const auto second = static_cast<std::uint32_t>(state.world.tick() / base::kTicksPerSecond);
        const bool first = chunk_seconds == 0;
        if (first) {
            chunk_first = second;
            men.key(state.world.men);
        } else {
            men.update(state.world.men);
        }
        scene.sample(state, second, first);
        ++chunk_seconds;
    }

    /// What save() wrote.
    bool load(const model::Model& model, const sim::State& state, std::span<const std::byte> saved) {
        Cursor c(as_u8(saved));
        whole_bytes = c.u64();
        hash = c.u64();
        chunk_first = c.u32();
        chunk_seconds = c.u32();
        const std::size_t chunks = c.count(4);
        for (std::size_t k = 0; k < chunks; ++k) {
            ViewChunkInfo info;
            info.offset = c.varint();
            info.block_bytes = static_cast<std::uint32_t>(c.varint());
            info.first_second = static_cast<std::uint32_t>(c.varint());
            info.seconds = static_cast<std::uint32_t>(c.varint());
            index.push_back(info);
        }
        const ViewHeader header = make_view_header(model, state.world.smoke.size(), options);
        men = MenWriter(state.world.men.size());
        scene = SceneWriter(model, state, header.smoke);
        return men.load(c) && scene.load(c) && c.ok && c.left() == 0;
    }

    base::Result<void> start_file(const model::Model& model, const sim::State& state) {
        const ViewHeader header = make_view_header(model, state.world.smoke.size(), options);
        LINGHE_TRY(const Stream payload, encode_view_header(header, zstd));
        LINGHE_TRY(base::AppendLog made, base::AppendLog::create(*fs, path));
        LINGHE_CHECK_OK(made.append(kBlockViewHeader, as_bytes_of(payload)));
        log.emplace(std::move(made));
        return {};
    }

    /// The chunks of the index out of another file; each names the one before it, so that one word of it changes.
    base::Result<void> take_chunks(const BlockFile& from) {
        std::uint64_t before = UINT64_MAX;
        for (ViewChunkInfo& info : index) {
            LINGHE_TRY(Block block, from.at(info.offset, kBlockViewChunk));
            if (block.payload.size() < kChunkHead) return from.corrupt("a chunk without its head");
            Stream link;
            put_u64(link, before);
            const auto bytes = as_bytes_of(link);
            std::copy(bytes.begin(), bytes.end(), block.payload.begin() + kChunkLinkAt);
            before = info.offset = log->size_bytes();
            LINGHE_CHECK_OK(log->append(kBlockViewChunk, block.payload));
            info.block_bytes = static_cast<std::uint32_t>(log->size_bytes() - info.offset);
        }
        whole_bytes = log->size_bytes();
        return log->flush();
    }

    base::Result<void> close_chunk(bool partial) {
        Stream raw, time;
        put_u32(time, chunk_first);
        put_u32(time, chunk_seconds);
        put_section(raw, Section::time, time);
        men.take(raw);
        scene.take(raw);
        const std::uint64_t raw_hash = base::hash_bytes(raw.data(), raw.size());
        Stream payload;
        put_u32(payload, chunk_first);
        put_u32(payload, chunk_seconds);
        put_u64(payload, index.empty() ? UINT64_MAX : index.back().offset);
        put_u64(payload, raw_hash);
        put_u64(payload, raw.size());
        put_u32(payload, partial ? 1 : 0);
        put_u32(payload, 0);
        LINGHE_CHECK_OK(zstd.compress(raw, options.level, payload));
        const std::uint64_t offset = log->size_bytes();
        LINGHE_CHECK_OK(log->append(kBlockViewChunk, as_bytes_of(payload)));
        index.push_back({offset, static_cast<std::uint32_t>(log->size_bytes() - offset), chunk_first,
                         chunk_seconds, partial});
        if (!partial) {
            hash = base::hash_mix(hash, raw_hash);
            whole_bytes = log->size_bytes();
        }
        chunk_seconds = 0;
        return {};
    }

    base::Result<void> write_index() {
        Stream payload;
        put_u32(payload, static_cast<std::uint32_t>(index.size()));
        for (const ViewChunkInfo& c : index) {
            put_u64(payload, c.offset);
            put_u32(payload, c.block_bytes);
            put_u32(payload, c.first_second);
            put_u32(payload, c.seconds);
            put_u32(payload, c.partial ? 1 : 0);
        }
        const std::uint64_t offset = log->size_bytes();
        LINGHE_CHECK_OK(log->append(kBlockViewIndex, as_bytes_of(payload)));
        Stream footer;
        put_u64(footer, offset);
        put_bytes(footer,
                  {reinterpret_cast<const std::uint8_t*>(kViewEndMagic.data()), kViewEndMagic.size()});
        return log->append(kBlockViewFooter, as_bytes_of(footer));
    }
};

ViewWriter::ViewWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ViewWriter::ViewWriter(ViewWriter&&) noexcept = default;
ViewWriter& ViewWriter::operator=(ViewWriter&&) noexcept = default;
ViewWriter::~ViewWriter() = default;

base::Result<ViewWriter> ViewWriter::create(base::FileSystem& fs, const std::string& path,
                                            const model::Model& model, const sim::State& state,
                                            const ViewOptions& options) {
    auto impl = std::make_unique<Impl>();
    impl->fs = &fs;
    impl->path = path;
    impl->options = options;
    LINGHE_CHECK_OK(impl->start_file(model, state));
    LINGHE_CHECK_OK(impl->log->flush());
    impl->whole_bytes = impl->log->size_bytes();
    const ViewHeader header = make_view_header(model, state.world.smoke.size(), options);
    impl->men = MenWriter(state.world.men.size());
    impl->scene = SceneWriter(model, state, header.smoke);
    impl->sample(state);
    return ViewWriter(std::move(impl));
}

base::Result<void> ViewWriter::after_step(const sim::State& state) {
    impl_->scene.take_events(state.world.events);
    const base::Tick tick = state.world.tick();
    if (tick % base::kTicksPerSecond != 0) return {};
    if (impl_->chunk_seconds >= kViewChunkSeconds) LINGHE_CHECK_OK(impl_->close_chunk(false));
    impl_->sample(state);
    return {};
}

base::Result<void> ViewWriter::flush() { return impl_->log->flush(); }

std::vector<std::byte> ViewWriter::save() const {
    Stream s;
    put_u64(s, impl_->whole_bytes);
    put_u64(s, impl_->hash);
    put_u32(s, impl_->chunk_first);
    put_u32(s, impl_->chunk_seconds);
    put_varint(s, impl_->index.size());
    for (const ViewChunkInfo& c : impl_->index) {
        put_varint(s, c.offset);
        put_varint(s, c.block_bytes);
        put_varint(s, c.first_second);
        put_varint(s, c.seconds);
    }
    impl_->men.save(s);
    impl_->scene.save(s);
    const auto bytes = as_bytes_of(s);
    return {bytes.begin(), bytes.end()};
}

base::Result<ViewWriter> ViewWriter::resume(base::FileSystem& fs, const std::string& path,
                                            const model::Model& model, const sim::State& state,
                                            std::span<const std::byte> saved, const ViewOptions& options) {
    const auto bad = [&](const char* why) {
        return base::Error{base::ErrorCode::corrupt, path, why, "run the battle anew into another folder"};
    };
    auto impl = std::make_unique<Impl>();
    impl->fs = &fs;
    impl->path = path;
    impl->options = options;
    if (!impl->load(model, state, saved))
        return bad("the writer's notes in the state file do not fit this battle");
    LINGHE_CHECK_OK(cut_back(fs, path, impl->whole_bytes));
    LINGHE_TRY(base::AppendLog log, base::AppendLog::reopen(fs, path));
    if (log.size_bytes() != impl->whole_bytes) return bad("damaged before the keyframe to resume from");
    impl->log.emplace(std::move(log));
    return ViewWriter(std::move(impl));
}

base::Result<ViewWriter> ViewWriter::fork(base::FileSystem& fs, const std::string& from,
                                          const std::string& path, const model::Model& model,
                                          const sim::State& state, std::span<const std::byte> saved,
                                          const ViewOptions& options) {
    auto impl = std::make_unique<Impl>();
    impl->fs = &fs;
    impl->path = path;
    impl->options = options;
    LINGHE_TRY(const BlockFile old, BlockFile::open(fs, from));
    if (!impl->load(model, state, saved)) return old.corrupt("the writer's notes do not fit this battle");
    LINGHE_CHECK_OK(impl->start_file(model, state));
    LINGHE_CHECK_OK(impl->take_chunks(old));
    return ViewWriter(std::move(impl));
}

base::Result<void> ViewWriter::finish(bool suspended) {
    if (impl_->chunk_seconds > 0) LINGHE_CHECK_OK(impl_->close_chunk(suspended));
    LINGHE_CHECK_OK(impl_->write_index());
    return impl_->log->finish();
}

std::uint64_t ViewWriter::record_hash() const noexcept { return impl_->hash; }
std::uint64_t ViewWriter::bytes_written() const noexcept { return impl_->log ? impl_->log->size_bytes() : 0; }
std::uint32_t ViewWriter::seconds() const noexcept {
    return impl_->chunk_seconds > 0 ? impl_->chunk_first + impl_->chunk_seconds
           : impl_->index.empty()   ? 0
                                    : impl_->index.back().first_second + impl_->index.back().seconds;
}

}  // namespace linghe::record
