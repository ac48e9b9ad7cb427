#include <doctest/doctest.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <string>

#include "fault_file_system.hpp"
#include "linghe/base/file.hpp"

using namespace linghe::base;
using namespace linghe::base::test;

namespace {

std::vector<std::byte> pattern(std::size_t n, std::uint64_t seed) {
    std::vector<std::byte> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<std::byte>(hash_mix(seed, i));
    return out;
}

struct TempDir {
    std::string path;
    TempDir() {
        char name[] = "/tmp/linghe-test-XXXXXX";
        const char* made = ::mkdtemp(name);
        REQUIRE(made != nullptr);
        path = made;
    }
    ~TempDir() { static_cast<void>(std::system(("rm -rf " + path).c_str())); }
};

const std::vector<std::byte> kOld = pattern(1500, 1);
const std::vector<std::byte> kNew = pattern(2600, 2);
const std::string kPath = "runs/manifest.json";

}  // namespace

TEST_CASE("A file is old or new, whatever call fails and however") {
    for (const Fault kind : {Fault::io_error, Fault::disk_full, Fault::short_write, Fault::interrupted}) {
        for (const bool had_old : {true, false}) {
            std::int64_t n = 0;
            for (;; ++n) {
                FaultFileSystem fs;
                if (had_old) fs.put(kPath, kOld);
                fs.fail_at(n, kind);
                const Result<void> wrote = atomic_write(fs, kPath, kNew);
                const bool harmless = kind == Fault::short_write || kind == Fault::interrupted;
                if (!fs.fired() || harmless) CHECK(wrote.ok());
                if (fs.fired() && !harmless) {
                    REQUIRE(!wrote.ok());
                    CHECK(wrote.error().code == ErrorCode::io);
                    CHECK(!wrote.error().where.empty());
                }
                const std::vector<std::byte>* now = fs.bytes_of(kPath);
                if (wrote.ok()) {
                    REQUIRE(now != nullptr);
                    CHECK(*now == kNew);
                } else if (now == nullptr) {
                    CHECK(!had_old);
                } else {
                    CHECK((*now == kNew || (had_old && *now == kOld)));
                }
                CHECK(fs.names().size() <= 1);  // no temporary file is left
                CHECK(fs.open_files() == 0);
                if (!fs.fired()) break;
            }
            CHECK(n == 6);  // open, write, fsync, close, rename, fsync of the directory
        }
    }
}

TEST_CASE("A power cut at any moment leaves the old file or the new one") {
    int old_seen = 0;
    int new_seen = 0;
    for (const bool had_old : {true, false}) {
        for (std::int64_t n = 0; n < 7; ++n) {
            for (std::uint64_t seed = 0; seed < 60; ++seed) {
                FaultFileSystem fs;
                if (had_old) fs.put(kPath, kOld);
                fs.fail_at(n, Fault::power_cut);
                const bool promised = atomic_write(fs, kPath, kNew).ok();
                fs.power_cut(hash_mix(seed, n));
                const std::vector<std::byte>* now = fs.bytes_of(kPath);
                if (promised) REQUIRE((now && *now == kNew));
                if (now == nullptr) {
                    REQUIRE(!had_old);
                } else {
                    REQUIRE((*now == kNew || (had_old && *now == kOld)));
                    old_seen += *now == kOld;
                    new_seen += *now == kNew;
                }
            }
        }
    }
    CHECK(old_seen > 50);
    CHECK(new_seen > 50);
}

TEST_CASE("The power cut of the tests does tear what was not synced") {
    // A writer that forgets fsync must be caught by the same test, or the test proves nothing.
    int torn = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        FaultFileSystem fs;
        fs.put(kPath, kOld);
        File f = fs.open_excl("runs/tmp").take();
        CHECK(fs.write(f, kNew).ok());
        CHECK(fs.close(f).ok());
        CHECK(fs.rename("runs/tmp", kPath).ok());
        CHECK(fs.fsync_dir("runs").ok());
        fs.power_cut(seed);
        const std::vector<std::byte>* now = fs.bytes_of(kPath);
        torn += now && *now != kNew && *now != kOld;
    }
    CHECK(torn > 30);
}

TEST_CASE("A name taken by another writer is passed over, not overwritten") {
    FaultFileSystem fs;
    FaultFileSystem twin;
    const std::string taken = kPath + ".tmp-" + hex16(twin.sys_random());
    fs.put(taken, kOld);
    CHECK(atomic_write(fs, kPath, kNew).ok());
    CHECK(*fs.bytes_of(taken) == kOld);
    CHECK(*fs.bytes_of(kPath) == kNew);
}

TEST_CASE("A file larger than allowed is refused before it is read") {
    FaultFileSystem fs;
    fs.put("map", kOld);
    CHECK(fs.read_all("map", 1500).value() == kOld);
    CHECK(fs.read_all("map", 1499).error().code == ErrorCode::limit);
    CHECK(fs.read_all("none").error().code == ErrorCode::io);
    CHECK(fs.read_all("none").error().hint == "check the path, or make the directory first");
    CHECK(fs.open_files() == 0);
    for (std::int64_t n = 0; n < 4; ++n) {
        fs.fail_at(n, Fault::io_error);
        CHECK(!fs.read_all("map").ok());
        fs.fail_at(n, Fault::interrupted);
        CHECK(fs.read_all("map").value() == kOld);
        fs.fail_at(n, Fault::short_write);
        CHECK(fs.read_all("map").value() == kOld);
        CHECK(fs.open_files() == 0);
    }
}

