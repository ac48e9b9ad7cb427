"""The tables of the handbook pages and the printed text, from the report of judge.py."""

import pathlib

from claims import figures

LANGUAGES = ("en", "zh")
WORDS = {
    "en": {
        "claim": "claim", "says": "what it says", "predicate": "predicate", "holds": "holds in", "verdict": "verdict", "of": "of", "pairs": "pairs with",
        "asked": "asked", "lacks": "The program lacks", "reading": "Reading", "no_figure": "no figure", "measure": "measure", "as": "as it is",
        "arm": "in the arm", "difference": "difference, median", "change": "change", "impossible": "impossible", "unknown": "unknown",
        "figures": "Figures (10 %, median, 90 %)", "not_possible": "not yet possible", "more": "against at most", "sort": {k: k for k in ("physical", "command", "morale", "arms")},
        "not_fought": "not fought yet", "runs": "Runs", "failed": "failed", "meets": {"yes": "reached", "no": "not reached", "open": "open"},
    },
    "zh": {
        "claim": "论断", "says": "所言", "predicate": "判据", "holds": "成立", "verdict": "判语", "of": "/", "pairs": "对照",
        "asked": "所需", "lacks": "程序所缺", "reading": "取义", "no_figure": "无数值", "measure": "量度", "as": "原样",
        "arm": "条件", "difference": "差之中位", "change": "所改", "impossible": "不可能", "unknown": "无数值",
        "figures": "数值（一成、中位、九成）", "not_possible": "尚不可行", "more": "至多", "sort": {"physical": "物", "command": "令", "morale": "心", "arms": "兵"},
        "not_fought": "未推演", "runs": "局数", "failed": "失败", "meets": {"yes": "已达", "no": "未达", "open": "未定"},
    },
}
BEGIN, END = "<!-- {} begin: made by tools/claims_account_1.py page -->", "<!-- {} end -->"


def figure(value):
    if value is None:
        return "-"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def word(verdict, language):
    return verdict if language == "en" else figures.CHINESE[verdict]


def share_of(test, language):
    """"12 of 40 (0.30; 0.17-0.47)" with what is asked, and how many were unknown."""
    w = WORDS[language]
    if not test["counted"]:
        return "-"
    text = f"{test['holds']} {w['of']} {test['counted']} ({test['share']:.2f}; {test['low']:.2f}-{test['high']:.2f})"
    if test["unknown"]:
        text += f", {test['unknown']} {w['unknown']}"
    if test["asked"] is not None:
        text += f"; {w['asked']} {test['asked']:g}: {w['meets'].get(test['meets_asked'], '-')}"
    return text


def claim_row(claim, language):
    w = WORDS[language]
    predicates = "<br>".join((f"{w['pairs']} {t['arm']}: " if t["arm"] else "") + f"`{t['predicate']}`" for t in claim["tests"]) or "-"
    shares = "<br>".join((f"{t['arm']}: " if t["arm"] else "") + share_of(t, language) for t in claim["tests"]) or "-"
    verdict = word(claim["verdict"], language) if not claim["tests"] or any(t["runs"] for t in claim["tests"]) else w["not_fought"]
    if claim["impossible"] and claim["impossible"]["impossible"]:
        verdict += f"; {claim['impossible']['reading'][language]}: **{w['impossible']}**"
    return f"| {claim['claim']} | {w['sort'][claim['kind']]} | {claim['says'][language]} | {predicates} | {shares} | {verdict} |"


def claims_table(data, language):
    w = WORDS[language]
    lines = [f"| {w['claim']} | | {w['says']} | {w['predicate']} | {w['holds']} | {w['verdict']} |", "|---|---|---|---|---|---|"]
    lines += [claim_row(c, language) for c in data["claims"]]
    return "\n".join(lines)


def impossible_text(found, language):
    w = WORDS[language]
    values = ", ".join(f"{k} = {v:g}" for k, v in found["values"].items())
    return f"`{found['formula']}` ({values}) = {found['value']:g} {found['unit']}, {w['more']} {found['most']:g}: {found['words'][language]}"


