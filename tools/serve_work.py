"""Cases of the suite `serve` about what it does: start and end, notes, jobs, live views, questions, forks, exports. Called by
serve_suite.py."""

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import time

from cli_lib import LIMIT_S, PROGRAM, hashes, linghe, snapshot
from serve_lib import Server

LONG = {"kind": "run", "scenario": "tiny", "set": ["minutes=40"]}
CALM = {"kind": "set_wind", "speed_m_s": 9, "from_deg": 10}


def start_and_end(suite, home):
    with Server(home) as server:
        port = server.port
        addresses = subprocess.run(["ss", "-ltnH"], capture_output=True, text=True).stdout if shutil.which("ss") else None
        if addresses is not None:
            own = [line.split()[3] for line in addresses.splitlines() if line.split()[3].endswith(f":{port}")]
            suite.check("it listens on this machine only", own and set(own) <= {f"127.0.0.1:{port}", f"[::1]:{port}"}, own)
        told = linghe(home, "serve", "runs", "--port", port, "--no-open", "--json")
        suite.check("a port that is taken ends with 74 and says what helps", told.code == 74 and str(port) in told.err
                    and "--port" in told.err, told)
        told = server.get("/")
        suite.check("without the viewer's files, or with them, the first page answers", told.status == 200 and told.body, told)
        first = server.token
        code, err = server.stop()
        suite.check("Ctrl-C ends the server with 0", code == 0 and "Ended" in err, f"{code}\n{err}")
    with Server(home) as server:
        suite.check("a new start has a new token", server.token != first)
        suite.check("the old token opens nothing", server.get("/api/about", token=first).status == 401)
        code, _ = server.stop(signal.SIGTERM)
        suite.check("SIGTERM ends it as Ctrl-C does", code == 0, code)
    web = home / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><html><head><title>v</title></head></html>")
    (web / "assets" / "main-1a2b.js").write_text("1;")
    with Server(home, "--web", "web") as server:
        page, script = server.get("/", token=False), server.get("/assets/main-1a2b.js", token=False)
        suite.check("the viewer's page needs no token", page.status == 200 and b"<title>v" in page.body
                    and page.headers["content-type"].startswith("text/html"), page)
        suite.check("its scripts are kept by the browser", script.status == 200 and "immutable" in script.headers["cache-control"]
                    and script.headers["content-type"].startswith("text/javascript"), script)
        (web / "late.html").write_text("late")
        suite.check("a file that came after the start is not given", server.get("/late.html").status == 404)
    for words, why in [(["nowhere"], "nowhere"), (["runs", "--web", "runs"], "index.html"), (["runs", "--port", "0"], "--port"),
                       (["runs", "--port", "99999"], "--port")]:
        told = linghe(home, "serve", *words, "--no-open")
        suite.check(f"serve {' '.join(words)} is refused in words", told.code == 2 and why in told.err, told)


