#include "linghe/record/state_file.hpp"

#include "block_file.hpp"
#include "codec.hpp"
#include "linghe/base/limits.hpp"

namespace linghe::record {
namespace {

constexpr std::string_view kMagic = "LGHSTAT\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint16_t kBlockHead = 1, kBlockKeyframe = 2;
constexpr std::uint32_t kMostSections = 16;

base::Result<StateFileHead> head_of(const Block& block, const std::string& path) {
    Cursor c(as_u8(block.payload));
    const auto magic = c.bytes(kMagic.size());
    const bool ours = c.ok && std::equal(magic.begin(), magic.end(), kMagic.begin());
    const std::uint32_t version = c.u32();
    StateFileHead head;
    head.scenario_hash = c.u64();
    head.seed = c.u64();
    head.men = c.u32();
    const auto release = c.block();
    head.release.assign(release.begin(), release.end());
    if (!ours || !c.ok) {
        return base::Error{base::ErrorCode::corrupt, path, "this is no state file of Linghe",
                           "give the state.lgs of a run"};
    }
    if (version != kVersion) {
        return base::Error{base::ErrorCode::corrupt, path,
                           "state file of format version " + std::to_string(version),
                           "use release " + head.release + " of Linghe"};
    }
    return head;
}

KeyframeInfo info_of(const Block& block) {
    Cursor c(as_u8(block.payload));
    KeyframeInfo info;
    info.tick = static_cast<base::Tick>(c.u64());
    info.root_hash = c.u64();
    info.offset = block.offset;
    info.end = block.end;
    return info;
}

}  // namespace

struct StateWriter::Impl {
    explicit Impl(base::AppendLog l) : log(std::move(l)) {}
    base::AppendLog log;
    Zstd zstd;
};

StateWriter::StateWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
StateWriter::StateWriter(StateWriter&&) noexcept = default;
StateWriter& StateWriter::operator=(StateWriter&&) noexcept = default;
StateWriter::~StateWriter() = default;

base::Result<StateWriter> StateWriter::create(base::FileSystem& fs, const std::string& path,
                                              const StateFileHead& head) {
    Stream s;
    put_bytes(s, {reinterpret_cast<const std::uint8_t*>(kMagic.data()), kMagic.size()});
    put_u32(s, kVersion);
    put_u64(s, head.scenario_hash);
    put_u64(s, head.seed);
    put_u32(s, head.men);
    put_block(s, {reinterpret_cast<const std::uint8_t*>(head.release.data()), head.release.size()});
    LINGHE_TRY(base::AppendLog log, base::AppendLog::create(fs, path));
    LINGHE_CHECK_OK(log.append(kBlockHead, as_bytes_of(s)));
    LINGHE_CHECK_OK(log.flush());
    return StateWriter(std::make_unique<Impl>(std::move(log)));
}

base::Result<StateWriter> StateWriter::resume(base::FileSystem& fs, const std::string& path,
                                              const KeyframeInfo& from) {
    LINGHE_CHECK_OK(cut_back(fs, path, from.end));
    LINGHE_TRY(base::AppendLog log, base::AppendLog::reopen(fs, path));
    if (log.size_bytes() != from.end) {
        return base::Error{base::ErrorCode::corrupt, path, "damaged before the keyframe to resume from",
                           "resume from an earlier keyframe, or run the battle again"};
    }
    return StateWriter(std::make_unique<Impl>(std::move(log)));
}

base::Result<bool> StateWriter::append(const Keyframe& k) {
    Stream s;
    put_u64(s, static_cast<std::uint64_t>(k.tick));
    put_u64(s, k.root_hash);
    const std::vector<std::byte>* parts[] = {&k.state, &k.view, &k.ledger, &k.folder};
    put_u32(s, static_cast<std::uint32_t>(std::size(parts)));
    std::uint32_t id = 0;
    for (const auto* part : parts) {
        Stream packed;
        LINGHE_CHECK_OK(impl_->zstd.compress(as_u8(*part), 3, packed));
        put_u32(s, ++id);
        put_u64(s, part->size());
        put_u64(s, packed.size());
        put_bytes(s, packed);
    }
    if (impl_->log.size_bytes() + s.size() + base::kLogHeaderBytes > base::limits::kStateFileBytes)
        return false;
    LINGHE_CHECK_OK(impl_->log.append(kBlockKeyframe, as_bytes_of(s)));
    LINGHE_CHECK_OK(impl_->log.flush());
    return true;
}

std::uint64_t StateWriter::bytes_written() const noexcept { return impl_->log.size_bytes(); }
base::Result<void> StateWriter::finish() { return impl_->log.finish(); }

base::Result<StateFile> read_state_file(base::FileSystem& fs, const std::string& path) {
    LINGHE_TRY(const BlockFile file, BlockFile::open(fs, path));
    const auto first = file.at(0);
    if (!first.ok() || first->type != kBlockHead) {
        if (!first.ok() && first.error().code == base::ErrorCode::io) return first.error();
        return base::Error{base::ErrorCode::corrupt, path,
                           "this is no state file of Linghe, or its head is damaged",
                           "give the state.lgs of a run folder"};
    }
    StateFile out;
    LINGHE_TRY(out.head, head_of(first.value(), path));
    for (std::uint64_t at = first->end; at < file.size();) {
        const auto block = file.at(at, kBlockKeyframe);
        if (!block.ok()) {
            if (block.error().code == base::ErrorCode::io) return block.error();
            out.dropped_why = block.error().message;
            break;
        }
        out.keyframes.push_back(info_of(block.value()));
        at = block->end;
    }
    return out;
}

base::Result<Keyframe> read_keyframe(base::FileSystem& fs, const std::string& path,
                                     const KeyframeInfo& which) {
    LINGHE_TRY(const BlockFile file, BlockFile::open(fs, path));
    LINGHE_TRY(const Block block, file.at(which.offset, kBlockKeyframe));
    Cursor c(as_u8(block.payload));
    Keyframe k;
    k.tick = static_cast<base::Tick>(c.u64());
    k.root_hash = c.u64();
    std::uint32_t parts = c.u32();
    if (parts > kMostSections) return file.corrupt("a keyframe of too many parts");
    Zstd zstd;
    std::vector<std::byte>* into[] = {&k.state, &k.view, &k.ledger, &k.folder};
    for (; parts > 0; --parts) {
        const std::uint32_t id = c.u32();
        const std::uint64_t raw = c.u64();
        const auto packed = c.bytes(static_cast<std::size_t>(c.u64()));
        if (!c.ok) return file.corrupt("a keyframe is too short");
        if (id == 0 || id > std::size(into)) continue;  // of a later release
        Stream bytes;
        LINGHE_CHECK_OK(zstd.expand(packed, raw, bytes, std::uint64_t{4} << 30));
        const auto b = as_bytes_of(bytes);
        into[id - 1]->assign(b.begin(), b.end());
    }
    return k;
}

base::Result<Keyframe> read_latest_valid(base::FileSystem& fs, const std::string& path, base::Tick tick) {
    LINGHE_TRY(const StateFile file, read_state_file(fs, path));
    for (std::size_t k = file.keyframes.size(); k > 0; --k) {
        if (file.keyframes[k - 1].tick > tick) continue;
        auto keyframe = read_keyframe(fs, path, file.keyframes[k - 1]);
        if (keyframe.ok() || keyframe.error().code == base::ErrorCode::io) return keyframe;
    }
    return base::Error{base::ErrorCode::corrupt, path, "holds no whole keyframe at or before that time",
                       "run the battle again from its scenario and seed"};
}

}  // namespace linghe::record
