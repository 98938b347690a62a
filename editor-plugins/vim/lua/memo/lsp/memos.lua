-- Memos of the store as buffers, `:edit memo:///ID`: the server brings their words, and what is typed is saved by
-- itself.

local M = {}

-- The buffers whose words have not come yet.
local empty = {}

-- Whether memos are the plugin's.
local function are_shown_already()
  return vim.g.loaded_memo == 1 and vim.g.memo_lsp ~= 'all'
end

function M.is_empty(buffer)
  return empty[buffer]
end

--- Puts a memo's first words into its buffer, as `apply` does with the rest; undoing stops at them.
function M.fill(buffer, apply, ...)
  empty[buffer] = nil
  local levels = vim.bo[buffer].undolevels
  vim.bo[buffer].undolevels = -1
  local fine, answer = pcall(apply, ...)
  vim.bo[buffer].undolevels = levels
  if not fine then
    error(answer, 0)
  end
  vim.bo[buffer].modified = false
  return answer
end

local function read(event)
  if are_shown_already() then
    return
  end
  empty[event.buf] = true
  vim.bo[event.buf].buftype = 'acwrite'
  vim.bo[event.buf].swapfile = false
  vim.bo[event.buf].filetype = 'markdown'
end

local function write(event)
  if are_shown_already() then
    return
  end
  vim.bo[event.buf].modified = false
  local text = table.concat(vim.api.nvim_buf_get_lines(event.buf, 0, -1, false), '\n') .. '\n'
  local document = { uri = vim.uri_from_bufnr(event.buf) }
  vim.lsp.buf_notify(event.buf, 'textDocument/didSave', { textDocument = document, text = text })
end

function M.begin(group)
  vim.api.nvim_create_autocmd('BufReadCmd', { group = group, pattern = 'memo://*', callback = read })
  vim.api.nvim_create_autocmd('BufWriteCmd', { group = group, pattern = 'memo://*', callback = write })
end

return M
