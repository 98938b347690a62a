"""JSON-RPC 2.0: ids, requests that are wrong in some way, batches, notifications and cancelling."""

import unittest

from memo_case import MemoCase
from memo_client import call, notification

SPLIT = {"text": "first\nrest"}


class Envelopes(MemoCase):
    def setUp(self):
        super().setUp()
        self.client = self.start("--log-level", "debug")

    def ask(self, *messages):
        """Sends messages, then a last request; returns the answers to the others."""
        self.client.send(*messages, call("the last", "titleBodySplit", SPLIT))
        answers = []
        while (answer := self.client.read()) != LAST:
            answers.append(answer)
        return answers

    def check(self, message, *expected):
        with self.subTest(message=message):
            self.check_answers(self.ask(message), *expected)

    def test_an_id_comes_back_exactly_as_it_was_sent(self):
        for id in (0, "", -1, 1, 2**53, -(2**53), "1", "null", "한글 😀", "\0\u2028", None, "x" * 10_000):
            self.check(call(id, "titleBodySplit", SPLIT), (id, None))
            self.check(call(id, "no/such/method"), (id, -32601))

    def test_an_id_that_is_none_is_an_invalid_request_with_null(self):
        for id in (
            b"1.5",
            b"true",
            b"false",
            b"{}",
            b"[]",
            b"[1]",
            b"9007199254740993",
            b"-9007199254740993",
            b"1e400",
            b"1e16",
            b"0.1",
        ):
            self.check(
                b'{"jsonrpc":"2.0","id":%s,"method":"titleBodySplit","params":{"text":"t"}}' % id, (None, -32600)
            )

    def test_a_request_that_is_wrong_in_another_way_is_answered_with_its_id(self):
        for message in (
            {"id": 7, "method": "stats"},
            {"jsonrpc": "1.0", "id": 7, "method": "stats"},
            {"jsonrpc": 2.0, "id": 7, "method": "stats"},
            {"jsonrpc": "2", "id": 7, "method": "stats"},
            {"jsonrpc": None, "id": 7, "method": "stats"},
            {"jsonrpc": "2.0", "id": 7},
            {"jsonrpc": "2.0", "id": 7, "method": 1},
            {"jsonrpc": "2.0", "id": 7, "method": None},
            {"jsonrpc": "2.0", "id": 7, "method": ["stats"]},
            {"jsonrpc": "2.0", "id": 7, "params": {}},
        ):
            self.check(message, (7, -32600))

    def test_what_is_no_request_at_all_is_an_invalid_request_with_null(self):
        for message in (
            b"{}",
            b"1",
            b'"text"',
            b"null",
            b"true",
            b"1.5",
            b'{"jsonrpc":"2.0"}',
            b'{"foo":"boo"}',
            b'{"jsonrpc":"2.0","method":1,"params":"bar"}',
        ):
            self.check(message, (None, -32600))

    def test_params_by_position_are_invalid_params_and_scalars_an_invalid_request(self):
        for method in ("titleBodySplit", "getMemo", "stats", "shutdown"):
            for params in ([], ["a"], [{"id": "a"}]):
                self.check(call(7, method, params), (7, -32602))
            for params in ("a", 1, True, 1.5):
                self.check(call(7, method, params), (7, -32600))

    def test_params_that_are_null_or_absent_are_the_same(self):
        self.check(b'{"jsonrpc":"2.0","id":7,"method":"stats","params":null}', (7, None))
        self.check(b'{"jsonrpc":"2.0","id":7,"method":"stats"}', (7, None))
        self.check(b'{"jsonrpc":"2.0","id":7,"method":"getMemo","params":null}', (7, -32602))

    def test_an_unknown_method_is_not_found_whatever_its_params(self):
        for method in (
            "foo",
            "",
            "Stats",
            "stats ",
            "rpc.x",
            "rpc.discover",
            "$/x",
            "$/advanceClock",
            "didSaveMemo",
            "textDocument/didOpen",
            "x" * 10_000,
            "\0",
        ):
            for params in (None, {}, [], [1], {"id": 1}):
                self.check(call(7, method, params), (7, -32601))

    def test_an_unknown_method_is_not_found_even_if_its_params_are_a_scalar(self):
        for params in ("text", 1, True):
            self.check(call(7, "foo", params), (7, -32601))

    def test_a_notification_is_never_answered_not_even_with_an_error(self):
        for method in (
            "foo",
            "$/x",
            "rpc.x",
            "stats",
            "getMemo",
            "createMemo",
            "titleBodySplit",
            "updateMemo",
            "initialized",
            "$/cancelRequest",
        ):
            for params in (None, {}, [1], {"id": []}, {"id": "no-such-memo"}):
                self.check(notification(method, params))

    def test_a_known_notification_with_wrong_params_leaves_a_line_in_the_log(self):
        before = len(self.client.stderr())
        self.assertEqual(self.ask(notification("updateMemo", {"id": 5, "contentChanges": []})), [])
        self.wait_until(lambda: len(self.client.stderr()) > before, "a line in the log")
        self.assertTrue(self.client.stderr().endswith("\n"))

    def test_an_unknown_notification_of_the_protocol_leaves_no_warning(self):
        client = self.start(store=self.folder / "quiet.sqlite")
        client.notify("$/setTrace", {"value": "off"})
        client.notify("$/nothing")
        client.request("stats")
        self.assertEqual((client.finish(), client.stderr()), (0, ""))

    def test_a_response_to_nothing_is_ignored(self):
        for message in (
            {"jsonrpc": "2.0", "id": 5, "result": None},
            {"jsonrpc": "2.0", "id": 1_000_000_000, "result": {}},
            {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "x"}},
            [
                {"jsonrpc": "2.0", "id": 5, "result": None},
                {"jsonrpc": "2.0", "id": 6, "error": {"code": 1, "message": "x"}},
            ],
        ):
            self.check(message)

    def test_two_requests_in_flight_with_one_id_are_each_answered_once(self):
        answers = self.ask(call("same", "titleBodySplit", SPLIT), call("same", "no/such"))
        self.check_answers(answers, ("same", None), ("same", -32601))


LAST = {
    "jsonrpc": "2.0",
    "id": "the last",
    "result": {"title": "first", "separator": "\n", "body": "rest", "displayTitle": "first"},
}


if __name__ == "__main__":
    unittest.main()
