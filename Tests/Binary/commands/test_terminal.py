"""What commands do in a terminal that they don't do in a pipe: widths, colours, questions, editors."""

import os
import re
import subprocess
import unicodedata
import unittest

from command_case import STABLE, CommandCase
from commands.terminal import Terminal
from memo_client import PATIENCE, binary

COLOUR = re.compile("\x1b\\[\\d+m")


LATER = [(0x2630, 0x2637), (0x268A, 0x268F), (0x4DC0, 0x4DFF), (0x1D300, 0x1D376)]


def width(text):
    """Columns of a text that has only characters of one scalar."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


class InTerminal(CommandCase):
    def open(self, *arguments, columns=80, env=None, **pipes):
        """Runs a command on the test's store in a terminal."""
        command, *rest = arguments
        environment = self.environment(
            **STABLE | {"TERM": "xterm", "NO_COLOR": "", "XDG_RUNTIME_DIR": str(self.folder)} | (env or {}))
        terminal = Terminal(command, "--store", str(self.store), *rest, env=environment, columns=columns, **pipes)
        self.addCleanup(terminal.kill)
        return terminal

    def show(self, *arguments, **options):
        """Runs a command to its end, which must be a good one; returns what was shown."""
        status, shown = self.open(*arguments, **options).end()
        self.assertEqual(status, 0, shown)
        return shown


class Widths(InTerminal):
    def test_who_starts_a_server_by_hand_reads_lines_of_whole_words(self):
        for columns in (40, 80, 120):
            terminal = Terminal(env=self.environment(TERM="xterm"), columns=columns)
            self.addCleanup(terminal.kill)
            shown = terminal.wait_for("for people.\r\n")
            self.assertIn("by hand, type a request", " ".join(shown.split()))
            words = [line for line in shown.splitlines() if not line.startswith(" ")]
            self.assertLessEqual(max(map(len, words)), min(columns, 80))
            terminal.type("\x04")

    TITLES = ["Shopping for the whole of next week and more", "한글로 쓴 아주 긴 제목이 여기에 있습니다 정말로", "👩‍👩‍👧‍👦🇰🇷👍🏽" * 10,
              "é" * 60, "e\u0301" * 60]

    def test_no_line_is_wider_than_the_terminal(self):
        self.make_store(**{f"m{number}": title for number, title in enumerate(self.TITLES)})
        for columns in (20, 30, 31, 40, 79, 80, 200):
            for line in COLOUR.sub("", self.show("list", columns=columns)).splitlines():
                # Clusters of several scalars are counted as what a terminal shows for them.
                plain = line.replace("👩‍👩‍👧‍👦", "👩").replace("🇰🇷", "👩").replace("👍🏽", "👩")
                shown = width(unicodedata.normalize("NFC", plain))
                self.assertLessEqual(shown, max(columns, 23), line)
                if columns < 70:
                    self.assertTrue(line.endswith("…"), line)
                    self.assertGreaterEqual(shown, columns - 1)

    def test_columns_stand_below_each_other_whatever_is_in_them(self):
        client = self.start()
        for number, title in enumerate(["plain", "두부 🥛", "e\u0301e\u0301", "ｗｉｄｅ", "☀\ufe0f sun"]):
            client.request("createMemo", {"id": f"m{number}", "text": title, "properties": {"tags": ["tag"]}})
        client.finish()
        lines = COLOUR.sub("", self.show("list")).splitlines()
        starts = {width(unicodedata.normalize("NFC", line.split("#")[0].replace("☀\ufe0f", "👩"))) for line in lines}
        self.assertEqual(len(starts), 1, lines)

    def test_every_character_is_as_wide_as_unicode_says(self):
        # Two of each kind and block, which is where tables go wrong.
        seen, letters = set(), []
        for code in range(0x21, 0x30000):
            letter = chr(code)
            kind = (code >> 8, unicodedata.east_asian_width(letter), unicodedata.category(letter))
            # Wide since Unicode 16 only; and skin tones, which stand on what is before them.
            if any(first <= code <= last for first, last in LATER + [(0x1F3FB, 0x1F3FF)]):
                continue
            if kind[2][0] in "LNPS" and kind not in seen:
                seen.add(kind)
                letters.append(letter)
        client = self.start()
        for number, letter in enumerate(letters):
            client.request("createMemo", {"id": f"m{number:04}", "text": f"a{letter}a", "properties": {"tags": ["x"]}})
        client.finish()
        lines = [line.split("#")[0] for line in COLOUR.sub("", self.show("list", "--all", columns=200)).splitlines()]
        self.assertGreater(len(lines), 500)
        common = max(set(map(width, lines)), key=list(map(width, lines)).count)
        self.assertEqual([line.strip() for line in lines if width(line) != common], [])

    def test_tags_leave_room_for_the_title(self):
        client = self.start()
        client.request("createMemo", {"id": "a", "text": "title" * 20, "properties": {"tags": ["tag" * 20, "other"]}})
        client.finish()
        line = COLOUR.sub("", self.show("list", columns=60)).rstrip("\n")
        self.assertRegex(line, r"^a  \d{4}-\d\d-\d\d \d\d:\d\d  titletitle.*…  #tagtag.*…$")
        self.assertEqual(len(line), 60)

    def test_a_narrow_terminal_has_the_day_and_the_title_alone(self):
        client = self.start()
        client.request("createMemo", {"id": "a", "text": "title" * 20, "properties": {"tags": ["tag" * 20]}})
        client.finish()
        line = COLOUR.sub("", self.show("list", columns=25)).rstrip("\n")
        self.assertRegex(line, r"^a  \d{4}-\d\d-\d\d  titletitl…$")

    def test_a_bar_never_goes_on_in_a_second_line(self):
        self.make_store(**{f"m{number}": "x" for number in range(200)})
        shown = self.show("export", "--to", str(self.folder / "out"), columns=30)
        bars = re.findall("\r([^\r\x1b]+)\x1b\\[K", shown)
        self.assertGreater(len(bars), 1)
        self.assertEqual([bar for bar in bars if len(bar) != 29], [])

    def test_a_pipe_gets_whole_lines(self):
        self.make_store(a="title " * 30)
        done = self.on_store("list")
        self.assertIn(("title " * 30).rstrip(), done)

    def test_it_is_said_that_there_is_more(self):
        self.make_store(**{f"m{number}": "x" for number in range(60)})
        self.assertIn("50 of 60 memos; --all shows all\n", self.show("list"))


