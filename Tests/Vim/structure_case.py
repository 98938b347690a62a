"""What the tests of what memos say share: an editor with some memos, and the places it lists."""

from editor_case import EditorCase


class StructureCase(EditorCase):
    def make(self, id, text, **properties):
        client = self.witness()
        client.request("createMemo", {"id": id, "text": text, "properties": properties})
        client.request("flush", {})

    def open_with(self, text="Here\n", *settings, **others):
        """An editor with these memos, by id, showing one of this text."""
        for id, words in {**others, "here": text}.items():
            self.make(id, words)
        editor = self.open(settings=settings)
        editor.do("edit memo://here")
        return editor

    def places(self, editor):
        """The location list: its title, and of each place the memo, the line, the column and the words."""
        editor.wait_for("&buftype ==# 'quickfix'")
        title = editor.get("getloclist(0, {'title': 1}).title")
        rows = editor.get(
            "map(getloclist(0), {_, item -> [memo#name#id(bufname(item.bufnr)), item.lnum, item.col, item.text]})")
        return title, rows

    def said(self, editor):
        return editor.get("memo#log#lines()[-1]")
