#!/usr/bin/env python3
"""Judges the physical claims of account 1 by the rows of `linghe batch xiaoling-fire`.

    tools/claims_account_1.py BASE_FOLDER [ARMS_FOLDER ...] [--json]
    tools/claims_account_1.py --commands DIR

Reads rows.csv of each folder. The first folder's base runs give the frequency of every claim; every arm beside base, in any
of the folders, is compared with the base runs of its own folder, seed by seed. --commands prints the batches to run.
Docs: docs/handbook/claims-account-1.md. Exit codes: 0 done, 2 wrong words, 3 no such folder or not the rows of a batch.
"""

import csv
import json
import math
import pathlib
import sys

SIX_BANNERS = ("bordered_yellow", "plain_red", "bordered_red", "plain_white", "bordered_white", "plain_blue")
WHITE = ("plain_white", "bordered_white")
BROTHERS = ("ajige", "dorgon", "dodo")
PURSUERS = ("yoto", "ajige", "dorgon", "dodo", "manggultai", "enggeder")  # six of whom one is first by chance in 0.17
LEADERS = ("yoto", "ajige", "dorgon", "dodo", "darhan", "ashan", "manggultai", "degelei", "enggeder", "tong_yangxing")
LEG_MIN = 5  # losses before the fire, where nothing was lit: five minutes from the start

MEASURES = (
    "t0_min", "half_across_min.*", "across_rank.*", "withdraws_min.*", "ridden_on_bank_m_at_0.*", "colours_*", "across_at_*",
    "behind_at_*", "out_at_*", "out_most_in_60.*", "river_*", "belief_error_m_at_0.*", "belief_wrong_min.*",
    "believed_gone_min.*", "least_to_enemy_m.*", "least_to_flames_m.*", "sight_*", "beliefs_renewed_*", "drum_heard_*",
    "first_flame_min", "last_flame_min", "burnt_*", "fire_*", "march_pace_*", "no_enemy_crossed_to_20",
    "enemies_on_bank_most_to_20", "dead.*", "disabled.*", "captured.*", "drowned.*", "fled_off_map.*",
)
ARMS = (
    ("ford-half", "set map.ramp.*.width_m=30"),
    ("ford-double", "set map.ramp.*.width_m=120"),
    ("wind-north", "set wind.*.from_deg=11"),
    ("no-wind", "set wind.*.speed_m_s=0"),
    ("no-fire", "without fire"),
)


class BadInput(Exception):
    """What is wrong with a folder, in words."""


# --- one run -------------------------------------------------------------------------------------------------------------


class Run:
    """The measures of one run; absent ones are None."""

    def __init__(self, arm, seed, values):
        self.arm, self.seed, self.values = arm, seed, values

    def get(self, name):
        return self.values.get(name)

    def all(self, name, ids):
        """Measure of each id; None when any is absent."""
        found = [self.get(f"{name}.{i}") for i in ids]
        return None if any(v is None for v in found) else found

    def total(self, name, ids):
        found = self.all(name, ids)
        return None if found is None else sum(found)

    def some(self, name, ids):
        """Those of the measures that are there."""
        return [v for v in (self.get(f"{name}.{i}") for i in ids) if v is not None]


def within(value, low, high):
    return value is not None and low <= value <= high


def never(value):
    """What never came comes after all that came."""
    return math.inf if value is None else value


def yoto_first(run):
    his = never(run.get("half_across_min.yoto"))
    return math.isfinite(his) and all(his <= never(run.get(f"half_across_min.{p}")) for p in PURSUERS)


def heard_downwind_only(run):
    down, up = run.get("drum_heard_share_ring_downwind"), run.get("drum_heard_share_ring_upwind")
    return down is not None and down >= 0.5 and (up is None or up < 0.3)


def together(run):
    times = run.all("withdraws_min", BROTHERS)
    return times is not None and max(times) - min(times) <= 5


def guards_before_niru(run):
    return all(
        within(run.get(f"colours_across_share_at_0.{c}.jin_guard"), 0.9, 1)
        and within(run.get(f"colours_across_share_at_0.{c}.jin_horse"), 0, 0.5)
        for c in WHITE
    )


