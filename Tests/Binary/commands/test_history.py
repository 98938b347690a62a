"""`memo-ls history`: what a memo was, and what each change of it changed."""

import json
import os
import random
import re
import unittest

from commands.test_terminal import COLOUR, InTerminal

SEED = int(os.environ.get("MEMO_TEST_SEED", "20261122"))


def patched(text, difference):
    """What a unified difference makes of a text: read as `patch` reads it, and every line that it shows must be
    there."""
    old, new, place = text.split("\n"), [], 0
    ends_open = not text.endswith("\n")
    old = old if ends_open and text else old[:-1]
    lines = difference.split("\n")
    index, result_open = 0, ends_open
    while index < len(lines):
        head = re.fullmatch(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", lines[index])
        index += 1
        if not head:
            continue
        start, count, new_start, new_count = int(head[1]), int(head[2] or 1), int(head[3]), int(head[4] or 1)
        first = start - 1 if count else start
        new += old[place:first]
        place = first
        assert len(new) == (new_start - 1 if new_count else new_start), "the hunk is not where it says"
        while count or new_count:
            mark, line = lines[index][0], lines[index][1:]
            index += 1
            if mark in " -":
                assert old[place] == line, (old[place], line)
                place, count = place + 1, count - 1
            if mark in " +":
                new, new_count = new + [line], new_count - 1
            if index < len(lines) and lines[index] == "\\ No newline at end of file":
                index += 1
                result_open = mark in " +" if mark != "-" else result_open
                if mark == "-":
                    result_open = False
            elif mark in " +" and not (count or new_count):
                result_open = result_open and place < len(old)
    rest = old[place:]
    new += rest
    if rest:
        result_open = ends_open
    return "\n".join(new) + ("" if result_open or not new else "\n")


class History(InTerminal):
    def setUp(self):
        super().setUp()
        self.make_store(a="one")
        for text in ("two\nlines", "three"):
            client = self.start()
            client.request("updateMemo", {"id": "a", "contentChanges": [{"text": text}]})
            client.finish()

    def revisions(self):
        return [line.split("\t")[0] for line in self.on_store("history", "a").splitlines()]

    def test_a_terminal_shows_seconds_and_what_changed(self):
        lines = COLOUR.sub("", self.show("history", columns=120)).splitlines()
        rows = [re.fullmatch(r"\d{6,}  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  (.*)", line).group(1) for line in lines]
        self.assertEqual(rows,
                         ["5 bytes  +1 −2 lines  three", "9 bytes  +2 −1 lines  two", "3 bytes  made         one"])

    def test_a_narrow_terminal_has_two_lines_of_each(self):
        for columns in (40, 71):
            lines = COLOUR.sub("", self.show("history", columns=columns)).splitlines()
            self.assertEqual(lines[1::2], ["    +1 −2 lines  three", "    +2 −1 lines  two", "    made         one"])
            for line in lines[::2]:
                self.assertRegex(line, r"^\d{6,}  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d  \d bytes$")
        self.assertEqual(len(self.show("history", columns=72).splitlines()), 3)
        client = self.start()
        client.request("updateMemo",
                       {"id": "a", "contentChanges": [{"text": "title " * 20}], "properties": {"tags": ["tag" * 20]}})
        client.finish()
        for columns in (30, 40, 60):
            lines = COLOUR.sub("", self.show("history", columns=columns)).splitlines()
            self.assertLessEqual(max(map(len, lines)), columns, lines)
            self.assertRegex(lines[1], r"^    \+1.*…  title.*…$")

    def test_a_pipe_gets_rows(self):
        rows = [line.split("\t") for line in self.on_store("history").splitlines()]
        self.assertEqual([row[2:] for row in rows],
                         [["5", "+1 −2 lines", "three"], ["9", "+2 −1 lines", "two"], ["3", "made", "one"]])
        for row in rows:
            self.assertRegex(row[1], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$")
        self.assertEqual(self.on_store("history", "--format", "{id} {version}", "-0"), "a 3\0a 2\0a 1\0")

    def test_what_is_left_out_is_told(self):
        done = self.run_command("history", "--store", str(self.store), "-n1")
        self.assertEqual((done.returncode, len(done.stdout.splitlines()), done.stderr),
                         (0, 1, "1 of 3 revisions; --all shows all\n"))
        # What the last row changed is known from the row that is left out.
        self.assertEqual(done.stdout.split("\t")[3], "+1 −2 lines")

    def test_several_memos(self):
        self.make_store(b="other")
        self.assertEqual(self.on_store("history", "a", "b", "--format", "{id}:{bytes}").split(),
                         ["a:5", "a:9", "a:3", "b:5"])
        self.assertEqual([row.split("\t")[0] for row in self.on_store("history", "b", "a").splitlines()],
                         ["b", "a", "a", "a"])
        pages = json.loads(self.on_store("history", "--json", "a", "b"))
        self.assertEqual([page["total"] for page in pages], [3, 1])
        shown = COLOUR.sub("", self.show("history", "a", "b", columns=120)).splitlines()
        self.assertEqual((shown[0], shown[4]), ("a", "b"))

    def test_a_difference_is_one_that_patch_understands(self):
        shown = self.on_store("history", "a", "--diff")
        self.assertIn(
            "@@ -1,2 +1 @@\n-two\n-lines\n\\ No newline at end of file\n+three\n\\ No newline at end of file\n", shown)
        self.assertIn("--- /dev/null\n+++ a revision ", shown)
        self.assertIn("@@ -0,0 +1 @@\n+one\n", shown)
        coloured = self.show("history", "a", "--diff", columns=60)
        self.assertIn("\x1b[31m-two\x1b[0m", coloured)
        self.assertIn("\x1b[32m+three\x1b[0m", coloured)
        for arguments in (["--json"], ["--format", "{id}"], ["-0"]):
            self.refused(64, "history", "--diff", *arguments, words=["--diff"])

    def test_three_lines_stand_around_what_changed(self):
        lines = [f"{number}\n" for number in range(9)]
        client = self.start()
        client.request("createMemo", {"id": "nine", "text": "".join(lines)})
        client.request("flush")
        client.request("updateMemo",
                       {"id": "nine", "contentChanges": [{"text": "".join(lines[:4] + ["new\n"] + lines[5:])}]})
        client.finish()
        shown = self.on_store("history", "nine", "--diff")
        self.assertIn("@@ -2,7 +2,7 @@\n 1\n 2\n 3\n-4\n+new\n 5\n 6\n 7\n\n", shown)

    def test_differences_lead_from_text_to_text(self):
        chance = random.Random(SEED)
        texts = [self.some_text(chance) for _ in range(12)]
        client = self.start()
        client.request("createMemo", {"id": "r", "text": texts[0]})
        client.request("flush")
        for text in texts[1:]:
            client.request("updateMemo", {"id": "r", "contentChanges": [{"text": text}]})
            client.request("flush")
        client.finish()
        revisions = self.on_store("history", "r", "--format", "{revision}").splitlines()
        kept = [self.on_store("show", "r", "-r", revision) for revision in revisions]
        differences = self.on_store("history", "r", "--diff").split("\nrevision ")
        self.assertEqual(len(differences), len(revisions))
        for number, difference in enumerate(differences):
            before = kept[number + 1] if number + 1 < len(kept) else ""
            with self.subTest(seed=SEED, before=before, after=kept[number]):
                self.assertEqual(patched(before, difference), kept[number])

    def some_text(self, chance):
        lines = [chance.choice(["", "a", "b", "-c", "+d", "@@ -1 +1 @@", "\\ No newline", "두부"])
                 for _ in range(chance.randrange(30))]
        return "\n".join(lines)

    def test_tags_pins_other_properties_and_the_trash_are_changes(self):
        self.on_store("edit", "a", "--tag", "x", "--tag", "y")
        self.on_store("edit", "a", "--untag", "X", "--pin")
        client = self.start()
        client.request("updateMemo", {"id": "a", "properties": {"pinned": None, "colour": "red"}})
        client.finish()
        changes = self.on_store("history", "a", "--format", "{changes}").splitlines()
        self.assertEqual(changes[:3], ["unpinned, colour", "−#x, pinned", "+#x, +#y"])
        self.on_store("delete", "a")
        self.assertIn("deleted", self.on_store("history", "a", "--format", "{changes}").splitlines()[0])

    def test_json_is_the_answer_to_history(self):
        page = self.json_of("history", "history", "a")
        self.assertEqual((page["total"], [entry["version"] for entry in page["revisions"]]), (3, [3, 2, 1]))
        page = self.json_of("history", "history", "a", "-n", "2")
        self.assertEqual((page["total"], len(page["revisions"])), (3, 2))

    def test_show_prints_what_it_was(self):
        self.assertEqual([self.on_store("show", "a", "--revision", name) for name in self.revisions()],
                         ["three", "two\nlines", "one"])

    def test_restore_makes_it_that_again_and_back(self):
        names = self.revisions()
        self.assertEqual(self.on_store("restore", "a", "--revision", names[2]), "restored a  one\n")
        self.assertEqual(self.on_store("show", "a"), "one")
        self.on_store("restore", "a", "-r", names[0])
        self.assertEqual((self.on_store("show", "a"), len(self.revisions())), ("three", 5))

    def test_a_deleted_memo_lives_with_a_revision_of_it(self):
        name = self.revisions()[1]
        self.on_store("delete", "a")
        self.on_store("restore", "a", "--revision", name)
        self.assertEqual(self.json_of("getMemo", "show", "a")["text"], "two\nlines")

    def test_a_revision_that_does_not_exist_is_told(self):
        for command in ("show", "restore"):
            for word in ("x", "-1", "99999999999999999999"):
                self.refused(1, command, "a", f"--revision={word}", words=["no revision", "memo-ls history a"])
        self.refused(64, "restore", "a", "b", "--revision=1", words=["one memo"])

    def test_a_revision_that_could_be_several_is_told(self):
        client = self.start()
        for number in range(10):
            client.request("updateMemo", {"id": "a", "contentChanges": [{"text": f"text {number}"}]})
            client.request("flush")
        client.finish()
        digits = [revision[-1] for revision in self.revisions()]
        digit = max(digits, key=digits.count)
        self.assertGreater(digits.count(digit), 1)
        for command in ("show", "restore"):
            self.refused(1, command, "a", "-r", digit, words=["could mean several revisions", "memo-ls history a"])

    def test_a_history_of_nothing_is_told(self):
        self.refused(1, "history", "nothing", words=["no memo has the id or the title"])


if __name__ == "__main__":
    unittest.main()
