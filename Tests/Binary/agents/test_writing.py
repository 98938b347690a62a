"""What agents can change with --allow-write, by the official client in each of its modes."""

import json

from agents.agent_case import MODERN, MODES, AgentCase, Refusal

WRITING = ["create_memo", "append_to_memo", "edit_memo", "set_tags", "trash_memo", "restore_memo", "undo_memo"]


class Writing(AgentCase):
    def test_without_the_flag_there_is_no_tool_that_writes(self):
        self.make_store(a="one")
        agent = self.agent()
        for tool in WRITING:
            with self.assertRaises(Refusal) as refused:
                agent.call("call_tool", name=tool, arguments={"id": "a", "baseVersion": 1, "text": "x"})
            self.assertEqual(refused.exception.code, -32602)
        tools = self.agent("--allow-write").call("list_tools")["tools"]
        self.assertEqual([tool["name"] for tool in tools][5:], WRITING)
        self.assertEqual({tool["name"] for tool in tools if tool["annotations"]["destructiveHint"]},
                         {"edit_memo", "trash_memo", "undo_memo"})

    def test_a_memo_is_made_added_to_edited_and_tagged(self):
        for mode in MODES:
            with self.subTest(mode):
                agent = self.agent("--allow-write", mode=mode)
                memo = agent.tool("create_memo", text="Plan\r\n\r\n## Shop\r\nmilk\r\n\r\n## Do\r\n", tags=["#work"])
                id = memo["id"]
                self.assertEqual((memo["title"], memo["tags"], memo["version"]), ("Plan", ["work"], 1))
                added = agent.tool("append_to_memo", id=id, text="tea", heading="shop")
                self.assertEqual(added["changed"], [{"startLine": 5, "endLine": 5, "text": "tea"}])
                edited = agent.tool("edit_memo", id=id, baseVersion=added["version"], edits=[
                    {"old": "milk\ntea", "new": "oat milk\ntea"}, {"old": "## Do", "new": "## Done"}])
                self.assertEqual([part["text"] for part in edited["changed"]], ["oat milk", "## Done"])
                self.assertEqual(agent.tool("set_tags", id=id, add=["home"], remove=["WORK"])["tags"], ["home"])
                read = agent.tool("read_memo", id=id)
                self.assertEqual(read["text"], "Plan\r\n\r\n## Shop\r\noat milk\r\ntea\r\n\r\n## Done\r\n")
                self.assertEqual(read["tags"], ["home"])

    def test_what_is_added_takes_the_memo_s_line_ends(self):
        self.make_store(a="one\r\n", b="one", c="")
        agent = self.agent("--allow-write")
        for id, text in [("a", "one\r\nm\r\nn\r\n"), ("b", "one\nm\nn\n"), ("c", "m\nn\n")]:
            agent.tool("append_to_memo", id=id, text="m\nn")
            self.assertEqual(agent.tool("read_memo", id=id)["text"], text)

    def test_a_tag_is_had_once_however_it_is_written(self):
        agent = self.agent("--allow-write")
        memo = agent.tool("create_memo", text="x", tags=["#Work", "work", "WORK", "home"])
        self.assertEqual(memo["tags"], ["Work", "home"])
        self.assertEqual(agent.tool("set_tags", id=memo["id"], add=["HOME", "#New", "new"])["tags"],
                         ["Work", "home", "New"])
        self.assertIn("the tag #Work is in both",
                      agent.failure("set_tags", id=memo["id"], add=["a", "#Work"], remove=["work"]))
        self.assertEqual(agent.tool("read_memo", id=memo["id"])["tags"], ["Work", "home", "New"])

    def test_an_edit_that_does_not_fit_changes_nothing_and_says_why(self):
        self.make_store(a="milk\ntea\nmilk\n")
        agent = self.agent("--allow-write")
        for edits, words in [
            ([{"old": "milc", "new": "x"}], "1: milk"), ([{"old": "milk", "new": "x"}], "lines 1, 3"),
            ([{"old": "tea", "new": "tea"}], "same"),
            ([{"old": "tea", "new": "x"}, {"old": "none", "new": "y"}], "edits[1].old"),
            ([{"old": "", "new": "x"}], "edits[0].old"), ([], "edits"), ([{"old": "tea"}], "edits[0].new is missing"),
        ]:
            self.assertIn(words, agent.failure("edit_memo", id="a", baseVersion=1, edits=edits))
        self.assertIn("no version 9",
                      agent.failure("edit_memo", id="a", baseVersion=9, edits=[{"old": "tea", "new": "x"}]))
        self.assertIn("stands in",
                      agent.failure("set_tags", id=agent.tool("create_memo", text="x #y")["id"], remove=["y"]))
        self.assertEqual(agent.tool("read_memo", id="a")["version"], 1)

    def test_what_others_changed_is_merged_and_what_can_not_be_comes_back(self):
        self.make_store(a="one\ntwo\nthree\nfour\n")
        agent = self.agent("--allow-write")
        self.assertEqual(agent.tool("read_memo", id="a")["version"], 1)
        editor = self.start()
        editor.request("updateMemo", {"id": "a", "baseVersion": 1, "contentChanges": [
            {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}, "text": "ONE"}]})
        self.assertEqual(editor.finish(), 0)
        self.wait_until(lambda: agent.tool("read_memo", id="a")["text"].startswith("ONE"), "the editor's change")
        self.assertIn("1: ONE", agent.failure("edit_memo", id="a", baseVersion=1, edits=[{"old": "one", "new": "1"}]))
        merged = agent.tool("edit_memo", id="a", baseVersion=1, edits=[{"old": "four", "new": "4"}])
        self.assertEqual([part["text"] for part in merged["merged"]], ["ONE"])
        self.assertEqual(agent.tool("read_memo", id="a")["text"], "ONE\ntwo\nthree\n4\n")
        # Another process knows the version from the history.
        again = self.agent("--allow-write", mode="legacy")
        again.tool("edit_memo", id="a", baseVersion=1, edits=[{"old": "two", "new": "2"}])
        self.assertEqual(again.tool("read_memo", id="a")["text"], "ONE\n2\nthree\n4\n")

    def test_each_change_is_a_step_that_can_be_taken_back(self):
        self.make_store(a="one\n")
        agent = self.agent("--allow-write")
        self.assertIn("first state", agent.failure("undo_memo", id="a"))
        for word in ["two", "three", "four"]:
            agent.tool("append_to_memo", id="a", text=word)
        for text in ["one\ntwo\nthree\n", "one\ntwo\n", "one\n"]:
            agent.tool("undo_memo", id="a")
            self.assertEqual(agent.tool("read_memo", id="a")["text"], text)
        self.assertIn("first state", agent.failure("undo_memo", id="a"))
        agent.tool("append_to_memo", id="a", text="five")
        self.assertEqual(agent.close(), 0)
        self.on_store("undo", "a")
        self.assertEqual(self.on_store("show", "a"), "one\n")

    def test_what_changes_nothing_makes_no_version_and_is_not_undone(self):
        self.make_store(a="Note\nfirst")
        agent = self.agent("--allow-write")
        self.assertEqual(agent.tool("read_memo", id="a")["version"], 1)
        self.on_store("append", "a", "A person wrote this")
        text = "Note\nfirst\nA person wrote this\n"
        self.wait_until(lambda: agent.tool("read_memo", id="a")["text"] == text, "the person's words")
        version = agent.tool("read_memo", id="a")["version"]
        # Nothing but what the person has typed.
        edits = [{"old": "first", "new": "first\nA person wrote this\n"}]
        same = agent.tool("edit_memo", id="a", baseVersion=1, edits=edits)
        self.assertEqual((same["version"], same["changed"]), (version, []))
        self.assertIn("a person's", agent.failure("undo_memo", id="a"))
        self.assertEqual(agent.tool("set_tags", id="a", remove=["none"])["version"], version)
        for _ in range(2):
            self.assertEqual(agent.tool("set_tags", id="a", add=["a"])["version"], version + 1)
        undone = agent.tool("undo_memo", id="a")
        self.assertEqual((undone["version"], undone["tags"]), (version + 2, []))
        self.assertIn("a person's", agent.failure("undo_memo", id="a"))
        read = agent.tool("read_memo", id="a")
        self.assertEqual((read["text"], read["version"]), (text, version + 2))


