#!/usr/bin/env python3
"""Suite `headers`: every public header compiles alone, with no more on its include path than its room may use.

Both compilers are asked. A header that passed is not compiled again until it, something it can reach in the
repository, the compiler or the flags change (build/headers-cache.json).
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from check_layers import read_rooms, reachable
from suitelib import BUILD, ROOT, Suite, smoke_asked

CACHE = BUILD / "headers-cache.json"
FLAGS = ["-std=c++20", "-x", "c++", "-fsyntax-only", "-ffp-contract=off", "-fno-fast-math", "-fno-math-errno", "-Wall",
         "-Wextra", "-Wshadow", "-Wconversion", "-Wno-sign-conversion", "-Wnon-virtual-dtor", "-Woverloaded-virtual",
         "-Werror"]
INCLUDE = re.compile(rb'^\s*#\s*include\s*[<"](linghe/[^>"]+)[>"]', re.M)


def compilers():
    return [c for c in ("g++", "clang++-14") if shutil.which(c)]


def pkg_config_flags():
    """Include folders of system libraries that do not lie in /usr/include itself (cairo, pango)."""
    flags = []
    for library in ("pangocairo", "cairo"):
        asked = subprocess.run(["pkg-config", "--cflags-only-I", library], capture_output=True, text=True)
        if asked.returncode == 0:
            flags += asked.stdout.split()
    return sorted(set(flags))


def content_of(header, folders, seen):
    """Hash of a header and of every linghe header it reaches."""
    if header in seen:
        return b""
    seen.add(header)
    try:
        text = header.read_bytes()
    except OSError:
        return b"missing"
    digest = hashlib.sha256(text)
    for included in INCLUDE.findall(text):
        name = included.decode("utf-8", "replace")
        for folder in folders:
            if (folder / name).is_file():
                digest.update(content_of(folder / name, folders, seen))
    return digest.digest()


def main():
    suite = Suite("headers", smoke_asked())
    rooms, _ = read_rooms(ROOT)
    system = pkg_config_flags()
    found = compilers()
    if not found:
        suite.fail("a compiler is installed", "neither g++ nor clang++-14 is there; scripts/test installs both")
        return suite.finish()
    versions = {c: subprocess.run([c, "--version"], capture_output=True, text=True).stdout for c in found}
    try:
        known_good = set(json.loads(CACHE.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        known_good = set()

    work = []
    for name, room in sorted(rooms.items()):
        folders = [ROOT / "modules" / other / "include" for other in [name, *sorted(reachable(rooms, name))]]
        for header in sorted((room.folder / "include").rglob("*.hpp")):
            content = content_of(header, folders, set())
            for compiler in found:
                flags = [*FLAGS, *(f"-I{folder}" for folder in folders), *system]
                if compiler.startswith("clang"):
                    flags.append("-Wno-pragma-once-outside-header")
                key = hashlib.sha256(repr((content, versions[compiler], flags)).encode()).hexdigest()
                work.append((header, compiler, flags, key))

    def compile_alone(item):
        header, compiler, flags, key = item
        if key in known_good:
            return item, ""
        # Included from an empty unit, as a user would: `#pragma once` in a main file is a warning.
        ended = subprocess.run([compiler, *flags, "-"], input=f'#include "{header}"\n', capture_output=True, text=True)
        return item, "" if ended.returncode == 0 else (ended.stderr[:1500] or "the compiler failed silently")

    still_good = set()
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for (header, compiler, _, key), error in pool.map(compile_alone, work):
            if not error:
                still_good.add(key)
            suite.check(f"{header.relative_to(ROOT)} compiles alone ({compiler})", not error, error)
    CACHE.parent.mkdir(parents=True, exist_ok=True)
    CACHE.write_text(json.dumps(sorted(still_good)), encoding="utf-8")
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
