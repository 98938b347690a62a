"""Positions and changes over the wire, in the three encodings."""

import unittest

from text_case import ENCODINGS, TextCase, place, put

# A place in a text, marked: what is put at a position must appear where the mark is.
MARK = "│"

# (text with the mark, line, character) for every encoding: only ASCII stands before the mark.
PLACES = [
    ("│", 0, 0), ("│", 0, 9), ("│", 1, 0), ("│", 1, 9),
    ("│abc", 0, 0), ("a│bc", 0, 1), ("abc│", 0, 3), ("abc│", 0, 4), ("abc│", 0, 2**31 - 1), ("abc│", 1, 0),
    ("abc│", 1, 7),
    ("ab│\ncd", 0, 2), ("ab│\ncd", 0, 3), ("ab│\ncd", 0, 99), ("ab\n│cd", 1, 0), ("ab\ncd│", 1, 2),
    ("ab\ncd│", 1, 9), ("ab\ncd│", 2, 0),
    ("ab│\r\ncd", 0, 2), ("ab│\r\ncd", 0, 3), ("ab│\r\ncd", 0, 4), ("ab\r\n│cd", 1, 0), ("ab│\rcd", 0, 3),
    ("ab\r│cd", 1, 0),
    ("ab\n│", 1, 0), ("ab\n│", 1, 5), ("ab\n│", 2, 0), ("ab\n│", 2, 5), ("│\n", 0, 0), ("│\n", 0, 1),
    ("\n│", 1, 0), ("\n│", 2, 0),
    ("\n\r│", 2, 0), ("\n│\r", 1, 1), ("\r\n│\n", 1, 0), ("\r\n\n│", 2, 0), ("\r│\r\n", 1, 0),
    ("\r\r\n│", 2, 0), ("\r\r\n│", 3, 0),
    ("a\n\n│\nb", 2, 0), ("a\n│\n\nb", 1, 3),
]  # fmt: skip

# (text with the mark, character of line 0 in utf-8, utf-16, utf-32).
UNITS = [
    ("é│x", 2, 1, 1), ("e\u0301│x", 3, 2, 2), ("e│\u0301x", 1, 1, 1), ("한│글", 3, 1, 1), ("ㅎ│", 3, 1, 1),
    ("😀│x", 4, 2, 1),
    ("a😀b│", 6, 4, 3), ("👨‍👩‍👧‍👦│", 25, 11, 7), ("👨│‍👩‍👧‍👦", 4, 2, 1), ("🇰│🇷", 4, 2, 1),
    ("\U0010ffff│", 4, 2, 1), ("\uffff│x", 3, 1, 1), ("\0│x", 1, 1, 1),
    ("a\u2028│b", 4, 2, 2), ("a\u2029b│", 5, 3, 3), ("a\u0085│b", 3, 2, 2), ("a\x0b│b", 2, 2, 2),
    ("a\x0c│b", 2, 2, 2), ("\ufeff│a", 3, 1, 1), ("각│\r\n", 99, 99, 99),
]  # fmt: skip

TEXT = "a😀é\r\nb\rc\n"

# Positions of TEXT that no encoding can honour, then those of one encoding alone: (line, character).
NEVER = [(5, 0), (6, 0), (2**31 - 1, 0), (-1, 0), (0, -1), (-1, -1), (9, -1), (-(2**31), 0)]
INSIDE = {"utf-8": [(0, 2), (0, 3), (0, 4), (0, 6)], "utf-16": [(0, 2)], "utf-32": []}


