"""What is said fits its line, and is in the user's words; in Vim and in Neovim."""

import re
import time
import unittest

from editor import quoted
from editor_case import EditorCase
from screen_case import ScreenCase

LONG = "A title that is much longer than the line on which the question stands"


class MessageTests:
    def test_nobody_has_to_press_enter_for_a_message(self):
        for columns in (40, 60):
            screen = self.start_vim(columns, 10, "set laststatus=2 showcmd ruler")
            self.command(screen, f"MemoNew {LONG}")
            screen.wait_for("saved 00:00")
            for number, command in enumerate([
                    "MemoFlush", "MemoShare mail", "MemoTag", "MemoTag! none", "MemoConflict", "MemoRestore x",
                    "MemoHistory", "edit memo://no-such-memo", "enew", "MemoDelete", "MemoPin", "MemoShare file",
                    "call memo#log#warn(repeat('long ', 50)) | call memo#log#error('two')",
                    "call memo#log#say(\"one\\\\ntwo\") | call memo#log#say('three')"]):
                self.command(screen, command)
                self.command(screen, f"let g:done = {number}")
                screen.type(f":echo 'at' g:done")
                screen.press("Enter")
                screen.wait_for(f"at {number}")
                self.assertNotIn("Press ENTER", screen.shown(), command)
            screen.close()

    def test_reading_and_saving_a_memo_say_nothing_of_their_events(self):
        # Without this Vim itself listens to what is read.
        screen = self.start_vim(80, 10, "set laststatus=2", "filetype off")
        self.command(screen, "MemoNew One two three")
        screen.wait_for("saved 00:00")
        for number, command in enumerate(["write", "edit!", "write"]):
            self.command(screen, f"{command} | call cursor(1, 1)")
            # Where Vim asks for a key this is the key, and moves nothing.
            screen.type(" ")
            self.command(screen, f"echo {number} 'at' col('.')")
            screen.wait(lambda shown: f"{number} at 2" in shown, command)
        self.command(screen, "echo 'said' match(execute('messages'), 'autocommands')")
        screen.wait_for("said -1")

    def test_a_message_is_as_long_as_the_line_allows(self):
        screen = self.start_vim(60, 8, "set laststatus=2")
        self.command(screen, "call memo#log#warn(repeat('x', 200))")
        screen.wait_for("xxx…")
        self.assertNotIn("Press ENTER", screen.shown())
        self.assertGreater(screen.shown().count("x"), 30)

    def test_a_question_has_its_answers_on_a_narrow_screen(self):
        screen = self.start_vim(40, 8, "set laststatus=2")
        self.command(screen, f"MemoNew {LONG}")
        screen.wait_for("saved 00:00")
        self.command(screen, "MemoDelete")
        screen.wait_for("(y/N)")
        self.assertIn("Really delete “A title", screen.shown())
        self.assertEqual(len(screen.shown().split("\n")), 9)
        screen.type("n")

    def test_not_saved_is_to_be_read_however_long_the_reason_is(self):
        for columns in (40, 80):
            screen = self.start_vim(columns, 8, "set laststatus=2")
            self.command(screen, f"MemoNew {LONG}")
            screen.wait_for("saved 00:00")
            self.command(screen, "call memo#status#failed(memo#sync#memo(bufnr('%')), repeat('reason ', 30))")
            screen.wait(lambda shown: "memo: Not saved" in shown and re.search("A tit.*not saved: reason", shown),
                        f"at {columns}")
            screen.close()

    def test_a_narrow_screen_shows_the_news_about_a_memo_and_the_start_of_its_title(self):
        news = {
            "memo#conflict#tell(memo, 'x')": "memo: Conflict: see :MemoCo",
            "memo#follow#deleted(memo, 0)": "memo: “A title t…” was del",
            "memo#follow#deleted(memo, 1)": "memo: “A title t…” was des",
            "memo#status#failed(memo, 'the disk is full')": "memo: Not saved: the disk"}
        for call, words in news.items():
            screen = self.start_vim(40, 8, "set laststatus=2")
            self.command(screen, f"MemoNew {LONG}")
            screen.wait_for("saved 00:00")
            self.command(screen, f"let memo = memo#sync#memo(bufnr('%')) | call {call}")
            screen.wait_for(words)
            screen.close()

    def test_what_was_said_while_something_was_inserted_is_there_afterwards(self):
        said = self.folder / "said"
        screen = self.start_vim(60, 8, "set laststatus=1")
        self.command(screen, "MemoNew One")
        self.command(screen, "let g:memo = memo#sync#memo(bufnr('%'))")
        self.command(screen,
                     f"call timer_start(500, {{_ -> memo#conflict#tell(g:memo, 'x') + writefile([], '{said}')}})")
        screen.press("A")
        screen.wait_for("-- INSERT --")
        screen.type(" x")
        # Said and saved: the status lines were drawn anew meanwhile.
        screen.wait(lambda shown: said.exists(), "no conflict")
        screen.type(" y")
        screen.wait(lambda shown: self.witness().request("search", {"query": "\"One x y\""})["memos"], "not saved")
        screen.press("Escape")
        screen.wait(lambda shown: "Conflict: see :Memo" in shown.split("\n")[-2] and "INSERT" not in shown, "not said")
        # It is said once more, not each time.
        screen.press("i", "Escape")
        screen.wait(lambda shown: "Conflict" not in shown and "INSERT" not in shown, "said for ever")

    def test_what_comes_while_a_command_is_typed_waits_for_its_end(self):
        screen = self.start_vim(60, 8, "set laststatus=2")
        said = "{_ -> memo#log#warn('late words') + execute('let g:said = 1')}"
        self.command(screen, f"autocmd CmdlineEnter : ++once call timer_start(50, {said})")
        screen.type(":echo 'still typ")
        screen.type("ing' exists('g:said')")
        screen.press("Enter")
        screen.wait_for("late words")
        self.assertNotIn("Press ENTER", screen.shown())


