"""Every way a session ends: what is saved by then, and the exit status."""

import signal
import unittest

from memo_case import STILL, MemoCase
from memo_client import call, notification


class Ends(MemoCase):
    def session(self, *flags, **options):
        """A session with a memo that is not saved."""
        client = self.start(*STILL, *flags, **options)
        client.request("createMemo", {"id": "a", "text": "not saved yet"})
        return client

    def check_end(self, client, code):
        self.assertEqual(client.rest(), [])
        self.assertEqual(client.wait(), code)
        self.assertEqual(self.text_after_restart("a"), "not saved yet")

    def test_exit_after_shutdown_ends_with_0(self):
        client = self.session()
        self.assertIsNone(client.request("shutdown"))
        client.notify("exit")
        self.check_end(client, 0)

    def test_exit_without_shutdown_saves_and_ends_with_1(self):
        client = self.session()
        client.notify("exit")
        self.check_end(client, 1)

    def test_nothing_after_exit_is_read(self):
        client = self.session()
        client.send(notification("exit"), call(9, "titleBodySplit", {"text": ""}))
        self.check_end(client, 1)

    def test_the_end_of_input_saves_and_ends_with_0(self):
        client = self.session()
        client.close_input()
        self.check_end(client, 0)

    def test_the_end_of_input_after_shutdown_ends_with_0(self):
        client = self.session()
        client.request("shutdown")
        client.close_input()
        self.check_end(client, 0)

    def test_shutdown_has_saved_everything_when_it_answers(self):
        client = self.session()
        client.request("shutdown")
        client.kill()
        self.assertEqual(self.text_after_restart("a"), "not saved yet")

    def test_after_shutdown_every_request_is_invalid_and_edits_are_dropped(self):
        client = self.session()
        client.request("shutdown")
        for method, params in (
            ("getMemo", {"id": "a"}),
            ("createMemo", {}),
            ("shutdown", None),
            ("initialize", {}),
            ("titleBodySplit", {"text": ""}),
        ):
            with self.subTest(method):
                self.check_error(-32600, client.request, method, params)
        client.notify("updateMemo", {"id": "a", "contentChanges": [{"text": "dropped"}]})
        client.notify("exit")
        self.check_end(client, 0)

    def test_answers_that_were_asked_for_come_before_the_end(self):
        client = self.session()
        client.send(
            call(1, "list", {"limit": 1000}),
            call(2, "flush"),
            call(3, "stats"),
            call(4, "shutdown"),
            notification("exit"),
        )
        self.assertEqual(sorted(answer["id"] for answer in client.rest()), [1, 2, 3, 4])
        self.check_end(client, 0)

    def test_a_signal_saves_and_ends_with_128_and_its_number(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                client = self.session()
                client.process.send_signal(number)
                self.check_end(client, 128 + number)
                self.store.unlink()

    def test_a_signal_before_the_first_message_ends_it_too(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                client = self.start()
                client.send_raw(b"Content-Length: 10\r\n\r\n")
                client.send_raw(b'{"id":123}')
                client.read()
                client.process.send_signal(number)
                self.assertEqual(client.wait(), 128 + number)

    def test_two_signals_at_once_are_no_worse_than_one(self):
        for first, second in ((signal.SIGTERM, signal.SIGTERM), (signal.SIGHUP, signal.SIGTERM)):
            for attempt in range(5):
                with self.subTest(first=first, second=second, attempt=attempt):
                    client = self.session(store=self.folder / f"{first}-{attempt}.sqlite")
                    client.process.send_signal(first)
                    client.process.send_signal(second)
                    self.assertIn(client.wait(), (128 + first, 128 + second))
                    text = self.text_after_restart("a", self.folder / f"{first}-{attempt}.sqlite")
                    self.assertEqual(text, "not saved yet")


if __name__ == "__main__":
    unittest.main()
