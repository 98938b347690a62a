-- Serves Markdown files by memo-ls in Neovim 0.7 or later: for init.lua, after `make install`. See :help memo-lsp.
vim.opt.runtimepath:prepend('~/.local/share/memo-ls/vim')
require('memo.lsp').setup()
