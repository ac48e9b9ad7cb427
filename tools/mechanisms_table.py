"""The mechanisms whose taking out must move a stated measure of a shipped battle: which, in which battle, by which change.

Used by suite_mechanisms.py. Measures and changes are those of `linghe batch` (docs/handbook/batch.md). Nothing here runs anything.

`says` is what the mechanism does to the measure: "more" or "less" of it with the mechanism than without. `until` is the end of the
runs from the clock's zero, as short as the measure allows. Rows with the same battle and end are one batch, so that the battle as it
is is fought once for all of them.
"""


class Row:
    def __init__(self, mechanism, arm, what, battle, changes, measure, says, until, small=False):
        self.mechanism, self.arm, self.what, self.battle = mechanism, arm, what, battle
        self.changes, self.measure, self.says, self.until, self.small = changes, measure, says, until, small
        self.id = f"{mechanism}-{arm}" + ("-small" if small else "")


def rally(mechanism, arm, what, changes, measure, says, until):
    return Row(mechanism, arm, what, "xiaoling-rally", changes, measure, says, until)


def small(mechanism, arm, what, battle, changes, measure, says, until):
    return Row(mechanism, arm, what, battle, changes, measure, says, until, small=True)


NORTH_WIND = ['intervention { id = "north-wind", at_s = 1, kind = "set_wind", speed_m_s = 7, from_deg = 355 }']

ROWS = [
    rally("M1", "no-drum", "who hears the drum turns to it", ["without drum"], "share_gain_disc_5", "more", "05:30"),
    rally("M2", "no-smoke", "smoke takes the sight of the chief", ["without smoke"], "sight_at_chief_m_at_10", "less", "10:30"),
    rally("M6", "no-contagion", "the calm of others steadies", ["without contagion"], "steady_share_at_5", "more", "05:30"),
    rally("M6", "no-social-proof", "a large crowd that does not run calms", ["without social_proof"], "steady_share_at_5", "more", "05:30"),
    rally("M7", "no-leader", "leaders nearby steady their men", ["without leader"], "steady_share_at_5", "more", "05:30"),
    rally("M8", "no-belief", "what Yoto believes of the khan keeps him away", ["set person.yoto.belief.confidence=0"], "believed_gone_min.yoto",
          "more", "10:30"),
    rally("M9", "no-couriers", "the chief's riders reach who is out of sight", ["without couriers"], "host_accounted_share_at_20", "more", "20:30"),
    rally("M10", "no-joining", "stragglers fall in under whoever collects them", ["without joining"], "taken_in_share_at_30", "more", "30:30"),
    rally("M11", "not-at-all-cost", "a line ordered to hold whatever it costs bears more", ["set side.jin.after_gather.0.at_all_cost=false"],
          "line_loss_most", "more", "30:30"),
    rally("M18", "no-sparing", "a doctrine that spares its men loses fewer", ["set side.jin.own_loss_weight=0"], "out_at_end.jin", "less", "50:00"),
    # On battles of seconds: M3 to M5, and the others again. The smoke version fights these.
    small("M1", "no-drum", "who hears the drum turns to it", "drum-field", ["without drum"], "share_gain_5", "more", "06:00"),
    small("M2", "no-smoke", "smoke takes sight across the stream", "grass-fire", ["without smoke"], "sight_across_least_m", "less", "12:00"),
    small("M3", "no-fire", "grass that burns", "grass-fire", ["without fire"], "burnt_ha", "more", "12:00"),
    small("M3", "no-fire-losses", "fire in the grass takes men out", "grass-fire", ["without fire"], "out_at_end.jin", "more", "12:00"),
    small("M4", "north-wind", "the wind of the schedule drives the fire to the stream", "grass-fire", NORTH_WIND, "fire_reached_water", "more",
          "12:00"),
    small("M5", "wide-ramps", "a ford is a queue: fewer are across than by ramps five times as wide", "ford",
          ["set map.ramp.*.width_m=300"], "across_at_10.jin", "less", "15:00"),
    small("M6", "no-contagion", "the calm of others steadies", "drum-field", ["without contagion"], "steady_share_at_5", "more", "06:00"),
    small("M6", "no-social-proof", "a large crowd that does not run calms", "drum-field", ["without social_proof"], "steady_share_at_5", "more",
          "06:00"),
    small("M7", "no-leader", "leaders nearby steady their men", "drum-field", ["without leader"], "steady_share_at_5", "more", "06:00"),
    small("M10", "no-joining", "stragglers fall in with a body", "ford", ["without joining"], "organised_share_at_10", "more", "15:00"),
]

# M20, the book-keeping: sums that must agree in every run of every battle fought above, to the man.
# (name, left, right): names ending in a dot are taken for each side.
SUMS = [
    ("whoever is out is dead, disabled, taken, drowned or burnt", ["dead.", "disabled.", "captured.", "drowned.", "burnt."], ["out_at_end."]),
]
SUM_MEASURES = ["dead.*", "disabled.*", "captured.*", "drowned.*", "burnt.*", "out_at_end.*", "fled_off_map.*"]
