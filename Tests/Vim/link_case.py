"""What the tests of links share: an editor on one."""

from editor_case import EditorCase


class LinkCase(EditorCase):
    def make(self, id, text):
        """Makes a memo."""
        client = self.witness()
        client.request("createMemo", {"id": id, "text": text})
        client.request("flush", {})

    def retitle(self, id, text):
        """Types over a memo's text."""
        client = self.witness()
        client.request("updateMemo", {"id": id, "contentChanges": [{"text": text}]})
        client.request("flush", {})

    def on_link(self, text, *settings, at="[[", **others):
        """An editor with these memos, by id, and one of this text, with the cursor where `at` begins in it."""
        for id, words in others.items():
            self.make(id, words)
        self.make("here", text)
        editor = self.open(settings=settings)
        editor.do("edit memo://here", f"call search('\\V{at}')")
        return editor

    def shown(self, editor):
        """The memo that is shown, and the line of the cursor."""
        return editor.get("[memo#sync#memo(bufnr('%')).id, line('.')]")
