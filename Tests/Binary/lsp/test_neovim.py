"""Neovim's own client, with the settings that are recommended."""

from lsp.neovim_case import NeovimCase

FILES = """
vim.cmd('edit plan.md')
run(function()
  attached()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { '# Plan', '', '[x](gone.md) [y](other.md)', '[[oth' })
  until_true('diagnostics', function() return vim.tbl_contains(codes(), 'broken') end)
  vim.api.nvim_win_set_cursor(0, { 4, 5 })
  vim.cmd('startinsert!')
  local params = position()
  params.position = { line = 3, character = 5 }
  local items = ask('textDocument/completion', params).items
  told.items = vim.tbl_map(function(one) return one.label end, items)
  vim.lsp.util.apply_text_edits({ items[1].textEdit }, vim.api.nvim_get_current_buf(), 'utf-16')
  told.completed = lines()[4]
  vim.api.nvim_win_set_cursor(0, { 4, 3 })
  local place = ask('textDocument/definition', position())[1]
  told.leads = vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ':t')
  vim.lsp.util.jump_to_location(place, 'utf-16')
  told.jumped = vim.fn.expand('%:t')
  attached()
  vim.api.nvim_win_set_cursor(0, { 1, 3 })
  local rename = position()
  rename.newName = 'Called otherwise'
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', rename), 'utf-16')
  vim.cmd('wall')
end)
"""

COMPLETED = """
vim.cmd('edit plan.md')
run(function()
  attached()
  told.completed = {}
  vim.o.completeopt = 'menuone,noselect'
  until_true('completion', function() return vim.bo.omnifunc:find('memo.lsp', 1, true) end)
  local function keys(text, mode)
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, true, true), mode, false)
  end
  for _, typed in ipairs({
    '[[other#', '[[other#He', '[[other#^', '[x](other.md#h', '[[oth', '[[OTH', '두 [[oth]] 부',
  }) do
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { typed })
    local left = 1500
    local function choose()
      left = left - 1
      if left > 0 and #vim.fn.complete_info({ 'items' }).items == 0 then
        return vim.defer_fn(choose, 20)
      end
      keys('<C-n><C-y><Esc>', 'n')
    end
    vim.defer_fn(choose, 20)
    -- Until Insert mode is left.
    keys((typed:find(']]') and '0f]i' or 'A') .. '<C-x><C-o>', 'ntx!')
    table.insert(told.completed, lines()[1])
  end
end)
"""

MEMOS = """
vim.cmd('edit memo:///m1')
run(function()
  attached()
  until_true('the words', function() return lines()[1] == '# Plan' end)
  told.modified = vim.bo.modified
  vim.cmd('silent! undo')
  told.undone = lines()
  vim.api.nvim_buf_set_lines(0, 1, 1, false, { 'typed here', '[[Other]]' })
  until_true('the other process', function()
    vim.fn.system({ 'memo-ls', 'append', 'm1', 'from elsewhere' })
    return vim.wait(3000, function() return vim.tbl_contains(lines(), 'from elsewhere') end, 20)
  end)
  vim.api.nvim_win_set_cursor(0, { vim.fn.search('Other', 'wn'), 3 })
  told.hover = ask('textDocument/hover', position()).contents.value
  local place = ask('textDocument/definition', position())[1]
  told.leads = place.uri
  local rename = position()
  rename.newName = 'New name'
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', rename), 'utf-16')
  until_true('the new link', function() return vim.tbl_contains(lines(), '[[New name]]') end)
  vim.cmd('write')
  told.lines = lines()
end)
"""

NEW = """
run(function()
  vim.cmd('MemoNew')
  attached()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { '# Begun here', 'words' })
  vim.cmd('write')
  told.message, told.modified = vim.fn.execute('messages'), vim.bo.modified
  until_true('the memo', function() return vim.fn.system({ 'memo-ls', 'list' }):find('Begun here', 1, true) end)
end)
"""

