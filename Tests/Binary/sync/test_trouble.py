"""Whatever becomes of processes, connections and the hub, no memo is lost and all devices end equal."""

import json
import os
import pathlib
import random
import select
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from command_case import STABLE
from memo_client import PATIENCE, binary
from sync.hub_case import PASSPHRASE, Device, Hub, HubCase

KILLS = int(os.environ.get("MEMO_TEST_SYNC_KILLS", "12"))
SEED = int(os.environ.get("MEMO_TEST_SEED") or random.randrange(1 << 32))


class CuttingProxy:
    """A socket before the hub's that passes so many bytes on, both ways together, and then ends each connection; it
    does so, too, once it has passed a word on."""

    def __init__(self, target):
        self.target, self.left, self.word = target, 0, None
        self.folder = tempfile.TemporaryDirectory(dir="/tmp")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{self.folder.name}/.s.PGSQL.5432")
        self.listener.listen()
        # Other logins than the test's are let in, too.
        os.chmod(self.folder.name, 0o755)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{self.target}/.s.PGSQL.5432")
        ends = {client: server, server: client}
        with client, server:
            while self.left > 0:
                for end in select.select(list(ends), [], [])[0]:
                    data = end.recv(min(65536, max(1, self.left)))
                    if not data:
                        return
                    self.left -= len(data)
                    ends[end].sendall(data)
                    if self.word and self.word in data:
                        self.left = 0
                        break

    def end(self):
        self.listener.close()
        self.folder.cleanup()


