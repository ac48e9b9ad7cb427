// What: a file system in memory that fails on command and forgets on a power cut what was not synced.
// Who: tests of this room. A twin of the one in modules/base/test (rooms do not enter each other's tests).
// Never: kinder than a disk: unsynced writes may be lost or torn at 512 bytes, unsynced names may be lost.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/hash.hpp"

namespace linghe::record::test {

enum class Fault { none, io_error, disk_full, short_write, interrupted, power_cut };

using base::File;
using base::FileSystem;
using base::hash_mix;

class FaultFileSystem final : public FileSystem {
public:
    /// The n-th call from now (0 = the next) meets the fault; a power cut makes all later calls fail as well.
    void fail_at(std::int64_t n, Fault fault) {
        countdown_ = n;
        fault_ = fault;
        fired_ = false;
    }
    bool fired() const { return fired_; }
    std::int64_t calls() const { return calls_; }
    std::size_t open_files() const { return handles_.size(); }
    std::vector<std::string> names() const {
        std::vector<std::string> out;
        for (const auto& [name, node] : live_) out.push_back(name);
        return out;
    }

    /// A file that is safely on the disk.
    void put(const std::string& path, std::vector<std::byte> bytes) {
        auto node = std::make_shared<Node>();
        node->data = bytes;
        node->durable = std::move(bytes);
        live_[path] = durable_[path] = node;
    }
    std::vector<std::byte>* bytes_of(const std::string& path) {
        const auto it = live_.find(path);
        return it == live_.end() ? nullptr : &it->second->data;
    }

    /// The machine comes up again: a random part of what was not synced is there.
    void power_cut(std::uint64_t seed) {
        std::uint64_t draw = seed;
        const auto coin = [&draw] { return ((draw = hash_mix(draw, 0x51)) >> 20 & 1) != 0; };
        // Names: an ordered prefix of the changes of the directory, as journalling file systems give.
        std::size_t kept = names_changed_.empty() ? 0 : hash_mix(seed, 7) % (names_changed_.size() + 1);
        auto names_now = durable_;
        for (std::size_t i = 0; i < kept; ++i) names_changed_[i].apply(names_now);
        for (auto& [name, node] : names_now) {
            std::vector<std::byte> disk = node->durable;
            for (const Change& c : node->unsynced) c.apply_torn(disk, coin);
            node->data = disk;
            node->durable = std::move(disk);
            node->unsynced.clear();
        }
        live_ = durable_ = names_now;
        names_changed_.clear();
        handles_.clear();
        fail_at(-1, Fault::none);
        dead_ = false;
    }

    int sys_open_excl(const std::string& path) override {
        if (const int e = fault()) return e;
        if (live_.count(path)) return -EEXIST;
        auto node = std::make_shared<Node>();
        change_name({path, node, ""});
        return open_node(node, false);
    }
    int sys_open_append(const std::string& path) override {
        if (const int e = fault()) return e;
        const auto it = live_.find(path);
        return it == live_.end() ? -ENOENT : open_node(it->second, false);
    }
    int sys_open_read(const std::string& path) override {
        if (const int e = fault()) return e;
        const auto it = live_.find(path);
        return it == live_.end() ? -ENOENT : open_node(it->second, true);
    }
    std::int64_t sys_write(int handle, std::span<const std::byte> bytes) override {
        const int e = fault(true);
        if (e && e != kShort) {
            // A disk that fills up or fails has often taken a part; so has one that loses its power.
            if (e == -ENOSPC || dead_) write_some(handle, bytes.first(bytes.size() / 2));
            return e;
        }
        const std::size_t n = e == kShort && bytes.size() > 1 ? (bytes.size() + 1) / 2 : bytes.size();
        return write_some(handle, bytes.first(n));
    }
    std::int64_t sys_read_at(int handle, std::uint64_t offset, std::span<std::byte> into) override {
        const int e = fault(true);
        if (e && e != kShort) return e;
        const auto it = handles_.find(handle);
        if (it == handles_.end()) return -EBADF;
        const std::vector<std::byte>& data = it->second.node->data;
        if (offset >= data.size()) return 0;
        std::size_t n = data.size() - static_cast<std::size_t>(offset);
        if (n > into.size()) n = into.size();
        if (e == kShort && n > 1) n = (n + 1) / 2;
        for (std::size_t i = 0; i < n; ++i) into[i] = data[static_cast<std::size_t>(offset) + i];
        return static_cast<std::int64_t>(n);
    }
    std::int64_t sys_size(int handle) override {
        if (const int e = fault()) return e;
        return handles_.count(handle) ? static_cast<std::int64_t>(handles_[handle].node->data.size())
                                      : -EBADF;
    }
    int sys_truncate(int handle, std::uint64_t size_bytes) override {
        if (const int e = fault()) return e;
        Node& node = *handles_[handle].node;
        node.unsynced.push_back({size_bytes, {}, true});
        node.data.resize(static_cast<std::size_t>(size_bytes));
        return 0;
    }
    int sys_fsync(int handle) override {
        if (const int e = fault()) return e;
        Node& node = *handles_[handle].node;
        node.durable = node.data;
        node.unsynced.clear();
        return 0;
    }
    int sys_close(int handle) override {
        const int e = fault();
        if (!dead_) handles_.erase(handle);  // also when it fails, as on Linux
        return e;
    }
    int sys_rename(const std::string& from, const std::string& to) override {
        if (const int e = fault()) return e;
        const auto it = live_.find(from);
        if (it == live_.end()) return -ENOENT;
        change_name({to, it->second, from});
        return 0;
    }
    int sys_fsync_dir(const std::string&) override {
        if (const int e = fault()) return e;
        durable_ = live_;
        names_changed_.clear();
        return 0;
    }
    int sys_remove(const std::string& path) override {
        if (const int e = fault()) return e;
        if (!live_.count(path)) return -ENOENT;
        change_name({path, nullptr, ""});
        return 0;
    }
    int sys_exists(const std::string& path) override { return live_.count(path) ? 1 : 0; }
    int sys_make_dir(const std::string&) override { return fault(); }
    std::int64_t sys_free_bytes(const std::string&) override { return 1 << 30; }
    std::uint64_t sys_random() override { return random_ = hash_mix(random_, 99); }

private:
    static constexpr int kShort = 1;  // from fault(): not an error, do half

