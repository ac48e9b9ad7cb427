"""Cases of the suite `serve` about who is let in and how much he may ask: Host, Origin, token, ranges, limits, slow and greedy
clients. Called by serve_suite.py."""

import socket
import time

from serve_lib import Server, read_answer

STRICT = ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'")


def doors(suite, home):
    with Server(home) as server:
        port, token = server.port, server.token
        suite.check("the link that is printed carries the token behind its #", server.url == f"http://127.0.0.1:{port}/#token={token}"
                    and len(token) == 32, server.url)
        for name, host in [("127.0.0.1", f"127.0.0.1:{port}"), ("localhost", f"localhost:{port}"), ("[::1]", f"[::1]:{port}")]:
            told = server.get("/api/about", host=host)
            suite.check(f"the server is called {name}", told.status == 200, told)
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}.evil.example", f"localhost:{port + 1}",
                     f"LOCALHOST:{port}", f"a@127.0.0.1:{port}", f"127.0.0.1:0{port}", "0.0.0.0"):
            for path in ("/", "/api/about"):
                told = server.get(path, host=host)
                suite.check(f"{path} is refused under the name {host}".replace(str(port), "P").replace(str(port + 1), "Q"),
                            told.status == 421 and told.told(), told)
        told = server.raw(f"GET /api/about HTTP/1.1\r\nX-Linghe-Token: {token}\r\n\r\n".encode())
        suite.check("a request without Host is refused", told.status == 400, told)
        told = server.raw(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n".encode())
        suite.check("a request with two Hosts is refused", told.status == 400, told)
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", f"http://localhost:{port}", "http://127.0.0.1",
                       f"http://127.0.0.1:{port}.evil.example"):
            told = server.get("/api/about", headers={"Origin": origin})
            suite.check(f"a page of {origin} is refused".replace(str(port), "P"), told.status == 403 and told.told(), told)
            with server.socket("/api/events", origin=origin) as sock:
                suite.check(f"a WebSocket of a page of {origin} is refused".replace(str(port), "P"), sock.answer.status == 403,
                            sock.answer)
        told = server.get("/api/about", headers={"Origin": f"http://127.0.0.1:{port}"})
        suite.check("a page of its own is let in", told.status == 200, told)
        for site in ("cross-site", "same-site"):
            told = server.get("/api/about", headers={"Sec-Fetch-Site": site})
            suite.check(f"a {site} request is refused with the right token", told.status == 403, told)
        for wrong in (False, "", "0" * 32, token[:-1], token + "0", token.upper() + "x"):
            for method, path in (("GET", "/api/gallery"), ("GET", "/data/runs/x/view.lgv"), ("POST", "/api/jobs")):
                told = server.ask(method, path, token=wrong, body={} if method == "POST" else None)
                suite.check(f"{method} {path} with {'no token' if not wrong else 'a wrong token'} is refused ({len(str(wrong))})",
                            told.status == 401 and told.told(), told)
        for protocols, name in ((None, "no subprotocol"), ("linghe.1", "no token"), (f"token.{token}", "no linghe.1"),
                                ("linghe.1, token." + "0" * 32, "a wrong token")):
            with server.socket("/api/events", protocols=protocols) as sock:
                suite.check(f"a WebSocket with {name} is refused", sock.answer.status == 401, sock.answer)
        with server.socket("/api/events") as sock:
            suite.check("a WebSocket with linghe.1 and the token is opened", sock.open
                        and sock.answer.headers.get("sec-websocket-protocol") == "linghe.1", sock.answer)
        for path in ("/", "/assets/x.js", "/api/live/", "/api/live/nobody", "/api/other", "/../etc/passwd"):
            with server.socket(path) as sock:
                suite.check(f"there is no WebSocket {path}", sock.answer.status in (404, 401) and not sock.open, sock.answer)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None):
            told = server.ask("POST", "/api/jobs", body=b"{}", headers={"Content-Type": kind})
            suite.check(f"a body of type {kind} is not read", told.status == 415, told)
        manners(suite, server)
        paths(suite, server, home)
        quiet = [server.get("/"), server.get("/api/about"), server.get("/nowhere"), server.get("/api/about", token=False)]
        for told in quiet:
            policy = told.headers.get("content-security-policy", "")
            suite.check(
                f"answer {told.status} carries the headers that keep a page in its place",
                all(word in policy for word in STRICT) and "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
                and told.headers.get("x-content-type-options") == "nosniff"
                and told.headers.get("referrer-policy") == "no-referrer"
                and told.headers.get("cross-origin-opener-policy") == "same-origin"
                and told.headers.get("cross-origin-resource-policy") == "same-origin"
                and "access-control-allow-origin" not in told.headers, told)
        code, err = server.stop()
        suite.check("the token is not in what the server says", token not in err and code == 0, f"{code}\n{err}")


