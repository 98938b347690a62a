"""A Vim on a terminal of its own (tmux), typed into as a person types, whose screen is compared with one that is
kept."""

import difflib
import os
import pathlib
import re
import subprocess
import time

from memo_client import PATIENCE

SCREENS = pathlib.Path(__file__).resolve().parent / "Screens"
# A time of day or a day of the year, which differ each time.
TIME = re.compile(r"\b\d\d[:-]\d\d\b")


class Screen:
    """A terminal that runs a program. With MEMO_TEST_SCREENS=keep, screens are kept anew."""

    def __init__(self, command, columns, lines, socket, env):
        self.tmux = ["tmux", "-S", str(socket), "-f", "/dev/null"]
        self.env = env
        self.run("new-session", "-d", "-x", str(columns), "-y", str(lines), *command)
        self.run("set-option", "-g", "status", "off")
        self.run("resize-window", "-x", str(columns), "-y", str(lines))

    def run(self, *arguments):
        """Has tmux do something, and returns what it prints."""
        return subprocess.run(
            [*self.tmux, *arguments], check=True, capture_output=True, text=True, timeout=PATIENCE, env=self.env).stdout

    def type(self, text):
        """Types text."""
        self.run("send-keys", "-l", text)

    def press(self, *keys):
        """Presses keys by their names, such as Enter or C-w."""
        self.run("send-keys", *keys)

    def resize(self, columns, lines):
        """Makes the terminal wider or narrower."""
        self.run("resize-window", "-x", str(columns), "-y", str(lines))

    def shown(self):
        """What is on the screen, times made equal."""
        rows = [TIME.sub("00:00", row.rstrip()) for row in self.run("capture-pane", "-p").split("\n")]
        return "\n".join(rows).rstrip("\n") + "\n"

    def wait_for(self, words):
        """Waits until these words are on the screen."""
        self.wait(lambda shown: words in shown, f"no {words!r} on the screen")

    def check(self, name):
        """Waits until the screen is the one that is kept under this name."""
        path = SCREENS / f"{name}.txt"
        if os.environ.get("MEMO_TEST_SCREENS") == "keep":
            # Long enough for all that is on its way to be shown; somebody looks at the kept screen, too.
            time.sleep(1.5)
            path.write_text(self.shown())
        kept = path.read_text()
        self.wait(lambda shown: shown == kept, f"the screen is not {path.name}", kept)

    def wait(self, holds, what, kept=""):
        """Waits until something holds of the screen."""
        deadline = time.monotonic() + PATIENCE / 3
        while not holds(shown := self.shown()):
            if time.monotonic() > deadline:
                raise AssertionError(what + ":\n" + "\n".join(difflib.ndiff(kept.split("\n"), shown.split("\n"))))
            time.sleep(0.02)

    def close(self):
        """Ends the terminal and what runs in it."""
        subprocess.run([*self.tmux, "kill-server"], capture_output=True, timeout=PATIENCE)
