"""Two editors type into the same memos, lose their servers at random, and refuse edits: beside a model of what each has
typed, no word is lost, and in the end all say the same."""

import os
import random
import select
import subprocess
import time
import unittest

from lsp.lsp_case import LspCase
from memo_client import PATIENCE, Client

# How many edits the short form makes; the long one sets it higher.
EDITS = int(os.environ.get("MEMO_TEST_LSP_EDITS", "1500"))
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
MEMOS = ["m1", "m2", "m3"]
# The most words that an editor leaves in a memo, so that a long run does not grow.
MOST_WORDS = 40
ABLE = {
    "general": {"positionEncodings": ["utf-32"]},
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
}


def position(text, offset):
    before = text[:offset]
    return {"line": before.count("\n"), "character": offset - (before.rfind("\n") + 1)}


def offset(text, place):
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: place["line"]]) + place["character"]


class Editor:
    """A client as editors are: its buffers are its own, it makes the edits that it is asked for of the version that it
    has, and tells of that behind its answer or before it."""

    def __init__(self, case, name, chance, tells_first):
        self.case, self.name, self.chance, self.tells_first = case, name, chance, tells_first
        self.texts = {memo: "" for memo in MEMOS}
        self.versions = {memo: 0 for memo in MEMOS}
        # The words that it has typed and not taken out.
        self.words = {memo: [] for memo in MEMOS}
        self.count = 0
        self.refuses = True
        self.open()

    def open(self):
        self.client = Client("lsp", "--store", str(self.case.store), env=self.case.env)
        self.case.addCleanup(self.client.kill)
        self.client.initialize(capabilities=ABLE, initializationOptions={"memo": {"documents": True}})
        for memo in MEMOS:
            document = {"uri": self.uri(memo), "languageId": "markdown", "version": self.versions[memo]}
            self.client.notify("textDocument/didOpen", {"textDocument": document | {"text": self.texts[memo]}})

    def uri(self, memo):
        return f"memo:///{memo}/x.md"

    def replace(self, memo, edits):
        """Changes a buffer; each edit is of the text that the one before it left. Returns what the server is to be
        told."""
        changes = []
        for start, stop, new in edits:
            text = self.texts[memo]
            place = {"start": position(text, start), "end": position(text, stop)}
            changes.append({"range": place, "text": new})
            self.texts[memo] = text[:start] + new + text[stop:]
        self.versions[memo] += 1
        document = {"uri": self.uri(memo), "version": self.versions[memo]}
        return {"textDocument": document, "contentChanges": changes}

    def type(self, memo):
        text = self.texts[memo]
        mine = [word for word in self.words[memo] if text.count(word) == 1]
        if mine and (len(mine) > MOST_WORDS or self.chance.random() < 0.4):
            word = self.chance.choice(mine)
            self.words[memo].remove(word)
            start = text.index(word)
            edit = (start, start + len(word), "")
        else:
            self.count += 1
            word = f"<{self.name}{self.count}{self.chance.choice(['', '한', '𝄞'])}>"
            self.words[memo].append(word)
            # Never into another word.
            borders = [0, len(text)] + [i + 1 for i, letter in enumerate(text) if letter in ">\n"]
            place = self.chance.choice(borders)
            edit = (place, place, word + ("\n" if self.chance.random() < 0.5 else ""))
        self.client.notify("textDocument/didChange", self.replace(memo, [edit]))

    def hear(self):
        for message in self.client.arrived():
            if message.get("method") == "workspace/applyEdit":
                self.apply(message)

    def apply(self, message):
        change = message["params"]["edit"]["documentChanges"][0]
        memo = change["textDocument"]["uri"].split("/")[3]
        is_current = change["textDocument"]["version"] == self.versions[memo]
        applied = is_current and not (self.refuses and self.chance.random() < 0.05)
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": {"applied": applied}}
        if not applied:
            return self.client.send(answer)
        text = self.texts[memo]
        edits = [(offset(text, e["range"]["start"]), offset(text, e["range"]["end"]), e["newText"]) for e in change["edits"]]
        told = self.replace(memo, sorted(edits, reverse=True))
        note = {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": told}
        self.client.send(*([note, answer] if self.tells_first else [answer, note]))

    def touch(self, memo):
        """Changes nothing: what was refused is asked for again once somebody types."""
        self.client.notify("textDocument/didChange", self.replace(memo, [(0, 0, " "), (0, 1, "")]))

    def die(self):
        self.client.kill()
        self.open()


class TwoEditors(LspCase):
    def test_no_word_is_lost_and_all_say_the_same_in_the_end(self):
        print(f"MEMO_TEST_SEED={SEED} MEMO_TEST_LSP_EDITS={EDITS}", flush=True)
        chance = random.Random(SEED)
        editors = [Editor(self, "a", chance, True), Editor(self, "b", chance, False)]
        for number in range(EDITS):
            editor = chance.choice(editors)
            # The last memo is one editor's alone.
            memos = MEMOS if editor is editors[0] else MEMOS[:-1]
            editor.type(chance.choice(memos))
            for one in editors:
                one.hear()
            if chance.random() < 3 / 1000:
                editor.die()
            if number % 500 == 499:
                self.settle(editors)
        self.settle(editors)
        for editor in editors:
            editor.client.request("shutdown")
            editor.client.notify("exit")
            editor.client.rest()
            self.assertEqual(editor.client.wait(), 0)
        self.check_words(editors)

    def settle(self, editors):
        """Waits until both editors and the store say the same, and checks that nothing is lost."""
        began = touched = time.monotonic()
        for editor in editors:
            editor.refuses = False
        while True:
            for editor in editors:
                editor.hear()
            differing = [(one, memo) for one in editors for memo in MEMOS if one.texts[memo] != self.stored(memo)]
            now = time.monotonic()
            if not differing:
                break
            if now - began > PATIENCE:
                self.fail(f"not the same: {[(one.name, memo, one.texts[memo], self.stored(memo)) for one, memo in differing]}")
            if now - touched > 2:
                touched = now
                for one, memo in differing:
                    one.touch(memo)
            select.select([editor.client.output for editor in editors], [], [], 0.05)
        for editor in editors:
            editor.refuses = True
        self.check_words(editors)

    def stored(self, memo):
        """What a memo says in the store; nothing before it is there."""
        done = subprocess.run(["memo-ls", "show", memo], env=self.env, capture_output=True, timeout=PATIENCE)
        return done.stdout.decode()

    def check_words(self, editors):
        """Every word that was typed and not taken out stands in some memo: where both changed a line, perhaps in
        another."""
        ids = self.memo("list", "--all", "--ids").split()
        words = "".join(self.stored(memo) for memo in ids)
        lost = [word for one in editors for memo in MEMOS for word in one.words[memo] if word not in words]
        self.assertEqual(lost, [])
        # Nobody else has a say in this one. An old text of it that comes back after a kill may bring a word twice.
        own = self.stored(MEMOS[-1])
        self.assertEqual([word for word in editors[0].words[MEMOS[-1]] if word not in own], [])


if __name__ == "__main__":
    unittest.main()
