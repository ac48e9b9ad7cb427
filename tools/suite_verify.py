#!/usr/bin/env python3
"""Suite `verify`: every reference point with value, target and tolerance, group by group; --smoke takes the quick ones.

Resumable: what a group gave is kept in build/suites/verify.parts for this very program, and not measured again.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys

from suitelib import BUILD, Suite, smoke_asked

PROGRAM = pathlib.Path(os.environ.get("LINGHE_VERIFY") or BUILD / "rel" / "bin" / "linghe-verify")


OPEN = pathlib.Path(__file__).resolve().parent.parent / "docs" / "verify-open.txt"


def known_misses():
    """Points that are known to miss, 'group id in' -> why. They stay misses; each is printed, and one that holds must be struck off."""
    open_points = {}
    for line in OPEN.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            group, point, where, why = line.split(None, 3)
            open_points[(group, point, where)] = why
    return open_points


def groups(quick):
    told = subprocess.run([PROGRAM, "--list", *(["--quick"] if quick else [])], capture_output=True, text=True)
    return told.stdout.split()


def measured(group, parts):
    """The group's result, from the parts or measured now; None and a reason when the program failed."""
    kept = parts / f"{group}.json"
    if kept.exists():
        return json.loads(kept.read_text(encoding="utf-8")), ""
    told = subprocess.run([PROGRAM, "--json", "--group", group], capture_output=True, text=True)
    if told.returncode not in (0, 1) or not told.stdout.strip():
        return None, f"exit code {told.returncode}\n{told.stderr[-1500:]}"
    half_written = kept.with_suffix(".tmp")
    half_written.write_text(told.stdout, encoding="utf-8")
    half_written.replace(kept)
    return json.loads(told.stdout), ""


def main():
    smoke = smoke_asked()
    suite = Suite("verify", smoke=smoke)
    if not PROGRAM.exists():
        suite.fail("linghe-verify is built", f"missing: {PROGRAM}")
        return suite.finish()
    open_points = known_misses()
    parts = BUILD / "suites" / "verify.parts" / hashlib.sha256(PROGRAM.read_bytes()).hexdigest()[:16]
    parts.mkdir(parents=True, exist_ok=True)
    for group in groups(smoke):
        result, why = measured(group, parts)
        if result is None:
            suite.fail(f"{group}: measures its points", why)
            continue
        print(f"{group}   ({result['source']}; {result['seconds']:.1f} s)", flush=True)
        suite.check(f"{group}: has points", result["points"], "not one point")
        for p in result["points"]:
            told = f"{p['id']:8} {p['in']:8} {p['value']:>12.5g}   target {p['target']:.5g} {p['unit']}, {p['tolerance']}: {p['what']}"
            print(f"  {'holds ' if p['holds'] else 'MISSES'} {told}", flush=True)
            why = open_points.get((group, p["id"], p["in"]))
            name = f"{group} {p['id']} ({p['in']}): {p['what']}"
            if why is not None and not p["holds"]:
                suite.note(f"open: {name}: {p['value']:.5g} against {p['target']:.5g}, {p['tolerance']}: {why}")
                continue
            if why is not None:
                suite.fail(name, f"it holds now: strike it off {OPEN.name}\n{told}")
                continue
            suite.check(name, p["holds"], told, value=p["value"], target=p["target"], tolerance=p["tolerance"],
                        unit=p["unit"])
        for note in result["notes"]:
            suite.note(f"{group}: {note}")
    return suite.finish()


sys.exit(main())
