#include <doctest/doctest.h>

#include "linghe/lab/statistics.hpp"

using namespace linghe::lab;

TEST_CASE("The mean of Student's sleep data has the interval of his tables") {
    // Additional hours of sleep gained by ten patients, drug 2 less drug 1 (Student 1908): mean 1.58, sd
    // 1.230,
    // t(0.975, 9) = 2.262, so 0.70 to 2.46.
    const std::vector<double> gain = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};
    const auto m = mean_of(gain);
    CHECK(m.mean == doctest::Approx(1.58));
    CHECK(m.sd == doctest::Approx(1.2300).epsilon(0.001));
    REQUIRE(m.interval);
    CHECK(m.interval->low == doctest::Approx(0.7001).epsilon(0.001));
    CHECK(m.interval->high == doctest::Approx(2.4599).epsilon(0.001));
}

TEST_CASE("One run alone has a figure and no interval") {
    CHECK_FALSE(mean_of({3.0}).interval);
    CHECK_FALSE(median_of({3.0}).interval);
    CHECK(mean_of({}).n == 0);
    CHECK_FALSE(share_of(0, 0).interval);
}

TEST_CASE("The median's interval is that of the tables of order statistics") {
    std::vector<double> ten, twenty, five = {1, 2, 3, 4, 5};
    for (int i = 1; i <= 20; ++i) {
        if (i <= 10) ten.push_back(11 - i);  // unsorted on purpose
        twenty.push_back(i);
    }
    // n = 10: ranks 2 and 9, 97.85%; n = 20: ranks 6 and 15, 95.86% (any table of the sign test); n = 5:
    // none at 95%.
    const auto a = median_of(ten), b = median_of(twenty), c = median_of(five);
    REQUIRE(a.interval);
    CHECK(a.median == 5.5);
    CHECK(a.interval->low == 2);
    CHECK(a.interval->high == 9);
    CHECK(a.coverage == doctest::Approx(0.9785).epsilon(0.001));
    REQUIRE(b.interval);
    CHECK(b.interval->low == 6);
    CHECK(b.interval->high == 15);
    CHECK(b.coverage == doctest::Approx(0.9586).epsilon(0.001));
    CHECK_FALSE(c.interval);
}

TEST_CASE("Shares have the limits of Clopper and Pearson") {
    // No case in n: upper limit 1 - 0.025^(1/n); 1 of 10: 0.0025 to 0.4450; 8 of 40: 0.0905 to 0.3565.
    const auto none = share_of(0, 20), one = share_of(1, 10), some = share_of(8, 40), all = share_of(20, 20);
    CHECK(none.interval->low == 0);
    CHECK(none.interval->high == doctest::Approx(0.16843).epsilon(0.0005));
    CHECK(one.interval->low == doctest::Approx(0.002529).epsilon(0.001));
    CHECK(one.interval->high == doctest::Approx(0.445016).epsilon(0.001));
    CHECK(some.interval->low == doctest::Approx(0.0905).epsilon(0.002));
    CHECK(some.interval->high == doctest::Approx(0.3565).epsilon(0.002));
    CHECK(all.interval->low == doctest::Approx(1 - 0.16843).epsilon(0.0005));
    CHECK(all.interval->high == 1);
}

TEST_CASE("Pairs are counted by sign and tested by it") {
    // Nine of ten sleep gains are above, one is at zero: p = 2 * 2^-9.
    const auto p = paired_of({1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4});
    CHECK(p.above == 9);
    CHECK(p.below == 0);
    CHECK(p.equal == 1);
    REQUIRE(p.sign_p);
    CHECK(*p.sign_p == doctest::Approx(2.0 / 512));
    const auto nothing = paired_of({0, 0, 0});
    CHECK_FALSE(nothing.sign_p);
    CHECK(nothing.mean.mean == 0);
}
