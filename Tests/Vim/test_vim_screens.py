"""What a user of Vim sees, from the first memo to the last. The screens that are kept are in Screens."""

import unittest

from screen_case import ScreenCase


class ScreenTests(ScreenCase):
    def write_shopping_list(self, screen):
        """A first memo, made in the list and typed; the editor stays in Insert mode."""
        screen.type("n")
        screen.wait_for("New memo")
        screen.type("iShopping list")
        screen.press("Enter")
        screen.type("milk, eggs")
        screen.press("Enter")
        screen.type("두부 두 모 #food")

    def write_two(self, screen):
        """Two memos and the list beside them."""
        self.command(screen, "MemoList")
        screen.wait_for("No memos yet")
        self.write_shopping_list(screen)
        screen.press("Escape")
        screen.wait_for("saved 00:00")
        self.command(screen, "MemoNew Meeting on Monday")
        screen.wait_for(" Meeting on Monday  ")
        screen.type("obring the milk: https://example.org/way")
        screen.press("Escape")
        screen.wait_for("saved 00:00")

    def test_a_wide_screen_from_the_first_memo_to_its_deletion(self):
        screen = self.start_vim(200, 12)
        self.command(screen, "MemoList")
        screen.check("1-empty")
        screen.press("C-l")
        self.write_shopping_list(screen)
        screen.check("2-typed")
        screen.press("Escape")
        self.command(screen, "MemoNew Meeting on Monday")
        screen.wait_for(" Meeting on Monday  ")
        screen.type("obring the milk: https://example.org/way")
        screen.press("Escape")
        screen.check("3-two-memos")
        screen.press("C-w", "h")
        screen.type("/milk")
        screen.check("4-searching")
        screen.press("Enter")
        screen.type("jd")
        screen.check("5-asks")
        screen.type("n")
        screen.type("d")
        screen.wait_for("Really")
        screen.type("y")
        screen.check("6-deleted")
        screen.type("u")
        screen.check("7-restored")
        self.command(screen, "MemoList")
        screen.press("C-l")
        screen.type("gg")
        screen.press("Enter")
        screen.type("dd")
        screen.check("8-edited")

    def test_after_a_deletion_the_next_memo_is_selected_and_the_trash_has_the_old_one(self):
        screen = self.start_vim(120, 10)
        self.write_two(screen)
        screen.press("C-w", "h")
        screen.type("ggd")
        screen.wait_for("Really")
        screen.type("y")
        screen.check("next-selected")
        screen.type("T")
        screen.check("trash")

    def test_the_list_stands_beside_the_memo_or_alone_as_the_width_allows(self):
        screen = self.start_vim(200, 10)
        self.write_two(screen)
        screen.press("C-l")
        screen.check("wide")
        screen.resize(60, 10)
        screen.press("C-l")
        screen.check("narrow-memo")
        self.command(screen, "MemoList")
        screen.press("C-l")
        screen.check("narrow-list")
        screen.type("j")
        screen.press("Enter")
        screen.press("C-l")
        screen.check("narrow-other-memo")
        screen.resize(200, 10)
        screen.press("C-l")
        screen.check("wide-again")

    def test_lines_pasted_on_the_terminal_reach_the_server_as_they_are(self):
        self.paste("vim")

    def test_neovim_takes_them_in_pieces_that_may_end_inside_a_character(self):
        self.paste("nvim")

    def paste(self, program):
        screen = self.start_vim(80, 10, "set laststatus=2", program=program)
        self.command(screen, "MemoNew Pasted")
        screen.wait_for("saved 00:00")
        lines = "\n".join(f"line {number} {'한글' * 8}" for number in range(3000))
        (self.folder / "pasted").write_text(lines)
        screen.type("o")
        screen.run("load-buffer", str(self.folder / "pasted"))
        screen.run("paste-buffer", "-p")
        screen.wait_for("line 2999")
        screen.press("Escape")
        self.command(screen, "write")
        screen.wait_for("saved 00:00")
        memo = self.witness().request("list")["memos"][0]["id"]
        self.assertEqual(self.stored(memo), "Pasted\n" + lines)

    def test_nothing_moves_while_a_substitution_asks(self):
        told = self.folder / "told"
        screen = self.start_vim(
            80, 10, "let g:memo_trace = 1", "call timer_start(20, {_ -> match(memo#log#lines(), 'didChangeMemo') >= 0 "
            f"&& writefile([], '{told}')}}, {{'repeat': -1}})")
        client = self.witness()
        client.request("createMemo", {"id": "m", "text": "one\none\ntwo\n"})
        client.request("flush")
        self.command(screen, "edit memo://m")
        self.command(screen, "%s/o/O/c")
        screen.wait_for("replace with O")
        screen.type("y")
        screen.wait_for("One")
        client.request("updateMemo", {"id": "m", "contentChanges": [
            {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "above\n"}]})
        client.request("flush")
        self.wait_until(told.exists, "the notification")
        screen.type("yy")
        screen.wait_for("3 substitutions")
        self.command(screen, "write")
        self.wait_until(lambda: self.stored("m") == "above\nOne\nOne\ntwO\n", "all three lines")

    def test_a_korean_user_is_asked_in_korean(self):
        screen = self.start_vim(120, 8, "set laststatus=2", "let g:memo_language = 'ko'")
        self.command(screen, "MemoNew 장보기")
        screen.wait_for("저장됨")
        self.command(screen, "MemoDelete")
        screen.check("korean")


if __name__ == "__main__":
    unittest.main()
