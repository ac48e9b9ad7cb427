#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <set>
#include <string>

#include "linghe/base/bytes.hpp"
#include "linghe/base/hash.hpp"

using namespace linghe::base;

namespace {

std::span<const std::byte> bytes_of(std::string_view s) {
    return std::as_bytes(std::span(s.data(), s.size()));
}

}  // namespace

TEST_CASE("What is written is read back, little-endian") {
    ByteWriter w;
    w.u8(0xab);
    w.u16(0x0102);
    w.u32(0x01020304);
    w.u64(0x0102030405060708);
    w.i8(-1);
    w.i16(-2);
    w.i32(std::numeric_limits<std::int32_t>::min());
    w.i64(-4);
    w.f32(-0.0f);
    w.f64(1e-310);
    w.string("凌河");
    const std::int32_t column[] = {1, -2, 3};
    w.column(std::span<const std::int32_t>(column));
    CHECK(std::to_integer<int>(w.view()[1]) == 2);  // the low byte of 0x0102 first
    const auto bytes = w.finish().take();
    ByteReader r(bytes);
    CHECK(r.u8() == 0xab);
    CHECK(r.u16() == 0x0102);
    CHECK(r.u32() == 0x01020304);
    CHECK(r.u64() == 0x0102030405060708);
    CHECK(r.i8() == -1);
    CHECK(r.i16() == -2);
    CHECK(r.i32() == std::numeric_limits<std::int32_t>::min());
    CHECK(r.i64() == -4);
    const float zero = r.f32();
    CHECK(std::signbit(zero));
    CHECK(r.f64() == 1e-310);
    CHECK(r.string() == "凌河");
    std::int32_t back[3] = {};
    CHECK(r.column(std::span<std::int32_t>(back)));
    CHECK(std::memcmp(back, column, sizeof column) == 0);
    CHECK(r.finish().ok());
    CHECK(w.size() == 0);
}

TEST_CASE("Varints and zigzags of every size come back, and small numbers are short") {
    for (int bit = 0; bit < 64; ++bit) {
        for (std::uint64_t v :
             {(std::uint64_t{1} << bit) - 1, std::uint64_t{1} << bit, ~(std::uint64_t{1} << bit)}) {
            ByteWriter w;
            w.varint(v);
            w.zigzag(static_cast<std::int64_t>(v));
            ByteReader r(w.view());
            CHECK(r.varint() == v);
            CHECK(r.zigzag() == static_cast<std::int64_t>(v));
            CHECK(r.finish().ok());
        }
    }
    ByteWriter w;
    w.zigzag(-64);
    w.zigzag(63);
    CHECK(w.size() == 2);
}

TEST_CASE("A number that is not finite is neither written nor read") {
    ByteWriter w;
    w.u32(7);
    w.f64(std::numeric_limits<double>::quiet_NaN());
    const auto r = w.finish();
    REQUIRE(!r.ok());
    CHECK(r.error().where == "byte 4");
    w.f32(std::numeric_limits<float>::infinity());
    CHECK(!w.finish().ok());
    w.f32(1.0f);
    CHECK(w.finish().ok());  // the writer begins anew after finish
    ByteWriter raw;
    raw.u64(0x7ff0000000000000);
    ByteReader in(raw.view());
    CHECK(in.f64() == 0.0);
    CHECK(!in.ok());
}

TEST_CASE("A reader past the end gives zeros, keeps its first fault and never more") {
    ByteReader r(bytes_of("abc"), "snapshot");
    CHECK(r.u32() == 0);
    CHECK(!r.ok());
    CHECK(r.u8() == 0);
    CHECK(r.string().empty());
    CHECK(r.raw(1).empty());
    CHECK(r.error().text().find("snapshot at byte 0: the bytes end too early") == 0);
    CHECK(r.error().code == ErrorCode::corrupt);

    ByteReader left(bytes_of("abc"));
    left.u8();
    CHECK(!left.finish().ok());
    CHECK(left.finish(false).ok());

    const std::string forged = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";  // 2^64 - 1
    ByteReader count(bytes_of(forged));
    CHECK(count.count(1) == 0);
    CHECK(!count.ok());
    ByteReader string(bytes_of(forged));
    CHECK(string.string().empty());
    CHECK(!string.ok());
    ByteReader longer(bytes_of("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"));
    CHECK(longer.varint() == 0);
    CHECK(!longer.ok());
    std::uint64_t huge[2];
    ByteReader column(bytes_of("abc"));
    CHECK(!column.column(std::span<std::uint64_t>(huge)));
}