class Trouble(HubCase):
    def write_many(self, device, first, count):
        client = self.start(store=device.store)
        for number in range(first, first + count):
            client.request("createMemo", {"id": f"m{number}", "text": f"line {number}\n"})
        self.assertEqual(client.finish(), 0)

    def test_an_exchange_that_is_killed_at_any_moment_goes_on_the_next_time(self):
        chance = random.Random(SEED)
        print(f"MEMO_TEST_SEED={SEED}")
        laptop, phone = self.devices("laptop", "phone")
        begun = time.monotonic()
        laptop.sync()
        usual = time.monotonic() - begun
        for kill in range(KILLS):
            device = chance.choice([laptop, phone])
            self.write_many(device, kill * 40, 40)
            process = subprocess.Popen(
                [binary(), "sync", "--store", str(device.store)], env=self.environment(**STABLE),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(chance.random() * usual * 2)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
            process.wait()
        memos = self.settle(laptop, phone)
        self.assertEqual({id: text for id, (text, _, _) in memos.items()},
                         {f"m{number}": f"line {number}\n" for number in range(KILLS * 40)})

    def test_a_connection_that_is_cut_at_any_byte_loses_and_doubles_nothing(self):
        chance = random.Random(SEED)
        print(f"MEMO_TEST_SEED={SEED}")
        proxy = CuttingProxy(self.hub.socket_folder)
        self.addCleanup(proxy.end)
        laptop, phone = self.device("laptop"), self.device("phone")
        laptop.url = laptop.url.replace(self.hub.socket_folder, proxy.folder.name)
        proxy.left = 1 << 40
        for device in (laptop, phone):
            device.join(account=self.account)
        for cut in range(10):
            laptop.write("m", "".join(f"word{number}\n" for number in range(cut + 1)))
            proxy.left = chance.randrange(40_000)
            done = laptop.run("sync")
            if done.returncode != 0:
                self.assertIn("the hub can't be reached", done.stderr)
            phone.sync()
            proxy.left = 1 << 40
        memos = self.settle(laptop, phone)
        self.assertEqual(memos, {"m": ("".join(f"word{number}\n" for number in range(10)), False, None)})

    def test_a_recovery_key_that_may_hold_is_shown_though_no_answer_comes(self):
        proxy = CuttingProxy(self.hub.socket_folder)
        self.addCleanup(proxy.end)
        proxy.left = 1 << 40
        laptop, phone, tablet = (self.device(name) for name in ("laptop", "phone", "tablet"))
        laptop.url = laptop.url.replace(self.hub.socket_folder, proxy.folder.name)
        for device in (laptop, phone):
            device.join(account=self.account)
        proxy.word = b"memo_sync.change_keys"
        question = {f"Passphrase of {self.account}: ": PASSPHRASE}
        status, said = laptop.answers("sync", "revoke", "--yes", "phone", questions=question)
        self.assertEqual(status, 1, said)
        self.assertIn(f"The recovery key of {self.account} if the change was made, which is shown this once", said)
        self.assertIn("so nobody knows whether it was done; memo-ls sync devices tells whether phone is shut out", said)
        proxy.left, proxy.word = 1 << 40, None
        # Nobody waits for the hub any more, which takes a second.
        number = f"SELECT key_number FROM memo_sync.account WHERE name = '{self.account}'"
        self.wait_until(lambda: self.hub.sql(number) == "2", "the change of the keys")
        tablet.join(account=self.account, passphrase=said.split("\n\n    ")[1].split("\n")[0])
        states = {device["name"]: device["isRevoked"] for device in json.loads(tablet.do("sync", "devices", "--json"))}
        self.assertEqual(states["phone"], True)

    def test_a_hub_that_is_restored_from_a_backup_gets_again_what_it_lost(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("old", "one\n")
        self.settle(laptop, phone)
        backup = self.hub.backup()
        laptop.write("old", "one\ntwo\n")
        laptop.write("new", "three\n")
        self.settle(laptop, phone)
        phone.do("append", "old", "four")
        phone.sync()
        self.hub.restore(backup)
        self.assertTrue(laptop.sync()["comparedAll"])
        memos = self.settle(laptop, phone)
        self.assertEqual(memos, {"old": ("one\ntwo\nfour\n", False, None), "new": ("three\n", False, None)})

    def test_a_store_that_is_restored_from_a_copy_is_compared_with_the_hub(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        copy = laptop.store.read_bytes()
        for round in range(5):
            laptop.do("append", "m", f"line {round}")
            self.settle(laptop, phone)
        account = f"account = (SELECT account FROM memo_sync.account WHERE name = '{self.account}')"
        # What no device asks for any more is not kept.
        self.assertLessEqual(int(self.hub.sql(f"SELECT count(*) FROM memo_sync.push WHERE {account}")), 2)
        for path in laptop.store.parent.glob("memos.sqlite-[ws]*m"):
            path.unlink()
        laptop.store.write_bytes(copy)
        laptop.do("append", "m", "typed into the copy")
        self.assertTrue(laptop.sync()["comparedAll"])
        memos = self.settle(laptop, phone)
        lines = [line for text, _, _ in memos.values() for line in text.splitlines()]
        self.assertEqual(sorted(lines),
                         sorted(["one", *(f"line {round}" for round in range(5)), "typed into the copy"]))

    def test_rows_that_are_dropped_from_the_hub_delete_nothing(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        laptop.write("n", "two\n")
        before = self.settle(laptop, phone)
        account = f"account = (SELECT account FROM memo_sync.account WHERE name = '{self.account}')"
        self.hub.sql(f"DELETE FROM memo_sync.item WHERE {account}")
        for device in (laptop, phone):
            device.do("append", "m", f"by {device.name}")
            device.run("sync")
        for device in (laptop, phone):
            self.assertEqual(set(device.texts()), set(before))

    def test_rows_that_nobody_wrote_end_the_exchange_and_change_nothing(self):
        account = f"account = (SELECT account FROM memo_sync.account WHERE name = '{self.account}')"
        for number, change in enumerate([
            "body = 'garbage'", "body = ''", "body = substring(body from 2)", "dead = NOT dead",
            "op = op + 1", "op = -op", "item = decode(md5('x') || md5('y'), 'hex')", "body = body || 'x'",
        ]):
            with self.subTest(change):
                names = (f"laptop{number}", f"phone{number}")
                laptop, phone = self.device(names[0]), self.device(names[1])
                for device in (laptop, phone):
                    device.join(account=f"{self.account}{number}")
                laptop.write("m", "one\n")
                laptop.sync()
                self.hub.sql("UPDATE memo_sync.item SET " + change
                             + f" WHERE {account.replace(self.account, f'{self.account}{number}')}")
                phone.write("mine", "here\n")
                done = phone.run("sync")
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertRegex(done.stderr,
                                 "the hub's answer is wrong|the hub's database says|the hub speaks protocol")
                self.assertEqual(phone.texts(), {"mine": "here\n"})

    def test_an_old_row_that_is_put_back_is_found_out(self):
        laptop, phone = self.devices("laptop", "phone")
        account = f"account = (SELECT account FROM memo_sync.account WHERE name = '{self.account}')"
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        self.hub.sql(f"CREATE TABLE public.kept AS SELECT * FROM memo_sync.item WHERE {account}")
        # So often that the write is remembered no more.
        for round in range(10):
            for device in (laptop, phone):
                device.do("append", "m", f"{device.name} {round}")
                device.sync()
        phone.sync()
        laptop.sync()
        before = laptop.texts()
        self.hub.sql(f"""
            UPDATE memo_sync.account SET head = head + 1 WHERE {account};
            DELETE FROM memo_sync.item WHERE {account};
            INSERT INTO memo_sync.item SELECT k.account, k.item, a.head, k.base, k.op, k.dead, k.body
              FROM public.kept k JOIN memo_sync.account a USING (account);
            INSERT INTO memo_sync.push SELECT account, head, decode('0102030405060708', 'hex') FROM memo_sync.account
              WHERE {account}""")
        for device in (laptop, phone):
            device.refused("sync", words=["was put back to what it was"])
            self.assertEqual(device.texts(), before)

    def test_numbers_of_any_size_end_no_process(self):
        account = f"account = (SELECT account FROM memo_sync.account WHERE name = '{self.account}')"
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        laptop.sync()
        for statement in ("UPDATE memo_sync.account SET head = 9223372036854775807",
                          "UPDATE memo_sync.item SET seq = 9223372036854775807"):
            self.hub.sql(f"{statement} WHERE {account}")
            for device in (laptop, phone):
                self.assertIn(device.run("sync").returncode, (0, 1), statement)

    def test_joining_that_is_killed_can_be_done_again(self):
        chance = random.Random(SEED)
        print(f"MEMO_TEST_SEED={SEED}")
        laptop = self.device("laptop")
        for _ in range(6):
            process = subprocess.Popen(
                [binary(), "sync", "join", laptop.url, "--account", self.account,
                 "--key-command", "echo correct horse battery staple", "--store", str(laptop.store)],
                env=self.environment(**STABLE), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(chance.random() * 3)
            except subprocess.TimeoutExpired:
                process.kill()
            process.wait()
        if any(words in laptop.run("sync").stderr for words in ("no hub", "no store")):
            laptop.join(account=self.account)
        laptop.write("m", "one\n")
        laptop.sync()

    def test_what_can_not_be_reached_is_said(self):
        (laptop,) = self.devices("laptop")
        phone = self.device("phone")
        empty = self.folder / "empty"
        empty.mkdir()
        for url, words in (
            (f"postgresql://x@/postgres?host={empty}", "can't be reached"),
            (self.hub.url.replace("/postgres?", "/missing?"), 'no database (connection to server'),
            ("postgresql://x@db.example.org/notes?sslmode=require", "verify-full"),
            (self.hub.url.replace("owner", "stranger"), "refuses this login"),
            (self.hub.url, "it owns the hub"),
        ):
            with self.subTest(url):
                done = phone.run("sync", "join", url, "--key-command", "echo 12345678")
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(words, done.stderr)
        done = phone.run("sync", "join", laptop.url, "--key-command", "echo 12345678", "--account", "another")
        self.assertEqual(done.returncode, 1, done.stderr)

    def test_who_can_not_join_gets_no_store(self):
        self.devices("laptop")
        phone = self.device("phone")
        for url, passphrase, words in (
            ("postgresql://x@/notes?host=/nowhere", PASSPHRASE, "can't be reached"),
            (phone.url, "another one", "passphrase"),
        ):
            done = Device(self, "phone", url).join_by_command(passphrase=passphrase, account=self.account)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
            self.assertEqual(list(self.folder.glob("phone*/*")), [])
        phone.join(account=self.account)
        self.assertEqual(phone.sync()["pulled"], 0)

    def test_no_account_is_made_where_no_store_can_be(self):
        file = self.folder / "file"
        file.write_text("mine\n")
        phone = self.device("phone")
        for store, words in (
            (file / "x" / "memos.sqlite", "with --store"), (self.folder, "with --store"),
            ("/proc/none/memos.sqlite", "can't make"), (self.folder / ("n" * 300) / "memos.sqlite", "with --store"),
        ):
            with self.subTest(store):
                phone.store = store
                done = phone.join_by_command(account=self.account)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(words, done.stderr)
                self.assertNotIn("recovery key", done.stderr)
        self.assertEqual(self.hub.sql(f"SELECT count(*) FROM memo_sync.account WHERE name = '{self.account}'"), "0")
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name != "home"], ["file"])

    def test_whoever_joins_with_the_login_of_another_device_is_told_which_one_can_not_sync_any_more(self):
        (laptop,) = self.devices("laptop")
        phone = self.device("phone")
        done = phone.join_by_command(account=self.account)
        self.assertEqual((done.returncode, "this login was that of" in done.stderr), (0, False), done.stderr)
        tablet = self.device("tablet")
        tablet.url = laptop.url
        done = tablet.join_by_command(account=self.account)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("this login was that of laptop, which can't sync with it any more", done.stderr)
        laptop.refused("sync", words=["with another login, if another device has joined with this one"])
        laptop.do("sync", "leave", "--yes")
        laptop.url = self.device("laptop").url
        laptop.join(account=self.account)
        self.settle(laptop, tablet)

    def test_a_login_that_is_there_is_made_anew_once_it_was_dropped_as_is_said(self):
        (laptop,) = self.devices("laptop")
        login = laptop.url.split("//")[1].split(":")[0]
        done = self.run_command("sync", "hub", "login", self.hub.url, login)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertTrue(done.stderr.startswith(f"memo-ls sync: there is a login {login} already; "), done.stderr)
        self.hub.sql(done.stderr.split("with: ")[1])
        self.assertEqual(self.run_command("sync", "hub", "login", self.hub.url, login).returncode, 0)

    def test_a_damaged_membership_can_be_left_and_the_account_be_joined_again(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        store = sqlite3.connect(laptop.store, isolation_level=None)
        store.execute("UPDATE sync_hubs SET membership = '{}'")
        store.close()
        for words in (["sync"], ["sync", "status"], ["sync", "leave"]):
            laptop.refused(*words, words=["is damaged; memo-ls sync leave --yes forgets it, then join again"])
        done = laptop.run("sync", "leave", "--yes", "--json")
        self.assertEqual((done.returncode, done.stdout), (0, "{}\n"), done.stderr)
        self.assertIn("the hub was not told: what the store knows of its hub is damaged", done.stderr)
        laptop.refused("sync", "leave", "--yes", words=["no hub"])
        laptop.join(account=self.account)
        self.settle(laptop, phone)
        self.assertEqual(phone.texts(), {"m": "one\n"})

    def test_a_hub_that_has_moved_is_gone_on_with_where_it_is(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        new = Hub()
        self.addCleanup(new.end)
        roles = self.hub.run_tool("pg_dumpall", "--globals-only", "-d", self.hub.url).decode()
        for line in roles.splitlines():
            if line.startswith(("CREATE ROLE", "ALTER ROLE")):
                new.psql("-c", line)
        new.run_tool("pg_restore", "-d", new.url, input=self.hub.backup())
        stranger = self.device("stranger")
        laptop.refused("sync", "move", stranger.url, words=["memo-ls sync join"])
        laptop.refused("sync", "move", new.url, words=["it owns the hub"])
        self.assertEqual(laptop.sync()["pulled"], 0)
        for device in (laptop, phone):
            url = device.url.replace(self.hub.socket_folder, new.socket_folder)
            device.do("sync", "move", url)
            self.assertIn(new.socket_folder, json.loads(device.do("sync", "status", "--json"))["hub"])
        laptop.write("n", "two\n")
        report = laptop.sync()
        self.assertEqual((report["pulled"], report["pushed"], report["comparedAll"]), (0, 1, False))
        self.settle(laptop, phone)
        self.assertEqual(phone.texts(), {"m": "one\n", "n": "two\n"})

    def test_a_store_has_one_hub(self):
        (laptop,) = self.devices("laptop")
        other = self.device("other")
        done = laptop.run("sync", "join", other.url, "--key-command", "echo 12345678")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is synced with", done.stderr)
        self.assertNotIn(other.url.split(":")[2].split("@")[0], done.stderr)
