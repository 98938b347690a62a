"""`memo-ls today`: the memo of the day, also made and added to by several processes at once; `memo-ls new
--template`."""

import json
import subprocess
import unittest

from command_case import STABLE, CommandCase
from memo_client import PATIENCE, binary


class Today(CommandCase):
    DAY = ["--date", "2026-11-22"]

    def text(self):
        return self.stored("daily-2026-11-22")["text"]

    def test_it_is_edited_in_the_editor(self):
        self.assertEqual(self.on_store("today", *self.DAY, env={"EDITOR": "sed -i s/$/!/"}),
                         "saved daily-2026-11-22  2026-11-22!\n")
        self.assertEqual(self.text(), "2026-11-22!\n")

    def test_words_are_added_without_an_editor(self):
        for arguments in (["--add", "slept well"], ["-a", "- tea", "--heading", "Food"]):
            self.assertEqual(self.on_store("today", *self.DAY, *arguments, env={"EDITOR": "false"}),
                             "saved daily-2026-11-22  2026-11-22\n")
        self.assertEqual(self.text(), "2026-11-22\nslept well\n\n## Food\n- tea\n")

    def test_a_dash_stands_for_stdin_and_other_input_is_not_overlooked(self):
        self.on_store("today", *self.DAY, "--add", "-", input="from\nstdin\n")
        self.assertEqual(self.text(), "2026-11-22\nfrom\nstdin\n")
        done = self.run_command("today", "--store", str(self.store), *self.DAY, "--add", "words", input="unread")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, "memo-ls today: stdin was not read; to add what it has, use: --add -\n")
        self.refused(1, "today", *self.DAY, "--add", "-", input=" \n", words=["no text"])
        self.assertEqual(self.text(), "2026-11-22\nfrom\nstdin\nwords\n")

    def test_its_title_is_written_as_a_variable_says(self):
        self.on_store("today", *self.DAY, "--add", "x", env={"MEMO_LS_DAILY_FORMAT": "%d.%m.%Y"})
        self.assertEqual(self.text(), "22.11.2026\nx\n")
        self.refused(64, "today", "--add", "x", env={"MEMO_LS_DAILY_FORMAT": "%n"}, words=["MEMO_LS_DAILY_FORMAT"])

    def test_json_is_the_memo_as_create_memo_answers(self):
        self.assertEqual(self.json_of("createMemo", "today", *self.DAY, "--add", "x")["id"], "daily-2026-11-22")

    def test_of_what_many_add_at_once_nothing_is_lost_and_there_is_one_memo(self):
        words = [f"line {number}" for number in range(16)]
        running = [
            subprocess.Popen(
                [binary(), "today", "--store", str(self.store), *self.DAY, "--add", word],
                env=self.environment(**STABLE), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, encoding="utf-8")
            for word in words
        ]
        said = [process.communicate(timeout=PATIENCE)[1] for process in running]
        self.assertEqual(([process.returncode for process in running], said), ([0] * len(words), [""] * len(words)))
        lines = self.text().splitlines()
        self.assertEqual((lines[0], sorted(lines[1:])), ("2026-11-22", sorted(words)))
        self.assertEqual(self.json_of("list", "list")["total"], 1)

    def test_what_is_not_understood_makes_no_store(self):
        for arguments in (["--add", ""], ["--date", "soon"], ["--heading", "x"], ["word"]):
            self.refused(64, "today", *arguments)
        self.refused(64, "today", "2026-11-22", words=["takes options only, such as --add TEXT or --date DATE; "])
        self.assertFalse(self.store.exists())

    def test_a_memo_is_made_of_a_template(self):
        self.on_store("new", "-t", "template", "-t", "work", "# Meeting\n{{title}} with {{who}}")
        id = self.on_store("new", "--template", "Meeting", "--value", "who=me", "--pin", "Weekly", "sync").strip()
        memo = self.stored(id)
        self.assertEqual((memo["text"], memo["properties"]),
                         ("# Meeting\nWeekly sync with me", {"tags": ["work"], "pinned": True}))
        state = json.loads(self.on_store("list", "--json", "--tag", "template"))
        self.assertEqual(len(state["memos"]), 1)
        self.refused(1, "new", "--template", id, words=["is no template", "--tag template"])

    def test_templates_that_have_one_title_are_named_by_their_tags_or_a_part_of_their_ids(self):
        self.on_store("new", "plain")
        self.refused(1, "new", "--template", "trip", words=["no template is called trip; memo-ls edit --tag template"])
        trip = self.on_store("new", "-t", "template/trip", "--", "---\ntitle: {{title}}\n---\n").strip()
        other = self.on_store("new", "-t", "template", "# {{title}}").strip()
        id = self.on_store("new", "--template", "trip", "Trip: Japan").strip()
        self.assertEqual(self.stored(id)["text"], '---\ntitle: "Trip: Japan"\n---\n')
        self.assertEqual(json.loads(self.on_store("list", "--json"))["memos"][0]["displayTitle"], "Trip: Japan")
        id = self.on_store("new", "--template", other[-8:], "a").strip()
        self.assertEqual(self.stored(id)["text"], "# a")
        self.on_store("today", *self.DAY, "--template", "Trip", "--add", "x")
        self.assertEqual(self.text(), "---\ntitle: 2026-11-22\n---\nx\n")
        self.refused(1, "new", "--template", "nothing",
                     words=["no template is called nothing: there are", trip[-8:] + " trip", other[-8:]])


if __name__ == "__main__":
    unittest.main()
