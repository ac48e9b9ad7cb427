#!/usr/bin/env python3
"""Suite `matrix`: debug builds of both compilers fight the battles of the suite `determinism` to the same hashes.

    tools/suite_matrix.py [--smoke]     every thread count and mode (--smoke: one cell a build)
"""

import itertools
import sys

from determinism import BATTLES, Cell, fight_all, read_golden
from suitelib import Suite

BUILDS = ("dev", "clang-dev")
THREADS = (1, 2, 3, 7)
MODES = ("normal", "heavy", "validate", "shuffled")


def main():
    arguments = sys.argv[1:]
    if arguments not in ([], ["--smoke"]):
        print(__doc__, file=sys.stderr)
        return 2
    suite = Suite("matrix", smoke=bool(arguments))
    cells = [Cell(build=b, threads=t, mode=m) for b, t, m in itertools.product(BUILDS, THREADS, MODES)]
    if suite.smoke:
        cells = [Cell(build=b, threads=t, mode=m) for b, t, m in zip(BUILDS, (2, 3), ("heavy", "shuffled"))]
    pinned = read_golden()
    for battle in BATTLES[:1] if suite.smoke else BATTLES:
        golden = pinned.get((battle.scenario, battle.seed, battle.ticks))
        fight_all(suite, battle, cells, golden)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
