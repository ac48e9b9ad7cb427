#!/usr/bin/env python3
"""Judges the 66 claims of account 1 by many runs of xiaoling-fire and xiaoling-rally.

    tools/claims_account_1.py fight OUT [--seeds 200] [--pairs 40] [--arms asked|all|none|NAME,...] [--scenario NAME ...]
                                        [--threads 1] [--block 10] [--until MM:SS] [--linghe PROGRAM]
    tools/claims_account_1.py commands OUT [the same options]      what `fight` would run
    tools/claims_account_1.py judge OUT [--json FILE]              the verdicts, as text; every figure into FILE
    tools/claims_account_1.py page [OUT] [--json FILE]             the tables of both handbook pages made anew; without OUT no runs
    tools/claims_account_1.py check                                the table of claims alone

`fight` tells what remains, and goes on where it was stopped when called again. --scenario NAME=FOLDER fights a changed copy.
Claims, predicates, arms: tools/claims/account-1.toml. Docs: docs/handbook/claims-account-1.md.
Exit codes: 0 done, 1 a run of a batch failed, 2 wrong words, 3 table or rows are not what they should be, 75 stopped, call again.
"""

import argparse
import json
import pathlib
import shlex
import signal
import sys

from claims import batches, judge, page, table

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINGHE = ROOT / "build" / "rel" / "bin" / "linghe"


def say(text):
    print(text, file=sys.stderr, flush=True)


def whole(text):
    n = int(text)
    if n < 1:
        raise argparse.ArgumentTypeError("wants a number from 1 up")
    return n


def arguments(argv):
    parser = argparse.ArgumentParser(prog="claims_account_1", description=__doc__.split("\n\n")[0], epilog=__doc__.split("\n\n", 2)[2],
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("fight", "commands"):
        fights = commands.add_parser(name)
        fights.add_argument("out")
        fights.add_argument("--seeds", type=whole, default=200)
        fights.add_argument("--pairs", type=whole, default=40)
        fights.add_argument("--arms", default="asked")
        fights.add_argument("--scenario", action="append", default=[])
        fights.add_argument("--threads", type=whole, default=1)
        fights.add_argument("--block", type=whole, default=batches.BLOCK)
        fights.add_argument("--until")
        fights.add_argument("--linghe", default=str(LINGHE))
    for name in ("judge", "page"):
        judges = commands.add_parser(name)
        judges.add_argument("out", nargs="?" if name == "page" else None)
        judges.add_argument("--json")
    commands.add_parser("check")
    return parser.parse_args(argv)


def arms_of(claims, words):
    """Names of the arms meant by --arms."""
    if words in ("asked", "all", "none"):
        return [a.id for a in claims.arms if a.possible and words != "none" and (a.asked or words == "all")]
    chosen = [w for w in words.split(",") if w]
    for name in chosen:
        arm = claims.arm(name)
        if arm is None:
            raise batches.BadInput(f"no arm {name!r}; there are {', '.join(a.id for a in claims.arms)}")
        if not arm.possible:
            raise batches.BadInput(f"arm {name}: {arm.lacks['en']}")
    return chosen


def plan(claims, asked):
    """(jobs, measures of each scenario): measures that the program does not know are told and left out."""
    sources = dict(s.split("=", 1) if "=" in s else (s, s) for s in asked.scenario)
    wrong = [s for s in sources if s not in claims.scenarios()]
    if wrong:
        raise batches.BadInput(f"no claim is about {', '.join(wrong)}; there are {', '.join(claims.scenarios())}")
    scenarios = list(sources) or claims.scenarios()
    measures = {}
    for scenario in scenarios:
        needed = claims.measures_of(scenario)
        known = batches.known_measures(asked.linghe, sources.get(scenario, scenario), asked.until)
        measures[scenario] = [m for m in needed if m in known]
        absent = [m for m in needed if m not in known]
        if absent:
            say(f"{scenario}: not measured here: {', '.join(absent)}")
    return batches.jobs_of(claims, asked.out, asked.seeds, asked.pairs, arms_of(claims, asked.arms), scenarios, sources, asked.block), measures


def fight(claims, asked):
    jobs, measures = plan(claims, asked)
    if asked.command == "commands":
        for job in jobs:
            print(shlex.join(job.command(asked.linghe, measures[job.scenario], asked.threads, asked.until)))
        return 0
    try:
        batches.fight(jobs, asked.linghe, measures, asked.threads, say, asked.until)
    except batches.Stopped as stopped:
        if stopped.code in (75, 130, -signal.SIGINT):
            say("stopped; the same call goes on from here")
            return 75
        say(f"claims_account_1: {stopped}")
        return 1 if stopped.code < 0 else stopped.code
    return 0


def tell(claims, asked):
    data = judge.report(claims, batches.read(asked.out) if asked.out else batches.Fought())
    if asked.json:
        pathlib.Path(asked.json).write_text(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    if asked.command == "judge":
        print(page.text_of(data))
        return 0
    for path in page.write(ROOT / "docs" / "handbook", data):
        say(f"made anew: {path.relative_to(ROOT)}")
    return 0


def main(argv):
    asked = arguments(argv)
    try:
        claims = table.read()
        if asked.command == "check":
            print(f"{len(claims.claims)} claims, {len(claims.arms)} arms")
            return 0
        return fight(claims, asked) if asked.command in ("fight", "commands") else tell(claims, asked)
    except (table.BadTable, batches.BadInput) as error:
        say(f"claims_account_1: {error}")
        return 3
    except KeyError as error:
        say(f"claims_account_1: the handbook page has no mark {error}")
        return 3
    except OSError as error:
        say(f"claims_account_1: {error}")
        return 3
    except KeyboardInterrupt:
        say("stopped; the same call goes on from here")
        return 75


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
