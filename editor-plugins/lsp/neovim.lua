-- Serves Markdown files by memo-ls in Neovim 0.7 or later: for init.lua. Memos of the store are buffers, too:
-- `:edit memo:///ID`. The server brings their words, and what is typed is saved by itself. Where the plugin in ../vim is
-- installed, it shows the memos, and this serves the files alone.
local config = {
  name = 'memo-ls',
  cmd = { 'memo-ls', 'lsp' },
  init_options = { memo = { documents = true } },
  capabilities = vim.lsp.protocol.make_client_capabilities(),
  handlers = {},
}
local client

-- Neovim 0.7 shows no document that a server asks for, such as the note of the day.
if not vim.lsp.handlers['window/showDocument'] then
  config.capabilities.window.showDocument = { support = true }
  config.handlers['window/showDocument'] = function(_, result, context)
    local buffer = vim.uri_to_bufnr(result.uri)
    local encoding = vim.lsp.get_client_by_id(context.client_id).offset_encoding
    if result.selection then
      pcall(vim.lsp.util.jump_to_location, { uri = result.uri, range = result.selection }, encoding)
    else
      pcall(vim.api.nvim_set_current_buf, buffer)
    end
    return { success = vim.api.nvim_get_current_buf() == buffer }
  end
end

-- Completion ('omnifunc'). Neovim's own leaves out what begins otherwise than what was typed, if only by a small letter.
local encoding = 'utf-16'

function _G.memo_ls_complete(find_start)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local place = vim.lsp.util.make_position_params(0, encoding)
  vim.lsp.buf_request(0, 'textDocument/completion', place, function(_, answer, context)
    local told = vim.lsp.get_client_by_id(context.client_id)
    local is_there = vim.fn.mode() == 'i' and vim.deep_equal(cursor, vim.api.nvim_win_get_cursor(0))
    if not answer or not is_there or not told or told.name ~= config.name then
      return
    end
    local line, start, items = vim.api.nvim_get_current_line(), cursor[2], {}
    local function byte(position)
      return encoding == 'utf-8' and position.character
        or vim.str_byteindex(line, position.character, encoding == 'utf-16')
    end
    for _, item in ipairs(answer.items) do
      local word, range = item.textEdit.newText, item.textEdit.range
      start = byte(range.start)
      -- What stands behind the cursor already, such as `]]`, stays where it is.
      local behind = line:sub(cursor[2] + 1, byte(range['end']))
      if vim.endswith(word, behind) then
        word = word:sub(1, #word - #behind)
      end
      table.insert(items, { word = word, abbr = item.label, menu = item.detail, icase = 1, dup = 1 })
    end
    vim.fn.complete(start + 1, items)
  end)
  return find_start == 1 and -2 or {}
end

config.on_attach = function(started, buffer)
  encoding = started.offset_encoding or encoding
  vim.bo[buffer].omnifunc = 'v:lua.memo_ls_complete'
end

-- The memos' buffers whose words have not come yet.
local empty = {}

-- A note of an attached folder whose file another program has written: the server brings that as an edit, but Neovim has
-- not read it, and would ask about it. What the file was when all of it was in the buffer, by buffers:
local known = {}

local function state(buffer)
  local file = vim.loop.fs_stat(vim.api.nvim_buf_get_name(buffer))
  return file and { file.ino, file.size, file.ctime.sec, file.ctime.nsec }
end

local function text(buffer)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local has_end = vim.bo[buffer].endofline and not vim.deep_equal(lines, { '' })
  return has_end and vim.list_extend(lines, { '' }) or lines
end

-- Writes such a file without asking (BufWriteCmd), unless somebody has written it anew.
local function write(event)
  local buffer, name = event.buf, vim.api.nvim_buf_get_name(event.buf)
  local is_own = vim.fn.fnamemodify(event.match, ':p') == name and not vim.bo[buffer].readonly
  if not is_own or not vim.deep_equal(state(buffer), known[buffer]) then
    local bang = vim.v.cmdbang == 1 and '! ' or ' '
    vim.api.nvim_del_augroup_by_name('memo_ls_' .. buffer)
    vim.cmd('keepalt write' .. bang .. vim.v.cmdarg .. ' ' .. vim.fn.fnameescape(event.match))
    return
  end
  vim.cmd('doautocmd <nomodeline> BufWritePre')
  local lines = text(buffer)
  if vim.fn.writefile(lines, name, 'b') ~= 0 then
    return
  end
  vim.bo[buffer].modified = false
  known[buffer] = state(buffer)
  vim.cmd('doautocmd <nomodeline> BufWritePost')
  print(string.format('"%s" %dL written', vim.fn.bufname(buffer), vim.fn.line('$')))
end

-- All that the file says is in the buffer, as the server tells. It tells that of nothing that was written just now.
local function know(buffer)
  local file, options = state(buffer), vim.bo[buffer]
  if not file or os.time() - file[3] < 2 or options.fileformat ~= 'unix' or options.bomb then
    return
  elseif options.fileencoding ~= '' and options.fileencoding ~= 'utf-8' then
    return
  end
  known[buffer] = file
  if vim.deep_equal(vim.fn.readfile(vim.api.nvim_buf_get_name(buffer), 'b'), text(buffer)) then
    options.modified = false
  end
  local group = vim.api.nvim_create_augroup('memo_ls_' .. buffer, {})
  vim.api.nvim_create_autocmd('BufWriteCmd', { group = group, buffer = buffer, nested = true, callback = write })
  vim.api.nvim_create_autocmd('BufUnload', {
    group = group,
    buffer = buffer,
    callback = function()
      vim.api.nvim_del_augroup_by_name('memo_ls_' .. buffer)
    end,
  })
end

-- The words that a memo has when it is opened come as an edit, too; but undoing stops at them.
config.handlers['workspace/applyEdit'] = function(failure, result, context, ...)
  local edit = result and result.edit or {}
  local change = edit.documentChanges and edit.documentChanges[1] or {}
  local uri = change.textDocument and change.textDocument.uri or next(edit.changes or {})
  local buffer = uri and vim.uri_to_bufnr(uri)
  if not buffer or not empty[buffer] then
    local answer = vim.lsp.handlers['workspace/applyEdit'](failure, result, context, ...)
    if buffer and result.label == 'Changed elsewhere; the file is known' then
      know(buffer)
    end
    return answer
  end
  empty[buffer] = nil
  local levels = vim.bo[buffer].undolevels
  vim.bo[buffer].undolevels = -1
  local fine, answer = pcall(vim.lsp.handlers['workspace/applyEdit'], failure, result, context, ...)
  vim.bo[buffer].undolevels = levels
  if not fine then
    error(answer, 0)
  end
  vim.bo[buffer].modified = false
  return answer
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'markdown',
  callback = function(event)
    config.root_dir = config.root_dir or vim.fn.getcwd()
    local file = vim.api.nvim_buf_get_name(event.buf)
    if vim.fn.finddir('.memo-ls', vim.fn.fnamemodify(file, ':h') .. ';') ~= '' then
      vim.api.nvim_create_autocmd('FileChangedShell', {
        buffer = event.buf,
        callback = function()
          -- What was written comes as an edit in a moment; writing over it before asks.
          vim.v.fcs_choice = vim.v.fcs_reason == 'deleted' and 'ask' or ''
        end,
      })
    end
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = event.buf })
      return
    end
    -- Neovim 0.7 has nothing that starts a client once.
    client = client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(event.buf, client)
  end,
})