def notes(suite, home):
    with Server(home) as server:
        run = server.gallery()["runs"][0]
        suite.check("the gallery tells a run as it is", run["finished"] and run["men"] == 200 and run["has"]["view"]
                    and run["hash"] == hashes(home, "runs/kept")[1], run)
        battles = {s["id"]: s for s in server.gallery()["scenarios"]}
        suite.check("the gallery tells the shipped battles with men and minutes", battles.get("tiny", {}).get("men") == 200
                    and battles["tiny"]["minutes"] > 0 and battles["tiny"]["title"]["zh"], battles.get("tiny"))
        text = json.dumps(server.gallery())
        suite.check("no path of this machine is in it", str(home) not in text, text[:300])
        path = f"/api/notes/{run['id']}"
        empty = server.get(path)
        suite.check("a run without notes has none", empty.status == 200 and empty.object() == {}, empty)
        kept = {"bookmarks": [{"second": 12, "text": "<img src=x onerror=alert(1)> 旗"}]}
        told = server.ask("PUT", path, body=kept)
        suite.check("notes are saved with the run", told.status == 200
                    and json.loads((home / "runs/kept/notes.json").read_text()) == kept, told)
        again = server.get(path)
        suite.check("notes are read again", again.object() == kept, again)
        told = server.ask("PUT", path, body={"a": 1}, headers={"If-Match": empty.headers["etag"]})
        suite.check("notes changed elsewhere are not overwritten", told.status == 412 and server.get(path).object() == kept, told)
        told = server.ask("PUT", path, body={"a": 2}, headers={"If-Match": again.headers["etag"]})
        suite.check("notes that are up to date are", told.status == 200 and server.get(path).object() == {"a": 2}, told)
        told = server.ask("PUT", path, body=b'{"a":"' + b"x" * 300000 + b'"}')
        suite.check("notes beyond 256 KiB are refused", told.status == 413 and server.get(path).object() == {"a": 2}, told)
        for body in (b"[1]", b"{", b""):
            told = server.ask("PUT", path, body=body)
            suite.check(f"notes of the form {body!r} are refused", told.status == 400, told)
        suite.check("notes of no run are not kept", server.ask("PUT", "/api/notes/../x", body={}).status == 404)
        left = [p.name for p in (home / "runs/kept").iterdir() if "tmp" in p.name]
        suite.check("nothing half-written is left", not left, left)
        told = linghe(home, "info", "runs/kept")
        suite.check("the run is as whole as before", told.code == 0, told)
    (home / "runs/kept/notes.json").unlink()


def jobs(suite, home):
    with Server(home) as server:
        with server.socket("/api/events") as news:
            told = server.ask("POST", "/api/jobs", body={"kind": "run", "scenario": "tiny", "seed": 7})
            number = (told.object() or {}).get("id")
            suite.check("a battle is put on the list", told.status == 202 and number and told.object().get("run"), told)
            job = server.wait_job(number, ("done", "failed", "cancelled"))
            suite.check("it is fought to its end", job.get("state") == "done" and job.get("progress") == 1, job)
            heard, deadline = [], time.monotonic() + 20
            while time.monotonic() < deadline and not any(n.get("job", {}).get("state") == "done" for n in heard):
                heard.append(json.loads(news.frame()[1]))
            suite.check("the news tell of it", any(n["type"] == "job" for n in heard) and any(n["type"] == "gallery" for n in heard), heard)
        found = [r for r in server.gallery()["runs"] if r["id"] == job.get("run")]
        suite.check("its run is in the gallery", found and found[0]["seed"] == "7" and found[0]["finished"], found)
        linghe(home, "run", "tiny", "--seed", "7", "--out", "alone", "--quiet")
        suite.check("it is the battle that the command line fights", found and found[0]["hash"] == hashes(home, "alone")[1], found)
        shutil.rmtree(home / "alone")
        bad = server.ask("POST", "/api/jobs", body={"kind": "run", "scenario": "tiny", "set": ["nonsense=1"]}).object() or {}
        job = server.wait_job(bad.get("id"), ("done", "failed"))
        suite.check("a battle that cannot be read fails with its reason and no path", job.get("state") == "failed"
                    and job["error"]["what"] and str(home) not in json.dumps(job), job)
        first = server.ask("POST", "/api/jobs", body=LONG).object()
        second = server.ask("POST", "/api/jobs", body=LONG).object()
        server.wait_job(first["id"], ("running",))
        suite.check("one is fought at a time", server.job(second["id"])["state"] == "queued", server.get("/api/jobs").body)
        suite.check("two of one name lie in two folders", first["run"] != second["run"])
        suite.check("one that waits is taken off the list", server.ask("DELETE", f"/api/jobs/{second['id']}").object()["state"] == "cancelled")
        wait_for_folder(home / "runs" / "tiny-1" / "manifest.partial.json")
        server.ask("DELETE", f"/api/jobs/{first['id']}")
        job = server.wait_job(first["id"], ("cancelled", "done", "failed"))
        suite.check("one under way is cancelled", job["state"] == "cancelled", job)
        run = [r for r in server.gallery()["runs"] if r["id"] == first["run"]]
        suite.check("and can be resumed", run and run[0]["state"] == "suspended", run)
        again = server.ask("POST", "/api/jobs", body={"kind": "resume", "run": first["run"]}).object() or {}
        job = server.wait_job(again.get("id"), ("done", "failed"))
        linghe(home, "run", "tiny", "--set", "minutes=40", "--out", "alone", "--quiet")
        suite.check("resumed, it ends with the hashes of one left alone", job.get("state") == "done"
                    and hashes(home, "runs/tiny-1") == hashes(home, "alone"), job)
        shutil.rmtree(home / "alone")
        report = server.ask("POST", "/api/jobs", body={"kind": "report", "run": first["run"]}).object() or {}
        job = server.wait_job(report.get("id"), ("done", "failed"))
        page = server.get(f"/data/runs/{first['run']}/report.html")
        suite.check("a report is written, and given to be kept, not run", job.get("state") == "done" and page.status == 200
                    and "sandbox" in page.headers["content-security-policy"] and "attachment" in page.headers["content-disposition"], page.headers)
        full = [server.ask("POST", "/api/jobs", body=LONG) for _ in range(20)]
        suite.check("no more than sixteen wait", 429 in {a.status for a in full} and sum(a.status == 202 for a in full) <= 18,
                    [a.status for a in full])
        started = time.monotonic()
        code, err = server.stop()
        suite.check("Ctrl-C stops the battle under way and ends", code == 0 and time.monotonic() - started < 30, f"{code}\n{err}")
    states = {p.name: hashes(home / "runs", p.name)[0] for p in (home / "runs").iterdir()}
    suite.check("what was under way is left suspended", "running" not in states.values(), states)
    clean(home)
    killed(suite, home)


