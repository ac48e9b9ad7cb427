#!/usr/bin/env python3
"""Adds up the results of the suites named: one line each, then 'N passed, N failed'. A missing result is a failure."""

import json
import sys

from suitelib import BUILD


def main():
    passed = failed = 0
    for name in sys.argv[1:]:
        try:
            result = json.loads((BUILD / "suites" / f"{name}.json").read_text(encoding="utf-8"))
            p, f, seconds = result["passed"], result["failed"], result["seconds"]
        except (OSError, ValueError, KeyError):
            p, f, seconds = 0, 1, 0
            print(f"{name:<14}   no result: it did not get as far as running (did the build fail?)")
        else:
            print(f"{name:<14} {p:6d} passed {f:6d} failed {seconds:8.1f} s")
        passed += p
        failed += f
    if passed + failed == 0:
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