TEST_CASE("The directory of a path is found") {
    CHECK(dir_of("a/b/c") == "a/b");
    CHECK(dir_of("c") == ".");
    CHECK(dir_of("/c") == "/");
}

TEST_CASE("On the real disk files and logs do the same") {
    const TempDir dir;
    RealFileSystem fs;
    const std::string path = dir.path + "/deep/er/run.json";
    CHECK(!atomic_write(fs, path, "x").ok());  // no such directory, and the error says so
    CHECK(fs.make_dirs(dir.path + "/deep/er").ok());
    CHECK(fs.make_dirs(dir.path + "/deep/er").ok());
    CHECK(atomic_write(fs, path, "one").ok());
    CHECK(atomic_write(fs, path, "two").ok());
    CHECK(fs.read_text(path).value() == "two");
    CHECK(!fs.make_dir(path).ok());
    CHECK(!fs.read_all(dir.path).ok());
    CHECK(fs.free_bytes(dir.path).value() > 0);
    CHECK(!fs.open_excl(path).ok());

    AppendLog log = AppendLog::create(fs, dir.path + "/log").take();
    CHECK(log.append(3, kOld).ok());
    CHECK(log.append(4, {}).ok());
    CHECK(log.finish().ok());
    CHECK(!log.append(5, kOld).ok());
    CHECK(!AppendLog::create(fs, dir.path + "/log").ok());
    AppendLog again = AppendLog::reopen(fs, dir.path + "/log").take();
    CHECK(again.next_sequence() == 2);
    CHECK(again.append(6, kNew).ok());
    CHECK(again.finish().ok());
    const LogFile read = read_log_file(fs, dir.path + "/log").take();
    REQUIRE(read.contents.blocks.size() == 3);
    CHECK(read.contents.dropped_bytes == 0);
    CHECK(read.contents.blocks[2].type == 6);
    CHECK(std::equal(kNew.begin(), kNew.end(), read.contents.blocks[2].payload.begin()));
    CHECK(fs.remove(path).ok());
    CHECK(!fs.exists(path));
}

TEST_CASE("A pipe, a device and links that lead in a circle are refused in words, at once") {
    RealFileSystem fs;
    const std::string dir = "/tmp/linghe-base-odd-" + std::to_string(::getpid());
    REQUIRE(fs.make_dirs(dir).ok());
    const std::string pipe = dir + "/pipe", ring = dir + "/ring";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    REQUIRE(::symlink("ring", ring.c_str()) == 0);
    for (const std::string& path : {pipe, std::string{"/dev/zero"}}) {
        const auto read = fs.read_text(path);
        REQUIRE_FALSE(read.ok());
        CHECK(read.error().code == ErrorCode::io);
        CHECK(read.error().message == "cannot open the file: it is a pipe or a device, no file");
    }
    CHECK(fs.read_text(ring).error().message ==
          "cannot open the file: its symbolic links lead round in a circle");
    CHECK(fs.read_text(dir).error().message.find("it is a directory") != std::string::npos);
    CHECK(fs.remove(pipe).ok());
    CHECK(fs.remove(ring).ok());
    ::rmdir(dir.c_str());
}

TEST_CASE("A writer killed in the middle of its work leaves all it had flushed") {
    const TempDir dir;
    RealFileSystem fs;
    const std::string path = dir.path + "/log";
    CHECK(AppendLog::create(fs, path).ok());
    std::size_t promised = 0;
    for (int kill_number = 0; kill_number < 20; ++kill_number) {
        int pipe_ends[2];
        REQUIRE(::pipe(pipe_ends) == 0);
        const ::pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            auto log = AppendLog::reopen(fs, path);
            if (!log.ok()) ::_exit(3);
            for (;;) {
                const std::uint32_t number = log.value().next_sequence();
                if (!log.value().append(1, pattern(100 + number % 900, number)).ok()) ::_exit(4);
                if (!log.value().flush().ok()) ::_exit(5);
                const std::uint32_t done = number + 1;
                if (::write(pipe_ends[1], &done, sizeof done) != sizeof done) ::_exit(6);
            }
        }
        ::close(pipe_ends[1]);
        std::uint32_t done = 0;
        for (int i = 0; i < 3 + kill_number; ++i) {
            REQUIRE(::read(pipe_ends[0], &done, sizeof done) == sizeof done);
            promised = done;
        }
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        CHECK(WIFSIGNALED(status));
        while (::read(pipe_ends[0], &done, sizeof done) == sizeof done) promised = done;
        ::close(pipe_ends[0]);
        const LogFile read = read_log_file(fs, path).take();
        CHECK(read.contents.blocks.size() >= promised);
        for (const LogBlock& b : read.contents.blocks) {
            const auto expected = pattern(100 + b.sequence % 900, b.sequence);
            REQUIRE(std::equal(expected.begin(), expected.end(), b.payload.begin(), b.payload.end()));
        }
    }
}
