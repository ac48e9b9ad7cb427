#!/usr/bin/env python3
"""Suite `serve`: the local server as browsers, strangers, slow and greedy clients meet it.

    tools/serve_suite.py [--smoke]     LINGHE_PROGRAM names another program than build/rel/bin/linghe

Only against 127.0.0.1, each server on a port of its own. The cases stand in serve_*.py.
"""

import os
import pathlib
import sys
import tempfile

from suitelib import BUILD, Suite, smoke_asked

# A server is tried as users start it; cli_lib reads this when it is imported.
os.environ.setdefault("LINGHE_PROGRAM", str(BUILD / "rel" / "bin" / "linghe"))
from cli_lib import PROGRAM, linghe  # noqa: E402
from serve_doors import doors, limits, ranges, slow_and_greedy  # noqa: E402
from serve_make import making  # noqa: E402
from serve_work import exports, forks, jobs, live, notes, questions, start_and_end  # noqa: E402


def main():
    suite = Suite("serve", smoke_asked())
    if not PROGRAM.exists():
        suite.fail("the program is built", f"{PROGRAM} is missing; mend: cmake --build --preset rel --target linghe")
        return suite.finish()
    with tempfile.TemporaryDirectory(prefix="linghe-serve-") as folder:
        home = pathlib.Path(folder)
        (home / "runs").mkdir()
        told = linghe(home, "run", "tiny", "--out", "runs/kept", "--quiet")
        if not suite.check("a run to be served is fought", told.code == 0, told):
            return suite.finish()
        for part in (doors, ranges, limits, start_and_end, notes, jobs, live, questions, forks, making, exports):
            part(suite, home)
        if not suite.smoke:
            slow_and_greedy(suite, home)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
