"""JSON as RFC 8259 has it, through the wire: what must be refused, what must be taken, and what must survive."""

import json
import unittest

from memo_case import MemoCase
from memo_client import call, frame

ENVELOPE = b'{"jsonrpc":"2.0","id":1,"method":"titleBodySplit","params":{"text":"t","x":%s}}'
TEXT = b'{"jsonrpc":"2.0","id":1,"method":"titleBodySplit","params":{"text":"%s"}}'

# In the place of a value.
REFUSED_VALUES = [
    b"", b"tru", b"True", b"nul", b"NaN", b"nan", b"Infinity", b"-Infinity", b"undefined", b"01", b"-01",
    b"00", b"+1", b".5", b"5.",
    b"-", b"--1", b"-.5", b"1e", b"1e+", b"1.e1", b"1.2.3", b"0x10", b"1_000", b"1,", b"[1,]", b"[,1]",
    b"[1 2]", b"[1,,2]", b"[", b"]",
    b"{", b'{"a"}', b'{"a":}', b'{"a":1,}', b'{,"a":1}', b"{a:1}", b"{'a':1}", b'{"a" 1}', b'{"a":1 "b":2}',
    b'{1:2}', b"'text'",
    b'"', b'"open', b'"a" "b"', b"/* */ 1", b"1 // one", b"# 1", b"1;", b"\xc2\xa01", b"\x0c1",
    b"\xef\xbb\xbf1", "１".encode(), b"1\0",
    b"\xe2\x80\xa81",
]  # fmt: skip

