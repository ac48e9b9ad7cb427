#!/usr/bin/env python3
"""Suite `mechanisms`: each mechanism, taken out of a shipped battle, moves a stated measure by more than its paired 95 % interval.

--smoke fights the small battles by 6 pairs and asks only that every measure can be read and that the sums agree.
--pairs N: pairs of each row (40). --only M1,M10 a part. --list tells rows and commands, fights nothing. --so-far judges what lies
there. --keep FOLDER writes the table there (docs/results/DATE-mechanisms). --threads N: runs at a time (1).
Resumable: batches lie in build/suites/mechanisms.parts for this very program, and go on from where they were stopped.
A row that does not hold is a failure; docs/mechanisms-open.txt lists those that are known, and the suite fails when one comes to hold.
"""

import argparse
import csv
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

from mechanisms_table import ROWS, SUM_MEASURES, SUMS
from suitelib import BUILD, Suite

PROGRAM = pathlib.Path(os.environ.get("LINGHE") or BUILD / "rel" / "bin" / "linghe")
OPEN = pathlib.Path(__file__).resolve().parent.parent / "docs" / "mechanisms-open.txt"
SMOKE_PAIRS = 6  # fewest for which linghe batch gives a verdict
WORDS = {"more": "base higher", "less": "base lower"}


def known_failures():
    """Rows that are known to fail, id -> why."""
    failures = {}
    for line in OPEN.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            row, why = line.split(None, 1)
            failures[row] = why
    return failures


class Batch:
    """The rows of one battle up to one moment: the battle as it is, and each change as an arm beside it."""

    def __init__(self, battle, until, rows, pairs, parts):
        self.battle, self.until, self.rows, self.pairs = battle, until, rows, pairs
        self.folder = parts / f"{battle}-{until.replace(':', '')}-{pairs}-{self.fingerprint()}"

    def fingerprint(self):
        """A batch is gone on with only where arms and measures are the same."""
        told = json.dumps([[r.arm, r.changes, r.measure] for r in self.rows], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:8]

    def arms(self):
        arms = {}
        for row in self.rows:
            arms.setdefault(tuple(row.changes), row.arm)
        return arms

    def command(self, threads, measures):
        words = [str(PROGRAM), "batch", self.battle, "--seeds", f"1-{self.pairs}", "--until", self.until]
        for changes, arm in self.arms().items():
            words += ["--arm", f"{arm}:{'; '.join(changes)}"]
        for measure in measures:
            words += ["--measure", measure]
        return words + ["--threads", str(threads), "--out", str(self.folder), "--resume", "--quiet"]

    def fight(self, threads):
        """Raises RuntimeError with the program's words when the batch does not end well."""
        if (self.folder / "summary.json").exists():
            return
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        measures = sorted({r.measure for r in self.rows}) + SUM_MEASURES
        told = subprocess.run(self.command(threads, measures), capture_output=True, text=True)
        if told.returncode != 0:
            raise RuntimeError(f"{self.battle}: exit code {told.returncode}\n{told.stderr[-1500:]}")

    def summary(self):
        path = self.folder / "summary.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def batches_of(rows, pairs, parts):
    groups = {}
    for row in rows:
        groups.setdefault((row.battle, row.until), []).append(row)
    return [Batch(battle, until, some, pairs, parts) for (battle, until), some in groups.items()]


def figure_of(row, batch, summary):
    """With and without, the paired difference and its interval, as the batch has them; None where it has none."""
    arm = batch.arms()[tuple(row.changes)]
    means = {a["name"]: (a["figures"].get(row.measure, {}).get("mean") or {}).get("mean") for a in summary["arms"]}
    pair = next((p for p in summary["base_less_arm"] if p["arm"] == arm and p["measure"] == row.measure), None)
    if pair is None or not pair["mean"]:
        return None
    low, high = pair["mean"].get("interval_95") or (None, None)
    return {"id": row.id, "mechanism": row.mechanism, "what": row.what, "battle": row.battle, "until": row.until,
            "change": "; ".join(row.changes), "measure": row.measure, "unit": summary["measures"][row.measure]["unit"],
            "expected": row.says, "with": means.get("base"), "without": means.get(arm), "difference": pair["mean"]["mean"],
            "low": low, "high": high, "pairs": pair["pairs"], "verdict": pair["verdict"],
            "holds": pair["verdict"] == WORDS[row.says]}


