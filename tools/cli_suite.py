#!/usr/bin/env python3
"""Suite `cli`: the built program `linghe` as a person or a script meets it: words, exit codes, files, signals.

    tools/cli_suite.py [--smoke]     LINGHE_PROGRAM names another program than build/relassert/bin/linghe

Exit codes are those of docs/exit-codes.md. All battles are `tiny` (200 men), longer by --set where time is needed.
"""

import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

from cli_bad_input import BAD, WORDS
from cli_hostile import hostile
from cli_lib import LONG, MAP, PROGRAM, SCENARIO, hashes, linghe, on_terminal, snapshot, spoil
from cli_runs import batches, damage, pictures, results, stop_and_go_on
from cli_terrain import terrain
from determinism import comma_locale
from suitelib import ROOT, Suite, smoke_asked


def what_it_is(suite, home):
    helped = linghe(home, "--help")
    verbs = re.findall(r"^  ([a-z]+) {3,}", helped.out.split("Subcommands:")[-1], re.M)
    wanted = {"list", "new", "check", "run", "batch", "render", "report", "info", "schema", "limits", "terrain",
              "serve", "export", "fork", "compare", "why"}
    suite.check("linghe --help names every verb", helped.code == 0 and wanted <= set(verbs), helped)
    for verb in sorted(wanted | set(verbs)):
        told = linghe(home, verb, "--help")
        suite.check(f"linghe {verb} --help explains itself", told.code == 0 and "Usage" in told.out and not told.err, told)
    told = linghe(home, "--version")
    suite.check("--version tells the release", told.code == 0 and re.fullmatch(r"linghe \d+\.\d+\.\d+\S*\n", told.out), told)
    for name, words, says in [
        ("no verb is a usage error", [], "which verb"),
        ("an unknown verb is answered with the nearest one", ["rum", "tiny"], 'did you mean "run"'),
        ("an unknown option is named", ["run", "tiny", "--sed", "1"], "--sed"),
        ("a missing argument is named", ["check"], "scenario"),
        ("a run without a battle asks which", ["run"], "which battle"),
        ("render asks what is to be drawn", ["render", "nowhere"], "--png"),
    ]:
        told = linghe(home, *words)
        suite.check(name, told.code == 2 and says in told.err and not told.out, told)

    names = {p.name for p in (ROOT / "scenarios").iterdir() if (p / SCENARIO).exists()}
    told, listed = linghe(home, "list"), linghe(home, "list", "--json").object() or {}
    suite.check(
        "list shows every shipped battle with its men",
        told.code == 0 and all(re.search(rf"^{n} +\d+ men", told.out, re.M) for n in names),
        told,
    )
    suite.check(
        "list --json holds the same battles",
        {s["name"] for s in listed.get("scenarios", [])} == names and listed.get("schema_version") == 1,
        listed,
    )
    told = linghe(home, "limits")
    suite.check(
        "limits tells the most men and what happens beyond",
        told.code == 0 and re.search(r"^soldiers +\d+ men +\w+", told.out, re.M),
        told,
    )
    suite.check(
        "limits tells what the server takes and what it answers beyond",
        told.code == 0 and all(re.search(rf"^{n} +\d+ .*(answered \d|dropped)", told.out, re.M)
                               for n in ("request_bytes", "connections", "queued_runs", "socket_queue_bytes")),
        told,
    )
    for words, file in [(["schema"], "scenario.schema.json"), (["schema", "--map"], "map.schema.json")]:
        told, kept = linghe(home, *words), (ROOT / "docs" / "schema" / file).read_text(encoding="utf-8")
        suite.check(
            f"linghe {' '.join(words)} is JSON and equals docs/schema/{file}",
            told.object() is not None and told.out.strip() == kept.strip(),
            f"they differ; exit code {told.code}; mend: build/rel/bin/linghe {' '.join(words)} >docs/schema/{file}",
        )


