"""What the tests of texts share: changes written shortly, and what becomes of a text."""

from memo_case import MemoCase

ENCODINGS = ("utf-8", "utf-16", "utf-32")


def place(line, character):
    """A position."""
    return {"line": line, "character": character}


def put(text, start, end=None):
    """The change that puts a text at a place, or over a range."""
    return {"range": {"start": place(*start), "end": place(*(end or start))}, "text": text}


def append(text):
    """The change that puts a text at the end of a memo of one line."""
    return put(text, (0, 2**31 - 1))


class TextCase(MemoCase):
    """A test of texts."""

    def session(self, encoding):
        """A session that counts characters in an encoding's units."""
        client = self.start(store=self.folder / encoding / "memos.sqlite")
        client.initialize(capabilities={"general": {"positionEncodings": [encoding]}})
        return client

    def after(self, client, text, *changes):
        """What a text becomes."""
        id = client.request("createMemo", {"text": text})["id"]
        client.request("updateMemo", {"id": id, "baseVersion": 1, "contentChanges": list(changes)})
        return client.request("getMemo", {"id": id})["text"]
