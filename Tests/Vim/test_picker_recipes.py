"""What :help memo-pickers says to write for pickers works as said, with stand-ins that take the calls and choose."""

import re
import textwrap

from editor import PLUGIN
from structure_case import StructureCase

HELP = (PLUGIN / "doc" / "memo.txt").read_text(encoding="utf-8")

# Shows of each line what stands behind the first delimiter, and gives the sink the whole line, as fzf does.
FZF = r"""
function! fzf#wrap(spec) abort
  return extend({'wrapped': 1}, a:spec)
endfunction
function! fzf#run(spec) abort
  let l:flags = a:spec.options
  if !a:spec.wrapped || l:flags[0] !=# '--delimiter' || l:flags[2:] !=# ['--with-nth', '2..']
    throw 'the stand-in knows no other options: ' . string(a:spec)
  endif
  let g:shown = map(copy(a:spec.source), {_, line -> join(split(line, l:flags[1], 1)[1:], l:flags[1])})
  call a:spec.sink(a:spec.source[match(g:shown, '^' . g:wanted)])
endfunction
"""
# Keeps what is mapped to the key of choosing, and presses it with the entry that is wanted.
TELESCOPE = r"""
local chosen, closed
local actions = {select_default = {replace = function(self, action) self.action = action end}}
function actions.close(buffer) closed = buffer end
package.preload["telescope.actions"] = function() return actions end
package.preload["telescope.actions.state"] = function()
  return {get_selected_entry = function() return chosen end}
end
package.preload["telescope.finders"] = function()
  return {new_table = function(options) return vim.tbl_map(options.entry_maker, options.results) end}
end
package.preload["telescope.config"] = function()
  return {values = {generic_sorter = function(options) return assert(options) and "a sorter" end}}
end
package.preload["telescope.pickers"] = function()
  return {new = function(options, picker)
    assert(type(options) == "table" and picker.prompt_title == "Memos" and picker.sorter == "a sorter")
    return {find = function()
      vim.g.shown = vim.tbl_map(function(entry)
        assert(entry.value and entry.ordinal)
        return entry.display
      end, picker.finder)
      chosen = vim.tbl_filter(function(entry) return vim.startswith(entry.ordinal, vim.g.wanted) end, picker.finder)[1]
      assert(picker.attach_mappings(17, error) == true)
      actions.select_default.action()
      assert(closed == 17)
    end}
  end}
end
"""
SELECT = r"""
vim.ui.select = function(items, options, choose)
  vim.g.shown = vim.tbl_map(options.format_item, items)
  for index, item in ipairs(items) do
    if vim.startswith(options.format_item(item), vim.g.wanted) then return choose(item, index) end
  end
  choose(nil)
end
"""


def recipe(introduction):
    """The lines that the help shows behind these words."""
    (found,) = re.findall(rf"{re.escape(introduction)}: >\n((?:\t.*\n|\n)+)", HELP)
    return textwrap.dedent(found)


class RecipeTests(StructureCase):
    def choose(self, stand_in, name, call, wanted="Tea"):
        """An editor with three memos in which a recipe, of a file of this name, has one chosen."""
        files = {"recipe" + name[-4:]: recipe(self.recipe), name: stand_in}
        for path, text in files.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text)
        editor = self.open_with("Here\n", f"let &runtimepath .= ',{self.folder}'", tea="Tea\n", milk="# Milk\n#shop\n")
        editor.do(f"let g:wanted = '{wanted}'", *call)
        shown = editor.get("g:shown")
        self.assertEqual(len(shown), 3, shown)
        for line, start in zip(sorted(shown), ("Here", "Milk  #shop", "Tea")):
            self.assertRegex(line, rf"^{start}  \d{{4}}-\d\d-\d\d$")
        return editor


class FzfTests:
    recipe = "With fzf.vim"

    def test_fzf_shows_the_lines_and_opens_the_memo_that_is_chosen(self):
        editor = self.choose(FZF, "autoload/fzf.vim", (f"source {self.folder}/recipe.vim", "MemoPick"))
        self.assertEqual(editor.lines(), ["Tea"])


class VimFzfTests(FzfTests, RecipeTests):
    kind = "vim"


class NeovimFzfTests(FzfTests, RecipeTests):
    kind = "nvim"


class SelectTests(RecipeTests):
    kind, recipe = "nvim", "|vim.ui.select()|"

    def calls(self):
        return f"luafile {self.folder}/stand-in.lua", f"luafile {self.folder}/recipe.lua"

    def test_select_shows_the_lines_and_opens_the_memo_that_is_chosen(self):
        self.assertEqual(self.choose(SELECT, "stand-in.lua", self.calls()).lines(), ["Tea"])

    def test_where_nothing_is_chosen_nothing_is_opened(self):
        self.assertEqual(self.choose(SELECT, "stand-in.lua", self.calls(), "Nobody").lines(), ["Here"])


class TelescopeTests(RecipeTests):
    kind, recipe = "nvim", "With Telescope"

    def test_telescope_shows_the_lines_and_opens_the_memo_that_is_chosen(self):
        calls = f"luafile {self.folder}/stand-in.lua", f"luafile {self.folder}/recipe.lua"
        self.assertEqual(self.choose(TELESCOPE, "stand-in.lua", calls).lines(), ["Tea"])


if __name__ == "__main__":
    import unittest

    unittest.main()
