"""A Vim or Neovim without a screen, with the plugin and a server, that does what a test asks."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

# Behind this folder, so that no module of the same name comes first.
sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Binary"))

from memo_client import PATIENCE, Silence, binary  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PLUGIN = HERE.parent.parent / "editor-plugins" / "vim"
COMMANDS = {
    "vim": ["vim", "-N", "-u", "NONE", "-i", "NONE", "-n", "-es"],
    "nvim": ["nvim", "-u", "NONE", "-i", "NONE", "-n", "--headless"],
}


class EditorError(AssertionError):
    """The editor reported an error."""


def quoted(text):
    """A text as a Vim string."""
    return "'" + text.replace("'", "''") + "'"


def vimrc(store, flags=()):
    """What a user of the plugin would have in a vimrc, with this store."""
    arguments = ", ".join(map(quoted, ["--store", str(store), *flags]))
    return [
        "set nocompatible encoding=utf-8",
        f"let &runtimepath = {quoted(str(PLUGIN))} . ',' . &runtimepath",
        f"let g:memo_server_path = {quoted(binary())}",
        f"let g:memo_server_args = [{arguments}]",
        "filetype plugin on",
        "syntax on",
    ]


class Editor:
    """One editor. `kind` is "vim" or "nvim"; `store` is where its server keeps the memos, `files` are those that it is
    called with, and `plugin` is whether it has the plugin."""

    def __init__(self, kind, store, *flags, settings=(), env=None, files=(), cwd=None, plugin=True):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.number = 0
        start = self.folder / "start.vim"
        use = [*vimrc(store, flags), *settings, "runtime plugin/memo.vim"] if plugin else settings
        # As a vimrc is, this is read before the files are.
        (self.folder / "vimrc").write_text("\n".join([*use, ""]))
        before = ["--cmd", f"source {self.folder / 'vimrc'}"] if files else []
        lines = [*([] if files else use), f"source {HERE / 'obey.vim'}"]
        start.write_text("\n".join(lines) + "\n")
        environment = (env or dict(os.environ)) | {"MEMO_TEST_FOLDER": str(self.folder)}
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [*COMMANDS[kind], *before, "-S", str(start), *map(str, files)], env=environment, cwd=cwd,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def ask(self, **request):
        """Has the editor do something, and returns what it gives."""
        draft = self.folder / "request"
        draft.write_text(json.dumps(request, ensure_ascii=False))
        draft.rename(self.folder / f"request.{self.number}")
        answer = self.folder / f"answer.{self.number}"
        self.number += 1
        deadline = time.monotonic() + PATIENCE
        while not answer.exists():
            if time.monotonic() > deadline or self.process.poll() is not None:
                ended = f"exit {self.process.poll()}, output {self.output()[-2000:]!r}"
                raise Silence(f"no answer; {ended}; it was to do {str(request)[:4000]}")
            time.sleep(0.001)
        found = json.loads(answer.read_text(errors="surrogateescape"))
        if "error" in found:
            raise EditorError(found["error"])
        return found["value"]

    def do(self, *commands):
        """Runs Ex commands."""
        self.ask(do=list(commands))

    def get(self, expression):
        """The value of an expression."""
        return self.ask(get=expression)

    def type(self, keys):
        """Presses keys; those with a name are written as in "\\<Esc>"."""
        self.do(f'call feedkeys("{keys}", "xt")', "call memo#watch#flush(bufnr('%'))")

    def wait_for(self, expression):
        """Waits until an expression holds."""
        deadline = time.monotonic() + PATIENCE
        while not (value := self.get(expression)):
            if time.monotonic() > deadline:
                raise Silence(f"{expression} is still {value}; messages: {self.messages()}")
            time.sleep(0.005)

    def messages(self):
        """What `:messages` shows, as lines."""
        return self.get("split(execute('messages'), \"\\n\")")

    def lines(self):
        """The lines of the current buffer."""
        return self.get("getline(1, '$')")

    def marks(self):
        """What is marked as found in the current buffer."""
        if self.get("has('nvim')"):
            found = self.get("nvim_buf_get_extmarks(0, nvim_create_namespace('memo'), 0, -1, {'details': 1})")
            places = [(line, start, details["end_col"]) for _, line, start, details in found]
        else:
            found = self.get("prop_list(1, {'end_lnum': -1})")
            places = [(mark["lnum"] - 1, mark["col"] - 1, mark["col"] - 1 + mark["length"]) for mark in found]
        return [self.lines()[line].encode()[start:end].decode() for line, start, end in places]

    def id(self):
        """The id of the memo of the current buffer."""
        return self.get("memo#sync#memo(bufnr('%')).id")

    def output(self):
        """What the editor has printed."""
        return os.pread(self.log.fileno(), 1 << 16, 0).decode("utf-8", "replace")

    def quit(self):
        """Leaves the editor as `:qall!` does, and returns its exit status."""
        return self.leave("qall!")

    def leave(self, command):
        """Leaves the editor with a command, and returns its exit status."""
        (self.folder / "request").write_text(json.dumps({"do": [command]}))
        (self.folder / "request").rename(self.folder / f"request.{self.number}")
        return self.process.wait(PATIENCE)

    def kill(self):
        """Ends it at once (SIGKILL); harmless if it has ended."""
        self.process.kill()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