def new_battle(suite, home):
    made = linghe(home, "new", "first-try", "--json")
    files = set(snapshot(home / "first-try")) if (home / "first-try").is_dir() else set()
    suite.check(
        "new writes a battle and says where",
        made.code == 0 and (made.object() or {}).get("folder") == "first-try" and {SCENARIO, MAP} <= files,
        made,
    )
    told = linghe(home, "check", "first-try", "--json")
    suite.check(
        "the new battle is sound", told.code == 0 and (told.object() or {}).get("ok") is True and told.object()["men"] > 0, told
    )
    fought = linghe(home, "run", "first-try", "--out", "first-run", "--json")
    suite.check(
        "the new battle is fought to its end", fought.code == 0 and (fought.object() or {}).get("state") == "finished", fought
    )
    before = snapshot(home)
    again = linghe(home, "new", "first-try")
    suite.check("new overwrites nothing", again.code == 2 and "hint:" in again.err and snapshot(home) == before, again)
    for name in ("../away", "Two Words", ""):
        told = linghe(home, "new", name)
        suite.check(f"new refuses the name {name!r}", told.code == 2 and told.err and snapshot(home) == before, told)
    shutil.rmtree(home / "first-run", ignore_errors=True)


def bad_scenarios(suite, home):
    for sentence, changes, code, where in BAD:
        folder = spoil(home, changes)
        before = snapshot(home)
        told = linghe(home, "check", f"{folder.name}/")
        remedy = "remedy:" in told.err or "hint:" in told.err
        suite.check(
            f"check tells {sentence}: where, what, remedy",
            told.code == code and re.search(where, told.err) and remedy and not told.out,
            told,
        )
        fought = linghe(home, "run", f"{folder.name}/", "--out", "never", "--json")
        found = (fought.object() or {}).get("error", {})
        suite.check(
            f"run refuses {sentence} and leaves nothing behind",
            fought.code == code
            and re.search(where, fought.err)
            and found.get("code") == code
            and found.get("hint")
            and snapshot(home) == before,
            fought,
        )
    shutil.rmtree(home / "bad")
    (home / "folder.toml").mkdir()
    told = linghe(home, "check", "folder.toml")
    suite.check(
        "check tells a folder in the place of a file",
        told.code == 74 and "folder.toml" in told.err and "hint:" in told.err and not told.out,
        told,
    )
    (home / "folder.toml").rmdir()
    told = linghe(home, "check", "tiny", "--json")
    suite.check(
        "check --json of a sound battle counts its men",
        told.code == 0 and (told.object() or {}).get("men") == 200 and told.object()["schema_version"] == 1,
        told,
    )
    spoil(home, {SCENARIO: ("humidity_percent", "humidty_percent")})
    told = (linghe(home, "check", "bad/", "--json").object() or {}).get("problems", [{}])[0]
    suite.check(
        "check --json gives file, line, column, key, reason, remedy",
        told.get("file") == "bad/scenario.toml"
        and told.get("line", 0) > 1
        and told.get("column") == 1
        and all(told.get(k) for k in ("key", "reason", "remedy")),
        told,
    )
    shutil.rmtree(home / "bad")


def bad_words(suite, home):
    before = snapshot(home)
    for sentence, words, code, what, remedy in WORDS:
        told = linghe(home, "run", *words, "--out", "never")
        suite.check(
            f"run refuses {sentence} and says what would be right",
            told.code == code and what in told.err and remedy in told.err and not told.out and snapshot(home) == before,
            told,
        )
    told = linghe(home, "run", "--resume", "nowhere", "--json")
    suite.check(
        "nothing can be resumed where no run is",
        told.code == 2 and (told.object() or {}).get("error", {}).get("code") == 2 and snapshot(home) == before,
        told,
    )
    told = linghe(home, "run", "tiny", "--out", "kept")
    suite.check(
        "a folder that holds a run is refused and not touched",
        told.code == 2 and "kept" in told.err and "hint:" in told.err and snapshot(home) == before,
        told,
    )
    told = linghe(home, "run", "--resume", "kept")
    suite.check(
        "a finished run is not resumed",
        told.code == 2 and "finished" in told.err and "hint:" in told.err and snapshot(home) == before,
        told,
    )


def limited(size_bytes):
    """Files may not grow beyond this: what a full disk is to a program, without a disk."""

    def before():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, size_bytes))

    return before


def half_written(folder):
    """Names in a folder that a refused write must not have left."""
    return (
        [
            p.name
            for p in folder.rglob("*")
            if ".tmp-" in p.name
            or p.name in ("manifest.json", "results.gpkg", SCENARIO, "rows.csv")
            or p.suffix in (".png", ".mp4", ".html")
        ]
        if folder.is_dir()
        else []
    )


