"""The pictures of README.md are those that `make pictures` draws from what the program shows."""

import pathlib
import re
import shutil
import sys
import unittest
import xml.etree.ElementTree

# Behind this folder, so that no module of the same name comes first.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Pictures"))

import pictures  # noqa: E402
from terminal_svg import cells, svg  # noqa: E402


def texts(picture):
    """The stretches of words in a picture, each with its place and its marks."""
    return [(element.text, dict(element.attrib)) for element in xml.etree.ElementTree.fromstring(picture).iter()
            if element.tag.endswith("}text")]


def kept(name):
    return (pictures.HERE / f"{name}.svg").read_text(encoding="utf-8")


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Pictures(unittest.TestCase):
    maxDiff = 4000

    def test_the_terminal_shows_what_the_commands_print(self):
        self.assertEqual(pictures.commands().split("\n"), kept("terminal").split("\n"), "make pictures draws it anew")

    @unittest.skipUnless(shutil.which("vim"), "Vim is not installed")
    def test_vim_shows_the_words_that_the_picture_has(self):
        # Each Vim has colours of its own.
        words = [[text for text, _ in texts(picture)] for picture in (pictures.vim(), kept("vim"))]
        self.assertEqual("\n".join(words[0]), "\n".join(words[1]), "make pictures draws it anew")


class Drawing(unittest.TestCase):
    def test_each_character_stands_in_its_cell_in_its_colour(self):
        picture = svg(cells("\x1b[31ma 두\x1b[0m<b>\n\n  \x1b[1;38;2;1;2;3mc\u0301d\x1b[0m\n"), 10, "&")
        found = [(text, float(marks["x"]), float(marks["y"]), marks.get("fill"), marks.get("font-weight"))
                 for text, marks in texts(picture)]
        self.assertEqual(found, [
            ("a", 16.0, 30.0, "#ff8080", None), ("두", 32.8, 30.0, "#ff8080", None), ("<b>", 49.6, 30.0, None, None),
            ("c\u0301d", 32.8, 68.0, "#010203", "bold")])
        self.assertEqual([marks.get("textLength") for _, marks in texts(picture)], ["8.4", None, "25.2", "16.8"])

    def test_what_has_a_background_has_a_box_behind_it(self):
        picture = svg(cells("a\x1b[7m b \x1b[27;48;5;196mc"), 10, "")
        boxes = re.findall(r'<rect x="([\d.]+)" y="16" width="([\d.]+)" height="19" fill="(.*?)"/>', picture)
        self.assertEqual(boxes, [("24.4", "25.2", "#d0d0d0"), ("49.6", "8.4", "#ff0000")])

    def test_a_sequence_that_it_does_not_know_is_an_error(self):
        for unknown in ("\x1b[5mx", "\x1b[99mx", "\x1b[2Jx"):
            with self.subTest(unknown), self.assertRaises(ValueError):
                cells(unknown)


if __name__ == "__main__":
    unittest.main()