def manners(suite, server):
    told = server.ask("HEAD", "/api/about")
    suite.check("HEAD answers without a body", told.status == 200 and not told.body and int(told.headers["content-length"]) > 0, told)
    told = server.ask("OPTIONS", "/api/jobs", token=False)
    suite.check("OPTIONS tells what a path allows and gives no other origin leave", told.status == 204
                and "POST" in told.headers.get("allow", "") and not any(k.startswith("access-control") for k in told.headers), told)
    for method, path in (("PUT", "/api/jobs"), ("DELETE", "/api/gallery"), ("POST", "/"), ("PATCH", "/api/about"), ("GET", "/api/fork"),
                         ("TRACE", "/"), ("BREW", "/")):
        told = server.ask(method, path, body={} if method in ("PUT", "PATCH", "POST") else None)
        suite.check(f"{method} {path} cannot be done and says what can", told.status == 405 and told.headers.get("allow") and told.told(),
                    told)
    for path in ("/nothing", "/api/nothing", "/api/jobs/j99", "/api", "/data", "/data/runs/x/y"):
        told = server.get(path)
        suite.check(f"{path} is not found, in JSON", told.status == 404 and told.told(), told)
    told = server.get("/api/events")
    suite.check("a WebSocket asked as a page says so", told.status == 426 and told.told(), told)
    about = server.get("/api/about").object() or {}
    suite.check("about tells release, build and limits", about.get("release") and about.get("build")
                and about.get("limits", {}).get("connections") == 64, about)


def paths(suite, server, home):
    """Nothing of a request becomes a path of the disk."""
    (home / "secret.txt").write_text("secret\n")
    run = next(iter(server.gallery()["runs"]), {}).get("id", "none")
    for path in ("/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//etc/passwd", "/etc/passwd",
                 "/..\\secret.txt", "/%00", "/index.html%00.js", "/./index.htm", "/assets/", "/C:/x", f"/data/runs/{run}/../kept/view.lgv",
                 f"/data/runs/{run}/..%2f..%2fsecret.txt", f"/data/runs/{run}/state.lgs", f"/data/runs/{run}/notes.json",
                 f"/data/runs/{run}//view.lgv", f"/data/runs/{run}", "/data/runs/../secret.txt", "/data/runs/kept/view.lgv"):
        told = server.get(path)
        suite.check(f"no file lies behind {path.replace(run, 'ID')}", told.status == 404 and b"secret" not in told.body, told)
    link = home / "runs" / "kept" / "report.html"
    link.symlink_to(home / "secret.txt")
    told = server.get(f"/data/runs/{run}/report.html")
    suite.check("a symbolic link in a run is not followed", told.status == 404, told)
    link.unlink()


def ranges(suite, home):
    with Server(home) as server:
        run = server.gallery()["runs"][0]
        view = (home / "runs" / "kept" / "view.lgv").read_bytes()
        path = f"/data/runs/{run['id']}/view.lgv"
        whole = server.get(path)
        tag = whole.headers.get("etag", "")
        suite.check("a whole recording is given with its tag", whole.status == 200 and whole.body == view and tag.startswith('"')
                    and whole.headers.get("accept-ranges") == "bytes", whole)
        size = len(view)
        for name, header, first, last in [
            ("the first byte", "bytes=0-0", 0, 0), ("a span", "bytes=100-299", 100, 299), ("the rest", f"bytes={size - 5}-", size - 5, size - 1),
            ("the footer", "bytes=-32", size - 32, size - 1), ("more than there is", f"bytes=10-{size * 9}", 10, size - 1),
            ("a suffix longer than the file", f"bytes=-{size * 9}", 0, size - 1),
        ]:
            told = server.get(path, headers={"Range": header})
            suite.check(f"{name} is given as one range", told.status == 206 and told.body == view[first : last + 1]
                        and told.headers.get("content-range") == f"bytes {first}-{last}/{size}", told)
        for name, header in [("behind the end", f"bytes={size}-"), ("no bytes at the end", "bytes=-0"), ("far behind", "bytes=9999999999999999999-")]:
            told = server.get(path, headers={"Range": header})
            suite.check(f"a range {name} is answered 416 with the size", told.status == 416
                        and told.headers.get("content-range") == f"bytes */{size}" and told.told(), told)
        for header in ("bytes=0-1,5-6", "bytes=5-4", "bytes=x-", "bytes=-", "items=0-1", "bytes=18446744073709551616-",
                       "bytes=0-" + "9" * 400, "bytes=" + "0-0," * 500 + "0-0"):
            told = server.get(path, headers={"Range": header})
            suite.check(f"the range {header[:40]} gives the whole file", told.status == 200 and len(told.body) == size, told)
        told = server.get(path, headers={"Range": "bytes=0-9", "If-Range": tag})
        suite.check("If-Range with the tag is honoured", told.status == 206, told)
        for other in ('"other"', "W/" + tag, "Wed, 21 Oct 2015 07:28:00 GMT"):
            told = server.get(path, headers={"Range": "bytes=0-9", "If-Range": other})
            suite.check(f"If-Range {other[:9]} gives the whole file", told.status == 200 and len(told.body) == size, told)
        told = server.get(path, headers={"If-None-Match": tag})
        suite.check("a version that is known already is not sent again", told.status == 304 and not told.body, told)
        told = server.ask("HEAD", path, headers={"Range": "bytes=0-9"})
        suite.check("HEAD tells the size of the file", told.status == 200 and told.headers.get("content-length") == str(size), told)
        told = server.get(f"/data/runs/{run['id']}/results.gpkg")
        suite.check("tables are given to be kept, not shown", told.status == 200 and "attachment" in told.headers.get("content-disposition", ""),
                    told.headers)
        with server.connect() as connection:
            ask = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Linghe-Token: {server.token}\r\nRange: bytes=%d-%d\r\n\r\n"
            good = True
            for k in range(20):
                connection.sendall((ask % (k * 10, k * 10 + 9)).encode())
                good = good and read_answer(connection).body == view[k * 10 : k * 10 + 10]
            suite.check("one connection gives range after range", good)
            connection.sendall(((ask % (0, 9)) + (ask % (10, 19))).encode())
            suite.check("two requests at once are answered in order", read_answer(connection).body == view[:10]
                        and read_answer(connection).body == view[10:20])


