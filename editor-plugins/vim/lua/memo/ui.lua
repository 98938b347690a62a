-- Messages and choices the way Neovim's users have set them up: by vim.notify and vim.ui.select.

local levels = { ErrorMsg = vim.log.levels.ERROR, WarningMsg = vim.log.levels.WARN, None = vim.log.levels.INFO }

-- Whether vim.notify is Neovim's own. It shows messages on the message line, where a long one makes the user press
-- Enter, and an error ends what is being done.
local function is_own()
  return debug.getinfo(vim.notify, 'S').source:match('^@?vim/') ~= nil
end

return {
  -- Shows `text` where the user has messages shown. False if that is the message line.
  notify = function(text, highlight)
    if is_own() then
      return false
    end
    vim.notify(text, levels[highlight], { title = 'memo' })
    return true
  end,

  -- Has the user choose one of `labels`, and tells memo#ask#chosen its number, from 0; nothing if there was no choice.
  select = function(labels, prompt)
    vim.ui.select(labels, { prompt = prompt }, function(_, number)
      if number then
        vim.fn['memo#ask#chosen'](number - 1)
      end
    end)
  end,
}
