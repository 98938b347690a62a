"""An agent's server with a folder: it reads and writes the folder's notes as its memos, alone and beside another
process that keeps them."""

import unittest

from agents.agent_case import Lines
from folder.served_case import ServedCase
from memo_client import binary


class Agents(ServedCase):
    def agent(self, *flags):
        lines = Lines([binary(), "mcp", "--folder", str(self.notes), *flags], env=self.environment())
        self.addCleanup(lambda: lines.process.poll() is None and lines.close())
        return lines

    def read(self, agent, id):
        return agent.call("A", "read_memo", id=id)["text"]

    def check_both_ways(self, agent):
        """What an agent writes is in the files, and what others write there is what it reads."""
        (found,) = agent.rows("search_memos", query="beach")
        id = found["id"]
        memo = agent.call("A", "read_memo", id=id)
        self.assertEqual(memo["text"], "# Trip\n\nbeach\n")
        agent.call("A", "edit_memo", id=id, baseVersion=memo["version"], edits=[{"old": "beach", "new": "beach, tent"}])
        self.wait_for_file("sub/trip.md", "# Trip\n\nbeach, tent\n")
        self.write("sub/trip.md", "# Trip\n\nbeach, tent\nstove\n")
        self.wait_until(lambda: self.read(agent, id).endswith("stove\n"), "that the agent reads it")
        made = agent.call("A", "create_memo", text="Shopping\nmilk\n")
        self.wait_for_file("Shopping.md", "Shopping\nmilk\n")
        agent.call("A", "trash_memo", id=made["id"], baseVersion=made["version"])
        self.wait_for_file("Shopping.md", None)
        agent.call("A", "restore_memo", id=made["id"])
        self.wait_for_file("Shopping.md", "Shopping\nmilk\n")
        self.assertEqual(agent.close(), (0, ""))
        self.assertEqual(self.texts(), {
            "sub/trip.md": "# Trip\n\nbeach, tent\nstove\n", "Shopping.md": "Shopping\nmilk\n"})

    def test_what_an_agent_writes_is_in_the_files_and_what_others_write_is_what_it_reads(self):
        self.write("sub/trip.md", "# Trip\n\nbeach\n")
        self.attach()
        self.check_both_ways(self.agent("--allow-write"))

    def test_it_does_so_beside_a_server_that_keeps_the_folder(self):
        self.write("sub/trip.md", "# Trip\n\nbeach\n")
        self.attach()
        self.open()
        self.check_both_ways(self.agent("--allow-write"))

    def test_what_changed_before_it_was_started_is_read_and_without_the_flag_nothing_is_written(self):
        path = self.write("trip.md", "# Trip\n\nbeach\n")
        self.attach()
        path.write_text("# Trip\n\nbeach, boat\n")
        agent = self.agent()
        self.wait_until(lambda: agent.rows("search_memos", query="boat"), "that the agent finds it")
        self.assertIsNotNone(agent.modern("tools/call", name="trash_memo", arguments={"id": "x"}).get("error"))
        self.assertEqual(agent.close(), (0, ""))
        self.assertEqual(self.texts(), {"trip.md": "# Trip\n\nbeach, boat\n"})

    def test_a_folder_that_nobody_attached_is_refused_and_what_to_do_is_said(self):
        self.refusal(1, "mcp", "--folder", str(self.notes), words=["memo-ls folder attach"])
        self.assertEqual(list(self.notes.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
