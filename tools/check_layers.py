#!/usr/bin/env python3
"""Arrows point down only: reads each room's CMakeLists.txt and each #include, and names every line that breaks a rule.

    tools/check_layers.py [ROOT]     exit code 0 when nothing is wrong

Rules
  1. A room uses rooms of lower layers. On one layer only where ALLOWED_SIDEWAYS lists it.
  2. A #include "linghe/ROOM/..." names the room itself or one that it reaches by its DEPS.
     Tests (modules/*/test) may furnish themselves further by TEST_DEPS.
  3. No file reaches into another room's src.
  4. NEVER lists what a room must not reach even by detour: the mind never sees the world.
The include paths enforce rule 2 at compile time already; this check says it in words, and covers files not yet built.
"""

import dataclasses
import pathlib
import re
import sys

# (room, room it may use on its own layer)
ALLOWED_SIDEWAYS = {("math", "base"), ("world", "model")}

# room -> rooms it must not reach even by detour: whoever decides cannot link the truth.
NEVER = {"mind": {"world"}, "belief": {"world"}, "intent": {"world"}, "model": {"world"}}

LAYER_OF = {
    "base": 0, "math": 0, "jobs": 1, "ground": 1, "model": 2, "world": 2, "belief": 2, "intent": 2,
    "element": 3, "percept": 3, "mind": 3, "morale": 3, "move": 3, "shoot": 3, "fight": 3, "sim": 4,
    "scenario": 5, "record": 5, "lab": 6, "account": 6, "draw": 6, "atlas": 6, "serve": 7,
}

MODULE = re.compile(r"linghe_module\s*\(([^)]*)\)", re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
KEYWORDS = ("LAYER", "DEPS", "PUBLIC_LIBS", "PRIVATE_LIBS", "TEST_DEPS")


@dataclasses.dataclass
class Room:
    name: str
    folder: pathlib.Path
    layer: int
    deps: list
    test_deps: list
    line: int


@dataclasses.dataclass
class Violation:
    file: pathlib.Path
    line: int
    what: str
    why: str
    mend: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.what}\n    why:  {self.why}\n    mend: {self.mend}"


def parse_module(text):
    """The words of linghe_module(...) by keyword; the name stands under 'NAME'. None when the call is missing."""
    bare = "\n".join(line.split("#", 1)[0] for line in text.splitlines())
    call = MODULE.search(bare)
    if not call:
        return None
    words, key = {"NAME": []}, "NAME"
    for word in call[1].split():
        if word in KEYWORDS:
            key = word
            words.setdefault(key, [])
        else:
            words[key].append(word)
    words["line"] = bare.count("\n", 0, call.start()) + 1
    return words


def read_rooms(root):
    """All rooms under root/modules, and what is wrong with their declarations."""
    rooms, wrong = {}, []
    for cmake in sorted((root / "modules").glob("*/CMakeLists.txt")):
        name = cmake.parent.name
        place = cmake.relative_to(root)
        words = parse_module(cmake.read_text(encoding="utf-8"))
        if words is None:
            wrong.append(Violation(place, 1, "no linghe_module(...) here", "every room is declared by it",
                                   f"write linghe_module({name} LAYER n DEPS ...)"))
            continue
        try:
            layer = int(words.get("LAYER", ["?"])[0])
        except (ValueError, IndexError):
            layer = -1
        if words["NAME"] != [name]:
            wrong.append(Violation(place, words["line"], f"the room is called {' '.join(words['NAME'])}",
                                   "a room bears the name of its folder", f"call it {name}"))
        if layer != LAYER_OF.get(name, layer) or layer < 0:
            wrong.append(Violation(place, words["line"], f"{name} says LAYER {layer}",
                                   f"the plan of the house puts it on layer {LAYER_OF.get(name, 'n, a number')}",
                                   "write that layer, or change LAYER_OF in tools/check_layers.py with a decision record"))
        rooms[name] = Room(name, cmake.parent, layer, words.get("DEPS", []), words.get("TEST_DEPS", []), words["line"])
    return rooms, wrong


