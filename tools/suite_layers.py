#!/usr/bin/env python3
"""Suite `layers`: each room keeps the arrows; and the check itself is shown to refuse houses with a fault."""

import sys

import check_layers
import test_check_layers
from suitelib import ROOT, Suite, run_unittests, smoke_asked


def main():
    suite = Suite("layers", smoke_asked())
    rooms, wrong = check_layers.check(ROOT)
    for name in sorted(rooms):
        own = [str(v) for v in wrong if v.file.parts[:2] == ("modules", name)]
        suite.check(f"{name} keeps the arrows", not own, "\n".join(own))
    for violation in wrong:
        if violation.file.parts[1:2] and violation.file.parts[1] not in rooms:
            suite.fail("each folder under modules is a room", str(violation))
    run_unittests(suite, test_check_layers)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