TEST_CASE("Random bytes never lead a reader astray") {
    std::uint64_t draw = 20240501;
    for (int round = 0; round < 20000; ++round) {
        std::byte bytes[24];
        const std::size_t n = (draw = hash_mix(draw, 1)) % 25;
        for (std::byte& b : bytes) b = static_cast<std::byte>(draw = hash_mix(draw, 2));
        ByteReader r(std::span(bytes, n));
        std::size_t before = 0;
        for (int step = 0; step < 12; ++step) {
            switch ((draw = hash_mix(draw, 3)) % 8) {
                case 0: r.u8(); break;
                case 1: r.u64(); break;
                case 2: r.varint(); break;
                case 3: r.string(); break;
                case 4: r.f32(); break;
                case 5: r.raw(static_cast<std::size_t>(draw >> 50)); break;
                case 6: r.count(3); break;
                default: r.zigzag(); break;
            }
            if (r.offset() < before || r.offset() > n) FAIL("offset out of bounds");
            before = r.offset();
        }
    }
}

TEST_CASE("CRC-32C gives the published check values, however it is cut") {
    CHECK(crc32c(bytes_of("123456789")) == 0xe3069283u);
    const std::vector<std::byte> zeros(32, std::byte{0});
    CHECK(crc32c(zeros) == 0x8a9136aau);  // RFC 3720, B.4
    const std::vector<std::byte> ones(32, std::byte{0xff});
    CHECK(crc32c(ones) == 0x62a8ab43u);
    CHECK(crc32c({}) == 0u);
    const auto text = bytes_of("The drum gathers those within earshot, and nobody else.");
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        CHECK(crc32c(text.subspan(cut), crc32c(text.first(cut))) == crc32c(text));
    }
}

TEST_CASE("Hashes are those of XXH3 and stay") {
    CHECK(hash_bytes(nullptr, 0) == 0x2d06800538d394c2u);  // published value of XXH3_64bits of nothing
    CHECK(hash_text("凌河") == hash_text("凌河"));
    CHECK(hash_text("凌河") != hash_text("凌河", 1));
    CHECK(hash_mix(1, 2) != hash_mix(2, 1));
    CHECK(hash_mix(0, 0) != 0);
    CHECK(hex16(0x2d06800538d394c2u) == "2d06800538d394c2");
    CHECK(parse_hex16("2D06800538d394c2").value() == 0x2d06800538d394c2u);
    CHECK(!parse_hex16("2d06800538d394c").ok());
    CHECK(!parse_hex16("2d06800538d394cx").ok());
    CHECK(!parse_hex16("0x06800538d394c2").ok());
}

TEST_CASE("Mixing two hashes changes about half of the bits for any bit changed") {
    for (int bit = 0; bit < 64; ++bit) {
        int changed_a = 0;
        int changed_b = 0;
        for (std::uint64_t i = 0; i < 200; ++i) {
            const std::uint64_t a = hash_mix(i, 11);
            const std::uint64_t b = hash_mix(i, 12);
            changed_a += std::popcount(hash_mix(a, b) ^ hash_mix(a ^ (std::uint64_t{1} << bit), b));
            changed_b += std::popcount(hash_mix(a, b) ^ hash_mix(a, b ^ (std::uint64_t{1} << bit)));
        }
        // Mean 6400 of 12800, standard deviation 57.
        CHECK(std::abs(changed_a - 6400) < 400);
        CHECK(std::abs(changed_b - 6400) < 400);
    }
}

TEST_CASE("A man's luck hangs on his unit's id and his number, and men seldom share it") {
    CHECK(luck_address("ming/left/1", 7) == luck_address("ming/left/1", 7));
    std::set<std::uint32_t> seen;
    for (std::uint32_t unit = 0; unit < 300; ++unit) {
        const std::string id = "qing/niru-" + std::to_string(unit);
        for (std::uint32_t man = 0; man < 200; ++man) seen.insert(luck_address(id, man));
    }
    CHECK(seen.size() >= 60000 - 3);  // 0.42 pairs are to be expected of 60,000 men
}
