"""Every request can be given up: it is answered once, and the session goes on."""

import os
import random
import unittest

from folder.folder_case import FolderCase
from lsp.editor import ABLE, Editor
from lsp.every_request import METHODS, EveryRequest

SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
CANCELLED = -32800
# How often a request is made and given up until it was in time.
TRIES = 100
# So long that the server has not read it when the request comes.
SECTIONS = 2000
SECTION = "## Part {0}\n[[Aside]] #t{0} [x][y{0}] [gone](gone{0}.md)\n\n|a|b|\n|-|-|\n\n"


class Cancelled(FolderCase):
    def setUp(self):
        super().setUp()
        aside = self.here("new", cwd=self.folder, input="Aside\nwords\n").strip()
        able = ABLE | {"textDocument": ABLE["textDocument"] | {"diagnostic": {}}}
        self.editor = Editor(self, capabilities=able, options={"memo": {"documents": True}})
        self.text = "# Long\n\n" + "".join(map(SECTION.format, range(SECTIONS)))
        self.uri = self.editor.open_text("memo:///long/Long.md", "")
        self.editor.type(self.uri, self.text)
        self.requests = EveryRequest(random.Random(SEED), self.notes, aside)
        document = {"textDocument": {"uri": self.uri}}
        for method, params in (
            ("textDocument/documentLink", document),
            ("textDocument/completion", document | {"position": {"line": 3, "character": 4}}),
        ):
            self.requests.learn(method, self.editor.request(method, params))

    def params(self, method):
        return self.requests.params(method, self.uri, self.text, self.editor.versions[self.uri])

    def give_up(self, method, number):
        """Changes the document, asks, and gives that up, all at once; returns the code of the answer, or None."""
        self.editor.versions[self.uri] += 1
        start = {"line": 0, "character": 6}
        changes = [{"range": {"start": start, "end": start}, "text": "x"}]
        document = {"uri": self.uri, "version": self.editor.versions[self.uri]}
        self.editor.client.send(
            {"jsonrpc": "2.0", "method": "textDocument/didChange",
             "params": {"textDocument": document, "contentChanges": changes}},
            {"jsonrpc": "2.0", "id": f"{method} {number}", "method": method, "params": self.params(method)},
            {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": f"{method} {number}"}})
        while True:
            message = self.editor.client.read()
            if "method" in message:
                self.editor.obey(message)
            else:
                self.assertEqual(message["id"], f"{method} {number}")
                return message.get("error", {}).get("code")

    def test_each_is_answered_once_and_can_be_given_up(self):
        print(f"MEMO_TEST_SEED={SEED}", flush=True)
        for method in METHODS:
            with self.subTest(method):
                codes = []
                while CANCELLED not in codes:
                    self.assertLess(len(codes), TRIES, codes)
                    codes.append(self.give_up(method, len(codes)))
        self.assertEqual(self.editor.finish(), 0)


if __name__ == "__main__":
    unittest.main()
