"""Cases of the suite `serve` about battles made in the browser: given as texts, checked, kept, fought. Called by serve_suite.py."""

import json
import os
import pathlib
import tempfile
import time

from cli_lib import linghe
from serve_lib import Server


def battle(text, **change):
    files = dict(text["files"])
    files["scenario.toml"] = files["scenario.toml"].replace("minutes = 1.0", "minutes = 0.5")
    return {"base": text["id"], "files": files, **change}


def until_known(server, battle, most_s=30):
    """The server reads titles and men of the battles after it has opened; the gallery tells those it has read."""
    end = time.monotonic() + most_s
    while time.monotonic() < end and all(s["id"] != battle for s in server.get("/api/gallery").object()["scenarios"]):
        time.sleep(0.1)


def making(suite, home):
    with Server(home) as server:
        until_known(server, "tiny")
        shipped = server.get("/api/scenario/tiny")
        text = shipped.object() or {}
        suite.check("a shipped battle is given as its texts", shipped.status == 200 and text.get("shipped") and not text.get("own")
                    and "[[bodies]]" in text["files"]["scenario.toml"] and "[[river]]" in text["files"]["map.toml"], shipped)
        checks(suite, server, home, text)
        told = server.ask("PUT", "/api/scenario/tiny", body=battle(text), headers={"If-Match": shipped.headers["etag"]})
        suite.check("a shipped battle is not written over", told.status == 403 and told.told(), told)
        for name in ("", "..", "../out", "a/b", "/etc/x", "A", "tiny", "a b", "旗", "x" * 65, "-x", "a\u0000", None, 7):
            told = server.ask("POST", "/api/scenario", body=battle(text, name=name))
            suite.check(f"no battle is kept under {name!r}", told.status == 400 and told.told(), told)
        for files in ({}, {"map.toml": "x"}, {"scenario.toml": 7}, {"scenario.toml": "x", "../map.toml": "y"},
                      {"scenario.toml": "x", "a.sh": "y"}, [], "x"):
            told = server.ask("POST", "/api/scenario", body={"name": "odd", "files": files})
            suite.check(f"no battle is made of {json.dumps(files)[:40]}", told.status == 400 and told.told(), told)
        suite.check("nothing of that was written", not (home / "scenarios").exists() and not (home.parent / "out").exists())
        kept(suite, server, home, text)
        for method, path in (("GET", "/api/scenario/check"), ("DELETE", "/api/scenario/tiny"), ("GET", "/api/scenario")):
            suite.check(f"{method} {path} cannot be done", server.ask(method, path).status == 405)
        for path in ("/api/scenario/nobody", "/api/scenario/../x", "/api/scenario/tiny/scenario.toml"):
            suite.check(f"there is no {path}", server.get(path).status == 404)
        suite.check("texts are given with the token only", server.get("/api/scenario/tiny", token=False).status == 401)
        suite.check("a battle is kept with the token only",
                    server.ask("POST", "/api/scenario", body=battle(text, name="stolen"), token=False).status == 401
                    and not (home / "scenarios" / "stolen").exists())
        told = server.ask("POST", "/api/scenario", body=battle(text, name="stolen"), headers={"Origin": "http://evil.example"})
        suite.check("and by no page of another origin", told.status == 403 and not (home / "scenarios" / "stolen").exists(), told)
        told = server.ask("POST", "/api/scenario", body=b'{"name":"large","files":{"scenario.toml":"' + b"x" * 1100000 + b'"}}')
        suite.check("a battle beyond 1 MiB is refused", told.status == 413, told)


