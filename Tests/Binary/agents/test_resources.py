"""Memos as resources, prompts, completion, and being told of changes."""

from agents.agent_case import HANDSHAKES, LEGACY, MODERN, MODES, AgentCase, Refusal

CAPABLE = {"completions": {}, "prompts": {}, "resources": {"subscribe": True, "listChanged": True}, "tools": {}}


class Resources(AgentCase):
    def test_memos_are_listed_and_read_as_resources(self):
        self.make_store(a="Alpha", b="Beta\n" + "x" * 40_000 + "\nend")
        for mode in MODES:
            with self.subTest(mode):
                agent = self.agent(mode=mode)
                if mode != MODERN:
                    self.assertEqual(agent.call("facts")["capabilities"], CAPABLE)
                listed = agent.call("list_resources")["resources"]
                self.assertEqual({one["uri"]: one["title"] for one in listed},
                                 {"memo:///a": "Alpha", "memo:///b": "Beta"})
                templates = agent.call("list_resource_templates")["resourceTemplates"]
                self.assertEqual([one["uriTemplate"] for one in templates], ["memo:///{id}"])
                uri, whole = "memo:///b", ""
                while uri:
                    (content,) = agent.call("read_resource", uri=uri)["contents"]
                    self.assertEqual(content["mimeType"], "text/markdown")
                    whole, uri = whole + content["text"], content.get("_meta", {}).get("next")
                self.assertEqual(whole, "Beta\n" + "x" * 40_000 + "\nend")
                for wrong in ["memo:///c", "memo:///", "file:///a", "memo:///a?startLine=0", "memo:///a?x=1",
                              "memo:///../a"]:
                    with self.assertRaises(Refusal) as refused:
                        agent.call("read_resource", uri=wrong)
                    self.assertEqual(refused.exception.code, -32002 if mode in HANDSHAKES else -32602)

    def test_many_are_listed_by_going_on(self):
        memos = {f"m{number:03}": str(number) for number in range(120)}
        self.make_store(**memos)
        agent = self.agent()
        found, cursor = [], {}
        while True:
            page = agent.call("list_resources", **cursor)
            found += [one["name"] for one in page["resources"]]
            if "nextCursor" not in page:
                break
            cursor = {"cursor": page["nextCursor"]}
        self.assertEqual(sorted(found), list(memos))

    def test_prompts_bring_their_memo_and_write_nothing(self):
        self.make_store(a="Alpha\nwords")
        for mode in MODES:
            agent = self.agent("--allow-write", mode=mode)
            prompts = agent.call("list_prompts")["prompts"]
            self.assertEqual([one["name"] for one in prompts], ["daily_note", "summarise_memo", "find_related"])
            for name in ["summarise_memo", "find_related"]:
                words, memo = agent.call("get_prompt", name=name, arguments={"id": "a"})["messages"]
                self.assertIn("memo a", words["content"]["text"])
                self.assertEqual(memo["content"]["resource"]["text"], "Alpha\nwords")
                for wrong in [{}, {"id": "b"}, {"id": "a", "x": "y"}]:
                    with self.assertRaises(Refusal) as refused:
                        agent.call("get_prompt", name=name, arguments=wrong)
                    self.assertEqual(refused.exception.code, -32602)
            (words,) = agent.call("get_prompt", name="daily_note", arguments={"date": "2020-02-29"})["messages"]
            self.assertIn("daily-2020-02-29", words["content"]["text"])
            self.assertEqual(agent.tool("list_memos")["total"], 1)

    def test_a_days_prompt_brings_the_memo_that_was_made_by_hand_and_hides_one_without_the_tag(self):
        self.make_store(mine="23.08.2026\nwords", theirs="24.08.2026\n#shown\n")
        for tag, day, is_there, id in [
            ([], "2026-08-23", True, "mine"), (["--tag", "shown"], "2026-08-24", True, "theirs"),
            (["--tag", "shown"], "2026-08-23", False, "daily-2026-08-23"),
            ([], "2026-08-25", False, "daily-2026-08-25"),
        ]:
            agent = self.agent("--daily-format", "%d.%m.%Y", *tag)
            said = agent.call("get_prompt", name="daily_note", arguments={"date": day})["messages"]
            self.assertEqual(len(said), 2 if is_there else 1, day)
            self.assertIn(f"the id {id}.", said[0]["content"]["text"])
        self.assertEqual(agent.tool("list_memos")["total"], 2)

    def test_ids_are_completed_by_titles(self):
        self.make_store(a="Shopping list", b="Shop hours", c="Other")
        for mode in MODES:
            agent = self.agent(mode=mode)
            for ref in [{"type": "ref/resource", "uri": "memo:///{id}"},
                        {"type": "ref/prompt", "name": "summarise_memo"}]:
                done = agent.call("complete", ref=ref, argument={"name": "id", "value": "shop"})["completion"]
                self.assertEqual(sorted(done["values"]), ["a", "b"])
            with self.assertRaises(Refusal):
                agent.call("complete", ref={"type": "ref/prompt", "name": "none"}, argument={"name": "id", "value": ""})

    def test_what_is_outside_the_tag_is_no_resource(self):
        self.make_store(a="Alpha\n#open", b="Beta")
        agent = self.agent("--tag", "open")
        self.assertEqual([one["name"] for one in agent.call("list_resources")["resources"]], ["a"])
        for call in [{"call": "read_resource", "uri": "memo:///b"},
                     {"call": "get_prompt", "name": "find_related", "arguments": {"id": "b"}}]:
            with self.assertRaises(Refusal):
                agent.call(call.pop("call"), **call)
        ref = {"type": "ref/resource", "uri": "memo:///{id}"}
        self.assertEqual(
            agent.call("complete", ref=ref, argument={"name": "id", "value": "beta"})["completion"]["values"], [])


