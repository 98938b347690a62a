"""JSON Lines: how a line ends, and that the next line is always found."""

import subprocess
import unittest

from memo_case import MemoCase
from memo_client import PATIENCE, binary, call, encode, line
from protocol.framing_samples import ASK, KEPT


class JSONLines(MemoCase):
    def start(self, *flags, **options):
        return super().start(*flags, framing="lines", **options)

    def test_answers_come_one_to_a_line(self):
        client = self.start()
        client.send(ASK, KEPT)
        self.check_answers([client.read(), client.read()], (1, None), ("kept", None))
        self.assertEqual(client.finish(), 0)

    def test_a_carriage_return_before_the_line_feed_and_blank_lines_are_skipped(self):
        client = self.start()
        client.send_raw(encode(ASK) + b"\r\n" + b"\n\r\n  \n\t\r\n" + encode(ASK) + b"\r\n")
        self.check_answers([client.read(), client.read()], (1, None), (1, None))
        self.assertEqual(client.finish(), 0)

    def test_the_last_line_needs_no_end(self):
        client = self.start()
        # Before that, a new memo may wait for others' journals to be read; what asks of a text alone does not.
        self.wait_for_recovery(client)
        client.send_raw(line(KEPT) + encode(ASK))
        client.close_input()
        self.check_answers(client.rest(), ("kept", None), (1, None))
        self.assertEqual(client.wait(), 0)

    def test_a_last_line_that_is_cut_short_gets_a_parse_error_and_ends_with_1_after_saving(self):
        client = self.start()
        client.send_raw(line(KEPT) + encode(ASK)[:-1])
        client.close_input()
        self.check_answers(client.rest(), ("kept", None), (None, -32700))
        self.assertEqual(client.wait(), 1)
        client = super().start()
        self.assertEqual(client.request("getMemo", {"id": "kept"})["text"], "kept whatever comes")

    def test_after_a_line_that_is_not_json_the_session_goes_on(self):
        client = self.start()
        client.send_raw(
            b'{"jsonrpc":\n' + b"\xff\n" + b"nonsense\n" + b"\xef\xbb\xbf{}\n" + b"Content-Length: 2\n" + line(ASK)
        )
        self.check_answers([client.read() for _ in range(6)], *[(None, -32700)] * 5, (1, None))

    def test_after_a_line_over_the_limit_the_session_goes_on(self):
        client = self.start("--max-message-bytes", "1000")
        fits, over = encode(ASK).ljust(1000), encode(ASK).ljust(1001)
        client.send(fits, over, ASK)
        answers = [client.read() for _ in range(3)]
        self.check_answers(answers, (1, None), (None, 5), (1, None))
        data = answers[1]["error"]["data"]
        self.assertEqual((data["kind"], data["limit"]), ("limitExceeded", 1000))
        self.assertGreater(data["value"], 1000)

    def test_a_carriage_return_or_a_line_separator_inside_a_text_ends_no_line(self):
        client = self.start()
        client.send(call(1, "titleBodySplit", {"text": "a\u2028b\u0085c"}))
        self.assertEqual(client.read()["result"]["title"], "a\u2028b\u0085c")

    def test_a_file_can_be_the_input(self):
        path = self.folder / "input.jsonl"
        path.write_bytes(line(KEPT) + line(ASK))
        with path.open("rb") as file:
            done = subprocess.run(
                [binary(), "--store", str(self.store)], stdin=file, capture_output=True, timeout=PATIENCE
            )
        self.assertEqual((done.returncode, done.stdout.count(b"\n")), (0, 2))


if __name__ == "__main__":
    unittest.main()
