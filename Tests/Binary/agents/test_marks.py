"""Whatever stands in an agent's message may be a letter with tens of thousands of combining marks, see
protocol.test_marks."""

import pathlib
import unittest

from agents.agent_case import MODERN, AgentCase
from memo_case import processor_time
from protocol.test_heavy_turns import HEAVIEST
from protocol.test_marks import MARKS, at, replaced, strings

META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}


def tool(name, **arguments):
    return "tools/call", {"name": name, "arguments": arguments, "_meta": META}


CALLS = [
    tool("search_memos", query="has:task", cursor="00"), tool("list_memos", sort="title", cursor="00"),
    tool("list_links", id="a", kind="links", cursor="00"), tool("read_memo", id="a", cursor="00"),
    tool("memo_history", id="a", cursor="00"), tool("create_memo", id="b", text="words", tags=["t"]),
    tool("append_to_memo", id="a", text="words", heading="Title"), tool("set_tags", id="a", add=["t"], remove=["u"]),
    tool("edit_memo", id="a", version=1, edits=[{"old": "words", "new": "others"}]), tool("trash_memo", id="a"),
    tool("restore_memo", id="a"), tool("undo_memo", id="a"),
    ("resources/read", {"uri": "memo:///a", "_meta": META}), ("prompts/list", {"cursor": "x", "_meta": META}),
    ("prompts/get", {"name": "daily_note", "arguments": {"date": "2026-11-23"}, "_meta": META}),
    ("completion/complete", {
        "ref": {"type": "ref/prompt", "name": "summarise_memo"}, "argument": {"name": "id", "value": "a"},
        "_meta": META}),
    ("initialize", HELLO), ("subscriptions/listen", {"resources": ["memo:///a"], "_meta": META}),
]  # fmt: skip


class Marks(AgentCase):
    @unittest.skipUnless(pathlib.Path("/proc/self/schedstat").exists(), "the processor's time is Linux's to tell")
    def test_a_letter_with_80_kb_of_marks_keeps_nobody_waiting_wherever_it_stands(self):
        lines = self.lines("--allow-write")
        lines.modern("tools/call", name="create_memo", arguments={"id": "a", "text": "# Title\n\nwords\n"})
        for method, params in CALLS:
            message = {"id": "x", "method": method, "params": params}
            variants = [(path, replaced(message, path, at(message, path) + MARKS)) for path in strings(message)]
            named = dict(params["arguments"]) | {f"id{MARKS}": "a"} if "arguments" in params else params
            variants.append(("a name", message | {"params": params | {"arguments": named}}))
            for path, variant in variants:
                with self.subTest(f"{method} {params.get('name')} {path}"):
                    began = processor_time(lines)
                    lines.send(**variant)
                    lines.read()
                    self.check_processor_time(processor_time(lines) - began, HEAVIEST)


if __name__ == "__main__":
    unittest.main()
