#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "fault_file_system.hpp"
#include "linghe/base/file.hpp"

using namespace linghe::base;
using namespace linghe::base::test;

namespace {

std::vector<std::byte> payload_of(std::uint32_t number) {
    std::vector<std::byte> out(hash_mix(number, 3) % 1700);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::byte>(hash_mix(number, i));
    return out;
}
std::uint16_t type_of(std::uint32_t number) { return static_cast<std::uint16_t>(hash_mix(number, 4)); }

// The first count of the expected blocks, and nothing else.
bool is_prefix(const LogContents& log, std::size_t at_least, std::size_t at_most) {
    if (log.blocks.size() < at_least || log.blocks.size() > at_most) return false;
    for (std::uint32_t i = 0; i < log.blocks.size(); ++i) {
        const LogBlock& b = log.blocks[i];
        const auto expected = payload_of(i);
        if (b.sequence != i || b.type != type_of(i) || b.payload.size() != expected.size()) return false;
        if (!std::equal(expected.begin(), expected.end(), b.payload.begin())) return false;
    }
    return true;
}

struct Progress {
    bool created = false;
    std::size_t appended = 0;  // attempted
    std::size_t flushed = 0;   // promised
};

// Twelve blocks, a flush after every third.
Progress write_log(FileSystem& fs) {
    Progress p;
    auto log = AppendLog::create(fs, "runs/view");
    if (!log.ok()) return p;
    p.created = true;
    for (std::uint32_t i = 0; i < 12; ++i) {
        ++p.appended;
        if (!log.value().append(type_of(i), payload_of(i)).ok()) return p;
        if (i % 3 == 2) {
            if (!log.value().flush().ok()) return p;
            p.flushed = i + 1;
        }
    }
    if (log.value().finish().ok()) p.flushed = 12;
    return p;
}

// Opens what is left, goes on to twenty blocks and reads them all.
void go_on_to_twenty(FaultFileSystem& fs) {
    AppendLog log = AppendLog::reopen(fs, "runs/view").take();
    for (std::uint32_t i = log.next_sequence(); i < 20; ++i)
        REQUIRE(log.append(type_of(i), payload_of(i)).ok());
    REQUIRE(log.finish().ok());
    const LogFile read = read_log_file(fs, "runs/view").take();
    REQUIRE(is_prefix(read.contents, 20, 20));
    REQUIRE(read.contents.dropped_bytes == 0);
}

std::vector<std::byte> whole_log(std::uint32_t blocks, std::vector<std::size_t>& ends) {
    std::vector<std::byte> out;
    for (std::uint32_t i = 0; i < blocks; ++i) {
        const auto payload = payload_of(i);
        const auto header = log_header(type_of(i), i, payload);
        out.insert(out.end(), header.begin(), header.end());
        out.insert(out.end(), payload.begin(), payload.end());
        ends.push_back(out.size());
    }
    return out;
}

}  // namespace

TEST_CASE("A log keeps a valid prefix whatever call fails, and goes on after it is opened again") {
    for (const Fault kind : {Fault::io_error, Fault::disk_full, Fault::short_write, Fault::interrupted}) {
        for (std::int64_t n = 0;; ++n) {
            FaultFileSystem fs;
            fs.fail_at(n, kind);
            const Progress p = write_log(fs);
            const bool fired = fs.fired();
            fs.fail_at(-1, Fault::none);
            if (!fired || kind == Fault::short_write || kind == Fault::interrupted) CHECK(p.flushed == 12);
            CHECK(fs.open_files() == 0);
            if (p.created) {
                const LogFile read = read_log_file(fs, "runs/view").take();
                CHECK(is_prefix(read.contents, p.flushed, p.appended));
                go_on_to_twenty(fs);
            } else {
                CHECK(fs.names().empty());
            }
            if (!fired) {
                CHECK(n == 2 + 12 + 4 + 2);
                break;
            }
        }
    }
}

TEST_CASE("A power cut takes from a log nothing that was flushed") {
    int torn = 0;
    for (std::int64_t n = 0; n < 21; ++n) {
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            FaultFileSystem fs;
            fs.fail_at(n, Fault::power_cut);
            const Progress p = write_log(fs);
            fs.power_cut(hash_mix(seed, n));
            if (!fs.exists("runs/view")) {
                REQUIRE(!p.created);
                continue;
            }
            const LogFile read = read_log_file(fs, "runs/view").take();
            REQUIRE(is_prefix(read.contents, p.flushed, p.appended));
            torn += read.contents.dropped_bytes > 0;
            REQUIRE((read.contents.dropped_bytes > 0) == !read.contents.dropped_why.empty());
            go_on_to_twenty(fs);
        }
    }
    CHECK(torn > 50);
}

