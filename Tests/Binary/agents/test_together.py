"""An agent and two editors on one store, at random: no line is lost, all are equal at rest, and an undo takes back no
other's."""

import os
import random
import unittest

from agents.agent_case import Lines, MODERN
from memo_client import PATIENCE, binary
from sharing import typed_lines
from sharing.torture_case import TortureCase

# How many edits are made in the short form; the long one sets it higher.
EDITS = int(os.environ.get("MEMO_TEST_AGENT_EDITS", "400"))
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
NAME = "tester"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": NAME, "version": "1"}}


class Agent:
    """An agent's conversation, and what it has written: of each memo the lines that its steps added and took away."""

    def __init__(self, store, ledger, chance, figures):
        self.ledger, self.chance, self.figures = ledger, chance, figures
        self.lines = Lines([binary(), "mcp", "--store", str(store), "--allow-write"])
        self.reads = {}
        self.steps = {}

    def tool(self, name, **arguments):
        """What a tool answers; None if it has failed."""
        answer = self.lines.ask("tools/call", {"name": name, "arguments": arguments}, META)
        assert "result" in answer, answer
        result = answer["result"]
        self.figures[f"{name}{' refused' if result.get('isError') else ''}"] += 1
        return None if result.get("isError") else result["structuredContent"]

    def read(self, memo):
        """Reads a memo, from which later edits start, however old it is by then."""
        self.reads[memo] = self.tool("read_memo", id=memo)

    def append(self, memo):
        line = self.ledger.new_line("agent")
        if self.tool("append_to_memo", id=memo, text=line):
            self.wrote(memo, [line], [])

    def edit(self, memo):
        """Replaces a line of what was read, or adds one after it."""
        if memo not in self.reads:
            self.read(memo)
        read = self.reads[memo]
        lines = [line for line in read["text"].split("\n") if line and read["text"].count(line) == 1]
        if not lines:
            return self.append(memo)
        old, new = self.chance.choice(lines), self.ledger.new_line("agent")
        taken = [old] if self.chance.random() < 0.4 else []
        self.ledger.take(taken)
        edits = [{"old": old, "new": new if taken else f"{old}\n{new}"}]
        if self.tool("edit_memo", id=memo, baseVersion=read["version"], edits=edits):
            self.wrote(memo, [new], taken)
        else:
            self.ledger.refuse(taken)
            self.read(memo)

    def wrote(self, memo, added, taken):
        self.ledger.accept(added)
        self.steps.setdefault(memo, []).append((added, taken))

    def undo(self, memo):
        """Takes back the newest step, if that is the agent's own: the only one whose words may go."""
        steps = self.steps.get(memo)
        if not steps:
            return
        added, taken = steps[-1]
        self.ledger.take(added)
        if self.tool("undo_memo", id=memo):
            steps.pop()
            self.ledger.refuse(taken)
        else:
            self.ledger.refuse(added)

    def step(self, memo):
        chance = self.chance.random()
        if memo == typed_lines.GROWING or chance < 0.2:
            self.append(memo)
        elif chance < 0.4:
            self.read(memo)
        elif chance < 0.5:
            self.undo(memo)
        else:
            self.edit(memo)


class Together(TortureCase):
    def test_an_agent_and_two_editors_lose_nothing_of_each_other(self):
        print(f"MEMO_TEST_SEED={SEED} MEMO_TEST_AGENT_EDITS={EDITS}", flush=True)
        self.open_all(SEED, [typed_lines.GROWING, "shared-0", "shared-1"], 2)
        agent = Agent(self.store, self.ledger, self.chance, self.figures)
        self.addCleanup(lambda: agent.lines.process.poll() is None and agent.lines.close())
        while self.edits() < EDITS:
            self.hear(0.002)
            memo = self.memos[0] if self.chance.random() < 0.1 else self.chance.choice(self.memos[1:])
            if self.chance.random() < 0.5:
                agent.step(memo)
                continue
            editor = self.chance.choice(self.editors)
            for _ in range(self.chance.choice([1, 1, 2, 5])):
                if editor.is_ready(memo):
                    editor.type(memo)
        self.settle()
        for memo in self.memos:
            self.hear_until(lambda: {self.whole(agent, memo)} == {editor.buffers[memo].text for editor in self.editors},
                            f"the same text of {memo} for all")
        self.assertEqual(agent.lines.close()[0], 0)
        self.close_all()
        self.check_end()
        print(", ".join(f"{count} {what}" for what, count in sorted(self.figures.items())), flush=True)
        for what in ("edit_memo", "append_to_memo", "undo_memo", "edits sent", "merges"):
            self.assertGreater(self.figures[what], 0, what)

    def edits(self):
        return sum(self.figures[what] for what in ("edits sent", "edit_memo", "append_to_memo", "undo_memo"))

    @staticmethod
    def whole(agent, memo):
        """A memo's text, piece by piece."""
        text, place = "", {}
        while True:
            piece = agent.tool("read_memo", id=memo, **place)
            text += piece["text"]
            if "next" not in piece:
                return text
            place = piece["next"]


if __name__ == "__main__":
    unittest.main()