vim.api.nvim_create_autocmd('BufReadCmd', {
  pattern = 'memo://*',
  callback = function(event)
    if vim.g.loaded_memo == 1 then
      return
    end
    empty[event.buf] = true
    vim.bo[event.buf].buftype = 'acwrite'
    vim.bo[event.buf].swapfile = false
    vim.bo[event.buf].filetype = 'markdown'
  end,
})
vim.api.nvim_create_autocmd('BufWriteCmd', {
  pattern = 'memo://*',
  callback = function(event)
    if vim.g.loaded_memo == 1 then
      return
    end
    vim.bo[event.buf].modified = false
    local document = { uri = vim.uri_from_bufnr(event.buf) }
    local text = table.concat(vim.api.nvim_buf_get_lines(event.buf, 0, -1, false), '\n') .. '\n'
    vim.lsp.buf_notify(event.buf, 'textDocument/didSave', { textDocument = document, text = text })
  end,
})

-- What `:q!` gives up is given up in the memo, too, as with a buffer that is closed; but not what a signal ends. Said
-- before the client is stopped, whichever was set up first to happen when Neovim ends.
local function give_up()
  for _, buffer in ipairs(vim.v.dying == 0 and vim.api.nvim_list_bufs() or {}) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].modified and vim.bo[buffer].buftype == '' then
      vim.lsp.buf_notify(buffer, 'textDocument/didClose', { textDocument = { uri = vim.uri_from_bufnr(buffer) } })
    end
  end
end

config.on_init = function(started)
  local stop = started.stop
  started.stop = function(...)
    if vim.v.exiting ~= vim.NIL then
      give_up()
    end
    return stop(...)
  end
end