def wait_for_folder(path):
    deadline = time.monotonic() + LIMIT_S
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)


def clean(home):
    for path in (home / "runs").iterdir():
        if path.name != "kept":
            shutil.rmtree(path)


def killed(suite, home):
    """kill -9 of the server: the battle it fought is stopped in order, and the next server shows it."""
    server = Server(home)
    server.ask("POST", "/api/jobs", body=LONG)
    wait_for_folder(home / "runs" / "tiny-1" / "manifest.partial.json")
    time.sleep(0.2)
    server.child.kill()
    server.child.communicate()
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and hashes(home, "runs/tiny-1")[0] not in ("suspended", "finished"):
        time.sleep(0.1)
    suite.check("a battle whose server is killed stops by itself and can be resumed", hashes(home, "runs/tiny-1")[0] == "suspended",
                hashes(home, "runs/tiny-1"))
    with Server(home) as again:
        states = {r["name"]: r["state"] for r in again.gallery()["runs"]}
        suite.check("the next server shows both runs", states == {"kept": "finished", "tiny-1": "suspended"}, states)
        told = again.ask("POST", "/api/jobs", body={"kind": "resume", "run": "kept"})
        suite.check("a run is named by its id, not by its folder", told.status == 400, told)
    clean(home)


def live(suite, home):
    with Server(home) as server:
        run = server.gallery()["runs"][0]
        view = (home / "runs/kept/view.lgv").read_bytes()
        with server.socket(f"/api/live/{run['id']}") as sock:
            data, texts, code = sock.all()
        suite.check("the live view of a finished run is its recording and an end", data == view and texts == ['{"end":true}'] and code == 1000,
                    (len(data), len(view), texts, code))
        with server.socket(f"/api/live/{run['id']}?from=100") as sock:
            data, _, _ = sock.all()
        suite.check("it begins where it is asked to", data == view[100:], len(data))
        for start in ("-1", "x", "1e3", "99999999999999999999"):
            with server.socket(f"/api/live/{run['id']}?from={start}") as sock:
                suite.check(f"from={start} is refused", sock.answer.status == 400, sock.answer)
        begun = server.ask("POST", "/api/jobs", body=LONG).object()
        with server.socket(f"/api/live/{begun['run']}", timeout_s=60) as sock:
            suite.check("a run can be watched before its folder is there", sock.open, sock.answer)
            early = b""
            while len(early) < 100:
                opcode, payload = sock.frame()
                early += payload if opcode == 2 else b""
            state = server.job(begun["id"])["state"]
            suite.check("its bytes come while it is fought", state == "running" or len(early) > 0, state)
            data, texts, code = sock.all()
        whole = (home / "runs" / "tiny-1" / "view.lgv").read_bytes()
        suite.check("watched to its end it is the recording, byte by byte", early + data == whole and texts == ['{"end":true}'] and code == 1000,
                    (len(early) + len(data), len(whole), texts, code))
        if not suite.smoke:
            # Larger than all buffers between: a reader who does not read.
            big = home / "runs" / "tiny-1" / "view.lgv"
            with open(big, "ab") as file:
                file.write(os.urandom(64 << 20))
            with server.socket(f"/api/live/{begun['run']}", receive_buffer=4096, timeout_s=60) as sock:
                time.sleep(22)
                started = time.monotonic()
                told = server.get("/api/about")
                suite.check("a reader who stopped reading keeps nobody waiting", told.status == 200 and time.monotonic() - started < 2)
                _, _, code = sock.all()
                suite.check("he is told 1008, or cut off", code in (1008, None), code)
    clean(home)
    begun_outside(suite, home)


