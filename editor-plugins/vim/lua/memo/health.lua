-- What :checkhealth memo says.

-- Neovim 0.10 has other names for these.
local health = vim.health or require('health')
local start = health.start or health.report_start
local ok = health.ok or health.report_ok
local warn = health.warn or health.report_warn
local fail = health.error or health.report_error

local function check_server()
  local program = vim.fn['memo#server#find']()
  if program == '' then
    local path = vim.fn['memo#option']('server_path')
    local what = path == '' and 'memo-ls was not found' or path .. ' can’t be run'
    return fail(what, { 'make install', 'or set g:memo_server_path; see :help memo-install' })
  end
  ok('memo-ls is ' .. program)
  -- As commands ask it, so that what is found here is what they meet.
  local answer = vim.fn['memo#server#call']('stats', vim.empty_dict())
  if answer.error then
    return fail('memo-ls does not answer: ' .. answer.error.message, { 'Look at :MemoLog, then try :MemoRestart' })
  end
  local info, store = vim.fn['memo#server#info'](), answer.result.store
  ok(('version %s answers'):format((info.serverInfo or {}).version or '?'))
  ok(('%d memos are in %s'):format(store.memos, store.path))
end

local function check_editor()
  if vim.o.encoding ~= 'utf-8' then
    fail("'encoding' is " .. vim.o.encoding, { 'set encoding=utf-8' })
  else
    ok("'encoding' is utf-8")
  end
  local help = vim.api.nvim_get_runtime_file('doc/memo.txt', false)[1]
  if not help or vim.fn.filereadable(vim.fn.fnamemodify(help, ':h') .. '/tags') == 0 then
    warn('the help has no tags', { ':helptags ALL' })
  else
    ok(':help memo is there')
  end
  if vim.fn.has('clipboard') == 1 then
    ok('the clipboard is there for :MemoShare')
  else
    warn('there is no clipboard: :MemoShare clipboard tries the system’s programs', { ':help clipboard' })
  end
end

local function check_options()
  local known = vim.fn['memo#options']()
  for _, name in ipairs(vim.fn.getcompletion('g:memo_', 'var')) do
    local option = name:match('^g:memo_(.*)$') or name
    if option ~= 'event' and not vim.tbl_contains(known, option) then
      warn(('g:memo_%s is no option'):format(option), { 'See :help memo-options' })
    end
  end
end

local function check_client()
  local command = require('memo.lsp').command()
  if not command then
    return ok('the language client is not set up; see :help memo-lsp')
  elseif vim.fn.executable(command[1]) == 0 then
    return fail(command[1] .. ' can’t be run', { 'make install', 'or set g:memo_server_path before the setup' })
  end
  ok('the language client starts ' .. table.concat(command, ' '))
  local served = vim.g.memo_lsp == 'all' and 'Markdown files and memos' or 'Markdown files; memos are the plugin’s'
  ok('it serves ' .. served)
end

return {
  check = function()
    start('memo')
    if vim.g.loaded_memo ~= 1 then
      return fail('the plugin is not loaded', { 'See :help memo-install' })
    end
    check_editor()
    check_options()
    check_client()
    check_server()
  end,
}
