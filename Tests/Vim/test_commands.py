"""Each command does what :help memo says, in Vim and in Neovim."""

import re
import unittest

from editor_case import EditorCase


class CommandTests:
    def list_rows(self, editor):
        """The rows of the list, without their dates."""
        return [re.sub("^.[0-9:-]+ +", "", row).replace("\u00a0\u00a0", " | ").removesuffix(" | ")
                for row in editor.get("getbufline(memo#list#buffer(), 1, '$')")]

    def test_memo_opens_the_last_one_and_a_new_one_in_an_empty_store(self):
        editor = self.open()
        editor.do("Memo")
        editor.type("iFirst\\<Esc>")
        editor.do("write", "enew", "Memo")
        self.assertEqual(editor.lines(), ["First"])

    def test_a_new_memo_is_made_with_its_first_character(self):
        editor = self.open()
        editor.do("MemoNew", "MemoFlush")
        self.assertEqual(self.witness().request("list")["total"], 0)
        editor.type("iHello\\<Esc>")
        editor.do("MemoFlush")
        self.assertEqual(self.stored(editor.id()), "Hello")

    def test_memo_new_with_a_text_makes_a_memo_of_it(self):
        editor = self.open()
        editor.do("MemoNew milk | eggs", "MemoFlush")
        self.assertEqual(editor.lines(), ["milk | eggs"])
        self.assertEqual(self.stored(editor.id()), "milk | eggs")

    def test_a_new_memo_into_which_nothing_was_typed_can_be_read_again(self):
        editor = self.open()
        editor.do("MemoNew", "edit")
        editor.type("iHello\\<Esc>")
        editor.do("MemoFlush")
        self.assertEqual(self.stored(editor.id()), "Hello")

    def test_save_as_makes_a_file_of_the_buffer_and_leaves_the_memo(self):
        editor = self.open()
        editor.do("MemoNew One", "let g:id = memo#sync#memo(bufnr('%')).id", f"silent saveas! {self.folder}/one.txt")
        editor.type("A!\\<Esc>")
        editor.do("silent write", "MemoFlush")
        self.assertEqual((self.folder / "one.txt").read_text(), "One!")
        self.assertEqual(self.stored(editor.get("g:id")), "One")

    def test_a_session_brings_back_memos_and_the_list(self):
        editor = self.open()
        editor.do("set columns=200", "MemoNew One", "MemoList", f"mksession! {self.folder}/session.vim")
        editor.quit()
        editor = self.open()
        editor.do("set columns=200", f"silent! source {self.folder}/session.vim")
        editor.wait_for("getbufline(memo#list#buffer(), 1, '$')[0] =~# 'One'")
        editor.do("call win_gotoid(memo#window#memo())")
        editor.type("A!\\<Esc>")
        editor.do("MemoFlush")
        self.assertEqual(self.stored(editor.id()), "One!")

    def test_the_list_is_no_file(self):
        editor = self.open(settings=["set swapfile"])
        editor.do("MemoNew One", "MemoList")
        options = "[&buftype, &bufhidden, &swapfile, &buflisted, &modifiable, swapname('%')]"
        self.assertEqual(editor.get(options), ["nofile", "hide", 0, 0, 0, ""])
        editor.do("bdelete", "MemoList")
        self.assertEqual(editor.get(options), ["nofile", "hide", 0, 0, 0, ""])
        self.assertEqual(self.list_rows(editor), ["One"])

    def test_write_saves_and_leaves_the_buffer_unmodified(self):
        editor = self.open()
        editor.do("MemoNew Shopping")
        editor.type("otea\\<Esc>")
        editor.do("write")
        self.assertEqual(editor.get("&modified"), 0)
        self.assertEqual(self.stored(editor.id()), "Shopping\ntea")
        self.assertRegex(editor.get("memo#statusline()"), r"^saved \d\d:\d\d$")

    def test_autosave_leaves_the_buffer_unmodified_too(self):
        editor = self.open("--autosave-delay-ms", "10")
        editor.do("MemoNew Shopping", "write", "let g:saved = 0", "autocmd User MemoSaved let g:saved += 1")
        editor.type("otea\\<Esc>")
        editor.wait_for("!&modified && g:saved")
        self.assertEqual(self.stored(editor.id()), "Shopping\ntea")

    def test_the_list_has_the_newest_first_and_follows_the_typing(self):
        editor = self.open()
        editor.do("set columns=200", "MemoNew One", "MemoNew Two", "MemoList")
        self.assertEqual(self.list_rows(editor), ["Two", "One"])
        editor.do("call cursor(2, 1)", "call memo#list#enter()")
        editor.type("A!\\<CR>body\\<Esc>")
        editor.wait_for("getbufline(memo#list#buffer(), 1)[0] =~# 'One!.*body'")

    def test_the_list_goes_on_as_the_cursor_nears_its_end(self):
        editor = self.open()
        client = self.witness()
        for number in range(1300):
            client.request("createMemo", {"text": f"memo {number}"})
        client.request("flush")
        editor.do("MemoList")
        editor.do("normal! G", "doautocmd CursorMoved")
        self.assertEqual(editor.get("line('.')"), 1300)
        editor.wait_for("getline('.') =~# 'memo'")
        self.assertEqual(sorted(self.list_rows(editor)), sorted(f"memo {number}" for number in range(1300)))
        editor.do("MemoDelete!")
        self.assertEqual(len(self.list_rows(editor)), 1299)

    def test_pins_and_tags_are_shown_in_the_list(self):
        editor = self.open()
        self.witness().request("createMemo", {"text": "Tagged\nbody #c", "properties": {"tags": ["home", "a b"]}})
        self.witness().request("createMemo", {"text": "Pinned", "properties": {"pinned": True}})
        self.witness().request("flush")
        editor.do("MemoList")
        rows = editor.get("getbufline(memo#list#buffer(), 1, '$')")
        self.assertEqual(self.list_rows(editor), ["Pinned", "Tagged #home #a b #c | body #c"])
        self.assertEqual([row[0] for row in rows], ["*", " "])

    def test_delete_moves_to_the_trash_and_shows_the_next_memo(self):
        editor = self.open()
        editor.do("set columns=200", "MemoNew One", "MemoNew Two", "MemoNew Three", "MemoList")
        editor.do("call cursor(2, 1)", "call memo#list#enter()", "MemoDelete!")
        editor.wait_for("getline(1) ==# 'One'")
        self.assertEqual(editor.lines(), ["One"])
        self.assertEqual(self.list_rows(editor), ["Three", "One"])
        self.assertEqual(editor.get("line('.', bufwinid(memo#list#buffer()))"), 2)
        editor.do("MemoTrash")
        self.assertEqual(self.list_rows(editor), ["Two"])

    def test_restore_brings_back_the_last_one_and_in_the_trash_that_of_the_row(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoNew Two", "MemoDelete!", "MemoDelete!", "MemoRestore")
        self.assertEqual(editor.lines(), ["One"])
        editor.do("MemoTrash", "MemoRestore", "MemoList")
        self.assertEqual(sorted(self.list_rows(editor)), ["One", "Two"])

    def test_a_memo_of_the_trash_can_be_read_but_not_changed_until_it_is_restored(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoDelete!", "MemoTrash", "call memo#list#enter()")
        self.assertEqual((editor.lines(), editor.get("&modifiable")), (["One"], 0))
        self.assertEqual(editor.get("memo#statusline()"), "in the trash")
        editor.do("MemoRestore")
        editor.wait_for("!memo#sync#memo(bufnr('%')).is_reading")
        editor.type("A!\\<Esc>")
        editor.do("MemoFlush")
        self.assertEqual(self.stored(editor.id()), "One!")

    def test_search_shows_what_was_found_and_opens_it_there(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoNew Shopping")
        editor.type("obread\\<CR>MILK and 두부\\<Esc>")
        editor.do("MemoSearch milk")
        self.assertEqual(self.list_rows(editor), ["Shopping | MILK and 두부"])
        self.assertEqual(editor.marks(), ["MILK"])
        editor.do("call memo#list#enter()")
        self.assertEqual(editor.get("[line('.'), col('.')]"), [3, 1])

    def test_a_bad_query_is_reported_and_leaves_the_list_as_it_was(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoList", "MemoSearch pinned:maybe")
        self.assertIn("pinned:true", editor.get("memo#log#lines()[-1]"))
        self.assertEqual(self.list_rows(editor), ["One"])

    def test_history_shows_a_revision_beside_the_memo_and_restores_it(self):
        editor = self.open()
        editor.do("MemoNew One", "write")
        editor.type("A and two\\<Esc>")
        editor.do("write", "MemoHistory")
        self.assertEqual([row[29:].split("\u00a0\u00a0")[1] for row in editor.lines()], ["One and two", "One"])
        editor.do("call cursor(2, 1)", "call memo#history#show()")
        self.assertEqual(editor.get("getbufline('memos://revision', 1, '$')"), ["One"])
        self.assertEqual(editor.get("len(filter(range(1, winnr('$')), {_, window -> getwinvar(window, '&diff')}))"), 2)
        editor.do("call memo#history#restore(1)")
        editor.wait_for("getline(1) ==# 'One' && !memo#sync#memo(bufnr('%')).is_reading")
        self.assertEqual(editor.get("[winnr('$'), &diff]"), [1, 0])
        editor.do("MemoFlush")
        self.assertEqual(self.stored(editor.id()), "One")

    def test_share_writes_files_and_never_over_another(self):
        editor = self.open()
        editor.do("MemoNew One")
        path = self.folder / "one.html"
        path.unlink(missing_ok=True)
        editor.do(f"MemoShare html {path}")
        self.assertRegex(path.read_text(), "<h1[^>]*>One</h1>")
        self.assertIn("exists", self.shared(editor, f"MemoShare html {path}"))
        editor.do("call setline(1, 'Two')", f"MemoShare! file {path}")
        self.assertEqual(path.read_text(), "Two")

    def shared(self, editor, command):
        """What a command says last."""
        editor.do(command)
        return editor.get("memo#log#lines()[-1]")

    def test_a_server_that_lacks_a_method_is_said_to_be_too_old(self):
        editor = self.open()
        editor.do("MemoNew One", "call memo#server#ask('noSuchMethod', {})")
        self.assertIn("too old", editor.get("memo#log#lines()[-1]"))

    def test_log_and_info_show_windows_that_q_closes(self):
        editor = self.open()
        editor.do("MemoNew One", "MemoFlush", "MemoLog")
        self.assertIn("All is saved", editor.lines()[-1])
        editor.do("normal q", "MemoInfo")
        self.assertIn(str(self.store), "\n".join(editor.lines()))
        editor.do("normal q")
        self.assertEqual(editor.get("winnr('$')"), 1)

    def test_restart_goes_on_with_the_same_memo(self):
        editor = self.open()
        editor.do("MemoNew One")
        id = editor.id()
        editor.do("MemoRestart")
        editor.type("A!\\<Esc>")
        editor.wait_for("!memo#sync#memo(bufnr('%')).is_reading")
        editor.do("MemoFlush")
        self.assertEqual(self.stored(id), "One!")

    def test_arguments_are_completed(self):
        editor = self.open()
        self.assertEqual(
            editor.get("getcompletion('MemoShare ', 'cmdline')"), ["clipboard", "file", "mail", "markdown", "html"])
        self.assertEqual(editor.get("getcompletion('MemoSearch p', 'cmdline')"), ["pinned:true", "pinned:false"])

    def test_commands_that_need_a_memo_say_so_elsewhere(self):
        editor = self.open()
        for command in ["MemoDelete", "MemoShare file x", "MemoHistory"]:
            editor.do(command)
            self.assertIn("This is no memo", editor.get("memo#log#lines()[-1]"), command)

    def test_an_unknown_memo_is_reported_and_can_not_be_typed_into(self):
        editor = self.open()
        editor.do("silent! edit memo://no-such-memo")
        self.assertEqual(editor.get("&modifiable"), 0)
        self.assertIn("no such memo", editor.get("memo#log#lines()[-1]"))

    def test_leaving_saves_everything_and_the_server_ends(self):
        editor = self.open()
        editor.do("MemoNew One")
        editor.type("A!\\<Esc>")
        id = editor.id()
        self.assertEqual(editor.quit(), 0)
        self.assertEqual(self.stored(id), "One!")


class VimCommandTests(CommandTests, EditorCase):
    kind = "vim"


class NeovimCommandTests(CommandTests, EditorCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
