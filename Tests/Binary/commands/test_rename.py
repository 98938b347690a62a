"""`memo-ls rename` and `memo-ls tags rename`: what is renamed, with the links and tags that name it."""

import unittest

from command_case import CommandCase

TEXTS = {
    "food-0001": "# Food\n\n## Fruit\n#a/b", "trip-0001": "# Trip\n[[Food]], [[food#fruit|it]], [[food-0001]] #a",
    "list-0001": "# List\n[x](Food) `[[Food]]` #A/c\n", "head-0001": "---\ntags: [a, z]\n---\nHead",
    "twin-0001": "# Twin", "twin-0002": "# Twin", "gone-0001": "# Gone\n[[Food]] #a\n",
}


class Renaming(CommandCase):
    def setUp(self):
        super().setUp()
        self.make_store(**TEXTS)
        self.on_store("delete", "gone-0001")

    def texts(self):
        return {id: self.on_store("show", id) for id in TEXTS}

    def test_a_title_takes_its_links_along_and_one_line_says_so(self):
        self.assertEqual(self.on_store("rename", "food", "Good meals"),
                         "renamed Food to Good meals, and 3 links to it, in 3 memos\n")
        self.assertEqual(self.on_store("show", "food-0001"), "# Good meals\n\n## Fruit\n#a/b")
        self.assertEqual(self.on_store("show", "trip-0001"),
                         "# Trip\n[[Good meals]], [[Good meals#fruit|it]], [[food-0001]] #a")
        self.assertEqual(self.on_store("show", "list-0001"), "# List\n[x](Good%20meals) `[[Food]]` #A/c\n")
        self.assertEqual(self.on_store("show", "gone-0001"), TEXTS["gone-0001"])
        self.assertEqual(self.on_store("rename", "list-0001", "Things"), "renamed List to Things; no link names it\n")

    def test_a_memo_is_named_by_its_id_or_its_title_or_a_part_of_its_id(self):
        for name, title in (("food-0001", "One"), ("ONE", "Two"), ("food", "Three")):
            self.on_store("rename", name, title)
            self.assertTrue(self.on_store("show", "food-0001").startswith(f"# {title}\n"))

    def test_a_heading_takes_its_links_along(self):
        self.assertEqual(
            self.on_store("rename", "Food", "Ripe fruit", "--heading", "fruit"),
            "renamed fruit in Food to Ripe fruit, and 1 link to it, in 2 memos\n")
        self.assertEqual(self.on_store("show", "food-0001"), "# Food\n\n## Ripe fruit\n#a/b")
        self.assertIn("[[food#Ripe fruit|it]]", self.on_store("show", "trip-0001"))

    def test_a_tag_is_renamed_wherever_it_stands_with_those_in_it(self):
        self.on_store("edit", "twin-0001", "--tag", "a")
        self.assertEqual(self.on_store("tags", "rename", "#a", "b/new"), "renamed #a to #b/new: 5 tags in 5 memos\n")
        self.assertEqual(self.on_store("show", "food-0001"), "# Food\n\n## Fruit\n#b/new/b")
        self.assertEqual(self.on_store("show", "head-0001"), "---\ntags: [b/new, z]\n---\nHead")
        self.assertEqual(self.on_store("show", "gone-0001"), TEXTS["gone-0001"])
        self.assertEqual(self.stored("twin-0001")["properties"]["tags"], ["b/new"])
        self.refused(1, "tags", "rename", "a", "c", words=["no memo has the tag #a; memo-ls tags shows"])

    def test_each_memo_has_one_step_more_which_undo_takes_back(self):
        before = self.texts()
        steps = len(self.on_store("history", "trip-0001").splitlines())
        self.on_store("rename", "Food", "Meals")
        self.on_store("tags", "rename", "a", "n")
        self.assertEqual(len(self.on_store("history", "trip-0001").splitlines()), steps + 2)
        for _ in range(2):
            self.on_store("undo", "trip-0001")
        self.assertEqual(self.on_store("show", "trip-0001"), before["trip-0001"])

    def test_a_tag_that_another_is_called_by_then_is_not_one_that_is_left(self):
        self.on_store("new", "tagged #x/y/y")
        self.assertEqual(self.on_store("tags", "rename", "x/y", "x"), "renamed #x/y to #x: 1 tag in 1 memo\n")

    def test_a_dry_run_tells_and_does_nothing(self):
        before = self.texts()
        self.assertEqual(self.on_store("rename", "Food", "Meals", "--dry-run"),
                         "would rename Food to Meals, and 3 links to it, in 3 memos\n")
        self.assertEqual(self.on_store("tags", "rename", "a", "n", "--dry-run"),
                         "would rename #a to #n: 4 tags in 4 memos\n")
        self.assertEqual(self.texts(), before)

    def test_json_has_the_shape_of_the_protocol(self):
        self.assertEqual(self.json_of("rename", "rename", "Food", "Meals"), {"memos": 3, "edits": 4})
        self.assertEqual(self.json_of("rename", "tags", "rename", "z", "y"), {"memos": 1, "edits": 1})

    def test_what_is_called_so_already_is_told(self):
        for arguments, words in (
            (["rename", "Food", "Food"], "nothing was changed: Food is called Food already\n"),
            (["rename", "Food", "Fruit", "--heading", "Fruit"],
             "nothing was changed: Fruit in Food is called Fruit already\n"),
            (["tags", "rename", "z", "z"], "nothing was changed: it is called so already\n"),
        ):
            done = self.run_command(*arguments, "--store", str(self.store))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", words))

    def test_what_can_not_be_done_says_what_to_do_and_changes_nothing(self):
        before = self.texts()
        for status, arguments, words in (
            (1, ["rename", "Food", "trip"],
             ["trip is the name of another memo already, trip-0001; choose another title"]),
            (1, ["rename", "Food", "Twin"], ["twin-0001, twin-0002"]),
            (1, ["rename", "Food", "a|b"], ["without [ ] | # ^"]), (1, ["rename", "Food", "a\nb"], ["one line"]),
            (1, ["rename", "gone-0001", "New"],
             ["is in the trash; bring it back first with: memo-ls restore gone-0001"]),
            (1, ["rename", "Twin", "New"], ["could mean several memos; give the id", "twin-0001", "twin-0002"]),
            (1, ["rename", "nothing", "New"], ["no memo has the id or the title nothing"]),
            (1, ["rename", "Food", "New", "--heading", "Nuts"], ["no such heading; memo-ls outline shows"]),
            (1, ["rename", "Food", "Food", "--heading", "Fruit"], ["another heading of this name"]),
            (1, ["rename", "Food", "a]b", "--heading", "Fruit"],
             ["a heading is one line that says something, without [ ] | # ^"]),
            (64, ["rename", "Food"], ["TITLE is missing"]), (64, ["rename"], ["ID is missing"]),
            (64, ["rename", "Food", "New", "name"], ["unexpected argument: name"]),
            (1, ["tags", "rename", "none", "b"], ["no memo has the tag #none"]),
            (1, ["tags", "rename", "a", "b c"], ["b c can be no tag"]),
            (64, ["tags", "rename", "a"], ["OLD, and NEW"]), (64, ["tags", "rename", "a", "#"], ["a tag is empty"]),
            (64, ["tags", "rename", "a", "b", "--limit", "3"], ["--limit does not go with memo-ls tags rename"]),
            (64, ["tags", "renam", "a", "b"], ["rename OLD NEW, not renam"]),
            (64, ["tags", "--dry-run"], ["is for memo-ls tags rename"]),
        ):
            self.refused(status, *arguments, words=words)
        self.assertEqual(self.texts(), before)

    def test_a_line_that_is_more_than_a_title_stays_and_it_is_said_what_to_do(self):
        self.make_store(task="- [ ] milk\n", quote="> # Said\n", odd="---\nx: &t Odd\n<<: {title: *t}\n---\n",
                        broken="---\ntitle: Trip: Japan\n---\nTokyo\n", list="- milk\n")
        for id, words in (
            ("task", "the first line of memo task is more than a title, such as a task or a link, "
                     "and would no longer be that; write a title above it with: memo-ls edit task"),
            ("quote", "the first line of memo quote is more than a title"),
            ("odd", "the front matter of memo odd can't be changed alone as it is written; "
                    "change it by hand with: memo-ls edit odd"),
            ("broken", "the front matter of memo broken can't be changed alone as it is written"),
            ("list", "the first line of memo list is more than a title"),
        ):
            before = self.on_store("show", id)
            self.refused(1, "rename", id, "New", words=[words])
            self.assertEqual(self.on_store("show", id), before)

    def test_a_heading_that_says_the_title_of_the_front_matter_is_renamed_with_it(self):
        self.make_store(both="---\ntitle: Old\n---\n# Old\n[[#Old]]", other="[[Old#old]]")
        self.assertEqual(self.on_store("rename", "Old", "New"), "renamed Old to New, and 2 links to it, in 2 memos\n")
        self.assertEqual(self.on_store("show", "both"), "---\ntitle: New\n---\n# New\n[[#New]]")
        self.assertEqual(self.on_store("show", "other"), "[[New#New]]")
        page = self.on_store("export", "both", "--format", "html")
        self.assertEqual(page.count("<h1"), 1)

    def test_tags_that_an_alias_of_yaml_stands_for_are_written_out_and_renamed(self):
        self.make_store(odd="---\nx: &y [q]\ntags: *y\n---\nOdd")
        done = self.run_command("tags", "rename", "q", "r", "--store", str(self.store))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "renamed #q to #r: 1 tag in 1 memo\n", ""))
        self.assertEqual(self.on_store("show", "odd"), "---\nx: &y [q]\ntags: [r]\n---\nOdd")


if __name__ == "__main__":
    unittest.main()