    struct Change {
        std::uint64_t offset;
        std::vector<std::byte> bytes;
        bool truncate = false;

        // Each sector of 512 bytes reaches the disk or not; the length may come without the bytes (zeros).
        template <class Coin>
        void apply_torn(std::vector<std::byte>& disk, Coin&& coin) const {
            if (truncate) {
                if (coin()) disk.resize(static_cast<std::size_t>(offset));
                return;
            }
            for (std::size_t i = 0; i < bytes.size();) {
                const std::size_t at = static_cast<std::size_t>(offset) + i;
                std::size_t n = 512 - at % 512;
                if (n > bytes.size() - i) n = bytes.size() - i;
                if (coin()) {
                    if (disk.size() < at + n) disk.resize(at + n);
                    for (std::size_t k = 0; k < n; ++k) disk[at + k] = bytes[i + k];
                }
                i += n;
            }
        }
    };
    struct Node {
        std::vector<std::byte> data;     // what programs see
        std::vector<std::byte> durable;  // what is on the disk for certain
        std::vector<Change> unsynced;
    };
    using Names = std::map<std::string, std::shared_ptr<Node>>;
    struct NameChange {
        std::string name;
        std::shared_ptr<Node> node;  // null: removed
        std::string from;            // not empty: renamed from there

        void apply(Names& names) const {
            if (!from.empty()) names.erase(from);
            if (node) {
                names[name] = node;
            } else {
                names.erase(name);
            }
        }
    };
    struct Handle {
        std::shared_ptr<Node> node;
        bool read_only;
    };

    int fault(bool may_be_short = false) {
        ++calls_;
        if (dead_) return -EIO;
        if (fault_ == Fault::none || countdown_ < 0 || countdown_-- > 0) return 0;
        fired_ = true;
        switch (fault_) {
            case Fault::io_error: return -EIO;
            case Fault::disk_full: return -ENOSPC;
            case Fault::interrupted: return -EINTR;
            case Fault::power_cut: dead_ = true; return -EIO;
            case Fault::short_write: return may_be_short ? kShort : 0;
            case Fault::none: break;
        }
        return 0;
    }
    void change_name(NameChange change) {
        change.apply(live_);
        names_changed_.push_back(std::move(change));
    }
    int open_node(std::shared_ptr<Node> node, bool read_only) {
        handles_[++last_handle_] = {std::move(node), read_only};
        return last_handle_;
    }
    std::int64_t write_some(int handle, std::span<const std::byte> bytes) {
        const auto it = handles_.find(handle);
        if (it == handles_.end() || it->second.read_only) return -EBADF;
        Node& node = *it->second.node;
        node.unsynced.push_back({node.data.size(), {bytes.begin(), bytes.end()}, false});
        node.data.insert(node.data.end(), bytes.begin(), bytes.end());
        return static_cast<std::int64_t>(bytes.size());
    }

    Names live_;
    Names durable_;
    std::vector<NameChange> names_changed_;
    std::map<int, Handle> handles_;
    int last_handle_ = 2;
    std::int64_t calls_ = 0;
    std::int64_t countdown_ = -1;
    Fault fault_ = Fault::none;
    bool fired_ = false;
    bool dead_ = false;
    std::uint64_t random_ = 1;
};

}  // namespace linghe::record::test
