"""Where a stream begins and ends: the first byte, and what each end of input means."""

import unittest

from memo_case import MemoCase
from memo_client import frame, notification
from protocol.framing_samples import ASK, BODY, KEPT, LENGTH


class EndOfInput(MemoCase):
    def check_end(self, code, data, answers=0):
        client = self.start()
        client.send(KEPT)
        client.send_raw(data)
        client.close_input()
        self.assertEqual(len(client.rest()), 1 + answers)
        self.assertEqual(client.wait(), code)
        self.assertEqual(self.text_after_restart("kept"), "kept whatever comes")
        self.store.unlink()

    def test_between_messages_it_is_a_normal_end(self):
        self.check_end(0, b"")
        self.check_end(0, frame(ASK), answers=1)

    def test_inside_a_message_it_ends_with_1_after_saving_and_without_an_answer(self):
        whole = frame(ASK)
        for cut in (1, 10, len(LENGTH) - 1, len(LENGTH), len(LENGTH) + 1, len(LENGTH) + 2, len(whole) - 1):
            with self.subTest(cut=cut):
                self.check_end(1, whole[:cut])

    def test_inside_a_body_over_the_limit_it_ends_with_1(self):
        client = self.start("--max-message-bytes", "100")
        client.send_raw(b"Content-Length: 1000\r\n\r\n" + b"x" * 500)
        client.close_input()
        self.assertEqual(client.wait(), 1)

    def test_without_any_input_it_is_a_normal_end(self):
        for data in (b"", b" \r\n\t\n"):
            with self.subTest(data):
                client = self.start()
                client.send_raw(data)
                self.assertEqual(client.finish(), 0)


class FirstByte(MemoCase):
    def test_white_space_before_the_first_message_is_skipped(self):
        client = self.start()
        client.send_raw(b"\r\n \t\n" + frame(ASK))
        self.check_answers([client.read()], (1, None))
        client = self.start(framing="lines")
        client.send_raw(b"\r\n \t\n" + BODY + b"\n")
        self.check_answers([client.read()], (1, None))

    def test_a_bracket_chooses_json_lines(self):
        client = self.start(framing="lines")
        client.send([ASK, notification("initialized")])
        self.check_answers(client.read(), (1, None))

    def test_anything_else_gets_one_parse_error_in_a_frame_and_ends_with_1(self):
        for data in (
            b"\xef\xbb\xbf{}\n",
            b"\xef\xbb\xbf" + frame(ASK),
            b"5\n",
            b'"text"\n',
            b"<xml/>",
            b"\0",
            b"-1",
            b"\xff\xfe{",
        ):
            with self.subTest(data):
                client = self.start()
                client.send_raw(data)
                self.check_answers(client.rest(), (None, -32700))
                self.assertEqual(client.wait(), 1)


if __name__ == "__main__":
    unittest.main()
