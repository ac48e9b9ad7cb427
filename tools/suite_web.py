#!/usr/bin/env python3
"""Suite `web`: the viewer's types, its build, its unit tests and its tests in a real Chromium; --smoke leaves all but three of the last out.

Wants Node 18 or later, npm and Chromium (packages marked `web` in scripts/deps.txt). What npm fetches is pinned in web/package-lock.json.
"""

import json
import os
import shutil
import subprocess
import sys

from suitelib import BUILD, ROOT, Suite, smoke_asked

WEB = ROOT / "web"
SMOKE = "draws the battle|speaks English and Chinese|shows names as text"


def run(*command):
    """Exit code and what was said, the last 40 lines of it."""
    told = subprocess.run(command, cwd=WEB, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    return told.returncode, "\n".join((told.stdout + told.stderr).splitlines()[-40:])


def step(suite, name, *command):
    code, said = run(*command)
    return suite.check(name, code == 0, f"{' '.join(command)}: exit code {code}\n{said}")


def vitest(suite, kind, *options):
    """Every test of a run as a case of its own."""
    result = BUILD / "suites" / f"web-{kind}.json"
    result.unlink(missing_ok=True)
    code, said = run("npx", "vitest", "run", "--reporter=json", f"--outputFile={result}", *options)
    if not result.exists():
        suite.fail(f"{kind}: tells what its tests gave", f"exit code {code}\n{said}")
        return
    for file in json.loads(result.read_text(encoding="utf-8"))["testResults"]:
        if file.get("message"):
            suite.fail(f"{kind}: {os.path.basename(file['name'])} runs", file["message"])
        for test in file["assertionResults"]:
            if test["status"] in ("skipped", "pending", "todo"):
                continue
            suite.check(f"{kind}: {test['fullName']}", test["status"] == "passed", "\n".join(test["failureMessages"]))


def main():
    smoke = smoke_asked()
    suite = Suite("web", smoke)
    missing = [program for program in ("node", "npm", "chromium") if shutil.which(program) is None]
    if missing:
        suite.fail("Node, npm and Chromium are there", f"missing: {', '.join(missing)}; scripts/suite web installs them")
        return suite.finish()
    if step(suite, "npm gives the pinned packages", "npm", "ci", "--no-audit", "--no-fund"):
        step(suite, "the types agree", "npx", "tsc", "-p", ".", "--noEmit")
        if step(suite, "the page builds", "npx", "vite", "build"):
            vitest(suite, "unit")
            vitest(suite, "browser", "--config", "vitest.browser.config.ts", *(["-t", SMOKE] if smoke else []))
    return suite.finish()


sys.exit(main())
