"""The keys that memos have: in their buffers alone, never instead of a user's own, and not at all where that is
wished."""

import unittest

from structure_case import StructureCase


class KeyTests:
    KEYS = ["<CR>", "gf", "<BS>", "<C-Space>"]

    def mapped(self, editor):
        return [key for key in self.KEYS if editor.get(f"get(maparg('{key}', 'n', 0, 1), 'buffer')")]

    def test_keys_are_taken_in_memos_alone(self):
        editor = self.open_with()
        self.assertEqual(self.mapped(editor), self.KEYS)
        editor.do(f"edit {self.folder}/file.txt")
        self.assertEqual(self.mapped(editor), [])

    def test_no_key_is_taken_where_that_is_not_wished_and_each_has_its_plug(self):
        editor = self.open_with("- [ ] one\n", "let g:memo_mappings = 0", "nmap <F2> <Plug>(memo-toggle-task)")
        self.assertEqual(self.mapped(editor), [])
        editor.type("\\<F2>")
        self.assertEqual(editor.lines(), ["- [x] one"])

    def test_a_key_that_the_user_has_mapped_stays_the_users(self):
        editor = self.open_with("- [ ] one\n", "nnoremap <C-Space> :let g:mine = 1<CR>")
        self.assertEqual(self.mapped(editor), [key for key in self.KEYS if key != "<C-Space>"])
        editor.type("\\<C-Space>")
        self.assertEqual((editor.get("g:mine"), editor.lines()), (1, ["- [ ] one"]))

    def test_a_memo_that_is_read_again_has_its_keys(self):
        editor = self.open_with()
        editor.do("edit")
        self.assertEqual(self.mapped(editor), self.KEYS)

    def test_a_file_made_of_a_memo_has_none_of_them(self):
        editor = self.open_with()
        editor.do(f"silent saveas! {self.folder}/file.txt")
        self.assertEqual(self.mapped(editor), [])


class VimKeyTests(KeyTests, StructureCase):
    kind = "vim"


class NeovimKeyTests(KeyTests, StructureCase):
    kind = "nvim"

    def test_a_key_mapped_to_a_function_stays_the_users(self):
        editor = self.open_with("- [ ] one\n", "lua vim.keymap.set('n', '<C-Space>', function() vim.g.mine = 1 end)")
        editor.type("\\<C-Space>")
        self.assertEqual((editor.get("g:mine"), editor.lines()), (1, ["- [ ] one"]))


if __name__ == "__main__":
    unittest.main()
