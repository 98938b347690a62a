"""Neovim's own client in folders whose history is kept."""

from lsp.neovim_case import NeovimCase

VAULT = """
vim.cmd('edit Plan.md')
local function memo() return vim.fn.system({ 'memo-ls', 'show', 'Plan.md' }) end
local function file() return table.concat(vim.fn.readfile('Plan.md'), '\\n') end
local function has(words) return vim.tbl_contains(lines(), words) end
run(function()
  attached()
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'typed here' })
  until_true('what was typed in the memo', function() return memo():find('typed here', 1, true) end)
  told.unsaved = file()
  vim.cmd('write')
  told.saved = file()
  vim.fn.system({ 'memo-ls', 'append', 'Plan.md', 'from elsewhere' })
  until_true('the other process', function() return has('from elsewhere') end)
  vim.cmd('write')
  told.merged = file()
  vim.api.nvim_win_set_cursor(0, { vim.fn.search('Other', 'wn'), 3 })
  local place = ask('textDocument/definition', position())[1]
  told.leads = vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ':.')
  told.broken = vim.tbl_filter(function(one) return one == 'broken' end, codes())
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'given up' })
  until_true('what is given up', function() return memo():find('given up', 1, true) end)
  vim.cmd('bdelete!')
  until_true('that it is given up', function() return not memo():find('given up', 1, true) end)
  told.left = memo()
end)
"""

OUTSIDE = """
vim.cmd('edit Plan.md')
local function has(words) return vim.tbl_contains(lines(), words) end
local function write(words) vim.fn.writefile(words, 'Plan.md') end
run(function()
  attached()
  until_true('the memo', function() return vim.fn.system({ 'memo-ls', 'list' }):find('Plan', 1, true) end)
  write({ '# Plan', 'outside' })
  until_true('what was written', function() return has('outside') and not vim.bo.modified end)
  -- Each question would wait for an answer.
  vim.cmd('checktime')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'typed' })
  write({ '# Plan', 'first', 'outside' })
  vim.cmd('checktime')
  until_true('what was written then', function() return has('first') end)
  vim.cmd('checktime')
  told.modified = vim.bo.modified
  vim.cmd('write')
  told.saved = vim.fn.readfile('Plan.md')
  told.after = vim.bo.modified
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'more' })
  vim.cmd('write')
  told.again = vim.fn.readfile('Plan.md')
end)
"""

EARLY = """
vim.cmd('edit Plan.md')
vim.fn.writefile({ '# Plan', 'outside' }, 'Plan.md')
-- The memo has it before anybody knows that the file is open.
vim.fn.system({ 'memo-ls', 'list' })
run(function()
  attached()
  until_true('what was written', function()
    return vim.tbl_contains(lines(), 'outside') and not vim.bo.modified
  end)
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'typed' })
  vim.cmd('write')
  told.saved = vim.fn.readfile('Plan.md')
end)
"""

SHOWN = """
vim.cmd('edit House.md')
vim.fn.inputlist = function(choices)
  told.asked = choices[1]:gsub('[: …]*$', '')
  return 1
end
run(function()
  attached()
  local function carry_out(command, argument)
    ask('workspace/executeCommand', { command = command, arguments = { argument } })
    return { vim.fn.expand('%:t'), vim.fn.line('.'), vim.fn.col('.') }
  end
  told.backlink = carry_out('memo.backlinks', { uri = vim.uri_from_bufnr(0) })
  told.daily = carry_out('memo.daily', { date = '2026-11-26' })
end)
"""

MADE = """
vim.cmd('edit a.md')
run(function()
  attached()
  local params = vim.lsp.util.make_given_range_params({ 1, 3 }, { 1, 3 }, 0, 'utf-16')
  params.context = { diagnostics = {} }
  local action = ask('textDocument/codeAction', params)[1]
  vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  ask('workspace/executeCommand', action.command)
  told.shown = vim.fn.expand('%:t')
  vim.cmd('write')
end)
"""

BEGUN = """
vim.cmd('edit meetings/old.md')
run(function()
  attached()
  local name = vim.fn.getcwd() .. '/meetings/new.md'
  local edit = ask('workspace/willCreateFiles', { files = { { uri = vim.uri_from_fname(name) } } })
  -- As plugins do that make files: the edit first, then the file.
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  io.open(name, 'w'):close()
  vim.cmd('edit ' .. name)
  told.lines = lines()
  vim.cmd('write!')
end)
"""

