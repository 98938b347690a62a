-- Markdown files, and memos if it is wished, served by Neovim's own language client. See :help memo-lsp.

local completion = require('memo.lsp.completion')
local files = require('memo.lsp.files')
local memos = require('memo.lsp.memos')

local M = { name = 'memo-ls' }
local config
-- The one client of Neovim 0.7, which has nothing that starts a client once.
local client

-- Neovim 0.7 shows no document that a server asks for, such as the note of the day.
local function show_document(_, result, context)
  local buffer = vim.uri_to_bufnr(result.uri)
  local encoding = vim.lsp.get_client_by_id(context.client_id).offset_encoding
  if result.selection then
    pcall(vim.lsp.util.jump_to_location, { uri = result.uri, range = result.selection }, encoding)
  else
    pcall(vim.api.nvim_set_current_buf, buffer)
  end
  return { success = vim.api.nvim_get_current_buf() == buffer }
end

-- The words that a memo has when it is opened come as an edit; so does what another program wrote into a file.
local function apply_edit(failure, result, context, ...)
  local edit = result and result.edit or {}
  local change = edit.documentChanges and edit.documentChanges[1] or {}
  local uri = change.textDocument and change.textDocument.uri or next(edit.changes or {})
  local buffer = uri and vim.uri_to_bufnr(uri)
  local apply = vim.lsp.handlers['workspace/applyEdit']
  if buffer and memos.is_empty(buffer) then
    return memos.fill(buffer, apply, failure, result, context, ...)
  end
  local answer = apply(failure, result, context, ...)
  if buffer and result.label == 'Changed elsewhere; the file is known' then
    files.know(buffer)
  end
  return answer
end

-- What `:q!` gives up is given up in the memo, too, as with a buffer that is closed; but not what a signal ends. Said
-- before the client is stopped, whichever was set up first to happen when Neovim ends.
local function give_up()
  for _, buffer in ipairs(vim.v.dying == 0 and vim.api.nvim_list_bufs() or {}) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].modified and vim.bo[buffer].buftype == '' then
      vim.lsp.buf_notify(buffer, 'textDocument/didClose', { textDocument = { uri = vim.uri_from_bufnr(buffer) } })
    end
  end
end

local function on_init(started)
  local stop = started.stop
  started.stop = function(...)
    if vim.v.exiting ~= vim.NIL then
      give_up()
    end
    return stop(...)
  end
end

local function attach(buffer)
  config.root_dir = config.root_dir or vim.fn.getcwd()
  files.leave_unasked(buffer)
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    client = client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, client)
  end
end

local function make(options)
  local program = vim.fn['memo#server#find']()
  local made = {
    name = M.name,
    cmd = options.cmd or { program ~= '' and program or 'memo-ls', 'lsp' },
    -- Neovim 0.7 tells no settings later.
    init_options = vim.tbl_deep_extend('force', options.settings or {}, { memo = { documents = true } }),
    settings = options.settings,
    capabilities = options.capabilities or vim.lsp.protocol.make_client_capabilities(),
    handlers = { ['workspace/applyEdit'] = apply_edit },
    on_init = on_init,
    on_attach = function(started, buffer)
      completion.begin(started, buffer)
      if options.on_attach then
        options.on_attach(started, buffer)
      end
    end,
  }
  if not vim.lsp.handlers['window/showDocument'] then
    local shown = { window = { showDocument = { support = true } } }
    made.capabilities = vim.tbl_deep_extend('force', made.capabilities, shown)
    made.handlers['window/showDocument'] = show_document
  end
  return made
end

--- Has Neovim's language client serve Markdown files from now on. `options` may have `memos`: whether it serves memos,
--- too, which are the plugin's otherwise; and of |vim.lsp.start_client()| `cmd`, `settings`, `capabilities` and
--- `on_attach`.
function M.setup(options)
  vim.validate({ options = { options, 'table', true } })
  options = options or {}
  config = make(options)
  -- The plugin leaves to the client what is the client's.
  vim.g.memo_lsp = options.memos and 'all' or 'files'
  local group = vim.api.nvim_create_augroup('memo_lsp', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = 'markdown',
    callback = function(event)
      attach(event.buf)
    end,
  })
  memos.begin(group)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'markdown' then
      attach(buffer)
    end
  end
end

--- The command that starts the server, once setup was called; else nil.
function M.command()
  return config and config.cmd
end

return M