def full_disk(suite, home, where, how, more):
    """The verbs that write, in a place where only some of it finds room."""
    kept = snapshot(home / "kept")
    told = linghe(home, "run", "tiny", "--out", where / "full", **more)
    suite.check(
        f"a run {how} ends with 74, the error told and nothing half-written",
        told.code == 74 and "hint:" in told.err and not told.out and not half_written(where),
        f"{told}\nleft: {half_written(where)}",
    )
    for verb, words in [
        ("picture", ["render", "kept", "--png", where / "a.png", "--size", "1280x720"]),
        ("film", ["render", "kept", "--out", where / "a.mp4", "--from", "0:10", "--to", "0:12", "--speed", "1", "--fps", "12"]),
        ("report", ["report", "kept", "--out", where / "a.html"]),
    ]:
        told = linghe(home, *words, **more)
        suite.check(
            f"a {verb} {how} ends with 74 and leaves no file under its name",
            told.code == 74 and told.err and not half_written(where),
            f"{told}\nleft: {half_written(where)}",
        )
        for path in where.glob("a.*"):
            path.unlink()
    suite.check(
        f"the earlier run is untouched by all that failed {how}", snapshot(home / "kept") == kept, "its checksums changed"
    )


def disk(suite, home):
    before = snapshot(home)
    (home / "file").write_text("in the way\n")
    for sentence, out, code in [("a file stands in the place of the folder", "file", 2), ("a file stands in the way", "file/run", 74)]:
        told = linghe(home, "run", "tiny", "--out", out)
        suite.check(
            f"run ends with {code} when {sentence}",
            told.code == code and "file" in told.err and "hint:" in told.err and (home / "file").read_text() == "in the way\n",
            told,
        )
    (home / "file").unlink()
    locked = home / "locked"
    locked.mkdir(mode=0o555)
    wrapper = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
    if not wrapper or shutil.which("setpriv"):
        if wrapper:
            os.chmod(home, 0o755)
        for verb, words in [
            ("run", ["run", "tiny", "--out", "locked/run"]),
            ("new", ["new", "a", "--out", "locked/a"]),
            ("render", ["render", "kept", "--png", "locked/a.png"]),
        ]:
            told = linghe(home, *words, wrapper=wrapper)
            suite.check(
                f"{verb} ends with 74 where it may not write",
                told.code == 74 and "locked" in told.err and "hint:" in told.err and not told.out,
                told,
            )
    else:
        suite.note("setpriv is missing: a folder without permission was not tried")
    locked.rmdir()
    suite.check("nothing is left of what could not be written", snapshot(home) == before, set(snapshot(home)) ^ set(before))

    tight = home / "tight"
    tight.mkdir()
    full_disk(suite, home, tight, "beyond the largest file allowed", {"preexec_fn": limited(8 << 10)})
    shutil.rmtree(tight)
    tight.mkdir()
    if (
        os.geteuid() == 0
        and subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=777", "none", tight], capture_output=True).returncode
        == 0
    ):
        try:
            told = linghe(home, "run", "tiny", "--out", "tight/full")
            suite.check(
                "a run on a full disk ends with 74, says so, and has nothing half-written",
                told.code == 74 and "disk is full" in told.err and "hint:" in told.err and not half_written(tight),
                f"{told}\nleft: {half_written(tight)}",
            )
            told = linghe(home, "info", "tight/full")
            suite.check("what a full disk has cut short can be read", told.code == 0 and "running" in told.out, told)
            told = linghe(home, "new", "a", "--out", "tight/a", preexec_fn=limited(100))
            suite.check("half a new battle is taken away again", told.code == 74 and not (tight / "a").exists(), told)
        finally:
            subprocess.run(["umount", tight], check=True)
    else:
        suite.note("no tmpfs could be mounted (not root?): the full disk was tried by a limit on file sizes alone")
    shutil.rmtree(tight)