GIVEN_UP = """
vim.cmd('edit Plan.md')
run(function()
  attached()
  local function type(words)
    vim.api.nvim_buf_set_lines(0, -1, -1, false, { words })
    until_true('what was typed in the memo', function()
      return vim.fn.system({ 'memo-ls', 'show', 'Plan.md' }):find(words, 1, true)
    end)
  end
  type('kept')
  vim.cmd('write')
  type('given up')
  told.modified = vim.bo.modified
end)
"""

MOVED = """
vim.cmd('edit House.md')
run(function()
  attached()
  -- Once: Neovim tells of a change when none has come for 150 ms.
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'words' })
  until_true('the memo', function()
    return vim.fn.system({ 'memo-ls', 'show', 'House.md' }):find('words', 1, true)
  end)
  vim.api.nvim_win_set_cursor(0, { 1, 4 })
  local rename = position()
  rename.newName = 'My home'
  local edit = ask('textDocument/rename', rename)
  vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
  told.name = vim.fn.expand('%:t')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'more' })
  until_true('what was typed in the memo', function()
    return vim.fn.system({ 'memo-ls', 'show', 'My home.md' }):find('more', 1, true)
  end)
  vim.cmd('wall')
end)
"""

AT_ONCE = """
vim.cmd('edit Garden.md')
run(function()
  attached()
  vim.api.nvim_win_set_cursor(0, { 1, 4 })
  vim.lsp.buf.rename('Orchard')
  until_true('the new name', function() return vim.fn.expand('%:t') == 'Orchard.md' end)
  until_true('the new title', function() return lines()[1] == '# Orchard' end)
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'more' })
  until_true('what was typed in the memo', function()
    return vim.fn.system({ 'memo-ls', 'show', 'Orchard.md' }):find('more', 1, true)
  end)
  vim.cmd('wall')
  told.buffers = {}
  for _, buffer in ipairs(vim.fn.getbufinfo({ bufloaded = 1 })) do
    table.insert(told.buffers, vim.fn.fnamemodify(buffer.name, ':t') .. (buffer.changed == 1 and ' changed' or ''))
  end
end)
"""

BESIDE = """
vim.cmd('edit Plan.md')
run(function()
  attached()
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'typed' })
  until_true('what was typed in the memo', function()
    return vim.fn.system({ 'memo-ls', 'show', 'Plan.md' }):find('typed', 1, true)
  end)
  -- Lists are the plugin's, of the same folder; what they show is the client's.
  told.listed = vim.tbl_map(function(memo) return memo.displayTitle end, require('memo').list())
  require('memo').open(vim.fn['memo#items']({ query = 'Other' })[1])
  told.shown, told.filetype = vim.fn.expand('%:t'), vim.bo.filetype
  attached()
  vim.cmd('buffer Plan.md')
  vim.cmd('write')
  told.bound = vim.fn['memo#sync#memos']()
end)
"""


