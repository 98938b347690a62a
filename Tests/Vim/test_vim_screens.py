"""What a user of Vim sees, from the first memo to the last. The screens that are kept are in Screens."""

import unittest

from editor import vimrc
from editor_case import EditorCase
from screen import Screen


class ScreenTests(EditorCase):
    def start_vim(self, columns, lines, *settings):
        """Vim on a terminal, with the plugin as `make install` leaves it."""
        path = self.folder / "vimrc"
        path.write_text("\n".join([*vimrc(self.store), "set nohidden ttimeoutlen=0", *settings]) + "\n")
        command = ["vim", "-i", "NONE", "-n", "-u", str(path)]
        env = self.environment(LANG="C.UTF-8", TERM="xterm-256color")
        screen = Screen(command, columns, lines, self.folder / "tmux", env)
        self.addCleanup(screen.close)
        return screen

    def command(self, screen, command):
        screen.type(f":{command}")
        screen.press("Enter")

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

    def test_a_korean_user_is_asked_in_korean(self):
        screen = self.start_vim(120, 8, "set laststatus=2", "let g:memo_language = 'ko'")
        self.command(screen, "MemoNew 장보기")
        screen.wait_for("저장됨")
        self.command(screen, "MemoDelete")
        screen.check("korean")


if __name__ == "__main__":
    unittest.main()
