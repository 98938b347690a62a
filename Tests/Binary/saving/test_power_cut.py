"""What was reported as saved survives a power failure at any moment, also where an fsync failed before.

The power is cut on paper: faults.c writes down what the server does to its files, disk_model.py works out what a disk
would have of it, and a new server opens that. MEMO_TEST_FAULTS=all cuts after every call, for every fsync that fails.
"""

import os
import random
import shutil

from faults import MEMORY, Faults, kinds, library
from memo_case import STILL, MemoCase
from saving.disk_model import disks
from saving.typing_model import Typing

WHOLE = os.environ.get("MEMO_TEST_FAULTS") == "all"
SEED = int(os.environ.get("MEMO_TEST_SEED", "0")) or random.randrange(1 << 32)
# The short form's failing fsyncs, and moments of a cut for each beside those just after a report.
FAULTS, CUTS = 6, 10


class Promises:
    """What was reported as saved, when, and every text that a memo ever had."""

    def __init__(self, log):
        self.log = log
        self.typing = Typing()
        self.texts = set()
        self.made = [(0, {})]

    def note(self):
        """Records the texts of this moment."""
        self.texts |= {(id, *memo) for id, memo in self.typing.memos.items()}

    def promise(self):
        """Records that all of this moment's texts were reported as saved."""
        self.note()
        self.made.append((self.log.stat().st_size, dict(self.typing.memos)))

    def at(self, moment):
        """What the disk must have at a moment."""
        return [memos for made, memos in self.made if made <= moment][-1]


class PowerCuts(MemoCase):
    place = MEMORY

    def setUp(self):
        super().setUp()
        library()
        self.chance = random.Random(SEED)

    def write(self, faults, promises):
        """A session that reads, types, saves, types on, and is killed."""
        client = self.start(*STILL, env=self.environment(**faults.variables))
        typing = promises.typing
        memos = [typing.attempt(client, "getMemo", {"id": id}) for id in typing.memos]
        if memos and all(memo and memo["saved"] for memo in memos):
            typing.check(client, saved=True)
            promises.promise()
        typing.create(client, f"memo-{len(typing.memos)}")
        for _ in range(2):
            for id in list(typing.memos):
                for _ in range(3):
                    typing.type(client, id)
                    promises.note()
            # A flush that had nothing to write says nothing of what an earlier process left.
            if (typing.attempt(client, "flush", {}) or {}).get("memosWritten"):
                promises.promise()
        for id in list(typing.memos):
            typing.type(client, id)
        promises.note()
        client.kill()

    def played(self, number, times):
        """Three sessions, of whose fsyncs some fail; what was promised, and how many fsyncs there were."""
        shutil.rmtree(self.store.parent, ignore_errors=True)
        log = self.folder / "log"
        log.unlink(missing_ok=True)
        faults = Faults(self.folder, self.store.parent, log)
        faults.arm(number, "EIO", times, kinds("sync"))
        promises = Promises(log)
        for session in range(3):
            self.write(faults, promises)
            if session == 1:
                faults.lift()
        return promises, faults.calls

    def check_cuts(self, promises):
        """Cuts the power at the moments to be tried, and looks what a new server finds."""
        log = promises.log.read_bytes()
        moments = [end for end, _ in disks(log)]
        reports = {min(end for end in moments if end >= made) for made, _ in promises.made[1:]}
        tried = set(moments) if WHOLE else reports | set(self.chance.sample(moments, CUTS))
        for moment, files in disks(log):
            if moment in tried:
                with self.subTest(moment=moment, of=len(log), seed=SEED):
                    self.check_cut(files, promises.at(moment), promises.texts)

    def check_cut(self, files, promised, texts):
        folder = self.folder / "after"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for path, file in files.items():
            name = os.path.basename(path)
            if name in (self.store.name, self.store.name + "-wal"):
                # Of what was not synced, the disk may have any part.
                written = [page for page in sorted(file.dirty) if self.chance.random() < 0.5]
                (folder / name).write_bytes(file.with_pages(written))
        client = self.start(store=folder / self.store.name)
        for id, (version, _) in promised.items():
            memo = client.request("getMemo", {"id": id})
            self.assertGreaterEqual(memo["version"], version)
            self.assertIn((id, memo["version"], memo["text"]), texts)
        self.assertEqual(client.finish(), 0)
        client.kill()

    def test_what_was_reported_as_saved_is_there(self):
        promises, _ = self.played(1, 0)
        self.assertGreater(len(promises.made), 7)
        self.check_cuts(promises)

    def test_what_was_reported_as_saved_is_there_though_an_fsync_failed_before(self):
        _, syncs = self.played(1, 0)
        matrix = [(number, times) for number in range(1, syncs + 1) for times in (1, None)]
        tried = matrix if WHOLE else self.chance.sample(matrix, FAULTS)
        print(f"MEMO_TEST_SEED={SEED}: {syncs} fsyncs, {len(tried)} faults", flush=True)
        for number, times in tried:
            with self.subTest(fsync=number, times=times, seed=SEED):
                promises, _ = self.played(number, times)
                self.check_cuts(promises)


if __name__ == "__main__":
    import unittest

    unittest.main()
