"""The table of claims and arms, tools/claims/account-1.toml, read and checked whole before anything is fought."""

import pathlib
import tomllib
from dataclasses import dataclass, field

from claims.predicate import BadPredicate, Predicate

HERE = pathlib.Path(__file__).resolve().parent
KINDS = ("physical", "command", "morale", "arms")
UNKNOWN_MEANS = ("fails", "left out")


class BadTable(Exception):
    """All that is wrong with the table, a line each."""


@dataclass
class Test:
    """A predicate with what it is judged by. arm: of pairs with that arm; None: of single runs."""
    predicate: Predicate
    unknown: str
    asked: float | None
    arm: str | None


@dataclass
class Claim:
    id: str
    kind: str
    scenario: str
    says: dict
    why: dict
    lacks: dict | None
    shown: list
    single: Test | None
    pair: Test | None
    impossible: dict | None = None

    def measures(self):
        names = list(self.shown)
        for test in (self.single, self.pair):
            names += [] if test is None else [n for n in test.predicate.names if n not in names]
        return names


@dataclass
class Arm:
    id: str
    scenario: str
    says: dict
    changes: list
    measures: list
    possible: bool = True
    asked: bool = True
    lacks: dict | None = None


@dataclass
class Table:
    claims: list = field(default_factory=list)
    arms: list = field(default_factory=list)

    def arm(self, name):
        return next((a for a in self.arms if a.id == name), None)

    def scenarios(self):
        return list(dict.fromkeys(c.scenario for c in self.claims))

    def measures_of(self, scenario):
        """Every measure that some claim or arm of the scenario reads, in order."""
        names = {}
        for claim in self.claims:
            if claim.scenario == scenario:
                names.update(dict.fromkeys(claim.measures()))
        for arm in self.arms:
            if arm.scenario == scenario:
                names.update(dict.fromkeys(arm.measures))
        return list(names)


def _words(problems, where, row, key, needed=True):
    words = row.get(key)
    if words is None and not needed:
        return None
    if not isinstance(words, dict) or not all(isinstance(words.get(k), str) and words.get(k) for k in ("en", "zh")):
        problems.append(f"{where}: {key} wants en and zh")
        return {"en": "", "zh": ""}
    return words


def _test(problems, where, row, arm=None):
    if "holds" not in row:
        return None
    unknown = row.get("unknown", "fails")
    if unknown not in UNKNOWN_MEANS:
        problems.append(f"{where}: unknown is {unknown!r}; it may be {' or '.join(UNKNOWN_MEANS)}")
    try:
        return Test(Predicate(row["holds"], arm is not None), unknown, row.get("asked"), arm)
    except BadPredicate as error:
        problems.append(f"{where}: {error}")
        return None


def _claim(problems, row):
    where = row.get("id", "a claim without id")
    if row.get("kind") not in KINDS:
        problems.append(f"{where}: kind is {row.get('kind')!r}; it may be {', '.join(KINDS)}")
    pair = row.get("pair")
    if pair is not None and ("arm" not in pair or "holds" not in pair):
        problems.append(f"{where}: a pair wants arm and holds")
        pair = None
    claim = Claim(
        where, row.get("kind", ""), row.get("scenario", ""), _words(problems, where, row, "says"), _words(problems, where, row, "why"),
        _words(problems, where, row, "lacks", needed=False), row.get("shown", []), _test(problems, where, row),
        _test(problems, where, pair, pair["arm"]) if pair else None, row.get("impossible"),
    )
    if claim.single is None and claim.pair is None and claim.lacks is None:
        problems.append(f"{where}: has neither a predicate nor a word on what is lacking")
    return claim


def _arm(problems, row):
    where = f"arm {row.get('id', 'without id')}"
    arm = Arm(row.get("id", ""), row.get("scenario", ""), _words(problems, where, row, "says"), row.get("changes", []), row.get("measures", []),
              row.get("possible", True), row.get("asked", True), _words(problems, where, row, "lacks", needed=not row.get("possible", True)))
    if not arm.changes or not all(c.split(" ", 1)[0] in ("set", "without", "intervention") for c in arm.changes):
        problems.append(f"{where}: changes begin with set, without or intervention")
    if not arm.measures:
        problems.append(f"{where}: names no measure")
    return arm


def read(path=HERE / "account-1.toml"):
    """The table; BadTable with all that is wrong in it."""
    problems = []
    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadTable(f"{path}: {error}") from error
    table = Table([_claim(problems, row) for row in data.get("claim", [])], [_arm(problems, row) for row in data.get("arm", [])])
    for rows, what in ((table.claims, "claim"), (table.arms, "arm")):
        ids = [r.id for r in rows]
        problems += [f"{what} {i} stands twice" for i in dict.fromkeys(ids) if ids.count(i) > 1]
    for claim in table.claims:
        arm = claim.pair and table.arm(claim.pair.arm)
        if claim.pair and (arm is None or arm.scenario != claim.scenario):
            problems.append(f"{claim.id}: no arm {claim.pair.arm} of {claim.scenario}")
    if problems:
        raise BadTable("\n".join(f"{path}: {p}" for p in problems))
    return table
