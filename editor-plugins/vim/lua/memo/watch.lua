-- Which lines of a memo's buffer change; Neovim says so to Lua only. See autoload/memo/watch.vim.

-- Buffer -> {start, end, how many lines were added}, as in watch.vim; {} if nothing changed.
local watched = {}

local function note(buffer, changed, first, old_last, new_last)
  local added = new_last - old_last
  if changed[1] == nil then
    changed[1], changed[2], changed[3] = first, new_last, added
    vim.schedule(function()
      vim.fn['memo#watch#flush'](buffer)
    end)
  else
    changed[1] = math.min(changed[1], first)
    changed[2] = math.max(changed[2], old_last) + added
    changed[3] = changed[3] + added
  end
end

local function watch(buffer)
  local changed = {}
  watched[buffer] = changed
  vim.api.nvim_buf_attach(buffer, false, {
    on_lines = function(_, _, _, first, old_last, new_last)
      -- A buffer that was loaded again is attached anew.
      if watched[buffer] ~= changed then
        return true
      end
      note(buffer, changed, first, old_last, new_last)
    end,
  })
end

local function unwatch(buffer)
  watched[buffer] = nil
end

local function take(buffer)
  local changed = watched[buffer] or {}
  local taken = { changed[1], changed[2], changed[3] }
  changed[1], changed[2], changed[3] = nil, nil, nil
  return taken
end

return { watch = watch, unwatch = unwatch, take = take }
