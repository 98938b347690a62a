"""Two editors type into the same memos, or files of an attached folder: no word is lost, each request is answered once,
and in the end all say the same."""

import os
import pathlib
import random
import re
import unittest

from lsp.every_request import METHODS
from lsp.two_editors_case import MEMOS, SEED, Editor, FileEditor, TwoEditorsCase

# How many edits the short form makes; the long one sets it higher.
EDITS = int(os.environ.get("MEMO_TEST_LSP_EDITS", "1500"))
SOURCES = pathlib.Path(__file__).resolve().parents[3] / "Sources" / "LanguageServer"


class TwoEditors(TwoEditorsCase):
    def test_the_requests_that_are_asked_are_all_that_the_server_answers(self):
        answered = re.compile(r": RequestType \{\s+static let method: StaticString = \"([^\"]+)\"")
        methods = {method for path in SOURCES.rglob("*.swift") for method in answered.findall(path.read_text())}
        self.assertEqual(methods - {"initialize", "shutdown"}, set(METHODS))

    def begin(self, kind):
        """Two editors; each tells of edits that it is asked for at another time."""
        print(f"MEMO_TEST_SEED={SEED} MEMO_TEST_LSP_EDITS={EDITS}", flush=True)
        chance = random.Random(SEED)
        return [kind(self, "a", chance, True), kind(self, "b", chance, False)]

    def test_no_word_is_lost_and_all_say_the_same_in_the_end(self):
        self.aside = self.memo("new", "Aside").strip()
        editors = self.begin(Editor)
        self.edit(editors, EDITS)
        if EDITS < 1500:
            return
        # Each was asked, and each can be given up or answered.
        for method in METHODS:
            self.assertTrue(any(method in one.answers for one in editors), method)
        given_up = sum(counts.get(-32800, 0) for one in editors for counts in one.answers.values())
        self.assertGreater(given_up, 0)

    def test_no_word_in_a_file_is_lost_and_all_say_the_same_in_the_end(self):
        for memo in MEMOS:
            self.write(**{memo: ""})
        self.where = ["--folder", str(self.notes)]
        self.memo("folder", "attach", str(self.notes))
        self.aside = self.memo("new", *self.where, "Aside").strip()
        rows = self.memo("list", *self.where, "--format", "{path}\t{id}").splitlines()
        self.names = {id: path.removesuffix(".md") for path, id in (row.split("\t") for row in rows)}
        editors = self.begin(FileEditor)
        self.edit(editors, EDITS // 5)
        files = {memo: (self.notes / f"{memo}.md").read_text() for memo in MEMOS}
        self.assertEqual(files, {memo: text for memo, text in self.stored().items() if memo in MEMOS})


if __name__ == "__main__":
    unittest.main()
