-- Completion ('omnifunc') of what is served. Neovim's own leaves out what begins otherwise than what was typed, if only
-- by a small letter.

local M = {}
local encoding = 'utf-16'

local function show(cursor, items)
  local line, start, shown = vim.api.nvim_get_current_line(), cursor[2], {}
  local function byte(position)
    return encoding == 'utf-8' and position.character
      or vim.str_byteindex(line, position.character, encoding == 'utf-16')
  end
  for _, item in ipairs(items) do
    local word, range = item.textEdit.newText, item.textEdit.range
    start = byte(range.start)
    -- What stands behind the cursor already, such as `]]`, stays where it is.
    local behind = line:sub(cursor[2] + 1, byte(range['end']))
    if vim.endswith(word, behind) then
      word = word:sub(1, #word - #behind)
    end
    table.insert(shown, { word = word, abbr = item.label, menu = item.detail, icase = 1, dup = 1 })
  end
  vim.fn.complete(start + 1, shown)
end

--- For 'omnifunc': what fits comes in a moment.
function M.find(find_start)
  local cursor = vim.api.nvim_win_get_cursor(0)
  local place = vim.lsp.util.make_position_params(0, encoding)
  vim.lsp.buf_request(0, 'textDocument/completion', place, function(_, answer, context)
    local told = vim.lsp.get_client_by_id(context.client_id)
    local is_there = vim.fn.mode() == 'i' and vim.deep_equal(cursor, vim.api.nvim_win_get_cursor(0))
    if answer and is_there and told and told.name == require('memo.lsp').name then
      show(cursor, answer.items)
    end
  end)
  return find_start == 1 and -2 or {}
end

function M.begin(started, buffer)
  encoding = started.offset_encoding or encoding
  vim.bo[buffer].omnifunc = "v:lua.require'memo.lsp.completion'.find"
end

return M
