"""What agents can read, by the official client in each of its modes."""

from agents.agent_case import MODES, AgentCase, Refusal

READING = ["search_memos", "read_memo", "list_memos", "list_links", "memo_history"]


class Reading(AgentCase):
    def test_the_tools_are_told_in_their_order_with_their_schemas_and_hints(self):
        for mode in MODES:
            tools = self.agent(mode=mode).call("list_tools")["tools"]
            self.assertEqual([tool["name"] for tool in tools], READING)
            for tool in tools:
                self.assertTrue(tool["title"] and tool["description"])
                self.assertEqual(tool["inputSchema"]["additionalProperties"], False)
                self.assertEqual(tool["outputSchema"]["type"], "object")
                hints = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}
                self.assertEqual(tool["annotations"], hints)

    def test_memos_are_found_listed_and_read(self):
        self.make_store(a="Alpha\n\nsee [[Beta]] and [[Nowhere]]", b="Beta\nmilk #work", c="Gamma\nmilk and tea")
        for mode in MODES:
            with self.subTest(mode):
                agent = self.agent(mode=mode)
                found = agent.tool("search_memos", query="milk")
                self.assertEqual((found["total"], {memo["id"] for memo in found["memos"]}), (2, {"b", "c"}))
                self.assertEqual(found["memos"][0]["matches"][0]["line"], 2)
                self.assertEqual([memo["id"] for memo in agent.tool("search_memos", query="milk", tag="Work")["memos"]],
                                 ["b"])
                self.assertEqual(agent.tool("search_memos", query="", before="2001-01-01")["total"], 0)
                listed = agent.tool("list_memos", sort="title", limit=2)
                self.assertEqual([memo["title"] for memo in listed["memos"]], ["Alpha", "Beta"])
                rest = agent.tool("list_memos", sort="title", limit=2, cursor=listed["nextCursor"])
                self.assertEqual(([memo["id"] for memo in rest["memos"]], "nextCursor" in rest), (["c"], False))
                read = agent.tool("read_memo", id="a", startLine=3, endLine=3)
                self.assertEqual((read["text"], read["version"], read["lineCount"]),
                                 ("see [[Beta]] and [[Nowhere]]", 1, 3))

    def test_links_are_told_with_their_lines(self):
        self.make_store(a="Alpha\n\nsee [[Beta]] and [[Nowhere]]", b="Beta\nmilk #work")
        agent = self.agent()
        links = agent.tool("list_links", id="a")["links"]
        self.assertEqual([(link["target"], link.get("id"), link.get("problem")) for link in links],
                         [("Beta", "b", None), ("Nowhere", None, "broken")])
        self.assertEqual(links[0]["line"], 3)
        backlinks = agent.tool("list_links", id="b")["backlinks"]
        self.assertEqual([(memo["id"], memo["lines"][0]["line"]) for memo in backlinks], [("a", 3)])

    def test_many_links_are_reached_by_going_on(self):
        memos = {f"m{number}": f"Memo {number}\n[[Hub]]" for number in range(120)}
        self.make_store(hub="Hub\n" + "\n".join(f"[[Memo {number}]]" for number in range(120)), **memos)
        agent = self.agent()
        targets, backlinks, cursor = [], [], {}
        while True:
            page = agent.tool("list_links", id="hub", **cursor)
            self.assertLessEqual(max(len(page["links"]), len(page["backlinks"])), 50)
            targets += [link["id"] for link in page["links"]]
            backlinks += [memo["id"] for memo in page["backlinks"]]
            if "nextCursor" not in page:
                break
            cursor = {"cursor": page["nextCursor"]}
        self.assertEqual((targets, sorted(backlinks)), (list(memos), sorted(memos)))

    def test_a_long_memo_comes_in_pieces_that_are_all_of_it(self):
        text = "".join(f"{number} é\r\n" for number in range(9000)) + "x" * 70_000 + "\nend"
        self.make_store(long=text)
        agent = self.agent()
        place, whole = {}, ""
        while place is not None:
            piece = agent.tool("read_memo", id="long", **place)
            self.assertLessEqual(len(piece["text"].encode()), 32 << 10)
            whole, place = whole + piece["text"], piece.get("next")
        self.assertEqual(whole, text)

    def test_earlier_states_are_listed_and_read(self):
        self.make_store(a="one")
        self.on_store("append", "a", "two")
        agent = self.agent(mode="legacy")
        states = agent.tool("memo_history", id="a")["states"]
        self.assertEqual([state["version"] for state in states], [2, 1])
        past = agent.tool("read_memo", id="a", revision=states[1]["revision"])
        self.assertEqual((past["text"], past["version"]), ("one", 1))
        self.assertIn("memo_history", agent.failure("read_memo", id="a", revision="1"))

    def test_what_an_agent_can_mend_it_is_told_and_what_it_can_not_is_an_error(self):
        self.make_store(a="one")
        for mode in MODES:
            agent = self.agent(mode=mode)
            self.assertIn("search_memos", agent.failure("read_memo", id="b"))
            self.assertIn("id is missing", agent.failure("read_memo"))
            self.assertIn("startLine", agent.failure("read_memo", id="a", startLine=0))
            self.assertIn("startLine", agent.failure("read_memo", id="a", startLine=2))
            self.assertIn("nonsense is not known", agent.failure("list_memos", nonsense=1))
            self.assertIn("query", agent.failure("search_memos", query=" "))
            self.assertIn("after", agent.failure("search_memos", query="x", after="soon"))
            self.assertIn("cursor", agent.failure("list_memos", cursor="00"))
            with self.assertRaises(Refusal) as refused:
                agent.call("call_tool", name="nothing", arguments={})
            self.assertEqual(refused.exception.code, -32602)


class OnlyATag(AgentCase):
    """With a tag, memos without it are nowhere."""

    def test_a_memo_without_the_tag_answers_as_one_that_is_nowhere(self):
        self.make_store(a="Alpha\n#open [[Beta]] [[Gamma]] [[Nowhere]]", b="Beta\nmilk [[Alpha]]",
                        c="Gamma\nmilk #open/part [[Alpha]]")
        agent = self.agent("--tag", "open")
        self.assertEqual({memo["id"] for memo in agent.tool("list_memos")["memos"]}, {"a", "c"})
        self.assertEqual([memo["id"] for memo in agent.tool("search_memos", query="milk")["memos"]], ["c"])
        for tool in ["read_memo", "list_links", "memo_history"]:
            self.assertEqual(agent.failure(tool, id="b"), agent.failure(tool, id="d").replace("memo d", "memo b"))
        answer = agent.tool("list_links", id="a")
        self.assertEqual([(link.get("id"), link.get("problem")) for link in answer["links"]],
                         [(None, "broken"), ("c", None), (None, "broken")])
        self.assertEqual([memo["id"] for memo in answer["backlinks"]], ["c"])

    def test_states_without_the_tag_are_nowhere_too(self):
        self.make_store(a="secret")
        self.on_store("append", "a", "#open")
        agent = self.agent("--tag", "#OPEN")
        states = agent.tool("memo_history", id="a")["states"]
        self.assertEqual([state["version"] for state in states], [2])
        hidden = self.agent().tool("memo_history", id="a")["states"][1]["revision"]
        self.assertEqual(agent.failure("read_memo", id="a", revision=hidden),
                         agent.failure("read_memo", id="a", revision="12345").replace("12345", hidden))