def checks(suite, server, home, text):
    good = server.ask("POST", "/api/scenario/check", body=battle(text))
    suite.check("a sound draft is found sound", good.status == 200 and good.object()["ok"] and good.object()["men"] == 200
                and good.object()["problems"] == [], good)
    bad = battle(text)
    bad["files"]["scenario.toml"] = bad["files"]["scenario.toml"].replace("speed_m_s = 4", "speed_m_s = 500")
    bad["files"]["map.toml"] = bad["files"]["map.toml"].replace("depth_m = 0.5", "depth_m = -1")
    told = server.ask("POST", "/api/scenario/check", body=bad)
    problems = {p["file"]: p for p in (told.object() or {}).get("problems", [])}
    wanted = bad["files"]["scenario.toml"].split("\n").index("speed_m_s = 500") + 1
    suite.check("each mistake is told by file, line, key, reason and remedy", told.status == 200 and not told.object()["ok"]
                and problems.get("scenario.toml", {}).get("line") == wanted and problems["scenario.toml"]["key"] == "wind[0].speed_m_s"
                and problems["scenario.toml"]["remedy"] and problems.get("map.toml", {}).get("reason"), told)
    for name, files in {"no TOML": {"scenario.toml": "[[["}, "no map": {"scenario.toml": text["files"]["scenario.toml"]},
                        "a map elsewhere": {"scenario.toml": 'map = "../../etc/passwd"\n'}, "nothing": {"scenario.toml": ""},
                        "hostile words": {"scenario.toml": 'id = "<img src=x onerror=alert(1)>"\n'}}.items():
        told = server.ask("POST", "/api/scenario/check", body={"files": files})
        suite.check(f"a draft with {name} is told as unsound, without a path of this machine", told.status == 200
                    and not told.object()["ok"] and told.object()["problems"] and "linghe-draft" not in told.body.decode()
                    and str(home) not in told.body.decode() and "root:" not in told.body.decode(), told)
    left = list(pathlib.Path(tempfile.gettempdir()).glob("linghe-draft-*"))
    suite.check("no draft is left behind", not left, left)


def kept(suite, server, home, text):
    told = server.ask("POST", "/api/scenario", body=battle(text, name="my-battle"))
    new = told.object() or {}
    folder = home / "scenarios" / "my-battle"
    suite.check("a new battle is kept as a folder", told.status == 201 and new.get("name") == "my-battle"
                and sorted(p.name for p in folder.iterdir()) == ["map.toml", "scenario.toml"]
                and "minutes = 0.5" in (folder / "scenario.toml").read_text(), told)
    suite.check("the command line finds it sound", linghe(home, "check", "scenarios/my-battle/").code == 0)
    told = server.ask("POST", "/api/scenario", body=battle(text, name="my-battle"))
    suite.check("a name that is taken is refused", told.status == 409 and told.told(), told)
    again = server.get(f"/api/scenario/{new.get('id')}")
    suite.check("it is given again, and may be written over", again.status == 200 and again.object()["own"]
                and again.object()["files"]["scenario.toml"] == (folder / "scenario.toml").read_text(), again)
    listed = {s["id"]: s for s in server.gallery()["scenarios"]}
    suite.check("it is in the gallery with its men", listed.get(new.get("id"), {}).get("men") == 200, listed.get(new.get("id")))
    path, change = f"/api/scenario/{new.get('id')}", again.object()["files"]
    change["scenario.toml"] = change["scenario.toml"].replace("Tiny fight at a stream", "Ours")
    suite.check("writing over without If-Match is refused", server.ask("PUT", path, body={"files": change}).status == 428)
    told = server.ask("PUT", path, body={"files": change}, headers={"If-Match": '"0"'})
    suite.check("what was changed elsewhere is not written over", told.status == 412
                and "Ours" not in (folder / "scenario.toml").read_text(), told)
    told = server.ask("PUT", path, body={"files": change}, headers={"If-Match": again.headers["etag"]})
    suite.check("what is up to date is", told.status == 200 and "Ours" in (folder / "scenario.toml").read_text()
                and told.headers["etag"] == server.get(path).headers["etag"], told)
    listed = {s["id"]: s for s in server.gallery()["scenarios"]}
    suite.check("the gallery tells its new title", listed.get(new.get("id"), {}).get("title", {}).get("en") == "Ours", listed)
    job = server.ask("POST", "/api/jobs", body={"kind": "run", "scenario": new.get("id"), "seed": 3}).object() or {}
    done = server.wait_job(job.get("id"), ("done", "failed"))
    suite.check("it is fought like any other", done.get("state") == "done", done)
    os.symlink("/etc/passwd", folder / "passwd.toml")
    suite.check("a link among its files leads nowhere", "root:" not in server.get(path).body.decode())
    os.unlink(folder / "passwd.toml")