def begun_outside(suite, home):
    """A run of another terminal, watched by its id."""
    child = subprocess.Popen([str(PROGRAM), "run", "tiny", "--set", "minutes=40", "--out", "runs/outside", "--quiet"], cwd=home,
                             stdin=subprocess.DEVNULL, start_new_session=True)
    wait_for_folder(home / "runs/outside/manifest.partial.json")
    with Server(home) as server:
        run = next((r for r in server.gallery()["runs"] if r["name"] == "outside"), None)
        suite.check("a run of another terminal is in the gallery", run is not None, run)
        if run:
            with server.socket(f"/api/live/{run['id']}", timeout_s=60) as sock:
                data, texts, _ = sock.all()
            child.wait(timeout=LIMIT_S)
            suite.check("and can be watched to its end", data == (home / "runs/outside/view.lgv").read_bytes() and texts, (len(data), texts))
    child.wait(timeout=LIMIT_S)
    clean(home)


def questions(suite, home):
    told = linghe(home, "run", "tiny", "--seed", "2", "--out", "runs/other", "--quiet")
    with sqlite3.connect(f"file:{home / 'runs/kept/results.gpkg'}?mode=ro", uri=True) as base:
        columns = [r[1] for r in base.execute("PRAGMA table_info(events)")]
        number = base.execute(f"SELECT max({'event' if 'event' in columns else columns[1]}) FROM events").fetchone()[0]
    with Server(home) as server:
        runs = {r["name"]: r["id"] for r in server.gallery()["runs"]}
        told = server.ask("POST", "/api/compare", body={"a": runs["kept"], "b": runs["other"]})
        found = told.object() or {}
        suite.check("two runs are compared", told.status == 200 and found.get("alike") is False and found["units"] and found["strengths"]
                    and found["persons"] and "seeds 1 and 2" in found["changes"], told)
        told = server.ask("POST", "/api/compare", body={"a": runs["kept"], "b": runs["kept"]})
        suite.check("a run is like itself", (told.object() or {}).get("alike") is True and told.object()["events"] == [], told)
        told = server.ask("POST", "/api/compare", body={"a": runs["kept"], "b": "../kept"})
        suite.check("only runs of the gallery are compared", told.status == 404 and told.told(), told)
        told = server.get(f"/api/why?run={runs['kept']}&event={number}")
        links = (told.object() or {}).get("links", [])
        suite.check("why tells an event and what lies behind it", told.status == 200 and links and links[0]["id"] == number
                    and links[0]["words"]["zh"], told)
        for query in ("run=x&event=1", f"run={runs['kept']}", f"run={runs['kept']}&event=--help", f"run={runs['kept']}&event=999999999",
                      f"run={runs['kept']}&subject=nobody", f"run={runs['kept']}&subject=a%20b"):
            told = server.get(f"/api/why?{query}")
            suite.check(f"why {query.replace(runs['kept'], 'ID')} is refused in words", told.status in (400, 404, 422) and told.told(), told)
    told = linghe(home, "why", "runs/kept", number)
    suite.check("linghe why says it in words", told.code == 0 and f"(event {number})" in told.out, told)
    told = linghe(home, "compare", "runs/kept", "runs/other")
    suite.check("linghe compare says it in words", told.code == 0 and "They part before" in told.out and "in hand" in told.out, told)
    told = linghe(home, "compare", "runs/kept", "runs/nowhere")
    suite.check("linghe compare names the run that is not there", told.code in (2, 7) and "nowhere" in told.err, told)
    clean(home)