class WordTests:
    def explained(self, editor, code, **data):
        error = "{'code': %d, 'message': 'in English', 'data': %s}" % (
            code, "{" + ", ".join(f"{quoted(name)}: {quoted(value)}" for name, value in data.items()) + "}")
        return editor.get(f"memo#server#explain('getMemo', {error})")

    def test_errors_are_in_the_users_language_and_the_log_has_the_servers_words(self):
        editor = self.open(settings=["let g:memo_language = 'ko'"])
        reasons = "full readOnly locked io corrupt newerVersion notAMemoStore replaced permission".split()
        for code, data in [(1, {}), (2, {}), (4, {}), (5, {}), (7, {}), (8, {}), (-32602, {"path": "params.query"}),
                           (-32602, {"path": "params.properties.tags[0]"}),
                           *((6, {"reason": reason}) for reason in reasons)]:
            self.assertRegex(self.explained(editor, code, **data), "[가-힣]", (code, data))
            self.assertIn("in English", editor.get("memo#log#lines()[-1]"))
        editor.do("MemoSearch pinned:maybe", "silent! edit memo://no-such-memo")
        self.assertIn("없는 메모", editor.get("memo#log#lines()[-1]"))

    def test_errors_are_about_what_the_user_does(self):
        editor = self.open()
        for code, data in [(1, {}), (6, {"reason": "full"}), (5, {})]:
            words = self.explained(editor, code, **data)
            self.assertNotIn("in English", words)
            self.assertNotIn("--", words)
        self.assertEqual(self.explained(editor, 6, reason="other"), "in English")

    def test_no_error_has_words_of_the_protocol(self):
        editor = self.open()
        message = "params.title must be one line"
        table = [({"path": "params.title"}, "The title must be one line"),
                 ({"path": "params.limit"}, "memo-ls did not understand"),
                 ({"path": "params.properties.tags[0]"}, "A tag has"), ({}, "memo-ls did not understand")]
        for data, words in table:
            error = "{'code': -32602, 'message': %s, 'data': %s}" % (quoted(message), str(data))
            self.assertIn(words, editor.get(f"memo#server#explain('rename', {error})"))
        for code in [1, 2, 3, 4, 5, 7, 8, 9, -32600, -32603, -32700]:
            error = "{'code': %d, 'message': 'params.x baseVersion contentChanges[0] -32602'}" % code
            self.assertNotRegex(editor.get(f"memo#server#explain('rename', {error})"), "param|Version|Changes|326")

    def test_what_the_user_wrote_wrongly_is_said_in_words(self):
        for language, told in [
                ("en", ["The title must be one line", "The title must not begin with memo:",
                        "The new name must be a tag", "The date must be", "The search must"]),
                ("ko", ["제목으로 쓸 수 없습니다"] * 2 + ["쓸 수 없는 이름", "날짜는", "검색할 수 없습니다"])]:
            editor = self.open(settings=[f"let g:memo_language = '{language}'"])
            editor.do("MemoNew Plan #old")
            for command, words in zip(
                    ["MemoRename a[b", "MemoRename memo:x", "MemoRename #old 1", "MemoToday soon",
                     "MemoSearch pinned:maybe"], told):
                editor.do(command)
                said = editor.get("memo#log#lines()[-1]")
                self.assertIn(words, said)
                self.assertNotRegex(said, "params|to must")

    def test_the_plugin_works_whatever_compatible_options_are_set(self):
        editor = self.open(settings=["set cpoptions+=C", "let g:cpo = &cpoptions"])
        editor.do("MemoNew One", "write", "call append(1, 'two')", "write", "MemoPin", "MemoTag home",
                  "MemoHistory", "normal q", "MemoList", "MemoSearch one", "MemoTrash", "MemoLog", "normal q",
                  "MemoInfo", "normal q", "MemoRestart")
        self.assertEqual(editor.get("&cpoptions ==# g:cpo"), 1)

    def test_nothing_is_sourced_or_run_where_no_memo_is_used(self):
        found = self.folder / "scripts"
        editor = self.open(settings=[
            f"autocmd VimLeave * call writefile(split(execute('scriptnames'), \"\\n\"), {quoted(str(found))})"])
        editor.do(f"edit {self.folder}/file.txt", "set fileformat=dos endofline readonly noreadonly",
                  "call setline(1, 'x')", "silent write", "split", "doautocmd VimResized", "quit",
                  f"saveas! {self.folder}/other.txt", "enew")
        self.assertEqual(
            editor.get("[exists('#memo_events'), filter(split(execute('function'), \"\\n\"), 'v:val =~# \"memo#\"')]"),
            [0, []])
        self.assertEqual(editor.quit(), 0)
        scripts = [line.split("editor-plugins/vim/")[1] for line in found.read_text().split("\n")
                   if "editor-plugins/vim/" in line]
        self.assertEqual(scripts, ["plugin/memo.vim"])


class VimMessageTests(MessageTests, ScreenCase):
    kind = "vim"


class NeovimMessageTests(MessageTests, ScreenCase):
    kind = "nvim"


class VimWordTests(WordTests, EditorCase):
    kind = "vim"


class NeovimWordTests(WordTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
