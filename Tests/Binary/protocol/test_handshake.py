"""`initialize`: what is agreed in it, and when it may come."""

import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import call, notification


def encodings(*names):
    return {"general": {"positionEncodings": list(names)}}


class Handshake(MemoCase):
    def test_the_answer_says_what_was_agreed_and_who_the_server_is(self):
        result = self.start().initialize(clientInfo={"name": "test"}, locale="ko", rootUri=None, workspaceFolders=None)
        self.assertEqual(result["capabilities"]["positionEncoding"], "utf-16")
        self.assertEqual(result["serverInfo"]["name"], "memo-ls")
        self.assertRegex(result["serverInfo"]["version"], r"^\d+\.\d+\.\d+")

    def test_the_first_known_encoding_of_the_clients_list_is_taken(self):
        for capabilities, encoding, length in (
            ({}, "utf-16", 3),
            (encodings(), "utf-16", 3),
            (encodings("utf-16"), "utf-16", 3),
            (encodings("utf-8"), "utf-8", 5),
            (encodings("utf-32"), "utf-32", 2),
            (encodings("utf-32", "utf-8", "utf-16"), "utf-32", 2),
            (encodings("utf-7", "UTF-8", "", "utf-8", "utf-16"), "utf-8", 5),
            (encodings("utf-7", "latin1"), "utf-16", 3),
            ({"general": None}, "utf-16", 3),
            ({"general": {"positionEncodings": None}}, "utf-16", 3),
        ):
            with self.subTest(capabilities):
                client = self.start(store=self.folder / "memos.sqlite")
                agreed = client.initialize(capabilities=capabilities)["capabilities"]["positionEncoding"]
                self.assertEqual((agreed, client.request("createMemo", {"text": "x😀"})["length"]), (encoding, length))

    def test_a_mistyped_member_is_named(self):
        for path, params in (
            ("processId", {"processId": "1"}),
            ("clientInfo", {"clientInfo": "vim"}),
            ("clientInfo.name", {"clientInfo": {"name": 9}}),
            ("clientInfo.version", {"clientInfo": {"name": "vim", "version": 9.1}}),
            ("locale", {"locale": ["ko"]}),
            ("initializationOptions", {"initializationOptions": []}),
            ("initializationOptions.autosave.delayMs", {"initializationOptions": {"autosave": {"delayMs": -1}}}),
            ("capabilities.general.positionEncodings[1]", {"capabilities": encodings("utf-8", 8)}),
            ("capabilities.memo.notifications", {"capabilities": {"memo": {"notifications": "yes"}}}),
        ):
            with self.subTest(path):
                client = self.start(store=self.folder / "memos.sqlite")
                self.check_error(-32602, client.request, "initialize", params, path=f"params.{path}")

    def test_a_second_initialize_is_an_invalid_request(self):
        client = self.start()
        client.initialize(capabilities=encodings("utf-8"))
        self.check_error(-32600, client.request, "initialize", {"capabilities": encodings("utf-32")})
        self.assertEqual(client.request("createMemo", {"text": "😀"})["length"], 4)

    def test_an_initialize_that_is_not_the_first_message_is_an_invalid_request(self):
        first = (
            call(0, "stats"),
            call(0, "no/such"),
            notification("initialized"),
            notification("$/x"),
            notification("createMemo"),
        )
        for message in first:
            with self.subTest(message):
                client = self.start(store=self.folder / "memos.sqlite")
                client.send(
                    message, call(1, "initialize", {"processId": None, "capabilities": {}}), call(2, "createMemo")
                )
                answers = [client.read() for _ in range(3 if "id" in message else 2)]
                self.check_answers(answers[-2:], (1, -32600), (2, None))

    def test_without_a_handshake_the_defaults_hold(self):
        client = self.start()
        self.assertEqual(client.request("createMemo", {"id": "a", "text": "😀"})["length"], 2)
        self.assertIsNone(client.request("shutdown"))

    def test_notifications_come_only_to_a_client_that_asked(self):
        for capabilities in ({}, {"memo": {}}, {"memo": {"notifications": False}}, {"memo": None}):
            with self.subTest(capabilities):
                client = self.start(store=self.folder / "memos.sqlite")
                client.initialize(capabilities=capabilities)
                client.request("createMemo", {"text": "a"})
                client.notify("updateMemo", {"id": "no-such-memo", "contentChanges": []})
                client.request("flush")
                self.assertEqual((client.notes, client.finish()), ([], 0))

    def test_the_clients_autosave_delays_override_the_command_lines(self):
        client = self.start(*STILL)
        client.initialize(
            capabilities=WANTS_NOTES, initializationOptions={"autosave": {"delayMs": 10, "maxDelayMs": 50}}
        )
        client.request("createMemo", {"id": "a"})
        self.assertEqual(client.note("didSaveMemo"), {"id": "a", "version": 1})


if __name__ == "__main__":
    unittest.main()
