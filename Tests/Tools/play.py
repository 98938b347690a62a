"""Plays a writing session on a memo-ls binary and shows what goes over the pipe: play.py BINARY SESSION.

SESSION has one step a line, a JSON object whose first member is one of these:
  say       a caption
  request   a method, sent with `params`; the result must have the members of `expect`
  notify    the same without an answer
  type      a text, typed at the end of the memo `into`, each keystroke an updateMemo that is answered
  burst     a number of keystrokes, `text` over and over, sent to the memo `into` as notifications
  restart   a memo to read back after a shutdown and a new start
"""

import json
import os
import pathlib
import queue
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata

PATIENCE = 20  # seconds that any answer may take
KEYSTROKE, BURST_KEYSTROKE = 0.014, 0.001  # seconds between two keystrokes: each shown, or in a burst
STALL = 0.4  # seconds; if the machine pauses for longer, or the burst takes longer than this,
LONG = 1.4  # a second save is right, as autosave's 500 ms, or its 2 s, may have passed


class Broken(Exception):
    """Something was not as promised."""


class Screen:
    """Lines for a terminal, or for a file: then without colour, and nothing is drawn over."""

    def __init__(self):
        self.live = sys.stdout.isatty()
        self.colour = self.live and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.width = max(40, shutil.get_terminal_size((100, 24)).columns)

    def say(self, text):
        """A caption, which may be longer than a line."""
        self.print("\n" + self.paint(text, "1"))
        time.sleep(0.1)

    def request(self, method, params):
        self.line("→ ", method if params is None else f"{method} {compact(params)}", "36")

    def result(self, result):
        self.line("← ", compact(result), "32")

    def note(self, message):
        self.line("← ", f"{message['method']} {compact(message['params'])}", "33")

    def good(self, text):
        self.print(f"{self.paint('✓', '1;32')} {text}")

    def counter(self, text, last=False):
        """A line that the next one takes the place of; in a file, only its last form is kept."""
        if self.live:
            self.print("\r\x1b[K", end="")
        if self.live or last:
            self.line("  ", text, "36", end="\n" if last else "")

    def line(self, mark, text, colour, end="\n"):
        """One message, cut to the terminal's width."""
        self.print(self.paint(mark, colour) + clip(text, self.width - 1 - cells(mark)), end)

    def paint(self, text, colour):
        return f"\x1b[{colour}m{text}\x1b[0m" if self.colour else text

    def print(self, text, end="\n"):
        try:
            print(text, end=end, flush=True)
        except BrokenPipeError:  # Whoever watched has left, as `head` does.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(141)