def readings(data, language):
    """Why each claim is read as it is, what the program lacks, and the figures."""
    w, lines = WORDS[language], []
    for c in data["claims"]:
        lines.append(f"- **{c['claim']}** {c['why'][language]}")
        if c["impossible"]:
            lines.append(f"  {c['impossible']['reading'][language]}: {impossible_text(c['impossible'], language)}.")
        if c["lacks"]:
            lines.append(f"  {w['lacks']}: {c['lacks'][language]}.")
        known = [f"`{m}` {figure(s['q10'])}, {figure(s['median'])}, {figure(s['q90'])}" for m, s in c["measures"].items() if s]
        if known:
            lines.append(f"  {w['figures']}: {'; '.join(known)}.")
    return "\n".join(lines)


def arms_table(data, language):
    w = WORDS[language]
    lines = [f"| | {w['change']} | {w['measure']} | {w['as']} | {w['arm']} | {w['difference']} | n |", "|---|---|---|---|---|---|---|"]
    for a in data["arms"]:
        name = f"{a['arm']}: {a['says'][language]}"
        change = ("; ".join(f"`{c}`" for c in a["changes"])).replace("|", "\\|")
        if not a["possible"]:
            lines.append(f"| {name} | {change} | {w['not_possible']}: {a['lacks'][language]} | | | | |")
            continue
        for m, d in a["measures"].items():
            if d is None:
                lines.append(f"| {name} | {change} | `{m}` | | | {w['no_figure']} | {a['pairs']} |")
            else:
                between = "" if d["low"] is None else f" [{figure(d['low'])}, {figure(d['high'])}]"
                here, there = a["as_it_is"][m], a["in_the_arm"][m]
                lines.append(f"| {name} | {change} | `{m}` | {figure(here['median'])} | {figure(there['median'])} | {figure(d['median'])}{between} | {d['pairs']} |")
            name = change = ""
    return "\n".join(lines)


def runs_text(data, language):
    w = WORDS[language]
    runs = "; ".join(f"{name} {n}" for name, n in data["runs"].items()) or w["not_fought"]
    return f"{w['runs']}: {runs}." + (f" {w['failed']}: {data['failed']}." if data["failed"] else "")


PARTS = {"runs": runs_text, "claims": claims_table, "readings": readings, "arms": arms_table}


def fill(text, data, language):
    """The page with each part between its marks made anew. KeyError names a mark that is missing."""
    for part, make in PARTS.items():
        begin, end = BEGIN.format(part), END.format(part)
        if begin not in text or end not in text:
            raise KeyError(begin)
        before, rest = text.split(begin, 1)
        text = before + begin + "\n" + make(data, language) + "\n" + end + rest.split(end, 1)[1]
    return text


def write(folder, data):
    """Both pages. They are made whole, or not touched."""
    pages = {language: pathlib.Path(folder) / ("claims-account-1.md" if language == "en" else "claims-account-1.zh.md") for language in LANGUAGES}
    made = {path: fill(path.read_text(encoding="utf-8"), data, language) for language, path in pages.items()}
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")
    return list(made)


def text_of(data):
    lines = [runs_text(data, "en")]
    for c in data["claims"]:
        lines += ["", f"{c['claim']}  {c['verdict']}  ({c['kind']}, {c['scenario']})", f"       {c['says']['en']}"]
        for t in c["tests"]:
            lines.append(f"       {t['arm'] or 'as it is'}: {t['predicate']}")
            lines.append(f"         {share_of(t, 'en')}" + (f"  ({t['why_not']})" if t["why_not"] else ""))
        if c["lacks"]:
            lines.append(f"       lacks: {c['lacks']['en']}")
        if c["impossible"]:
            lines.append(f"       {c['impossible']['reading']['en']}: {impossible_text(c['impossible'], 'en')}")
        for name, m in c["measures"].items():
            lines.append(f"       {name}: " + ("no figure" if m is None else f"{figure(m['median'])} ({figure(m['q10'])} to {figure(m['q90'])}), n {m['n']}"))
    for a in data["arms"]:
        lines += ["", f"{a['arm']} ({a['scenario']}): " + (f"{a['pairs']} pairs" if a["possible"] else f"not yet possible: {a['lacks']['en']}")]
        for name, d in a["measures"].items():
            if d is not None:
                between = "" if d["low"] is None else f" [{figure(d['low'])}, {figure(d['high'])}]"
                lines.append(f"    {name}: as it is less the arm {figure(d['median'])}{between}, {d['pairs']} pairs")
    return "\n".join(lines)
