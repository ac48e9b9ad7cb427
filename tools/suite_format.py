#!/usr/bin/env python3
"""Suite `format`: every C++ file stands in the house style (clang-format 14); shell scripts pass shellcheck where it is."""

import re
import shutil
import subprocess
import sys

from suitelib import ROOT, Suite, cpp_files, smoke_asked


def main():
    suite = Suite("format", smoke_asked())
    files = cpp_files("modules", "apps", "bindings", "cmake")
    complaints = {}
    for first in range(0, len(files), 50):
        chunk = files[first:first + 50]
        ended = subprocess.run(["clang-format-14", "--style=file", "--dry-run", *map(str, chunk)], cwd=ROOT,
                               capture_output=True, text=True)
        for line in ended.stderr.splitlines():
            place = re.match(r"(.*?):(\d+):\d+: (?:warning|error): ", line)
            if place:
                complaints.setdefault(place[1], int(place[2]))
        if ended.returncode:
            suite.fail("clang-format-14 runs", ended.stderr[-800:])
    for file in files:
        line = complaints.get(str(file))
        suite.check(f"{file.relative_to(ROOT)} is in the house style", line is None,
                    f"first at line {line}; mend: scripts/format {file.relative_to(ROOT)}")
    if shutil.which("shellcheck"):
        scripts = [p for p in [*sorted((ROOT / "scripts").iterdir()), ROOT / ".ci" / "run", *sorted((ROOT / "tools").glob("*.sh"))]
                   if p.is_file() and p.suffix != ".txt"]
        for script in scripts:
            ended = subprocess.run(["shellcheck", "-x", str(script)], cwd=ROOT, capture_output=True, text=True)
            suite.check(f"{script.relative_to(ROOT)} passes shellcheck", ended.returncode == 0, ended.stdout[:1500])
    else:
        suite.note("shellcheck is not installed; shell scripts were not read")
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
