"""A person at a terminal: a session typed into tmux, whose screens are kept in `screens`. `MEMO_TEST_SCREENS=keep`
keeps those of this run instead of comparing them."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from command_case import CommandCase
from memo_client import PATIENCE, binary

SCREENS = pathlib.Path(__file__).parent / "screens"
PROMPT = "§"
COLUMNS = 72


@unittest.skipUnless(shutil.which("tmux"), "tmux is not installed")
class Screens(CommandCase):
    def setUp(self):
        super().setUp()
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "memo-ls").symlink_to(binary())
        client = self.start("--virtual-clock")
        for memo in [
            {"id": "plan", "text": "Plan for the year\n\nwrite more\nsleep more\n", "properties": {"pinned": True}},
            {"id": "0190b6c4-0000-7000-8000-0000f00dcafe", "text": "장보기: 두부, 🥛 우유, 그리고 아주 긴 목록이 이어집니다 끝까지",
             "properties": {"tags": ["집", "food"]}},
            {"id": "0190b6c4-0000-7000-8000-0000deadbeef",
             "text": "Escapes \x1b[31mred\x1b[0m and a very long title that goes on and on"},
            {"id": "empty", "text": ""},
        ]:
            client.request("createMemo", memo)
            client.request("$/advanceClock", {"ms": 86_400_000})
        client.finish()
        self.socket = str(self.folder / "tmux")
        environment = self.environment(
            TZ="UTC", LC_ALL="C.UTF-8", PS1=f"{PROMPT} ", MEMO_LS_STORE=str(self.store), NO_COLOR="1",
            PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        environment.pop("TMUX", None)
        self.tmux("-f", "/dev/null", "-u", "new-session", "-d", "-x", str(COLUMNS), "-y", "200", "sh", "-i",
                  env=environment)
        self.addCleanup(self.tmux, "kill-server")
        self.wait_until(lambda: self.screen()[-1].strip() == PROMPT, "a prompt")

    def tmux(self, *arguments, env=None):
        done = subprocess.run(["tmux", "-S", self.socket, *arguments], env=env, capture_output=True, text=True,
                              timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def screen(self):
        return self.tmux("capture-pane", "-p").rstrip("\n").split("\n")

    def type(self, keys, until=PROMPT):
        """Types a line and waits until what follows it ends with this line."""
        before = len(self.screen())
        self.tmux("send-keys", "-l", keys)
        self.tmux("send-keys", "Enter")
        self.wait_until(lambda: len(self.screen()) > before and self.screen()[-1].strip() == until, keys)

    def stable(self, text):
        """What stands on a screen without what differs each time."""
        text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-(?!0000)[0-9a-f]{12}", "(a new id)", text)
        return re.sub(r"(?!2000)\d{4}-\d\d-\d\d \d\d:\d\d", "(now)           ", text)

    def compare(self, name):
        path = SCREENS / f"{name}.txt"
        shown = self.stable("\n".join(self.screen())) + "\n"
        if os.environ.get("MEMO_TEST_SCREENS") == "keep":
            path.write_text(shown, encoding="utf-8")
        self.assertEqual(shown, path.read_text(encoding="utf-8"))

    def test_looking_at_memos(self):
        for line in ("memo-ls list", "memo-ls list -n 2 --sort title", "memo-ls show plan", "memo-ls show beef",
                     "memo-ls show plan --info", "memo-ls show 0190", "memo-ls show nothing; echo $?"):
            self.type(line)
        self.compare("looking")

    def test_changing_memos(self):
        self.type("export EDITOR='sed -i s/more/less/'")
        self.type("memo-ls edit plan")
        self.type("memo-ls edit plan --tag work --untag none && memo-ls list")
        self.type("memo-ls delete cafe", until="Really delete? [y/N]")
        self.type("n")
        self.type("memo-ls delete cafe", until="Really delete? [y/N]")
        self.type("y")
        self.type("memo-ls list --trash; memo-ls restore cafe")
        self.type("memo-ls new a memo of words")
        self.type("memo-ls list --sort size")
        self.compare("changing")

    @unittest.skipUnless(shutil.which("vi"), "vi is not installed")
    def test_writing_in_vi(self):
        self.type("export EDITOR=vi VIMINIT='set nocp nosmd noru shm+=F ls=0 | syntax off'")
        self.tmux("send-keys", "-l", "memo-ls edit plan")
        self.tmux("send-keys", "Enter")
        self.wait_until(lambda: any(line.startswith("~") for line in self.screen()), "vi")
        self.tmux("send-keys", "-l", "Goread a book")
        self.tmux("send-keys", "Escape")
        self.tmux("send-keys", "-l", ":wq")
        self.tmux("send-keys", "Enter")
        self.wait_until(lambda: self.screen()[-1].strip() == PROMPT, "the end of vi")
        self.assertEqual(self.stored("plan")["text"], "Plan for the year\n\nwrite more\nsleep more\nread a book\n")


if __name__ == "__main__":
    unittest.main()