def limits(suite, home):
    with Server(home) as server:
        host = f"Host: 127.0.0.1:{server.port}\r\nX-Linghe-Token: {server.token}\r\n"
        told = server.raw(f"GET /{'a' * 9000} HTTP/1.1\r\n{host}\r\n".encode())
        suite.check("an address beyond 8 KiB is refused", told.status == 414, told)
        told = server.raw(f"GET / HTTP/1.1\r\n{host}X-Long: {'a' * 20000}\r\n\r\n".encode())
        suite.check("a head beyond 16 KiB is refused", told.status == 431, told)
        told = server.raw(f"GET / HTTP/1.1\r\n{host}".encode() + b"X-Long: " + b"a" * 200000)
        suite.check("a head without end is refused while it comes", told.status == 431, told)
        told = server.raw((f"GET / HTTP/1.1\r\n{host}" + "".join(f"X-{k}: 1\r\n" for k in range(100)) + "\r\n").encode())
        suite.check("more than 64 header lines are refused", told.status == 431, told)
        told = server.raw(b"G" * 70000)
        suite.check("a request line without end is refused", told.status in (400, 431), told)
        post = f"POST /api/jobs HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
        told = server.raw(f"{post}Content-Length: 2000000\r\n\r\n".encode())
        suite.check("a body announced beyond 1 MiB is refused before it comes", told.status == 413, told)
        told = server.raw(f"{post}Content-Length: 18446744073709551617\r\n\r\n".encode())
        suite.check("a length that overflows is refused", told.status in (400, 413), told)
        chunks = b"".join(b"10000\r\n" + b" " * 65536 + b"\r\n" for _ in range(20)) + b"0\r\n\r\n"
        told = server.raw(f"{post}Transfer-Encoding: chunked\r\n\r\n".encode() + chunks)
        suite.check("a body in chunks beyond 1 MiB is refused", told.status == 413, told)
        for name, lines, rest in [
            ("with two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n", b"{}"),
            ("with a length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", b"2\r\n{}\r\n0\r\n\r\n"),
            ("with a negative length", "Content-Length: -1\r\n", b""), ("with a length of words", "Content-Length: two\r\n", b"{}"),
            ("with a signed chunk", "Transfer-Encoding: chunked\r\n", b"+2\r\n{}\r\n0\r\n\r\n"),
            ("with a chunk that overflows", "Transfer-Encoding: chunked\r\n", b"fffffffffffffffff\r\n{}"),
            ("with an unknown coding", "Transfer-Encoding: gzip\r\n", b"{}"),
        ]:
            told = server.raw(f"{post}{lines}\r\n".encode() + rest, timeout_s=40)
            suite.check(f"a request {name} starts nothing", told.status in (0, 400, 408, 413, 501), told)
        for raw in (b"\r\n\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n\r\n", b"\x00" * 64,
                    b"GET http://127.0.0.1/ HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost 127\r\n\r\n", b"GET / HTTP/1.1\r\n Host: x\r\n\r\n"):
            told = server.raw(raw, timeout_s=40)
            suite.check(f"the bytes {raw[:18]!r} are no request", told.status in (0, 400, 408, 421, 431), told)
        for body in (b"", b"{", b"[]", b"7", b'"x"', b"\xff\xfe", b"[" * 100000, b'{"a":' * 5000, b"{}" * 3):
            told = server.ask("POST", "/api/jobs", body=body)
            suite.check(f"the body {body[:10]!r} is refused in words", told.status == 400 and told.told(), told)
        with server.socket("/api/events") as sock:
            sock.send(b"x" * 70000)
            suite.check("a message beyond 64 KiB ends a WebSocket", sock.close_code() in (1009, None))
        with server.socket("/api/events") as sock:
            sock.send(b"hello", masked=False)
            suite.check("a frame without its mask ends a WebSocket", sock.close_code() in (1002, None))
        with server.socket("/api/events") as sock:
            sock.send(b"\xff\xfe")
            suite.check("text that is no UTF-8 ends a WebSocket", sock.close_code() in (1007, None))
        with server.socket("/api/events") as sock:
            for _ in range(6000):
                try:
                    sock.send(b"", opcode=9)
                    sock.send(b"x")
                except OSError:
                    break
            suite.check("who says too much is sent away", sock.close_code() in (1008, None))
        sockets = [server.socket("/api/events") for _ in range(34)]
        suite.check("more than 32 WebSockets are not opened", sum(s.open for s in sockets) == 32
                    and sockets[-1].answer.status == 503, [s.answer.status for s in sockets])
        for sock in sockets:
            sock.connection.close()
        time.sleep(0.5)
        told = server.get("/api/about")
        suite.check("after all that the server still answers", told.status == 200, told)


