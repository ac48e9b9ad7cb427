#!/usr/bin/env python3
"""Suite `house`: the scripts say at once what is wrong, the presets stand, the links in the documents lead
somewhere, and the judge of account 1's claims counts right."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse

import test_claims_account_1
from suitelib import ROOT, Suite, run_unittests, smoke_asked

PRESETS = {"dev", "rel", "relassert", "asan", "tsan", "fuzz", "deterministic-native", "clang", "clang-dev", "arm64"}
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.M)
FOREIGN_SYSTEM = 'ID=ubuntu\nVERSION_ID="24.04"\nPRETTY_NAME="Ubuntu 24.04 LTS"\n'


def call(*command, **env):
    """Exit code and everything said. Environment of the outer script is kept out."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("LINGHE_")}
    ended = subprocess.run([str(c) for c in command], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           env={**clean, **env}, timeout=60)
    return ended.returncode, ended.stdout + ended.stderr


def check_scripts(suite):
    with tempfile.TemporaryDirectory() as folder:
        foreign = pathlib.Path(folder) / "os-release"
        foreign.write_text(FOREIGN_SYSTEM)
        for script in ("demo", "test"):
            code, said = call(ROOT / "scripts" / script, LINGHE_OS_RELEASE=str(foreign))
            good = code == 2 and "Ubuntu 24.04" in said and "Debian 12" in said and "what helps" in said
            suite.check(f"scripts/{script} refuses another system, and says which would do", good, f"exit code {code}\n{said}")
        foreign.write_text('ID=debian\nVERSION_ID="13"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
        code, said = call(ROOT / "scripts" / "suite", "unit", LINGHE_OS_RELEASE=str(foreign))
        suite.check("scripts/suite refuses another Debian", code == 2 and "13 (trixie)" in said, f"exit code {code}\n{said}")
    code, said = call(ROOT / "scripts" / "suite", "no-such-suite")
    suite.check("a suite that does not exist fails with the list of those that do",
                code == 2 and "no-such-suite" in said and "unit" in said and "determinism" in said, f"exit code {code}\n{said}")
    code, said = call(ROOT / "scripts" / "suite", "--wrong")
    suite.check("an unknown option is named", code == 2 and "--wrong" in said, f"exit code {code}\n{said}")
    for script in ("scripts/demo", "scripts/test", "scripts/suite", "scripts/format", ".ci/run"):
        code, said = call("bash", "-n", ROOT / script)
        suite.check(f"{script} is sound bash and may be run", code == 0 and os.access(ROOT / script, os.X_OK), said)


def check_presets(suite):
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    there = {p["name"] for p in presets["configurePresets"] if not p.get("hidden")}
    suite.check("every preset of the plan is there", PRESETS <= there, f"missing: {sorted(PRESETS - there)}")
    built = {p["configurePreset"] for p in presets["buildPresets"]}
    suite.check("every preset can be built by its name", there <= built, f"missing: {sorted(there - built)}")
    code, said = call("cmake", "--list-presets")
    suite.check("cmake reads the presets", code == 0 and all(f'"{name}"' in said for name in PRESETS), said)


def check_suite_table(suite):
    wrong = []
    for number, line in enumerate((ROOT / "tools" / "suites.txt").read_text(encoding="utf-8").splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 4 or words[1] not in ("quick", "long"):
            wrong.append(f"tools/suites.txt:{number}: four words wanted: name, quick or long, needs, command")
        elif (ROOT / words[3]).is_file() and not os.access(ROOT / words[3], os.X_OK):
            wrong.append(f"tools/suites.txt:{number}: {words[3]} may not be run; chmod +x")
    suite.check("the table of suites is sound", not wrong, "\n".join(wrong))


def anchors(text):
    """The anchors a Markdown page offers, as the usual renderers make them."""
    return {re.sub(r"[^\w\- ]", "", h.strip().lower()).replace(" ", "-") for h in HEADING.findall(text)}


def check_links(suite):
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "modules").glob("*/*.md"),
             *(ROOT / "scenarios").rglob("*.md")]
    for page in sorted(pages):
        text = page.read_text(encoding="utf-8")
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
        broken = []
        for target in LINK.findall(prose):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = urllib.parse.unquote(target).partition("#")
            goal = (page.parent / path) if path else page
            if not goal.exists():
                broken.append(f"{target}: there is no {path}")
            elif anchor and goal.suffix == ".md" and anchor not in anchors(goal.read_text(encoding="utf-8")):
                broken.append(f"{target}: no heading #{anchor}")
        suite.check(f"{page.relative_to(ROOT)}: its links lead somewhere", not broken, "\n".join(broken))


def main():
    suite = Suite("house", smoke_asked())
    check_scripts(suite)
    check_presets(suite)
    check_suite_table(suite)
    check_links(suite)
    run_unittests(suite, test_claims_account_1)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
