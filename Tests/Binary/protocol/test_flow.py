"""Flow: messages in pieces and in masses, a client that never reads, and one that has gone."""

import fcntl
import os
import select
import struct
import sys
import termios
import time
import unittest

from memo_case import MemoCase, memory_peak
from memo_client import PATIENCE, Silence, call, frame, line, notification

MIB = 1 << 20


def large(size):
    """A text; it starts with a line end, or the title would be as long again."""
    return "\n" + "x" * (size - 1)


def drained(client):
    """Waits until the server has read all that was written to it, so that what follows is a read of its own."""
    deadline = time.monotonic() + PATIENCE
    while struct.unpack("i", fcntl.ioctl(client.input, termios.FIONREAD, b"\0\0\0\0"))[0]:
        if time.monotonic() > deadline:
            raise Silence("the server does not read")
        os.sched_yield()


@unittest.skipUnless(sys.platform == "linux", "needs to see what is left in a pipe")
class Pieces(MemoCase):
    ASK = call(1, "titleBodySplit", {"text": "첫 줄\r\n😀"})

    def check(self, client, data, pieces):
        for piece in pieces:
            client.send_raw(piece)
            drained(client)
        split = {"title": "첫 줄", "separator": "\r\n", "body": "😀", "displayTitle": "첫 줄"}
        self.assertEqual(client.read(), {"jsonrpc": "2.0", "id": 1, "result": split})

    def test_a_message_may_be_split_at_every_byte(self):
        for framing, data in (("frames", frame(self.ASK)), ("lines", line(self.ASK))):
            client = self.start(framing=framing)
            for cut in range(1, len(data)):
                self.check(client, data, [data[:cut], data[cut:]])
            self.assertEqual(client.finish(), 0)

    def test_a_message_may_come_byte_by_byte(self):
        for framing, data in (("frames", frame(self.ASK)), ("lines", line(self.ASK))):
            client = self.start(framing=framing)
            for _ in range(3):
                self.check(client, data, [data[at : at + 1] for at in range(len(data))])
            self.assertEqual(client.finish(), 0)

    def test_the_first_message_may_be_split_at_every_byte_too(self):
        data = frame(call(1, "shutdown"))
        for cut in range(1, len(data)):
            client = self.start(store=self.folder / "memos.sqlite")
            client.send_raw(data[:cut])
            drained(client)
            client.send_raw(data[cut:])
            self.check_answers([client.read()], (1, None))
            client.kill()


class Masses(MemoCase):
    def test_a_thousand_messages_in_one_write_get_a_thousand_answers_in_order(self):
        for framing in ("frames", "lines"):
            client = self.start(framing=framing)
            client.send(*[call(id, "titleBodySplit", {"text": str(id)}) for id in range(1000)])
            answers = [client.read() for _ in range(1000)]
            self.assertEqual(
                [(answer["id"], answer["result"]["title"]) for answer in answers], [(id, str(id)) for id in range(1000)]
            )
            self.assertEqual(client.finish(), 0)

    def test_nothing_but_messages_is_ever_on_stdout(self):
        client = self.start("--log-level", "debug")
        client.send(
            notification("nothing"), notification("updateMemo", {"id": 5}), call(1, "nothing"), call(2, "createMemo")
        )
        client.send_raw(frame(b"nonsense"))
        self.check_answers([client.read() for _ in range(3)], (1, -32601), (2, None), (None, -32700))
        self.assertEqual(client.finish(), 0)


