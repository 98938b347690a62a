"""Stores that a disk or an attacker has harmed: whatever a file says, no command and no session traps, hangs or takes
all memory.

The short form does some harms, chosen by MEMO_TEST_SEED; MEMO_TEST_HARMS says how many.
"""

import os
import random
import resource
import shutil
import subprocess
import time
import unittest

from command_case import CommandCase
from memo_case import STILL
from memo_client import ErrorAnswer, Silence, binary
from opening import harm

SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
HARMS = int(os.environ.get("MEMO_TEST_HARMS", "16"))
# What one command may take, in seconds and bytes.
LONGEST = 5
MOST_MEMORY = 1 << 30
PROPERTIES = {"tags": ["rain", "snow"], "pinned": True, "note": "x" * 6000}


def bounded():
    """Limits the memory of a process: whatever asks for more dies of it."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


class HostileStores(CommandCase):
    def make_template(self):
        """A store with all that one has, and the journals of a killed server."""
        client = self.start(*STILL)
        short = "# A word\n\n## Of it ^b\n\nsee [[long]], [[Gone#x]] and [[long long#of it]] #sun\n- [ ] do it"
        texts = {"short": short, "long": "long " * 5000, "huge": "a huge line\n" * 40_000, "trashed": "gone",
                 "empty": ""}
        for id, text in texts.items():
            client.request("createMemo", {"id": id, "text": text, "properties": PROPERTIES if id != "empty" else {}})
        client.request("flush")
        for id in ("short", "long", "huge"):
            for number in range(4):
                start = {"line": 0, "character": number}
                change = {"range": {"start": start, "end": start}, "text": f"edit {number} "}
                client.request("updateMemo", {"id": id, "contentChanges": [change]})
                client.request("flush")
        client.request("undo", {"id": "short"})
        client.request("delete", {"id": "trashed"})
        client.request("flush")
        for id in ("short", "long", "huge"):
            start = {"line": 0, "character": 1}
            client.request("updateMemo",
                           {"id": id, "contentChanges": [{"range": {"start": start, "end": start}, "text": "unsaved"}]})
        client.request("updateMemo", {"id": "empty", "properties": {"a": 1}, "contentChanges": [{"text": "x"}]})
        client.request("createMemo", {"id": "made", "text": "made later"})
        client.kill()
        template = self.folder / "template"
        self.store.parent.rename(template)
        return template

    def bounded_command(self, *words):
        began = time.monotonic()
        done = subprocess.run(
            [binary(), words[0], "--store", str(self.store), *words[1:]], env=self.environment(),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=60, preexec_fn=bounded)
        self.assertIn(done.returncode, (0, 1, 64), f"{words}: {done.stderr[-2000:]}")
        self.assertLess(time.monotonic() - began, LONGEST, words)

    def session(self):
        """A session that does some of everything; errors are answers, too."""
        client = self.start(*STILL, preexec_fn=bounded)
        began = time.monotonic()
        calls = [("list", {}), ("list", {"trashed": True}), ("list", {"tag": "rain", "pinnedFirst": True, "limit": 2}),
                 ("search", {"query": "edit"})]
        calls += [("rename", {"id": "short", "heading": "of it", "to": "of all"}),
                  ("rename", {"tag": "sun", "to": "moon"})]
        calls += [("rename", {"id": "long", "title": "Longer"})]
        for id in ("short", "long", "huge", "trashed", "empty", "made"):
            calls += [
                ("getMemo", {"id": id}), ("history", {"id": id}),
                ("updateMemo", {"id": id, "contentChanges": [{"text": "new"}]}),
                ("flush", {}), ("undo", {"id": id}), ("redo", {"id": id}), ("flush", {"id": id}),
                ("outline", {"id": id}), ("backlinks", {"id": id}),
                ("complete", {"kind": "heading", "query": "", "id": id}),
            ]
        calls += [("links", {"kind": kind}) for kind in ("broken", "ambiguous", "orphans")]
        calls += [("complete", {"kind": kind, "query": query}) for kind in ("link", "tag") for query in ("", "o")]
        calls += [("tags", {}), ("list", {"tag": "sun"}), ("search", {"query": "link:long has:task"})]
        calls += [
            ("createMemo", {"id": "more", "text": "word " * 5000, "properties": PROPERTIES}), ("flush", {}),
            ("stats", {}), ("export", {"all": True, "trashed": True, "format": "json"}), ("delete", {"id": "long"}),
            ("delete", {"id": "short", "permanent": True}), ("flush", {}), ("list", {}), ("search", {"query": "word"}),
        ]
        for method, params in calls:
            try:
                client.request(method, params)
            except ErrorAnswer as error:
                # Its text may be another now, so that it has no such heading.
                self.assertTrue(error.code > 0 or (method, error.code) == ("rename", -32602), (method, error))
            except Silence:
                self.fail(f"{method} {params}: exit {client.wait(5)}, {client.stderr()[-2000:]}")
        client.close_input()
        client.rest()
        self.assertIn(client.wait(), (0, 1), client.stderr()[-2000:])
        self.assertLess(time.monotonic() - began, 2 * LONGEST)

    def harm(self, chance):
        journals = self.journals()
        kinds = [harm.tamper] * 3 + [harm.overwrite] * 3 + [harm.forge] * 2 * bool(journals)
        kind = chance.choice(kinds)
        if kind is harm.forge:
            return kind(chance, chance.choice(journals))
        files = [self.store] * 3 + journals
        return kind(chance, chance.choice(files) if kind is harm.overwrite else self.store)

    def test_no_harm_to_a_stores_files_traps_hangs_or_takes_all_memory(self):
        template = self.make_template()
        print(f"MEMO_TEST_SEED={SEED}: {HARMS} harms", flush=True)
        for number in range(HARMS):
            chance = random.Random(f"{SEED} {number}")
            shutil.rmtree(self.store.parent, ignore_errors=True)
            shutil.copytree(template, self.store.parent)
            said = [self.harm(chance) for _ in range(chance.choice([1, 1, 2, 5]))]
            with self.subTest(seed=SEED, number=number, said=said):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                self.bounded_command("check")
                self.bounded_command("recover", "--to", str(self.folder / "out"))
                copy = self.folder / "copy"
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(self.store.parent, copy)
                for words in (["list", "--json"], ["tags"], ["links", "--broken"], ["show", "huge"], ["search", "edit"],
                              ["delete", "huge"]):
                    self.bounded_command(*words)
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                self.bounded_command("export", "--to", str(self.folder / "out"))
                shutil.rmtree(self.store.parent)
                copy.rename(self.store.parent)
                self.session()


if __name__ == "__main__":
    unittest.main()
