"""All that there is for agents, in one conversation of the official client in each revision."""

from agents.agent_case import HANDSHAKES, MODES, AgentCase


class Whole(AgentCase):
    def test_every_tool_resource_prompt_completion_and_subscription(self):
        for mode in MODES:
            with self.subTest(mode):
                self.converse(mode)

    def converse(self, mode):
        name = f"a{mode}"
        self.make_store(**{name: f"Alpha {mode}\n[[Nowhere]]"})
        agent = self.agent("--allow-write", mode=mode, answer="accept")
        self.assertEqual(len(agent.call("list_tools")["tools"]), 12)
        if mode in HANDSHAKES:
            agent.call("subscribe_resource", uri=f"memo:///{name}")
        else:
            agent.begin("listen", uris=[f"memo:///{name}"], events=2)
            self.assertEqual(agent.end(), "listening")
            self.on_store("append", name, "from elsewhere")
            self.on_store("new", "another")
            self.assertEqual(agent.end(), [f"ResourceUpdated memo:///{name}", "ResourcesListChanged "])
        made = agent.tool("create_memo", text="Made\nmilk", tags=["x"])["id"]
        self.assertEqual(agent.tool("search_memos", query="milk", tag="x")["memos"][0]["id"], made)
        version = agent.tool("append_to_memo", id=made, text=f"[[Alpha {mode}]]")["version"]
        version = agent.tool("edit_memo", id=made, baseVersion=version,
                             edits=[{"old": "milk", "new": "tea"}])["version"]
        self.assertEqual(agent.tool("list_links", id=name)["backlinks"][0]["id"], made)
        agent.tool("undo_memo", id=made)
        version = agent.tool("set_tags", id=made, add=["y"], remove=["x"])["version"]
        self.assertEqual(agent.tool("trash_memo", id=made, baseVersion=version)["id"], made)
        agent.tool("restore_memo", id=made)
        states = agent.tool("memo_history", id=made)["states"]
        self.assertEqual(agent.tool("read_memo", id=made, revision=states[-1]["revision"])["version"], 1)
        self.assertIn(made, [memo["id"] for memo in agent.tool("list_memos", tag="y")["memos"]])
        self.assertIn(f"memo:///{made}", [one["uri"] for one in agent.call("list_resources")["resources"]])
        self.assertEqual(len(agent.call("list_resource_templates")["resourceTemplates"]), 1)
        (content,) = agent.call("read_resource", uri=f"memo:///{made}")["contents"]
        self.assertTrue(content["text"].startswith("Made\nmilk"))
        for prompt in agent.call("list_prompts")["prompts"]:
            arguments = {} if prompt["name"] == "daily_note" else {"id": made}
            self.assertTrue(agent.call("get_prompt", name=prompt["name"], arguments=arguments)["messages"])
        done = agent.call("complete", ref={"type": "ref/prompt", "name": "find_related"},
                          argument={"name": "id", "value": "mad"})
        self.assertIn(made, done["completion"]["values"])
        if mode in HANDSHAKES:
            self.on_store("append", name, "from elsewhere")
            told = f"notifications/resources/updated memo:///{name}"
            self.assertIn(told, self.told(agent, told))
            agent.call("unsubscribe_resource", uri=f"memo:///{name}")
        self.progress_and_giving_up(agent, made)
        self.assertEqual(agent.close(), 0)

    @staticmethod
    def told(agent, last):
        """What the client was told, up to this."""
        told = []
        while last not in told:
            told += agent.call("told", count=1)
        return told

    def progress_and_giving_up(self, agent, memo):
        done = agent.call("progress", name="search_memos", arguments={"query": "milk"})
        self.assertEqual(done["steps"][0], [0.0, None, "Search memos"])
        self.assertFalse(done["result"].get("isError"))
        unlock = self.lock_store()
        slow = agent.call("progress", name="append_to_memo", arguments={"id": memo, "text": "locked"})
        steps = [step[0] for step in slow["steps"]]
        self.assertEqual(steps, sorted(set(steps)))
        self.assertGreater(len(steps), 2)
        self.assertIn("don't make it again", slow["result"]["structuredContent"]["unsaved"])
        self.assertEqual(agent.call("give_up", name="append_to_memo", arguments={"id": memo, "text": "more"}),
                         "given up")
        unlock()
        # Whether it was given up in time or not, it is done as a whole or not at all, and the next one is served.
        self.assertRegex(agent.tool("read_memo", id=memo)["text"], "\nlocked\n(more\n)?$")
        self.assertEqual(agent.tool("append_to_memo", id=memo, text="last")["id"], memo)
