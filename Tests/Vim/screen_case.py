"""What the tests of what a person sees share: a Vim or Neovim on a terminal, and a session that changes memos behind
it."""

import pathlib
import tempfile

from editor import vimrc
from editor_case import EditorCase
from screen import Screen


class ScreenCase(EditorCase):
    """A test with editors on terminals. `kind` is the editor, `flags` what it is started with."""

    flags = ()

    def start_vim(self, columns, lines, *settings, program=None):
        """Vim, or Neovim, on a terminal, with the plugin as `make install` leaves it."""
        path = self.folder / "vimrc"
        path.write_text("\n".join([*vimrc(self.store), "set nohidden ttimeoutlen=0", *settings]) + "\n")
        command = [program or self.kind, "-i", "NONE", "-n", "-u", str(path), *self.flags]
        env = self.environment(LANG="C.UTF-8", TERM="xterm-256color")
        screen = Screen(command, columns, lines, pathlib.Path(tempfile.mkdtemp(dir=self.folder), "tmux"), env)
        self.addCleanup(screen.close)
        return screen

    def command(self, screen, command):
        screen.type(f":{command}")
        screen.press("Enter")

    def write_behind(self, id, line, text):
        """Puts a line into a memo, as another editor would."""
        place = {"line": line, "character": 0}
        client = self.witness()
        client.request("updateMemo",
                       {"id": id, "contentChanges": [{"range": {"start": place, "end": place}, "text": text}]})
        client.request("flush")

    def make(self, id, text, **properties):
        """Makes a memo."""
        self.witness().request("createMemo", {"id": id, "text": text, "properties": properties})
        self.witness().request("flush")
