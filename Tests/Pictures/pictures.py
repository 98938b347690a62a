"""The pictures of README.md, made with the real program: pictures.py writes them beside itself. MEMO_LS names the
program.

Ids, revisions and times that the program makes up are replaced, so that the same pictures come out each time."""

import contextlib
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "Vim"), str(HERE.parent / "Binary")]

from editor import vimrc  # noqa: E402
from memo_client import Client, binary  # noqa: E402
from screen import Screen  # noqa: E402
from terminal_svg import cells, replaced, svg  # noqa: E402

PROMPT = "$"
MINUTE_MS = 60_000
# The beginning of March 2025, counted from that of 2000, where the virtual clock starts.
START_MS = 9191 * 24 * 60 * MINUTE_MS
TRIP, SHOPPING, READING = (f"01953c40-5200-7000-8000-0000{end}" for end in ("7b1d94ae", "a41e09d2", "5be2c0f7"))
# What was done to the memos that are there, and how many minutes after the step before.
STEPS = [
    (1846, "createMemo", {"id": READING, "text": "Reading\n\n- Kernighan and Pike\n- 소나기\n",
                        "properties": {"tags": ["books"]}}),
    (1117, "createMemo", {"id": SHOPPING, "text": "장보기\n\n두부 두 모\nmilk\n", "properties": {"tags": ["food"]}}),
    (322, "createMemo", {"id": TRIP, "text": "Trip to Seoul\n\n## Before\n\n- [x] passport\n- [ ] call **Jisoo**\n",
                       "properties": {"tags": ["travel"], "pinned": True}}),
    (71, "updateMemo", {"id": SHOPPING, "contentChanges": [{
        "range": {"start": {"line": 3, "character": 0}, "end": {"line": 4, "character": 0}},
        "text": "oat milk\nmint tea\n"}]}),
]
COMMANDS = ["memo-ls new --tag food Bake bread with oat flour", "memo-ls list --pinned-first", "memo-ls search oat",
            "memo-ls history --diff --limit 1 09d2"]
# What differs each time, and what the pictures have instead.
MADE_UP = [
    (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-(?!0000)[0-9a-f]{12}", "01957a3c-9e44-7c1f-a2d7-5f0c3b9e1d68"),
    (r"^[0-9a-f]{8}(?=  20(?!25))", "3b9e1d68"),
    (r"20(?!25)\d\d-\d\d-\d\d \d\d:\d\d", "2025-03-07 09:41"),
    (r"(?<=revision )\d+", "4827193650482719365"),
    (r"(?<=--- \S{36} revision )\d+", "1093746582910374658"),
    (r"(?<=^\*)\d\d:\d\d|(?<=saved )\d\d:\d\d", "09:41"),
]


def home(folder):
    """The environment of a person whose home is this folder, once the memos are there."""
    dropped = ("MEMO_LS_STORE", "XDG_DATA_HOME", "NO_COLOR", "TMUX")
    env = {name: value for name, value in os.environ.items() if name not in dropped}
    env |= {"HOME": str(folder), "MEMO_LS_STORE": str(folder / "memos.sqlite"), "PATH": f"{folder}:{env['PATH']}"}
    env |= {"TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "PS1": f"\x1b[1;34m{PROMPT}\x1b[0m "}
    (folder / "memo-ls").symlink_to(pathlib.Path(binary()).resolve())
    client = Client("--virtual-clock", env=env)
    try:
        client.request("$/advanceClock", {"ms": START_MS})
        for minutes, method, params in STEPS:
            client.request("$/advanceClock", {"ms": minutes * MINUTE_MS})
            client.request(method, params)
        client.finish()
    finally:
        client.kill()
    return env


@contextlib.contextmanager
def terminal(columns, lines, command, settings=()):
    """A terminal with a program, in the home of a person who has memos and these settings in a vimrc."""
    # A server ends a moment after the editor whose it was, and may still have a file there.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        env = home(folder)
        (folder / "vimrc").write_text("\n".join([*vimrc(env["MEMO_LS_STORE"]), *settings]) + "\n", encoding="utf-8")
        screen = Screen([part.format(home=folder) for part in command], columns, lines, folder / "tmux", env)
        try:
            yield screen
        finally:
            screen.close()


def drawn(screen, columns, title):
    """The picture of what is on a screen."""
    rows = cells(screen.run("capture-pane", "-p", "-e", "-N").rstrip("\n "))
    for pattern, text in MADE_UP:
        rows = [replaced(row, pattern, text) for row in rows]
    return svg(rows, columns, title)


def commands():
    """A session at the command line."""
    with terminal(72, 40, ["sh", "-i"]) as screen:
        screen.wait(lambda shown: shown.strip() == PROMPT, "no prompt")
        for line in COMMANDS:
            screen.type(line)
            screen.press("Enter")
            screen.wait(lambda shown: line in shown and shown.rsplit("\n", 2)[1] == PROMPT, f"{line!r} does not end")
        return drawn(screen, 72, "memo-ls in a terminal: new, list, search, history")


def vim():
    """Vim, with the list beside a memo that is being written."""
    settings = ["set termguicolors background=dark laststatus=2", "colorscheme habamax",
                "let g:memo_split_columns = 90", "let g:memo_list_width = 40"]
    with terminal(92, 15, ["vim", "-i", "NONE", "-n", "-u", "{home}/vimrc"], settings) as screen:
        screen.type(":MemoList")
        screen.press("Enter")
        screen.wait_for("Memos  3")
        screen.type("gg")
        screen.press("Enter")
        screen.wait_for("call **Jisoo**\n")
        screen.type("Go- [ ] find 두부 near the hotel")
        screen.wait_for("saved 00:00")
        screen.wait_for("00:00  Trip to Seoul")
        return drawn(screen, 92, "Vim with the list of memos beside a memo")


PICTURES = {"terminal": commands, "vim": vim}


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / f"{name}.svg").write_text(draw(), encoding="utf-8")
