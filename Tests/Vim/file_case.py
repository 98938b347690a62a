"""What the tests of files that are memos share: editors without a store of their own, and a folder of notes."""

import os
import pathlib

from editor import Editor
from editor_case import EditorCase
from folder.served_case import ServedCase

BOUND = "!empty(memo#sync#memo(bufnr('%')))"
SETTLED = "memo#sync#memo(bufnr('%')).is_reading == 0 && empty(memo#sync#memo(bufnr('%')).pending)"
QUICK = "let g:memo_server_args = ['--autosave-delay-ms', '20']"
# Nothing is saved before somebody asks for it.
SLOW = "let g:memo_server_args = ['--autosave-delay-ms', '600000', '--autosave-max-delay-ms', '600000']"


class FileCase(ServedCase, EditorCase):
    """A test with editors whose users have notes in a folder."""

    def is_gone(self):
        return not self.has_server()

    def has_server(self):
        """Whether a server is there whose home is the test's folder (Linux tells)."""
        home = b"\0HOME=" + os.fsencode(self.folder) + b"\0"
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                is_server = b"memo-ls" in (process / "cmdline").read_bytes().split(b"\0")[0]
                if is_server and home in b"\0" + (process / "environ").read_bytes():
                    return True
            except OSError:
                pass  # It has ended meanwhile.
        return False

    def edit(self, *files, settings=(), **options):
        """An editor with these files."""
        editor = Editor(
            self.kind, self.store, env=self.environment(LANG="C.UTF-8"), settings=[QUICK, *settings],
            files=[self.notes / name for name in files], **options)
        self.addCleanup(editor.kill)
        return editor

    def bound(self, name, *texts, **options):
        """An editor with a note that is the memo."""
        editor = self.edit(name, **options)
        editor.wait_for(BOUND)
        return editor

    def server(self, editor):
        """The number of an editor's server (Linux tells)."""
        children = pathlib.Path(f"/proc/{editor.process.pid}/task/{editor.process.pid}/children").read_text().split()
        (server,) = [pid for pid in children if b"--folder" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()]
        return int(server)

    def note(self, name="a.md", text="one\ntwo\nthree\n"):
        """Attaches the folder with a note in it; returns its memo."""
        self.write(name, text)
        self.attach()
        return self.here("list", "--format", "{id}").strip()

    def assert_one(self, editor, text, files=("a.md",)):
        """Checks that buffer, file and memo say this, and that there is no other note."""
        self.assertEqual("".join(line + "\n" for line in editor.lines()), text)
        self.wait_until(lambda: self.texts() == dict.fromkeys(files, text), f"that {files} alone say {text!r}")
        self.wait_until(lambda: set(self.memos().values()) == {text}, f"that the memo says {text!r}")
