"""A note of an attached folder that is opened in the editor is the memo, whichever way it was opened."""

import shutil
import unittest

from file_case import BOUND, FileCase


class FileTests:
    def test_a_note_is_the_memo_whichever_way_it_is_opened(self):
        memo = self.note("projects/house.md", "# House\n\n[[a]]\n")
        self.write("a.md", "one\n")
        ways = {
            "as an argument": (["projects/house.md"], []),
            "by :edit": ([], [f"edit {self.notes}/projects/house.md"]),
            "from the folder": ([], [f"cd {self.notes}/projects", "edit house.md"]),
            "by its memo": ([], [f"cd {self.notes}", f"edit memo:///{memo}"]),
            "from the list": ([], [f"cd {self.notes}", "MemoSearch [[a]]", "call feedkeys(\"\\<CR>\", 'xt')"]),
            "by a link": (["a.md"], ["call cursor(1, 3)", "call feedkeys(\"\\<CR>\", 'xt')"]),
        }
        self.write("a.md", "[[house]]\n")
        self.here("list")
        for way, (files, commands) in ways.items():
            with self.subTest(way=way):
                editor = self.edit(*files)
                if files:
                    editor.wait_for(BOUND)
                editor.do(*commands)
                editor.wait_for(BOUND)
                self.assertEqual((editor.id(), editor.lines()[0]), (memo, "# House"))
                path = str(self.notes / "projects/house.md")
                seen = editor.get("[expand('%:p'), &buftype, &modified, &filetype]")
                self.assertEqual(seen, [path, "", 0, "markdown.memo"])
                self.assertEqual(editor.get("[&swapfile, &autoread]"), [0, 0])
                self.assertEqual(editor.get("memo#statusline()"), "saved")
                self.assertEqual(editor.get("undotree().seq_last"), 0)
                self.assertEqual(editor.quit(), 0)

    def test_a_new_file_is_a_memo_once_it_is_written(self):
        self.note()
        editor = self.edit()
        editor.do(f"edit {self.notes}/new.md")
        editor.type("iwords\\<Esc>")
        self.assertEqual(editor.get("memo#statusline()"), "")
        editor.do("write")
        editor.type("Gomore\\<Esc>")
        editor.wait_for(BOUND)
        editor.do("write")
        self.assertEqual(self.texts()["new.md"], "words\nmore\n")
        self.assertEqual(self.memos()["new.md"], "words\nmore\n")
        editor.do(f"saveas {self.notes}/other.md")
        editor.wait_for(BOUND)
        editor.type("Golast\\<Esc>")
        editor.do("write")
        self.assertEqual(self.memos()["other.md"], "words\nmore\nlast\n")
        self.assertEqual(self.memos()["new.md"], "words\nmore\n")

    def test_a_copy_that_is_written_elsewhere_is_a_file_and_the_buffer_stays_the_memo(self):
        memo = self.note()
        editor = self.bound("a.md")
        editor.do(f"write {self.folder}/copy.md", f"2,3write {self.folder}/part.md")
        self.assertEqual((self.folder / "copy.md").read_text(), "one\ntwo\nthree\n")
        self.assertEqual((self.folder / "part.md").read_text(), "two\nthree\n")
        self.assertEqual((editor.id(), editor.get("expand('%:t')")), (memo, "a.md"))

    def test_what_is_no_note_of_a_folder_is_left_as_it_was(self):
        self.write(".gitignore", "left.md\n")
        self.note()
        self.write("left.md", "left\n")
        self.write("pictures.vim", "left\n")
        (self.folder / "outside.md").write_text("left\n")
        kept = "[&buftype, &swapfile, &autoread, &filetype, &modified]"
        for name, starts in (("left.md", 1), ("pictures.vim", 0), ("../outside.md", 0)):
            with self.subTest(name=name):
                plain = self.edit(name, plugin=False)
                plain.do("filetype plugin on")
                editor = self.edit(name)
                editor.type("Gotyped\\<Esc>")
                editor.do("write")
                self.assertEqual((self.notes / name).read_text(), "left\ntyped\n")
                self.assertEqual(editor.get(BOUND + " + 0"), 0)
                self.assertEqual(editor.get("memo#server#is_running() + 0"), starts)
                self.assertEqual(editor.get(kept)[:3], plain.get(kept)[:3])
        editor = self.edit("a.md", settings=["let g:memo_folders = 0"])
        self.assertEqual(editor.get("memo#server#is_running()"), 0)

    def test_with_other_memos_open_a_note_stays_a_file_and_that_is_said_once(self):
        self.note()
        editor = self.edit()
        editor.do("MemoNew Mine")
        editor.do(f"edit {self.notes}/a.md", f"edit! {self.notes}/a.md")
        self.assertEqual(editor.get(BOUND + " + 0"), 0)
        told = [line for line in editor.messages() if "has other memos than" in line]
        self.assertEqual(len(told), 1, editor.messages())
        editor.type("Gofour\\<Esc>")
        editor.do("write")
        self.assertEqual(self.memos()["a.md"], "one\ntwo\nthree\nfour\n")

    def test_a_list_of_other_memos_gives_way_to_the_folders(self):
        self.note()
        editor = self.edit()
        editor.do("MemoList", "call memo#window#close_list()", f"edit {self.notes}/a.md")
        editor.wait_for(BOUND)
        editor.do("MemoList")
        editor.wait_for("join(getline(1, '$')) =~# '\\<a\\>'")

    def test_a_folder_that_is_refused_leaves_its_files_files(self):
        self.note()
        copy = self.folder / "copy"
        shutil.copytree(self.notes, copy)
        editor = self.edit("../copy/a.md", settings=["set columns=300"])
        editor.wait_for("execute('messages') =~# 'can.t be memos here'")
        editor.type("Gofour\\<Esc>")
        editor.do("write")
        self.assertEqual((copy / "a.md").read_text(), "one\ntwo\nthree\nfour\n")
        editor.do("MemoNew Mine")
        editor.wait_for("memo#statusline() =~# '^saved'")

    def test_texts_are_kept_byte_for_byte(self):
        texts = {
            "crlf.md": b"one\r\ntwo\r\n", "none.md": b"one\ntwo", "empty.md": b"", "mixed.md": b"one\r\ntwo\nthree",
            "mac.md": b"one\rtwo", "nul.md": b"a\0b\n", "hangul.md": "가나\n".encode(),
        }
        for name, text in texts.items():
            self.write(name, text)
        self.attach()
        for name, text in texts.items():
            with self.subTest(name=name):
                editor = self.bound(name)
                self.assertEqual((editor.get("&modified"), editor.get("undotree().seq_last")), (0, 0))
                editor.do("write")
                self.assertEqual((self.notes / name).read_bytes(), text)
                editor.do("call setline(1, getline(1) . '!')", "write")
                first = text.index(b"\n") - (name == "crlf.md") if b"\n" in text else len(text)
                end = b"" if text else b"\n"
                self.assertEqual((self.notes / name).read_bytes(), text[:first] + b"!" + text[first:] + end)
                self.assertEqual(editor.quit(), 0)


class VimFileTests(FileTests, FileCase):
    kind = "vim"

    def test_another_editor_that_has_just_opened_a_file_is_no_reason_to_ask(self):
        self.note()
        swap = ["set updatecount=200", "set swapfile"]
        for name, is_note in (("new.md", True), ("left.md", False)):
            with self.subTest(name=name):
                if not is_note:
                    self.write(".gitignore", "left.md\n")
                here, there = self.edit(settings=swap), self.edit(settings=swap)
                here.do(f"edit {self.notes}/{name}", "call setline(1, 'here')", "preserve")
                said = there.get(f"execute('edit {self.notes}/{name}')")
                self.assertNotIn("E325", said)
                if is_note:
                    here.do("write")
                    here.wait_for(BOUND)
                    there.do("edit!")
                    there.wait_for(BOUND)
                else:
                    there.wait_for("execute('messages') =~# 'Another editor has'")


class NeovimFileTests(FileTests, FileCase):
    kind = "nvim"


if __name__ == "__main__":
    unittest.main()
