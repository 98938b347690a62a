"""`memo-ls links`, `backlinks`, `tags` and `outline`, in pipes, as JSON and in a terminal."""

import unittest

from command_case import CommandCase
from commands.terminal import Terminal

EVIL = "\x1bc\x07\x9b31m\u202e"


class Links(CommandCase):
    def setUp(self):
        super().setUp()
        self.make_store(
            food="# Food\n## Fruit\n", alone="Alone",
            trip=f"# Trip\nto [[Food]] and [[Map|{EVIL}]] #a/b\n- [ ] pack {EVIL}\n## {EVIL} end\n[[food#Nuts]]\n")

    def screen(self, *arguments):
        """What a terminal of 60 columns shows, without colours."""
        terminal = Terminal(*arguments, "--store", str(self.store),
                            env=self.environment(TERM="xterm", NO_COLOR="1"), columns=60)
        self.addCleanup(terminal.kill)
        status, shown = terminal.end()
        self.assertEqual(status, 0, shown)
        return shown

    def test_json_has_the_shapes_of_the_protocol(self):
        self.assertEqual(self.json_of("outline", "links", "trip")["links"][0]["id"], "food")
        self.assertEqual([task["done"] for task in self.json_of("outline", "outline", "Trip")["tasks"]], [False])
        self.assertEqual([memo["id"] for memo in self.json_of("links", "links", "--broken")["memos"]], ["trip"])
        self.assertEqual([memo["id"] for memo in self.json_of("links", "links", "--orphans")["memos"]], ["alone"])
        self.assertEqual(self.json_of("links", "links", "--ambiguous"), {"memos": [], "total": 0})
        self.assertEqual([len(memo["links"]) for memo in self.json_of("backlinks", "backlinks", "Food")["memos"]], [2])
        self.assertEqual(self.json_of("tags", "tags")["tags"], [{"name": "a", "memos": 1}, {"name": "a/b", "memos": 1}])

    def test_no_memo_orders_a_terminal_about(self):
        for command in (["links", "trip"], ["links", "--broken"], ["backlinks", "food"], ["outline", "trip"]):
            for shown in (self.on_store(*command), self.screen(*command)):
                self.assertNotRegex(shown, "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")
        self.assertIn("4  ", self.screen("outline", "trip"))

    def test_a_terminal_shows_lines_that_fit(self):
        shown = self.screen("links", "trip")
        self.assertIn("2  [[Food]]", shown)
        self.assertIn("no such heading or block  food", shown)
        for command in (["links", "trip"], ["links", "--broken"], ["backlinks", "food"], ["outline", "trip"], ["tags"]):
            self.assertLessEqual(max(map(len, self.screen(*command).splitlines())), 60, command)

    def test_where_little_room_is_left_the_link_is_cut_last(self):
        self.make_store(plans="# The plans for the weekend", to="[[The plans for the weekend]]\n[[Nothing]]\n")
        self.assertIn("1  [[The plans for the weekend]]", self.screen("links", "to"))

    def test_what_is_not_there_or_not_meant_is_told(self):
        for command in ("links", "backlinks", "outline"):
            self.refused(1, command, "nothing", words=["no memo has the id or the title nothing"])
        self.refused(64, "links", "--broken", "trip", words=["leave out the ID"])
        done = self.run_command("links", "--store", str(self.store), "alone")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", "alone  Alone has no links\n"))


if __name__ == "__main__":
    unittest.main()
