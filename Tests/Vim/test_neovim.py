"""What Neovim's users have beside: Lua functions, a health check, and mappings that say what they are for."""

import json
import unittest

from editor_case import EditorCase


class LuaTests(EditorCase):
    kind = "nvim"

    def open(self, *flags, **options):
        editor = super().open(*flags, **options)
        for text in ("Milk\nand #bread", "Tea", "Milkshake"):
            editor.do(f"lua require('memo').new({json.dumps(text)})")
        editor.do("MemoFlush", "enew")
        return editor

    def lua(self, editor, expression):
        """The value of a Lua expression, in which `memo` is the module."""
        return editor.get(
            "luaeval('(function(memo) return " + expression.replace("'", "''") + " end)(require(\"memo\"))')")

    def titles(self, editor, call):
        return self.lua(editor, f"vim.tbl_map(function(found) return found.displayTitle end, ({call}))")

    def wait_for_lua(self, editor, name):
        editor.wait_for(f"luaeval('{name} ~= nil')")
        return editor.get(f"luaeval('{name}')")

    def test_list_gives_the_newest_first_as_many_as_are_asked_for(self):
        editor = self.open()
        self.assertEqual(self.titles(editor, "memo.list()"), ["Milkshake", "Tea", "Milk"])
        self.assertEqual(self.titles(editor, "memo.list({limit = 2})"), ["Milkshake", "Tea"])
        self.assertEqual(
            self.titles(editor, "memo.list({sort = 'title', order = 'asc'})"), ["Milk", "Milkshake", "Tea"])

    def test_list_gathers_as_many_pages_as_it_takes(self):
        client = self.witness()
        for number in range(1003):
            client.request("createMemo", {"text": f"Memo {number}"})
        client.request("flush", {})
        editor = self.open()
        self.assertEqual(self.lua(editor, "#memo.list()"), 1000)
        self.assertEqual(self.lua(editor, "#memo.list({limit = 5000})"), 1006)
        self.assertEqual(self.lua(editor, "#memo.list({limit = 1001})"), 1001)
        editor.do("lua require('memo').list({limit = 1004}, function(memos) found = #memos end)")
        self.assertEqual(self.wait_for_lua(editor, "found"), 1004)

    def test_search_gives_what_is_found_with_its_places(self):
        editor = self.open()
        self.assertEqual(self.titles(editor, "memo.search('MILK')"), ["Milkshake", "Milk"])
        self.assertEqual(self.lua(editor, "memo.search('bread')[1].matches[1].range.start"),
                         {"line": 1, "character": 5})

    def test_a_function_is_told_later_what_was_found(self):
        editor = self.open()
        editor.do("lua require('memo').search('tea', nil, function(memos, problem) found = {#memos, problem} end)",
                  "lua at_once = found == nil")
        self.assertEqual(self.wait_for_lua(editor, "found"), [1])
        self.assertTrue(editor.get("luaeval('at_once')"))

    def test_what_the_server_refuses_is_a_reason_not_an_error(self):
        editor = self.open()
        memos, problem = self.lua(editor, "{vim.NIL, select(2, memo.list({tag = 5}))}")
        self.assertIsNone(memos)
        self.assertIn("tag", problem)
        editor.do("lua require('memo').list({tag = 5}, function(memos, why) problem = {memos == nil, why} end)")
        self.assertEqual(self.wait_for_lua(editor, "problem"), [True, problem])

    def test_open_opens_an_id_or_what_was_found_at_its_place_and_where_it_is_told(self):
        editor = self.open()
        editor.do("lua require('memo').open(require('memo').list()[2].id)")
        self.assertEqual(editor.lines(), ["Tea"])
        editor.do("lua require('memo').open(require('memo').search('bread')[1], 'vertical')")
        self.assertEqual((editor.lines(), editor.get("[line('.'), col('.'), winnr('$')]")),
                         (["Milk", "and #bread"], [2, 6, 2]))

    def test_pick_lets_the_users_own_picker_choose(self):
        editor = self.open()
        editor.do("lua vim.ui.select = function(items, options, choose) asked = {options.prompt, options.kind,"
                  " options.format_item(items[1])}; choose(items[1]) end", "lua require('memo').pick({query = 'tea'})")
        prompt, kind, line = self.wait_for_lua(editor, "asked")
        self.assertEqual((prompt, kind), ("Memos", "memo"))
        self.assertRegex(line, r"^Tea  \d{4}-\d\d-\d\d$")
        self.assertEqual(editor.lines(), ["Tea"])

    def test_pick_does_nothing_where_nothing_is_chosen_and_says_where_nothing_is_found(self):
        editor = self.open()
        editor.do("lua vim.ui.select = function(_, _, choose) choose(nil); asked = true end",
                  "lua require('memo').pick()")
        self.wait_for_lua(editor, "asked")
        self.assertEqual(editor.get("bufname('%')"), "")
        editor.do("lua require('memo').pick({query = 'nowhere'})")
        editor.wait_for("memo#log#lines()[-1] =~# 'Nothing found'")

    def test_a_line_has_the_tags_and_no_control_character(self):
        editor = self.open()
        self.assertEqual(
            self.lua(editor, "memo.line({displayTitle = 'a\\tb', modifiedAt = '2024-02-03T12:00:00.000Z',"
                             " properties = {tags = {'x', 'y'}}})"), "a b  #x  #y  2024-02-03")
        self.assertTrue(self.lua(
            editor,
            "memo.line({displayTitle = '', modifiedAt = '2024-02-03T12:00:00.000Z', properties = vim.empty_dict()})"
        ).startswith("New memo  "))

    def test_setup_sets_options_and_names_those_there_are(self):
        editor = self.open()
        editor.do("lua require('memo').setup({list_width = 30})", "lua require('memo').setup()")
        self.assertEqual(editor.get("memo#option('list_width')"), 30)
        done, problem = self.lua(editor, "{pcall(memo.setup, {lst_width = 30})}")
        self.assertFalse(done)
        self.assertIn("no option “lst_width”; there are: folders, language, list_width", problem)

    def test_mistaken_arguments_are_named(self):
        editor = self.open()
        for call, word in [("memo.list, 5", "options"), ("memo.search, nil", "query"), ("memo.open, {}", "id"),
                           ("memo.list, {limit = 'all'}", "limit"), ("memo.new, 5", "text")]:
            with self.subTest(call):
                done, problem = self.lua(editor, f"{{pcall({call})}}")
                self.assertFalse(done)
                self.assertIn(word, problem)


