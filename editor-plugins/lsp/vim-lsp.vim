" Serves Markdown files by memo-ls with vim-lsp (prabirshrestha/vim-lsp): for the vimrc.
autocmd User lsp_setup call lsp#register_server({
      \ 'name': 'memo-ls',
      \ 'cmd': {server_info -> ['memo-ls', 'lsp']},
      \ 'allowlist': ['markdown'],
      \ })