def short(value):
    return "-" if value is None else f"{value:.3g}"


def told(x):
    return (f"{x['id']:26} with {short(x['with'])}, without {short(x['without'])} {x['unit']}: difference {short(x['difference'])} "
            f"[{short(x['low'])}, {short(x['high'])}], {x['pairs']} pairs, expected {x['expected']}: {x['measure']} of {x['battle']}, "
            f"{x['change']}")


def judge(suite, row, figure, failures, smoke):
    name = f"{row.id}: {row.what}"
    if figure is None:
        return suite.fail(name, f"{row.measure} of {row.battle} has no figure; see missing.csv of its batch")
    print(f"  {'holds' if figure['holds'] else 'FAILS'} {told(figure)}", flush=True)
    why = failures.get(row.id)
    if smoke:  # too few pairs to judge
        return suite.check(f"{row.id} is measured", True)
    if not figure["holds"] and why is not None:
        return suite.note(f"open: {told(figure)}: {why}")
    if why is not None:
        return suite.fail(name, f"it holds now: strike it off {OPEN.name}\n{told(figure)}")
    return suite.check(name, figure["holds"], told(figure))


def check_sums(suite, batch):
    """M20: nobody is counted twice or lost, in any run."""
    with (batch.folder / "rows.csv").open(newline="", encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["status"] == "ok"]
    sides = sorted({c.split(".", 1)[1] for r in rows for c in r if c.startswith("out_at_end.")})
    for name, left, right in SUMS:
        wrong = []
        for r in rows:
            for side in sides:
                sums = [sum(float(r[c + side]) for c in some if r.get(c + side)) for some in (left, right)]
                if sums[0] != sums[1]:
                    wrong.append(f"seed {r['seed']}, {r['arm']}, {side}: {sums[0]:g} against {sums[1]:g}")
        suite.check(f"M20: {batch.battle} to {batch.until}: {name}", rows and sides and not wrong, "\n".join(wrong[:5]) or "no rows")


def keep(folder, figures):
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "mechanisms.csv").open("w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, fieldnames=list(figures[0]), lineterminator="\n")
        writer.writeheader()
        for x in figures:
            writer.writerow({k: f"{v:.4g}" if isinstance(v, float) else v for k, v in x.items()})


def arguments():
    asked = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    asked.add_argument("--smoke", action="store_true")
    asked.add_argument("--pairs", type=int, default=40)
    asked.add_argument("--threads", type=int, default=1)
    asked.add_argument("--only", default="")
    asked.add_argument("--list", action="store_true")
    asked.add_argument("--so-far", action="store_true")
    asked.add_argument("--keep", type=pathlib.Path)
    return asked.parse_args()


def main():
    asked = arguments()
    suite = Suite("mechanisms", smoke=asked.smoke)
    if not PROGRAM.exists():
        suite.fail("linghe is built", f"missing: {PROGRAM}")
        return suite.finish()
    only = set(filter(None, asked.only.split(",")))
    rows = [r for r in ROWS if (r.small or not asked.smoke) and (not only or r.mechanism in only or r.id in only)]
    parts = BUILD / "suites" / "mechanisms.parts" / hashlib.sha256(PROGRAM.read_bytes()).hexdigest()[:16]
    batches = batches_of(rows, SMOKE_PAIRS if asked.smoke else asked.pairs, parts)
    if asked.list:
        for batch in batches:
            print(shlex.join(batch.command(asked.threads, sorted({r.measure for r in batch.rows}) + SUM_MEASURES)))
        return 0
    failures, figures = known_failures(), []
    for batch in batches:
        try:
            if not asked.so_far:
                batch.fight(asked.threads)
        except RuntimeError as error:
            suite.fail(f"{batch.battle} to {batch.until} is fought", str(error))
            continue
        summary = batch.summary()
        if summary is None:
            continue
        for row in batch.rows:
            figure = figure_of(row, batch, summary)
            judge(suite, row, figure, failures, asked.smoke)
            if figure is not None:
                figures.append(figure)
        check_sums(suite, batch)
    if asked.keep and figures:
        keep(asked.keep, figures)
    return suite.finish()


sys.exit(main())
