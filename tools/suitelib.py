"""What every suite in Python shares: cases, the last line 'N passed, N failed', the JSON under build/suites.

A suite makes one Suite, calls check() or fail() once a case and ends with `sys.exit(suite.finish())`.
A suite without a single case has failed: nothing was tested.
"""

import datetime
import json
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"


class Suite:
    """Collects cases; prints only what failed, unless verbose."""

    def __init__(self, name, smoke=False, verbose=False):
        self.name = name
        self.smoke = smoke
        self.verbose = verbose
        self.cases = []
        self.notes = []
        self.started = time.monotonic()
        self.date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

    def check(self, name, passed, why="", **figures):
        """Count one case. `why` is shown when it failed; figures go into the JSON beside it."""
        case = {"name": name, "passed": bool(passed), **figures}
        if not passed:
            case["why"] = str(why)
            print(f"FAILED  {name}", flush=True)
            for line in str(why).splitlines():
                print(f"        {line}", flush=True)
        elif self.verbose:
            print(f"passed  {name}", flush=True)
        self.cases.append(case)
        return bool(passed)

    def fail(self, name, why, **figures):
        return self.check(name, False, why, **figures)

    def note(self, text):
        """Something a reader of the result should know that is neither passed nor failed."""
        print(f"note    {text}", flush=True)
        self.notes.append(text)

    def finish(self):
        """Write the JSON, print the last line, return the exit code."""
        if not self.cases:
            self.fail("the suite has cases", "not one case ran")
        passed = sum(case["passed"] for case in self.cases)
        failed = len(self.cases) - passed
        seconds = round(time.monotonic() - self.started, 1)
        result = {
            "suite": self.name, "smoke": self.smoke, "date": self.date, "passed": passed, "failed": failed,
            "seconds": seconds, "notes": self.notes, "cases": self.cases,
        }
        path = pathlib.Path(os.environ.get("LINGHE_SUITE_JSON") or BUILD / "suites" / f"{self.name}.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        half_written = path.with_name(path.name + f".tmp-{os.getpid()}")
        half_written.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        half_written.replace(path)
        print(f"{passed} passed, {failed} failed", flush=True)
        return 1 if failed else 0


def smoke_asked(argv=None):
    """True for --smoke; any other argument is a usage error."""
    arguments = sys.argv[1:] if argv is None else argv
    for argument in arguments:
        if argument != "--smoke":
            print(f"{sys.argv[0]}: unknown argument {argument}; only --smoke is known", file=sys.stderr)
            sys.exit(2)
    return "--smoke" in arguments


def cpp_files(*folders, suffixes=(".cpp", ".hpp", ".h")):
    """C++ files under the given folders of the repository, in a fixed order."""
    found = []
    for folder in folders:
        found += [p for p in (ROOT / folder).rglob("*") if p.suffix in suffixes and p.is_file()]
    return sorted(found)


def run_unittests(suite, module):
    """Count each test of a unittest module as one case of the suite."""
    import unittest

    class Result(unittest.TestResult):
        def addSuccess(self, test):
            suite.check(f"{module.__name__}: {test.id().rsplit('.', 1)[-1].removeprefix('test_').replace('_', ' ')}", True)

        def _failed(self, test, error):
            name = test.id().rsplit(".", 1)[-1].removeprefix("test_").replace("_", " ")
            suite.fail(f"{module.__name__}: {name}", self._exc_info_to_string(error, test))

        addFailure = _failed
        addError = _failed

        def addSubTest(self, test, subtest, error):
            if error is not None:
                self._failed(test, error)

    unittest.defaultTestLoader.loadTestsFromModule(module).run(Result())
