"""Memos for any picker, in Vim and in Neovim."""

import json
import unittest

from structure_case import StructureCase


class PickerTests:
    def test_items_have_what_a_picker_needs_newest_first(self):
        self.make("tagged", "# Tagged\n", tags=["home"])
        editor = self.open_with("Here\n")
        editor.type("A\\<Space>\\<BS>\\<Esc>")
        editor.do("MemoFlush")
        items = editor.get("memo#items()")
        self.assertEqual([(item["id"], item["title"], item["name"]) for item in items], [
            ("here", "Here", "memo:///here/Here.md"), ("tagged", "Tagged", "memo:///tagged/Tagged.md")])
        self.assertRegex(items[1]["text"], r"^Tagged  #home  \d{4}-\d\d-\d\d$")
        self.assertEqual([item["id"] for item in editor.get("memo#items({'query': 'tag:home'})")], ["tagged"])
        self.assertEqual(editor.get("len(memo#items({'limit': 1}))"), 1)

    def test_an_item_is_opened_where_it_is_told(self):
        editor = self.open_with("Here\n", a="A\n")
        editor.do("call memo#open(memo#items({'query': 'A'})[0])")
        self.assertEqual(editor.lines(), ["A"])
        editor.do("call memo#open('here', 'tab')")
        self.assertEqual((editor.lines(), editor.get("tabpagenr('$')")), (["Here"], 2))

    def test_a_query_that_is_none_is_said_and_gives_no_items(self):
        editor = self.open_with("Here\n")
        self.assertEqual(editor.get("memo#items({'query': 'pinned:maybe'})"), [])
        self.assertIn("pinned:true", self.said(editor))


class VimPickerTests(PickerTests, StructureCase):
    kind = "vim"


class NeovimPickerTests(PickerTests, StructureCase):
    kind = "nvim"

    def test_lua_has_them_too_at_once_or_later(self):
        editor = self.open_with("Here\n", a="A\n")
        call = json.dumps("require('memo').items({query = 'A'})[1].text")
        self.assertRegex(editor.get(f"luaeval({call})"), r"^A  \d{4}")
        editor.do("lua require('memo').items({limit = 1}, function(items, problem) "
                  "found = {#items, items[1].name, problem} end)")
        editor.wait_for("luaeval('found ~= nil')")
        self.assertEqual(editor.get("luaeval('found')"), [1, "memo:///a/A.md"])


if __name__ == "__main__":
    unittest.main()