def mongols_last(run):
    mongols = never(run.get("colours_half_across_min.mongols"))
    white = max(never(run.get(f"colours_half_across_min.{c}")) for c in WHITE)
    return mongols > white > never(run.get("half_across_min.yoto"))


def joined(run):
    return within(run.total("colours_across_near_at_20", SIX_BANNERS), 10000, 12500) and within(
        run.total("colours_across_at_20", SIX_BANNERS), 10000, 14500
    )


def lost_in_an_hour(run):
    out, before, t0 = run.get("out_at_15.jin"), run.get("out_at_first_flame.jin"), run.get("t0_min")
    lit = run.get("first_flame_min")
    if None in (out, before, t0, lit):
        return False
    return out - before >= 10000 and t0 + 15 - lit <= 60


def won_then_lost(run):
    def before(side):
        lit = run.get(f"out_at_first_flame.{side}")
        return run.get(f"out_at_run_min_{LEG_MIN}.{side}") if lit is None else lit

    values = (before("jin"), before("ming"), run.get("out_at_end.jin"), run.get("out_at_end.ming"))
    return None not in values and values[0] < values[1] and values[2] > values[3]


def at_least(name, bound):
    return lambda run: run.get(name) is not None and run.get(name) >= bound


def below(name, bound):
    return lambda run: run.get(name) is not None and run.get(name) < bound


