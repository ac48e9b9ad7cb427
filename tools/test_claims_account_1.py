"""The judge of account 1's claims on a small table made by hand: figures that can be checked with pencil and paper."""

import contextlib
import csv
import io
import json
import pathlib
import tempfile
import unittest

import claims_account_1 as claims

COLUMNS = ["t0_min", "no_enemy_crossed_to_20", "enemies_on_bank_most_to_20", "river_jam_min", "river_density_most",
           "half_across_min.yoto", "half_across_min.ajige", "half_across_min.dorgon", "half_across_min.dodo",
           "half_across_min.manggultai", "half_across_min.enggeder", "out_at_first_flame.jin", "out_at_first_flame.ming",
           "out_at_run_min_5.jin", "out_at_run_min_5.ming", "out_at_end.jin", "out_at_end.ming"]


def row(run, arm, seed, **values):
    line = {"run": run, "arm": arm, "seed": seed, "status": "ok", "hash": "0", "command": "linghe run"}
    return {**line, **{k.replace("__", "."): v for k, v in values.items()}}


def folder(home, name, rows):
    path = pathlib.Path(home) / name
    path.mkdir()
    with open(path / "rows.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["run", "arm", "seed", "status", "hash", *COLUMNS, "command"], restval="")
        writer.writeheader()
        writer.writerows(rows)
    return path


def ten_pairs():
    """Seeds 1 to 10: the base keeps the Ming back in eight runs, the arm in two; the drum is beaten in nine."""
    rows = []
    for seed in range(1, 11):
        t0 = "" if seed == 10 else 30 + seed
        rows.append(row(2 * seed - 2, "base", seed, t0_min=t0, no_enemy_crossed_to_20=1 if seed <= 8 else 0,
                        river_jam_min=seed, half_across_min__yoto=20, half_across_min__dodo=20 + seed - 3,
                        out_at_first_flame__jin=5, out_at_first_flame__ming=9, out_at_end__jin=100 * seed, out_at_end__ming=450))
        rows.append(row(2 * seed - 1, "no-fire", seed, no_enemy_crossed_to_20=1 if seed <= 2 else 0, river_jam_min=seed - 2,
                        out_at_run_min_5__jin=5, out_at_run_min_5__ming=9, out_at_end__jin=5, out_at_end__ming=450))
    return rows


class Judge(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.TemporaryDirectory(prefix="linghe-claims-")
        self.addCleanup(self.home.cleanup)

    def report(self):
        return claims.report([folder(self.home.name, "a", ten_pairs())])

    def claim(self, data, name):
        return next(c for c in data["claims"] if c["claim"] == name)

    def test_the_interval_of_a_share_is_wilsons(self):
        low, high = claims.wilson(8, 10)
        self.assertAlmostEqual(low, 0.4902, 4)
        self.assertAlmostEqual(high, 0.9433, 4)
        self.assertEqual(claims.wilson(0, 10)[0], 0)
        self.assertAlmostEqual(claims.wilson(0, 10)[1], 0.2775, 4)
        self.assertEqual(claims.wilson(10, 10)[1], 1)

    def test_a_verdict_is_the_class_of_the_share_or_undecided_where_the_interval_spans_two(self):
        self.assertEqual(claims.verdict(150, 200), "supported")
        self.assertEqual(claims.verdict(50, 200), "possible")
        self.assertEqual(claims.verdict(9, 200), "strained")  # 0.024 to 0.083
        self.assertEqual(claims.verdict(5, 200), "undecided")  # 0.011 to 0.057
        self.assertEqual(claims.verdict(100, 200), "undecided")
        self.assertEqual(claims.verdict(0, 200), "contradicted")
        self.assertEqual(claims.verdict(0, 100), "undecided")  # its upper bound is 0.037
        self.assertEqual(claims.verdict(0, 0), "undecided")

    def test_claims_are_counted_over_the_base_runs(self):
        data = self.report()
        self.assertEqual((data["base_runs"], data["drum_beaten"]), (10, 9))
        self.assertEqual(self.claim(data, "S1-57")["holds"], 8)
        self.assertEqual(self.claim(data, "S1-16")["holds"], 6)
        jam = self.claim(data, "S1-16")["measures"]["river_jam_min"]
        self.assertEqual((jam["n"], jam["median"]), (10, 5.5))
        self.assertAlmostEqual(jam["q10"], 1.9)
        self.assertAlmostEqual(jam["q90"], 9.1)

    def test_a_force_that_was_never_across_comes_after_all_that_were(self):
        self.assertEqual(self.claim(self.report(), "S1-06")["holds"], 8)  # seeds 1 and 2: Dodo before him

    def test_ahead_before_the_fire_and_behind_at_the_end(self):
        data = self.report()
        self.assertEqual(self.claim(data, "S1-56")["holds"], 6)
        unlit = next(c for c in data["arms"]["no-fire"]["claims"] if c["claim"] == "S1-56")
        self.assertAlmostEqual(unlit["difference"], 0.6)

    def test_arms_are_compared_seed_by_seed(self):
        arm = self.report()["arms"]["no-fire"]
        self.assertEqual(arm["pairs"], 10)
        self.assertEqual(arm["measures"]["river_jam_min"], {"pairs": 10, "median": 2, "low": 2, "high": 2})
        held = next(c for c in arm["claims"] if c["claim"] == "S1-57")
        self.assertAlmostEqual(held["difference"], 0.6)
        self.assertTrue(0 < held["low"] < 0.6 < held["high"] <= 1)

    def test_the_difference_of_paired_shares_is_newcombes(self):
        # 36 both, 12 and 2 discordant, none neither, of 50
        pairs = [(1, 1)] * 36 + [(1, 0)] * 12 + [(0, 1)] * 2
        d, low, high = claims.newcombe(pairs)
        self.assertAlmostEqual(d, 0.2)
        self.assertAlmostEqual(low, 0.0569, 3)
        self.assertAlmostEqual(high, 0.3404, 3)

    def test_a_median_has_an_interval_from_six_values_on(self):
        self.assertIsNone(claims.median_interval([1, 2, 3, 4, 5]))
        self.assertEqual(claims.median_interval([1, 2, 3, 4, 5, 6]), (1, 6))
        self.assertEqual(claims.median_interval(range(1, 11)), (2, 9))

    def test_failed_runs_are_counted_and_left_out(self):
        rows = ten_pairs()
        rows[0]["status"] = "failed: out of memory"
        data = claims.report([folder(self.home.name, "b", rows)])
        self.assertEqual((data["base_runs"], data["folders"][0]["failed"]), (9, 1))

    def test_what_is_wrong_is_said(self):
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            self.assertEqual(claims.main([]), 2)
            self.assertEqual(claims.main(["--jsn", "x"]), 2)
            self.assertEqual(claims.main([str(pathlib.Path(self.home.name) / "nowhere")]), 3)
            bad = ten_pairs()
            bad[3]["river_jam_min"] = "often"
            self.assertEqual(claims.main([str(folder(self.home.name, "c", bad))]), 3)
        self.assertIn("rows.csv:5: a measure is no number", errors.getvalue())
        self.assertIn("give a folder that linghe batch has finished", errors.getvalue())

    def test_the_object_and_the_text_say_the_same(self):
        path = str(folder(self.home.name, "d", ten_pairs()))
        told, printed = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(told):
            self.assertEqual(claims.main([path, "--json"]), 0)
        with contextlib.redirect_stdout(printed):
            self.assertEqual(claims.main([path]), 0)
        data = json.loads(told.getvalue())
        for c in data["claims"]:
            self.assertIn(f"{c['claim']}  {c['verdict']}: {c['holds']} of 10", printed.getvalue())
        self.assertIn("base less no-fire, 10 pairs", printed.getvalue())

    def test_the_commands_ask_for_every_measure_that_a_claim_shows(self):
        for _, _, _, shown, _ in claims.CLAIMS:
            for name in shown:
                self.assertTrue(any(name == m or (m.endswith("*") and name.startswith(m[:-1])) for m in claims.MEASURES), name)
        self.assertEqual(len(claims.commands("x")), 2)


if __name__ == "__main__":
    unittest.main()
