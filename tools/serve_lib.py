"""What the suite `serve` is made of: a server on a free port, requests byte by byte, a small WebSocket. Used by serve_suite.py only."""

import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess
import time

from cli_lib import PROGRAM

LIMIT_S = 120


class Answer:
    def __init__(self, raw):
        head, _, self.body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1]) if re.match(r"HTTP/1\.1 \d{3} ", lines[0]) else 0
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers[name.strip().lower()] = value.strip()
        self.raw = raw

    def object(self):
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def told(self):
        """True when it is an error in the form that the handbook promises."""
        found = self.object()
        error = found.get("error") if isinstance(found, dict) else None
        return isinstance(error, dict) and isinstance(error.get("what"), str) and isinstance(error.get("how"), str)

    def __str__(self):
        return f"status {self.status}\n{self.raw[:700]!r}"


def read_answer(connection, head_only=False):
    """One answer by its Content-Length; what came when the other side closed before."""
    raw = b""
    while b"\r\n\r\n" not in raw:
        part = connection.recv(1)  # not beyond the head: another answer may follow
        if not part:
            return Answer(raw)
        raw += part
    found = re.search(rb"\r\ncontent-length: (\d+)", raw.split(b"\r\n\r\n")[0], re.I)
    wanted = raw.index(b"\r\n\r\n") + 4 + (int(found[1]) if found and not head_only else 0)
    while len(raw) < wanted:
        part = connection.recv(min(1 << 20, wanted - len(raw)))
        if not part:
            break
        raw += part
    return Answer(raw)


class Server:
    """`linghe serve` in `home`; ends with the `with` block."""

    def __init__(self, home, *words, folders=("runs",), **more):
        self.home = home
        for folder in folders:
            (home / folder).mkdir(exist_ok=True)
        self.child = subprocess.Popen(
            [str(PROGRAM), "serve", *folders, "--json", "--no-open", *map(str, words)],
            cwd=home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"}, **more)
        line = self.child.stdout.readline()
        try:
            told = json.loads(line)
            self.port, self.token, self.url = told["port"], told["token"], told["url"]
        except (ValueError, KeyError) as error:
            self.child.kill()
            raise AssertionError(f"no address: {line!r} {self.child.communicate()[1][:600]!r}") from error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.stop()

    def stop(self, how=signal.SIGINT, within_s=LIMIT_S):
        """Exit code and standard error."""
        self.child.send_signal(how)
        try:
            _, err = self.child.communicate(timeout=within_s)
        except subprocess.TimeoutExpired:
            self.child.kill()
            _, err = self.child.communicate()
            return None, err.decode("utf-8", "replace")
        return self.child.returncode, err.decode("utf-8", "replace")

    def connect(self, timeout_s=30):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=timeout_s)
        return connection

    def raw(self, data, timeout_s=30, head_only=False):
        """Sends bytes as they are, gives the first answer."""
        with self.connect(timeout_s) as connection:
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass
            try:
                return read_answer(connection, head_only)
            except (ConnectionResetError, TimeoutError):
                return Answer(b"")

    def ask(self, method, path, headers=None, body=None, token=True, host=None, timeout_s=60):
        lines = {"Host": host or f"127.0.0.1:{self.port}", "Connection": "close"}
        if token:
            lines["X-Linghe-Token"] = self.token if token is True else token
        if body is not None:
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
            lines["Content-Length"] = str(len(body))
            lines["Content-Type"] = "application/json"
        lines.update(headers or {})
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items() if v is not None) + "\r\n"
        return self.raw(head.encode("latin-1") + (body or b""), timeout_s, method == "HEAD")

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def gallery(self):
        return self.get("/api/gallery").object() or {"scenarios": [], "runs": []}

    def job(self, number):
        return self.get(f"/api/jobs/{number}").object() or {}

    def wait_job(self, number, states, within_s=LIMIT_S):
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            job = self.job(number)
            if job.get("state") in states:
                return job
            time.sleep(0.1)
        return self.job(number)

    def socket(self, path, protocols="own", origin=None, timeout_s=30, receive_buffer=0):
        return Socket(self, path, protocols, origin, timeout_s, receive_buffer)


class Socket:
    """As much of RFC 6455 as a test needs."""

    def __init__(self, server, path, protocols, origin, timeout_s, receive_buffer):
        self.connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if receive_buffer:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.connection.settimeout(timeout_s)
        self.connection.connect(("127.0.0.1", server.port))
        own = f"linghe.1, token.{server.token}"
        lines = [
            f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version: 13",
        ]
        if protocols is not None:
            lines.append("Sec-WebSocket-Protocol: " + (own if protocols == "own" else protocols))
        if origin is not None:
            lines.append(f"Origin: {origin}")
        self.connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        raw = b""
        while b"\r\n\r\n" not in raw:
            part = self.connection.recv(4096)
            if not part:
                break
            raw += part
        head, _, self.rest = raw.partition(b"\r\n\r\n")
        self.answer = Answer(head + b"\r\n\r\n" + self.rest)
        self.open = self.answer.status == 101

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def take(self, count):
        while len(self.rest) < count:
            part = self.connection.recv(1 << 20)
            if not part:
                raise ConnectionError("closed")
            self.rest += part
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def frame(self):
        """(opcode, payload); pings are answered and passed over."""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            payload = self.take(size)
            if first & 15 == 9:
                self.send(payload, 10)
                continue
            return first & 15, payload

    def send(self, payload, opcode=1, masked=True, final=True):
        size = len(payload)
        head = bytes([(128 if final else 0) | opcode])
        mask_bit = 128 if masked else 0
        if size < 126:
            head += bytes([mask_bit | size])
        elif size < 65536:
            head += bytes([mask_bit | 126]) + struct.pack(">H", size)
        else:
            head += bytes([mask_bit | 127]) + struct.pack(">Q", size)
        mask = os.urandom(4) if masked else b""
        if masked:
            pattern = (mask * (size // 4 + 1))[:size]
            payload = (int.from_bytes(payload, "big") ^ int.from_bytes(pattern, "big")).to_bytes(size, "big") if size else b""
        self.connection.sendall(head + mask + payload)

    def close_code(self):
        """The code of the closing frame, reading on until it comes; None when the connection just ends."""
        try:
            while True:
                opcode, payload = self.frame()
                if opcode == 8:
                    return struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
        except (ConnectionError, TimeoutError):
            return None

    def all(self):
        """(bytes of binary frames, texts, close code) until it is closed."""
        data, texts = b"", []
        try:
            while True:
                opcode, payload = self.frame()
                if opcode == 2:
                    data += payload
                elif opcode == 1:
                    texts.append(payload.decode())
                elif opcode == 8:
                    return data, texts, struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
        except (ConnectionError, TimeoutError):
            return data, texts, None