class NeovimFolders(NeovimCase):
    def test_files_of_a_vault_are_memos_and_the_editors_as_long_as_they_are_open(self):
        plan = "---\ntags: [house]\n---\n# Plan\n[[Other]] ![[plan.png]]\n"
        (self.notes / ".obsidian").mkdir()
        (self.notes / "sub").mkdir()
        (self.notes / "sub" / "Other.md").write_text("words #house/roof\n")
        (self.notes / "sub" / "plan.png").write_text("")
        self.write(Plan=plan)
        self.memo("folder", "attach", str(self.notes))
        told = self.edit(VAULT)
        self.assertEqual(told["unsaved"] + "\n", plan)
        self.assertEqual(told["saved"] + "\n", f"{plan}typed here\n")
        self.assertIn("from elsewhere", told["merged"])
        self.assertEqual((told["leads"], told["broken"]), ("sub/Other.md", []))
        self.assertEqual(told["left"], (self.notes / "Plan.md").read_text())
        self.assertEqual(sorted(path.name for path in self.notes.rglob("*.md")), ["Other.md", "Plan.md"])

    def test_what_another_program_writes_into_a_note_comes_in_and_nobody_is_asked(self):
        self.write(Plan="# Plan\n")
        self.memo("folder", "attach", str(self.notes))
        told = self.edit(OUTSIDE)
        text = ["# Plan", "first", "outside", "typed"]
        self.assertEqual((told["modified"], told["saved"], told["after"]), (True, text, False))
        self.assertEqual(told["again"], [*text, "more"])
        self.assertEqual(self.memo("show", "--folder", str(self.notes), "Plan.md").splitlines(), told["again"])

    def test_what_is_written_into_a_note_before_the_server_knows_that_it_is_open_comes_in_too(self):
        self.write(Plan="# Plan\n")
        self.memo("folder", "attach", str(self.notes))
        self.assertEqual(self.edit(EARLY)["saved"], ["# Plan", "outside", "typed"])

    def test_the_note_of_the_day_and_a_link_to_a_note_are_shown(self):
        self.write(House="# House\n", Roof="# Roof\n\nof the [[House]]\n")
        self.memo("folder", "attach", str(self.notes))
        told = self.edit(SHOWN)
        self.assertEqual(told["asked"], "memos that link here")
        self.assertEqual((told["backlink"], told["daily"]), (["Roof.md", 3, 8], ["2026-11-26.md", 1, 1]))

    def test_a_file_that_is_made_for_a_link_is_shown(self):
        for is_attached in (False, True):
            with self.subTest(is_attached=is_attached):
                self.write(a="[x](New.md)\n")
                (self.notes / "New.md").unlink(missing_ok=True)
                if is_attached:
                    self.memo("folder", "attach", str(self.notes))
                self.assertEqual(self.edit(MADE), {"shown": "New.md"})
                self.assertEqual((self.notes / "New.md").read_text().rstrip("\n"), "# New")

    def test_a_file_that_is_made_begins_as_its_folder_s_template_says(self):
        (self.notes / "meetings").mkdir()
        (self.notes / "meetings" / "old.md").write_text("old\n")
        self.write(Template="#template/meetings\n# {{title}}\n\nwho:\n")
        self.memo("folder", "attach", str(self.notes))
        self.assertEqual(self.edit(BEGUN)["lines"][:3], ["# new", "", "who:"])
        self.assertEqual((self.notes / "meetings" / "new.md").read_text().rstrip("\n"), "# new\n\nwho:")

    def test_what_was_not_written_when_the_editor_is_left_is_given_up(self):
        self.write(Plan="# Plan\n")
        self.memo("folder", "attach", str(self.notes))
        self.assertEqual(self.edit(GIVEN_UP), {"modified": True})
        self.assertEqual(self.memo("show", "--folder", str(self.notes), "Plan.md"), "# Plan\nkept\n")
        self.assertEqual((self.notes / "Plan.md").read_text(), "# Plan\nkept\n")
        self.memo("undo", "--folder", str(self.notes), "Plan.md")
        self.assertEqual((self.notes / "Plan.md").read_text(), "# Plan\nkept\ngiven up\n")

    def test_a_title_that_is_changed_takes_its_file_and_the_links_along(self):
        self.write(Home="[[House]] [path](House.md)\n", House="# House\n\nold\n")
        self.memo("folder", "attach", str(self.notes))
        told = self.edit(MOVED)
        self.assertEqual(told["name"], "My home.md")
        texts = {path.name: path.read_text() for path in self.notes.glob("*.md")}
        self.assertEqual(
            texts,
            {"Home.md": "[[My home]] [path](My%20home.md)\n", "My home.md": "# My home\n\nwords\nmore\n"},
        )

    def test_a_title_that_the_clients_own_command_changes_takes_its_file_along(self):
        self.write(Home="[[Garden]]\n", Garden="# Garden\n\nold\n- [ ] dig\n")
        self.memo("folder", "attach", str(self.notes))
        self.assertEqual(sorted(self.edit(AT_ONCE)["buffers"]), ["Home.md", "Orchard.md"])
        texts = {path.name: path.read_text() for path in self.notes.glob("*.md")}
        self.assertEqual(texts, {"Home.md": "[[Orchard]]\n", "Orchard.md": "# Orchard\n\nold\n- [ ] dig\nmore\n"})

    def test_the_plugin_lists_the_folder_and_leaves_its_files_to_the_client(self):
        self.write(Plan="# Plan\n", Other="# Other\n")
        self.memo("folder", "attach", str(self.notes))
        del self.env["MEMO_LS_STORE"]
        told = self.edit(BESIDE)
        self.assertEqual(sorted(told["listed"]), ["Other", "Plan"])
        self.assertEqual((told["shown"], told["filetype"], told["bound"]), ("Other.md", "markdown", []))
        self.assertEqual((self.notes / "Plan.md").read_text(), "# Plan\ntyped\n")
