"""What a memo says reaches no log and no file's name, whatever goes wrong, at the most talkative level."""

import os
import pathlib
import sqlite3

from memo_case import STILL, WANTS_NOTES, MemoCase
from memo_client import call, line, notification

SECRET = "Xanthippe"
EVERYWHERE = {"text": SECRET, "title": SECRET, "properties": {SECRET: SECRET, "list": [SECRET, {SECRET: None}]}}


class Secrets(MemoCase):
    def setUp(self):
        super().setUp()
        self.clients = []
        (self.folder / "tmp").mkdir()

    def launch(self, *flags, **options):
        options.setdefault("env", self.environment(TMPDIR=str(self.folder / "tmp")))
        client = super().launch("--log-level", "debug", *flags, **options)
        self.clients.append(client)
        return client

    def begin(self, *flags):
        """A session that has a memo saved, and one not."""
        client = self.start(*flags)
        client.initialize(capabilities=WANTS_NOTES)
        for id in ("saved", "unsaved"):
            if "error" not in self.ask(client, "createMemo", {"id": id} | EVERYWHERE):
                client.request("flush")
        self.ask(client, "updateMemo",
                 {"id": "unsaved", "contentChanges": [{"text": f"{SECRET} again"}], "properties": {SECRET: 1}})
        return client

    def ask(self, client, method, params):
        """The whole answer, error or not."""
        client.send(call(0, method, params))
        return client.answer()

    def end(self, client):
        """Ends the input and lets notifications come."""
        client.close_input()
        client.rest()
        client.wait()

    def check_silence(self, *words):
        """Checks that all sessions' logs have these words and not the secret, nor any file's name or process's
        title."""
        for client in self.clients:
            if client.process.poll() is None and os.path.exists("/proc/self/cmdline"):
                for name in ("cmdline", "comm"):
                    title = pathlib.Path(f"/proc/{client.process.pid}/{name}").read_bytes()
                    self.assertNotIn(SECRET.encode(), title)
        log = "".join(client.stderr() for client in self.clients)
        self.assertNotIn(SECRET.lower(), log.lower())
        for word in words:
            self.assertIn(word, log)
        names = [str(path) for path in self.folder.rglob("*")]
        self.assertGreater(len(names), 1)
        self.assertNotIn(SECRET.lower(), "".join(names).lower())

    def test_ordinary_use(self):
        client = self.begin()
        for method, params in [
            ("getMemo", {"id": "saved"}), ("list", {"sort": "title"}), ("delete", {"id": "saved"}),
            ("restore", {"id": "saved"}), ("titleBodySplit", {"text": SECRET}), ("stats", {}),
        ]:  # fmt: skip
            self.assertIn("result", self.ask(client, method, params))
        self.end(client)
        self.check_silence("saved version")

    def test_requests_and_notifications_that_make_no_sense(self):
        wrong = [
            ("createMemo", {"id": f"{SECRET} {SECRET}"}),
            ("createMemo", {"text": [SECRET]}),
            ("createMemo", {"text": "", "properties": SECRET}),
            ("createMemo", SECRET),
            ("createMemo", [SECRET]),
            ("updateMemo", {"id": "saved", "contentChanges": SECRET}),
            ("updateMemo", {"id": "saved", "contentChanges": [{"range": SECRET, "text": SECRET}]}),
            ("updateMemo", {"id": "saved", "contentChanges": [{"range": {SECRET: SECRET}, "text": SECRET}]}),
            ("updateMemo", {"id": "saved", "baseVersion": SECRET, "contentChanges": [{"text": SECRET}]}),
            ("updateMemo", {"id": "saved", "baseVersion": 99, "contentChanges": [{"text": SECRET}]}),
            ("updateMemo", {"id": "nobody", "contentChanges": [{"text": SECRET}]}),
            ("updateMemo", {"id": "saved", "contentChanges": [{
                "range": {"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 0}}, "text": SECRET}]}),
            ("list", {"cursor": SECRET}), ("list", {"sort": SECRET}), ("titleBodySplit", {SECRET: SECRET}),
            (SECRET, None), (f"$/{SECRET}", {}), (f"{SECRET} {SECRET}\n", {"text": SECRET}),
            ("initialize", {SECRET: SECRET}),
        ]  # fmt: skip
        # Only every tenth failed notification is told, so each has a session of its own.
        for method, params in wrong:
            with self.subTest(method=method, params=params):
                client = self.begin()
                self.assertIn("error", self.ask(client, method, params))
                client.notify(method, params)
                client.request("stats")
                self.end(client)
                self.assertIn("notification", client.stderr())
        self.check_silence()

    def test_notifications_after_shutdown(self):
        client = self.begin()
        client.request("shutdown")
        client.notify(SECRET, {"text": SECRET})
        self.check_error(-32600, client.request, "stats")
        self.end(client)
        self.check_silence("notification")

    def test_bytes_that_are_no_message(self):
        for garbage in (
            f"Content-Length: {SECRET}\r\n\r\n", f"{SECRET}\r\n", f"{SECRET}: {SECRET}\r\n\r\n", f'{{"text":"{SECRET}',
            f"Content-Length: 12\r\n\r\n{SECRET}{SECRET}", f'{{"jsonrpc":"{SECRET}","id":1,"method":"{SECRET}"}}\n',
        ):  # fmt: skip
            with self.subTest(garbage):
                client = self.start(framing="lines" if garbage.startswith("{") else "frames")
                client.send_raw(garbage.encode())
                self.end(client)
        self.check_silence()

    def test_saves_that_fail(self):
        client = self.begin(*STILL)
        release = self.lock_store()
        self.check_error(6, client.request, "flush", reason="locked")
        release()
        client.request("flush")
        # What SQLite says may quote the file.
        connection = sqlite3.connect(self.store)
        connection.execute(f"CREATE TRIGGER refuse BEFORE UPDATE ON memos BEGIN SELECT RAISE(ABORT, '{SECRET}'); END")
        connection.close()
        client.request("updateMemo", {"id": "saved", "contentChanges": [{"text": f"{SECRET} at last"}]})
        self.check_error(6, client.request, "flush")
        self.store.unlink()
        self.check_error(6, client.request, "flush", reason="replaced")
        self.end(client)
        self.check_silence("could not save", "the last save failed")

    def test_memos_whose_rows_are_damaged(self):
        self.end(self.begin())
        for number, harm in enumerate([
            "UPDATE texts SET text = x'58616e746869707065ff'", f"UPDATE memos SET properties = '{SECRET}'",
            f"UPDATE memos SET id = '{SECRET} ' || key",
        ]):  # fmt: skip
            connection = sqlite3.connect(self.store)
            connection.execute(harm)
            connection.commit()
            connection.close()
            client = self.start()
            if number < 2:
                self.check_error(6, client.request, "getMemo", {"id": "saved"}, reason="corrupt")
            client.request("stats")
            self.assertEqual(client.finish(), 0)
        self.check_silence()

    def test_a_database_whose_schema_quotes_a_memo(self):
        self.end(self.begin())
        connection = sqlite3.connect(self.store)
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute(f"UPDATE sqlite_schema SET sql = 'CREATE TABLE {SECRET} (x; {SECRET}', "
                           f"name = '{SECRET}' WHERE name = 'totals'")
        connection.commit()
        connection.close()
        client = self.start()
        self.check_error(6, client.request, "list", {})
        self.end(client)
        self.check_silence("SQLite")

    def test_recovery(self):
        for harm in (None, 60, 300):
            with self.subTest(harm):
                client = self.begin(*STILL)
                self.ask(client, "updateMemo", {"id": "unsaved", "contentChanges": [{"text": f"{SECRET} unsaved"}]})
                client.kill()
                self.clients.remove(client)
                journals = [path for path in self.store.parent.iterdir() if path.name.endswith("-1")]
                for journal in journals if harm else []:
                    with open(journal, "r+b") as file:
                        file.seek(harm)
                        file.write(b"\xff\xfe")
                client = self.start()
                client.request("list")
                self.end(client)
        self.check_silence("brought back", ".bad")

    def test_a_batch_and_lines(self):
        client = self.start(framing="lines")
        client.send_raw(line([notification(SECRET, {"text": SECRET}), call(1, SECRET), SECRET, {SECRET: SECRET}]))
        self.assertEqual(len(client.read()), 3)
        self.assertEqual(client.finish(), 0)
        self.check_silence("notification")


if __name__ == "__main__":
    import unittest

    unittest.main()
