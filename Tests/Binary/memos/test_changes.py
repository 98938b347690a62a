"""Changes over the wire: one after the other, all or none, nothing normalised."""

import unittest

from text_case import TextCase, put


class Changes(TextCase):
    def test_changes_apply_one_after_the_other(self):
        client = self.session("utf-16")
        for text, changes, result in (
            ("abc", [], "abc"),
            ("abc", [put("x", (0, 1), (0, 2))], "axc"),
            ("abc", [put("", (0, 0), (0, 3))], ""),
            ("abc", [put("", (0, 0), (1, 0))], ""),
            ("abc", [put("1", (0, 0)), put("2", (0, 1)), put("3", (0, 2))], "123abc"),
            ("abc", [put("1", (0, 3)), put("2", (0, 0))], "2abc1"),
            ("abc", [{"text": "new\nlines"}, put("!", (1, 5))], "new\nlines!"),
            ("abc", [put("x", (0, 0)), {"text": ""}, {"range": None, "text": "y"}, put("z", (0, 1))], "yz"),
            ("a\nb\nc", [put("", (0, 1), (1, 0)), put("", (0, 2), (1, 0))], "abc"),
            ("한글", [put("ㄱ", (0, 2)), put("그", (0, 2), (0, 3)), put("글", (0, 2), (0, 3))], "한글글"),
            ("e\u0301", [put("", (0, 1), (0, 2))], "e"),
            ("👨‍👩", [put("", (0, 2), (0, 3))], "👨👩"),
        ):
            with self.subTest(text=text, changes=changes):
                self.assertEqual(self.after(client, text, *changes), result)

    def test_lines_are_counted_anew_where_terminators_meet_or_part(self):
        client = self.session("utf-16")
        for text, changes, result in (
            ("a\rb", [put("\n", (1, 0)), put("|", (1, 0))], "a\r\n|b"),
            ("a\nb", [put("\r", (0, 1)), put("|", (1, 0))], "a\r\n|b"),
            ("a\rx\nb", [put("", (1, 0), (1, 1)), put("|", (1, 0))], "a\r\n|b"),
            ("a\r\nb", [put("x", (0, 9)), put("|", (1, 0))], "ax\r\n|b"),
            ("a\r\nb", [put("\r", (1, 0)), put("|", (2, 0))], "a\r\n\r|b"),
            ("a\r\nb", [put("", (0, 1), (1, 0)), put("|", (0, 9))], "ab|"),
            ("a\n\rb", [put("|", (2, 0))], "a\n\r|b"),
            ("", [put("\r", (0, 0)), put("\n", (1, 0)), put("|", (1, 0))], "\r\n|"),
            ("", [put("\n", (0, 0)), put("\r", (0, 0)), put("|", (1, 0))], "\r\n|"),
        ):
            with self.subTest(text=text, changes=changes):
                self.assertEqual(self.after(client, text, *changes), result)

    def test_nothing_is_normalised(self):
        client = self.session("utf-16")
        for text in (
            "é",
            "e\u0301",
            "한글",
            "\u1112\u1161\u11ab",
            "Å\u212b",
            "ﬁ",
            "\r\n\n\r",
            " \t\u00a0\u3000 ",
            "\ufeff",
            "a\0",
        ):
            with self.subTest(text.encode("unicode_escape")):
                self.assertEqual(self.after(client, text, {"text": text + "x"}, put("", (0, 0))), text + "x")

    def test_a_change_of_the_normal_form_alone_is_a_change(self):
        client = self.start("--virtual-clock")
        before = client.request("createMemo", {"id": "a", "text": "é한"})
        client.request("$/advanceClock", {"ms": 1000})
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "e\u0301\u1112\u1161\u11ab"}]})
        after = client.request("getMemo", {"id": "a"})
        self.assertEqual((after["text"], after["length"]), ("e\u0301\u1112\u1161\u11ab", 5))
        self.assertNotEqual(after["modifiedAt"], before["modifiedAt"])

    def test_a_change_that_changes_nothing_keeps_the_time_and_adds_a_version(self):
        client = self.start("--virtual-clock")
        before = client.request("createMemo", {"id": "a", "text": "abc"})
        for version, changes in enumerate(
            ([], [put("", (0, 0))], [put("b", (0, 1), (0, 2))], [{"text": "abc"}], [{"text": "x"}, {"text": "abc"}]), 2
        ):
            with self.subTest(changes):
                client.request("$/advanceClock", {"ms": 10})
                answer = client.request("updateMemo", {"id": "a", "contentChanges": changes})
                self.assertEqual((answer["version"], answer["modifiedAt"]), (version, before["modifiedAt"]))


if __name__ == "__main__":
    unittest.main()
