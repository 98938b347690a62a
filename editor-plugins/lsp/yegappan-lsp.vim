" Serves Markdown files by memo-ls with yegappan/lsp: for the vimrc.
autocmd User LspSetup call LspAddServer([#{
      \ name: 'memo-ls',
      \ filetype: ['markdown'],
      \ path: 'memo-ls',
      \ args: ['lsp'],
      \ }])
