"""Content-Length frames: which headers are trusted, how large a body may be, and what each end of input means."""

import unittest

from memo_case import MemoCase, memory_peak
from memo_client import frame
from protocol.framing_samples import ASK, BODY, KEPT, LENGTH

TRUSTED = {
    "the usual": LENGTH,
    "lower case": b"content-length: %d\r\n" % len(BODY),
    "upper case": b"CONTENT-LENGTH: %d\r\n" % len(BODY),
    "no space": b"Content-Length:%d\r\n" % len(BODY),
    "many spaces": b"Content-Length:   %d  \r\n" % len(BODY),
    "a tab": b"Content-Length:\t%d\r\n" % len(BODY),
    "leading zeros": b"Content-Length: 000%d\r\n" % len(BODY),
    "the same length twice": LENGTH * 2,
    "the same length in other cases": LENGTH + LENGTH.lower(),
    "a content type": LENGTH + b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n",
    "a content type first": b"Content-Type: application/vscode-jsonrpc; charset=utf8\r\n" + LENGTH,
    "a content type without a charset": LENGTH + b"content-type: application/json\r\n",
    "an unknown header": b"X-Trace: 1: 2; three\r\n" + LENGTH,
    "an unknown empty header": LENGTH + b"X-Empty:\r\n",
    "a block of nearly 8 KiB": b"X-Long: " + b"x" * 8000 + b"\r\n" + LENGTH,
}

UNTRUSTED = {
    "no length": b"Content-Type: application/vscode-jsonrpc\r\n",
    "a word": b"Content-Length: many\r\n",
    "an empty length": b"Content-Length:\r\n",
    "a blank length": b"Content-Length:  \r\n",
    "digits and a letter": b"Content-Length: 5x\r\n",
    "two numbers": b"Content-Length: 5 5\r\n",
    "hexadecimal": b"Content-Length: 0x10\r\n",
    "a fraction": b"Content-Length: 5.0\r\n",
    "an exponent": b"Content-Length: 1e2\r\n",
    "Arabic digits": "Content-Length: ٤٢\r\n".encode(),
    "a negative length": b"Content-Length: -1\r\n",
    "twenty digits": b"Content-Length: 18446744073709551617\r\n",
    "a million digits": b"Content-Length: " + b"1" * 1_000_000 + b"\r\n",
    "over 1 GiB": b"Content-Length: 1073741825\r\n",
    "two different lengths": LENGTH + b"Content-Length: 7\r\n",
    "a line without a colon": b"Content-Length 5\r\n",
    "a second line without a colon": LENGTH + b"nonsense\r\n",
    "a block over 8 KiB": LENGTH + b"X-Long: " + b"x" * 8192 + b"\r\n",
    "a NUL": LENGTH + b"X-Nul: \0\r\n",
    "an 8-bit byte": LENGTH + b"X-Name: caf\xe9\r\n",
    "another charset": LENGTH + b"Content-Type: application/vscode-jsonrpc; charset=latin1\r\n",
    "UTF-16": b"Content-Type: application/json; charset=utf-16\r\n" + LENGTH,
    "a bare line feed": b"Content-Length: %d\n" % len(BODY),
}


class Headers(MemoCase):
    def test_a_header_that_can_be_trusted_is(self):
        for name, block in TRUSTED.items():
            with self.subTest(name):
                client = self.start(store=self.folder / "memos.sqlite")
                client.send_raw((block + b"\r\n" + BODY) * 2)
                self.check_answers([client.read(), client.read()], (1, None), (1, None))
                self.assertEqual(client.finish(), 0)

    def check_end(self, client, *expected):
        """Checks that these answers come and then one -32700 that says what was wrong, and the end with 1."""
        answers = client.rest()
        self.check_answers(answers, *expected, (None, -32700))
        self.assertGreater(len(answers[-1]["error"]["message"]), 10)
        self.assertEqual(client.wait(), 1)

    def test_a_header_that_cannot_be_trusted_ends_the_session_after_saving(self):
        for name, block in UNTRUSTED.items():
            with self.subTest(name):
                store = self.folder / name / "memos.sqlite"
                client = self.start("--autosave-delay-ms", "600000", store=store)
                client.send(KEPT)
                self.assertEqual(client.read()["id"], "kept")
                try:
                    client.send_raw(block + b"\r\n" + BODY + frame(ASK))
                except BrokenPipeError:
                    pass  # It has gone before it took all of that in.
                self.check_end(client)
                self.assertEqual(self.text_after_restart("kept", store), "kept whatever comes")

    def test_the_first_header_of_a_session_can_be_untrusted_too(self):
        for name in ("a word", "a line without a colon", "no length"):
            with self.subTest(name):
                client = self.start()
                client.send_raw(UNTRUSTED[name] + b"\r\n")
                self.check_end(client)

    def test_a_length_that_is_too_short_ends_at_what_should_be_the_next_header(self):
        for k in (1, 2, 10):
            with self.subTest(short_by=k):
                client = self.start()
                client.send_raw(b"Content-Length: %d\r\n\r\n%s" % (len(BODY) - k, BODY) + frame(ASK))
                self.check_end(client, (None, -32700))

    def test_a_length_that_is_too_long_waits_while_autosave_goes_on(self):
        client = self.start("--autosave-delay-ms", "20")
        client.initialize(capabilities={"memo": {"notifications": True}})
        client.send(KEPT)
        client.send_raw(b"Content-Length: %d\r\n\r\n%s" % (len(BODY) + 5, BODY))
        self.assertEqual(client.note("didSaveMemo"), {"id": "kept", "version": 1})
        client.send_raw(b"     ")
        self.check_answers([client.read()], (1, None))


class Bodies(MemoCase):
    def test_a_body_that_is_not_json_is_answered_and_the_session_goes_on(self):
        client = self.start()
        client.send_raw(b"".join(map(frame, [b"", b"nonsense", b"\xff\xfe", b"{", BODY])))
        self.check_answers([client.read() for _ in range(5)], *[(None, -32700)] * 4, (1, None))
        self.assertEqual(client.finish(), 0)

    def test_a_body_of_exactly_the_limit_is_read_and_one_byte_more_is_refused(self):
        client = self.start("--max-message-bytes", "1000")
        fits, over = BODY.ljust(1000), BODY.ljust(1001)
        client.send_raw(frame(fits) + frame(over) + frame(fits))
        answers = [client.read() for _ in range(3)]
        self.check_answers(answers, (1, None), (None, 5), (1, None))
        self.assertEqual(answers[1]["error"]["data"], {"kind": "limitExceeded", "limit": 1000, "value": 1001})

    def test_a_body_over_the_limit_is_read_past_without_being_kept(self):
        client = self.start()
        length = 300 << 20
        client.send_raw(b"Content-Length: %d\r\n\r\n" % length)
        for _ in range(length >> 20):
            client.send_raw(b"{" * (1 << 20))
        client.send(ASK)
        answers = [client.read(), client.read()]
        self.check_answers(answers, (None, 5), (1, None))
        self.assertEqual(answers[0]["error"]["data"], {"kind": "limitExceeded", "limit": 64 << 20, "value": length})
        self.assertLess(memory_peak(client), 64 << 20)

    def test_a_length_alone_takes_no_memory(self):
        client = self.start("--max-message-bytes", str(1 << 30))
        client.send(ASK)
        client.read()
        client.send_raw(b"Content-Length: 1000000000\r\n\r\n{")
        self.assertLess(memory_peak(client), 64 << 20)
        client.close_input()
        self.assertEqual(client.wait(), 1)


if __name__ == "__main__":
    unittest.main()