def forks(suite, home):
    words = ["tiny", "--set", "minutes=12"]
    told = linghe(home, "run", *words, "--out", "runs/base", "--quiet")
    wind = '{ kind = "set_wind", speed_m_s = 9, from_deg = 10 }'
    told = linghe(home, "fork", "runs/base", "--at-s", "400", "--intervention", wind, "--out", "runs/forked", "--json")
    suite.check("a run is forked with another wind", told.code == 0 and (told.object() or {}).get("state") == "finished", told)
    full = '{ id = "fork-1", at_s = 400, kind = "set_wind", speed_m_s = 9, from_deg = 10 }'
    linghe(home, "run", *words, "--intervention", full, "--out", "runs/whole", "--quiet")
    suite.check("it is the battle that has this wind from its beginning on", hashes(home, "runs/forked") == hashes(home, "runs/whole")
                and hashes(home, "runs/forked") != hashes(home, "runs/base"), (hashes(home, "runs/forked"), hashes(home, "runs/whole")))
    manifest = json.loads((home / "runs/forked/manifest.json").read_text())
    suite.check("its manifest tells what it left, when, and with what change", manifest["fork"]["of"] == "base" and manifest["fork"]["tick"] == 4000
                and "set_wind" in manifest["fork"]["changes"][0], manifest.get("fork"))
    told = linghe(home, "info", "runs/forked")
    suite.check("its record is whole", told.code == 0, told)
    told = linghe(home, "render", "runs/forked", "--png", "forked.png", "--at", "1:00", "--size", "320x240")
    suite.check("it can be drawn also before the fork", told.code == 0, told)
    told = linghe(home, "compare", "runs/base", "runs/forked", "--json").object() or {}
    suite.check("the two part after the fork, not before", told.get("parted_tick") is not None and told["parted_tick"] > 4000, told.get("parted_tick"))
    for name, more in [("luck", ["--seed", "9"]), ("parameter", ["--set", "parameters.percept.ear_sd_db=3"]), ("without", ["--without", "contagion"])]:
        told = linghe(home, "fork", "runs/base", "--at-s", "400", *more, "--out", f"runs/{name}", "--quiet")
        suite.check(f"a fork by {name} is fought", told.code == 0 and hashes(home, f"runs/{name}")[0] == "finished", told)
    told = linghe(home, "fork", "runs/luck", "--at-s", "500", "--intervention", wind, "--out", "runs/second", "--quiet")
    suite.check("a fork is forked again", told.code == 0, told)
    before = snapshot(home)
    for name, more, code in [
        ("nothing changed", ["--at-s", "400"], 2), ("no moment", ["--seed", "2"], 2), ("a moment after the end", ["--at-s", "9999", "--seed", "2"], 2),
        ("an intervention before the moment", ["--at-s", "400", "--intervention", full.replace("400", "100")], 2),
        ("a mistake in the change", ["--at-s", "400", "--set", "nonsense=1"], 3),
    ]:
        told = linghe(home, "fork", "runs/base", *more, "--out", "runs/never")
        suite.check(f"a fork with {name} is refused and leaves nothing", told.code == code and told.err and snapshot(home) == before, told)
    told = linghe(home, "fork", "runs/base", "--at-s", "400", "--seed", "2", "--out", "runs/kept")
    suite.check("a fork overwrites nothing", told.code == 2 and snapshot(home) == before, told)
    told = linghe(home, "fork", "runs/luck", "--at-s", "100", "--seed", "2", "--out", "runs/never")
    suite.check("a fork holds no states from before it, and says so", told.code == 7 and "earl" in told.err + "early" and not (home / "runs/never").exists(),
                told)
    spoilt = json.loads((home / "runs/base/manifest.json").read_text())
    shutil.copytree(home / "runs/base", home / "runs/spoilt")
    for entry in spoilt["hashes"]:
        if entry[0] == 3500:
            entry[1] = "0" * 16
    (home / "runs/spoilt/manifest.json").write_text(json.dumps(spoilt))
    told = linghe(home, "fork", "runs/spoilt", "--at-s", "400", "--seed", "2", "--out", "runs/never")
    suite.check("a battle that does not follow its record ends with 5 and leaves nothing", told.code == 5 and not (home / "runs/never").exists(), told)
    linghe(home, "run", *words, "--intervention", full, "--until", "3:00", "--out", "runs/stopped", "--quiet")
    told = linghe(home, "run", "--resume", "runs/stopped", "--quiet")
    suite.check("a run with an intervention is resumed to the same hashes", told.code == 0
                and hashes(home, "runs/stopped") == hashes(home, "runs/whole"), told)
    with Server(home) as server:
        run = next(r for r in server.gallery()["runs"] if r["name"] == "base")
        told = server.ask("POST", "/api/fork", body={"run": run["id"], "at_s": 400, "change": {"interventions": [CALM]}})
        job = server.wait_job((told.object() or {}).get("id"), ("done", "failed"))
        suite.check("the browser's fork is the command line's", job.get("state") == "done"
                    and hashes(home, "runs/base-fork") == hashes(home, "runs/forked"), job)
        for body in ({}, {"run": run["id"]}, {"run": run["id"], "at_s": "x", "change": {}}, {"run": run["id"], "at_s": 5}):
            told = server.ask("POST", "/api/fork", body=body)
            suite.check(f"a fork of {len(body)} words is refused", told.status == 400 and told.told(), told)
    clean(home)


