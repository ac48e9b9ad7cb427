"""What the suite `cli` is made of: starting the program, stopping it, seeing what it left. Used by cli_suite.py only."""

import fcntl
import hashlib
import json
import os
import pathlib
import pty
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
import zlib

from suitelib import BUILD, ROOT

PROGRAM = pathlib.Path(os.environ.get("LINGHE_PROGRAM") or BUILD / "relassert" / "bin" / "linghe")
TINY = ROOT / "scenarios" / "tiny"
LIMIT_S = 120
LONG = ["tiny", "--set", "minutes=11"]  # three keyframes; a second or two of work
SCENARIO, MAP = "scenario.toml", "map.toml"


class Ended:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __str__(self):
        return f"exit code {self.code}\nstdout: {self.out[:600]}\nstderr: {self.err[:1200]}"

    def object(self):
        """Standard output as one JSON object, or None."""
        try:
            found = json.loads(self.out)
        except ValueError:
            return None
        return found if isinstance(found, dict) else None


def start(home, *words, wrapper=(), env=None, **more):
    surroundings = {**os.environ, "LC_ALL": "C.UTF-8", **(env or {})}
    # In a session of its own: a signal meant for the program must not reach this suite.
    return subprocess.Popen(
        [*wrapper, str(PROGRAM), *(w if isinstance(w, bytes) else str(w) for w in words)],
        cwd=home,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        **more,
    )


def ended(child):
    try:
        out, err = child.communicate(timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        child.kill()
        out, err = child.communicate()
        err += f"\n(killed: still running after {LIMIT_S} s)".encode()
    return Ended(child.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


def linghe(home, *words, **more):
    return ended(start(home, *words, **more))


def snapshot(folder):
    """{path: checksum} of all that lies in a folder; folders too, so that an empty one left behind is seen."""
    found = {}
    for path in sorted(folder.rglob("*")):
        found[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
    return found


def spoil(home, changes):
    """A copy of `tiny` in home/bad with the changes: {file: (old, new) | bytes | None to remove}."""
    folder = home / "bad"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(TINY, folder)
    for name, change in changes.items():
        path = folder / name
        if change is None:
            path.unlink()
        elif isinstance(change, bytes):
            path.write_bytes(change)
        else:
            text = path.read_text(encoding="utf-8")
            assert change[0] in text, f"{name} no longer holds {change[0]!r}: mend this suite"
            path.write_text(text.replace(change[0], change[1], 1), encoding="utf-8")
    return folder


def hashes(home, folder):
    told = linghe(home, "info", folder, "--json").object() or {}
    return told.get("state"), told.get("root_hash"), told.get("record_hash")


def wait_for(child, path):
    """Until the file is there: from then on the program answers signals."""
    deadline = time.monotonic() + LIMIT_S
    while child.poll() is None and not path.exists() and time.monotonic() < deadline:
        time.sleep(0.002)


def begun(home, words, folder, after_s, **more):
    """A battle that has been going on for some seconds since its folder could be resumed."""
    child = start(home, *words, "--out", folder, **more)
    wait_for(child, home / folder / "manifest.partial.json")
    time.sleep(after_s)
    return child


def stopped(home, words, folder, whole_s, stop):
    """Stop a run by `stop(child)` in its midst; earlier each time, should the machine have been too quick."""
    for share in (0.5, 0.3, 0.15, 0.05, 0.0):
        shutil.rmtree(home / folder, ignore_errors=True)
        child = begun(home, words, folder, whole_s * share)
        if child.poll() is None:
            stop(child)
        told = ended(child)
        if told.code != 0:
            return told
    return told


def two_signals(child):
    """Both wait while the program stands still, so that the second surely finds the first unanswered."""
    child.send_signal(signal.SIGSTOP)
    child.send_signal(signal.SIGINT)
    child.send_signal(signal.SIGTERM)
    child.send_signal(signal.SIGCONT)


def png_size(path):
    """(width, height) of a PNG whose pixels decompress and are not all alike; None otherwise."""
    try:
        data = path.read_bytes()
        at, packed, size = 8, b"", None
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at : at + 8])
            part = data[at + 8 : at + 8 + length]
            if zlib.crc32(kind + part) != struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0]:
                return None
            size = struct.unpack(">II", part[:8]) if kind == b"IHDR" else size
            packed += part if kind == b"IDAT" else b""
            at += 12 + length
        return size if data[:4] == b"\x89PNG" and len(set(zlib.decompress(packed))) > 8 else None
    except (OSError, struct.error, zlib.error):
        return None


def on_terminal(home, *words, env=None, columns=0):
    """What a person at a terminal sees on standard error."""
    master, slave = pty.openpty()
    if columns:
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = subprocess.Popen(
        [str(PROGRAM), *words],
        cwd=home,
        env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm", **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    seen, deadline = b"", time.monotonic() + LIMIT_S
    while (
        time.monotonic() < deadline
        and select.select([master], [], [], 1)[0]
        or child.poll() is None
        and time.monotonic() < deadline
    ):
        try:
            part = os.read(master, 65536) if select.select([master], [], [], 0)[0] else None
        except OSError:  # the other end is closed
            break
        if part == b"":
            break
        seen += part or b""
    os.close(master)
    child.wait(timeout=LIMIT_S)
    return child.returncode, seen.decode("utf-8", "replace")
