"""Cases of the suite `cli` about hostile surroundings: pipes for files, outputs that close or fill up, two programs in one
folder, names of files with signs of the shell, a terminal that hangs up. Called by cli_suite.py."""

import json
import os
import shlex
import shutil
import signal
import subprocess

from cli_lib import (
    LIMIT_S,
    LONG,
    MAP,
    PROGRAM,
    SCENARIO,
    Ended,
    begun,
    ended,
    hashes,
    linghe,
    on_terminal,
    snapshot,
    spoil,
    start,
    wait_for,
)


def pipes_for_files(suite, home):
    for name in (SCENARIO, MAP):
        folder = spoil(home, {name: None})
        os.mkfifo(folder / name)
        told = linghe(home, "check", "bad/")
        suite.check(
            f"a pipe in the place of {name} is refused, not waited for",
            told.code == 74 and name in told.err and "hint:" in told.err,
            told,
        )
    shutil.rmtree(home / "bad")
    (home / "pipes").mkdir()
    os.mkfifo(home / "pipes" / "manifest.json")
    told = linghe(home, "info", "pipes")
    suite.check("a pipe in the place of a manifest too", told.code == 7 and "pipes/manifest.json" in told.err, told)
    shutil.rmtree(home / "pipes")


def into(home, words, where):
    """The program with its standard output going to an open file."""
    child = subprocess.Popen(
        [str(PROGRAM), *words],
        cwd=home,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=where,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    err = child.communicate(timeout=LIMIT_S)[1]
    return Ended(child.returncode, "", err.decode("utf-8", "replace"))


def outputs(suite, home):
    """What is printed must arrive, or the exit code says that it did not."""
    for words in (["list"], ["info", "kept"], ["schema"], ["limits"], ["run", "tiny", "--hash-only"], ["--help"]):
        with open("/dev/full", "wb") as full:
            told = into(home, words, full)
        suite.check(
            f"{words[0]} into a full device ends with 74",
            told.code == 74 and "standard output" in told.err and "hint:" in told.err,
            told,
        )
    shell = ["sh", "-c", '"$@" >&- 2>&- <&-', "sh"]
    told = linghe(home, "info", "kept", wrapper=shell)
    suite.check("a closed standard output is told by the exit code", told.code == 74, told)
    told = linghe(home, "run", "tiny", "--seed", "1", "--out", "closed", "--json", wrapper=shell)
    suite.check(
        "what is printed to closed outputs does not get into the files of the run",
        told.code == 74 and linghe(home, "info", "closed").code == 0 and hashes(home, "closed") == hashes(home, "kept"),
        told,
    )
    shutil.rmtree(home / "closed", ignore_errors=True)


def one_writer(suite, home):
    """Two programs in one folder would mix their records."""
    child = begun(home, ["run", "tiny", "--set", "minutes=60"], "shared", 0)
    told = linghe(home, "run", "--resume", "shared")
    busy = child.poll() is None
    child.send_signal(signal.SIGINT)
    first = ended(child)
    suite.check(
        "a run that is being fought is not resumed by a second program",
        busy and told.code == 2 and "another linghe" in told.err and "hint:" in told.err,
        told,
    )
    suite.check("the first program goes on undisturbed", first.code == 75 and hashes(home, "shared")[0] == "suspended", first)
    told = linghe(home, "run", "--resume", "shared", "--until", "12:00")
    suite.check("the folder is free when the first has ended", told.code == 0, told)
    shutil.rmtree(home / "shared", ignore_errors=True)

    words = ["batch", "tiny", "--set", "minutes=30", "--seeds", "1-4", "--threads", "1", "--out", "study"]
    child = start(home, *words)
    wait_for(child, home / "study" / "runs.log")
    told = linghe(home, *words, "--resume")
    busy = child.poll() is None
    child.kill()
    ended(child)
    suite.check("nor is a batch", busy and told.code == 2 and "another linghe" in told.err, told)
    shutil.rmtree(home / "study", ignore_errors=True)

    words = ["batch", "tiny", "--seeds", "1-2", "--until", "0:05", "--out", "study"]
    linghe(home, *words, "--quiet")
    log = home / "study" / "runs.log"
    log.write_bytes(b"\0" + log.read_bytes()[1:] * 9)
    before = snapshot(home / "study")
    told = linghe(home, *words, "--resume")
    suite.check("a log whose beginning is damaged is told with 7 and not cut off", told.code == 7 and snapshot(home / "study") == before, told)
    log.unlink()
    os.mkfifo(log)
    told = linghe(home, *words, "--resume")
    suite.check("a pipe in the place of a log is refused, not waited for", told.code == 7 and "runs.log" in told.err, told)
    shutil.rmtree(home / "study")

    before = snapshot(home / "kept")
    told = linghe(home, "batch", "tiny", "--seeds", "1", "--until", "0:05", "--out", "kept")
    suite.check(
        "a batch is not mixed into the folder of a run",
        told.code == 2 and "hint:" in told.err and snapshot(home / "kept") == before,
        told,
    )
    told = linghe(home, "batch", "tiny", "--set", "seed=3", "--out", "never")
    suite.check("a batch takes no seed by --set", told.code == 2 and "--seeds" in told.err and not (home / "never").exists(), told)


def hang_up(suite, home):
    # The suite itself may have been started by nohup, which every child would inherit.
    for treats, code, state, what in (
        ("--default-signal=HUP", 75, "suspended", "a terminal that closes stops a run as Ctrl-C does, however often it hangs up"),
        ("--ignore-signal=HUP", 0, "finished", "a run begun by nohup goes on when the terminal closes"),
    ):
        child = begun(home, ["run", *LONG, "--set", "minutes=60"], "hung", 0, wrapper=("env", treats))
        child.send_signal(signal.SIGHUP)
        child.send_signal(signal.SIGHUP)
        told = ended(child)
        suite.check(what, told.code == code and hashes(home, "hung")[0] == state, told)
        shutil.rmtree(home / "hung", ignore_errors=True)


def names(suite, home):
    before = snapshot(home / "kept")
    for words in (
        ["render", "kept", "--png", "kept/view.lgv"],
        ["render", "kept", "--out", "kept/state.lgs"],
        ["report", "kept", "--out", "kept/manifest.json"],
        ["render", "kept", "--png", "/dev/null"],
    ):
        told = linghe(home, *words)
        suite.check(
            f"{words[0]} {words[2]} {words[3]} is refused: a slip replaces no record and no device",
            told.code == 2 and words[3] in told.err and "hint:" in told.err and snapshot(home / "kept") == before,
            told,
        )
    told = linghe(home, "render", "kept", "--png", "far.png", "--close-up", "1e9,0,100", "--size", "320x240")
    suite.check("a close-up off the map is refused at once", told.code == 2 and "off the map" in told.err, told)
    if shutil.which("ffmpeg"):
        for name in ("-x.mp4", "a:b.mp4", "it's 凌河.mp4"):
            told = linghe(home, "render", "kept", "--to", "0:02", "--size", "320x240", f"--out={name}")
            suite.check(f"a film may be called {name!r}", told.code == 0 and (home / name).is_file(), told)
            (home / name).unlink(missing_ok=True)
    told = linghe(home, "run", "--set", "minutes=0.2", "tiny", "--hash-only")
    suite.check("--set takes one word: the battle may be named after it", told.code == 0 and "hash " in told.out, told)

    odd = "it's a run"
    words = ["--set", 'title.en="a; b"', "--intervention", '{ id="x", at_s=1, kind="silence_drum", person="lord" }']
    told = linghe(home, "run", "tiny", "--set", "minutes=0.5", *words, "--out", odd, "--until", "0:10")
    go_on = told.err.partition("go on with: ")[2].strip()
    suite.check("how to go on is told in the words of a shell", shlex.split(go_on)[-1:] == [odd], told)
    manifest = json.loads((home / odd / "manifest.partial.json").read_text(encoding="utf-8"))
    again = shlex.split(manifest["command"])
    suite.check(
        "the command in the manifest can be given to a shell",
        again[:3] == ["linghe", "run", "tiny"] and words[1] in again and words[3] in again,
        manifest["command"],
    )
    shutil.rmtree(home / odd)
    told = linghe(home, "check", b"no\x1b[31mwhere\xff\xe2\x80\xae/", "--json")
    suite.check(
        "signs that steer a terminal are written out, and JSON stays UTF-8",
        told.code == 74 and "\x1b" not in told.err and "\\x1b[31m" in told.err and "\\xff\\u202e" in told.err
        and (told.object() or {}).get("error", {}).get("code") == 74,
        told,
    )
    told = linghe(home, "run", "tiny", "--sed", "3", "--json")
    suite.check("a wrong option is told in JSON too", told.code == 2 and (told.object() or {}).get("error", {}).get("code") == 2, told)


def narrow(suite, home):
    for columns in (1, 12, 40, 60, 100):
        code, seen = on_terminal(home, "run", *LONG, "--hash-only", columns=columns)
        lines = [part.partition("\033[K")[2] for part in seen.split("\r") if "\033[K" in part]
        suite.check(
            f"progress stays on one line of a terminal of {columns} columns",
            code == 0 and lines and all(len(line) <= columns for line in lines if "Fought" not in line),
            f"{code}: {seen[:300]!r}",
        )


def manners_everywhere(suite, home):
    for words in (["limits"], ["schema"], ["list"]):
        told = linghe(home, *words, "--json", "--quiet")
        suite.check(f"{words[0]} --json is one object", told.code == 0 and told.object() and not told.err, told)
    told = linghe(home, "new", "tiny", "--out", "deep/er/tiny b")
    suite.check(
        "new makes the folders above, and names its battle so that a shell and linghe find it",
        told.code == 0 and "check 'deep/er/tiny b/'" in told.err and (home / "deep/er/tiny b" / SCENARIO).is_file(),
        told,
    )
    shutil.rmtree(home / "deep")


def elsewhere(suite, home):
    spoil(home, {})
    linghe(home, "run", "bad/", "--out", "begun", "--until", "0:10", "--quiet")
    (home / "other").mkdir()
    told = linghe(home / "other", "run", "--resume", "../begun")
    suite.check(
        "a run resumed from another folder says from where it can be",
        told.code == 74 and "bad/" in told.err and "folder in which it was begun" in told.err,
        told,
    )
    for name in ("bad", "begun", "other"):
        shutil.rmtree(home / name)


def names_to_write(suite, home):
    """What cannot become what --out names is told before the work, by every verb that writes."""
    (home / "nowhere-link").symlink_to("not/there")
    (home / "plain").write_text("here", encoding="utf-8")
    (home / "folder.mp4").mkdir()
    (home / "folder.png").mkdir()
    before = snapshot(home)
    verbs = [
        (["run", "tiny", "--out"], ""),
        (["batch", "tiny", "--seeds", "1", "--until", "0:05", "--out"], ""),
        (["new", "mine", "--out"], ""),
        (["terrain", "import", "--elevation", "plain", "--out"], ""),
        (["render", "kept", "--out"], ".mp4"),
        (["render", "kept", "--png"], ".png"),
        (["report", "kept", "--out"], ".html"),
        (["terrain", "sheet", "tiny", "--png"], ".png"),
    ]
    for words, ending in verbs:
        (home / f"link{ending}").symlink_to("not/there")
        for name, codes, says in [
            ("", (2,), "empty word"),
            (f"link{ending}", (74,), "leads nowhere"),
            (f"plain/x{ending}", (74,), "plain"),
        ] + ([(f"folder{ending}", (2,), "directory")] if ending in (".mp4", ".png") else []):
            told = linghe(home, *words, name)
            suite.check(
                f"{' '.join(words[:2])} {words[-1]} {name!r} is refused before anything is done",
                told.code in codes and says in told.err and "hint:" in told.err and not told.out,
                told,
            )
        (home / f"link{ending}").unlink()
    suite.check("and nothing was written", snapshot(home) == before)
    for name in ("nowhere-link", "plain"):
        (home / name).unlink()
    for name in ("folder.mp4", "folder.png"):
        (home / name).rmdir()


def numbers(suite, home):
    """nan and inf pass through any comparison; no option takes them, and none an empty word."""
    for words in (
        *[["render", "kept", "--out", "x.mp4", "--speed", v] for v in ("nan", "inf", "0", "1e9")],
        *[["render", "kept", "--out", "x.mp4", "--fps", v] for v in ("nan", "0x10", "1.5")],
        *[["render", "kept", "--png", "x.png", "--at", v] for v in ("nan", "inf", "")],
        *[["render", "kept", "--png", "x.png", "--close-up", v] for v in ("nan,0,100", "0,0,inf", "0,0,nan")],
        *[["render", "kept", "--png", "x.png", "--size", v] for v in ("nanx100", "infxinf", "")],
        *[["run", "tiny", "--hash-only", "--until", v] for v in ("nan", "inf", "-1", "")],
        *[["run", "tiny", "--hash-only", "--seed", v] for v in ("nan", "1e3", "0x10", "")],
        *[["batch", "tiny", "--until", v] for v in ("nan", "inf", "0", "")],
        *[["batch", "tiny", "--seeds", v] for v in ("nan", "1-inf", "")],
    ):
        told = linghe(home, *words)
        suite.check(
            f"{words[0]} {words[-2]} {words[-1]!r} is a usage error",
            told.code == 2 and "hint:" in told.err and not told.out,
            told,
        )
    told = linghe(home, "run", "tiny", "--hash-only", "--set", "weather.gust_share=nan")
    suite.check("--set takes no nan", told.code == 3 and "remedy:" in told.err, told)


def named_maps(suite, home):
    """What the key map names and cannot be read is told at the key: file, line, column."""
    for name, code, says in [(".", 74, "directory"), ("/dev/zero", 3, "outside"), ("inner", 74, "directory"), ("pipe", 74, "pipe"), ("none.toml", 3, "missing")]:
        folder = spoil(home, {SCENARIO: ('map = "map.toml"', f'map = "{name}"')})
        (folder / "inner").mkdir()
        os.mkfifo(folder / "pipe")
        told = linghe(home, "check", "bad/")
        suite.check(
            f"a map called {name!r} is told at its line and key",
            told.code == code and "scenario.toml:" in told.err and ": map" in told.err and says in told.err,
            told,
        )
    shutil.rmtree(home / "bad")
    told = linghe(home, "batch", "tiny", "--seeds", "1", "--arm", "x:without dumr")
    suite.check("a broken arm of a batch is told once", told.code == 3 and told.err.count("dumr") == 1 and 'arm "x"' in told.err, told)
    linghe(home, "run", "tiny", "--out", "partial", "--until", "0:10", "--quiet")
    (home / "partial" / "manifest.partial.json").write_text("garbage", encoding="utf-8")
    for words in (["run", "--resume", "partial"], ["info", "partial"]):
        told = linghe(home, *words)
        suite.check(
            f"{words[0]} names the damaged manifest of a stopped run as the file that it is",
            told.code == 7 and "partial/manifest.partial.json" in told.err,
            told,
        )
    shutil.rmtree(home / "partial")


def benchmark(suite, home):
    """The words of linghe-bench; its figures are no matter of this suite."""
    program = PROGRAM.with_name("linghe-bench")
    if not program.exists():
        suite.note("linghe-bench is not built beside linghe: its words were not tried")
        return

    def told_by(*words):
        done = subprocess.run([str(program), *words], cwd=home, capture_output=True, text=True, timeout=LIMIT_S)
        return Ended(done.returncode, done.stdout, done.stderr)

    told = told_by("--help")
    wanted = ["--case", "--threads", "--ticks", "--scalar", "--json", "two-blocks-10000", "xiaoling-rally", "Exit codes"]
    suite.check("linghe-bench --help tells options and cases", told.code == 0 and all(w in told.out for w in wanted), told)
    for words, says in [
        (["--threads", "abc"], "abc"),
        (["--ticks", "-1"], "-1"),
        (["--ticks"], "needs a value"),
        (["--jsno"], "--json"),
        (["--case", "two-block-10000"], "two-blocks-10000"),
    ]:
        told = told_by(*words)
        suite.check(
            f"linghe-bench {' '.join(words)} is a usage error that says what is right",
            told.code == 2 and says in told.err and "hint:" in told.err and not told.out,
            told,
        )


def hostile(suite, home):
    for part in (pipes_for_files, outputs, one_writer, hang_up, names, narrow, manners_everywhere, elsewhere, names_to_write, numbers, named_maps, benchmark):
        part(suite, home)