class MessageTests(EditorCase):
    kind = "nvim"

    def test_messages_go_where_the_user_has_them_whole_with_their_level(self):
        editor = self.open()
        editor.do("set columns=40", "lua told = {}", "lua vim.notify = function(...) table.insert(told, {...}) end",
                  "MemoDelete", "MemoNew One", "MemoFlush", f"call memo#log#warn('{'long ' * 40}')")
        self.assertEqual(editor.get("luaeval('told')"), [
            ["This is no memo", 4, {"title": "memo"}], ["All is saved", 2, {"title": "memo"}],
            ["long " * 40, 3, {"title": "memo"}]])

    def test_neovims_own_line_gets_what_fits_it(self):
        editor = self.open()
        editor.do("set columns=40", f"call memo#log#warn('{'long ' * 40}')")
        self.assertRegex(editor.messages()[-1], "^memo: long .{10,30}…$")

    def test_what_to_share_as_is_chosen_as_the_user_chooses_everything(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoFlush", "MemoList", "lua vim.ui.select = function(labels, options, choose)"
                  " asked = {labels, options.prompt}; choose(labels[number], number) end")
        editor.do("let g:set = []", "lua number = nil", "normal s")
        labels = ["clipboard", "file", "mail", "markdown", "html"]
        self.assertEqual(editor.get("luaeval('asked')"), [labels, "Share as"])
        editor.do("let g:memo_open_command = 'true'", "lua number = 3", "normal s")
        editor.wait_for("memo#log#lines()[-1] =~# 'opened'")


class MappingTests(EditorCase):
    kind = "nvim"

    def test_each_mapping_says_what_it_is_for(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoFlush", "MemoList")
        mappings = self.mappings(editor, "nvim_buf_get_keymap(0, 'n')") + self.mappings(editor, "nvim_get_keymap('n')")
        self.assertGreater(len(mappings), 25)
        for mapping in mappings:
            self.assertRegex(mapping.get("desc", ""), "^Memo: [a-z ,]+$", mapping["lhs"])
        editor.do("MemoNew Two", "MemoFlush")
        editor.type("A!\\<Esc>")
        editor.do("MemoFlush", "MemoHistory")
        self.assertIn("Memo: go back to this state", [
            mapping.get("desc") for mapping in self.mappings(editor, "nvim_buf_get_keymap(0, 'n')")])

    def mappings(self, editor, source):
        """The plugin's mappings."""
        wanted = "v:val.lhs =~# '<Plug>(memo-' || get(v:val, 'rhs', '') =~# '<Plug>(memo-'"
        return editor.get(
            f"map(filter({source}, \"{wanted}\"), {{_, m -> {{'lhs': m.lhs, 'desc': get(m, 'desc', '')}}}})")


class HealthTests(EditorCase):
    kind = "nvim"

    def health(self, **options):
        editor = self.open(**options)
        editor.do("silent! checkhealth memo")
        return "\n".join(editor.lines())

    def test_it_names_the_program_and_the_store(self):
        report = self.health()
        self.assertIn("version ", report)
        self.assertIn(f"0 memos are in {self.store}", report)
        self.assertNotIn("ERROR", report)

    def test_a_program_that_is_not_there_is_an_error_with_what_to_do(self):
        report = self.health(settings=["let g:memo_server_path = '/no/such/program'"])
        self.assertIn("ERROR: /no/such/program can’t be run", report)
        self.assertIn("g:memo_server_path", report)

    def test_a_store_that_cannot_be_used_is_an_error_with_the_reason(self):
        self.store.parent.mkdir()
        self.store.mkdir()
        self.assertRegex(self.health(), "ERROR: memo-ls does not answer: .* is a folder")

    def test_it_says_what_the_language_client_serves(self):
        self.assertIn("the language client is not set up", self.health())
        setup = 'lua require("memo.lsp").setup()'
        report = self.health(settings=[setup])
        self.assertRegex(report, "the language client starts /.* lsp")
        self.assertIn("it serves Markdown files; memos are the plugin’s", report)
        self.assertNotIn("is no option", report)
        memos = 'lua require("memo.lsp").setup({ memos = true })'
        self.assertIn("it serves Markdown files and memos", self.health(settings=[memos]))
        none = 'lua require("memo.lsp").setup({ cmd = { "/no/such/program" } })'
        self.assertIn("ERROR: /no/such/program can’t be run", self.health(settings=[none]))

    def test_a_mistyped_option_is_named(self):
        self.assertIn("WARNING: g:memo_lst_width is no option", self.health(settings=["let g:memo_lst_width = 3"]))


if __name__ == "__main__":
    unittest.main()
