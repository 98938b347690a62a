"""One folder that two servers with a store each have, which are typed into, killed and started again at random, while
others add to its files. Once each of them has kept the folder, both stores say what the files say, and no word is
missing.

MEMO_TEST_SEED chooses what is done, as far as that does not depend on who is quicker.
"""

import os
import random
import re
import unittest

from folder.served_case import ServedCase
from memo_case import WANTS_NOTES
from memo_client import ErrorAnswer
from text_case import put

ROUNDS, STEPS = 4, 15
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
WORD = re.compile(r"\bw\d+\b")


class TwoStores(ServedCase):
    def setUp(self):
        super().setUp()
        self.chance, self.count, self.log = random.Random(SEED), 0, [f"MEMO_TEST_SEED={SEED}"]
        self.refused = set()
        for name in ("a.md", "b.md", "sub/c.md"):
            self.write(name, f"{name}\n{self.word()}\n")
        self.attach()
        self.servers = [self.open_one(home) for home in (0, 1)]

    def word(self):
        self.count += 1
        return f"w{self.count}"

    def open_one(self, home):
        variables = {"XDG_DATA_HOME": str(self.folder / "other")} if home else {}
        client = self.launch("--folder", str(self.notes), env=self.environment(**variables))
        client.initialize(capabilities=WANTS_NOTES)
        return client

    def by_path(self, client):
        """The id, version and text of each memo that has a file, by its path."""
        found = {}
        for summary in client.request("list", {"limit": 1000})["memos"]:
            try:
                memo = client.request("getMemo", {"id": summary["id"]})
            except ErrorAnswer:
                continue  # it is gone since
            found[memo.get("path")] = memo
        return found

    # What is done

    def type(self):
        home = self.chance.randrange(2)
        memos = self.by_path(self.servers[home])
        if not memos:
            return
        path = self.chance.choice(sorted(memos, key=str))
        memo, word = memos[path], self.word()
        place = self.chance.randrange(memo["text"].count("\n") + 1)
        self.log.append(f"{word} typed into {path} in home {home}")
        try:
            self.servers[home].request("updateMemo", {
                "id": memo["id"], "baseVersion": memo["version"], "contentChanges": [put(f"{word}\n", (place, 0))]})
        except ErrorAnswer:
            self.refused.add(word)  # somebody was quicker

    def save(self):
        self.chance.choice(self.servers).request("flush")

    def add(self):
        """Another program adds a line to a file, or makes one."""
        word = self.word()
        name = self.chance.choice([*self.texts(), f"{word}.md"])
        self.log.append(f"{word} added to {name}")
        with open(self.notes / name, "a") as file:
            file.write(f"{word}\n")

    def restart(self):
        home = self.chance.randrange(2)
        self.log.append(f"home {home} is killed")
        self.servers[home].kill()
        self.servers[home] = self.open_one(home)

    # What must hold

    def is_equal(self, client):
        return {path: memo["text"] for path, memo in self.by_path(client).items()} == self.texts()

    def rest(self):
        """Has each keep the folder once, and then both follow the files."""
        self.log.append("rest")
        for home in (0, 1):
            self.servers[home].close_input()
            self.servers[home].rest()
            self.assertEqual(self.servers[home].wait(), 0)
            other = self.servers[1 - home]
            self.wait_until(lambda: self.standing(other)["keptBy"] == "thisProcess", "that the other keeps the folder")
            self.wait_until(lambda: self.is_equal(other), "that files and memos are equal")
            self.servers[home] = self.open_one(home)
        for client in self.servers:
            self.wait_until(lambda: self.is_equal(client), "that files and memos are equal")

    def test_no_word_is_missing_and_both_stores_say_what_the_files_say(self):
        acts = {self.type: 6, self.save: 2, self.add: 5, self.restart: 1}
        try:
            for _ in range(ROUNDS):
                for _ in range(STEPS):
                    self.chance.choices(list(acts), acts.values())[0]()
                self.rest()
                found = WORD.findall("".join(self.texts().values()))
                missing = {f"w{number}" for number in range(1, self.count + 1)} - self.refused - set(found)
                self.assertEqual(missing, set())
        except AssertionError as error:
            raise AssertionError("\n".join([str(error), *self.log, *map(str, self.texts().items())])) from error


if __name__ == "__main__":
    unittest.main()
