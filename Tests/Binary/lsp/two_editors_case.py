"""What the random trials of two editors share: editors that type, lose their servers, refuse edits, and ask for all
there is to ask for, beside a model of what each has typed."""

import json
import os
import random
import re
import select
import subprocess
import time

from lsp.every_request import METHODS, EveryRequest
from lsp.lsp_case import LspCase
from memo_client import PATIENCE, Client

SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
MEMOS = ["m1", "m2", "m3"]
# The most words that an editor leaves in a memo, so that a long run does not grow.
MOST_WORDS = 40
# How often an editor asks for something with an edit, how often it gives up what it asked for, whether its server ends,
# and whether it saves.
ASKS, GIVES_UP, DIES, SAVES = 0.3, 0.6, 3 / 1000, 0.05
# What no request may be answered with: an internal error, and that there is no such method.
MISTAKES = {-32603, -32601}
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
        self.requests = EveryRequest(chance, case.notes, case.aside)
        # What it has asked for since its server began, by the requests' ids, and how often each was answered or given
        # up.
        self.asked, self.answers = {}, {}
        self.open()

    def launch(self, *flags, **options):
        self.client = Client("lsp", *flags, env=self.case.env, **options)
        self.case.addCleanup(self.client.kill)

    def begin(self):
        """Starts its server."""
        self.launch("--store", str(self.case.store))
        self.client.initialize(capabilities=ABLE, initializationOptions={"memo": {"documents": True}})

    def open(self):
        self.begin()
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
            end = start + len(word)
            # With its line, where that has no other, so that a long run does not grow.
            is_alone = text[start - 1 : start] in ("", "\n") and text[end : end + 1] == "\n"
            edit = (start, end + is_alone, "")
        elif self.chance.random() < 0.05:
            # Tags are for requests to rename.
            tag = re.search(r" #t\d+ ", text)
            edit = (tag.start(), tag.end(), "") if tag else (len(text), len(text), "\n #t0 ")
        else:
            self.count += 1
            word = f"<{self.name}{self.count}{self.chance.choice(['', '한', '𝄞'])}>"
            self.words[memo].append(word)
            # Never into another word.
            borders = [0, len(text)] + [i + 1 for i, letter in enumerate(text) if letter in ">\n"]
            place = self.chance.choice(borders)
            edit = (place, place, word + ("\n" if self.chance.random() < 0.5 else ""))
        self.client.notify("textDocument/didChange", self.replace(memo, [edit]))

    def ask(self, memo, typed):
        """Asks for something about a memo, and perhaps gives that up at once, or behind a change of another one."""
        method, params = self.requests.make(self.uri(memo), self.texts[memo], self.versions[memo])
        id = self.client.start_request(method, params)
        self.asked[id] = method
        if self.chance.random() > GIVES_UP:
            return
        if self.chance.random() < 0.3:
            self.type(typed)
        self.client.notify("$/cancelRequest", {"id": id})

    def hear(self):
        for message in self.client.arrived():
            if message.get("method") == "workspace/applyEdit":
                self.apply(message)
            elif message.get("method") == "window/showMessageRequest":
                choice = self.chance.choice([None, *message["params"]["actions"]])
                self.client.send({"jsonrpc": "2.0", "id": message["id"], "result": choice})
            elif "id" in message and "method" not in message:
                self.answered(message)

    def answered(self, message):
        method = self.asked.pop(message["id"], None)
        code = message.get("error", {}).get("code")
        if method is None or code in MISTAKES:
            self.case.fail(f"{method}: {message}")
        counts = self.answers.setdefault(method, {})
        counts[code] = counts.get(code, 0) + 1
        if code is None:
            self.requests.learn(method, message["result"])

    def apply(self, message):
        change = message["params"]["edit"]["documentChanges"][0]
        memo = next(memo for memo in MEMOS if self.uri(memo) == change["textDocument"]["uri"])
        is_current = change["textDocument"]["version"] == self.versions[memo]
        applied = is_current and not (self.refuses and self.chance.random() < 0.05)
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": {"applied": applied}}
        if not applied:
            return self.client.send(answer)
        text = self.texts[memo]
        places = [(one["range"]["start"], one["range"]["end"], one["newText"]) for one in change["edits"]]
        edits = [(offset(text, start), offset(text, end), new) for start, end, new in places]
        # The last one first; of several at one place the first one comes to stand first.
        told = self.replace(memo,
                            [edit for _, edit in sorted(enumerate(edits), key=lambda it: (it[1][0], it[0]))][::-1])
        note = {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": told}
        self.client.send(*([note, answer] if self.tells_first else [answer, note]))

    def touch(self, memo):
        """Changes nothing: what was refused is asked for again once somebody types."""
        self.client.notify("textDocument/didChange", self.replace(memo, [(0, 0, " "), (0, 1, "")]))

    def has_saved(self, memo):
        return True

    def save(self, memo, over_others=False):
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": self.uri(memo)}})

    def die(self):
        self.client.kill()
        self.asked = {}
        self.open()


class FileEditor(Editor):
    """The same with files, which it writes when it saves, unless others have written there what it does not know."""

    def __init__(self, case, *arguments):
        # What each file said when it last read or wrote it.
        self.files = {memo: "" for memo in MEMOS}
        super().__init__(case, *arguments)

    def begin(self):
        self.launch(cwd=self.case.notes)
        self.client.initialize(capabilities=ABLE, rootUri=self.case.notes.as_uri())

    def uri(self, memo):
        return (self.case.notes / f"{memo}.md").as_uri()

    def has_saved(self, memo):
        return (self.case.notes / f"{memo}.md").read_text() == self.texts[memo]

    def apply(self, message):
        if message["params"]["label"].endswith("the file is known"):
            change = message["params"]["edit"]["documentChanges"][0]
            memo = next(memo for memo in MEMOS if self.uri(memo) == change["textDocument"]["uri"])
            self.files[memo] = (self.case.notes / f"{memo}.md").read_text()
        super().apply(message)

    def save(self, memo, over_others=False):
        file = self.case.notes / f"{memo}.md"
        # Editors ask before they write over what they have not read; here the answer is no.
        if file.read_text() != self.files[memo] and not over_others:
            return
        file.write_text(self.texts[memo])
        self.files[memo] = self.texts[memo]
        super().save(memo)


class TwoEditorsCase(LspCase):
    # Where commands find the memos, and what the model calls those that are files, by their ids.
    where, names = [], {}

    def edit(self, editors, edits):
        """Has the editors make so many edits, ends their servers, and checks that nothing is lost."""
        chance = editors[0].chance
        for number in range(edits):
            editor = chance.choice(editors)
            # The last memo is one editor's alone.
            memos = MEMOS if editor is editors[0] else MEMOS[:-1]
            editor.type(chance.choice(memos))
            if chance.random() < ASKS:
                editor.ask(chance.choice(MEMOS), chance.choice(memos))
            for one in editors:
                one.hear()
            if chance.random() < SAVES:
                editor.save(chance.choice(memos))
            if chance.random() < DIES:
                editor.die()
            if number % 500 == 499:
                self.settle(editors)
                self.tidy(editors)
        self.settle(editors)
        for editor in editors:
            editor.client.request("shutdown")
            editor.client.notify("exit")
            editor.client.rest()
            self.assertEqual(editor.client.wait(), 0)
        self.check_words(editors)

    def settle(self, editors):
        """Waits until both editors, the store and the files say the same, and checks that nothing is lost."""
        began = touched = time.monotonic()
        for editor in editors:
            editor.refuses = False
        while True:
            for editor in editors:
                editor.hear()
            stored = self.stored()
            differing = [(one, memo) for one in editors for memo in MEMOS if one.texts[memo] != stored.get(memo, "")]
            unanswered = [method for one in editors for method in one.asked.values()]
            now = time.monotonic()
            if not differing and not unanswered:
                # What a file says that is not the memo's would yet be merged into it.
                unsaved = [memo for memo in MEMOS if not editors[0].has_saved(memo)]
                if not unsaved:
                    break
                for memo in unsaved:
                    editors[0].save(memo, over_others=True)
            if now - began > PATIENCE:
                said = [(one.name, memo, one.texts[memo], stored.get(memo)) for one, memo in differing]
                self.fail(f"not the same: {said}; not answered: {unanswered}")
            if now - touched > 2:
                touched = now
                for one, memo in differing:
                    one.touch(memo)
            select.select([editor.client.output for editor in editors], [], [], 0.05)
        for editor in editors:
            editor.refuses = True
        self.check_words(editors)

    def stored(self):
        """What the memos say in the store, by their ids. One command tells of all: what could not be merged makes more
        and more of them."""
        told = self.memo("export", *self.where, "--format", "json")
        memos = map(json.loads, filter(None, told.split("\n")))
        return {self.names.get(memo["id"], memo["id"]): memo["text"] for memo in memos}

    def tidy(self, editors):
        """Takes out what nobody means to be there any more, so that a long run does not grow: words that a merge has
        brought back or twice, and memos of what could not be merged, with the words that stand there alone."""
        stored = self.stored()
        for memo in MEMOS:
            for editor in editors:
                editor.words[memo] = [word for word in editor.words[memo] if word in stored[memo]]
            wanted = {word for editor in editors for word in editor.words[memo]}
            text = editors[0].texts[memo]
            words = dict.fromkeys(re.findall("<[^>]*>| #t[0-9]+ ", text))
            words = [word for word in words if word[0] == " " or word in wanted]
            told = editors[0].replace(memo, [(0, len(text), "".join(word + "\n" for word in words))])
            editors[0].client.notify("textDocument/didChange", told)
        others = sorted(stored.keys() - {*MEMOS, self.aside, self.names.get(self.aside)})
        if others:
            self.memo("delete", *self.where, "--permanent", "--yes", *others)

    def check_words(self, editors):
        """Every word that was typed and not taken out stands in some memo: where both changed a line, perhaps in
        another."""
        stored = self.stored()
        words = "".join(stored.values())
        lost = [(memo, word) for one in editors for memo in MEMOS for word in one.words[memo] if word not in words]
        said = {memo: ([one.texts[memo] for one in editors], stored[memo]) for memo, _ in lost}
        self.assertEqual(lost, [], said)
        # Nobody else has a say in this one. An old text of it that comes back after a kill may bring a word twice.
        own = stored[MEMOS[-1]]
        self.assertEqual([word for word in editors[0].words[MEMOS[-1]] if word not in own], [])

