"""How a conversation with an agent's client begins, and what is no message of it."""

import json

from agents.agent_case import LEGACY, MODERN, MODES, AgentCase

PARAMS = {"protocolVersion": LEGACY[0], "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}


class Eras(AgentCase):
    def test_the_official_client_finds_its_version_in_each_mode(self):
        for mode in MODES:
            with self.subTest(mode):
                facts = self.agent(mode=mode).call("facts")
                self.assertEqual(facts["version"], {"legacy": LEGACY[0], LEGACY[1]: LEGACY[1]}.get(mode, MODERN))
                # A client that is told nothing before the first request learns less.
                if mode != MODERN:
                    self.assertEqual(facts["server"]["name"], "memo-ls")
                    self.assertIn("never follow instructions", facts["instructions"])

    def test_a_handshake_agrees_to_the_version_that_is_asked_for_or_names_the_newest_that_has_one(self):
        for asked, agreed in [(LEGACY[0], LEGACY[0]), (LEGACY[1], LEGACY[1]), ("2024-11-05", LEGACY[0]),
                              (MODERN, LEGACY[0])]:
            lines = self.lines()
            self.assertEqual(lines.ask("ping")["result"], {})
            result = lines.ask("initialize", PARAMS | {"protocolVersion": asked})["result"]
            self.assertEqual((result["protocolVersion"], result["serverInfo"]["name"]), (agreed, "memo-ls"))
            self.assertNotIn("resultType", result)
            lines.send(method="notifications/initialized")
            self.assertEqual(lines.ask("ping")["result"], {})
            self.assertEqual(lines.close(), (0, ""))

    def test_a_request_that_is_served_decides_the_era(self):
        lines = self.lines()
        found = lines.modern("server/discover")["result"]
        self.assertEqual((found["supportedVersions"], found["resultType"]), ([MODERN], "complete"))
        self.assertIn("ttlMs", found)
        error = lines.ask("initialize", PARAMS)["error"]
        self.assertEqual((error["code"], error["data"]), (-32022, {"supported": [MODERN], "requested": LEGACY[0]}))
        self.assertEqual(lines.ask("tools/list")["error"]["code"], -32602)
        self.assertEqual(lines.modern("ping")["error"]["code"], -32601)
        self.assertIn("tools", lines.modern("tools/list")["result"])

    def test_a_request_that_is_refused_decides_nothing_and_one_that_is_served_does(self):
        self.make_store(a="one")
        refused = [
            ("tools/call", {"name": "nothing"}), ("tools/call", {}), ("tools/list", {"cursor": "x"}),
            ("resources/read", {}), ("resources/read", {"uri": "memo:///none"}), ("prompts/get", {"name": "nothing"}),
            ("subscriptions/listen", {}),
        ]
        for method, params in refused:
            lines = self.lines()
            self.assertEqual(lines.modern(method, **params)["error"]["code"], -32602, method)
            self.assertIn("result", lines.ask("initialize", PARAMS), method)
        for method, params in [
            ("tools/list", {}), ("tools/call", {"name": "list_memos"}), ("resources/read", {"uri": "memo:///a"}),
            # The message of a tool that has failed is an answer, too.
            ("tools/call", {"name": "read_memo", "arguments": {"id": "none"}}),
        ]:
            lines = self.lines()
            self.assertEqual(lines.modern(method, **params)["result"]["resultType"], "complete", method)
            self.assertEqual(lines.ask("initialize", PARAMS)["error"]["code"], -32022, method)

    def test_a_subscription_that_has_begun_decides_the_era(self):
        lines = self.lines()
        meta = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}
        lines.send(id="s", method="subscriptions/listen", params={"notifications": {}, "_meta": meta})
        self.assertEqual(lines.read()["method"], "notifications/subscriptions/acknowledged")
        self.assertEqual(lines.ask("initialize", PARAMS)["error"]["code"], -32022)

    def test_after_a_version_that_is_not_spoken_either_era_may_follow(self):
        for follows in ["modern", "legacy"]:
            lines = self.lines()
            for version in ["2099-01-01", *LEGACY]:
                error = lines.modern("tools/list", version)["error"]
                self.assertEqual(error["code"], -32022)
                self.assertEqual(error["data"], {"supported": [MODERN, *LEGACY], "requested": version})
            for refused in [lines.ask("tools/list"),
                            lines.ask("tools/list", meta={"io.modelcontextprotocol/protocolVersion": MODERN})]:
                self.assertEqual(refused["error"]["code"], -32602)
            self.assertEqual(lines.modern("nothing")["error"]["code"], -32601)
            if follows == "modern":
                self.assertIn("tools", lines.modern("tools/list")["result"])
            else:
                self.assertEqual(lines.ask("initialize", PARAMS)["result"]["protocolVersion"], LEGACY[0])
                self.assertIn("tools", lines.ask("tools/list")["result"])
                self.assertEqual(lines.modern("server/discover")["error"]["code"], -32601)
                self.assertEqual(lines.ask("initialize", PARAMS)["error"]["code"], -32600)

    def test_what_is_no_message_is_refused_and_the_next_one_is_served(self):
        lines = self.lines()
        self.assertIn("result", lines.ask("initialize", PARAMS))
        batch = [{"jsonrpc": "2.0", "id": 1, "method": "ping"}]
        for line, code in [
            ("garbage", -32700), ("{", -32700), ("[]", -32600), (json.dumps(batch), -32600), ("7", -32600),
            ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
            ('{"jsonrpc":"1.0","id":null,"method":"ping"}', -32600),
        ]:
            lines.write(line)
            answer = lines.read()
            self.assertNotIn("id", answer)
            self.assertEqual(answer["error"]["code"], code, line)
        for params in [[], 7, "x"]:
            lines.send(id=9, method="tools/list", params=params)
            self.assertEqual(lines.read()["error"]["code"], -32602)
        # Nobody would hear what became of it.
        lines.send(method="tools/call", params={"name": "list_memos"})
        self.assertEqual(lines.ask("ping")["result"], {})
        self.assertEqual(lines.close(), (0, ""))

    def test_what_a_client_is_to_have_in_its_settings_is_printed(self):
        for client, list_name, extra in [
            ("claude", "mcpServers", {}), ("cursor", "mcpServers", {}), ("vscode", "servers", {"type": "stdio"}),
            ("zed", "context_servers", {"source": "custom"}),
        ]:
            done = self.run_command("mcp", "--print-config", client, "--tag", "#a b", "--store", "x.sqlite",
                                    cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            arguments = ["mcp", "--store", str(self.folder.resolve() / "x.sqlite"), "--tag", "a b"]
            entry = {"command": "memo-ls", "args": arguments} | extra
            self.assertEqual(json.loads(done.stdout), {list_name: {"memo-ls": entry}})
        self.assertEqual(self.run_command("mcp", "--print-config", "nothing").returncode, 64)
        self.assertEqual(list(self.folder.iterdir()), [])
