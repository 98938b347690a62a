"""A folder of very many files: each is a memo, and what changes on either side shows as soon as among few.

MEMO_TEST_FILES says how many there are.
"""

import json
import os
import subprocess
import unittest

from folder.served_case import ServedCase
from memo_client import PATIENCE, binary
from text_case import put

FILES = int(os.environ.get("MEMO_TEST_FILES", "3000"))
# More may take longer, at a hundredth of the speed that is meant.
LONG = PATIENCE + FILES / 50


class ManyFiles(ServedCase):
    def setUp(self):
        super().setUp()
        for number in range(FILES):
            if number % 1000 == 0:
                (self.notes / f"{number // 1000:03}").mkdir()
            self.path(number).write_text(self.text(number))

    def path(self, number):
        return self.notes / f"{number // 1000:03}" / f"n{number}.md"

    def text(self, number):
        return f"# Note {number}\n\nsee [[Note {(7 * number + 1) % FILES}]] #t{number % 50}\n"

    def command(self, *arguments):
        done = subprocess.run(
            [binary(), *arguments], cwd=self.notes, env=self.environment(), stdin=subprocess.DEVNULL,
            capture_output=True, timeout=LONG)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode()

    def test_all_are_memos_and_what_changes_on_either_side_shows(self):
        self.assertIn(f"{FILES} files taken in", self.command("folder", "attach", "."))
        status = json.loads(self.command("folder", "status", "--json"))
        self.assertEqual((status["files"], status["isEqual"]), (FILES, True))

        client = self.launch("--folder", str(self.notes))
        client.initialize()
        self.assertEqual(client.request("list", {"limit": 1})["total"], FILES)
        self.wait_until(lambda: self.standing(client).get("files") == FILES, "the count of all files", LONG)
        last = FILES - 1
        (memo,) = client.request("search", {"query": f'"Note {last}" tag:t{last % 50}', "limit": 1})["memos"]
        path = self.path(last)
        path.write_text(self.text(last) + "from outside\n")
        self.wait_until(
            lambda: client.request("getMemo", {"id": memo["id"]})["text"].endswith("from outside\n"),
            "the file's words")
        client.request("updateMemo", {"id": memo["id"], "contentChanges": [put("typed\n", (1, 0))]})
        self.wait_until(lambda: "\ntyped\n" in path.read_text(), "the memo's words in the file")
        client.close_input()
        self.assertEqual(client.wait(), 0)
        status = json.loads(self.command("folder", "status", "--json"))
        self.assertEqual((status["files"], status["isEqual"]), (FILES, True))


if __name__ == "__main__":
    unittest.main()
