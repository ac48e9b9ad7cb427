#!/usr/bin/env python3
"""The judge of account 1's claims on small tables made by hand: figures that can be checked with pencil and paper."""

import csv
import pathlib
import sys
import tempfile
import types
import unittest

import claims_account_1 as tool
from claims import batches, figures, judge, page, table
from claims.predicate import BadPredicate, Predicate

SAMPLES = pathlib.Path(table.HERE / "test-samples.txt")


def without_switch(claims):
    """The table with one arm that the program has no switch for (the shipped one has none such)."""
    arm = claims.arm("no-sparing")
    arm.possible, arm.lacks = False, {"en": "there is no switch", "zh": "无此开关"}
    return claims


def values_of(text):
    """"a=1 b=-" as (figures, those taken away)."""
    pairs = [word.split("=") for word in text.split()]
    return {k: float(v) for k, v in pairs if v != "-"}, [k for k, v in pairs if v == "-"]


def changed(values, text):
    given, taken = values_of(text)
    return {k: v for k, v in {**values, **given}.items() if k not in taken}


def samples():
    """From "S1-01" or "S1-01+" to (run, arm) in which it holds and (run, arm) in which it fails."""
    out = {}
    for line in SAMPLES.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, rest = line.split(": ", 1)
        holds, fails = rest.split(" | ")
        (run, _, arm), (run_change, _, arm_change) = holds.partition("/"), f" {fails}".partition("/")
        good = (changed({}, run), changed({}, arm))
        out[name] = good, (changed(good[0], run_change), changed(good[1], arm_change))
    return out


def fought_of(claim, cases):
    """Seeds 1, 2, ...: a run as it is and one of the claim's arm for each case."""
    fought = batches.Fought()
    runs, arms = [], []
    for seed, (run, arm) in enumerate(cases, 1):
        runs.append(batches.Run(seed, run))
        arms.append(batches.Run(seed, arm))
    fought.runs[claim.scenario, "base"] = runs
    if claim.pair:
        fought.runs[claim.scenario, claim.pair.arm] = arms
    fought.columns[claim.scenario] = set(claim.measures())
    return fought


