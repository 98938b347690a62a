"""A folder of notes changes places with a link that leads outside, again and again, while notes in it are written on
both sides: nothing outside is read or written."""

import ctypes
import os
import threading
import unittest

from folder.served_case import ServedCase
from memo_client import ErrorAnswer
from text_case import put

# So often it changes places, and so many edits there are, at least.
SWAPS, EDITS = 3000, 300
EXCHANGE = 2  # of <linux/fs.h>: RENAME_EXCHANGE


class Swapped(ServedCase):
    def setUp(self):
        super().setUp()
        try:
            self.renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
        except AttributeError:
            self.skipTest("the C library can't exchange names")
        # Outside there are files of the same names, and one more.
        self.outside = self.folder / "outside"
        (self.outside / "deep").mkdir(parents=True)
        for place in ("", "deep/"):
            for name in ("a", "b", "c", "other"):
                (self.outside / f"{place}{name}.md").write_text("SECRET\n")
        self.names = [f"sub/{place}{name}.md" for place in ("", "deep/") for name in ("a", "b", "c")]
        for name in self.names:
            self.write(name, f"{name}\n")
        (self.notes / ".link").symlink_to(self.outside)

    def swap(self):
        paths = [os.fsencode(self.notes / name) for name in ("sub", ".link")]
        if self.renameat2(-100, paths[0], -100, paths[1], EXCHANGE) != 0:
            raise OSError(ctypes.get_errno(), "the names can't be exchanged")

    def swap_often(self):
        """Swaps until the test says that it has done enough, an even number of times."""
        while not (self.has_ended.is_set() and self.swaps >= SWAPS and self.swaps % 2 == 0):
            self.swap()
            self.swaps += 1

    def all_outside(self):
        """Everything there, with whatever writing would change."""
        found = {}
        for path in [self.outside, *self.outside.rglob("*")]:
            status = path.stat()
            words = path.read_text() if path.is_file() else sorted(os.listdir(path))
            found[path] = (words, status.st_ino, status.st_mode, status.st_mtime_ns, status.st_ctime_ns)
        return found

    def test_nothing_outside_is_read_or_written(self):
        self.attach()
        client = self.open()
        memos = self.wait_for_memos(client, *(f"{name}\n" for name in self.names))
        before = self.all_outside()
        real = os.open(self.notes / "sub", os.O_RDONLY | os.O_DIRECTORY)
        self.addCleanup(os.close, real)
        self.swaps, self.has_ended = 0, threading.Event()
        swapping = threading.Thread(target=self.swap_often, daemon=True)
        swapping.start()
        step = 0
        while step < EDITS or self.swaps < SWAPS:
            step += 1
            memo = memos[step % len(memos)]
            version = client.request("getMemo", {"id": memo})["version"]
            try:
                client.request("updateMemo", {
                    "id": memo, "baseVersion": version, "contentChanges": [put(f"inside {step}\n", (0, 0))]})
            except ErrorAnswer:
                pass  # somebody was quicker
            client.request("flush")
            name = self.names[step * 5 % len(memos)].removeprefix("sub/")
            file = os.open(name, os.O_WRONLY | os.O_APPEND, dir_fd=real)
            os.write(file, f"outside {step}\n".encode())
            os.close(file)
            if step % 20 == 0:
                # A file that comes and goes is made and taken away where the folder is.
                made = client.request("createMemo", {"text": f"New {step}\n"})["id"]
                client.request("flush")
                client.request("delete", {"id": made})
        self.has_ended.set()
        swapping.join()
        self.assertFalse((self.notes / "sub").is_symlink())
        client.request("flush")
        self.wait_until(lambda: self.is_equal(client), "that files and memos are equal")
        self.assertEqual(self.all_outside(), before)
        for trashed in (False, True):
            for summary in client.request("list", {"limit": 1000, "trashed": trashed})["memos"]:
                for state in client.request("history", {"id": summary["id"], "limit": 1000})["revisions"]:
                    memo = client.request("getMemo", {"id": summary["id"], "revision": state["revision"]})
                    self.assertNotIn("SECRET", memo["text"])
        text = "".join(self.texts().values())
        self.assertIn("inside", text)
        self.assertIn("outside", text)
        self.assertNotIn("SECRET", "".join(words for name, words in self.texts().items() if name.startswith("sub/")))

    def is_equal(self, client):
        """Whether each memo that lives is a file that says the same."""
        memos = {}
        for summary in client.request("list", {"limit": 1000})["memos"]:
            memo = client.request("getMemo", {"id": summary["id"]})
            memos[memo.get("path")] = memo["text"]
        return memos == {name: text for name, text in self.texts().items() if not name.startswith(".")}


if __name__ == "__main__":
    unittest.main()