# Inside a string.
REFUSED_STRINGS = {
    "raw control characters": [bytes([code]) for code in range(0x20)],
    "escapes that do not exist": [
        rb"\a",
        rb"\x41",
        rb"\'",
        rb"\0",
        rb"\U0041",
        rb"\ ",
        b"\\\n",
        rb"\u",
        rb"\u12",
        rb"\u12g4",
        rb"\u{41}",
        rb"\u+041",
        "\\é".encode(),
    ],
    "unpaired surrogates": [
        rb"\ud800",
        rb"\udfff",
        rb"\udc00\ud800",
        rb"\ud800x",
        rb"\ud800\u0041",
        rb"\ud800\ud800",
        rb"\uD83D",
        rb"\ud83d\n",
        rb"x\udE00",
    ],
    "bytes that start nothing": [b"\x80", b"\xbf", b"\xfe", b"\xff", b"\xc0", b"\xf8\x88\x80\x80\x80"],
    "overlong forms": [
        b"\xc0\x80",
        b"\xc1\xbf",
        b"\xe0\x80\x80",
        b"\xe0\x9f\xbf",
        b"\xf0\x80\x80\x80",
        b"\xf0\x8f\xbf\xbf",
    ],
    "encoded surrogates": [b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xed\xa0\xbd\xed\xb8\x80"],
    "beyond Unicode": [b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80"],
    "sequences cut short": [
        b"\xc3",
        b"\xc3x",
        b"\xe2\x82",
        b"\xe2\x82x",
        b"\xf0\x9f\x98",
        b"\xf0\x9f\x98x",
        b"\xe9\xe9",
    ],
}

REFUSED_BODIES = [
    b"", b" ", b"\n",
    b"\xef\xbb\xbf{}", "{}".encode("utf-16"), "{}".encode("utf-16-le"), "{}".encode("utf-32"), b"{}{}",
    b"{} x", b"{}\0", b"[] []",
    b"{}}", b"[]]", b"\0", b"Content-Length: 2", ENVELOPE[:-5], b'{"jsonrpc":"2.0","id":1', b"[" * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":' * 100_000, b"[" * 129 + b"]" * 129,
]  # fmt: skip

TAKEN_VALUES = [
    b"0", b"-0", b"1", b"-1", b"0.5", b"-0.0", b"1e5", b"1E5", b"1e+5", b"1e-5", b"1.5e300", b"1e400",
    b"-1e-400", b"9" * 400, b"null", b"true", b"false",
    b"[]", b"{}", b" [ ] ", b"\t{\r\n}\t", b'{"":0}', b'{"a":{"a":{"a":[]}}}', b'[[],[[]],{"":[{}]}]',
    b'"\x7f"', b'{"a":1,"a":2,"a":{}}', b'"/"',
    b"[" * 126 + b"]" * 126, b'{"a":' * 126 + b"1" + b"}" * 126,
]  # fmt: skip

# What a string means that is written so.
TAKEN_STRINGS = {
    rb"\"\\\/\b\f\t": '"\\/\b\f\t',
    rb"\u0041\u00e9\uac00": "Aé가",
    rb"\ud83d\ude00": "😀",
    rb"\uD83D\uDE00\uDBFF\uDFFF": "😀\U0010ffff",
    rb"\u0000\u001f\u007f": "\0\x1f\x7f",
    rb"\uffff\ufffe\ufffd\ufeff": "\uffff\ufffe\ufffd\ufeff",
    rb"\u2028\u2029\u0085": "\u2028\u2029\x85",
    rb"\\ud800": "\\ud800",
    b"\x7f\xc2\x80\xc2\x9f": "\x7f\x80\x9f",
    b"\xef\xbb\xbf": "\ufeff",
    b"\xef\xbf\xbf\xf4\x8f\xbf\xbf": "\uffff\U0010ffff",
    "e\u0301 é 한 \u1112\u1161\u11ab".encode(): "e\u0301 é 한 \u1112\u1161\u11ab",
}


class Grammar(MemoCase):
    def setUp(self):
        super().setUp()
        self.client = self.start()

    def tearDown(self):
        self.assertEqual(self.client.finish(), 0)

    def answer_to(self, body):
        self.client.send_raw(frame(body))
        return self.client.read()

    def check_refused(self, body):
        with self.subTest(body=body[:200]):
            self.check_answers([self.answer_to(body)], (None, -32700))

    def test_a_value_that_is_no_json_is_a_parse_error(self):
        for value in REFUSED_VALUES:
            self.check_refused(ENVELOPE % value)

    def test_a_string_that_is_no_json_is_a_parse_error(self):
        for name, strings in REFUSED_STRINGS.items():
            for string in strings:
                with self.subTest(name):
                    self.check_refused(TEXT % string)
                    self.check_refused(TEXT % (b"a long enough text before it, " * 10 + string + b" and after it"))
                    self.check_refused(b'{"%s":1}' % string)

    def test_a_body_that_is_not_one_json_text_is_a_parse_error(self):
        for body in REFUSED_BODIES:
            self.check_refused(body)

    def test_a_message_cut_anywhere_is_a_parse_error(self):
        body = ENVELOPE % rb'[1.5e3,"\u00e9",{"a":[true,null]}]'
        for cut in range(1, len(body)):
            self.check_refused(body[:cut])

    def test_any_json_value_may_stand_in_a_member_that_is_ignored(self):
        for value in TAKEN_VALUES:
            with self.subTest(value=value[:100]):
                self.check_answers([self.answer_to(ENVELOPE % value)], (1, None))

    def test_a_string_means_what_its_escapes_and_bytes_say(self):
        for written, meant in TAKEN_STRINGS.items():
            with self.subTest(written):
                result = self.answer_to(TEXT % written)["result"]
                self.assertEqual(result["title"] + result["separator"] + result["body"], meant)

    def test_128_levels_are_read_and_129_are_not(self):
        for levels, code in ((128, -32600), (129, -32700)):
            answer = self.answer_to(b"[" * levels + b"]" * levels)
            error = (answer[0] if isinstance(answer, list) else answer)["error"]
            self.assertEqual(error["code"], code)

    def test_white_space_may_stand_wherever_json_has_it(self):
        body = json.dumps(call(1, "titleBodySplit", {"text": "t", "x": [1, {"a": None}]}), indent="\t").replace(
            "\n", "\r\n "
        )
        self.check_answers([self.answer_to(f" \n{body}\t ".encode())], (1, None))


if __name__ == "__main__":
    unittest.main()
