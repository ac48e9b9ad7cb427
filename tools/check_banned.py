#!/usr/bin/env python3
"""Suite `banned`: what would make two machines fight two different battles is not in the rooms of L0 to L4.

Read from the built libraries by nm (so that no macro or template hides it), and from the sources by line where a
symbol would not show: loops over hash maps, floating-point columns, clocks.
"""

import os
import re
import subprocess
import sys

from check_layers import read_rooms
from suitelib import BUILD, ROOT, Suite, smoke_asked

PRESET = os.environ.get("LINGHE_BANNED_PRESET", "relassert")

# Undefined symbols no room of L0-L4 may ask the system for: pattern, why.
BANNED_SYMBOLS = [
    (r"(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|sincos|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|cbrt|hypot"
     r"|erf|erfc|tgamma|lgamma|fma|remainder|fmod)[fl]?", "libm differs between machines; use linghe/math/detmath.hpp"),
    (r"s?rand(om)?(_r)?|[dlm]rand48|arc4random.*|getrandom|getentropy", "luck is addressed; use math::Rng"),
    (r"_ZN?K?St13random_device.*|_ZNSt13random_device.*", "luck is addressed; use math::Rng"),
    (r"time|gettimeofday|clock|ftime|localtime(_r)?|gmtime(_r)?|clock_gettime", "time is an integer tick"),
    (r"_ZNSt6chrono.*now.*", "time is an integer tick"),
    (r"getenv|secure_getenv|setlocale|newlocale", "the environment is no input of a battle"),
    (r"printf|puts|putchar|fprintf|vprintf|fwrite|_ZSt4cout|_ZSt4cerr", "a library prints nothing"),
    (r"abort|exit|_exit|quick_exit", "a library does not end the program; return an error value"),
]
# (room, symbol pattern): what a room may ask for all the same. base names its temporary files by chance; jobs waits for
# threads; no battle sees either.
ALLOWED_SYMBOLS = [
    ("base", r"getrandom"),
    ("jobs", r"clock_gettime|_ZNSt6chrono.*now.*"),
]

# Source lines: pattern, first and last layer it is banned on, why.
BANNED_LINES = [
    (r"\bstd::(sin|cos|tan|asin|acos|atan2?|sinh|cosh|tanh|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|fma|fmod|erfc?|lerp)f?\s*\(",
     0, 4, "libm differs between machines; use linghe/math/detmath.hpp"),
    (r"#\s*include\s*<random>", 0, 4, "distributions differ between libraries; use math::Rng"),
    (r"#\s*include\s*<(ctime|time\.h|chrono|locale|iostream|cstdio|stdio\.h)>", 2, 4,
     "no clock, locale or printing in the rooms of battle"),
    (r"\bfor\s*\([^;)]*:\s*[^)]*\b(by_id|by_name|lookup|hash_?map|index_of)_?\s*\)", 2, 4, "hash maps are for looking up only"),
    (r"\bstd::unordered_(multi)?(map|set)\b", 2, 4, "its order of iteration is not the same everywhere; use a sorted vector"),
    (r"\bCOL\s*\(\s*(float|double|long double)\b", 0, 4, "state columns are integers"),
    (r"\bstd::(unstable_)?sort\s*\(\s*std::execution::", 0, 4, "parallel work goes through jobs::Jobs"),
    (r"\bstd::(reduce|transform_reduce|async|thread|jthread)\b", 2, 4, "sums in fixed order; parallel work through jobs::Jobs"),
    (r"\bstd::hash\s*<", 2, 4, "std::hash is the library's affair; use base hash"),
]
COMMENT = re.compile(r"//.*$")


def undefined_symbols(library):
    listing = subprocess.run(["nm", "--undefined-only", "--no-demangle", "-P", str(library)], capture_output=True, text=True)
    if listing.returncode:
        return None
    found, member = [], library.name
    for line in listing.stdout.splitlines():
        if line.endswith("]:"):
            member = line.rsplit("[", 1)[1].removesuffix("]:")
        elif line:
            found.append((member, line.split()[0].split("@")[0]))
    return found


def symbol_fault(room, symbol):
    """Why this symbol is banned in this room, or None."""
    if any(room == r and re.fullmatch(p, symbol) for r, p in ALLOWED_SYMBOLS):
        return None
    return next((why for pattern, why in BANNED_SYMBOLS if re.fullmatch(pattern, symbol)), None)


def line_faults(layer, text):
    """(line number, line, why) of each banned line."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = COMMENT.sub("", line)
        for pattern, first, last, why in BANNED_LINES:
            if first <= layer <= last and re.search(pattern, bare):
                yield number, line.strip(), why


def main():
    suite = Suite("banned", smoke_asked())
    rooms, _ = read_rooms(ROOT)
    for name, room in sorted(rooms.items()):
        if room.layer > 4:
            continue
        faults = []
        for folder in ("include", "src"):
            for file in sorted((room.folder / folder).rglob("*.[ch]pp")):
                faults += [f"{file.relative_to(ROOT)}:{number}: {line}\n    {why}"
                           for number, line, why in line_faults(room.layer, file.read_text(encoding="utf-8"))]
        suite.check(f"{name}: no banned line", not faults, "\n".join(faults))
        if not any((room.folder / "src").rglob("*.cpp")):
            continue
        library = BUILD / PRESET / "modules" / name / f"liblinghe_{name}.a"
        symbols = undefined_symbols(library) if library.is_file() else None
        if symbols is None:
            suite.fail(f"{name}: no banned symbol", f"{library.relative_to(ROOT)} is not built or cannot be read")
            continue
        said = [f"{member} asks for {symbol}: {why}" for member, symbol in symbols if (why := symbol_fault(name, symbol))]
        suite.check(f"{name}: no banned symbol", not said, "\n".join(sorted(set(said))))
    # The net itself must catch.
    suite.check("the check catches a call of libm", symbol_fault("move", "sincosf") and symbol_fault("fight", "pow"))
    suite.check("the check catches a clock in a room of battle", symbol_fault("sim", "clock_gettime"))
    suite.check("the check leaves sqrt and memcpy alone", not symbol_fault("move", "sqrt") and not symbol_fault("move", "memcpy"))
    suite.check("the check catches a floating-point column", list(line_faults(2, 'COL(float, x_m, "m", "")')))
    suite.check("the check catches a hash map", list(line_faults(3, "std::unordered_map<int, int> m;")))
    suite.check("the check does not read comments", not list(line_faults(3, "x = 1;  // not std::pow(x, 2)")))
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
