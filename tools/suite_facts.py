#!/usr/bin/env python3
"""Suite `facts`: stylised facts of battle, each figure beside its target, with interval, power and source.

--smoke fights a few small battles and asks only that every figure can be read. --seeds N: seeds of each battle (200).
--so-far judges what has been fought before and fights nothing. --keep FOLDER writes the figures there (docs/results/DATE-facts).
--only BATTLE,... measures a part.
Resumable: each run is a line in build/suites/facts.parts for this very program, and not fought again.
"""

import argparse
import csv
import hashlib
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import sys

from facts_table import FIGURES
from suitelib import BUILD, Suite

PROGRAM = pathlib.Path(os.environ.get("LINGHE_FACTS") or BUILD / "rel" / "bin" / "linghe-facts")
OPEN = pathlib.Path(__file__).resolve().parent.parent / "docs" / "facts-open.txt"
SMOKE_MEN = 300  # of each side, in a smoke run
RESAMPLES = 1000


def known_failures():
    """Figures that are known to fail, id -> why."""
    failures = {}
    for line in OPEN.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            figure, why = line.split(None, 1)
            failures[figure] = why
    return failures


class Runs:
    """Rows of every battle, fought when they are not there yet."""

    def __init__(self, smoke, seeds, so_far=False):
        self.so_far = so_far
        self.seeds = range(1, (2 if smoke else seeds) + 1)
        self.men = SMOKE_MEN if smoke else 1500
        self.folder = BUILD / "suites" / "facts.parts" / hashlib.sha256(PROGRAM.read_bytes()).hexdigest()[:16]
        self.folder.mkdir(parents=True, exist_ok=True)
        self.known = {}

    def rows(self, battle):
        if battle not in self.known:
            self.known[battle] = self.fought(battle)
        return self.known[battle]

    def fought(self, battle):
        path = self.folder / f"{battle}-{self.men}.jsonl"
        there = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    row = json.loads(line)
                except ValueError:  # a torn line: fought again
                    continue
                there[row["seed"]] = row
        if self.so_far:
            return [there[s] for s in sorted(there)]
        with path.open("a", encoding="utf-8") as kept:
            for seed in self.seeds:
                if seed in there:
                    continue
                told = subprocess.run([PROGRAM, "--battle", battle, "--seed", str(seed), "--men", str(self.men)],
                                      capture_output=True, text=True)
                if told.returncode != 0:
                    raise RuntimeError(f"{battle}, seed {seed}: exit code {told.returncode}\n{told.stderr[-1000:]}")
                there[seed] = json.loads(told.stdout)
                kept.write("\n" + told.stdout.strip() + "\n")
                kept.flush()
        return [there[s] for s in self.seeds]


def spread(how, rows):
    """Bootstrap over seeds (Efron, Ann. Statist. 7 (1979) 1): 95 % percentile interval and standard error; NaN for fewer than 3."""
    if len(rows) < 3:
        return math.nan, math.nan, math.nan
    dice = random.Random(1)
    values = [v for v in (how(dice.choices(rows, k=len(rows))) for _ in range(RESAMPLES)) if not math.isnan(v)]
    if len(values) < RESAMPLES // 2:
        return math.nan, math.nan, math.nan
    values.sort()
    return values[int(0.025 * len(values))], values[int(0.975 * len(values)) - 1], statistics.pstdev(values)


def told_target(low, high):
    return f">= {low:g}" if math.isinf(high) else f"<= {high:g}" if math.isinf(low) else f"{low:g} to {high:g}"


def measure(runs, figure):
    name, battles, what, unit, (low, high), source, how = figure
    by_battle = [runs.rows(b) for b in battles.split("+")]
    rows = [r for some in by_battle for r in some]
    value = how(rows) if rows else math.nan
    left, right, error = spread(how, rows)
    return {"id": name, "battle": battles, "what": what, "unit": unit, "value": value, "low": left, "high": right,
            # The least distance from the bound that so many runs would show in four of five studies: (1.96 + 0.84) s.e.
            "shows": 2.8 * error, "runs": len(rows), "target": told_target(low, high), "source": source,
            "holds": low <= value <= high}


def keep(folder, figures):
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "figures.csv").open("w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, fieldnames=list(figures[0]), lineterminator="\n")
        writer.writeheader()
        for x in figures:
            writer.writerow({k: f"{v:.4g}" if isinstance(v, float) else v for k, v in x.items()})


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--smoke", action="store_true")
    asked.add_argument("--seeds", type=int, default=200)
    asked.add_argument("--so-far", action="store_true")
    asked.add_argument("--keep", type=pathlib.Path)
    asked.add_argument("--only", default="")
    asked = asked.parse_args()
    suite = Suite("facts", smoke=asked.smoke)
    if not PROGRAM.exists():
        suite.fail("linghe-facts is built", f"missing: {PROGRAM}")
        return suite.finish()
    failures = known_failures()
    runs = Runs(asked.smoke, asked.seeds, asked.so_far)
    only = set(filter(None, asked.only.split(",")))
    figures = []
    for figure in FIGURES:
        if only and not set(figure[1].split("+")) <= only:
            continue
        try:
            x = measure(runs, figure)
        except RuntimeError as error:
            suite.fail(f"{figure[0]}: its battles are fought", str(error))
            continue
        if not x["runs"]:
            continue
        figures.append(x)
        told = (f"{x['id']:7} {x['value']:8.3g} {x['unit']}   target {x['target']}   95 % {x['low']:.3g} to {x['high']:.3g}, "
                f"shows {x['shows']:.2g}, {x['runs']} runs: {x['what']}   ({x['source']})")
        print(f"  {'holds' if x['holds'] else 'FAILS'} {told}", flush=True)
        name = f"{x['id']}: {x['what']}"
        why = failures.get(x["id"])
        if asked.smoke:  # too few and too small to judge
            suite.check(f"{x['id']} is measured", True, told)
        elif not x["holds"] and why is not None:
            suite.note(f"open: {name}: {x['value']:.3g} against {x['target']} {x['unit']}: {why}")
        elif why is not None:
            suite.fail(name, f"it holds now: strike it off {OPEN.name}\n{told}")
        else:
            suite.check(name, x["holds"], told)
    if asked.keep and figures:
        keep(asked.keep, figures)
    return suite.finish()


sys.exit(main())