def rows(path, seeds, **columns):
    path.mkdir(parents=True)
    with open(path / "rows.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["run", "arm", "seed", "status", "hash", *columns, "command"])
        for k, seed in enumerate(seeds):
            writer.writerow([k, "base", seed, "ok", "0", *(c[k] for c in columns.values()), "linghe run"])


class Language(unittest.TestCase):
    def value(self, text, run=None, arm=None):
        return Predicate(text, arm is not None).holds((run or {}).get, (arm or {}).get)

    def test_a_measure_without_figure_leaves_the_predicate_unknown_unless_the_rest_decides(self):
        self.assertIsNone(self.value("a.b > 1"))
        self.assertIs(self.value("a.b > 1 and c > 1", {"c": 0}), False)
        self.assertIs(self.value("a.b > 1 or c > 1", {"c": 2}), True)
        self.assertIsNone(self.value("not a.b > 1"))
        self.assertIsNone(self.value("a / c > 1", {"a": 1, "c": 0}))

    def test_what_never_came_comes_after_all_that_came(self):
        self.assertIs(self.value("never(a) > b", {"b": 5}), True)
        self.assertIs(self.value("most_never(a, b) > 1e9", {"b": 5}), True)

    def test_a_pair_is_as_it_is_less_the_arm(self):
        self.assertIs(self.value("less(a) >= 2 and arm(a) == 1", {"a": 3}, {"a": 1}), True)
        self.assertIsNone(self.value("less(a) >= 2", {"a": 3}, {}))

    def test_distances_are_means_over_pairs_that_are_there(self):
        run = {f"place_{axis}_m_at_10.{who}": at for who, x, y in (("a", 0, 0), ("b", 3, 4)) for axis, at in (("x", x), ("y", y))}
        self.assertIs(self.value("mean_apart(a, b, c) == 5", run), True)

    def test_what_is_not_in_the_language_is_refused_with_its_words(self):
        for text in ("__import__('os')", "a[0] > 1", "less(a) > 1", "a >", "'x' == a", "f(a)", "a ** 2 > 1", "lambda: 1"):
            with self.subTest(text), self.assertRaises(BadPredicate):
                Predicate(text)


class Figures(unittest.TestCase):
    def test_the_interval_of_a_share_is_that_of_clopper_and_pearson(self):
        low, high = figures.clopper_pearson(8, 10)
        self.assertAlmostEqual(low, 0.4439, 4)
        self.assertAlmostEqual(high, 0.9748, 4)
        self.assertEqual(figures.clopper_pearson(0, 10)[0], 0)
        self.assertAlmostEqual(figures.clopper_pearson(0, 10)[1], 0.3085, 4)
        self.assertEqual(figures.clopper_pearson(0, 0), (0.0, 1.0))

    def test_the_word_of_a_verdict_follows_the_interval(self):
        self.assertEqual(figures.verdict(150, 200), "reproduced")
        self.assertEqual(figures.verdict(6, 6), "reproduced")
        self.assertEqual(figures.verdict(5, 5), "not decidable")  # low is 0.478
        self.assertEqual(figures.verdict(100, 200), "sometimes")
        self.assertEqual(figures.verdict(9, 200), "not reproduced")  # high is 0.084
        self.assertEqual(figures.verdict(0, 40), "not reproduced")
        self.assertEqual(figures.verdict(0, 10), "not decidable")
        self.assertEqual(figures.verdict(0, 0), "not decidable")

    def test_what_the_account_asks_for_is_reached_missed_or_open(self):
        self.assertEqual([figures.meets(0.3, k, 100) for k in (80, 30, 2)], ["yes", "open", "no"])

    def test_paired_differences_leave_out_what_is_unknown_in_either(self):
        d = figures.difference([(k, 1) for k in range(2, 9)] + [(None, 1)])
        self.assertEqual((d["pairs"], d["median"], d["low"], d["high"], d["above"]), (7, 4, 1, 7, 7))
        self.assertIsNone(figures.difference([(None, 1)]))


class Claims(unittest.TestCase):
    def setUp(self):
        self.table = table.read()
        self.samples = samples()

    def test_all_66_claims_stand_in_both_languages_once_and_in_order(self):
        self.assertEqual([c.id for c in self.table.claims], [f"S1-{n:02d}" for n in range(1, 67)])

    def test_every_predicate_has_a_sample_and_every_sample_a_predicate(self):
        names = [c.id for c in self.table.claims if c.single] + [f"{c.id}+" for c in self.table.claims if c.pair]
        self.assertEqual(sorted(names), sorted(self.samples))

    def test_every_predicate_is_seen_holding_and_failing(self):
        for claim in self.table.claims:
            for test, name in ((claim.single, claim.id), (claim.pair, f"{claim.id}+")):
                if test is None:
                    continue
                with self.subTest(name):
                    good, bad = self.samples[name]
                    self.assertIs(test.predicate.holds(good[0].get, good[1].get), True)
                    self.assertIsNot(test.predicate.holds(bad[0].get, bad[1].get), True)

    def test_every_claim_is_judged_over_runs_of_which_eight_hold_and_two_fail(self):
        for claim in self.table.claims:
            for index, name in enumerate(n for n in (claim.id, f"{claim.id}+") if n in self.samples):
                with self.subTest(name):
                    good, bad = self.samples[name]
                    found = judge.claim_of(claim, fought_of(claim, [good] * 8 + [bad] * 2), self.table)["tests"][index]
                    self.assertEqual((found["runs"], found["holds"], found["verdict"]), (10, 8, "sometimes"))

    def test_a_claim_and_its_pair_are_as_good_as_the_worse_of_them(self):
        claim = next(c for c in self.table.claims if c.id == "S1-04")
        run, arm = {"steady_share_at_0": 0.2, "steady_share_at_15": 0.9}, {"steady_share_at_15": 0.89}
        found = judge.claim_of(claim, fought_of(claim, [(run, arm)] * 40), self.table)
        self.assertEqual([t["verdict"] for t in found["tests"]] + [found["verdict"]], ["reproduced", "not reproduced", "not reproduced"])

    def test_runs_in_which_the_condition_did_not_come_about_are_left_out(self):
        claim = next(c for c in self.table.claims if c.id == "S1-10")
        found = judge.claim_of(claim, fought_of(claim, [({"hear_to_reversal_s.yoto": 5}, {})] * 6 + [({}, {})] * 4), self.table)["tests"][0]
        self.assertEqual((found["holds"], found["counted"], found["unknown"]), (6, 6, 4))

    def test_troops_back_from_dalinghe_in_15_minutes_are_impossible_by_the_figure(self):
        found = judge.impossible(next(c for c in self.table.claims if c.id == "S1-50").impossible)
        self.assertEqual((found["value"], found["impossible"]), (64, True))

    def test_an_arm_without_switch_is_declared_and_never_fought(self):
        without_switch(self.table)
        self.assertNotIn("no-sparing", tool.arms_of(self.table, "all"))
        with self.assertRaises(batches.BadInput):
            tool.arms_of(self.table, "no-sparing")

    def test_a_table_with_faults_tells_all_of_them(self):
        with tempfile.TemporaryDirectory() as home:
            path = pathlib.Path(home) / "t.toml"
            path.write_text('[[claim]]\nid = "X"\nkind = "odd"\nholds = "a >"\n[[arm]]\nid = "y"\nchanges = ["turn x"]\n', encoding="utf-8")
            with self.assertRaises(table.BadTable) as caught:
                table.read(path)
        for words in ("kind is 'odd'", "says wants en and zh", "'a >'", "changes begin with", "names no measure"):
            self.assertIn(words, str(caught.exception))


class Batches(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory(prefix="linghe-claims-")
        self.addCleanup(home.cleanup)
        self.out = pathlib.Path(home.name)
        self.table = without_switch(table.read())

    def jobs(self, seeds=12, pairs=4):
        return batches.jobs_of(self.table, self.out, seeds, pairs, ["no-drum", "no-sparing"], ["xiaoling-rally"], {})

    def test_seeds_are_fought_in_blocks_each_arm_by_itself(self):
        jobs = self.jobs()
        self.assertEqual([(j.arm, j.block) for j in jobs], [("base", (1, 10)), ("base", (11, 12)), ("no-drum", (1, 4))])
        words = jobs[2].command("linghe", ["t0_min"], 1, "02:00")
        self.assertEqual(words[:7], ["linghe", "batch", "xiaoling-rally", "--seeds", "1-4", "--without", "drum"])
        self.assertEqual(words[-1], "--resume")

    def test_what_is_done_is_not_fought_again_and_what_remains_is_told(self):
        done, said = [], []
        rows(self.jobs()[0].folder, range(1, 11), t0_min=[0] * 10)
        times = iter([0, 60, 100, 400])
        batches.fight(self.jobs(), "linghe", {"xiaoling-rally": []}, 1, said.append, run=lambda w: done.append(w) or types.SimpleNamespace(returncode=0),
                      clock=lambda: next(times))
        self.assertEqual([w[w.index("--seeds") + 1] for w in done], ["11-12", "1-4"])
        self.assertIn("1 of 3 batches are done already", said[0])
        self.assertIn("4 runs to go, about 2 min left", said[2])  # 2 runs took 60 s

    def test_a_stopped_batch_stops_the_rest(self):
        with self.assertRaises(batches.Stopped) as caught:
            batches.fight(self.jobs(), "linghe", {"xiaoling-rally": []}, 1, lambda _: None, run=lambda _: types.SimpleNamespace(returncode=75))
        self.assertEqual(caught.exception.code, 75)

    def test_rows_of_all_blocks_are_one_table_and_a_seed_twice_is_refused(self):
        base = self.out / "xiaoling-rally" / "base"
        rows(base / "0001-0002", (1, 2), t0_min=[0, ""])
        rows(base / "0003-0004", (3, 4), t0_min=[1, 2])
        fought = batches.read(self.out)
        self.assertEqual([r.get("t0_min") for r in fought.of("xiaoling-rally")], [0, None, 1, 2])
        rows(base / "0004-0004", (4,), t0_min=[2])
        with self.assertRaises(batches.BadInput):
            batches.read(self.out)

    def test_a_folder_without_batches_and_a_figure_that_is_none_are_named(self):
        with self.assertRaises(batches.BadInput):
            batches.read(self.out)
        rows(self.out / "xiaoling-rally" / "base" / "0001-0001", (1,), t0_min=["soon"])
        with self.assertRaises(batches.BadInput) as caught:
            batches.read(self.out)
        self.assertIn("rows.csv:2", str(caught.exception))

    def test_a_measure_that_the_rows_lack_leaves_its_claim_not_decidable(self):
        rows(self.out / "xiaoling-rally" / "base" / "0001-0001", (1,), t0_min=[0])
        data = judge.report(self.table, batches.read(self.out))
        first = data["claims"][0]
        self.assertEqual(first["verdict"], "not decidable")
        self.assertIn("not in the rows", first["tests"][0]["why_not"])

    def test_both_pages_are_made_of_the_same_report(self):
        rows(self.out / "xiaoling-rally" / "base" / "0001-0001", (1,), t0_min=[0])
        data = judge.report(self.table, batches.read(self.out))
        marks = "\n".join(page.BEGIN.format(p) + "\nout of date\n" + page.END.format(p) for p in page.PARTS)
        for language, word in (("en", "not decidable"), ("zh", "不可判")):
            text = page.fill("Top\n" + marks + "\nEnd", data, language)
            self.assertTrue(text.startswith("Top\n") and text.endswith("\nEnd") and "out of date" not in text)
            self.assertIn(word, text)
            self.assertEqual(text.count("| S1-"), 66)
            self.assertEqual(text, page.fill(text, data, language))
        bare = page.fill("Top\n" + marks + "\nEnd", judge.report(self.table, batches.Fought()), "en")
        self.assertIn("not fought yet", bare)
        with self.assertRaises(KeyError):
            page.fill("no marks", data, "en")
        self.assertIn("S1-66", page.text_of(data))


if __name__ == "__main__":
    from suitelib import Suite, run_unittests
    suite = Suite("claims", verbose="-v" in sys.argv)
    run_unittests(suite, sys.modules["__main__"])
    sys.exit(suite.finish())
