"""The stylised facts of battle: for each figure its source, its target, and how it is read off the rows of linghe-facts.

Used by suite_facts.py. A row is what `linghe-facts --battle NAME --seed N` printed. Nothing here runs anything.
"""

import math
import statistics

TURNED = 0.25  # share of a unit's threats that come from beyond 60 degrees off its front: it is taken in flank or rear
FALLEN = 3  # world::Cause
NEVER_S = 900.0  # length of the battle `corner`


def decided(rows):
    return [r for r in rows if r["loser"] >= 0]


def of_loser(row, what):
    return row[what][row["loser"]]


def of_winner(row, what):
    return row[what][1 - row["loser"]]


def median(values):
    return statistics.median(values) if values else math.nan


def mean(values):
    return statistics.fmean(values) if values else math.nan


def ratio_killed(rows):
    rows = decided(rows)
    winners = median([of_winner(r, "killed") for r in rows])
    return median([of_loser(r, "killed") for r in rows]) / winners if winners else math.nan


def killed_share(which):
    return lambda rows: median([which(r, "killed") / which(r, "side_men") for r in decided(rows)])


def after_break(rows):
    rows = decided(rows)
    killed = sum(of_loser(r, "killed") for r in rows)
    return 1 - sum(of_loser(r, "killed_at_break") for r in rows) / killed if killed else math.nan


def quartile_range(rows):
    shares = [of_loser(r, "out_at_break") / of_loser(r, "side_men") for r in decided(rows)]
    if len(shares) < 4:
        return math.nan
    low, _, high = statistics.quantiles(shares, n=4)
    return high - low


def single_threshold(rows):
    """Share of the variance of the time of break that one threshold of losses explains: the side breaks, in this model, when its
    losses reach the mean share at which sides broke. Not below 0: a model worse than the mean explains nothing."""
    rows = decided(rows)
    if len(rows) < 3:
        return math.nan
    threshold = mean([of_loser(r, "out_at_break") / of_loser(r, "side_men") for r in rows])
    broke, said = [], []
    for r in rows:
        reached = [s for s, *lost in r["curve"] if lost[r["loser"]] >= threshold]
        broke.append(r["break_s"])
        said.append(reached[0] if reached else r["end_s"])
    total = sum((b - mean(broke)) ** 2 for b in broke)
    return max(0.0, 1 - sum((b - s) ** 2 for b, s in zip(broke, said)) / total) if total else math.nan


def broken_units(rows):
    return [u for r in rows for u in r["units"] if u["broke"]]


def share_of(units, test):
    return mean([1.0 if test(u) else 0.0 for u in units]) if units else math.nan


def turned(rows):
    return share_of(broken_units(rows), lambda u: u["neighbour"] or u["flanked"] >= TURNED)


def own_losses(rows):
    return share_of(broken_units(rows), lambda u: u["causes"][0] == FALLEN)


def frontal(rows):
    return [u for u in broken_units(rows) if u["flanked"] < TURNED and u["first_depth"] >= 0]


def rear_half(rows):
    return share_of(frontal(rows), lambda u: u["first_depth"] >= 0.5)


def front_third(rows):
    return share_of(frontal(rows), lambda u: u["first_depth"] < 1 / 3)


def onset(row, way):
    return row[way]["onset_s"] if row[way]["onset_s"] >= 0 else NEVER_S


def onset_ratio(rows):
    return median([onset(r, "ring") / onset(r, "gap") for r in rows])


def rider_slope(rows):
    """Least squares of minutes on kilometres; minutes a kilometre."""
    points = [(x["km"], (x["came_s"] - x["sent_s"]) / 60) for r in rows for x in r["riders"]]
    if len({p[0] for p in points}) < 2:
        return math.nan
    mx, my = mean([p[0] for p in points]), mean([p[1] for p in points])
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def acted(rows):
    zone = sum(r["participation"]["zone"] for r in rows)
    return sum(r["participation"]["acted"] for r in rows) / zone if zone else math.nan


def led_gain(rows):
    p = [r["participation"] for r in rows]
    led, unled = sum(x["led"] for x in p), sum(x["unled"] for x in p)
    return sum(x["led_acted"] for x in p) / led - sum(x["unled_acted"] for x in p) / unled if led and unled else math.nan


def contact(what):
    return lambda rows: median([s / 60 for r in rows for u in r["units"] for s in u[what]])


def at_least(bound):
    return (bound, math.inf)


def at_most(bound):
    return (-math.inf, bound)


KRENTZ = "Krentz, GRBS 26 (1985) 13"
SABIN = "Sabin, JRS 90 (2000) 1; Goldsworthy, The Roman Army at War (1996)"
PICQ = "Ardant du Picq, Battle Studies (1880)"
GRANOVETTER = "Granovetter, Am. J. Sociology 83 (1978) 1420"
MARSHALL = "Marshall, Men Against Fire (1947), disputed; engineering band"

