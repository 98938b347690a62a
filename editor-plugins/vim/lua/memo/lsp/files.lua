-- Notes of an attached folder whose files other programs write: the server brings that as an edit, but Neovim has not
-- read it, and would ask about it.

local M = {}

-- Buffer -> what its file was when all of it was in the buffer.
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

-- The seconds for which a file has been as it is.
local function age(file)
  local seconds, microseconds = vim.loop.gettimeofday()
  return seconds - file[3] + microseconds / 1e6 - file[4] / 1e9
end

--- All that the file says is in the buffer, as the server tells: unless it was written just now, perhaps since the
--- server looked, and says something else.
function M.know(buffer)
  local file, options = state(buffer), vim.bo[buffer]
  if not file or options.fileformat ~= 'unix' or options.bomb then
    return
  elseif options.fileencoding ~= '' and options.fileencoding ~= 'utf-8' then
    return
  end
  local is_same = vim.deep_equal(vim.fn.readfile(vim.api.nvim_buf_get_name(buffer), 'b'), text(buffer))
  -- Two writes may have one time: those of a moment, or of two seconds where seconds are all that is counted.
  if age(file) < (is_same and file[4] > 0 and 0.02 or 2) then
    return
  end
  known[buffer] = file
  if is_same then
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

--- Nobody is asked about what is written into a note's file: it comes as an edit in a moment. Writing over it before
--- that asks.
function M.leave_unasked(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if vim.fn.finddir('.memo-ls', vim.fn.fnamemodify(file, ':h') .. ';') == '' then
    return
  end
  vim.api.nvim_create_autocmd('FileChangedShell', {
    group = 'memo_lsp',
    buffer = buffer,
    callback = function()
      vim.v.fcs_choice = vim.v.fcs_reason == 'deleted' and 'ask' or ''
    end,
  })
end

return M
