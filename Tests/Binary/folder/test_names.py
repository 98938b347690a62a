"""Titles and links in folders, as the programs show them whose folders they are."""

import json
import unittest

from folder.folder_case import FolderCase


class Names(FolderCase):
    def titles(self):
        rows = self.here("list", "--format", "{path}\t{title}").splitlines()
        return dict(row.split("\t") for row in rows)

    def links(self, name):
        """What the links of a note lead to: a file, or what is wrong; None for an address elsewhere."""
        outline = json.loads(self.here("outline", name, "--json"))
        files = {row.split("\t")[0]: row.split("\t")[1]
                 for row in self.here("list", "--format", "{id}\t{path}").splitlines()}
        return [link.get("problem") or files.get(link.get("id")) for link in outline["links"]]

    def test_a_vault_of_obsidian(self):
        for name, text in {
            "Home.md": "[[Ideas]] [[Projects/Plan|p]] ![[photo.png]] [[Boss]] [[Nowhere]] [p](Projects/Plan.md)\n",
            "Ideas.md": "a line that is no title\n", "Projects/Plan.md": "## Part\n[[Notes]] [[Ideas]]\n",
            "Projects/Notes.md": "# Said\n", "Archive/Notes.md": "[[Projects/Notes]]\n",
            "Ann.md": "---\naliases: [Boss]\n---\n[[Notes]]\n",
        }.items():
            self.write(name, text)
        self.write("photo.png", b"\x89PNG\xff")
        self.attach()
        self.assertEqual(self.titles(), {
            "Home.md": "Home", "Ideas.md": "Ideas", "Projects/Plan.md": "Plan", "Projects/Notes.md": "Said",
            "Archive/Notes.md": "Notes", "Ann.md": "Ann",
        })
        plan = "Projects/Plan.md"
        self.assertEqual(self.links("Home.md"), ["Ideas.md", plan, None, "Ann.md", "broken", plan])
        self.assertEqual(self.links(plan), ["Projects/Notes.md", "Ideas.md"])
        self.assertEqual(self.links("Ann.md"), ["ambiguous"])
        self.assertIn("Home", self.here("backlinks", "Ideas"))

    def test_a_note_is_renamed_with_its_file(self):
        self.write("a/Old.md", "words\n")
        self.write("b/Links.md", "[[Old]] [[a/Old.md|x]] [y](../a/Old.md#z)\n")
        self.attach()
        self.here("rename", "Old", "New name")
        self.assertEqual(self.texts(), {
            "a/New name.md": "words\n",
            "b/Links.md": "[[New name]] [[a/New name.md|x]] [y](../a/New%20name.md#z)\n",
        })
        self.assertEqual(self.titles(), {"a/New name.md": "New name", "b/Links.md": "Links"})
        self.refusal(1, "rename", "New name", "a/b", words=["file"], cwd=self.notes)

    def test_a_server_renames_the_file_of_a_note_to_which_nothing_links(self):
        self.write("Old.md", "words\n")
        self.attach()
        client = self.launch("--folder", str(self.notes))
        client.initialize()
        (memo,) = client.request("list")["memos"]
        client.request("rename", {"id": memo["id"], "title": "New"})
        self.wait_until(lambda: self.texts() == {"New.md": "words\n"}, "the file's new name")
        self.assertEqual(client.finish(), 0)

    def test_where_rows_end_with_nul_a_path_is_as_it_is(self):
        names = ["l\nm.md", "t\tb.md", "e\x1b[31m.md", "z\u200bw.md"]
        for name in names:
            self.write(name, "words\n")
        self.attach()
        self.assertEqual(sorted(self.here("list", "-0", "-f", "{path}").split("\0")), sorted(["", *names]))
        self.assertIn("l m.md\n", self.here("list", "-f", "{path}"))
        self.assertNotIn("\n", self.here("list", "-0", "-f", "{title}"))

    def test_a_name_that_something_else_in_the_folder_has_is_refused_before_anything_is_changed(self):
        self.write("A.md", "words\n")
        self.write("l.md", "[[A]] [[Said]]\n")
        self.write("said.md", "# Said\n")
        self.write("latin.md", b"\xff\n")
        self.write(".gitignore", "left.md\n")
        self.write("left.md", "left\n")
        self.write("sub.md/x.md", "in it\n")
        (self.notes / "link.md").symlink_to("said.md")
        self.attach()
        before = self.files()
        for title, name in (("Latin", "latin.md"), ("left", "left.md"), ("sub", "sub.md"), ("link", "link.md")):
            for options in (["--dry-run"], []):
                self.refusal(1, "rename", "A.md", title, *options, words=[f"{name} is in the folder"], cwd=self.notes)
        self.write("a.md", "other\n")
        if len(list(self.notes.glob("[aA].md"))) == 2:
            self.refusal(1, "rename", "A.md", "a", words=["a.md is in the folder already"], cwd=self.notes)
            self.assertEqual(self.titles()["A.md"], "A")
        (self.notes / "a.md").unlink(missing_ok=True)
        self.write("A.md", "words\n")
        self.here("list")
        self.assertEqual({name: what[0] for name, what in self.files().items()},
                         {name: what[0] for name, what in before.items()})
        # Where the text says the title, the file gets a number, which is told.
        self.assertTrue(self.here("rename", "said.md", "Left", "--file").endswith("is now called Left 2.md\n"))
        self.assertTrue((self.notes / "Left 2.md").exists())

    def test_a_heading_of_several_lines_that_comes_first_is_the_title_and_is_renamed_whole(self):
        self.write("plan.md", "The plan\nof work\n===\nwords\n")
        self.write("links.md", "[[The plan of work]]\n")
        self.attach()
        self.assertEqual((self.titles()["plan.md"], self.links("links.md")), ("The plan of work", ["plan.md"]))
        self.here("rename", "The plan of work", "Idea")
        self.assertEqual(self.texts(), {"plan.md": "Idea\n===\nwords\n", "links.md": "[[Idea]]\n"})
        self.assertEqual(self.titles()["plan.md"], "Idea")

    def test_commands_call_a_note_and_a_template_as_their_files_are_called(self):
        self.write("Shop.md", "milk\n")
        self.write("templates/Meeting.md", "---\ntags: [template]\n---\n{{title}} is about:\n")
        self.attach()
        self.assertRegex(self.here("append", "Shop", "bread"), r"saved \S+  Shop\n")
        self.here("new", "--template", "meeting", "Weekly sync")
        self.assertEqual(self.texts()["Weekly sync is about.md"], "Weekly sync is about:\n")

    def test_a_day_lies_where_obsidian_puts_it(self):
        self.write(".obsidian/daily-notes.json", '{"folder": "Daily", "format": "YYYY/DD.MM.YYYY"}')
        self.write("Daily/2026/21.11.2026.md", "# Saturday\n")
        self.attach()
        self.here("today", "--date", "2026-11-21", "--add", "more")
        self.here("today", "--date", "2026-11-22", "--add", "words")
        self.here("today", "--date", "2026-11-22", "--add", "again")
        self.assertEqual(set(self.texts()), {
            ".obsidian/daily-notes.json", "Daily/2026/21.11.2026.md", "Daily/2026/22.11.2026.md",
        })
        self.assertEqual(self.texts()["Daily/2026/21.11.2026.md"], "# Saturday\nmore\n")
        self.assertIn("words\nagain", self.texts()["Daily/2026/22.11.2026.md"])

    def test_a_day_lies_where_a_variable_says_that_has_a_slash(self):
        self.write(".obsidian/daily-notes.json", '{"folder": "Daily"}')
        self.write("Days/2026/21.11.md", "# Saturday\n")
        self.attach()
        for date in ("2026-11-21", "2026-11-22", "2026-11-22"):
            self.here("today", "--date", date, "--add", "words", env={"MEMO_LS_DAILY_FORMAT": "Days/%Y/%d.%m"})
        texts = self.texts()
        del texts[".obsidian/daily-notes.json"]
        self.assertEqual(texts, {
            "Days/2026/21.11.md": "# Saturday\nwords\n", "Days/2026/22.11.md": "22.11\nwords\nwords\n",
        })

    def test_settings_of_days_that_cannot_be_read_are_told_and_set_nothing(self):
        path = self.write(".obsidian/daily-notes.json", '{"folder": "Daily"')
        self.attach()
        ways = (("is no object of JSON", None), ("sets nothing, since it is a symbolic link", "elsewhere.json"))
        for number, (words, target) in enumerate(ways, 1):
            if target:
                path.unlink()
                path.symlink_to(target)
            done = self.run_command("today", "--date", f"2026-11-2{number}", "--add", "more", cwd=self.notes)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stderr.startswith(f"memo-ls today: .obsidian/daily-notes.json {words}"), done.stderr)
            self.assertIn(f"2026-11-2{number}.md", self.texts())

    def test_a_day_is_made_of_obsidians_template(self):
        settings = '{"folder": "Daily", "template": "Templates/Day%s"}'
        self.write(".obsidian/daily-notes.json", settings % "")
        words = "# {{ Date : dddd, D MMMM }}\n{{TITLE}} {{date}} {{date:%d.%m}} {{time:[x]}}\n"
        self.write("Templates/Day.md", f"---\ntags: [day]\n---\n{words}")
        self.attach()
        text = "---\ntags: [day]\n---\n# Saturday, 21 November\n2026-11-21 2026-11-21 21.11 x\n"
        self.here("today", "--date", "2026-11-21", "--add", "more")
        self.assertEqual(self.texts()["Daily/2026-11-21.md"], text + "more\n")
        # With the extension, too; what is not there is as if nothing were set, and what is asked for goes first.
        self.write(".obsidian/daily-notes.json", settings % ".md")
        self.here("today", "--date", "2026-11-22", "--add", "more")
        self.assertIn("# Sunday, 22 November\n", self.texts()["Daily/2026-11-22.md"])
        self.here("new", "--tag", "template", "Own {{date}}")
        self.here("today", "--date", "2026-11-23", "--template", "Own {{date}}", "--add", "more")
        self.assertEqual(self.texts()["Daily/2026-11-23.md"], "Own 2026-11-23\nmore\n")
        self.write(".obsidian/daily-notes.json", settings % " gone")
        self.here("today", "--date", "2026-11-24", "--add", "more")
        self.assertEqual(self.texts()["Daily/2026-11-24.md"], "2026-11-24\nmore\n")


if __name__ == "__main__":
    unittest.main()