# id, battle, what, unit, (low, high), source, how. Battles joined by + give their rows together.
FIGURES = [
    ("SF-01a", "foot", "killed of the loser over killed of the winner, no pursuing horse", "1", at_least(2), KRENTZ, ratio_killed),
    ("SF-01b", "horse", "the same, horse on the wings", "1", at_least(4), KRENTZ, ratio_killed),
    ("SF-01c", "foot", "winner's killed", "share", (0.03, 0.10), KRENTZ, killed_share(of_winner)),
    ("SF-01d", "foot", "loser's killed", "share", (0.10, 0.20), KRENTZ, killed_share(of_loser)),
    ("SF-02a", "horse", "loser's killed who fall after its break, with horse", "share", at_least(0.6), SABIN, after_break),
    ("SF-02b", "foot", "the same, foot alone", "share", at_least(0.4), SABIN, after_break),
    ("SF-03a", "mixed", "interquartile range of the loser's losses at its break", "share", at_least(0.10),
     "Clark, ORO-T-289 (1954); Helmbold, RAND R-772-PR (1971)", quartile_range),
    ("SF-03b", "mixed", "variance of the time of break explained by one threshold of losses", "share", at_most(0.30),
     "Helmbold, RAND R-772-PR (1971)", single_threshold),
    ("SF-05a", "foot+horse", "broken units taken in flank or rear, or whose neighbour had given way", "share", at_least(0.5),
     "McQuie, Army (November 1987)", turned),
    ("SF-05b", "foot+horse", "broken units whose chief cause is their own fallen", "share", at_most(0.25),
     "McQuie, Army (November 1987)", own_losses),
    ("SF-06a", "foot", "first to run from a unit attacked in front stood in its rear half", "share", at_least(0.65), PICQ, rear_half),
    ("SF-06b", "foot", "... in its front third", "share", at_most(0.20), PICQ, front_third),
    ("SF-08a", "corner", "men of an encircled body who run", "share", at_most(0.10), "Sun Tzu 7.36; Vegetius 3.21",
     lambda rows: mean([r["ring"]["fled"] for r in rows])),
    ("SF-08b", "corner", "onset of flight, encircled over with a gap of 30 m", "1", at_least(3), "Vegetius 3.21", onset_ratio),
    ("SF-14a", "rout", "runs in which 15 % of the routed stand again within the hour, left alone", "share", at_least(0.3),
     "Manwen laodang, 22 October 1631", lambda rows: mean([float(r["alone"] >= 0.15) for r in rows])),
    ("SF-14b", "rout", "the same with horse within 100 m", "share", at_most(0.05), "Manwen laodang, 22 October 1631",
     lambda rows: mean([float(r["chased"] >= 0.15) for r in rows])),
    ("SF-15a", "tipping", "share who run, thresholds N(0.25, 0.08)", "share", at_most(0.15), GRANOVETTER,
     lambda rows: median([r["narrow"] for r in rows])),
    ("SF-15b", "tipping", "share who run, thresholds N(0.25, 0.16)", "share", at_least(0.85), GRANOVETTER,
     lambda rows: median([r["wide"] for r in rows])),
    ("SF-16", "correlation", "length over which the fear added by a panic falls to 1/e, open crowd", "m", (5, 20),
     "Tsai et al., AAMAS (2011)", lambda rows: median([r["length_m"] for r in rows if r["length_m"] > 0])),
    ("SF-18a", "shown", "fear within 100 m: chief shows calm less chief shows fear, both afraid", "1", at_most(-0.1),
     "Hoogendoorn et al., ICONIP (2010)", lambda rows: mean([r["afraid_shows_calm"] - r["afraid_shows_fear"] for r in rows])),
    ("SF-18b", "shown", "the same: chief afraid less chief at ease, both show calm", "1", (-0.02, 0.02),
     "Hoogendoorn et al., ICONIP (2010)", lambda rows: mean([r["afraid_shows_calm"] - r["easy_shows_calm"] for r in rows])),
    ("SF-22", "riders", "time of a message by distance", "min/km", (3, 5), "gaits of horses: Dyer 1896 (15 to 20 km/h)", rider_slope),
    ("SF-24a", "foot", "men in the zone of contact who strike within a minute", "share", (0.2, 0.6), MARSHALL, acted),
    ("SF-24b", "foot", "... within 10 m of their leader, less the others", "share", at_least(0.1), MARSHALL, led_gain),
    ("SF-25a", "foot+horse", "median spell of close contact of a unit", "min", (1, 5), SABIN, contact("bouts")),
    ("SF-25b", "foot+horse", "median pause between two", "min", (2, 10), SABIN, contact("gaps")),
]
