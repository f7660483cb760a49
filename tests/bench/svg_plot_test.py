"""Plots in the documentation: ticks, places on axes, names that do not cover each other."""
import math
import os
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench"))
sys.dont_write_bytecode = True

from svg_plot import Axis, Panel, plot, spread, ticks, write  # noqa: E402


class Ticks(unittest.TestCase):
    def test_are_round_and_within_the_range(self):
        self.assertEqual(ticks(0, 3), [0, 0.5, 1, 1.5, 2, 2.5, 3])
        self.assertEqual(ticks(-0.2, 0.25, most=5), [-0.2, -0.1, 0, 0.1, 0.2])

    def test_are_not_too_many_in_any_range(self):
        for high in [1e-6 * 1.7 ** k for k in range(50)]:
            self.assertLessEqual(len(ticks(0, high)), 8)
            self.assertGreaterEqual(len(ticks(0, high)), 3)

    def test_of_a_logarithmic_axis_are_powers_of_ten(self):
        self.assertEqual([math.log10(t) for t in ticks(0.01, 300, True)], [-2, -1, 0, 1, 2])


class Axes(unittest.TestCase):
    def test_place_values_linearly_or_by_their_logarithm_and_others_at_the_border(self):
        self.assertEqual(Axis(0, 10, 100, 200).place(2.5), 125)
        self.assertAlmostEqual(Axis(0.01, 100, 100, 200, True).place(1), 150)
        self.assertEqual(Axis(0.01, 100, 100, 200, True).place(0), 100)
        self.assertEqual(Axis(0, 10, 300, 100).place(20), 100)


class Names(unittest.TestCase):
    def test_are_moved_apart_and_keep_their_order(self):
        places = [place for place, _, _ in spread([(50, "b", ""), (49, "a", ""), (200, "c", "")], gap=15)]
        self.assertEqual(places, [49, 64, 200])


class Pictures(unittest.TestCase):
    def lines_of(self, draw):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.svg")
            draw(path)
            root = xml.etree.ElementTree.parse(path).getroot()
        return list(root.iter("{http://www.w3.org/2000/svg}polyline"))

    def test_of_one_panel_have_a_line_for_each_and_one_colour_for_each_name(self):
        points = [(0, 1), (1, 2)]
        lines = self.lines_of(lambda path: plot(path, "t", [("a", points, False), ("b", points, False), ("a", points, True)],
                                                "x", "y", (0, 3)))
        colours = [line.get("stroke") for line in lines]
        self.assertEqual(colours[0], colours[2])
        self.assertNotEqual(colours[0], colours[1])
        self.assertIsNotNone(lines[2].get("stroke-dasharray"))

    def test_of_several_panels_have_all_their_lines_where_the_panel_is(self):
        panels = [Panel("t", "x", "y", (0, 1), (0, 1), top=top, height=100) for top in (0, 300)]
        for panel in panels:
            panel.line([(0, 0), (1, 1)], "#000000")
        low, high = (line.get("points") for line in self.lines_of(lambda path: write(path, panels)))
        self.assertEqual(low, "70.0,100.0 670.0,0.0")
        self.assertEqual(high, "70.0,400.0 670.0,300.0")


if __name__ == "__main__":
    unittest.main()