class Colours(InTerminal):
    def setUp(self):
        super().setUp()
        self.make_store(a="text")

    def test_a_terminal_has_colours(self):
        self.assertRegex(self.show("list"), "^\x1b\\[33ma\x1b\\[0m  \x1b\\[36m")

    def test_no_color_and_dumb_terminals_have_none(self):
        for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn("\x1b", self.show("list", env=env))

    def test_an_empty_no_color_counts_as_none(self):
        self.assertIn("\x1b", self.show("list", env={"NO_COLOR": ""}))

    def test_a_pipe_has_none_though_stderr_is_a_terminal(self):
        terminal = self.open("list", stdout=subprocess.PIPE)
        printed = terminal.process.communicate(timeout=PATIENCE)[0].decode()
        self.assertNotIn("\x1b", printed)

    def test_a_text_can_not_command_the_terminal(self):
        client = self.start()
        client.request("createMemo", {"id": "evil", "text": "a\x1b]0;x\x07\tb\rc\r\nd\x9b2J"})
        client.finish()
        self.assertEqual(self.show("show", "evil"), "a␛]0;x␇\tb\nc\nd�2J\n")


class Questions(InTerminal):
    def setUp(self):
        super().setUp()
        self.make_store(a="one", b="two")

    def living(self):
        return sorted(memo["id"] for memo in self.json_of("list", "list")["memos"])

    def test_yes_deletes(self):
        for id, answer in (("a", "y"), ("b", "YES")):
            terminal = self.open("delete", id)
            terminal.wait_for("Really delete? [y/N] ")
            terminal.type(f"{answer}\r")
            self.assertEqual(terminal.end()[0], 0)
        self.assertEqual(self.living(), [])

    def test_all_else_does_not(self):
        for answer in ("\r", "n\r", "yesno\r", "\x04"):
            terminal = self.open("delete", "a", "b")
            shown = terminal.wait_for("Really delete? [y/N] ")
            self.assertIn("a  one", shown)
            terminal.type(answer)
            status, shown = terminal.end()
            self.assertEqual(status, 1)
            self.assertIn("nothing was deleted", shown)
        self.assertEqual(self.living(), ["a", "b"])

    def test_ctrl_c_does_not(self):
        terminal = self.open("delete", "a")
        terminal.wait_for("[y/N] ")
        terminal.type("\x03")
        self.assertEqual(terminal.end()[0], -2)
        self.assertEqual(self.living(), ["a", "b"])

    def test_for_good_is_said(self):
        terminal = self.open("delete", "--permanent", "a")
        terminal.wait_for("for good? [y/N] ")
        terminal.type("y\r")
        self.assertEqual(terminal.end()[0], 0)

    def test_a_narrow_terminal_shows_the_title_before_all_of_the_id(self):
        id = "0190b6c4-1111-7000-8000-0000f00dcafe"
        client = self.start()
        client.request("createMemo", {"id": id, "text": "The title of a memo that goes on and on and on"})
        client.finish()
        for columns, line in (
            (40, "memo f00dcafe  The title of a memo that…"),
            (60, "memo f00dcafe  The title of a memo that goes on and on and …"),
            (80, f"memo {id}  The title of a memo that goes on and…"), (20, "The title of a memo…"),
            (26, "memo The title of a memo …"),
        ):
            for options, question in (((), "Really delete? [y/N] "),
                                      (("--permanent",), "Really delete, for good? [y/N] ")):
                terminal = self.open("delete", id, *options, columns=columns)
                shown = terminal.wait_for(question)
                self.assertIn(f"{line}\r\n", shown)
                terminal.type("n\r")
                self.assertEqual(terminal.end()[0], 1)
        self.assertEqual(self.show("delete", "--yes", id, columns=40), "deleted f00dcafe  The title of a memo t…\n")

    def test_yes_is_not_asked(self):
        self.assertEqual(self.show("delete", "--yes", "a"), "deleted a  one\n")


