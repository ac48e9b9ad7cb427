"""The layer check must be able to fail: small houses with one fault each, and what is said about it."""

import pathlib
import tempfile
import unittest

import check_layers

SOUND = {
    "base": "linghe_module(base LAYER 0)",
    "math": "linghe_module(math LAYER 0 DEPS base)",
    "model": "linghe_module(model LAYER 2 DEPS base math)",
    "world": "linghe_module(world LAYER 2 DEPS base math model)",
    "belief": "linghe_module(belief LAYER 2 DEPS base)",
    "intent": "linghe_module(intent LAYER 2 DEPS base)",
    "percept": "linghe_module(percept LAYER 3 DEPS base world belief)",
    "mind": "linghe_module(mind LAYER 3 DEPS base belief intent model TEST_DEPS world)",
    "fight": "linghe_module(fight LAYER 3 DEPS base world intent)",
}


class LayerCheck(unittest.TestCase):
    def said_about(self, rooms=None, files=None):
        """Violations of a house built from SOUND with some rooms and files changed, as one text."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {**SOUND, **(rooms or {})}.items():
                home = root / "modules" / name
                (home / "include" / "linghe" / name).mkdir(parents=True)
                (home / "src").mkdir()
                (home / "test").mkdir()
                (home / "include" / "linghe" / name / f"{name}.hpp").write_text("#pragma once\n")
                (home / "CMakeLists.txt").write_text(text + "\n")
            for path, text in (files or {}).items():
                (root / path).write_text(text)
            return "\n".join(map(str, check_layers.check(root)[1]))

    def test_a_sound_house_is_left_alone(self):
        self.assertEqual(self.said_about(), "")

    def test_an_upward_arrow_is_refused(self):
        said = self.said_about({"base": "linghe_module(base LAYER 0 DEPS world)"})
        self.assertIn("modules/base/CMakeLists.txt:1: base (layer 0) uses world (layer 2)", said)

    def test_siblings_do_not_link_each_other(self):
        said = self.said_about({"fight": "linghe_module(fight LAYER 3 DEPS base world intent percept)"})
        self.assertIn("fight uses percept on its own layer 3", said)

    def test_the_mind_never_links_the_world(self):
        said = self.said_about({"mind": "linghe_module(mind LAYER 3 DEPS base belief intent model world)"})
        self.assertIn("mind reaches world", said)

    def test_the_mind_does_not_reach_the_world_by_detour(self):
        said = self.said_about({"belief": "linghe_module(belief LAYER 2 DEPS base world)"})
        self.assertIn("mind reaches world", said)

    def test_an_include_of_the_world_in_the_mind_is_named_with_its_line(self):
        said = self.said_about(files={"modules/mind/src/a.cpp": '#include "linghe/base/base.hpp"\n#include "linghe/world/world.hpp"\n'})
        self.assertIn("modules/mind/src/a.cpp:2: #include of linghe/world/world.hpp", said)

    def test_an_include_with_angle_brackets_counts_too(self):
        said = self.said_about(files={"modules/fight/src/a.cpp": "  #  include <linghe/percept/percept.hpp>\n"})
        self.assertIn("modules/fight/src/a.cpp:1:", said)

    def test_a_public_header_is_read_as_well(self):
        said = self.said_about(files={"modules/model/include/linghe/model/b.hpp": '#include "linghe/world/world.hpp"\n'})
        self.assertIn("modules/model/include/linghe/model/b.hpp:1:", said)

    def test_a_test_may_furnish_itself_by_test_deps_only(self):
        allowed = self.said_about(files={"modules/mind/test/a.cpp": '#include "linghe/world/world.hpp"\n'})
        refused = self.said_about(files={"modules/mind/test/a.cpp": '#include "linghe/fight/fight.hpp"\n'})
        self.assertEqual(allowed, "")
        self.assertIn("modules/mind/test/a.cpp:1:", refused)

    def test_another_rooms_private_header_is_refused(self):
        for include in ('"../../world/src/secret.hpp"', '"modules/world/src/secret.hpp"', '"secret.hpp"'):
            said = self.said_about(files={"modules/world/src/secret.hpp": "", "modules/fight/src/a.cpp": f"#include {include}\n"})
            self.assertIn("modules/fight/src/a.cpp:1:", said, include)

    def test_an_own_private_header_is_fine(self):
        said = self.said_about(files={"modules/fight/src/own.hpp": "", "modules/fight/src/a.cpp": '#include "own.hpp"\n'})
        self.assertEqual(said, "")

    def test_a_room_does_not_move_to_another_layer_unseen(self):
        said = self.said_about({"mind": "linghe_module(mind LAYER 4 DEPS base belief intent model)"})
        self.assertIn("mind says LAYER 4", said)

    def test_a_misspelt_room_is_named(self):
        said = self.said_about({"fight": "linghe_module(fight LAYER 3 DEPS base wrld)"})
        self.assertIn("wrld, which is not a room", said)

    def test_a_comment_is_no_arrow(self):
        said = self.said_about({"base": "# linghe_module(base LAYER 0 DEPS world)\nlinghe_module(base LAYER 0)"},
                               {"modules/base/src/a.cpp": '// #include "linghe/world/world.hpp"\n'})
        self.assertEqual(said, "")


if __name__ == "__main__":
    unittest.main()
