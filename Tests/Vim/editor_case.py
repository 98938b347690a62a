"""What the tests of the plugin share: editors on a store of the test's own, and a server session that sees what they
saved."""

import os
import pathlib
import shutil

from editor import Editor  # which also says where memo_case is
from memo_case import STILL, WANTS_NOTES, MemoCase


class EditorCase(MemoCase):
    """A test with editors of one kind. `self.witness()` is a session of the test's own on the same store."""

    kind = "vim"

    def setUp(self):
        super().setUp()
        self.addCleanup(self.wait_until, self.is_gone, "the end of the servers")

    def is_gone(self):
        """Takes the store away once no server has it. That of an editor that was killed ends by itself, and may still
        write there, or only be about to make it."""
        if self.has_server():
            return False
        shutil.rmtree(self.store.parent, ignore_errors=True)
        return not self.store.parent.exists()

    def has_server(self):
        """Whether a process was started for the store (Linux tells)."""
        for arguments in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if os.fsencode(self.store) in arguments.read_bytes():
                    return True
            except OSError:
                pass  # It has ended meanwhile.
        return False

    def open(self, *flags, **options):
        """An editor on the test's store; `flags` are its server's."""
        editor = Editor(self.kind, self.store, *flags, env=self.environment(LANG="C.UTF-8"), **options)
        self.addCleanup(editor.kill)
        return editor

    def witness(self):
        """A session that takes in at once what the editors have saved."""
        if getattr(self, "seen_by", None) is None:
            self.seen_by = self.start(*STILL, "--virtual-clock")
            self.seen_by.initialize(capabilities=WANTS_NOTES)
        self.seen_by.request("$/advanceClock", {"ms": 0})
        return self.seen_by

    def stored(self, id):
        """A memo's text, as any other server on the store sees it."""
        return self.witness().request("getMemo", {"id": id})["text"]

    def new_memo(self, editor, text):
        """Makes a memo with any text, and opens it in the editor; returns its id."""
        client = self.witness()
        id = client.request("createMemo", {"text": text})["id"]
        client.request("flush", {})
        editor.do(f"edit memo://{id}")
        return id