def exports(suite, home):
    told = linghe(home, "export", "web", "runs/kept", "--out", "out", "--web", "web", "--json")
    suite.check("a run is exported for any file server", told.code == 0 and (told.object() or {}).get("folder") == "out", told)
    if told.code != 0:
        return
    page = (home / "out/index.html").read_text()
    suite.check("its page knows that it stands alone", '<meta name="linghe-mode" content="static">' in page, page)
    suite.check("it holds the recording", (home / "out/data/view.lgv").read_bytes() == (home / "runs/kept/view.lgv").read_bytes())
    runs = json.loads((home / "out/data/gallery.json").read_text())["runs"]
    suite.check("and a gallery of one, without paths", len(runs) == 1 and runs[0]["men"] == 200 and str(home) not in json.dumps(runs), runs)
    suite.check("and the viewer's files", (home / "out/assets/main-1a2b.js").exists())
    before = snapshot(home)
    told = linghe(home, "export", "web", "runs/kept", "--out", "out", "--web", "web")
    suite.check("an export overwrites nothing", told.code == 2 and snapshot(home) == before, told)
    told = linghe(home, "export", "web", "runs/nowhere", "--out", "never", "--web", "web")
    suite.check("an export of no run leaves nothing", told.code in (2, 7) and not (home / "never").exists(), told)
    shutil.copytree(home / "runs/kept", home / "runs/hurt")
    with open(home / "runs/hurt/view.lgv", "r+b") as file:
        file.seek(-200, 2)
        file.write(b"\0" * 50)
    told = linghe(home, "export", "web", "runs/hurt", "--out", "never", "--web", "web")
    suite.check("a damaged recording is not exported", told.code == 7 and not (home / "never").exists(), told)
    shutil.rmtree(home / "runs/hurt")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    files = subprocess.Popen(["python3", "-m", "http.server", str(port), "--bind", "127.0.0.1", "-d", "out"], cwd=home,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        deadline, data = time.monotonic() + 20, b""
        while time.monotonic() < deadline and not data:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                    connection.sendall(b"GET /data/view.lgv HTTP/1.0\r\n\r\n")
                    while part := connection.recv(1 << 20):
                        data += part
            except OSError:
                time.sleep(0.1)
        suite.check("another file server gives it", data.endswith((home / "out/data/view.lgv").read_bytes()), len(data))
    finally:
        files.kill()
        files.wait()
