"""While a watch runs, what is typed on one device is soon in the editors of the others."""

import os
import pathlib
import re
import signal
import subprocess

from command_case import STABLE
from memo_case import WANTS_NOTES
from memo_client import PATIENCE, binary
from sync.hub_case import PASSPHRASE, HubCase
from text_case import put

STATEMENTS = {
    "pull": "FROM memo_sync.account a LEFT JOIN", "push": "memo_sync.push(", "acknowledge": "memo_sync.acknowledge(",
    "ask": "SELECT head, replace("}


class Watching(HubCase):
    def editor(self, device, *flags, **options):
        """An open editor whose server syncs."""
        client = self.start(*flags, store=device.store, **options)
        client.initialize(capabilities=WANTS_NOTES)
        return client

    def test_editors_on_two_devices_see_what_is_typed_in_the_other(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        here, there = self.editor(laptop, "--sync"), self.editor(phone, "--sync")
        for client in (here, there):
            client.request("getMemo", {"id": "m"})
        here.request("updateMemo", {"id": "m", "baseVersion": 1, "contentChanges": [put("zero\n", (0, 0))]})
        change = there.note("didChangeMemo")
        self.assertEqual(there.request("getMemo", {"id": "m"})["text"], "zero\none\n", change)
        version = there.request("getMemo", {"id": "m"})["version"]
        there.request("updateMemo", {"id": "m", "baseVersion": version, "contentChanges": [put("two\n", (2, 0))]})
        here.note("didChangeMemo")
        self.assertEqual(here.request("getMemo", {"id": "m"})["text"], "zero\none\ntwo\n")
        here.request("createMemo", {"id": "n", "text": "new\n"})
        there.note("didCreateMemo")
        for client in (here, there):
            self.end(client)

    def test_what_is_typed_is_told_and_brought_by_as_few_statements_as_will_do_and_nobody_asks_for_it(self):
        laptop, phone = devices = self.devices("laptop", "phone")
        for device in devices:
            login = re.match("postgresql://([^:@]+)", device.url)[1]
            self.hub.sql(f'ALTER ROLE "{login}" SET log_statement = \'all\'')
        laptop.write("m", "one\n")
        self.settle(*devices)
        editors = [self.editor(device, "--sync") for device in devices]
        for client in editors:
            client.request("getMemo", {"id": "m"})
        self.wait_until(lambda: self.logged().count("; LISTEN memo_sync_") >= 2, "both watches listen")

        def type_and_wait(here, there, word):
            """What was asked of the hub until both devices have told it how far they are."""
            before = len(self.asked())
            here.request("updateMemo", {"id": "m", "contentChanges": [put(f"{word}\n", (0, 0))]})
            there.note("didChangeMemo")
            self.wait_until(lambda: self.asked()[before:].count("acknowledge") >= 2, "both are done")
            return sorted(self.asked()[before:])

        # Before a watch has been told of something it does not know that it will be, and asks, too.
        for word in ("a", "b"):
            for here, there in (editors, reversed(editors)):
                type_and_wait(here, there, word)
        for word in ("c", "d"):
            for here, there in (editors, reversed(editors)):
                self.assertEqual(
                    type_and_wait(here, there, word), ["acknowledge", "acknowledge", "pull", "pull", "push"])
        for client in editors:
            self.end(client)

    def logged(self):
        """What the hub's server has noted."""
        return pathlib.Path(self.hub.socket_folder, "data", "log").read_text(errors="replace")

    def asked(self):
        """What devices that the server notes it of have asked for, one after the other."""
        return [next((kind for kind, words in STATEMENTS.items() if words in statement), statement)
                for statement in self.logged().split("LOG:  execute <unnamed>: ")[1:]]

    def test_a_watch_runs_once_for_all_servers_and_ends_with_the_last(self):
        laptop, phone = self.devices("laptop", "phone")
        servers = [self.editor(laptop, "--sync") for _ in range(3)]
        self.wait_until(lambda: self.is_watched(laptop), "a watch")
        while servers:
            self.wait_until(lambda: sum(len(self.children(server)) for server in servers) == 1, "one watch for all")
            (server,) = [server for server in servers if self.children(server)]
            (watch,) = self.children(server)
            server.request("createMemo", {"text": "one\n"})
            self.wait_until(lambda: phone.sync()["pulled"] == 1, "the memo on the other device")
            self.end(server)
            self.wait_until(lambda: not self.lives(watch), "the end of the watch")
            servers.remove(server)

    def test_a_watch_that_was_killed_is_begun_again(self):
        laptop, phone = self.devices("laptop", "phone")
        client = self.editor(laptop, "--sync")
        self.wait_until(lambda: self.is_watched(laptop), "a watch")
        (first,) = self.children(client)
        os.kill(first, signal.SIGKILL)
        client.request("createMemo", {"id": "m", "text": "one\n"})
        self.wait_until(lambda: phone.sync()["pulled"] == 1, "the memo on the other device")
        (second,) = self.children(client)
        self.assertNotEqual(first, second)
        self.end(client)
        self.wait_until(lambda: not self.lives(second), "the end of the watch")

    def test_a_server_that_runs_already_syncs_once_its_store_has_joined(self):
        (phone,) = self.devices("phone")
        laptop = self.device("laptop")
        laptop.store.parent.mkdir()
        said = self.folder / "said"
        with open(said, "w") as log:
            client = self.editor(laptop, "--sync", stderr=log)
            client.request("createMemo", {"id": "m", "text": "one\n"})
            seen = set()
            self.wait_until(lambda: seen.update(self.children(client)) or len(seen) > 1, "a second watch")
            laptop.join(account=self.account)
            self.wait_until(lambda: phone.sync()["pulled"] == 1, "the memo on the other device")
            self.end(client)
        self.assertEqual(said.read_text().count("synced with no hub"), 1, said.read_text())

    def test_a_watch_that_was_stopped_for_a_yes_goes_on_after_it(self):
        laptop, phone = self.devices("laptop", "phone")
        ids = [f"m{number}" for number in range(25)]
        client = self.start(store=laptop.store)
        for id in ids:
            client.request("createMemo", {"id": id, "text": id})
        self.assertEqual(client.finish(), 0)
        self.settle(laptop, phone)
        laptop.do("delete", "--yes", "--permanent", *ids)
        laptop.sync()
        said = self.folder / "said"
        with open(said, "w") as log:
            client = self.editor(phone, "--sync", stderr=log)
            seen = set()
            self.wait_until(lambda: seen.update(self.children(client)) or len(seen) > 1, "a second watch")
            phone.sync("--confirm")
            client.request("createMemo", {"id": "n", "text": "two\n"})
            self.wait_until(lambda: laptop.sync()["pulled"] == 1, "the memo on the other device")
            self.end(client)
        self.assertEqual(said.read_text().count("memo-ls sync --confirm"), 1, said.read_text())

    def end(self, client):
        """Ends a session, whatever notes still come."""
        client.request("shutdown")
        client.notify("exit")
        self.assertEqual(client.wait(), 0)

    def is_watched(self, device):
        return '"isWatched":true' in device.do("sync", "status", "--json")

    def children(self, client):
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(client.process.pid)], capture_output=True, text=True)
        return [int(word) for word in listed.stdout.split()]

    @staticmethod
    def lives(child):
        try:
            os.kill(child, 0)
            return True
        except ProcessLookupError:
            return False

    def test_a_watch_of_its_own_says_what_it_does_and_ends_by_a_signal(self):
        laptop, phone = self.devices("laptop", "phone")
        process = subprocess.Popen(
            [binary(), "sync", "--watch", "--store", str(laptop.store)], env=self.environment(**STABLE),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        self.assertRegex(process.stdout.readline(),
                         r"^syncing with postgresql://\S+:…@\S+ as laptop; Ctrl-C ends it\n$")
        phone.write("m", "one\n")
        phone.sync()
        self.assertRegex(process.stdout.readline(), r"^\S+ \S+  took in 1 change\n$")
        laptop.do("append", "m", "two")
        self.assertRegex(process.stdout.readline(), r"^\S+ \S+  sent 1\n$")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 130)
        self.assertEqual(process.stderr.read(), "")
        process.stdout.close()
        process.stderr.close()
        phone.sync()
        self.assertEqual(phone.texts(), {"m": "one\ntwo\n"})

    def test_a_second_watch_says_that_it_waits_for_the_first_and_goes_on_when_that_ends(self):
        laptop, _ = self.devices("laptop", "phone")
        first = self.watch(laptop)
        second, third = (subprocess.Popen(
            [binary(), "sync", "--watch", "--store", str(laptop.store)], env=self.environment(**STABLE),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2))
        for process in (second, third):
            self.addCleanup(process.communicate)
            self.addCleanup(process.kill)
            self.assertEqual(
                process.stderr.readline(), f"another process keeps {laptop.store} in sync, such as an editor's server: "
                "waiting for its end; Ctrl-C ends this\n")
        third.send_signal(signal.SIGINT)
        self.assertEqual(third.wait(PATIENCE), 130)
        first.kill()
        self.assertRegex(second.stdout.readline(), "^syncing with ")

    def test_a_watch_that_is_to_end_with_its_input_ends_well(self):
        laptop, _ = self.devices("laptop", "phone")
        done = subprocess.run(
            [binary(), "sync", "--watch", "--until-eof", "--store", str(laptop.store)],
            env=self.environment(**STABLE), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertRegex(done.stderr, r"^memo-ls: info: syncing with \S+ as laptop\n$")

    def test_a_watch_says_what_is_in_the_way_of_its_lock(self):
        (laptop,) = self.devices("laptop")
        os.symlink("/nowhere", f"{laptop.store}-sync-watch-lock")
        for flags in ([], ["--until-eof"]):
            laptop.refused("sync", "--watch", *flags, words=["sync-watch-lock"])
        said = self.folder / "said"
        with open(said, "w") as log:
            client = self.editor(laptop, "--sync", stderr=log)
            self.wait_until(lambda: "sync-watch-lock" in said.read_text(), "the reason")
            self.end(client)

    def test_a_watch_ends_while_its_key_command_waits_for_a_person(self):
        (laptop,) = self.devices("laptop")
        desk, script = self.device("desk"), self.folder / "key"
        script.write_text(f"printf %s '{PASSPHRASE}'\n")
        done = desk.run("sync", "join", desk.url, "--account", self.account, "--key-command", f"sh '{script}'")
        self.assertEqual(done.returncode, 0, done.stderr)
        asked = self.folder / "asked"
        script.write_text(f"echo $$ >>'{asked}'\nexec sleep 3600\n")
        for flags, end, status in (([], signal.SIGTERM, 143), (["--until-eof"], None, 0)):
            process = subprocess.Popen(
                [binary(), "sync", "--watch", *flags, "--store", str(desk.store)], env=self.environment(**STABLE),
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(process.kill)
            self.wait_until(lambda: asked.exists() and asked.read_text().endswith("\n"), "the question")
            process.send_signal(end) if end else process.stdin.close()
            self.assertEqual(process.wait(PATIENCE), status)
            process.stdin.close()
            self.wait_until(lambda: not self.lives(int(asked.read_text())), "the end of the key command")
            asked.unlink()

    def test_many_saves_in_a_row_put_off_no_later_one(self):
        laptop, phone = self.devices("laptop", "phone")
        here = self.editor(laptop, "--sync", "--autosave-delay-ms", "0", "--autosave-max-delay-ms", "0")
        there = self.editor(phone, "--sync")
        here.request("createMemo", {"id": "m", "text": ""})
        for number in range(200):
            here.request("updateMemo", {"id": "m", "contentChanges": [{"text": f"{number}\n"}]})
            here.request("flush")
        self.wait_until(
            lambda: any(memo["id"] == "m" for memo in there.request("list")["memos"])
            and there.request("getMemo", {"id": "m"})["text"] == "199\n", "the last words on the other device")
        here.request("createMemo", {"id": "n", "text": "later\n"})
        self.wait_until(lambda: any(memo["id"] == "n" for memo in there.request("list")["memos"]), "the later memo")
        for client in (here, there):
            self.end(client)

    def test_the_log_names_a_copy_by_its_id_and_no_words_of_memos(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        for device in (laptop, phone):
            device.write("m", f"secret of the {device.name}\n")
        phone.sync()
        said = self.folder / "said"
        with open(said, "w") as log:
            client = self.editor(laptop, "--sync", "--log-level", "info", stderr=log)
            self.wait_until(lambda: "a memo of its own" in said.read_text(), "the copy")
            (copy,) = [memo["id"] for memo in client.request("list")["memos"] if memo["id"] != "m"]
            self.end(client)
        self.assertIn(f"became a memo of its own ({copy})", said.read_text())
        self.assertNotIn("secret", said.read_text())
        for line in said.read_text().splitlines():
            self.assertRegex(line, "^memo-ls: info: ")

    def test_what_a_watch_does_well_is_not_in_a_log_of_warnings(self):
        laptop, phone = self.devices("laptop", "phone")
        said = self.folder / "said"
        with open(said, "w") as log:
            client = self.editor(laptop, "--sync", stderr=log)
            client.request("createMemo", {"id": "m", "text": "one\n"})
            self.wait_until(lambda: phone.sync()["pulled"] == 1, "the memo on the other device")
            self.end(client)
        self.assertEqual(said.read_text(), "")

    def test_a_signal_ends_a_watch_that_waits_for_the_hub(self):
        laptop, _ = self.devices("laptop", "phone")
        process = self.watch(laptop)
        login = laptop.url.split("//")[1].split(":")[0]
        blocker = subprocess.Popen(
            ["psql", "-X", "-q", self.hub.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(blocker.communicate)
        blocker.stdin.write("BEGIN; LOCK TABLE memo_sync.item, memo_sync.account;\n")
        blocker.stdin.flush()
        laptop.write("m", "one\n")
        waits = f"SELECT count(*) FROM pg_stat_activity WHERE usename = '{login}' AND wait_event_type = 'Lock'"
        self.wait_until(lambda: self.hub.sql(waits) == "1", "the lock")
        process.send_signal(signal.SIGTERM)
        # Half of the time for which a lock is waited for.
        self.assertEqual(process.wait(12), 143)

    def test_without_a_hub_a_server_goes_on_and_says_so(self):
        client = self.start("--sync")
        client.request("createMemo", {"id": "m", "text": "one\n"})
        self.assertEqual(client.finish(), 0)
