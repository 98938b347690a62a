"""What differs between two lists of lines, and how two lists that come from a third become one."""

import os
import random
import unittest

from editor import quoted
from editor_case import EditorCase


def changed(chance, lines, words):
    """A list with some lines put in, taken away or replaced."""
    lines = list(lines)
    for _ in range(chance.randrange(0, 4)):
        start = chance.randrange(0, len(lines) + 1)
        lines[start : start + chance.randrange(0, 3)] = [chance.choice(words) for _ in range(chance.randrange(0, 3))]
    return lines


def applied(lines, hunks):
    """A list after its hunks."""
    for start, end, new in reversed(hunks):
        lines = [*lines[:start], *new, *lines[end:]]
    return lines


class DifferenceTests:
    def setUp(self):
        super().setUp()
        self.editor = self.open()
        seed = int(os.environ.get("MEMO_TEST_SEED", random.randrange(1 << 32)))
        print(f"MEMO_TEST_SEED={seed}")
        self.chance = random.Random(seed)

    def call(self, function, *lists):
        arguments = ", ".join("[" + ", ".join(map(quoted, lines)) + "]" for lines in lists)
        return self.editor.get(f"{function}({arguments})")

    def test_hunks_make_the_one_list_of_the_other(self):
        for _ in range(300):
            old = [self.chance.choice("abcdefgh") for _ in range(self.chance.randrange(0, 9))]
            new = changed(self.chance, old, "abcxyz")
            self.assertEqual(applied(old, self.call("memo#diff#hunks", old, new)), new, (old, new))

    def test_hunks_are_small(self):
        self.assertEqual(
            self.call("memo#diff#hunks", list("abcdef"), list("aBcdef") + ["g"]), [[1, 2, ["B"]], [6, 6, ["g"]]])

    def test_changes_of_different_lines_are_merged(self):
        for _ in range(300):
            base = [f"line {number}" for number in range(9)]
            theirs, mine, both = list(base), list(base), list(base)
            for number in range(9):
                kind = self.chance.choice(["theirs", "mine", "none", "none"])
                new = self.chance.choice([[], [f"{kind} {number}"], [f"{kind} {number}", "more"]])
                for lines in {"theirs": (theirs, both), "mine": (mine, both), "none": ()}[kind]:
                    lines[number] = new
            theirs, mine, both = (
                [line for part in lines for line in (part if isinstance(part, list) else [part])]
                for lines in (theirs, mine, both))
            merged, is_conflict = self.call("memo#diff#merge", base, theirs, mine)
            self.assertEqual((merged, is_conflict), (both, 0), (theirs, mine))

    def test_a_merge_with_what_did_not_change_is_the_other(self):
        for _ in range(100):
            base = [self.chance.choice("abcd") for _ in range(self.chance.randrange(1, 9))]
            other = changed(self.chance, base, "abxyz")
            self.assertEqual(self.call("memo#diff#merge", base, other, base), [other, 0], (base, other))
            self.assertEqual(self.call("memo#diff#merge", base, base, other), [other, 0], (base, other))
            self.assertEqual(self.call("memo#diff#merge", base, other, other), [other, 0], (base, other))

    def test_where_both_changed_a_line_mine_stands_and_it_is_a_conflict(self):
        cases = [
            ("abc", "aXc", "aYc", "aYc", 1),
            ("abc", "ac", "aYc", "aYc", 1),
            ("abc", "aXYc", "ac", "ac", 1),
            ("abc", "abXc", "abYc", "abXYc", 0),
            ("abc", "XXbc", "YbZ", "YbZ", 1),
        ]
        for base, theirs, mine, merged, is_conflict in cases:
            found = self.call("memo#diff#merge", list(base), list(theirs), list(mine))
            self.assertEqual(found, [list(merged), is_conflict], (base, theirs, mine))


    def test_changes_of_different_parts_of_a_line_are_merged(self):
        cases = [
            ("see [[Plan]] for", "see [[Big plan]] for", "see [[Plan]] for tea", "see [[Big plan]] for tea", 0),
            ("see [[Plan]] for", "see [[Plan]] for tea", "Look: see [[Plan]] for", "Look: see [[Plan]] for tea", 0),
            ("한글 메모", "큰 한글 메모", "한글 메모장", "큰 한글 메모장", 0),
            ("각 ", "간 ", "각 x", "간 x", 0),
            ("one two", "ONE two", "one TWO", "ONE TWO", 0),
            ("onetwo", "ONEtwo", "oneTWO", "oneTWO", 1),
            ("milk", "oat milk", "soy milk", "soy milk", 1),
            ("milk", "milks", "milky", "milky", 1),
            ("one two", "ONE two", "onE two", "onE two", 1),
            ("milk", "", "milky", "milky", 1),
        ]
        for base, theirs, mine, merged, is_conflict in cases:
            found = self.call("memo#diff#merge", ["a", base, "b"], ["a", theirs, "b"], ["a", mine, "b"])
            self.assertEqual(found, [["a", merged, "b"], is_conflict], (base, theirs, mine))
        found = self.call("memo#diff#merge", ["one a", "two"], ["ONE a", "TWO"], ["one a 1", "two"])
        self.assertEqual(found, [["ONE a 1", "TWO"], 0])

    def test_what_either_typed_into_a_line_is_in_the_merged_one(self):
        for _ in range(300):
            words = [self.chance.choice(["ab", "한", "é", " ", "x"]) for _ in range(self.chance.randrange(0, 7))]
            places = self.chance.sample(range(len(words) + 1), min(2, len(words) + 1))
            if len(places) < 2:
                continue
            put = {places[0]: "<theirs>", places[1]: "<mine>"}
            line = lambda names: "".join(
                (put[at] if put.get(at) in names else "") + (words[at] if at < len(words) else "")
                for at in range(len(words) + 1))
            theirs, mine, both = line(["<theirs>"]), line(["<mine>"]), line(["<theirs>", "<mine>"])
            found = self.call("memo#diff#merge", ["".join(words)], [theirs], [mine])
            self.assertEqual(found, [[both], 0], (words, theirs, mine))


class VimDifferenceTests(DifferenceTests, EditorCase):
    kind = "vim"


class NeovimDifferenceTests(DifferenceTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
