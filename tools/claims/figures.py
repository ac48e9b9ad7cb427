"""Shares with their interval, the words of a verdict, medians and quantiles, paired differences."""

import math

# The words and their bounds, of the 95 % interval [low, high] of the share of runs in which a predicate holds.
MOSTLY, SELDOM, BARELY = 0.5, 0.1, 0.02
REPRODUCED, SOMETIMES, NOT_REPRODUCED, NOT_DECIDABLE = "reproduced", "sometimes", "not reproduced", "not decidable"
CHINESE = {REPRODUCED: "重现", SOMETIMES: "时有", NOT_REPRODUCED: "未重现", NOT_DECIDABLE: "不可判"}
WORST_FIRST = (NOT_REPRODUCED, NOT_DECIDABLE, SOMETIMES, REPRODUCED)


def _tail(n, k, p):
    """P(X >= k) of a binomial number of n with chance p."""
    if k <= 0:
        return 1.0
    if p <= 0 or p >= 1:
        return float(p >= 1)
    logs = (math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + i * math.log(p) + (n - i) * math.log1p(-p)
            for i in range(k, n + 1))
    return min(1.0, math.fsum(math.exp(x) for x in logs))


def _root(rising, target):
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < target else (low, middle)
    return (low + high) / 2


def clopper_pearson(yes, n, level=0.95):
    """Interval of a share that covers at least `level` for every true share (C. J. Clopper, E. S. Pearson, Biometrika 26 (1934)
    404); (0, 1) for n = 0."""
    if n == 0:
        return 0.0, 1.0
    half = (1 - level) / 2
    low = 0.0 if yes == 0 else _root(lambda p: _tail(n, yes, p), half)
    high = 1.0 if yes == n else _root(lambda p: _tail(n, yes + 1, p), 1 - half)
    return low, high


def verdict(yes, n):
    """reproduced: low >= 0.5. not reproduced: high < 0.1. sometimes: it is shown to hold and to fail, each in 0.02 of runs or
    more. not decidable: all else, that is too few runs."""
    if n == 0:
        return NOT_DECIDABLE
    low, high = clopper_pearson(yes, n)
    if low >= MOSTLY:
        return REPRODUCED
    if high < SELDOM:
        return NOT_REPRODUCED
    return SOMETIMES if low >= BARELY and high <= 1 - BARELY else NOT_DECIDABLE


def meets(asked, yes, n):
    """Whether the share that the account's reading asks for is reached: "yes", "no", or "open" where the interval spans it."""
    if asked is None or n == 0:
        return None
    low, high = clopper_pearson(yes, n)
    return "yes" if low >= asked else "no" if high < asked else "open"


def quantile(values, q):
    """Linear between order statistics (R. J. Hyndman, Y. Fan, Am. Stat. 50 (1996) 361, type 7)."""
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    i = min(int(at), len(ordered) - 1)
    j = min(i + 1, len(ordered) - 1)
    return ordered[i] + (at - i) * (ordered[j] - ordered[i])


def median_interval(values):
    """95 % interval of the median between order statistics (David and Nagaraja, Order Statistics, 2003, 7.1); None below 6."""
    n, ordered = len(values), sorted(values)
    if n < 6:
        return None
    k, tail = 0, 0.0
    while True:
        tail += math.comb(n, k) / 2**n
        if tail > 0.025:
            return ordered[k - 1], ordered[n - k]
        k += 1


def spread(values):
    """Number, 10 %, median, 90 % of the figures that are there; None when none is."""
    known = [v for v in values if v is not None]
    if not known:
        return None
    return {"n": len(known), "q10": quantile(known, 0.1), "median": quantile(known, 0.5), "q90": quantile(known, 0.9)}


def difference(pairs):
    """Of pairs (as it is, in the arm): median of as-it-is less arm with its interval; None when no pair is known in both."""
    known = [a - b for a, b in pairs if a is not None and b is not None]
    if not known:
        return None
    interval = median_interval(known)
    return {
        "pairs": len(known), "median": quantile(known, 0.5), "low": interval and interval[0], "high": interval and interval[1],
        "above": sum(d > 0 for d in known), "below": sum(d < 0 for d in known), "equal": sum(d == 0 for d in known),
    }
