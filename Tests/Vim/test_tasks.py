"""Tasks are ticked, and those that are open are listed, in Vim and in Neovim."""

import unittest

from structure_case import StructureCase


class TaskTests:
    def test_the_open_tasks_of_a_memo_are_listed(self):
        editor = self.open_with("Here\n- [ ] one\n- [x] two\n  * [ ] 셋\n- no task\n")
        editor.do("MemoTasks")
        self.assertEqual(self.places(editor), ("Tasks of “Here”", [["here", 2, 3, "one"], ["here", 4, 5, "셋"]]))

    def test_the_open_tasks_of_all_memos_are_listed_newest_memo_first(self):
        editor = self.open_with("Here\n- [ ] one\n", a="A\n- [ ] first\n- [ ] second\n", b="B\n- [x] done\n", c="C\n")
        editor.do("MemoTasks!")
        rows = self.places(editor)[1]
        self.assertEqual(sorted(rows), [["a", 2, 3, "first"], ["a", 3, 3, "second"], ["here", 2, 3, "one"]])
        editor.do(f"{rows.index(['a', 3, 3, 'second']) + 1}ll")
        self.assertEqual(editor.get("[memo#sync#memo(bufnr('%')).id, line('.')]"), ["a", 3])

    def test_nobody_waits_for_the_tasks_of_many_memos_and_how_far_it_is_is_said(self):
        editor = self.open_with("Here\n- [ ] one\n",
                                **{f"m{number}": f"M{number}\n- [ ] {number}\n" for number in range(50)})
        editor.do("let g:memo_trace = 1", "MemoTasks!",
                  "let g:asked = len(filter(memo#log#lines(), {_, line -> line =~# '\"method\":\"outline\"'}))",
                  "let g:seen = &buftype")
        self.assertEqual(editor.get("[g:asked, g:seen]"), [32, "acwrite"])
        rows = self.places(editor)[1]
        self.assertEqual({row[0] for row in rows}, {"here"} | {f"m{number}" for number in range(50)})
        self.assertIn("Tasks: 0 of 51 memos", "\n".join(editor.get("memo#log#lines()")))

    def test_a_task_is_ticked_and_the_tick_taken_away(self):
        for line, ticked in [("- [ ] one", "- [x] one"), ("  * [ ] 하나", "  * [x] 하나"), ("1. [ ] a [ ]", "1. [x] a [ ]"),
                             ("> - [ ] quoted", "> - [x] quoted"), ("- [ ]", "- [x]"),
                             ("- - [ ] in two", "- - [x] in two")]:
            editor = self.open_with(f"Here\n{line}\n")
            editor.do("2MemoToggleTask")
            self.assertEqual(editor.lines()[1], ticked)
            editor.type("2G\\<C-Space>" if self.kind == "nvim" else "2G\\<C-@>")
            self.assertEqual(editor.lines()[1], line)
            self.witness().request("delete", {"id": "here", "permanent": True})

    def test_tasks_of_a_range_become_what_the_first_becomes_and_are_one_step_to_undo(self):
        text = ["Here", "- [ ] a", "- no", "- [X] b", "- [ ] c"]
        editor = self.open_with("\n".join(text) + "\n")
        editor.do("%MemoToggleTask")
        self.assertEqual(editor.lines(), ["Here", "- [x] a", "- no", "- [X] b", "- [x] c"])
        editor.do("silent undo")
        self.assertEqual(editor.lines(), text)

    def test_of_a_range_its_first_and_its_last_line_change_and_none_beside_it(self):
        editor = self.open_with("\n".join(["- [ ] a"] * 5) + "\n")
        editor.do("2,4MemoToggleTask")
        self.assertEqual([line[3] for line in editor.lines()], [" ", "x", "x", "x", " "])

    def test_where_there_is_no_task_that_is_said(self):
        editor = self.open_with("- x [ ] y\n[ ] z\n- [y] z\n- [ ]z\n")
        editor.do("%MemoToggleTask")
        self.assertEqual((editor.lines(), "no task here" in self.said(editor)),
                         (["- x [ ] y", "[ ] z", "- [y] z", "- [ ]z"], True))

    def test_what_only_looks_like_a_task_in_code_stays(self):
        text = ["Here", "```", "- [ ] code", "```", "    - [ ] code, too", "<!--", "- [ ] remark", "-->"]
        editor = self.open_with("\n".join(text) + "\n")
        editor.do("%MemoToggleTask")
        self.assertEqual((editor.lines(), "no task here" in self.said(editor)), (text, True))

    def test_where_the_server_sees_more_lines_than_vim_no_other_line_is_ticked(self):
        editor = self.open_with("Here\na\rb\n- [ ] one\n- [x] two\n")
        editor.do("%MemoToggleTask")
        self.assertEqual([line[3] for line in editor.lines()[2:]], [" ", "x"])

    def test_in_the_trash_nothing_is_ticked(self):
        editor = self.open_with("Here\n- [ ] one\n")
        editor.do("setlocal nomodifiable", "2MemoToggleTask")
        self.assertIn("can’t be changed", self.said(editor))


class VimTaskTests(TaskTests, StructureCase):
    kind = "vim"


class NeovimTaskTests(TaskTests, StructureCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
