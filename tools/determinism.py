#!/usr/bin/env python3
"""Suite `determinism`: one battle, one root hash, whoever computes it.

A small scenario is fought by two compilers, with and without assertions, on 1, 2, 3 and 7 threads, in four modes, with the
C library's faster instruction paths switched off, under another locale and time zone, on 64-bit Arm, and stopped and
resumed. All must print the hash pinned in tests/golden/hashes.txt. Debug builds do the same in the suite `matrix`.

    tools/determinism.py [--smoke]            run the cells (--smoke: one cell a kind)
    tools/determinism.py --record "reason"    pin the reference cell's hashes anew, with the reason
"""

import dataclasses
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from suitelib import BUILD, ROOT, Suite

GOLDEN = ROOT / "tests" / "golden" / "hashes.txt"
TIMEOUT_S = 240
HASH = re.compile(r"^hash ([0-9a-f]{16,64})$", re.M)
NO_FMA = "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F"


@dataclasses.dataclass(frozen=True)
class Battle:
    scenario: str  # path from the root, or a name for the resume case
    seed: int
    ticks: int


# Small enough for a debug build under emulation; between them they use every stage.
BATTLES = [Battle("scenarios/tiny/scenario.toml", 1, 600), Battle("scenarios/tiny/scenario.toml", 731, 300)]


@dataclasses.dataclass(frozen=True)
class Cell:
    """One way of fighting the same battle."""
    build: str = "rel"
    threads: int = 1
    mode: str = "normal"
    env: tuple = ()
    wrapper: tuple = ()
    kind: str = ""

    def name(self):
        words = [self.build, f"{self.threads} thread{'s' * (self.threads > 1)}", self.mode]
        return ", ".join(words + [f"{k}={v}" for k, v in self.env if k not in ("LOCPATH", "LANG")] + ([" ".join(self.wrapper)] if self.wrapper else []))


def comma_locale():
    """Environment of a German locale, made under build/ from Debian's package `locales`; empty when that is missing."""
    folder = BUILD / "locales"
    if not (folder / "de_DE.UTF-8").is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")], capture_output=True)
        except FileNotFoundError:
            pass
    if not (folder / "de_DE.UTF-8").is_dir():
        return ()
    return (("LOCPATH", str(folder)), ("LC_ALL", "de_DE.UTF-8"), ("LANG", "de_DE.UTF-8"))


def cells(suite):
    """A set in which each value of each axis stands at least once; the first is the reference."""
    found = [Cell(kind="reference")]
    found += [Cell(threads=t, kind="threads") for t in (2, 3, 7)]
    found += [Cell(mode=m, threads=t, kind="mode") for m, t in
              (("heavy", 1), ("heavy", 3), ("validate", 2), ("shuffled", 2), ("shuffled", 7))]
    found += [Cell(build="clang", kind="compiler"), Cell(build="clang", threads=3, mode="shuffled", kind="compiler"),
              Cell(build="relassert", kind="assertions"),
              Cell(build="relassert", threads=2, mode="heavy", kind="assertions")]
    found += [Cell(env=(("GLIBC_TUNABLES", NO_FMA),), threads=2, kind="instructions"),
              Cell(build="clang", env=(("GLIBC_TUNABLES", NO_FMA),), kind="instructions"),
              Cell(env=(("TZ", "Asia/Kathmandu"),), kind="surroundings")]
    if comma_locale():
        found.append(Cell(env=comma_locale(), threads=3, kind="surroundings"))
    else:
        suite.note("no locale with a decimal comma could be made (package locales); that cell was not run")
    if shutil.which("setarch"):
        found.append(Cell(wrapper=("setarch", "-R"), kind="surroundings"))
    # A processor without AVX: the code chosen at run time must take its plain path.
    found.append(Cell(wrapper=("qemu-x86_64", "-cpu", "Nehalem"), threads=2, kind="vector code"))
    found += [Cell(build="arm64", wrapper=("qemu-aarch64",), kind="arm64"),
              Cell(build="arm64", threads=3, mode="shuffled", wrapper=("qemu-aarch64",), kind="arm64")]
    if (BUILD / "deterministic-native" / "bin" / "linghe-tiny").exists():
        found.append(Cell(build="deterministic-native", threads=2, kind="native"))
    return found


def fight(cell, battle):
    """(hash, None) or (None, what went wrong)."""
    program = BUILD / cell.build / "bin" / "linghe-tiny"
    if not program.exists():
        return None, f"{program.relative_to(ROOT)} is not built; mend: cmake --preset {cell.build} && " \
                     f"cmake --build --preset {cell.build} --target linghe-tiny"
    command = [*cell.wrapper, str(program), str(ROOT / battle.scenario), "--seed", str(battle.seed),
               "--ticks", str(battle.ticks), "--threads", str(cell.threads), "--mode", cell.mode]
    env = {**os.environ, "LC_ALL": "C.UTF-8", **dict(cell.env)}
    try:
        ended = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               errors="replace", timeout=TIMEOUT_S)
    except FileNotFoundError as missing:
        return None, f"{missing.filename} is not installed; scripts/test installs it"
    except subprocess.TimeoutExpired:
        return None, f"still running after {TIMEOUT_S} s: {' '.join(command)}"
    said = HASH.search(ended.stdout)
    if ended.returncode or not said:
        return None, f"exit code {ended.returncode}, no hash from: {' '.join(command)}\n{(ended.stdout + ended.stderr)[-600:]}"
    return said[1], None