def manners(suite, home):
    code, seen = on_terminal(home, "run", *LONG, "--set", "minutes=90", "--out", "bar")
    suite.check(
        "on a terminal a bar shows the share done and the time left",
        code == 0 and re.search(r"\r.*█.* \d+%  \d+:\d\d left", seen),
        f"{code}: {seen[:400]!r}",
    )
    code, seen = on_terminal(home, "run", "tiny", "--out", "bar2", env={"TERM": "dumb"})
    suite.check(
        "a dumb terminal gets no bar",
        code == 0 and "█" not in seen and "\033" not in seen and "Fought" in seen,
        f"{code}: {seen!r}",
    )
    code, seen = on_terminal(home, "run", "tiny", "--out", "bar3", "--quiet")
    suite.check("--quiet is silent on a terminal too", code == 0 and not seen, f"{code}: {seen!r}")
    code, seen = on_terminal(home, "check", "tyni", env={"NO_COLOR": "1"})
    suite.check("NO_COLOR is heeded", code == 2 and "\033" not in seen and "tyni" in seen, f"{code}: {seen!r}")
    told = linghe(home, "run", "tiny", "--out", "bar4", env={"TERM": "xterm"})
    suite.check(
        "in a pipe there is neither bar nor colour",
        told.code == 0 and not told.out and "\r" not in told.err and "\033" not in told.err and "bar4" in told.err,
        told,
    )
    for words in (
        ["run", "tiny", "--out", "q1"],
        ["check", "tiny"],
        ["new", "q2"],
        ["render", "kept", "--png", "q3.png", "--size", "320x240"],
        ["report", "kept", "--out", "q4.html"],
        ["batch", "tiny", "--seeds", "1", "--until", "0:05", "--out", "q5"],
    ):
        told = linghe(home, *words, "--quiet")
        data = "" if words[0] != "batch" else told.out  # the summary is data
        suite.check(f"{words[0]} --quiet is silent", told.code == 0 and not told.err and told.out == data, told)
    told = linghe(home, "check", "tyni", "--quiet")
    suite.check("--quiet does not hide errors", told.code == 2 and "tyni" in told.err, told)
    for words in (
        ["run", "tiny", "--out", "j1"],
        ["run", "tiny", "--hash-only"],
        ["info", "kept"],
        ["batch", "tiny", "--seeds", "1-2", "--until", "0:05"],
        ["batch", "tiny", "--list-measures"],
        ["batch", "tiny", "--show-run", "0"],
        ["report", "kept", "--out", "j2.html"],
    ):
        told = linghe(home, *words, "--json")
        suite.check(
            f"{' '.join(words[:3])} --json is one object with its schema_version",
            told.code == 0 and (told.object() or {}).get("schema_version") == 1,
            told,
        )
    for left in [*home.glob("bar*"), *home.glob("q[0-9]*"), *home.glob("j[0-9]*")]:
        shutil.rmtree(left) if left.is_dir() else left.unlink()


def places(suite, home):
    """The surroundings of the program are none of the battle's business."""
    found = {}
    try:
        comma = dict(comma_locale())
    except OSError:  # build/ belongs to somebody else
        comma = {}
    for name, env in [
        ("LC_ALL=C", {"LC_ALL": "C"}),
        ("a locale that is not there", {"LC_ALL": "xx_XX.UTF-8"}),
        ("TZ", {"TZ": "Asia/Kathmandu"}),
        ("de_DE", comma),
    ]:
        if env:
            found[name] = linghe(home, "run", "tiny", "--hash-only", "--quiet", env=env).out
        else:
            suite.note("no locale with a decimal comma could be made (package locales); it was not tried")
    root = hashes(home, "kept")[1]
    suite.check(
        "locale and time zone do not change the hash",
        all(out == f"hash {root}\n" for out in found.values()),
        f"{found}, kept {root}",
    )


def main():
    suite = Suite("cli", smoke=smoke_asked())
    if not PROGRAM.exists():
        suite.fail(
            "the program is built",
            f"{PROGRAM} is missing; mend: cmake --preset relassert && cmake --build --preset relassert --target linghe",
        )
        return suite.finish()
    with tempfile.TemporaryDirectory(prefix="linghe-cli-") as folder:
        home = pathlib.Path(folder)
        told = linghe(home, "run", "tiny", "--seed", "1", "--out", "kept", "--json")
        if not suite.check(
            "a shipped battle is fought into a folder",
            told.code == 0
            and (told.object() or {}).get("state") == "finished"
            and {"manifest.json", "view.lgv", "state.lgs", "results.gpkg"} <= set(snapshot(home / "kept")),
            told,
        ):
            return suite.finish()
        for part in (what_it_is, new_battle, bad_scenarios, bad_words, disk, results, pictures, places):
            part(suite, home)
        stop_and_go_on(suite, home, 2 if suite.smoke else 5)
        for part in (damage, manners, batches, hostile, terrain):
            part(suite, home)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