BESIDE = """
vim.cmd('edit memo:///m1')
run(function()
  until_true('the words', function() return lines()[1] == '# Plan' end)
  told.filetype, told.clients = vim.bo.filetype, vim.tbl_count(vim.lsp.buf_get_clients(0))
  vim.api.nvim_buf_set_lines(0, 1, 1, false, { 'typed here' })
  vim.cmd('write')
end)
"""

SET = """
vim.cmd('edit plan.md')
run(function()
  require('memo.lsp').setup({
    settings = { memo = { diagnostics = { broken = 'error' } } },
    on_attach = function(client, buffer) told.begun = { client.name, vim.fn.bufname(buffer) } end,
  })
  attached()
  until_true('an error', function()
    return #vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR }) == 1
  end)
end)
"""


class Neovim(NeovimCase):
    def test_files_are_completed_jumped_between_renamed_and_saved(self):
        self.write(plan="# Plan\n", other="# Other\n[back](plan.md#plan)\n")
        told = self.edit(FILES)
        self.assertEqual(told["items"], ["other"])
        self.assertEqual(told["completed"], "[[other]]")
        self.assertEqual((told["leads"], told["jumped"]), ("other.md", "other.md"))
        self.assertEqual((self.notes / "other.md").read_text(), "# Called otherwise\n[back](plan.md#plan)\n")
        self.assertEqual(
            (self.notes / "plan.md").read_text(), "# Plan\n\n[x](gone.md) [y](other.md)\n[[other]]\n"
        )

    def test_memos_are_the_plugin_s_unless_it_is_said_otherwise(self):
        client = self.start()
        client.request("createMemo", {"id": "m1", "text": "# Plan\n"})
        client.finish()
        told = self.edit(BESIDE)
        self.assertEqual((told["filetype"], told["clients"]), ("markdown.memo", 0))
        self.assertEqual(self.memo("show", "m1"), "# Plan\ntyped here\n")

    def test_what_is_completed_stands_there_once(self):
        self.write(plan="", other="# Other\n\n## Heading\nwords ^b1\n")
        told = self.edit(COMPLETED)
        self.assertEqual(
            told["completed"],
            ["[[other#Other]]", "[[other#Heading]]", "[[other#^b1]]", "[x](other.md#heading)", "[[other]]",
             "[[other]]", "두 [[other]] 부"],
        )

    def test_a_memo_that_the_plugin_begins_is_saved_where_memos_are_the_client_s(self):
        told = self.edit(NEW, "setup({ memos = true })")
        self.assertNotIn("saved", told["message"])
        self.assertFalse(told["modified"])
        self.assertEqual(self.memo("show"), "# Begun here\nwords\n")

    def test_memos_are_typed_into_while_others_change_them(self):
        client = self.start()
        for name, text in (("m1", "# Plan\n"), ("m2", "# Other\nwords\n")):
            client.request("createMemo", {"id": name, "text": text})
        client.finish()
        told = self.edit(MEMOS, "setup({ memos = true })")
        self.assertEqual((told["modified"], told["undone"]), (False, ["# Plan"]))
        self.assertEqual(told["hover"], "# Other\nwords\n")
        self.assertEqual(told["leads"], "memo:///m2/Other.md")
        self.assertEqual(told["lines"][0], "# Plan")
        self.assertIn("typed here", told["lines"])
        shown = self.memo("show", "m1")
        self.assertIn("typed here", shown)
        self.assertIn("from elsewhere", shown)
        self.assertIn("[[New name]]", shown)
        self.assertIn("# New name", self.memo("show", "m2"))

    def test_a_buffer_that_is_there_before_the_setup_is_served_as_that_says(self):
        self.write(plan="[[Gone]]\n")
        told = self.edit(SET, "command()")
        self.assertEqual(told, {"begun": ["memo-ls", "plan.md"]})