def read_golden():
    """{(scenario, seed, ticks): hash}"""
    pinned = {}
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        words = line.split("#", 1)[0].split()
        if len(words) == 4:
            pinned[(words[0], int(words[1]), int(words[2]))] = words[3]
    return pinned


def record(reason):
    """Pin what the reference cell prints now. The reason stands beside each hash that changed."""
    today = datetime.date.today().isoformat()
    kept = GOLDEN.read_text(encoding="utf-8").splitlines()
    for battle in BATTLES:
        found, wrong = fight(Cell(), battle)
        if wrong:
            print(wrong, file=sys.stderr)
            return 1
        head = f"{battle.scenario} {battle.seed} {battle.ticks} "
        old = next((line for line in kept if line.startswith(head)), None)
        if old and old.split()[3] == found:
            continue
        kept = [line for line in kept if not line.startswith(head)] + [f"{head}{found}   # {today}: {reason}"]
        print(f"{head}{found}")
    GOLDEN.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return 0


def run_folder_hash(program, folder):
    """The root hash that a finished run folder declares, through `linghe info --json`."""
    told = subprocess.run([program, "info", folder, "--json"], capture_output=True, text=True, timeout=TIMEOUT_S)
    found = re.search(r'"(?:root_hash|hash)"\s*:\s*"([0-9a-f]{16,64})"', told.stdout)
    return found[1] if found else None


def check_resume(suite):
    """Stop the full program by SIGINT, resume it, and compare with a run that was left alone."""
    import signal
    import time
    name = "a run stopped and resumed ends in the hash of one left alone"
    program = BUILD / "relassert" / "bin" / "linghe"
    scenario = ROOT / "scenarios" / "tiny"
    if not program.exists() or not scenario.is_dir():
        suite.fail(name, f"{program.relative_to(ROOT)} or scenarios/tiny is missing")
        return
    with tempfile.TemporaryDirectory(prefix="linghe-resume-") as folder:
        alone, stopped = pathlib.Path(folder) / "alone", pathlib.Path(folder) / "stopped"
        start = time.monotonic()
        ended = subprocess.run([program, "run", scenario, "--seed", "1", "--out", alone, "--quiet"],
                               stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIMEOUT_S)
        whole_s = time.monotonic() - start
        if ended.returncode:
            suite.fail(name, f"the run left alone: exit code {ended.returncode}\n{ended.stderr[-600:]}")
            return
        wanted = run_folder_hash(program, alone)
        for share in (0.5, 0.25, 0.1):  # earlier each time, in case the machine was quicker than the first time
            shutil.rmtree(stopped, ignore_errors=True)
            child = subprocess.Popen([program, "run", scenario, "--seed", "1", "--out", stopped, "--quiet"],
                                     stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            time.sleep(whole_s * share)
            child.send_signal(signal.SIGINT)
            said = child.communicate(timeout=TIMEOUT_S)[1]
            if child.returncode == 75:
                break
        if child.returncode != 75:
            suite.fail(name, f"SIGINT should end a run with exit code 75; it was {child.returncode}\n{said[-600:]}")
            return
        ended = subprocess.run([program, "run", "--resume", stopped, "--quiet"], stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, timeout=TIMEOUT_S)
        got = run_folder_hash(program, stopped) if ended.returncode == 0 else None
        suite.check(name, wanted and got == wanted,
                    f"alone {wanted}, resumed {got} (exit code {ended.returncode})\n{ended.stderr[-600:]}")


def fight_all(suite, battle, cells, golden):
    """Each way of fighting one battle against its pinned hash."""
    what = f"{battle.scenario} seed {battle.seed}"
    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for cell, (found, wrong) in zip(cells, pool.map(lambda c: fight(c, battle), cells)):
            suite.check(f"{what}: {cell.name()}", found and found == golden, wrong or f"hash {found}, pinned {golden}",
                        hash=found)


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--record"]:
        if len(arguments) != 2 or not arguments[1].strip():
            print('usage: tools/determinism.py --record "why the battles changed"', file=sys.stderr)
            return 2
        return record(arguments[1])
    if arguments not in ([], ["--smoke"]):
        print(__doc__, file=sys.stderr)
        return 2
    suite = Suite("determinism", smoke=bool(arguments))
    wanted_cells = cells(suite)
    if suite.smoke:
        kinds = {}
        for cell in wanted_cells:
            kinds.setdefault(cell.kind, cell)
        wanted_cells = list(kinds.values())
    pinned = read_golden()
    for number, battle in enumerate(BATTLES):
        golden = pinned.get((battle.scenario, battle.seed, battle.ticks))
        what = f"{battle.scenario} seed {battle.seed}"
        suite.check(f"{what}: its hash is pinned", golden, f"no line in {GOLDEN.relative_to(ROOT)}; see --record there")
        # The second battle only asks whether the seed matters and the short list agrees.
        chosen = wanted_cells if number == 0 else [c for c in wanted_cells if c.kind in ("reference", "compiler", "arm64")]
        fight_all(suite, battle, chosen, golden)
    hashes = [pinned.get((b.scenario, b.seed, b.ticks)) for b in BATTLES]
    suite.check("another seed is another battle", all(hashes) and len(set(hashes)) == len(hashes), f"pinned: {hashes}")
    check_resume(suite)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
