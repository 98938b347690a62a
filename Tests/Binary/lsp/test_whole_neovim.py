"""All that one does with notes, in one go: Neovim's own client by its own commands."""

from lsp.neovim_case import NeovimCase
from lsp.whole_case import WholeCase

SCRIPT = """
vim.cmd('edit Roof.md | edit Home.md')
local function keys(text, mode)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(text, true, true, true), mode, false)
end
run(function()
  attached()
  vim.o.completeopt = 'menuone,noselect'
  until_true('completion', function() return vim.bo.omnifunc:find('memo.lsp', 1, true) end)
  local left = 1500
  local function choose()
    left = left - 1
    if left > 0 and #vim.fn.complete_info({ 'items' }).items == 0 then return vim.defer_fn(choose, 20) end
    keys('<C-n><C-y> [[Gone]]<Esc>', 'n')
  end
  vim.defer_fn(choose, 20)
  keys('Go[[Ro<C-x><C-o>', 'ntx!')
  until_true('diagnostics', function() return vim.tbl_contains(codes(), 'broken') end)
  vim.api.nvim_win_set_cursor(0, { 2, 3 })
  vim.lsp.buf.definition()
  until_true('the note that the link leads to', function() return vim.fn.expand('%:t') == 'House.md' end)
  attached()
  vim.api.nvim_win_set_cursor(0, { 1, 3 })
  vim.lsp.buf.rename('My home')
  until_true('the new name', function() return vim.fn.expand('%:t') == 'My home.md' end)
  for _, name in ipairs({ 'My home.md', 'Home.md', 'Roof.md' }) do
    until_true('the new title in ' .. name, function()
      local text = vim.api.nvim_buf_get_lines(vim.fn.bufnr('/' .. name .. '$'), 0, -1, false)
      return table.concat(text, '\\n'):find('My home', 1, true)
    end)
  end
  vim.cmd('wall')
  told.buffers = {}
  for _, buffer in ipairs(vim.fn.getbufinfo({ bufloaded = 1 })) do
    local text = table.concat(vim.api.nvim_buf_get_lines(buffer.bufnr, 0, -1, false), '\\n') .. '\\n'
    told.buffers[vim.fn.fnamemodify(buffer.name, ':t')] = text
    if buffer.changed == 1 then error(buffer.name .. ' is not saved') end
  end
end)
"""


class WholeNeovim(WholeCase, NeovimCase):
    def test_notes_are_written_looked_up_renamed_and_saved_in_one_go(self):
        self.begin()
        self.check(self.edit(SCRIPT)["buffers"])
