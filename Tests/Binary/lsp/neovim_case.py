"""Neovim, driven by a script, with the settings that are recommended."""

from lsp.lsp_case import PLUGINS, SETTINGS, LspCase

COMMON = """
local told = {}
local function until_true(what, body)
  if not vim.wait(30000, body, 20) then error('never came: ' .. what) end
end
local function ask(method, params)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, 30000)
  if problem then error(method .. ': ' .. problem) end
  for _, answer in pairs(answers) do
    if answer.error then error(method .. ': ' .. vim.inspect(answer.error)) end
    return answer.result
  end
end
local function attached()
  until_true('a client', function()
    local client = vim.lsp.buf_get_clients(0)[1] or select(2, next(vim.lsp.buf_get_clients(0)))
    return client and client.initialized
  end)
end
local function position() return vim.lsp.util.make_position_params(0, 'utf-16') end
local function codes()
  return vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(0))
end
local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end
local function finish()
  vim.fn.writefile({ vim.fn.json_encode(told) }, vim.env.TOLD)
  vim.cmd('qall!')
end
local function run(body)
  local fine, problem = xpcall(body, debug.traceback)
  if not fine then told.problem = problem end
  finish()
end
"""


class NeovimCase(LspCase):
    program = "nvim"

    def setUp(self):
        super().setUp()
        installed = self.folder / ".local" / "share" / "memo-ls"
        installed.mkdir(parents=True)
        (installed / "vim").symlink_to(PLUGINS / "vim")

    def edit(self, script, setup="setup()"):
        """What a script tells, with the recommended lines as init.lua, but for how they call `setup`."""
        begin, path = self.folder / "init.lua", self.folder / "script.lua"
        begin.write_text((SETTINGS / "neovim.lua").read_text().replace("setup()", setup))
        path.write_text(COMMON + script)
        flags = ["--headless", "-u", str(begin), "-i", "NONE", "-n", "+set hidden"]
        told = self.drive([self.program, *flags, f"+luafile {path}"])
        self.assertNotIn("problem", told, told.get("problem"))
        return told
