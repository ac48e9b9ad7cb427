"""The language of predicates: a small part of Python's expressions over the measures of one run, or of a run and its pair.

Names are measures (`arrival_s.yoto`). A measure without a figure is unknown, and so is what cannot be said without it: a
comparison with it, a sum; `and` with something false is false, `or` with something true is true. Functions: below, FUNCTIONS.
Over a pair also less(x), x in the run less x in the arm, and arm(x).
"""

import ast
import math
import statistics

UNKNOWN = None


class BadPredicate(Exception):
    """What is wrong with a predicate, in words."""


def _all_known(function):
    def with_known(*values):
        return UNKNOWN if any(v is UNKNOWN for v in values) else function(*values)
    return with_known


def _known_only(function):
    def of_known(*values):
        known = [v for v in values if v is not UNKNOWN]
        return function(known) if known else UNKNOWN
    return of_known


def _never(value):
    """What never came comes after all that came."""
    return math.inf if value is UNKNOWN else value


FUNCTIONS = {
    "within": _all_known(lambda value, low, high: low <= value <= high),
    "total": _all_known(lambda *values: sum(values)),
    "most": _all_known(max),
    "least": _all_known(min),
    "abs": _all_known(abs),
    "least_of": _known_only(min),  # of those that are known
    "never": _never,
    "most_never": lambda *values: max(_never(v) for v in values),
    "least_never": lambda *values: min(_never(v) for v in values),
}
PLACES = ("place_x_m_at_10", "place_y_m_at_10")  # read by mean_apart
COMPARE = {
    ast.Lt: lambda a, b: a < b, ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b,
}
ARITHMETIC = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b if b else UNKNOWN,
}


def name_of(node):
    """The dotted name that a node spells, or None."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = name_of(node.value)
        return None if before is None else f"{before}.{node.attr}"
    return None


def mean_apart(persons, value_of):
    """Mean distance between persons at +10, metres, over the pairs whose places are known; unknown for fewer than one pair."""
    places = [tuple(value_of(f"{p}.{who}") for p in PLACES) for who in persons]
    there = [p for p in places if UNKNOWN not in p]
    pairs = [math.dist(a, b) for i, a in enumerate(there) for b in there[i + 1:]]
    return statistics.fmean(pairs) if pairs else UNKNOWN


class Predicate:
    """A predicate, read once. `paired`: less() and arm() are allowed."""

    def __init__(self, text, paired=False):
        self.text, self.paired, self.names = text, paired, []
        try:
            self.tree = ast.parse(text, mode="eval").body
        except SyntaxError as error:
            raise BadPredicate(f"{text!r}: {error.msg}") from error
        self._collect(self.tree)

    def holds(self, run, arm=None):
        """True, False, or None where it cannot be said. `run`, `arm`: from the name of a measure to its figure or None."""
        found = self._value(self.tree, run, arm)
        return UNKNOWN if found is UNKNOWN else bool(found)

    def figure(self, run):
        """The number that an expression gives, or None."""
        return self._value(self.tree, run, None)

    # --- which measures it reads ---

    def _collect(self, node):
        name = name_of(node)
        if name is not None:
            if name != "unknown" and name not in self.names:
                self.names.append(name)
            return
        if isinstance(node, ast.Call):
            self._collect_call(node)
            return
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bool) or not isinstance(node.value, (int, float)):
                raise BadPredicate(f"{self.text!r}: {node.value!r} is no number")
            return
        parts = {
            ast.Compare: lambda n: [n.left, *n.comparators], ast.BoolOp: lambda n: n.values, ast.BinOp: lambda n: [n.left, n.right],
            ast.UnaryOp: lambda n: [n.operand], ast.IfExp: lambda n: [n.test, n.body, n.orelse],
        }.get(type(node))
        known = not isinstance(node, ast.BinOp) or type(node.op) in ARITHMETIC
        known = known and (not isinstance(node, ast.UnaryOp) or isinstance(node.op, (ast.Not, ast.USub)))
        known = known and (not isinstance(node, ast.Compare) or all(type(op) in COMPARE for op in node.ops))
        if parts is None or not known:
            raise BadPredicate(f"{self.text!r}: {ast.unparse(node)!r} is not in the language")
        for part in parts(node):
            self._collect(part)

    def _collect_call(self, node):
        function = name_of(node.func)
        if node.keywords or function not in {*FUNCTIONS, "less", "arm", "mean_apart"}:
            raise BadPredicate(f"{self.text!r}: no function {ast.unparse(node.func)!r}")
        if function in ("less", "arm") and (not self.paired or len(node.args) != 1):
            raise BadPredicate(f"{self.text!r}: {function}() takes one measure, in a pair only")
        if function == "mean_apart":
            people = [name_of(a) for a in node.args]
            if None in people:
                raise BadPredicate(f"{self.text!r}: mean_apart() takes persons")
            self.names += [n for n in (f"{p}.{who}" for who in people for p in PLACES) if n not in self.names]
            return
        for argument in node.args:
            self._collect(argument)

    # --- what it gives ---

    def _value(self, node, run, arm):
        name = name_of(node)
        if name is not None:
            return UNKNOWN if name == "unknown" else run(name)
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Call):
            return self._call(node, run, arm)
        if isinstance(node, ast.BoolOp):
            return self._joined(node, run, arm)
        if isinstance(node, ast.Compare):
            return self._compared(node, run, arm)
        if isinstance(node, ast.IfExp):
            test = self._value(node.test, run, arm)
            return UNKNOWN if test is UNKNOWN else self._value(node.body if test else node.orelse, run, arm)
        if isinstance(node, ast.UnaryOp):
            value = self._value(node.operand, run, arm)
            return UNKNOWN if value is UNKNOWN else (not value) if isinstance(node.op, ast.Not) else -value
        left, right = self._value(node.left, run, arm), self._value(node.right, run, arm)
        return UNKNOWN if UNKNOWN in (left, right) else ARITHMETIC[type(node.op)](left, right)

    def _call(self, node, run, arm):
        function = name_of(node.func)
        if function == "mean_apart":
            return mean_apart([name_of(a) for a in node.args], run)
        if function == "arm":
            return self._value(node.args[0], arm, arm)
        if function == "less":
            here, there = self._value(node.args[0], run, arm), self._value(node.args[0], arm, arm)
            return UNKNOWN if UNKNOWN in (here, there) else here - there
        return FUNCTIONS[function](*(self._value(a, run, arm) for a in node.args))

    def _joined(self, node, run, arm):
        stops = isinstance(node.op, ast.Or)
        values = [self._value(v, run, arm) for v in node.values]
        if any(v is not UNKNOWN and bool(v) == stops for v in values):
            return stops
        return UNKNOWN if UNKNOWN in values else not stops

    def _compared(self, node, run, arm):
        values = [self._value(v, run, arm) for v in (node.left, *node.comparators)]
        if UNKNOWN in values:
            return UNKNOWN
        return all(COMPARE[type(op)](a, b) for op, a, b in zip(node.ops, values, values[1:]))