def closed_after(connection, most_s):
    """Seconds until the other side closes or answers; None when it does neither."""
    started = time.monotonic()
    connection.settimeout(most_s)
    try:
        connection.recv(4096)
        return time.monotonic() - started
    except TimeoutError:
        return None
    except OSError:
        return time.monotonic() - started


def slow_and_greedy(suite, home):
    with Server(home) as server:
        run = server.gallery()["runs"][0]
        idle = [server.connect() for _ in range(64)]
        time.sleep(0.5)
        told = server.get("/api/about")
        suite.check("64 who say nothing do not keep out the next", told.status == 200, told)
        for connection in idle:
            connection.close()
        slow = [server.connect() for _ in range(64)]
        for connection in slow:
            connection.sendall(b"GET / HTTP/1.1\r\nHos")
        time.sleep(0.5)
        try:
            told = server.get("/api/about", timeout_s=5)
            suite.check("64 half requests at once: the next is told to come again, or waits", told.status in (0, 200, 503), told)
        except OSError:
            suite.check("64 half requests at once: the next is told to come again, or waits", True)
        took = closed_after(slow[0], 20)
        suite.check("a head that does not end is given up after about 10 s", took is not None and took < 14, took)
        for connection in slow:
            connection.close()
        time.sleep(1)
        suite.check("then others are served again", server.get("/api/about").status == 200)
        with server.connect() as connection:
            connection.sendall(b"GET / HTTP/1.1\r\n")
            started, given_up = time.monotonic(), None
            for k in range(20):  # one letter a second: never idle, never done
                try:
                    connection.sendall(b"X")
                except OSError:
                    given_up = time.monotonic() - started
                    break
                connection.settimeout(1)
                try:
                    if connection.recv(1024):
                        given_up = time.monotonic() - started
                        break
                except TimeoutError:
                    pass
                except OSError:
                    given_up = time.monotonic() - started
                    break
            suite.check("a head that drips in is given up all the same", given_up is not None and given_up < 14, given_up)
        with server.connect() as connection:
            connection.sendall(f"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nX-Linghe-Token: {server.token}\r\n"
                               "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{".encode())
            took = closed_after(connection, 45)
            suite.check("a body that does not come is given up after about 30 s", took is not None and 20 < took < 40, took)
        greedy = []
        for _ in range(40):
            connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", server.port))
            connection.sendall(f"GET /data/runs/{run['id']}/view.lgv HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                               f"X-Linghe-Token: {server.token}\r\n\r\n".encode())
            greedy.append(connection)
        started = time.monotonic()
        told = server.get("/api/about")
        suite.check("40 who ask for a recording and do not read it keep nobody waiting", told.status == 200
                    and time.monotonic() - started < 2, time.monotonic() - started)
        for connection in greedy:
            connection.close()
        code, _ = server.stop()
        suite.check("the server ends in order after them", code == 0, code)
