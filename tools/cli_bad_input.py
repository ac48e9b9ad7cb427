"""Bad input of the suite `cli`: scenarios spoilt in one place, and words that `linghe run` must refuse."""

import random

from cli_lib import MAP, SCENARIO, TINY

# Sentence, what is changed in `tiny`, exit code, what the error must hold (file:line:column and key or reason).
CIRCLE = (
    'side = "jin"\n\n[[force]]\nid = "ming"',
    'side = "jin"\nparent = "guard"\n\n[[force]]\nid = "guard"\nname = "Guard"\nside = "jin"\nparent = "jin"\n\n[[force]]\nid = "ming"',
)
BAD = [
    (
        "an unknown key",
        {SCENARIO: ("humidity_percent", "humidty_percent")},
        3,
        r'scenario\.toml:\d+:\d+: error: weather\.humidty_percent.*\n.*did you mean "humidity_percent"',
    ),
    (
        "a word where a number belongs",
        {SCENARIO: ("temperature_c = 11", 'temperature_c = "warm"')},
        3,
        r"scenario\.toml:\d+:\d+: error: weather\.temperature_c",
    ),
    ("a map that is not there", {SCENARIO: ('"map.toml"', '"mop.toml"')}, 3, r"scenario\.toml:\d+:\d+: error: map: .*mop\.toml"),
    ("a map outside its folder", {SCENARIO: ('"map.toml"', '"../map.toml"')}, 3, r"scenario\.toml.*outside"),
    ("a unit in deep water", {MAP: ("depth_m = 0.5", "depth_m = 3")}, 3, r"scenario\.toml:\d+:\d+: error: .*pursuit.*water"),
    (
        "a commander without unit",
        {SCENARIO: ('rides_with = "staff"\n', "")},
        3,
        r"scenario\.toml:\d+:\d+: error: person\.lord\.rides_with",
    ),
    (
        "a commander in a unit that is not there",
        {SCENARIO: ('rides_with = "staff"', 'rides_with = "stuff"')},
        3,
        r'did you mean "staff"',
    ),
    (
        "a thousand million men in one unit",
        {SCENARIO: ("men = 100", "men = 1_000_000_000")},
        3,
        r"scenario\.toml:\d+:\d+: error: bodies\.pursuit\.men",
    ),
    (
        "more men in all than the limit",
        {SCENARIO: ("men = 100\nunit_size = 50", "men = 1_000_000\nunit_size = 50")},
        6,
        r"scenario\.toml:\d+:\d+: error: men: \d+ men in all",
    ),
    (
        "a map larger than the limit",
        {MAP: ("box = [-500, -350, 500, 350]", "box = [-500, -350, 500000, 500000]")},
        6,
        r"map\.toml:\d+:\d+: error: box",
    ),
    (
        "an order of battle that goes round in a circle",
        {SCENARIO: CIRCLE},
        3,
        r"scenario\.toml:\d+:\d+: error: force\.jin\.parent: .*circle",
    ),
    (
        "a superior who is his own",
        {SCENARIO: ('commands = "ming"', 'commands = "ming"\nsuperior = "captain"')},
        3,
        r"person\.captain\.superior: .*circle",
    ),
    (
        "a wind of NaN",
        {SCENARIO: ("speed_m_s = 4", "speed_m_s = nan")},
        3,
        r"scenario\.toml:\d+:\d+: error: wind\[0\]\.speed_m_s",
    ),
    ("an infinite depth", {MAP: ("depth_m = 0.5", "depth_m = inf")}, 3, r"map\.toml:\d+:\d+: error: river\[0\]\.depth_m"),
    (
        "a wind of 500 m/s",
        {SCENARIO: ("speed_m_s = 4", "speed_m_s = 500")},
        3,
        r"scenario\.toml:\d+:\d+: error: wind\[0\]\.speed_m_s: 500",
    ),
    (
        "text that is not UTF-8",
        {SCENARIO: (TINY / SCENARIO).read_bytes().replace(b"Tiny fight", b"Tiny f\xefght")},
        3,
        r"scenario\.toml:\d+:\d+: error: .*UTF-8",
    ),
    ("an empty file", {SCENARIO: b""}, 3, r"scenario\.toml:1:1: error: format: missing"),
    ("binary garbage", {SCENARIO: random.Random(5).randbytes(4000)}, 3, r"scenario\.toml:\d+:\d+: error: "),
    ("binary garbage for a map", {MAP: random.Random(6).randbytes(4000)}, 3, r"map\.toml:\d+:\d+: error: "),
    ("a hundred thousand nested brackets", {SCENARIO: b"a = " + b"[" * 100_000}, 3, r"scenario\.toml:\d+:\d+: error: .*64"),
    (
        "keys parted by sixty thousand dots",
        {SCENARIO: ("minutes = 1.0", "minutes = 1.0\n" + ".".join(["a"] * 60_000) + " = 1")},
        3,
        r"scenario\.toml:\d+:\d+: error: .*64 dots",
    ),
    (
        "a name that would colour the terminal",
        {SCENARIO: ('en = "Household"', r'en = "House\u001b[31mhold"')},
        3,
        r"scenario\.toml:\d+:\d+: error: .*name\.en: .*control characters",
    ),
    (
        "a name that turns the direction of reading",
        {SCENARIO: ('en = "Household"', r'en = "House\u202ehold"')},
        3,
        r"scenario\.toml:\d+:\d+: error: .*name\.en: .*control characters",
    ),
    (
        "a name of two lines",
        {SCENARIO: ('en = "Household"', r'en = "House\nhold"')},
        3,
        r"scenario\.toml:\d+:\d+: error: unit\.staff\.name\.en: .*more than one line",
    ),
    (
        "a key of a million letters, without all of them",
        {SCENARIO: ("minutes = 1.0", "minutes = 1.0\n" + "x" * 1_000_000 + " = 1")},
        3,
        r"scenario\.toml:\d+:\d+: error: x{190,200}\.\.\.: unknown key",
    ),
    ("a file of 17 MB", {SCENARIO: b"#" * (17 << 20)}, 6, r"scenario\.toml.*bytes"),
    ("a folder without a scenario", {SCENARIO: None}, 74, r"scenario\.toml: .*no such file"),
]


