"""The client's process: when it dies, the server saves and ends; no other process makes it end."""

import subprocess
import sys
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase


class Parent(MemoCase):
    def helper(self):
        """A process that lives until it is killed."""
        helper = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
        self.addCleanup(helper.wait)
        self.addCleanup(helper.kill)
        self.addCleanup(helper.stdin.close)
        return helper

    def check_end_with(self, collect):
        """Checks that the server ends once its parent is killed; `collect` is called with the dead parent."""
        parent = self.helper()
        client = self.start(*STILL)
        client.initialize(processId=parent.pid)
        client.request("createMemo", {"id": "a", "text": "typed before the crash"})
        parent.kill()
        collect(parent)
        # A second is promised; the rest is for a busy machine.
        client.wait(timeout=5)
        self.assertEqual(self.text_after_restart("a"), "typed before the crash")

    def test_when_the_clients_process_dies_everything_is_saved_and_the_server_ends(self):
        self.check_end_with(lambda parent: parent.wait())

    @unittest.skipUnless(sys.platform == "linux", "elsewhere a process that nobody collects looks alive")
    def test_a_dead_process_that_nobody_has_collected_counts_as_dead(self):
        self.check_end_with(lambda parent: None)

    def test_no_other_process_id_ends_the_server(self):
        dead = self.helper()
        dead.kill()
        dead.wait()
        pids = [None, 0, -1, 1, dead.pid, 2**31 - 1, 2**40, -(2**31)]
        clients = []
        for pid in [*pids, "its own"]:
            # The save is this test's clock: it comes later than the server looks after its parent.
            client = self.start(
                "--autosave-delay-ms", "2500", "--autosave-max-delay-ms", "2500", store=self.folder / f"{pid}.sqlite"
            )
            client.initialize(processId=client.process.pid if pid == "its own" else pid, capabilities=WANTS_NOTES)
            client.request("createMemo", {"id": "a"})
            clients.append((pid, client))
        for pid, client in clients:
            with self.subTest(processId=pid):
                self.assertEqual(client.note("didSaveMemo"), {"id": "a", "version": 1})
                self.assertEqual(client.request("getMemo", {"id": "a"})["version"], 1)

    def test_a_process_id_that_is_no_integer_is_an_invalid_param(self):
        for pid in ("1", 1.5, True, []):
            with self.subTest(pid):
                client = self.start(store=self.folder / "memos.sqlite")
                data = self.check_error(-32602, client.request, "initialize", {"processId": pid, "capabilities": {}})
                self.assertEqual(data["path"], "params.processId")


if __name__ == "__main__":
    unittest.main()
