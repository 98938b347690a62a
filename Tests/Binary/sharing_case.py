"""What the tests of several servers on one store share: two sessions that know one memo."""

from memo_case import STILL, WANTS_NOTES, MemoCase
from text_case import put

# Past the end of any line: a position there means its end.
LINE_END = 2**31 - 1
# The notifications that only another process's changes cause.
OTHERS_DOINGS = ("didCreateMemo", "didChangeMemo", "didDeleteMemo")


def over(line, text):
    """The change that puts a text in the place of a line's."""
    return put(text, (line, 0), (line, LINE_END))


class SharingCase(MemoCase):
    """A test with sessions that share the test's store. Nothing is saved but by `flush`, and by their ends."""

    def join(self, *flags, encoding="utf-16", notes=True):
        """One more session on the store. Its clock is the test's, so that `catch_up` takes in what others did."""
        client = self.start(*STILL, "--virtual-clock", *flags)
        capabilities = {"general": {"positionEncodings": [encoding]}} | (WANTS_NOTES if notes else {})
        client.initialize(capabilities=capabilities)
        return client

    def pair(self, text="", properties=None, **options):
        """Two sessions that know one memo, "m", saved at version 1; `options` are for the second."""
        here = self.join()
        here.request("createMemo", {"id": "m", "text": text, "properties": properties or {}})
        here.request("flush")
        there = self.join(**options)
        self.assertEqual(there.request("getMemo", {"id": "m"})["version"], 1)
        return here, there

    def catch_up(self, client):
        """Has a session take in what others did; returns what it told of that, since the last time."""
        client.request("$/advanceClock", {"ms": 0})
        told, client.notes = client.notes, []
        return [(note["method"], note["params"]) for note in told if note["method"] in OTHERS_DOINGS]

    def update(self, client, *changes, **members):
        """Changes the memo; returns its version."""
        return client.request("updateMemo", {"id": "m", "contentChanges": list(changes)} | members)["version"]

    def text(self, client, id="m"):
        """A memo's text."""
        return client.request("getMemo", {"id": id})["text"]

    def copies(self, client, of="m"):
        """A memo's conflict copies, by text."""
        memos = client.request("list", {"limit": 1000})["memos"]
        copies = [memo for memo in memos if memo["properties"].get("conflictOf") == of]
        return sorted((client.request("getMemo", {"id": copy["id"]}) for copy in copies), key=lambda memo: memo["text"])

    def check_everywhere(self, text, *clients, copies=()):
        """Checks that all sessions, once all is saved and taken in, have this text of the memo, and these copies."""
        for client in [*clients, *clients]:
            client.request("flush")
        for client in clients:
            self.catch_up(client)
            self.assertEqual(self.text(client), text)
            self.assertEqual([copy["text"] for copy in self.copies(client)], list(copies))