class Trashing(AgentCase):
    def test_a_person_who_can_be_asked_is_asked_first(self):
        for mode in MODES:
            for answer in ["accept", "decline", "cancel", "none"]:
                with self.subTest((mode, answer)):
                    agent = self.agent("--allow-write", mode=mode, answer=answer)
                    id = agent.tool("create_memo", text="x")["id"]
                    if answer in ("accept", "none"):
                        agent.tool("trash_memo", id=id, baseVersion=1)
                        for tool, more in [("append_to_memo", {"text": "y"}), ("trash_memo", {"baseVersion": 2})]:
                            self.assertIn("restore_memo", agent.failure(tool, id=id, **more))
                        agent.tool("restore_memo", id=id)
                    else:
                        self.assertIn("stays where it is", agent.failure("trash_memo", id=id, baseVersion=1))
                    self.assertNotIn("trashedAt", agent.tool("read_memo", id=id))

    def test_a_stale_version_trashes_nothing_and_tells_what_changed(self):
        self.make_store(a="one\n")
        agent = self.agent("--allow-write")
        agent.tool("append_to_memo", id="a", text="two")
        self.assertIn("2: two", agent.failure("trash_memo", id="a", baseVersion=1))
        self.assertNotIn("trashedAt", agent.tool("read_memo", id="a"))

    def call(self, lines, **more):
        """Calls trash_memo by hand in the modern era, as a client that can ask."""
        params = {"name": "trash_memo", "arguments": more.pop("arguments", {"id": "a", "baseVersion": 1})} | more
        return lines.ask("tools/call", params, {
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}})

    def test_a_state_is_served_once_and_only_for_what_was_asked(self):
        self.make_store(a="one", b="two")
        lines = self.lines("--allow-write")
        yes = {"confirmation": {"action": "accept", "content": {"confirm": True}}}
        asked = self.call(lines)["result"]
        self.assertEqual(asked["resultType"], "input_required")
        self.assertNotIn("ttlMs", asked)
        state = asked["requestState"]
        for more in [
            {"requestState": "00" + state[2:]}, {"requestState": state[:-1] + ("0" if state[-1] != "0" else "1")},
            {"requestState": ""}, {"requestState": state, "arguments": {"id": "b", "baseVersion": 1}},
        ]:
            self.assertTrue(self.call(lines, inputResponses=yes, **more)["result"]["isError"], more)
        # Without an answer, or without a state, it is asked again.
        for more in [{"requestState": state}, {"inputResponses": yes}]:
            self.assertEqual(self.call(lines, **more)["result"]["resultType"], "input_required")
        self.assertIn("structuredContent", self.call(lines, requestState=state, inputResponses=yes)["result"])
        self.modern_restore(lines)
        again = self.call(lines, requestState=state, inputResponses=yes, arguments={"id": "a", "baseVersion": 1})
        self.assertTrue(again["result"]["isError"])
        self.assertEqual(lines.close(), (0, ""))

    def test_an_answer_that_is_none_is_refused_and_the_question_can_still_be_answered(self):
        self.make_store(a="one")
        lines = self.lines("--allow-write")
        state = self.call(lines)["result"]["requestState"]
        for wrong, path in [({"action": 7}, "confirmation.action"), ({}, "confirmation.action"), (7, "confirmation")]:
            error = self.call(lines, requestState=state, inputResponses={"confirmation": wrong})["error"]
            self.assertEqual((error["code"], error["data"]["path"]), (-32602, f"params.inputResponses.{path}"), wrong)
        yes = {"confirmation": {"action": "accept", "content": {"confirm": True}}}
        self.assertIn("structuredContent", self.call(lines, requestState=state, inputResponses=yes)["result"])
        self.assertEqual(lines.close(), (0, ""))

    def modern_restore(self, lines):
        lines.modern("tools/call", name="restore_memo", arguments={"id": "a"})