class Positions(TextCase):
    def check_place(self, client, marked, line, character):
        with self.subTest(marked=marked, line=line, character=character):
            self.assertEqual(self.after(client, marked.replace(MARK, ""), put(MARK, (line, character))), marked)

    def test_a_position_is_where_lsp_has_it(self):
        for encoding in ENCODINGS:
            client = self.session(encoding)
            for marked, line, character in PLACES:
                self.check_place(client, marked, line, character)

    def test_characters_are_counted_in_the_sessions_units(self):
        for column, encoding in enumerate(ENCODINGS, 1):
            client = self.session(encoding)
            for row in UNITS:
                self.check_place(client, row[0], 0, row[column])

    def test_length_is_told_in_the_sessions_units(self):
        for encoding, length in zip(ENCODINGS, (22, 13, 11)):
            client = self.session(encoding)
            state = client.request("createMemo", {"id": "a", "text": "한글\r\n😀👍\r\n\0e\u0301"})
            self.assertEqual(state["length"], length)
            answer = client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "😀"}]})
            self.assertEqual(answer["length"], {"utf-8": 4, "utf-16": 2, "utf-32": 1}[encoding])

    def test_no_line_ends_but_at_the_three_terminators(self):
        client = self.session("utf-16")
        for text in ("a\u2028b", "a\u2029b", "a\u0085b", "a\x0bb", "a\x0cb", "a\x1cb", "a\x1eb", "a\\nb"):
            with self.subTest(text):
                id = client.request("createMemo", {"text": text})["id"]
                self.check_error(3, client.request, "updateMemo", {"id": id, "contentChanges": [put("x", (2, 0))]})
                self.assertEqual(client.request("titleBodySplit", {"id": id})["title"], text)


class RefusedPositions(TextCase):
    def check_refused(self, client, position, *changes, index=0):
        with self.subTest(position=position, changes=changes):
            params = {"id": "a", "baseVersion": 1, "contentChanges": list(changes), "properties": {"lost": True}}
            data = self.check_error(
                3, client.request, "updateMemo", params, kind="invalidRange", change=index, position=place(*position)
            )
            self.assertIsInstance(data["reason"], str)
            self.assertTrue(data["reason"])

    def test_a_position_that_cannot_be_honoured_is_named_and_nothing_is_applied(self):
        for encoding in ENCODINGS:
            client = self.session(encoding)
            before = client.request("createMemo", {"id": "a", "text": TEXT})
            for position in NEVER + INSIDE[encoding]:
                self.check_refused(client, position, put("x", position))
                self.check_refused(client, position, put("x", (0, 0), position))
                self.check_refused(
                    client, position, put("fine", (0, 0)), put("", (0, 0), (0, 4)), put("x", position), index=2
                )
            after = client.request("getMemo", {"id": "a"})
            self.assertEqual(after, before | {"text": TEXT, "saved": after["saved"]})

    def test_a_start_after_its_end_once_both_are_resolved_is_refused(self):
        client = self.session("utf-32")
        client.request("createMemo", {"id": "a", "text": "abc\ndef"})
        for start, end in (((1, 0), (0, 0)), ((0, 2), (0, 1)), ((0, 9), (0, 2)), ((2, 0), (1, 2)), ((1, 0), (0, 99))):
            self.check_refused(client, start, put("x", start, end))
        for start, end in (((0, 9), (0, 3)), ((0, 3), (0, 3)), ((2, 0), (1, 3)), ((2, 5), (1, 99)), ((0, 99), (0, 4))):
            with self.subTest(start=start, end=end):
                self.after(client, "abc\ndef", put("x", start, end))

    def test_what_is_inside_a_character_depends_on_the_changes_before(self):
        client = self.session("utf-16")
        client.request("createMemo", {"id": "a", "text": "ab"})
        self.check_refused(client, (0, 1), {"text": "😀"}, put("x", (0, 1)), index=1)
        self.assertEqual(self.after(client, "😀", {"text": "ab"}, put("x", (0, 1))), "axb")

    def test_a_wrong_version_is_told_before_a_wrong_range(self):
        client = self.session("utf-16")
        client.request("createMemo", {"id": "a", "text": "ab"})
        params = {"id": "a", "baseVersion": 7, "contentChanges": [put("x", (9, 9))]}
        self.check_error(2, client.request, "updateMemo", params, id="a", baseVersion=7, version=1)


if __name__ == "__main__":
    unittest.main()
