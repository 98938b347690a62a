"""Two servers on one folder, which are typed into, killed and started again at random, while real programs write, move
and delete its files, git switches branches, and the disk is full for a moment. At rest each file says what its memo
does, no word is missing, none is there twice, and nothing is written any more.

A program that reads a file and then writes all of it takes back what memo-ls put there in between. So a word that was
written while others type and write, too, may be in a memo's history only; such words are counted, and few. Where only
one side wrote since the last rest there is none.

MEMO_TEST_SEED chooses what is done, as far as that does not depend on who is quicker; MEMO_TEST_FOLDER_STEPS says for
how long.
"""

import collections
import os
import random
import shutil
import time
import unittest

from folder import test_small_disk
from folder.programs import Programs, Refused
from folder.trial_checks import TrialChecks, words
from memo_case import WANTS_NOTES
from memo_client import ErrorAnswer, binary
from text_case import put

STEPS = int(os.environ.get("MEMO_TEST_FOLDER_STEPS", "150"))
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
# More than these are not made, so that a look at all is quick.
MOST_FILES = 14


class Trial(TrialChecks, test_small_disk.FolderDisk):
    script = 'mount -t tmpfs -o size=32m,mode=0777 memo-test "$1"'

    def setUp(self):
        super().setUp()
        self.chance = random.Random(SEED)
        self.programs = Programs(self.notes, self.path, self.enter, self.folder)
        self.writers = self.programs.writers()
        self.has_git = shutil.which("git") is not None
        # What somebody wrote and nobody took away; and what was done, for people.
        self.alive, self.switched, self.count, self.log = set(), set(), 0, collections.deque(maxlen=200)
        # What was written since the last rest.
        self.fresh = set()
        self.figures = collections.Counter()
        typing = {self.type: 30, self.make: 3, self.trash: 2, self.save: 8, self.kill: 2, self.fill_up: 2}
        writing = {
            self.outside: 40, self.append: 10, self.truncate: 2, self.move: 5, self.carry: 3, self.swap: 3,
            self.move_folder: 2, self.remove: 3, self.switch: 3, self.kill: 1,
        }
        # What may be done until the next rest: anything, or by one side alone.
        self.sides = [typing | writing, typing, writing]

    def test_two_servers_and_whatever_writes_into_the_folder(self):
        print(f"MEMO_TEST_SEED={SEED} MEMO_TEST_FOLDER_STEPS={STEPS}", flush=True)
        for name in ("keep.md", "a.md", "sub/b.md"):
            self.write(name, f"# {name}\n\n{self.word()}\n")
        if self.has_git:
            self.git("init", "-q", "-b", "one")
            self.git("config", "user.name", "x")
            self.git("config", "user.email", "x@y.z")
            self.add_all()
            self.git("commit", "-qm", "begun")
            self.git("branch", "two")
        self.here("folder", "attach", ".")
        self.servers = [self.open_server(), self.open_server()]
        done = 0
        try:
            while done < STEPS:
                acts = self.chance.choices(self.sides, [70, 15, 15])[0]
                for _ in range(min(STEPS - done, self.chance.randrange(5, 40))):
                    self.chance.choices(list(acts), acts.values())[0]()
                    done += 1
                    self.pause()
                self.check_undone(self.rest(), self.fresh if acts is self.sides[0] else set())
            self.check_histories()
        except (AssertionError, ErrorAnswer) as error:
            log = "\n".join(self.log)
            raise AssertionError(f"{error}\nafter {done} steps with MEMO_TEST_SEED={SEED}:\n{log}") from error
        for server in self.servers:
            server.close_input()
            server.rest()
            self.assertEqual(server.wait(), 0)
        told = ", ".join(f"{count} {what}" for what, count in sorted(self.figures.items()))
        print(f"{done} steps: {told}", flush=True)

    # What is done

    def open_server(self):
        client = self.launch("--folder", self.path, program=[*self.enter, binary()])
        client.initialize(capabilities=WANTS_NOTES)
        return client

    def write(self, name, text):
        path = self.notes / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def word(self):
        self.count += 1
        word = f"w{self.count}"
        self.alive.add(word)
        self.fresh.add(word)
        return word

    def note(self, what, more=""):
        self.figures[what] += 1
        self.log.append(f"{what} {more}")

    def pause(self):
        """Now and then others have the time to see what was done."""
        time.sleep(self.chance.choice([0, 0, 0, 0.01, 0.06, 0.3]))

    def type(self):
        """A line more in a memo, or one less, at one of the servers."""
        number = self.chance.randrange(2)
        server = self.servers[number]
        summary = self.chance.choice(server.request("list", {"limit": 1000})["memos"])
        memo = server.request("getMemo", {"id": summary["id"]})
        lines = memo["text"].split("\n")
        place, gone, word = self.chance.randrange(len(lines)), set(), None
        if self.chance.random() < 0.15 and place < len(lines) - 1:
            change, gone = put("", (place, 0), (place + 1, 0)), words(lines[place])
        else:
            word = self.word()
            change = put(f"{word}\n", (place, 0))
        self.alive -= gone
        self.note("typed", f"{word or 'less'} in {memo['id']} at server {number}")
        try:
            server.request(
                "updateMemo", {"id": memo["id"], "baseVersion": memo["version"], "contentChanges": [change]})
        except ErrorAnswer:
            # Somebody was quicker: nothing was answered, and nothing promised.
            self.alive.discard(word)
            self.note("refused")

    def make(self):
        if len(self.notes_there()) >= MOST_FILES:
            return
        number, word = self.chance.randrange(2), self.word()
        title = self.chance.choice(["Plan", "plan", "é", "Other"])
        self.note("made", f"{title} {word} at server {number}")
        self.servers[number].request("createMemo", {"text": f"{title}\n{word}\n"})

    def trash(self):
        number = self.chance.randrange(2)
        seen = [self.memos(server) for server in self.servers]
        ids = [id for id, (path, _) in seen[number].items() if path and path != "keep.md"]
        if len(ids) < 4:
            return
        id = self.chance.choice(ids)
        for memos in seen:
            self.alive -= words(memos[id][1]) if id in memos else set()
        self.note("trashed", f"{id} at server {number}")
        try:
            self.servers[number].request("delete", {"id": id})
        except ErrorAnswer:
            self.note("refused")

    def save(self):
        self.note("saved")
        self.chance.choice(self.servers).request("flush")

    def kill(self):
        """What was answered stands in the journal."""
        number = self.chance.randrange(2)
        self.note("killed", f"server {number}")
        self.servers[number].kill()
        self.servers[number] = self.open_server()

    def notes_there(self):
        return sorted(
            str(path.relative_to(self.notes)) for path in self.notes.rglob("*.md")
            if not str(path.relative_to(self.notes)).startswith("."))

    def read(self, name):
        try:
            return (self.notes / name).read_text()
        except FileNotFoundError:
            return None

    def outside(self):
        name = self.chance.choice(self.notes_there())
        text = self.read(name)
        if text is None:
            return
        lines = text.splitlines(keepends=True)
        word = self.word()
        lines.insert(self.chance.randrange(1, len(lines) + 1) if lines else 0, f"{word}\n")
        kind = self.chance.choice(self.writers)
        self.note("written outside", f"{word} into {name}, {kind}")
        try:
            self.programs.write(kind, name, "".join(lines))
        except Refused:
            self.alive.discard(word)
            self.note("refused")

    def append(self):
        """As `>>` does, with no look at what is there."""
        name, word = self.chance.choice(self.notes_there()), self.word()
        self.note("appended", f"{word} to {name}")
        try:
            with open(os.open(self.notes / name, os.O_WRONLY | os.O_APPEND), "w") as file:
                file.write(f"\n{word}\n")
        except FileNotFoundError:
            self.alive.discard(word)

    def truncate(self):
        """A file without its last lines."""
        name = self.chance.choice(self.notes_there())
        try:
            with open(self.notes / name, "r+") as file:
                lines = file.read().splitlines(keepends=True)
                count = self.chance.randrange(len(lines) + 1)
                kept, gone = "".join(lines[:count]), "".join(lines[count:])
                self.note("truncated", f"{name} to {count} lines")
                os.ftruncate(file.fileno(), len(kept.encode()))
        except FileNotFoundError:
            return
        self.alive -= words(gone) - words(kept)

    def swap(self):
        """Two files that get each other's names."""
        names = self.notes_there()
        if len(names) < 2:
            return
        one, two = (self.notes / name for name in self.chance.sample(names, 2))
        between = self.notes / "between"
        self.note("swapped", f"{one.name} and {two.name}")
        for old, new in ((one, between), (two, one), (between, two)):
            try:
                old.rename(new)
            except FileNotFoundError:
                pass

    def move_folder(self):
        old, new = self.chance.sample([self.notes / name for name in ("sub", "other", "third")], 2)
        if old.exists() and not new.exists():
            self.note("moved", f"folder {old.name} to {new.name}")
            old.rename(new)

    def names_for_move(self):
        """A file and the name that it is to have; None if there is none."""
        name = self.chance.choice(self.notes_there())
        if name == "keep.md":
            return None
        word = self.word()
        self.alive.discard(word)
        new = self.chance.choice(["", "sub/", "other/"]) + self.chance.choice(
            [f"{word}.md", "moved.md", "Moved.md", os.path.basename(name).swapcase()[:-2] + "md"])
        return None if (self.notes / new).exists() else (name, new)

    def move(self):
        names = self.names_for_move()
        if not names:
            return
        name, new = names
        (self.notes / new).parent.mkdir(exist_ok=True)
        self.note("moved", f"{name} to {new}")
        try:
            (self.notes / name).rename(self.notes / new)
        except FileNotFoundError:
            pass

    def carry(self):
        """As file managers move a file from one file system to another."""
        names = self.names_for_move()
        text = names and self.read(names[0])
        if not text:
            return
        name, new = names
        self.note("carried", f"{name} to {new}")
        self.write(new, text)
        self.pause()
        self.alive -= words(self.read(name)) - words(text)
        (self.notes / name).unlink(missing_ok=True)

    def remove(self):
        names = [name for name in self.notes_there() if name != "keep.md"]
        if len(names) < 4:
            return
        name = self.chance.choice(names)
        self.note("removed", name)
        self.alive -= words(self.read(name))
        (self.notes / name).unlink(missing_ok=True)

    def git(self, *arguments):
        return self.programs.run("git", *arguments)

    def add_all(self):
        """git gives up where a server takes a file away while it looks."""
        while True:
            try:
                return self.git("add", "-A")
            except AssertionError as error:
                if "unable to stat" not in str(error):
                    raise

    def switch(self):
        """git puts the files of another branch in place."""
        if not self.has_git:
            return
        before = [self.read(name) for name in self.notes_there()]
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "more")
        now = self.git("branch", "--show-current").strip()
        self.note("branch", now)
        # What the server writes meanwhile would be in git's way.
        self.git("checkout", "-qf", "one" if now == "two" else "two")
        after = {word for name in self.notes_there() for word in words(self.read(name))}
        gone = {word for text in before for word in words(text)} - after
        self.alive -= gone
        # Where git brings it back what somebody typed meanwhile may have it, too.
        self.switched |= gone

    def fill_up(self):
        """For a moment there is no room, while somebody types."""
        self.note("full")
        self.fill()
        for _ in range(self.chance.randrange(1, 4)):
            self.type()
            self.pause()
        self.save()
        time.sleep(self.chance.choice([0, 0.1, 0.3]))
        self.free()


del test_small_disk

if __name__ == "__main__":
    unittest.main()