WORDS = [
    ("a misspelt battle", ["tyni"], 2, 'no scenario is called "tyni"', 'did you mean "tiny"'),
    ("--set without a value", ["tiny", "--set", "nonsense"], 2, "--set nonsense", "hint:"),
    ("--set of an unknown path", ["tiny", "--set", "minuts=3"], 3, "minuts", "remedy:"),
    ("--set of NaN", ["tiny", "--set", "wind.0.speed_m_s=nan"], 3, "wind[0].speed_m_s", "remedy:"),
    ("--set out of range", ["tiny", "--set", "wind.0.speed_m_s=500"], 3, "500", "remedy:"),
    ("--set of a key at the top that is misspelt", ["tiny", "--set", "clock_zeros=3"], 3, "clock_zeros", "clock_zero_s"),
    ("--set of an unknown parameter", ["tiny", "--set", "parameters.percept.wisdom=1"], 3, "wisdom", "ear_sd_db"),
    ("--set of an unknown group of parameters", ["tiny", "--set", "parameters.wisdom.x=1"], 3, "wisdom.x", "percept"),
    ("--set of a parameter beyond all bounds", ["tiny", "--set", "parameters.percept.ear_sd_db=1e308"], 3, "1e+308", "1 to 6"),
    ("--set of a text with control characters", ["tiny", "--set", "title.en=\x1b[31m"], 3, "title.en", "remedy:"),
    ("--set of bytes that are no text", ["tiny", "--set", b"title.en=\xff"], 3, "title.en", "remedy:"),
    ("--set of a whole room", ["tiny", "--set", "parameters=3"], 3, "parameters", "remedy:"),
    ("--without a model that is none", ["tiny", "--without", "dumr"], 3, "dumr", "remedy:"),
    ("a negative seed", ["tiny", "--seed", "-1"], 2, "--seed", "--help"),
    ("a seed that is no number", ["tiny", "--seed", "x"], 2, "--seed", "--help"),
    ("a seed beyond what a scenario may hold", ["tiny", "--seed", "18446744073709551616"], 2, "--seed", "9000000000000000"),
    ("a seed in hexadecimal", ["tiny", "--seed", "0x10"], 2, "--seed", "--help"),
    ("an option that is misspelt", ["tiny", "--untill", "3"], 2, "--untill", 'did you mean "--until"'),
    ("--until with seconds below zero", ["tiny", "--until", "1:-5"], 2, "1:-5", "hint:"),
    ("--until with 75 seconds", ["tiny", "--until", "0:75"], 2, "0:75", "hint:"),
    ("--until a time that is none", ["tiny", "--until", "abc"], 2, "abc", "hint:"),
    ("an intervention that is garbage", ["tiny", "--intervention", "{ garbage"], 3, "garbage", "remedy:"),
    (
        "an intervention on nobody",
        ["tiny", "--intervention", '{ id = "x", at_s = 1, kind = "silence_drum", person = "lrod" }'],
        3,
        "lrod",
        "lord",
    ),
    ("threads below zero", ["tiny", "--threads", "-2"], 2, "--threads", "--help"),
]