class Editors(InTerminal):
    def editor(self, script):
        path = self.folder / "editor"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return {"EDITOR": str(path)}

    def test_new_without_words_opens_an_editor_that_has_the_terminal(self):
        terminal = self.open("new", "--pin",
                             env=self.editor('printf "write: "; read -r line; echo "$line" > "$1"; [ -t 1 ]'))
        terminal.wait_for("write: ")
        terminal.type("by hand\r")
        status, shown = terminal.end()
        self.assertEqual(status, 0, shown)
        memo = self.json_of("getMemo", "show")
        self.assertEqual((memo["text"], memo["properties"]), ("by hand\n", {"pinned": True}))
        self.assertIn(memo["id"], shown)

    def test_new_with_nothing_written_makes_no_memo(self):
        status, shown = self.open("new", env=self.editor("true")).end()
        self.assertEqual(status, 1)
        self.assertIn("no memo was made", shown)
        self.assertFalse(self.store.exists())

    def test_ctrl_c_is_the_editors(self):
        self.make_store(a="one")
        terminal = self.open("edit",
                             env=self.editor('trap "echo caught > $1; exit 0" INT\necho ready; sleep 60 & wait'))
        terminal.wait_for("ready")
        terminal.type("\x03")
        self.assertEqual(terminal.end()[0], 0)
        self.assertEqual(self.stored("a")["text"], "caught\n")

    def test_an_editor_that_dies_of_ctrl_c_changes_nothing(self):
        self.make_store(a="one")
        terminal = self.open("edit", env=self.editor("echo ready; exec sleep 60"))
        terminal.wait_for("ready")
        terminal.type("\x03")
        status, shown = terminal.end()
        self.assertEqual(status, 1)
        self.assertIn("signal 2", shown)
        self.assertEqual(self.stored("a")["text"], "one")

    def test_the_terminal_that_closes_loses_nothing(self):
        self.make_store(a="one")
        terminal = self.open("edit", env=self.editor('echo "last words" > $1; echo ready; exec sleep 60'))
        terminal.wait_for("ready")
        os.close(terminal.master)
        terminal.process.wait(PATIENCE)
        self.assertEqual(self.stored("a")["text"], "last words\n")
        self.assertEqual([path.name for path in self.folder.glob("memo-ls-*")], [])


class Pipes(InTerminal):
    def test_a_reader_that_goes_ends_the_command_quietly(self):
        self.make_store(a="line\n" * 1_000_000)
        command = f"'{binary()}' show a --store '{self.store}' | head -1"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], env=self.environment(**STABLE),
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual((done.stdout, done.stderr), (b"line\n", b""))
        self.assertEqual(done.returncode, 141)

    def test_output_that_can_not_be_written_is_a_failure(self):
        self.make_store(a="text")
        for arguments in (["show", "a", "--store", str(self.store)], ["--help"], ["--version"], ["list", "--help"]):
            with self.subTest(arguments), open("/dev/full", "w") as full:
                done = subprocess.run(
                    [binary(), *arguments], env=self.environment(), stdout=full, stderr=subprocess.PIPE, text=True,
                    timeout=PATIENCE)
                self.assertEqual(done.returncode, 1)
                self.assertIn("can't write the output", done.stderr)


if __name__ == "__main__":
    unittest.main()