class OnlyATag(AgentCase):
    def test_nothing_is_undone_that_leads_to_a_text_without_the_tag(self):
        self.make_store(a="Secret")
        self.on_store("append", "a", "#work")
        agent = self.agent("--allow-write", "--tag", "work")
        for _ in range(2):
            self.assertEqual(agent.tool("set_tags", id="a", add=["work", "a"])["version"], 3)
        self.assertEqual(agent.tool("undo_memo", id="a")["version"], 4)
        self.assertIn("Nothing was taken back", agent.failure("undo_memo", id="a"))
        read = agent.tool("read_memo", id="a")
        self.assertEqual((read["text"], read["tags"]), ("Secret\n#work\n", []))

    def test_what_would_take_the_tag_away_is_refused_and_what_is_made_has_it(self):
        self.make_store(a="Alpha\n#open words", b="Beta")
        agent = self.agent("--allow-write", "--tag", "open")
        made = agent.tool("create_memo", text="new")
        self.assertEqual(made["tags"], ["open"])
        self.assertIn("id is not known", agent.failure("create_memo", text="x", id="b"))
        self.assertIn("keep the tag", agent.failure("set_tags", id=made["id"], remove=["open"]))
        self.assertIn("keep the tag",
                      agent.failure("edit_memo", id="a", baseVersion=1, edits=[{"old": "#open", "new": "open"}]))
        for tool, more in [
            ("append_to_memo", {"text": "x"}),
            ("edit_memo", {"baseVersion": 1, "edits": [{"old": "Beta", "new": "x"}]}),
            ("set_tags", {"add": ["open"]}), ("trash_memo", {"baseVersion": 1}), ("restore_memo", {}),
            ("undo_memo", {}),
        ]:
            nowhere = agent.failure(tool, id="c", **more).replace("memo c", "memo b")
            self.assertEqual(agent.failure(tool, id="b", **more), nowhere)
        self.assertEqual(json.loads(self.on_store("show", "b", "--json"))["text"], "Beta")
