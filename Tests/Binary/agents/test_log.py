"""What is told to the log while agents work: never a word of theirs, nor of the memos'."""

import subprocess

from agents.agent_case import AgentCase, Lines
from memo_client import PATIENCE

SECRET = "Quetzalcoatl"


class Log(AgentCase):
    def test_no_word_of_a_memo_or_an_agent_is_logged_whatever_is_asked_and_fails(self):
        self.make_store(a=f"{SECRET} one\n[[{SECRET} two]] #{SECRET}\n")
        agent = Lines(
            self.command("--allow-write", "--log-level", "debug"), env=self.environment(), stderr=subprocess.PIPE)
        version = agent.call(SECRET, "append_to_memo", id="a", text=f"{SECRET} three")["version"]
        edit = {"old": f"{SECRET} one", "new": f"{SECRET} four"}
        agent.call(SECRET, "edit_memo", id="a", baseVersion=version, edits=[edit])
        agent.fails(SECRET, "edit_memo", id="a", baseVersion=version, edits=[{"old": SECRET, "new": "x"}])
        agent.call(SECRET, "create_memo", text=SECRET, tags=[SECRET])
        agent.call(SECRET, "set_tags", id="a", add=[SECRET])
        agent.call(SECRET, "search_memos", query=SECRET)
        agent.fails(SECRET, "read_memo", id=SECRET)
        agent.fails(SECRET, "search_memos", query=f"before:{SECRET}")
        for wrong in [f'{{"{SECRET}": {SECRET}', f'{{"jsonrpc": "2.0", "id": 9, "method": "{SECRET}"}}']:
            agent.write(wrong)
            self.assertIn("error", agent.read())
        _, log = agent.process.communicate(timeout=PATIENCE)
        self.assertIn("the store is", log)
        self.assertNotIn(SECRET.lower(), log.lower())
