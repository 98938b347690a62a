" Serves Markdown files by memo-ls with ALE (dense-analysis/ale): for the vimrc, behind where ALE is loaded.
call ale#linter#Define('markdown', {
      \ 'name': 'memo-ls',
      \ 'lsp': 'stdio',
      \ 'executable': 'memo-ls',
      \ 'command': '%e lsp',
      \ 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
      \ })
