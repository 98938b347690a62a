"""Names and numbers of JSON, through the wire."""

import unittest

from memo_case import MemoCase
from memo_client import call, frame


class Members(MemoCase):
    def setUp(self):
        super().setUp()
        self.client = self.start()

    def ask(self, body):
        self.client.send_raw(frame(body))
        return self.client.read()

    def test_of_two_members_with_one_name_the_last_counts(self):
        answer = self.ask(
            b'{"id":0,"jsonrpc":"1.0","method":"no","jsonrpc":"2.0","id":7,"method":"titleBodySplit",'
            b'"params":[],"params":{"text":5,"text":"last"}}'
        )
        self.assertEqual((answer["id"], answer["result"]["title"]), (7, "last"))
        answer = self.ask(
            b'{"jsonrpc":"2.0","id":7,"method":"titleBodySplit","params":{"text":"first","t\\u0065xt":"last"}}'
        )
        self.assertEqual(answer["result"]["title"], "last")

    def test_names_are_the_same_only_if_their_bytes_are(self):
        for name in ("teXt", "te\u0301xt", "text ", "text\0", "ｔext"):
            with self.subTest(name):
                self.client.send(call(1, "titleBodySplit", {name: "not this", "text": "this"}))
                self.assertEqual(self.client.read()["result"]["title"], "this")

    def test_a_name_may_be_written_with_escapes(self):
        answer = self.ask(
            rb'{"\u006asonrpc":"\u0032.0","\u0069d":"\u0031","\u006dethod":"title\u0042odySplit","params":{"te\u0078t":"x"}}'
        )
        self.assertEqual((answer["id"], answer["result"]["title"]), ("1", "x"))

    def test_an_integer_may_be_written_in_any_way_that_means_one(self):
        for limit in ("100", "100.0", "1e2", "1E+2", "1000e-1", "10.0e1", "100.000", "0.1e3"):
            with self.subTest(limit):
                answer = self.ask(b'{"jsonrpc":"2.0","id":1,"method":"list","params":{"limit":%s}}' % limit.encode())
                self.check_answers([answer], (1, None))

    def test_anything_else_where_an_integer_is_asked_is_an_invalid_param(self):
        for limit in ("1.5", '"5"', "true", "1e400", "-1e400", "1e-1", "[]", "{}", '""', "0.5e0"):
            with self.subTest(limit):
                error = self.ask(b'{"jsonrpc":"2.0","id":1,"method":"list","params":{"limit":%s}}' % limit.encode())[
                    "error"
                ]
                self.assertEqual((error["code"], error["data"]["path"]), (-32602, "params.limit"))

    def test_a_number_larger_than_any_machine_word_traps_nothing(self):
        for number in (
            b"9223372036854775807",
            b"9223372036854775808",
            b"-9223372036854775808",
            b"18446744073709551616",
            b"9" * 400,
            b"1e18",
            b"1e19",
        ):
            for method, member in (("list", "limit"), ("getMemo", "id"), ("updateMemo", "baseVersion")):
                with self.subTest(method, number=number):
                    body = b'{"jsonrpc":"2.0","id":1,"method":"%s","params":{"%s":%s}}'
                    self.assertIn("error", self.ask(body % (method.encode(), member.encode(), number)))

    def test_a_position_of_any_size_traps_nothing(self):
        self.client.request("createMemo", {"id": "a", "text": "a\nb"})
        template = (
            '{"jsonrpc":"2.0","id":1,"method":"updateMemo","params":{"id":"a","contentChanges":'
            '[{"range":{"start":{"line":0,"character":0},"end":{"line":%s,"character":%s}},"text":"a\\nb"}]}}'
        )
        for number in ("2147483647", "4294967295", "9223372036854775807", "-9223372036854775808", "-1", "9" * 30):
            for line, character in ((number, "0"), ("0", number), (number, number)):
                with self.subTest(line=line, character=character):
                    self.assertIn(
                        self.ask((template % (line, character)).encode()).get("error", {}).get("code"),
                        (None, 3, -32602),
                    )


if __name__ == "__main__":
    unittest.main()
