-- A completion source, for plugins such as nvim-cmp and blink.cmp, of which it needs none. See :help memo-completion.

local M = {}
M.__index = M

-- LSP's CompletionItemKind for each kind of place: a reference or a keyword.
local kinds = { link = 18, heading = 18, block = 18, tag = 14 }

-- Calls `on_done` with LSP's CompletionList for a place in a line: `row` and `column` count from 0, `column` bytes.
local function complete(buffer, row, column, line, on_done)
  local place = vim.fn['memo#complete#place'](line:sub(1, column))
  if vim.tbl_isempty(place) then
    return on_done({ items = {}, isIncomplete = false })
  end
  local after = line:sub(column + 1)
  local stop = column + #vim.fn['memo#complete#rest'](place, after)
  local range = { start = { line = row, character = place.start }, ['end'] = { line = row, character = stop } }
  vim.fn['memo#complete#ask'](buffer, row + 1, place, function(answer)
    local items = {}
    for number, item in ipairs(answer.result and answer.result.items or {}) do
      items[number] = {
        label = item.label,
        detail = item.detail,
        -- What is typed behind a title is compared with a title and its heading.
        filterText = (place.kind == 'heading' or place.kind == 'block') and item.insert or item.label,
        kind = kinds[place.kind],
        -- The server's order is the best one.
        sortText = ('%04d'):format(number),
        textEdit = { range = range, newText = vim.fn['memo#complete#text'](place, item, after) },
      }
    end
    on_done({ items = items, isIncomplete = true })
  end)
end

--- What fits where the cursor is, as LSP's CompletionList; `on_done` gets it.
function M.at_cursor(on_done)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  complete(vim.api.nvim_get_current_buf(), row - 1, column, vim.api.nvim_get_current_line(), on_done)
end

function M.new()
  return setmetatable({}, M)
end

-- What both plugins ask.

function M.get_trigger_characters()
  return { '[', '#', '^' }
end

-- What nvim-cmp asks.

function M.is_available()
  return not vim.tbl_isempty(vim.fn['memo#sync#memo'](vim.api.nvim_get_current_buf()))
end

function M.get_position_encoding_kind()
  return 'utf-8'
end

function M.get_keyword_pattern()
  return [=[\%(\[\[\|#\)\zs[^][|]*]=]
end

function M.complete(_, params, on_done)
  local context = params.context
  complete(context.bufnr, context.cursor.row - 1, #context.cursor_before_line, context.cursor_line, on_done)
end

-- What blink.cmp asks.

M.enabled = M.is_available

function M.get_completions(_, context, on_done)
  complete(context.bufnr, context.cursor[1] - 1, context.cursor[2], context.line, function(list)
    on_done({
      items = list.items,
      is_incomplete_forward = list.isIncomplete,
      is_incomplete_backward = list.isIncomplete,
    })
  end)
end

return M
