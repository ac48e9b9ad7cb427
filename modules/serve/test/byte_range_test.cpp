#include "linghe/serve/byte_range.hpp"

#include <doctest/doctest.h>

using namespace linghe::serve;

namespace {

void is_part(const char* header, std::uint64_t size, std::uint64_t from, std::uint64_t length) {
    const ByteRange r = byte_range(header, size);
    CHECK_MESSAGE(r.kind == RangeKind::part, header);
    CHECK_MESSAGE(r.from == from, header);
    CHECK_MESSAGE(r.length == length, header);
}

}  // namespace

TEST_CASE("one span of a file is given") {
    is_part("bytes=0-0", 100, 0, 1);
    is_part("bytes=0-99", 100, 0, 100);
    is_part("bytes=10-", 100, 10, 90);
    is_part("bytes=99-", 100, 99, 1);
    is_part("bytes=90-200", 100, 90, 10);
    is_part("bytes=0-18446744073709551", 100, 0, 100);
    is_part("bytes= 5-6", 100, 5, 2);
}

TEST_CASE("the last bytes of a file are given, where the footer of a view stands") {
    is_part("bytes=-32", 100, 68, 32);
    is_part("bytes=-100", 100, 0, 100);
    is_part("bytes=-5000", 100, 0, 100);
    CHECK(byte_range("bytes=-0", 100).kind == RangeKind::beyond);
    CHECK(byte_range("bytes=-1", 0).kind == RangeKind::beyond);
}

TEST_CASE("what begins behind the end is beyond it") {
    CHECK(byte_range("bytes=100-", 100).kind == RangeKind::beyond);
    CHECK(byte_range("bytes=100-200", 100).kind == RangeKind::beyond);
    CHECK(byte_range("bytes=0-", 0).kind == RangeKind::beyond);
    CHECK(byte_range("bytes=9999999999999999999-", 100).kind == RangeKind::beyond);
}

TEST_CASE("what is not understood gives the whole file") {
    for (const char* header : {"",
                               "bytes",
                               "bytes=",
                               "bytes=-",
                               "bytes=a-b",
                               "bytes=5",
                               "bytes=5-4",
                               "bytes=+5-6",
                               "bytes=-+5",
                               "bytes=0x1-2",
                               "bytes=1 - 2",
                               "bytes=--5",
                               "bytes=1-2-3",
                               "items=0-1",
                               "Bytes=0-1",
                               "bytes 0-1",
                               "bytes=0-1,5-6",
                               "bytes=,",
                               "bytes=18446744073709551616-",
                               "bytes=-18446744073709551616",
                               "bytes=0-99999999999999999999"}) {
        const ByteRange r = byte_range(header, 100);
        CHECK_MESSAGE(r.kind == RangeKind::whole, header);
        CHECK_MESSAGE(r.length == 100, header);
    }
}

TEST_CASE("a span of another version of the file is not honoured") {
    CHECK(if_range_holds("", "\"a\""));
    CHECK(if_range_holds("\"a\"", "\"a\""));
    CHECK(if_range_holds(" \"a\" ", "\"a\""));
    CHECK_FALSE(if_range_holds("\"b\"", "\"a\""));
    CHECK_FALSE(if_range_holds("W/\"a\"", "\"a\""));
    CHECK_FALSE(if_range_holds("Wed, 21 Oct 2015 07:28:00 GMT", "\"a\""));
}

TEST_CASE("a version that the caller has already is not sent again") {
    CHECK(none_match_names("\"a\"", "\"a\""));
    CHECK(none_match_names("\"b\", W/\"a\"", "\"a\""));
    CHECK(none_match_names("*", "\"a\""));
    CHECK_FALSE(none_match_names("\"b\"", "\"a\""));
    CHECK_FALSE(none_match_names("", "\"a\""));
    CHECK_FALSE(none_match_names(",,", "\"a\""));
}
