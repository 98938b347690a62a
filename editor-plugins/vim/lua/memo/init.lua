-- Memos for Lua: what mappings, pickers and other plugins call. See :help memo-lua.

local M = {}

-- The most memos that one request of the server gives.
local most = 1000

-- What the server may answer that stands for nothing in Lua.
local function is_nothing(value)
  return value == nil or value == vim.NIL
end

-- An error of the server's in words for the user.
local function explain(method, answer)
  return vim.fn['memo#server#explain'](method, answer.error)
end

-- The next page of what is asked for, or nil once there is no more or enough.
local function next_page(params, found, result)
  local left = params.limit - #found
  if left <= 0 or (result and is_nothing(result.nextCursor)) then
    return nil
  end
  return vim.tbl_extend('force', params, { limit = math.min(left, most), cursor = result and result.nextCursor })
end

-- Gathers the pages of `method`. Without `on_done` it waits, and returns the memos, or nil and why there are none.
local function gather(method, params, on_done)
  vim.validate({ limit = { params.limit, 'number' }, on_done = { on_done, 'function', true } })
  local found, failure = {}, nil
  local function take(answer)
    if answer.error then
      failure = explain(method, answer)
      return nil
    end
    vim.list_extend(found, answer.result.memos)
    return next_page(params, found, answer.result)
  end
  local function ask(page)
    if failure then
      return on_done(nil, failure)
    elseif page == nil then
      return on_done(found)
    end
    vim.fn['memo#server#request'](method, vim.fn.json_encode(page), function(answer)
      ask(take(answer))
    end)
  end
  local page = next_page(params, found, nil)
  if on_done then
    return ask(page)
  end
  while page do
    page = take(vim.fn['memo#server#call'](method, page))
  end
  if failure then
    return nil, failure
  end
  return found
end

local function with_limit(options)
  vim.validate({ options = { options, 'table', true } })
  return vim.tbl_extend('keep', options or {}, { limit = most })
end

--- The memos of the list, newest first.
---
--- `options` may have `limit` (1000), `tag`, `trashed`, `pinnedFirst`, `sort` ("modified", "created", "title") and
--- `order`. With `on_done(memos, problem)` it returns at once; without, it waits and returns the same two.
function M.list(options, on_done)
  return gather('list', with_limit(options), on_done)
end

--- The memos that `query` finds, as |memo-search| has it; each also has `matches`. `options` may have `limit` (1000)
--- and `trashed`; `on_done` is as for `list`.
function M.search(query, options, on_done)
  vim.validate({ query = { query, 'string' } })
  return gather('search', vim.tbl_extend('force', with_limit(options), { query = query }), on_done)
end

--- Opens a memo: its id, or what `list` or `search` gave; then at the first place that was found. `modifiers` say
--- where, as before a command: "tab", "vertical"; without any, where memos are shown.
function M.open(memo, modifiers)
  local id = type(memo) == 'table' and memo.id or memo
  vim.validate({ id = { id, 'string' }, modifiers = { modifiers, 'string', true } })
  vim.fn['memo#window#show_memo'](id, modifiers or '')
  local match = type(memo) == 'table' and memo.matches and memo.matches[1]
  if match then
    vim.fn.cursor(match.range.start.line + 1, match.range.start.character + 1)
  end
end

--- Opens a new memo, with `text` if it is given.
function M.new(text)
  vim.validate({ text = { text, 'string', true } })
  vim.fn['memo#command#new'](text or '')
end

--- A memo as a line: its title, its tags, and the day of its last change.
function M.line(memo)
  return vim.fn['memo#row#item'](memo).text
end

--- The memos for a picker, newest first: each with `id`, `title`, a line of `text` to show, the `name` of its buffer,
--- and as `memo` what `list` gives. `options` may have `query`, and what `list` takes. With `on_done(items, problem)`
--- it returns at once; without, it waits and returns the same two.
function M.items(options, on_done)
  options = vim.tbl_extend('force', {}, options or {})
  local query = options.query
  options.query = nil
  local function shape(memos, problem)
    return memos and vim.tbl_map(vim.fn['memo#row#item'], memos), problem
  end
  local function take(memos, problem)
    on_done(shape(memos, problem))
  end
  if query then
    return shape(M.search(query, options, on_done and take))
  end
  return shape(M.list(options, on_done and take))
end

--- Lets the user choose a memo with |vim.ui.select()|, and opens it. `options` may have `query`, and what `list` takes.
function M.pick(options)
  options = vim.tbl_extend('force', {}, options or {})
  local query = options.query
  options.query = nil
  local function choose(memos, problem)
    if problem then
      return vim.fn['memo#log#error'](problem)
    end
    local prompt = vim.fn['memo#words#say'](#memos == 0 and 'Nothing found' or 'Memos')
    if #memos == 0 then
      return vim.fn['memo#log#say'](prompt)
    end
    vim.ui.select(memos, { prompt = prompt, kind = 'memo', format_item = M.line }, function(memo)
      if memo then
        M.open(memo)
      end
    end)
  end
  if query then
    M.search(query, options, choose)
  else
    M.list(options, choose)
  end
end

--- What may be typed next where the cursor is: calls `on_done` with LSP's CompletionList, whose ranges count bytes.
function M.complete(on_done)
  vim.validate({ on_done = { on_done, 'function' } })
  require('memo.source').at_cursor(on_done)
end

--- The same as a source for nvim-cmp; to blink.cmp one names the module "memo.source". See |memo-completion|.
function M.source()
  return require('memo.source').new()
end

--- Sets options by their names without `g:memo_`, see |memo-options|. None has to be set.
function M.setup(options)
  vim.validate({ options = { options, 'table', true } })
  local known = vim.fn['memo#options']()
  for name, value in pairs(options or {}) do
    if not vim.tbl_contains(known, name) then
      error(('memo has no option “%s”; there are: %s'):format(name, table.concat(known, ', ')), 2)
    end
    vim.g['memo_' .. name] = value
  end
end

return M
