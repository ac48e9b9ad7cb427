"""The verdict on every claim, and the paired differences of every arm."""

from claims import figures
from claims.batches import BASE
from claims.predicate import Predicate


def count(test, cases):
    """Of (run, arm) cases: how many hold, how many count, in how many the predicate is unknown."""
    answers = [test.predicate.holds(run.get, arm and arm.get) for run, arm in cases]
    unknown = sum(a is None for a in answers)
    n = len(answers) - (unknown if test.unknown == "left out" else 0)
    return sum(a is True for a in answers), n, unknown


def judged(test, cases, columns):
    """A test over its cases, with the verdict and why it is none."""
    missing = [n for n in test.predicate.names if cases and n not in columns]
    yes, n, unknown = (0, 0, 0) if missing else count(test, cases)
    low, high = figures.clopper_pearson(yes, n)
    why = ("not in the rows: " + ", ".join(missing)) if missing else "not fought" if not cases else "in no run does its condition come about" if n == 0 else None
    word = figures.verdict(yes, n)
    if why is None and word == figures.NOT_DECIDABLE:
        why = "too few runs: the interval leaves it open"
    return {
        "predicate": test.predicate.text, "arm": test.arm, "runs": len(cases), "counted": n, "unknown": unknown, "unknown_means": test.unknown,
        "holds": yes, "share": yes / n if n else None, "low": low, "high": high, "asked": test.asked,
        "meets_asked": figures.meets(test.asked, yes, n), "verdict": word, "why_not": why,
    }


def pairs_of(fought, scenario, arm):
    by_seed = {run.seed: run for run in fought.of(scenario)}
    return [(by_seed[run.seed], run) for run in fought.of(scenario, arm) if run.seed in by_seed]


def impossible(data):
    """The arithmetic of a reading that its own figures forbid."""
    if data is None:
        return None
    value = Predicate(data["formula"]).figure(data["values"].get)
    return {**data, "value": value, "impossible": value > data["most"]}


def claim_of(claim, fought, table):
    runs = fought.of(claim.scenario)
    columns = fought.columns.get(claim.scenario, set())
    tests = []
    if claim.single is not None:
        tests.append(judged(claim.single, [(run, None) for run in runs], columns))
    if claim.pair is not None:
        test = judged(claim.pair, pairs_of(fought, claim.scenario, claim.pair.arm), columns)
        if not table.arm(claim.pair.arm).possible:
            test["why_not"] = "the program has no switch for this arm"
        tests.append(test)
    words = [t["verdict"] for t in tests] or [figures.NOT_DECIDABLE]
    out = {
        "claim": claim.id, "kind": claim.kind, "scenario": claim.scenario, "says": claim.says, "why": claim.why, "lacks": claim.lacks,
        "verdict": min(words, key=figures.WORST_FIRST.index), "tests": tests, "impossible": impossible(claim.impossible),
        "measures": {m: figures.spread([run.get(m) for run in runs]) for m in claim.measures()},
    }
    if claim.pair is not None:
        cases = pairs_of(fought, claim.scenario, claim.pair.arm)
        out["differences"] = {m: figures.difference([(a.get(m), b.get(m)) for a, b in cases]) for m in claim.pair.predicate.names}
    return out


def arm_of(arm, fought):
    cases = pairs_of(fought, arm.scenario, arm.id)
    return {
        "arm": arm.id, "scenario": arm.scenario, "says": arm.says, "changes": arm.changes, "possible": arm.possible, "asked": arm.asked,
        "lacks": arm.lacks, "pairs": len(cases), "measures": {m: figures.difference([(a.get(m), b.get(m)) for a, b in cases]) for m in arm.measures},
        "as_it_is": {m: figures.spread([a.get(m) for a, _ in cases]) for m in arm.measures},
        "in_the_arm": {m: figures.spread([b.get(m) for _, b in cases]) for m in arm.measures},
    }


def report(table, fought):
    """Everything that is printed and written, as one object."""
    return {
        "runs": {f"{s} {a}": len(runs) for (s, a), runs in sorted(fought.runs.items())}, "failed": fought.failed,
        "t0_came": {s: sum(run.get("t0_min") is not None for run in fought.of(s)) for s in table.scenarios() if fought.of(s, BASE)},
        "bounds": {"reproduced": figures.MOSTLY, "not reproduced": figures.SELDOM, "sometimes": figures.BARELY},
        "claims": [claim_of(c, fought, table) for c in table.claims], "arms": [arm_of(a, fought) for a in table.arms],
    }
