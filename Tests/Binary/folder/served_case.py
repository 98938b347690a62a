"""What the tests of servers with a folder of plain files share."""

import pathlib
import time

from folder.folder_case import FolderCase
from memo_case import WANTS_NOTES


class ServedCase(FolderCase):
    """A test with servers that have the folder."""

    def open(self, *flags, kept_by="thisProcess"):
        """A session with the folder, once it is kept."""
        client = self.launch("--folder", str(self.notes), *flags)
        client.initialize(capabilities=WANTS_NOTES)
        self.wait_until(lambda: self.standing(client)["keptBy"] == kept_by, f"that {kept_by} keeps the folder")
        return client

    def standing(self, client):
        """How the folder stands."""
        return client.request("stats")["folder"]

    def ids(self, client):
        """The memos by their texts."""
        memos = client.request("list", {"limit": 1000})["memos"]
        return {client.request("getMemo", {"id": memo["id"]})["text"]: memo["id"] for memo in memos}

    def wait_for_memos(self, client, *texts):
        """Returns the ids of the memos, once these are all."""
        self.wait_until(lambda: set(self.ids(client)) == set(texts), f"that the memos are {texts}")
        found = self.ids(client)
        return [found[text] for text in texts]

    def assert_never_wakes(self, client):
        """Nothing happens for a while, and the folder's thread waits all the time (Linux)."""
        before = switches(client)
        time.sleep(3)  # what is measured is that nothing happens
        self.assertGreater(before, 0)
        self.assertEqual(switches(client), before)

    def wait_for_file(self, name, text):
        """Returns once a file says this; None for no file."""
        def said():
            # It may get another name right before it is read.
            try:
                return (self.notes / name).read_text()
            except FileNotFoundError:
                return None

        self.wait_until(lambda: said() == text, f"that {name} says {text!r}")


def switches(client, name="memo-folder"):
    """How often the threads of this name have waited and gone on (Linux)."""
    count = 0
    for task in pathlib.Path(f"/proc/{client.process.pid}/task").iterdir():
        if (task / "comm").read_text().strip() == name:
            status = (task / "status").read_text().splitlines()
            count += sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)
    return count


def settled(client, seconds):
    """Whether the folder's threads wait so long."""
    before = switches(client)
    time.sleep(seconds)
    return switches(client) == before
