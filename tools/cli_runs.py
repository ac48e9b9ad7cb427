"""Cases of the suite `cli` about runs and batches: stopped and resumed, drawn, read, damaged. Called by cli_suite.py."""

import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time

from cli_lib import LONG, begun, ended, hashes, linghe, png_size, snapshot, start, stopped, two_signals, wait_for


def rows_of(path):
    """All that results.gpkg says of the battle, in a fixed order; the table `runs` tells of the run itself."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        tables = [r[0] for r in base.execute("SELECT table_name FROM gpkg_contents WHERE table_name <> 'runs' ORDER BY 1")]
        return {t: sorted(map(repr, base.execute(f'SELECT * FROM "{t}"'))) for t in tables}


def stop_and_go_on(suite, home, kills):
    started = time.monotonic()
    told = linghe(home, "run", *LONG, "--out", "alone", "--quiet")
    whole_s = time.monotonic() - started
    wanted = hashes(home, "alone")
    suite.check(
        "a run left alone ends with its hashes told",
        told.code == 0 and wanted[0] == "finished" and all(wanted),
        f"{told}\n{wanted}",
    )
    before = snapshot(home / "alone")

    words = ["run", *LONG]
    told = stopped(home, words, "stopped", whole_s, lambda c: c.send_signal(signal.SIGINT))
    suite.check(
        "the first Ctrl-C ends a run with 75 and tells how to go on",
        told.code == 75 and "linghe run --resume stopped" in told.err,
        told,
    )
    seen = linghe(home, "info", "stopped")
    suite.check("info reads a stopped run", seen.code == 0 and "suspended" in seen.out, seen)
    told = linghe(home, "render", "stopped", "--png", "stopped.png", "--size", "320x240")
    suite.check(
        "a stopped run can be drawn as far as it came", told.code == 0 and png_size(home / "stopped.png") == (320, 240), told
    )
    told = linghe(home, "run", "--resume", "stopped", "--json")
    suite.check(
        "a resumed run ends in the state and record hashes of one left alone",
        told.code == 0 and hashes(home, "stopped") == wanted,
        f"{told}\n{hashes(home, 'stopped')}, wanted {wanted}",
    )
    if told.code == 0:
        suite.check(
            "its tables hold the same rows",
            rows_of(home / "stopped/results.gpkg") == rows_of(home / "alone/results.gpkg"),
            "results.gpkg differs",
        )
    told = stopped(home, words, "term", whole_s, lambda c: c.send_signal(signal.SIGTERM))
    suite.check("SIGTERM stops a run as Ctrl-C does", told.code == 75 and hashes(home, "term")[0] == "suspended", told)
    told = stopped(home, words, "twice", whole_s, two_signals)
    suite.check("the second Ctrl-C ends a run at once with 130", told.code == 130, told)
    told = linghe(home, "run", "--resume", "twice", "--quiet")
    suite.check(
        "a run ended by two signals is resumed to the same hashes",
        told.code == 0 and hashes(home, "twice") == wanted,
        f"{told}\n{hashes(home, 'twice')}, wanted {wanted}",
    )

    luck = random.Random(731)
    for kill in range(1, kills + 1):
        share = luck.uniform(0.02, 0.9)
        for _ in range(4):
            shutil.rmtree(home / "killed", ignore_errors=True)
            child = begun(home, words, "killed", whole_s * share)
            child.kill()
            told = ended(child)
            # A kill between the last byte of a finished run and its end came too late to prove anything.
            if told.code == -signal.SIGKILL and hashes(home, "killed")[0] != "finished":
                break
            share /= 2
        seen = linghe(home, "info", "killed")
        again = linghe(home, "run", "--resume", "killed", "--quiet") if told.code else told
        suite.check(
            f"a run killed at a random moment ({kill} of {kills}) is readable and resumed to the same hashes",
            told.code == -signal.SIGKILL and seen.code == 0 and again.code == 0 and hashes(home, "killed") == wanted,
            f"killed: {told.code}; info: {seen.code}; {again}\n{hashes(home, 'killed')}, wanted {wanted}",
        )
    suite.check("the run beside them is untouched", snapshot(home / "alone") == before, "its checksums changed")
    for folder in ("stopped", "term", "twice", "killed"):
        shutil.rmtree(home / folder, ignore_errors=True)


def results(suite, home):
    path = home / "kept" / "results.gpkg"
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        suite.check(
            "results.gpkg is a GeoPackage by its application id",
            base.execute("PRAGMA application_id").fetchone() == (0x47504B47,),
            "PRAGMA application_id",
        )
        suite.check(
            "sqlite finds it sound", base.execute("PRAGMA integrity_check").fetchone() == ("ok",), "PRAGMA integrity_check"
        )
        contents = {r[0] for r in base.execute("SELECT table_name FROM gpkg_contents")}
        tables = {r[0] for r in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        wanted = {"units", "persons", "unit_minutes", "side_minutes", "events", "beliefs", "tracks", "columns", "runs"}
        suite.check(
            "its tables are there and in gpkg_contents",
            wanted <= contents <= tables,
            f"missing {wanted - contents}, not there {contents - tables}",
        )
        count = {t: base.execute(f'SELECT count(*) FROM "{t}"').fetchone()[0] for t in sorted(wanted & tables)}
        suite.check("none of them is empty", all(count.values()), count, rows=count)
        suite.check("it tells the units of the battle", count.get("units") == 5, count)


def pictures(suite, home):
    told = linghe(home, "render", "kept", "--png", "a.png", "--at", "0:30", "--size", "640x360", "--json")
    suite.check(
        "render --png draws a picture of the size asked for", told.code == 0 and png_size(home / "a.png") == (640, 360), told
    )
    suite.check(
        "render --json names the picture",
        (told.object() or {}).get("picture") == "a.png" and told.object()["schema_version"] == 1,
        told,
    )
    linghe(home, "render", "kept", "--png", "b.png", "--at", "0:30", "--size", "640x360")
    suite.check(
        "the same moment gives the same picture",
        (home / "b.png").read_bytes() == (home / "a.png").read_bytes(),
        "two renderings differ",
    )
    for name, words in [
        ("a size that is none", ["--size", "10x"]),
        ("a time that is none", ["--at", "noon"]),
        ("a language that is not there", ["--lang", "xx"]),
    ]:
        told = linghe(home, "render", "kept", "--png", "c.png", *words)
        suite.check(f"render refuses {name}", told.code == 2 and "hint:" in told.err and not (home / "c.png").exists(), told)
    film = [
        "render",
        "kept",
        "--from",
        "0:10",
        "--to",
        "0:15",
        "--speed",
        "1",
        "--fps",
        "12",
        "--size",
        "640x360",
        "--json",
        "--out",
        "a.mp4",
    ]
    told = linghe(home, *film)
    if not shutil.which("ffmpeg"):
        suite.check("without ffmpeg a film is refused and the remedy told", told.code == 74 and "install" in told.err, told)
        return
    frames = (told.object() or {}).get("frames")
    suite.check(
        "five seconds at twelve pictures a second are a film of sixty (and the last)", told.code == 0 and frames in (60, 61), told
    )
    if shutil.which("ffprobe"):
        probe = subprocess.run(
            [
                "ffprobe",
                "-v",
                "error",
                "-count_frames",
                "-show_entries",
                "stream=nb_read_frames,width,height",
                "-of",
                "json",
                home / "a.mp4",
            ],
            capture_output=True,
            text=True,
        )
        stream = (json.loads(probe.stdout or "{}").get("streams") or [{}])[0]
        suite.check(
            "ffprobe reads the film: its size and every frame",
            (stream.get("width"), stream.get("height"), stream.get("nb_read_frames")) == (640, 360, str(frames)),
            f"{stream} {probe.stderr}",
        )
    else:
        suite.note("ffprobe is missing: the film was not read back")
    told = linghe(home, "report", "kept", "--out", "a.html", "--json")
    page = (home / "a.html").read_text(encoding="utf-8") if told.code == 0 else ""
    suite.check(
        "report writes one page that fetches nothing",
        told.code == 0
        and told.object()["report"] == "a.html"
        and page.rstrip().endswith("</html>")
        and not re.search(r'(?:src|href)="https?://', page),
        told,
    )
    for name in ("a.png", "b.png", "a.mp4", "a.html"):
        (home / name).unlink(missing_ok=True)


def flipped(path, at):
    data = bytearray(path.read_bytes())
    data[at % len(data)] ^= 0x40
    path.write_bytes(data)


def damage(suite, home):
    def copy(of):
        shutil.rmtree(home / "hurt", ignore_errors=True)
        shutil.copytree(home / of, home / "hurt")
        return home / "hurt"

    draw = ["render", "hurt", "--png", "h.png", "--at", "0:30", "--size", "320x240", "--bare"]
    hurt = copy("alone")
    linghe(home, *draw)
    sound = (home / "h.png").read_bytes()
    view = hurt / "view.lgv"
    size = view.stat().st_size
    os.truncate(view, size * 6 // 10)
    told = linghe(home, "info", "hurt")
    suite.check(
        "info tells a view that was cut short, with 7", told.code == 7 and "view.lgv" in told.err and "hint:" in told.err, told
    )
    told = linghe(home, *draw)
    suite.check(
        "what is whole of a cut view is drawn, and the loss told",
        told.code == 0 and re.search(r"only \d+ of \d+ seconds", told.err) and (home / "h.png").read_bytes() == sound,
        told,
    )
    (home / "h.png").unlink(missing_ok=True)
    for length in (0, 11, 3000):
        os.truncate(view, length)
        for verb, words in [("render", draw), ("report", ["report", "hurt", "--out", "h.html"])]:
            told = linghe(home, *words)
            suite.check(
                f"{verb} refuses a view of {length} bytes with 7",
                told.code == 7
                and "view.lgv" in told.err
                and "hint:" in told.err
                and not (home / "h.png").exists()
                and not (home / "h.html").exists(),
                told,
            )
    luck = random.Random(1631)
    for spot in [luck.randrange(size) for _ in range(4)] + [size - 5]:
        hurt = copy("alone")
        flipped(hurt / "view.lgv", spot)
        (home / "h.png").unlink(missing_ok=True)
        told = linghe(home, *draw)
        drawn = (home / "h.png").read_bytes() if (home / "h.png").exists() else None
        suite.check(
            f"a flipped byte {spot} of the view is found, or the picture is the right one",
            (told.code == 0 and drawn == sound)
            or (told.code == 7 and "view.lgv" in told.err and "hint:" in told.err and drawn is None),
            told,
        )
        told = linghe(home, "info", "hurt")
        suite.check(f"info finds the flipped byte {spot} of the view", told.code == 7 and "view.lgv: " in told.err, told)
    hurt = copy("alone")
    flipped(hurt / "view.lgv", size // 2)  # the chunks take up nearly all of the file
    told = linghe(home, "info", "hurt")
    suite.check(
        "info names the chunk in which a byte was flipped, and its minutes",
        told.code == 7 and re.search(r"view\.lgv: chunk \d+ of \d+ \(\d+:00 to \d+:\d\d\).*checksum", told.err),
        told,
    )
    hurt = copy("alone")
    flipped(hurt / "results.gpkg", (hurt / "results.gpkg").stat().st_size // 2)
    told = linghe(home, "info", "hurt", "--json")
    suite.check(
        "info finds a flipped byte of the results",
        told.code == 7 and any("results.gpkg" in d for d in (told.object() or {}).get("damage", [])),
        told,
    )
    (home / "h.png").unlink(missing_ok=True)
    hurt = copy("kept")
    (hurt / "manifest.json").write_text("garbage")
    told = linghe(home, "info", "hurt")
    suite.check(
        "a manifest that is garbage is told with 7 and its place",
        told.code == 7 and "hurt/manifest.json" in told.err and "hint:" in told.err,
        told,
    )
    (hurt / "manifest.json").unlink()
    for words in (["info", "hurt"], draw, ["report", "hurt", "--out", "h.html"], ["run", "--resume", "hurt"]):
        told = linghe(home, *words)
        suite.check(
            f"{words[0]} tells a run without its manifest with 7",
            told.code == 7 and "hurt" in told.err and "hint:" in told.err and not told.out,
            told,
        )
    hurt = copy("kept")
    (hurt / "view.lgv").unlink()
    told = linghe(home, "info", "hurt", "--json")
    suite.check(
        "info --json lists what is missing",
        told.code == 7 and any("view.lgv" in d for d in (told.object() or {}).get("damage", [])),
        told,
    )

    linghe(home, "run", "tiny", "--out", "half", "--until", "0:40", "--quiet")
    for name in ("state.lgs", "view.lgv"):
        hurt = copy("half")
        (hurt / name).unlink()
        told = linghe(home, "info", "hurt")
        suite.check(f"info tells that an unfinished run has lost its {name} with 7", told.code == 7 and name in told.err, told)
        told = linghe(home, "run", "--resume", "hurt")
        suite.check(f"an unfinished run that has lost its {name} is refused with 7", told.code == 7 and name in told.err, told)
    wanted = hashes(home, "kept")
    size = (home / "half" / "state.lgs").stat().st_size
    for spot in [luck.randrange(size) for _ in range(3)] + [size - 5, size // 2 * 2 - size // 4]:
        hurt = copy("half")
        flipped(hurt / "state.lgs", spot)
        told = linghe(home, "run", "--resume", "hurt")
        suite.check(
            f"a flipped byte {spot} of the state is found, or the battle ends the same",
            (told.code == 0 and hashes(home, "hurt") == wanted)
            or (told.code == 7 and "state.lgs" in told.err and "hint:" in told.err),
            f"{told}\n{hashes(home, 'hurt')}, wanted {wanted}",
        )
    for folder in ("hurt", "half"):
        shutil.rmtree(home / folder)


def batches(suite, home):
    words = ["batch", "drum-field", "--seeds", "1-3", "--until", "0:30", "--arm", "silent:without drum"]
    started = time.monotonic()
    one = linghe(home, *words, "--threads", "1", "--out", "b1", "--json")
    whole_s = time.monotonic() - started
    two = linghe(home, *words, "--threads", "2", "--out", "b2", "--json")
    rows = (home / "b1" / "rows.csv").read_bytes() if one.code == 0 else b""
    suite.check(
        "a batch of three seeds and two arms has six rows",
        one.code == 0 and len(rows.splitlines()) == 7 and (one.object() or {}).get("schema_version") == 1,
        one,
    )
    suite.check(
        "rows.csv is the same on one thread and on two",
        two.code == 0 and rows and (home / "b2/rows.csv").read_bytes() == rows,
        two,
    )
    before = snapshot(home / "b1")
    told = linghe(home, *words, "--out", "b1")
    suite.check(
        "a folder that holds a batch is refused and not touched",
        told.code == 2 and "hint:" in told.err and snapshot(home / "b1") == before,
        told,
    )
    for share in (0.6, 0.4, 0.2, 0.0):
        shutil.rmtree(home / "b3", ignore_errors=True)
        child = start(home, *words, "--threads", "1", "--out", "b3")
        wait_for(child, home / "b3" / "runs.log")
        time.sleep(whole_s * share)
        child.send_signal(signal.SIGINT)
        told = ended(child)
        if told.code:
            break
    suite.check("Ctrl-C ends a batch with 75 after the runs that are going on", told.code == 75 and "--resume" in told.err, told)
    again = linghe(home, *words, "--threads", "2", "--out", "b3", "--resume")
    suite.check(
        "a resumed batch has the same rows", again.code == 0 and rows and (home / "b3/rows.csv").read_bytes() == rows, again
    )
    child = start(home, "batch", "tiny", "--set", "minutes=120", "--seeds", "1-2", "--threads", "1", "--out", "b4")
    wait_for(child, home / "b4" / "runs.log")
    child.send_signal(signal.SIGINT)
    time.sleep(0.3)
    waits = child.poll() is None
    child.send_signal(signal.SIGINT)
    told = ended(child)
    suite.check(
        "a batch waits for its runs after one Ctrl-C and ends at once with 130 after two",
        waits and told.code == 130,
        f"waited: {waits}; {told}",
    )
    for name, more, what in [
        ("a range of seeds that is none", ["--seeds", "9-1"], "9-1"),
        ("an arm that is none", ["--arm", "x:without dumr"], "dumr"),
        ("an unknown measure", ["--measure", "wisdom"], "wisdom"),
    ]:
        told = linghe(home, "batch", "tiny", *more, "--out", "b5")
        suite.check(
            f"batch refuses {name} and leaves nothing",
            told.code in (2, 3) and what in told.err and not told.out and not (home / "b5").exists(),
            told,
        )
    for folder in ("b1", "b2", "b3", "b4"):
        shutil.rmtree(home / folder, ignore_errors=True)