TEST_CASE("A power cut while a torn log is mended leaves it no worse") {
    for (std::int64_t n = 0; n < 8; ++n) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            std::vector<std::size_t> ends;
            std::vector<std::byte> bytes = whole_log(9, ends);
            bytes.resize(ends[6] + 7);
            FaultFileSystem fs;
            fs.put("runs/view", bytes);
            fs.fail_at(n, Fault::power_cut);
            static_cast<void>(AppendLog::reopen(fs, "runs/view").ok());
            fs.power_cut(seed);
            REQUIRE(is_prefix(read_log_file(fs, "runs/view").take().contents, 7, 7));
            go_on_to_twenty(fs);
        }
    }
}

TEST_CASE("After an error a log takes nothing more") {
    FaultFileSystem fs;
    AppendLog log = AppendLog::create(fs, "runs/view").take();
    CHECK(log.append(type_of(0), payload_of(0)).ok());
    fs.fail_at(0, Fault::disk_full);
    const auto failed = log.append(type_of(1), payload_of(1));
    REQUIRE(!failed.ok());
    CHECK(failed.error().text().find("runs/view: cannot write to the file: the disk is full") == 0);
    CHECK(!log.append(type_of(1), payload_of(1)).ok());
    CHECK(!log.flush().ok());
    CHECK(!log.finish().ok());
    CHECK(fs.open_files() == 0);
}

TEST_CASE("Two hundred logs torn at random give their longest valid prefix and say what they dropped") {
    std::vector<std::size_t> ends;
    const std::vector<std::byte> whole = whole_log(20, ends);
    std::uint64_t draw = 1631;
    const auto next = [&draw](std::uint64_t n) {
        return static_cast<std::size_t>((draw = hash_mix(draw, 8)) % n);
    };
    for (int round = 0; round < 200; ++round) {
        std::vector<std::byte> bytes = whole;
        std::size_t hurt = next(bytes.size());  // the first byte that differs
        switch (round % 5) {
            case 0: bytes.resize(hurt); break;
            case 1: bytes[hurt] ^= static_cast<std::byte>(1u << next(8)); break;
            case 2:  // a lost sector
                hurt = hurt / 512 * 512;
                std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(hurt),
                            std::min<std::size_t>(512, bytes.size() - hurt), std::byte{0});
                break;
            case 3: {  // a block twice: its sequence number gives it away
                const std::size_t k = next(19);
                const std::size_t begin = k == 0 ? 0 : ends[k - 1];
                const std::vector<std::byte> copy(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                                                  bytes.begin() + static_cast<std::ptrdiff_t>(ends[k]));
                bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(ends[k]), copy.begin(), copy.end());
                hurt = ends[k];
                break;
            }
            default:  // rubbish behind a cut
                bytes.resize(hurt);
                for (int i = 0; i < 40; ++i) bytes.push_back(static_cast<std::byte>(next(256)));
        }
        const auto good =
            static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), hurt) - ends.begin());
        const LogContents log = read_log(bytes);
        // A sector of the log that was zero already, or a cut at the edge of a block, hurts less than drawn.
        REQUIRE(is_prefix(log, good, round % 5 == 2 ? good + 1 : good));
        CHECK(log.valid_bytes + log.dropped_bytes == bytes.size());
        CHECK((log.dropped_bytes > 0) == !log.dropped_why.empty());

        FaultFileSystem fs;
        fs.put("runs/view", bytes);
        const AppendLog opened = AppendLog::reopen(fs, "runs/view").take();
        CHECK(opened.dropped_bytes() == log.dropped_bytes);
        CHECK(fs.bytes_of("runs/view")->size() == log.valid_bytes);
        go_on_to_twenty(fs);
    }
}

TEST_CASE("Random bytes are an empty log, not a crash") {
    std::uint64_t draw = 3;
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::byte> bytes((draw = hash_mix(draw, 1)) % 64);
        for (std::byte& b : bytes) b = static_cast<std::byte>(draw = hash_mix(draw, 2));
        if (bytes.size() >= 4 && round % 2) {  // let it come past the magic
            bytes[2] = std::byte{0x4c};
            bytes[3] = std::byte{0x47};
        }
        const LogContents log = read_log(bytes);
        REQUIRE(log.blocks.empty());
        REQUIRE(log.dropped_bytes == bytes.size());
    }
}