class Server:
    """A memo-ls process, spoken to in JSON Lines."""

    def __init__(self, binary, store):
        self.process = subprocess.Popen([binary, "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.inbox = queue.Queue()
        self.notes = []
        self.last_id = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.inbox.put((time.monotonic(), line))
        self.inbox.put((time.monotonic(), None))

    def write(self, message):
        try:
            self.process.stdin.write(compact({"jsonrpc": "2.0", **message}).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:  # The server has ended, as `read` will find.
            pass

    def start(self, method, params):
        self.last_id += 1
        self.write({"id": self.last_id, "method": method, "params": params})
        return self.last_id

    def read(self):
        """The next message and when it came."""
        try:
            arrived, line = self.inbox.get(timeout=PATIENCE)
        except queue.Empty:
            raise Broken(f"the server said nothing for {PATIENCE} s") from None
        if line is None:
            raise Broken(f"the server ended with status {self.process.wait(PATIENCE)} before it was asked to")
        return arrived, json.loads(line)

    def request(self, method, params):
        """The result of a request. Notifications that come before it are kept in `notes`."""
        id = self.start(method, params)
        while True:
            message = self.read()[1]
            if "method" in message:
                self.notes.append(message)
            elif message["id"] != id or "error" in message:
                raise Broken(f"{method} was answered with {compact(message)}")
            else:
                return message["result"]


class Player:
    """Carries out the steps, and knows what each memo's text must be by now."""

    def __init__(self, binary, store, screen):
        self.binary, self.store, self.screen = binary, store, screen
        self.server = Server(binary, store)
        self.texts, self.versions = {}, {}
        self.seen, self.summary = {}, []

    def play(self, step):
        """Carries out a step; its first member names the method for it."""
        getattr(self, next(iter(step)))(step)

    def saw(self, text):
        self.screen.good(text)
        self.summary.append(text)

    def say(self, step):
        self.screen.say(step["say"])

    def notify(self, step):
        self.screen.request(step["notify"], step["params"])
        self.server.write({"method": step["notify"], "params": step["params"]})

    def request(self, step):
        method, params = step["request"], step["params"]
        self.screen.request(method, params)
        result = self.server.request(method, params)
        self.show_notes()
        self.screen.result(result)
        if not has(result, step["expect"]):
            raise Broken(f"{method} gave {compact(result)}, expected {compact(step['expect'])}")
        if "version" in result:
            self.versions[result["id"]] = result["version"]
        if method == "createMemo":
            self.texts[result["id"]] = params.get("text", "")
        if method == "getMemo" and result["text"] != self.texts[result["id"]]:
            raise Broken("getMemo gave another text than was typed")
        time.sleep(0.06)

    def show_notes(self):
        for note in self.server.notes:
            self.screen.note(note)
        self.server.notes.clear()

    def edit(self, id, replaced, text):
        """The params that put `text` in place of the last `replaced` characters of a memo, and what they make of it."""
        old = self.texts[id]
        kept = old[: len(old) - replaced]
        change = {"range": {"start": position(kept), "end": position(old)}, "text": text}
        params = {"id": id, "baseVersion": self.versions[id], "contentChanges": [change]}
        self.texts[id] = kept + text
        self.versions[id] += 1
        return params

    def type(self, step):
        id, before = step["into"], len(self.texts[step["into"]])
        for count, (replaced, text) in enumerate(keystrokes(step["type"])):
            params = self.edit(id, replaced, text)
            if count == 0:
                self.screen.request("updateMemo", params)
            result = self.server.request("updateMemo", params)
            self.show_notes()
            if count == 0:
                self.screen.result(result)
            if result["version"] != self.versions[id] or result["length"] != len(self.texts[id].encode()):
                raise Broken(f"the server has version {result['version']}, {result['length']} bytes after a keystroke")
            key = compact(visible(text))
            row = f"{key}{' ' * (6 - cells(key))} ← version {result['version']:<3} {result['length']:>4} bytes  │ "
            self.screen.line("→ ", row + visible(self.texts[id][before:]), "36")
            time.sleep(KEYSTROKE)
        self.saw(f"{count + 1} keystrokes in Korean, English and emoji, each answered and counted right.")

    def burst(self, step, tries=3):
        id, count = step["into"], step["burst"]
        self.screen.request("stats", {})
        before = self.seen = self.server.request("stats", {})
        self.screen.result(before)
        characters = [step["text"][number % len(step["text"])] for number in range(count)]
        messages = [{"method": "updateMemo", "params": self.edit(id, 0, character)} for character in characters]
        self.screen.request("updateMemo", messages[0]["params"])
        asked, pauses = {}, []
        began = last = time.monotonic()
        for number, message in enumerate(messages):
            time.sleep(max(0, began + number * BURST_KEYSTROKE - time.monotonic()))
            self.server.write(message)
            now = time.monotonic()
            pauses.append(now - last)
            last = now
            if number % 50 == 49:
                # Asking for the counters now and then also tells whether the server got its share of the machine.
                asked[self.server.start("stats", {})] = now
                pauses += self.take_answers(asked, wait=False)
                self.count(number + 1, count, before)
        pauses += self.take_answers(asked, wait=True)
        self.count(count, count, before)
        self.await_save(id)
        self.seen = self.server.request("stats", {})
        edits, saves = self.count(count, count, before, last=True)
        self.show_notes()
        self.screen.request("stats", {})
        self.screen.result(self.seen)
        if edits != count:
            raise Broken(f"of {count} keystrokes the server took {edits}")
        if saves == 1:
            self.saw(f"{count:,} keystrokes in {last - began:.1f} s made exactly 1 save.")
        elif tries > 1 and (max(pauses) > STALL or last - began > LONG):
            self.screen.line("  ", f"this machine paused, so {saves} saves were right; once more", "33")
            self.burst(step, tries - 1)
        else:
            raise Broken(f"{count} keystrokes in {last - began:.1f} s made {saves} saves, not 1")

    def count(self, sent, count, before, last=False):
        edits, saves = (self.seen[name] - before[name] for name in ("editsReceived", "savesWritten"))
        bar = "█" * (20 * sent // count) + "░" * (20 - 20 * sent // count)
        self.screen.counter(f"{bar} {sent:>5,} sent  {edits:>5,} taken  saves: {saves}", last)
        return edits, saves

    def take_answers(self, asked, wait):
        """Takes in answers to `stats`: those that have come, or all. Gives how long each took."""
        delays = []
        while asked and (wait or not self.server.inbox.empty()):
            arrived, message = self.server.read()
            if "method" in message:
                self.server.notes.append(message)
            else:
                self.seen = message["result"]
                delays.append(arrived - asked.pop(message["id"]))
        return delays

    def await_save(self, id):
        """Waits for the notification that the memo's last version is saved."""
        last = {"id": id, "version": self.versions[id]}
        while not any(note["params"] == last for note in self.server.notes):
            note = self.server.read()[1]
            self.server.notes.append(note)
            if note.get("method") != "didSaveMemo":
                raise Broken(f"the server sent {compact(note)}")

    def restart(self, step):
        id = step["restart"]
        self.goodbye()
        self.server = Server(self.binary, self.store)
        self.screen.request("getMemo", {"id": id})
        memo = self.server.request("getMemo", {"id": id})
        self.screen.result(memo)
        typed, read = self.texts[id].encode(), memo["text"].encode()
        if read != typed or memo["version"] != self.versions[id]:
            raise Broken(f"{len(typed):,} bytes were typed, and the restarted server has {len(read):,} others")
        self.saw(f"{len(typed):,} bytes typed, {len(read):,} bytes read back after a restart: every one the same.")

    def goodbye(self):
        """Ends the server as a client should."""
        self.screen.request("shutdown", None)
        self.screen.result(self.server.request("shutdown", None))
        self.screen.request("exit", None)
        self.server.write({"method": "exit"})
        if status := self.server.process.wait(PATIENCE):
            raise Broken(f"after shutdown and exit the server ended with status {status}, not 0")

    def look_into_file(self):
        """Reads the store with SQLite alone."""
        self.screen.say("With the server gone, any SQLite client can read the file.")
        connection = sqlite3.connect(pathlib.Path(self.store).as_uri() + "?mode=ro", uri=True)
        query = "SELECT id, version, display_title, bytes, text FROM memos JOIN texts USING (key)"
        self.screen.line("→ ", query, "36")
        rows = connection.execute(query).fetchall()
        connection.close()
        for id, version, title, size, text in rows:
            self.screen.line("← ", f"{id} │ {version} │ {title} │ {size} │ {visible(text.decode())}", "32")
        expected = [(id, self.versions[id], len(text.encode()), text.encode()) for id, text in self.texts.items()]
        if sorted((id, version, size, text) for id, version, _, size, text in rows) != sorted(expected):
            raise Broken("the file has something else than was typed")
        self.saw("The same bytes stand in the SQLite file, for any other program to read.")


def has(found, expected):
    """Whether a value has the members that are expected of it; others may be there too."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(name in found and has(found[name], expected[name]) for name in expected)
    if isinstance(expected, list) and isinstance(found, list):
        return len(found) == len(expected) and all(map(has, found, expected))
    return found == expected


def keystrokes(text):
    """What each keystroke does: how many of the characters before it it replaces, and by what.

    A Hangul syllable comes letter by letter: ㅎ, 하, 한. What a zero-width joiner holds together is one keystroke.
    """
    initials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and (text[end] in "\u200d\ufe0f" or text[end - 1] == "\u200d"):
            end += 1
        syllable = ord(text[start]) - 0xAC00
        if 0 <= syllable < 11172:
            yield 0, initials[syllable // 588]
            if syllable % 28:
                yield 1, chr(0xAC00 + syllable // 28 * 28)
            yield 1, text[start]
        else:
            yield 0, text[start:end]
        start = end


def position(text):
    """The position at the end of a text, in UTF-8 units."""
    return {"line": text.count("\n"), "character": len(text[text.rfind("\n") + 1 :].encode())}


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def visible(text):
    return text.replace("\n", "⏎")


def cells(text):
    """How many columns a text takes on a terminal, rather too many than too few."""
    marks = ("Mn", "Cf")
    return sum(0 if unicodedata.category(c) in marks else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def clip(text, width):
    """A text cut to a number of columns."""
    if cells(text) <= width:
        return text
    text = text[:width]
    while cells(text) >= width:
        text = text[:-1]
    return text.rstrip("\u200d") + "…"


def main(binary, session):
    steps = map(json.loads, pathlib.Path(session).read_text(encoding="utf-8").splitlines())
    screen = Screen()
    with tempfile.TemporaryDirectory(prefix="memo-ls-") as folder:
        player = Player(os.path.abspath(binary), os.path.join(folder, "memos.sqlite"), screen)
        try:
            for step in steps:
                player.play(step)
            player.goodbye()
            player.look_into_file()
        except (Broken, OSError, ValueError, sqlite3.Error, subprocess.TimeoutExpired) as error:
            sys.stdout.flush()
            print(f"\nplay.py: not as promised: {error}", file=sys.stderr)
            return 1
        finally:
            player.server.process.kill()
            player.server.process.wait()
    screen.say("What you have seen:")
    for text in player.summary:
        screen.good(text)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if not os.access(sys.argv[1], os.X_OK):
        sys.exit(f"play.py: there is no program {sys.argv[1]}; make build makes it")
    sys.stdout.reconfigure(errors="replace")
    for asked_to_end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asked_to_end, lambda number, _: sys.exit(128 + number))
    sys.exit(main(*sys.argv[1:]))
