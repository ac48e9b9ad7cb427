#!/usr/bin/env python3
"""Suite `unit`: every test_* program of build/relassert, counted by test case, not by program."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor

from suitelib import BUILD, ROOT, Suite, smoke_asked

PRESET = os.environ.get("LINGHE_UNIT_PRESET", "relassert")
TIMEOUT_S = 300


def programs():
    """(name, command) of each test that CMake declared, so that a program which was not built is missed, not skipped."""
    listing = subprocess.run(["ctest", "--show-only=json-v1"], cwd=BUILD / PRESET, capture_output=True, text=True)
    if listing.returncode:
        return []
    tests = json.loads(listing.stdout)["tests"]
    return sorted((t["name"], t.get("command", [])) for t in tests)


def messages(case):
    """What doctest says about one failed case, with file and line."""
    lines = []
    for node in case.iter():
        if node.tag == "Expression" and node.get("success") == "false":
            original = (node.findtext("Original") or "").strip()
            expanded = (node.findtext("Expanded") or "").strip()
            place = pathlib.Path(node.get("filename", "?"))
            place = place.relative_to(ROOT) if place.is_relative_to(ROOT) else place
            lines.append(f"{place}:{node.get('line')}: {node.get('type')}({original})   here: {expanded}")
        elif node.tag in ("Exception", "FatalError"):
            lines.append(f"{node.tag}: {(node.text or '').strip()}")
        elif node.tag == "Message" and node.get("type") != "WARNING":
            lines.append((node.findtext("Text") or "").strip())
    return "\n".join(lines) or "no message; run it alone to see"


def run_program(name, command):
    """Cases of one program as (name, passed, why)."""
    if not command or not pathlib.Path(command[0]).exists():
        return [(f"{name}: the test program is built", False, f"missing: {command[:1]}")]
    with tempfile.TemporaryDirectory(prefix="linghe-unit-") as folder:
        report = pathlib.Path(folder) / "report.xml"
        call = [*command, "--reporters=xml", f"--out={report}", "--no-version=true"]
        try:
            ended = subprocess.run(call, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                   errors="replace", timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            return [(f"{name}: ends in time", False, f"still running after {TIMEOUT_S} s: {' '.join(command)}")]
        try:
            tree = ET.parse(report).getroot()
        except (OSError, ET.ParseError):
            tail = (ended.stdout + ended.stderr)[-1500:]
            return [(f"{name}: ends in good order", False, f"exit code {ended.returncode} and no report\n{tail}")]
    cases = []
    for case in tree.iter("TestCase"):
        overall = case.find("OverallResultsAsserts")
        if case.get("skipped") == "true" or overall is None:
            continue
        good = overall.get("test_case_success") == "true"
        cases.append((f"{name}: {case.get('name')}", good, "" if good else messages(case)))
    if not cases:
        cases.append((f"{name}: has test cases", False, "the program ran not one case"))
    if ended.returncode and all(good for _, good, _ in cases):
        tail = (ended.stdout + ended.stderr)[-1500:]
        cases.append((f"{name}: ends in good order", False, f"exit code {ended.returncode}\n{tail}"))
    return cases


def main():
    suite = Suite("unit", smoke_asked())
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for cases in pool.map(lambda p: run_program(*p), programs()):
            for name, good, why in cases:
                suite.check(name, good, why)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