class Subscriptions(AgentCase):
    def test_the_official_client_is_told_of_changes_from_anywhere(self):
        self.make_store(a="one", b="two")
        agent = self.agent("--allow-write")
        agent.begin("listen", uris=["memo:///a"], events=2)
        self.assertEqual(agent.end(), "listening")
        self.on_store("append", "b", "not asked for")
        self.on_store("append", "a", "more")
        self.on_store("new", "another")
        self.assertEqual(agent.end(), ["ResourceUpdated memo:///a", "ResourcesListChanged "])

    def listen(self, lines, id, **wanted):
        lines.send(id=id, method="subscriptions/listen", params={"notifications": wanted, "_meta": {
            "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}})
        told = lines.read()
        self.assertEqual(told["method"], "notifications/subscriptions/acknowledged")
        return told["params"]

    def test_a_subscription_is_acknowledged_given_up_and_ended_well(self):
        self.make_store(a="one")
        lines = self.lines("--allow-write")
        tag = "io.modelcontextprotocol/subscriptionId"
        wanted = {"resourceSubscriptions": ["memo:///a"]}
        self.assertEqual(self.listen(lines, "s", **wanted, toolsListChanged=True),
                         {"_meta": {tag: "s"}, "notifications": wanted})
        self.listen(lines, 7, **wanted)
        lines.send(method="notifications/cancelled", params={"requestId": "s"})
        lines.send(id=8, method="tools/call",
                   params={"name": "append_to_memo", "arguments": {"id": "a", "text": "x"}, "_meta": {
                       "io.modelcontextprotocol/protocolVersion": MODERN,
                       "io.modelcontextprotocol/clientCapabilities": {}}})
        told = {message.get("id"): message for message in (lines.read(), lines.read())}
        self.assertIn("result", told[8])
        self.assertEqual(told[None]["params"], {"_meta": {tag: 7}, "uri": "memo:///a"})
        status, rest = lines.close()
        self.assertEqual(status, 0)
        self.assertIn('"id":7,"result":{"resultType":"complete","_meta":{"' + tag + '":7', rest)
        self.assertNotIn('"s"', rest)

    def test_the_legacy_era_has_subscriptions_of_its_own(self):
        self.make_store(a="one")
        lines = self.lines()
        lines.ask("initialize",
                  {"protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}})
        self.assertEqual(lines.ask("resources/subscribe", {"uri": "memo:///a"})["result"], {})
        self.on_store("append", "a", "more")
        self.assertEqual(lines.read(), {
            "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": "memo:///a"}})
        self.assertEqual(lines.ask("resources/unsubscribe", {"uri": "memo:///a"})["result"], {})
        self.on_store("append", "a", "and more")
        self.on_store("new", "another")
        self.assertEqual(lines.read()["method"], "notifications/resources/list_changed")
        self.assertEqual(lines.ask("subscriptions/listen", {"notifications": {}})["error"]["code"], -32601)
