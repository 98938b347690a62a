"""What must hold in the trial of a folder, once all is at rest: the servers have what the files say, and each word that
somebody wrote, and nobody took away, is there once."""

import collections
import re
import select
import time

from memo_client import PATIENCE, ErrorAnswer, Silence

WORD = re.compile(r"\bw\d+\b")
# How long nothing may happen at rest: longer than a file that is gone is waited for.
STILL = 1.3
# So many words, and this part of all, may be in the history only.
SOME, MOST_UNDONE = 10, 0.02


def words(text):
    return set(WORD.findall(text or ""))


class TrialChecks:
    """Beside a case with the folder `notes`, `servers` on it, and the words that are to be `alive`."""

    def standing(self, server):
        return server.request("stats")["folder"]

    def memos(self, server, trashed=False):
        """The path and text of each memo."""
        found = {}
        for summary in server.request("list", {"limit": 1000, "trashed": trashed})["memos"]:
            try:
                memo = server.request("getMemo", {"id": summary["id"]})
                found[memo["id"]] = (memo.get("path"), memo["text"])
            except ErrorAnswer:
                pass
        return found

    def picture(self):
        """Files and memos, if they are equal at both servers; else None, and why."""
        files = {name: (self.read(name), (self.notes / name).stat().st_ino) for name in self.notes_there()}
        texts = {name: text for name, (text, _) in files.items()}
        for number, server in enumerate(self.servers):
            memos = self.memos(server)
            there = dict(memos.values())
            if len(memos) != len(texts) or there != texts:
                differing = {name for name in there.keys() | texts.keys() if there.get(name) != texts.get(name)}
                return None, "; ".join(
                    f"{name} is {texts.get(name)!r} and at server {number} {there.get(name)!r}" for name in differing)
        return (files, memos), None

    def rest(self):
        self.log.append("rest")
        for server in self.servers:
            server.request("flush")
        end, last, why = time.monotonic() + PATIENCE, None, None
        while True:
            try:
                now, why = self.picture()
            except FileNotFoundError:
                now = None
            if now and now == last and not (self.may_be_late() and self.lost(now)):
                break
            last = now
            if time.monotonic() > end:
                raise Silence(f"never at rest: {why or last}; {[self.standing(server) for server in self.servers]}")
            select.select([], [], [], STILL if now else 0.05)
        self.figures["rests"] += 1
        self.check_words(now)
        return now

    def check_words(self, picture):
        files, _ = picture
        for name, (text, _) in files.items():
            for word, count in collections.Counter(WORD.findall(text)).items():
                self.assertTrue(
                    count == 1 or word in self.switched, f"{word} is in {name} more than once: {text!r}")
        self.assertEqual(self.lost(picture), set(), f"lost; files {files}")

    def missing(self, picture):
        """What was written and is in no file."""
        files, _ = picture
        return self.alive - {word for text, _ in files.values() for word in words(text)}

    def lost(self, picture):
        """What was written and is nowhere, not even in a memo's history."""
        missing, (_, memos) = self.missing(picture), picture
        if not missing:
            return missing
        server = self.servers[0]
        for id in [*memos, *self.memos(server, trashed=True)]:
            for text in self.states(server, id):
                missing -= words(text)
        return missing

    def check_undone(self, picture, allowed):
        """What is in the history only was written just now, while somebody wrote over it, and is not much."""
        undone = self.missing(picture)
        self.assertLessEqual(undone, allowed, "undone, though nobody else wrote")
        self.alive -= undone
        self.figures["words undone"] += len(undone)
        self.assertLessEqual(self.figures["words undone"], SOME + self.count * MOST_UNDONE)
        self.fresh.clear()

    def may_be_late(self):
        """Whether a file is kept for a while that came out of its place: a program that had it open may have written
        into it just then."""
        return any((self.notes / ".memo-ls" / "staging").iterdir())

    def states(self, server, id):
        """What a memo was, the newest first."""
        for state in server.request("history", {"id": id, "limit": 1000})["revisions"]:
            yield server.request("getMemo", {"id": id, "revision": state["revision"]})["text"]

    def check_histories(self):
        """Nothing is two steps that is one."""
        for id in self.memos(self.servers[0]):
            states = list(self.states(self.servers[0], id))
            for text, before in zip(states, states[1:]):
                self.assertNotEqual(text, before, f"memo {id} has a step that changed nothing")