# id, what it says, the predicate of one run, the measures shown, least share the account's reading asks for (None: class only)
CLAIMS = (
    ("S1-06", "Yoto's force is the first of six to be across by half", yoto_first,
     ["half_across_min.yoto", "across_rank.yoto", "withdraws_min.yoto"], 0.3),
    ("S1-07", "before the drum Yoto believes the khan gone on by 500 m or more", lambda r: never(r.get("believed_gone_min.yoto")) < math.inf and r.get("believed_gone_min.yoto") > 0,
     ["believed_gone_min.yoto", "belief_error_m_at_0.yoto", "belief_wrong_min.yoto"], 0.5),
    ("S1-09", "Yoto has ridden 1.1 to 1.5 km since the bank at the drum", lambda r: within(r.get("ridden_on_bank_m_at_0.yoto"), 1100, 1500),
     ["ridden_on_bank_m_at_0.yoto"], 0.3),
    ("S1-11", "the drum is heard at 1.05 to 1.25 km downwind by half, upwind by under 0.3", heard_downwind_only,
     ["drum_heard_share_ring_downwind", "drum_heard_share_ring_upwind"], 0.5),
    ("S1-13", "the three brothers resolve to withdraw within 5 min", together,
     ["withdraws_min.ajige", "withdraws_min.dorgon", "withdraws_min.dodo"], 0.5),
    ("S1-14", "of both White banners 0.9 of the guards and at most half the niru are across at the drum", guards_before_niru,
     ["colours_across_share_at_0.plain_white.jin_guard", "colours_across_share_at_0.plain_white.jin_horse",
      "colours_across_share_at_0.bordered_white.jin_guard", "colours_across_share_at_0.bordered_white.jin_horse"], None),
    ("S1-16", "0.2 horses to the square metre or more in the river for 5 min", at_least("river_jam_min", 5),
     ["river_jam_min", "river_density_most"], None),
    ("S1-17", "6,800 to 9,200 of the White banners are across at +10", lambda r: within(r.total("colours_across_at_10", WHITE), 6800, 9200),
     ["colours_across_at_10.plain_white", "colours_across_at_10.bordered_white"], None),
    ("S1-18", "flames come within 5 m of a named commander", lambda r: any(v <= 5 for v in r.some("least_to_flames_m", LEADERS)),
     [f"least_to_flames_m.{p}" for p in BROTHERS], 0.1),
    ("S1-20", "an enemy comes within 30 m of Dodo after he withdraws", below("least_to_enemy_m.dodo", 30),
     ["least_to_enemy_m.dodo"], 0.2),
    ("S1-22", "at the drum the commanders across see under 100 m (median) and know anew of under half of one another",
     lambda r: below("sight_median_m_at_0", 100)(r) and below("beliefs_renewed_share_at_0", 0.5)(r),
     ["sight_least_m_at_0", "sight_median_m_at_0", "beliefs_renewed_share_at_0", "sight_median_m_at_10", "beliefs_renewed_share_at_10"], None),
    ("S1-25", "the chief sees under 100 m at +10", below("sight_at_chief_m_at_10", 100), ["sight_at_chief_m_at_10"], 0.3),
    ("S1-27", "3,800 to 5,200 Mongols are across at +20", lambda r: within(r.get("colours_across_at_20.mongols"), 3800, 5200),
     ["colours_across_at_20.mongols"], None),
    ("S1-28", "half the Mongols are across after half of both White banners, these after Yoto's", mongols_last,
     ["colours_half_across_min.mongols", "colours_half_across_min.plain_white", "colours_half_across_min.bordered_white",
      "half_across_min.yoto", "colours_half_gathered_min.mongols"], 0.4),
    ("S1-32", "six banners at +20: 10,000 to 12,500 beside the khan, 10,000 to 14,500 across", joined,
     [f"colours_across_at_20.{c}" for c in SIX_BANNERS], None),
    ("S1-33", "under 20,000 Jin across at +20", below("across_at_20.jin", 20000), ["across_at_20.jin"], None),
    ("S1-34", "8,500 to 10,000 out and 8,000 to 13,000 alive behind at +20",
     lambda r: within(r.get("out_at_20.jin"), 8500, 10000) and within(r.get("behind_at_20.jin"), 8000, 13000),
     ["out_at_20.jin", "behind_at_20.jin"], None),
    ("S1-38", "10,000 or more out from the first flame to +15, within an hour", lost_in_an_hour,
     ["out_at_first_flame.jin", "out_at_15.jin", "out_most_in_60.jin"], None),
    ("S1-51", "the fire burns to the water, nothing beyond, and dies",
     lambda r: r.get("fire_reached_water") == 1 and r.get("fire_beyond_water") == 0 and r.get("last_flame_min") is not None,
     ["first_flame_min", "last_flame_min", "burnt_ha"], 0.9),
    ("S1-52", "smoke over burnt ground falls to half its peak in 10 min", lambda r: within(r.get("burnt_ground_smoke_after_10"), 0, 0.5),
     ["burnt_ground_smoke_peak_per_m", "burnt_ground_smoke_after_10"], None),
    ("S1-53", "formed men march in smoke at half their clear-air pace or more", at_least("march_pace_smoke_over_clear", 0.5),
     ["march_pace_in_smoke", "march_pace_in_clear", "march_pace_smoke_over_clear"], None),
    ("S1-54", "sight across the river goes from under 50 m to over 300 m in 3 min", lambda r: within(r.get("sight_across_clears_min"), 0, 3),
     ["sight_across_least_m", "sight_across_clears_min"], 0.7),
    ("S1-55", "the fire spreads within 45 degrees of north",
     lambda r: r.get("fire_spread_azimuth_deg") is not None and min(r.get("fire_spread_azimuth_deg"), 360 - r.get("fire_spread_azimuth_deg")) <= 45,
     ["fire_spread_azimuth_deg", "fire_spread_off_wind_deg"], None),
    ("S1-56", "the Jin have lost fewer before the fire and more at the end", won_then_lost,
     ["out_at_first_flame.jin", "out_at_first_flame.ming", "out_at_end.jin", "out_at_end.ming"], 0.3),
    ("S1-57", "no Ming soldier is across to +20", lambda r: r.get("no_enemy_crossed_to_20") == 1, ["enemies_on_bank_most_to_20"], 0.5),
)


# --- figures -------------------------------------------------------------------------------------------------------------

Z95 = 1.959963984540054


def wilson(yes, n):
    """95 % interval of a share (E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209)."""
    if n == 0:
        return 0.0, 1.0
    p, z2 = yes / n, Z95 * Z95
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return (0.0 if yes == 0 else middle - half), (1.0 if yes == n else middle + half)


def class_of(share):
    return "supported" if share >= 0.5 else "possible" if share >= 0.1 else "strained" if share >= 0.02 else "contradicted"


def verdict(yes, n):
    """Class of the share; undecided where its interval spans two; contradicted where its upper bound is below 0.02."""
    if n == 0:
        return "undecided"
    low, high = wilson(yes, n)
    return class_of(low) if class_of(low) == class_of(high) else "undecided"


