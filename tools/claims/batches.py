"""Fighting the seeds through `linghe batch`, block by block, and reading the rows back.

OUT/SCENARIO/ARM/FROM-TO is one batch of `block` seeds; the arm `base` is the battle as it is. The change of an arm is given to the
whole batch, so that every arm can be gone on with by itself and no base run is fought twice: luck goes by seed alone.
"""

import csv
import pathlib
import subprocess
import time

BLOCK = 10
BASE = "base"
FIXED = {"run", "arm", "seed", "status", "hash", "command"}


class BadInput(Exception):
    """What is wrong with a folder, in words."""


class Stopped(Exception):
    """linghe batch ended otherwise than well; its exit code."""

    def __init__(self, code):
        super().__init__(f"linghe batch ended with {code}")
        self.code = code


class Run:
    """The measures of one run: get() gives the figure, or None where there is none."""

    def __init__(self, seed, values):
        self.seed, self.values = seed, values
        self.get = values.get


def blocks_of(seeds, size=BLOCK):
    """Seeds 1 to `seeds` as (from, to)."""
    return [(first, min(first + size - 1, seeds)) for first in range(1, seeds + 1, size)]


def folder_of(out, scenario, arm, block):
    return pathlib.Path(out) / scenario / arm / f"{block[0]:04d}-{block[1]:04d}"


def words_of(changes):
    """A change of an arm as options for the whole batch."""
    return [word for change in changes for word in ("--" + change.split(" ", 1)[0], change.split(" ", 1)[1].strip())]


def known_measures(linghe, scenario, until=None):
    """Names of the measures that a run of this length allows."""
    call = [linghe, "batch", scenario, "--list-measures", *(["--until", until] if until else [])]
    ended = subprocess.run(call, capture_output=True, text=True)
    if ended.returncode:
        raise BadInput(f"{' '.join(call)}: {ended.stderr.strip() or 'ended with ' + str(ended.returncode)}")
    return {line.split()[0] for line in ended.stdout.splitlines() if line.strip()}


class Job:
    """One batch to be fought."""

    def __init__(self, out, scenario, source, arm, changes, block):
        self.scenario, self.source, self.arm, self.changes, self.block = scenario, source, arm, changes, block
        self.folder = folder_of(out, scenario, arm, block)

    def done(self):
        return (self.folder / "rows.csv").exists()

    def runs(self):
        return self.block[1] - self.block[0] + 1

    def command(self, linghe, measures, threads, until=None):
        words = [linghe, "batch", self.source, "--seeds", f"{self.block[0]}-{self.block[1]}", *words_of(self.changes)]
        words += [w for m in measures for w in ("--measure", m)]
        words += ["--until", until] if until else []
        return words + ["--threads", str(threads), "--out", str(self.folder), "--resume"]


def jobs_of(table, out, seeds, pairs, arms, scenarios, sources, block=BLOCK):
    """All batches: of each scenario the base over `seeds`, then the named arms over `pairs`, in the order of the table."""
    jobs = []
    for scenario in scenarios:
        source = sources.get(scenario, scenario)
        jobs += [Job(out, scenario, source, BASE, [], b) for b in blocks_of(seeds, block)]
        for arm in table.arms:
            if arm.id in arms and arm.possible and arm.scenario == scenario:
                jobs += [Job(out, scenario, source, arm.id, arm.changes, b) for b in blocks_of(min(pairs, seeds), block)]
    return jobs


def time_words(seconds):
    minutes = max(1, round(seconds / 60))
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


class Progress:
    """What is done and what remains, by the time that runs of the same scenario took."""

    def __init__(self, jobs, say):
        self.jobs, self.say, self.took = jobs, say, {}

    def begins(self, job, number):
        left = sum(j.runs() for j in self.jobs[number:])
        rest = self.remaining(number)
        told = f", about {time_words(rest)} left" if rest is not None else ""
        self.say(f"[{number + 1}/{len(self.jobs)}] {job.scenario}, {job.arm}, seeds {job.block[0]}-{job.block[1]}; {left} runs to go{told}")

    def ended(self, job, seconds):
        runs, before = self.took.get(job.scenario, (0, 0.0))
        self.took[job.scenario] = (runs + job.runs(), before + seconds)

    def remaining(self, number):
        """Seconds; None before anything was timed. A scenario not yet timed is taken to be as slow as the slowest."""
        if not self.took:
            return None
        each = {s: seconds / runs for s, (runs, seconds) in self.took.items()}
        return sum(j.runs() * each.get(j.scenario, max(each.values())) for j in self.jobs[number:])


def call(words):
    """Runs linghe batch; its progress is heard, its summary lies in the folder."""
    return subprocess.run(words, stdout=subprocess.DEVNULL)


def fight(jobs, linghe, measures, threads, say, until=None, run=call, clock=time.monotonic):
    """Fights what is not done yet. Stopped where a batch ends otherwise than well (75: Ctrl-C; the same call goes on)."""
    todo = [j for j in jobs if not j.done()]
    if len(todo) < len(jobs):
        say(f"{len(jobs) - len(todo)} of {len(jobs)} batches are done already")
    progress = Progress(todo, say)
    for number, job in enumerate(todo):
        progress.begins(job, number)
        job.folder.parent.mkdir(parents=True, exist_ok=True)
        began = clock()
        code = run(job.command(linghe, measures[job.scenario], threads, until)).returncode
        if code:
            raise Stopped(code)
        progress.ended(job, clock() - began)


def read_rows(path):
    """(runs, failed, columns) of one rows.csv."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    if not rows or not {"run", "arm", "seed", "status"} <= set(rows[0]):
        raise BadInput(f"{path}: no rows of a batch stand here")
    runs, failed = [], 0
    for line, row in enumerate(rows, 2):
        if row["status"] != "ok":
            failed += 1
            continue
        try:
            runs.append(Run(int(row["seed"]), {k: float(v) for k, v in row.items() if k not in FIXED and v not in ("", None)}))
        except (ValueError, TypeError) as error:
            raise BadInput(f"{path}:{line}: a measure is no number ({error})") from error
    return runs, failed, set(rows[0]) - FIXED


class Fought:
    """What was fought: runs by (scenario, arm), the columns of each scenario, how many runs failed."""

    def __init__(self):
        self.runs, self.columns, self.failed = {}, {}, 0

    def of(self, scenario, arm=BASE):
        return self.runs.get((scenario, arm), [])


def read(out):
    """Everything finished under a folder."""
    fought, seen = Fought(), set()
    for path in sorted(pathlib.Path(out).glob("*/*/*/rows.csv")):
        scenario, arm = path.parts[-4], path.parts[-3]
        runs, failed, columns = read_rows(path)
        fought.failed += failed
        fought.columns.setdefault(scenario, set()).update(columns)
        for run in runs:
            if (scenario, arm, run.seed) in seen:
                raise BadInput(f"{path}: seed {run.seed} of {scenario}, {arm} stands in another folder too")
            seen.add((scenario, arm, run.seed))
            fought.runs.setdefault((scenario, arm), []).append(run)
    if not fought.runs:
        raise BadInput(f"{out}: no finished batch lies here; give the folder of `fight`")
    return fought