class ClientThatNeverReads(MemoCase):
    def fill(self, client, messages):
        """Writes messages without reading until the server takes no more; returns how many bytes it took."""
        data = memoryview(b"".join(map(frame, messages)))
        taken = 0
        # Full for this long means that it has stopped: the machine may be busy, but not with anything else.
        while taken < len(data) and select.select([], [client.input], [], 3)[1]:
            taken += os.write(client.input, data[taken : taken + MIB])
        return taken, bytes(data[taken:])

    def test_its_edits_are_saved_and_the_memory_stays_bounded_and_then_every_answer_is_there(self):
        client = self.start("--autosave-delay-ms", "20")
        client.request("createMemo", {"id": "large", "text": large(MIB // 2)})
        reads = [call(id, "getMemo", {"id": "large"}) for id in range(40)]
        edit = {"id": "large", "contentChanges": [{"text": "typed without looking"}]}
        padding = [notification("$/nothing", {"padding": "y" * 1000}) for _ in range(1000)]
        taken, left = self.fill(client, [*reads, call("edit", "updateMemo", edit), *padding])
        self.assertEqual(left, b"", "far less than 64 MiB of answers wait")
        self.wait_until(lambda: self.is_stored("typed without looking"), "saving")
        self.assertEqual([client.read()["id"] for _ in range(41)], [*range(40), "edit"])
        self.assertEqual(client.finish(), 0)

    def test_input_is_read_no_further_while_too_many_answers_wait(self):
        for size, count in ((MIB // 2, 800), (2 * MIB, 200)):
            with self.subTest(size=size):
                client = self.start(store=self.folder / f"{size}.sqlite")
                client.request("createMemo", {"id": "large", "text": large(size)})
                reads = [call(id, "getMemo", {"id": "large"}) for id in range(count)]
                padding = [notification("$/nothing", {"padding": "y" * 1000}) for _ in range(1000)]
                taken, left = self.fill(client, [*reads, *padding])
                self.assertNotEqual(left, b"", "400 MiB of answers can't all wait")
                self.assertLess(memory_peak(client), 250 * MIB)
                client.send_raw(left)
                self.assertEqual(sorted(client.read()["id"] for _ in range(count)), list(range(count)))
                self.assertEqual(client.finish(), 0)

    def test_a_signal_ends_it_all_the_same(self):
        client = self.start("--autosave-delay-ms", "600000")
        client.request("createMemo", {"id": "large", "text": large(MIB)})
        client.request("createMemo", {"id": "kept", "text": "typed and not yet saved"})
        self.fill(client, [call(id, "getMemo", {"id": "large"}) for id in range(10)])
        client.process.terminate()
        self.assertEqual(client.wait(), 143)
        self.assertEqual(self.text_after_restart("kept"), "typed and not yet saved")

    def test_a_signal_after_the_end_of_input_ends_it_too(self):
        client = self.start("--autosave-delay-ms", "600000")
        client.request("createMemo", {"id": "large", "text": large(MIB)})
        client.request("createMemo", {"id": "kept", "text": "typed and not yet saved"})
        _, left = self.fill(client, [call(id, "getMemo", {"id": "large"}) for id in range(10)])
        self.assertEqual(left, b"")
        client.close_input()
        self.wait_until(lambda: self.is_stored("typed and not yet saved"), "the last save")
        # Without a signal it waits for its reader for ever.
        self.assertIsNone(client.process.poll())
        client.process.terminate()
        self.assertEqual(client.wait(), 143)
        self.assertEqual(self.text_after_restart("kept"), "typed and not yet saved")


class ClosedOutput(MemoCase):
    def test_it_saves_and_ends_with_1(self):
        client = self.start("--autosave-delay-ms", "600000")
        client.request("createMemo", {"id": "kept", "text": "kept"})
        client.process.stdout.close()
        client.send_raw(
            frame(call(1, "updateMemo", {"id": "kept", "contentChanges": [{"text": "still kept"}]})), reading=False
        )
        self.assertEqual(client.wait(), 1)
        self.assertEqual(self.text_after_restart("kept"), "still kept")

    def test_output_closed_at_the_start_ends_it_with_1(self):
        client = self.start()
        client.process.stdout.close()
        client.send_raw(frame(call(1, "createMemo", {"id": "kept", "text": "kept"})), reading=False)
        self.assertEqual(client.wait(), 1)
        self.assertEqual(self.text_after_restart("kept"), "kept")


class MissingDescriptors(MemoCase):
    def test_without_stderr_no_file_gets_its_number(self):
        client = self.start("--log-level", "debug", preexec_fn=lambda: os.close(2))
        client.send(notification("updateMemo", {"id": 5}), call(1, "createMemo", {"id": "kept", "text": "kept"}))
        self.check_answers([client.read()], (1, None))
        client.request("flush")
        self.assertEqual(client.finish(), 0)
        self.assertEqual(self.store.read_bytes()[:15], b"SQLite format 3")
        self.assertEqual(self.text_after_restart("kept"), "kept")

    def test_without_stdin_it_is_the_end_of_input(self):
        client = self.start(preexec_fn=lambda: os.close(0))
        self.assertEqual(client.wait(), 0)

    def test_without_stdout_no_file_gets_its_number(self):
        client = self.start(preexec_fn=lambda: os.close(1))
        try:
            client.send_raw(frame(call(1, "createMemo", {"id": "kept", "text": "kept"})), reading=False)
            client.close_input()
        except BrokenPipeError:
            pass  # It may take a missing stdout for a closed one, and end.
        self.assertIn(client.wait(), (0, 1))
        self.assertEqual(self.text_after_restart("kept"), "kept")


if __name__ == "__main__":
    unittest.main()
