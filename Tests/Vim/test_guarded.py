"""What is on the screen, or under a person's hands, is never lost or changed by a slip; in Vim and in Neovim."""

import unittest

from screen_case import ScreenCase

LINES = "one\ntwo\nthree\nfour\n"


class GuardTests:
    def show(self, *settings, columns=80, lines=12):
        """The editor with a memo `m` of four lines, and a file that is there once another's change is known."""
        told = self.folder / "told"
        told.unlink(missing_ok=True)
        self.told = told
        self.make("m", LINES)
        screen = self.start_vim(
            columns, lines, "set laststatus=2", "let g:memo_trace = 1",
            "call timer_start(20, {_ -> match(memo#log#lines(), 'didChangeMemo') >= 0 "
            f"&& writefile([], '{told}')}}, {{'repeat': -1}})", *settings)
        self.command(screen, "edit memo://m")
        screen.wait_for("four")
        return screen

    def test_a_selection_keeps_its_lines_until_it_ends(self):
        for keys, left in [("jVj", "one\nfour\n"), ("jvj$", "one\nfour\n"), ("j\x16j$", "one\n\n\nfour\n")]:
            with self.subTest(keys=keys):
                screen = self.show()
                screen.type(keys)
                screen.wait_for("VISUAL")
                self.write_behind("m", 0, "above\n")
                self.wait_until(self.told.exists, "the notification")
                self.assertNotIn("above", screen.shown())
                screen.type("d")
                screen.wait_for("above")
                self.command(screen, "write")
                self.wait_until(lambda: self.stored("m") == "above\n" + left, "what was selected is gone")
                screen.close()
                self.witness().request("delete", {"id": "m", "permanent": True})
                self.witness().request("flush")

    def test_what_is_typed_over_in_select_mode_is_what_was_selected(self):
        screen = self.show()
        screen.type("jgH")
        screen.wait_for("SELECT")
        self.write_behind("m", 0, "above\n")
        self.wait_until(self.told.exists, "the notification")
        screen.type("x")
        screen.wait_for("above")
        screen.press("Escape")
        self.command(screen, "write")
        self.wait_until(lambda: self.stored("m") == "above\none\nxthree\nfour\n", "the line typed over")

    def test_a_buffer_can_be_closed_right_after_typing(self):
        screen = self.show()
        for command in ["bdelete", "bwipeout", "edit"]:
            with self.subTest(command=command):
                self.command(screen, "edit memo://m")
                screen.type(f"A {command}")
                screen.press("Escape")
                self.command(screen, f"{command} | echo 'done:' v:errmsg =~# 'E37\\|E89' '{command}.'")
                screen.wait_for(f"done: 0 {command}.")
        self.wait_until(lambda: self.stored("m").count(" ") == 3, "all that was typed")

    def test_an_editor_that_may_not_write_changes_no_memo(self):
        for flag in ["-M", "-R", "-m"]:
            with self.subTest(flag=flag):
                self.flags = [flag]
                screen = self.show()
                screen.type("x")
                screen.wait_for("E21")
                for command in ["MemoDelete!", "MemoPin", "MemoTag x"]:
                    self.command(screen, command)
                    screen.wait_for("can’t be changed")
                    self.command(screen, "echo 'next'")
                    screen.wait_for("next")
                memo = self.witness().request("getMemo", {"id": "m"})
                self.assertEqual((memo["text"], memo["properties"], "trashedAt" in memo), (LINES, {}, False))
                self.command(screen, "set modifiable write noreadonly")
                screen.type("x")
                self.command(screen, "write")
                self.wait_until(lambda: self.stored("m") == LINES[1:], "what was typed after that was allowed")
                screen.close()
                self.witness().request("delete", {"id": "m", "permanent": True})
                self.witness().request("flush")

    def test_a_memo_is_opened_from_the_shell_by_the_id_that_lists_print(self):
        self.make("0193a5b2-7c11-7e55-8a3d-00112233abcd", LINES)
        self.flags = ["memo://2233abcd"]
        screen = self.start_vim(80, 10, "set laststatus=2")
        screen.wait_for("four")
        self.command(screen, "echo bufname('%')")
        screen.wait_for("memo:///0193a5b2-7c11-7e55-8a3d-00112233abcd/one.md")

    def test_view_opens_a_memo_that_can_not_be_changed(self):
        screen = self.show()
        self.command(screen, "bwipeout")
        self.command(screen, "view memo://m")
        screen.wait_for("four")
        screen.type("x")
        screen.wait_for("E21")

    def test_reading_a_memo_again_without_a_server_leaves_its_text(self):
        screen = self.show("let g:memo_server_path = $MEMO_LS")
        self.command(screen, "let g:memo_server_path = '/no/such/program'")
        self.command(screen, "call memo#server#stop() | echo 'stopped'")
        screen.wait_for("stopped")
        screen.type("Anot yet sent")
        screen.press("Escape")
        self.command(screen, "edit!")
        screen.wait_for("not saved")
        screen.press("C-l")
        screen.wait_for("onenot yet sent")
        screen.wait_for("four")
        self.assertEqual(self.stored("m"), LINES)
        self.command(screen, "let g:memo_server_path = $MEMO_LS | MemoRestart")
        self.wait_until(lambda: self.stored("m") == LINES.replace("one", "onenot yet sent"), "what was typed")

    def test_a_mail_that_can_not_be_opened_is_not_said_to_be(self):
        screen = self.show(columns=100)
        self.command(screen, "let g:memo_open_command = 'false'")
        self.command(screen, "MemoShare mail")
        screen.wait_for("can’t be opened: false ended with status 1")
        self.command(screen, "let g:memo_open_command = 'true'")
        self.command(screen, "MemoShare mail")
        screen.wait_for("It is being opened")

    def test_save_as_leaves_nothing_of_the_memo_in_the_files_buffer(self):
        screen = self.show("set swapfile undofile autoread modeline")
        path = self.folder / "file.txt"
        self.command(screen, f"saveas {path}")
        self.command(screen,
                     "setlocal buftype? bufhidden? swapfile? undofile? autoread? modeline? filetype? statusline? "
                     "linebreak? foldmethod?")
        for words in ["  buftype=", "  bufhidden=", "  swapfile", "  undofile", "--autoread", "  modeline",
                      "  filetype=text", "  statusline=", "nolinebreak", "  foldmethod=manual"]:
            screen.wait_for(words + "\n")
        screen.press("Enter")
        screen.type("x")
        self.command(screen, "write")
        self.wait_until(lambda: path.read_text() == LINES[1:], "the file")
        self.assertEqual(self.stored("m"), LINES)


class VimGuardTests(GuardTests, ScreenCase):
    kind = "vim"


class NeovimGuardTests(GuardTests, ScreenCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
