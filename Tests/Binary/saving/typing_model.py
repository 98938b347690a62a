"""A writer whose every answered change is known, to be held against what a store gives back."""

import sqlite3

from memo_client import ErrorAnswer

UNAVAILABLE = 6


class Typing:
    """Memos as the answers say they must be: {id: (version, text)}. A change that is refused with code 6 changes
    nothing."""

    def __init__(self, memos=()):
        self.memos = dict(memos)
        self.words = 0
        self.refused = 0
        self.reasons = set()

    def attempt(self, client, method, params):
        """The result of a request, or None if the store is unavailable."""
        try:
            return client.request(method, params)
        except ErrorAnswer as error:
            if error.code != UNAVAILABLE:
                raise
            self.refused += 1
            self.reasons.add(error.data["reason"])
            return None

    def create(self, client, id, text=""):
        """Makes a memo."""
        if self.attempt(client, "createMemo", {"id": id, "text": text}):
            self.memos[id] = (1, text)

    def type(self, client, id, count=1):
        """Puts words before a memo's text, each in an edit of its own, counting versions as an editor does."""
        for _ in range(count):
            if id not in self.memos:
                return
            version, text = self.memos[id]
            self.words += 1
            word = f"{self.words} 글😀 "
            start = {"line": 0, "character": 0}
            change = {"range": {"start": start, "end": start}, "text": word}
            params = {"id": id, "baseVersion": version, "contentChanges": [change]}
            if answer := self.attempt(client, "updateMemo", params):
                assert answer["version"] == version + 1, answer
                self.memos[id] = (version + 1, word + text)

    def replace(self, client, id, text):
        """Replaces a memo's text."""
        version, _ = self.memos[id]
        params = {"id": id, "baseVersion": version, "contentChanges": [{"text": text}]}
        if answer := self.attempt(client, "updateMemo", params):
            self.memos[id] = (answer["version"], text)

    def check(self, client, saved=None):
        """Checks that a session has exactly these memos."""
        for id, (version, text) in self.memos.items():
            memo = client.request("getMemo", {"id": id})
            assert (memo["version"], memo["text"]) == (version, text), f"{id}: {(version, text)} became {memo}"
            assert saved in (None, memo["saved"]), memo
        total = client.request("list")["total"]
        assert total == len(self.memos), f"{total} memos in place of {len(self.memos)}"

    def check_what_is_read(self, client, id):
        """Checks that a memo is read as it must be, or not at all."""
        if memo := self.attempt(client, "getMemo", {"id": id}):
            assert (memo["version"], memo["text"]) == self.memos[id], f"{id}: {self.memos[id]} is read as {memo}"


def check_database(path):
    """Checks a database that no server uses, as any SQLite client can."""
    connection = sqlite3.connect(path)
    try:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        assert found == [("ok",)], found
    finally:
        connection.close()