def newcombe(pairs):
    """Difference of two shares of the same seeds with its 95 % interval (R. G. Newcombe, Stat. Med. 17 (1998) 2635,
    method 10)."""
    n = len(pairs)
    both = sum(a and b for a, b in pairs)
    only_a, only_b = sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)
    neither = n - both - only_a - only_b
    p1, p2 = (both + only_a) / n, (both + only_b) / n
    (l1, u1), (l2, u2) = wilson(both + only_a, n), wilson(both + only_b, n)
    margins = (both + only_a) * (only_b + neither) * (both + only_b) * (only_a + neither)
    cross = both * neither - only_a * only_b
    if cross > n / 2:
        cross -= n / 2
    elif cross >= 0:
        cross = 0
    phi = cross / math.sqrt(margins) if margins > 0 else 0.0
    d = p1 - p2
    low = d - math.sqrt(max(0.0, (p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2))
    high = d + math.sqrt(max(0.0, (u1 - p1) ** 2 - 2 * phi * (u1 - p1) * (p2 - l2) + (p2 - l2) ** 2))
    return d, low, high


def quantile(values, q):
    """Linear between order statistics (R. J. Hyndman, Y. Fan, Am. Stat. 50 (1996) 361, type 7)."""
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    i = min(int(at), len(ordered) - 1)
    j = min(i + 1, len(ordered) - 1)
    return ordered[i] + (at - i) * (ordered[j] - ordered[i])


def median_interval(values):
    """95 % interval of the median between order statistics; None below 6 values."""
    n, ordered = len(values), sorted(values)
    if n < 6:
        return None
    k, tail = 0, 0.0
    while True:
        tail += math.comb(n, k) / 2**n
        if tail > 0.025:
            return ordered[k - 1 if k > 0 else 0], ordered[n - k if k > 0 else n - 1]
        k += 1


def spread(values):
    return None if not values else {"n": len(values), "q10": quantile(values, 0.1), "median": quantile(values, 0.5), "q90": quantile(values, 0.9)}


# --- a batch -------------------------------------------------------------------------------------------------------------


def read_folder(folder):
    """Runs of a batch that ended well, and how many failed."""
    path = pathlib.Path(folder) / "rows.csv"
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; give a folder that linghe batch has finished") from error
    if not rows or not {"run", "arm", "seed", "status"} <= set(rows[0]):
        raise BadInput(f"{path}: no rows of a batch stand here")
    fixed = {"run", "arm", "seed", "status", "hash", "command"}
    runs, failed = [], 0
    for line, row in enumerate(rows, 2):
        if row["status"] != "ok":
            failed += 1
            continue
        try:
            values = {k: float(v) for k, v in row.items() if k not in fixed and v not in ("", None)}
            runs.append(Run(row["arm"], int(row["seed"]), values))
        except (ValueError, TypeError) as error:
            raise BadInput(f"{path}:{line}: a measure is no number ({error})") from error
    return runs, failed, [k for k in rows[0] if k not in fixed]


def judge(runs):
    """Every claim over some runs."""
    out = []
    for claim, says, holds, shown, asked in CLAIMS:
        yes = sum(bool(holds(run)) for run in runs)
        low, high = wilson(yes, len(runs))
        measures = {m: spread([run.get(m) for run in runs if run.get(m) is not None]) for m in shown}
        out.append({
            "claim": claim, "says": says, "runs": len(runs), "holds": yes, "share": yes / len(runs) if runs else None,
            "low": low, "high": high, "verdict": verdict(yes, len(runs)), "asked": asked, "measures": measures,
        })
    return out


def compare(base, arm):
    """Every claim and measure of an arm against the base under the same seeds: base less arm."""
    by_seed = {run.seed: run for run in base}
    pairs = [(by_seed[run.seed], run) for run in arm if run.seed in by_seed]
    if not pairs:
        return None
    claims, measures = [], {}
    for claim, _, holds, shown, _ in CLAIMS:
        d, low, high = newcombe([(bool(holds(a)), bool(holds(b))) for a, b in pairs])
        claims.append({"claim": claim, "base": sum(bool(holds(a)) for a, _ in pairs) / len(pairs), "difference": d, "low": low, "high": high})
        for m in shown:
            known = [a.get(m) - b.get(m) for a, b in pairs if a.get(m) is not None and b.get(m) is not None]
            if known and m not in measures:
                interval = median_interval(known)
                measures[m] = {"pairs": len(known), "median": quantile(known, 0.5),
                               "low": interval and interval[0], "high": interval and interval[1]}
    return {"pairs": len(pairs), "claims": claims, "measures": measures}


def report(folders):
    """All that is printed, as one object."""
    out, first, absent = {"folders": [], "arms": {}}, None, set()
    for folder in folders:
        runs, failed, columns = read_folder(folder)
        base = [run for run in runs if run.arm == "base"]
        out["folders"].append({"folder": str(folder), "runs": len(runs), "failed": failed})
        if first is None:
            first = base
            absent = {m for _, _, _, shown, _ in CLAIMS for m in shown} - set(columns)
        for arm in dict.fromkeys(run.arm for run in runs if run.arm != "base"):
            compared = compare(base, [run for run in runs if run.arm == arm])
            if compared is not None:
                out["arms"][arm] = compared
    if not first:
        raise BadInput(f"{folders[0]}: no run of the arm base ended well")
    out["drum_beaten"] = sum(run.get("t0_min") is not None for run in first)
    out["base_runs"] = len(first)
    out["not_measured"] = sorted(absent)
    out["claims"] = judge(first)
    return out


# --- words ---------------------------------------------------------------------------------------------------------------


def figure(value):
    if value is None:
        return "-"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def text_of(data):
    lines = [f"{data['base_runs']} base runs; the chief's drum was beaten in {data['drum_beaten']} of them. A claim that needs the drum does not hold without it."]
    for folder in data["folders"]:
        lines.append(f"{folder['folder']}: {folder['runs']} runs" + (f", {folder['failed']} failed" if folder["failed"] else ""))
    if data["not_measured"]:
        lines.append("not in the rows: " + ", ".join(data["not_measured"]))
    for c in data["claims"]:
        asked = "" if c["asked"] is None else f", asked {c['asked']:g} or more"
        lines += ["", f"{c['claim']}  {c['verdict']}: {c['holds']} of {c['runs']}, {c['share']:.3f} [{c['low']:.3f}, {c['high']:.3f}]{asked}",
                  f"       {c['says']}"]
        for name, m in c["measures"].items():
            lines.append(f"       {name}: " + ("no figure" if m is None else f"{figure(m['median'])} ({figure(m['q10'])} to {figure(m['q90'])}), n {m['n']}"))
    for arm, compared in data["arms"].items():
        lines += ["", f"base less {arm}, {compared['pairs']} pairs"]
        for c in compared["claims"]:
            lines.append(f"  {c['claim']}: {c['difference']:+.3f} [{c['low']:+.3f}, {c['high']:+.3f}] (base {c['base']:.3f})")
        for name, m in compared["measures"].items():
            between = "" if m["low"] is None else f" [{figure(m['low'])}, {figure(m['high'])}]"
            lines.append(f"    {name}: median {figure(m['median'])}{between}, {m['pairs']} pairs")
    return "\n".join(lines)


def commands(folder):
    measures = " ".join(f"--measure '{m}'" for m in MEASURES)
    arms = " ".join(f"--arm '{name}:{what}'" for name, what in ARMS)
    return [f"linghe batch xiaoling-fire --seeds 1-200 {measures} --out {folder}/base --resume",
            f"linghe batch xiaoling-fire --seeds 1-40 {arms} {measures} --out {folder}/arms --resume"]


def main(argv):
    words = [a for a in argv if a not in ("--json", "--commands")]
    if any(a.startswith("-") for a in words) or not words or ("--commands" in argv and len(words) != 1):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    if "--commands" in argv:
        print("\n".join(commands(words[0])))
        return 0
    try:
        data = report(words)
    except BadInput as error:
        print(f"claims_account_1: {error}", file=sys.stderr)
        return 3
    print(json.dumps(data, ensure_ascii=False, indent=1) if "--json" in argv else text_of(data))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