def reachable(rooms, name, through=None):
    """All rooms that `name` reaches by DEPS, not counting itself (unless the arrows run in a ring)."""
    found, waiting = set(), list(rooms[name].deps if through is None else through)
    while waiting:
        other = waiting.pop()
        if other not in found and other in rooms:
            found.add(other)
            waiting += rooms[other].deps
    return found


def check_arrows(root, rooms):
    for room in rooms.values():
        place = (room.folder / "CMakeLists.txt").relative_to(root)
        for dep in room.deps:
            other = rooms.get(dep)
            if other is None:
                yield Violation(place, room.line, f"{room.name} uses {dep}, which is not a room",
                                "DEPS names folders of modules/", "correct the name, or lay the room")
            elif other.layer > room.layer:
                yield Violation(place, room.line,
                                f"{room.name} (layer {room.layer}) uses {dep} (layer {other.layer})",
                                "arrows point down only", f"move what {room.name} needs below it, or turn the arrow round")
            elif other.layer == room.layer and (room.name, dep) not in ALLOWED_SIDEWAYS:
                yield Violation(place, room.line, f"{room.name} uses {dep} on its own layer {room.layer}",
                                "siblings do not know each other; they meet in tables, events and intents below",
                                f"let {dep} write a column or an event that {room.name} reads")
        for forbidden in sorted(NEVER.get(room.name, set()) & reachable(rooms, room.name)):
            yield Violation(place, room.line, f"{room.name} reaches {forbidden}",
                            "nobody acts on truth: this room must not even be able to look",
                            "take the arrow out; pass what is needed as a belief, a percept column or an intent")


def check_file(root, rooms, room, file):
    inside = file.relative_to(room.folder).parts[0]
    may = {room.name} | reachable(rooms, room.name)
    if inside in ("test", "bench", "fuzz"):
        may |= set(room.test_deps) | reachable(rooms, room.name, room.test_deps)
    place = file.relative_to(root)
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        path = found[2]
        parts = pathlib.PurePosixPath(path).parts
        if "modules" in parts or ".." in parts:
            yield Violation(place, number, f"#include of {path} by a way round", "rooms are entered by their include folder",
                            'write #include "linghe/ROOM/header.hpp", or for an own private header its bare name')
        if parts[0] != "linghe":
            at_home = (file.parent / path, room.folder / "src" / path, room.folder / "test" / path)
            if found[1] == '"' and not any(p.is_file() for p in at_home):
                yield Violation(place, number, f'#include "{path}" is no header of {room.name}',
                                "quotes are for the room's own private headers and for linghe/...",
                                "write <...> for a library; ask another room by its public header")
            continue
        target = parts[1] if len(parts) > 2 else ""
        if target not in rooms:
            yield Violation(place, number, f"#include of {path}: there is no room '{target}'",
                            "public headers lie in modules/ROOM/include/linghe/ROOM", "correct the path")
        elif target not in may:
            kept = target in NEVER.get(room.name, set())
            mend = ("take it out: this is what the house is built to prevent" if kept or rooms[target].layer >= room.layer
                    else f"add {target} to DEPS in modules/{room.name}/CMakeLists.txt, if {room.name} should know it")
            why = (f"{room.name} (layer {room.layer}) does not reach {target} (layer {rooms[target].layer}) by its DEPS")
            yield Violation(place, number, f"#include of {path}", why, mend)


def check(root):
    """Every violation under root, in a fixed order."""
    root = pathlib.Path(root).resolve()
    rooms, wrong = read_rooms(root)
    wrong += check_arrows(root, rooms)
    for name in sorted(rooms):
        room = rooms[name]
        for folder in ("include", "src", "test", "bench", "fuzz"):
            for file in sorted((room.folder / folder).rglob("*")):
                if file.suffix in (".hpp", ".cpp", ".h", ".inl") and file.is_file():
                    wrong += check_file(root, rooms, room, file)
    if not rooms:
        wrong.append(Violation(pathlib.Path("modules"), 0, "no room found", "there is nothing to check",
                               "run it on the root of the repository"))
    return rooms, wrong


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    rooms, wrong = check(root)
    for violation in wrong:
        print(violation)
    print(f"{len(rooms)} rooms, {len(wrong)} violations")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
