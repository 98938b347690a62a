"""Nobody reads what is on a hub who has not the passphrase or the recovery key, and nobody sees another account's
rows."""

import json
import os
import pty
import signal
import stat
import subprocess
import termios

from command_case import STABLE
from memo_client import PATIENCE, binary
from sync.hub_case import PASSPHRASE, HubCase

OTHER = "another passphrase"
# 52 digits in groups of five, and Crockford's check character, which may be a sign.
RECOVERY_KEY = r"^([0-9A-Z]{5}-){10}[0-9A-Z]{2}[0-9A-Z*~$=]$"


class Secrets(HubCase):
    def test_a_wrong_passphrase_opens_nothing(self):
        (laptop,) = self.devices("laptop")
        phone = self.device("phone")
        done = phone.join_by_command(passphrase=OTHER, account=self.account)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("neither the account's passphrase nor its recovery key", done.stderr)
        phone.refused("sync", words=["no store"])
        phone.join(account=self.account)

    def test_a_short_passphrase_makes_no_account(self):
        done = self.device("laptop").join_by_command(passphrase="short", account=self.account)
        self.assertEqual(done.returncode, 1)
        self.assertIn("at least 8 characters", done.stderr)

    def test_a_passphrase_may_come_from_a_command_and_then_no_key_is_kept(self):
        (laptop,) = self.devices("laptop")
        phone = self.device("phone")
        self.assertEqual(phone.join_by_command(account=self.account).returncode, 0)
        laptop.write("m", "one\n")
        laptop.sync()
        self.assertEqual(phone.sync()["pulled"], 1)
        keys = [path.name for path in phone.store.parent.iterdir() if "key" in path.name]
        self.assertEqual(keys, [])
        changed = phone.do("sync", "passphrase", "--new-key-command", f"printf %s '{OTHER}'", "--json")
        self.assertEqual(json.loads(changed), {})
        phone.do("append", "m", "two")
        self.assertEqual(phone.sync()["pushed"], 1)
        self.assertEqual(laptop.sync()["pulled"], 1)
        tablet = self.device("tablet")
        self.assertEqual(tablet.join_by_command(account=self.account).returncode, 1)
        tablet.join(account=self.account, passphrase=OTHER)

    def test_a_device_that_keeps_no_keys_seals_with_none_that_was_changed(self):
        laptop, phone = self.device("laptop"), self.device("phone")
        for device in (laptop, phone):
            self.assertEqual(device.join_by_command(account=self.account).returncode, 0)
        name = f"name = '{self.account}'"
        self.hub.sql(f"CREATE TABLE public.keys AS SELECT * FROM memo_sync.account WHERE {name}")
        laptop.do("sync", "revoke", "phone", "--yes")
        self.hub.sql(f"""
            UPDATE memo_sync.account a
              SET key_number = k.key_number, keys = k.keys, salt = k.salt, recovery = k.recovery,
                memory = k.memory, passes = k.passes
              FROM public.keys k WHERE a.{name};
            UPDATE memo_sync.device SET revoked_at = NULL
              WHERE account = (SELECT account FROM memo_sync.account WHERE {name})""")
        laptop.write("m", "after\n")
        laptop.refused("sync", words=["older than the account's newest keys", "memo-ls sync leave"])
        phone.sync()
        self.assertEqual(phone.texts(), {})

    def test_a_key_command_that_fails_is_said(self):
        laptop = self.device("laptop")
        for command, words in (("false", "failed"), ("true", "printed nothing"), ("/nowhere/x", "failed")):
            done = laptop.run("sync", "join", laptop.url, "--key-command", command)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"the key command {command} {words}", done.stderr)

    def test_the_terminal_shows_what_is_typed_again_whatever_ends_the_question(self):
        laptop = self.device("laptop")
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, None):
            with self.subTest(ending):
                person, terminal = pty.openpty()
                process = subprocess.Popen(
                    [binary(), "sync", "join", laptop.url, "--account", self.account, "--store", str(laptop.store)],
                    stdin=terminal, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, bufsize=0,
                    env=self.environment(**STABLE), restore_signals=True)
                said = b""
                while not said.endswith(b"passphrase for it: "):
                    said += process.stderr.read(1)
                self.assertFalse(termios.tcgetattr(terminal)[3] & termios.ECHO)
                if ending is None:
                    os.write(person, b"\x04")
                else:
                    process.send_signal(ending)
                self.assertEqual(process.wait(PATIENCE), 1 if ending is None else -ending)
                self.assertTrue(termios.tcgetattr(terminal)[3] & termios.ECHO)
                process.stderr.close()
                os.close(person)
                os.close(terminal)

    def test_the_recovery_key_does_what_the_passphrase_does(self):
        laptop = self.device("laptop")
        key = laptop.join(account=self.account)["recoveryKey"]
        self.assertRegex(key, RECOVERY_KEY)
        phone = self.device("phone")
        joined = phone.join(account=self.account, passphrase=key.lower())
        self.assertEqual((joined["isNew"], "recoveryKey" in joined), (False, False))
        laptop.write("m", "one\n")
        laptop.sync()
        self.assertEqual(phone.sync()["pulled"], 1)

    def test_only_the_owner_reads_the_file_with_the_keys(self):
        (laptop,) = self.devices("laptop")
        keys = laptop.store.with_name("memos.sqlite-sync-key")
        self.assertEqual(stat.S_IMODE(keys.stat().st_mode), 0o600)
        keys.chmod(0o644)
        laptop.refused("sync", words=["others may read the key file", "chmod 600"])
        keys.chmod(0o600)
        laptop.sync()
        keys.unlink()
        laptop.refused("sync", status=64, words=["the passphrase is needed"])
        keys.write_text("{}")
        keys.chmod(0o600)
        laptop.refused("sync", words=["memo-ls sync leave --yes", "joins it again"])
        laptop.do("sync", "leave", "--yes")
        laptop.join(account=self.account)
        laptop.sync()

    def test_no_word_title_or_id_is_in_a_dump_of_the_hub(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("secretid", "Secrettitle\nsecretword\n")
        laptop.do("new", "--tag", "secrettag", "x")
        self.settle(laptop, phone)
        laptop.do("delete", "--yes", "--permanent", "secretid")
        laptop.sync()
        dump = self.hub.dump().lower()
        for word in ("secret", "laptop", PASSPHRASE):
            self.assertNotIn(word, dump)
            self.assertNotIn(word.encode().hex(), dump)

    def test_a_device_that_is_shut_out_gets_nothing_more(self):
        laptop, phone, tablet = self.devices("laptop", "phone", "tablet")
        laptop.write("m", "one\n")
        self.settle(laptop, phone, tablet)
        old = self.hub.sql("SELECT count(*) FROM memo_sync.item")
        laptop.refused("sync", "revoke", "phone", status=64, words=["--yes"])
        # Whether there is such a device is looked at before anybody is asked.
        laptop.refused("sync", "revoke", "phone", status=64, words=["nothing was changed"])
        for words in ([], ["--yes"]):
            laptop.refused("sync", "revoke", *words, "watch", words=["no device called watch; there are phone, tablet"])
            laptop.refused("sync", "revoke", *words, "laptop", words=["laptop is this very device", "sync leave"])
        laptop.refused("sync", "revoke", "--yes", "phone", status=64, words=["the passphrase is needed"])
        # Its passphrase is asked for, which only a person or a command can say.
        command = self.device("desk")
        self.assertEqual(command.join_by_command(account=self.account).returncode, 0)
        done = json.loads(command.do("sync", "revoke", "--yes", "--json", "phone"))
        self.assertEqual(done["device"], "phone")
        command.refused("sync", "revoke", "phone", words=["phone is shut out already"])
        laptop.write("m", "one\ntwo\n")
        phone.refused("sync", words=["shut out"])
        laptop.refused("sync", status=64, words=["the passphrase is needed"])
        command.sync()
        command.do("append", "m", "three")
        command.sync()
        self.assertGreaterEqual(self.hub.sql("SELECT count(*) FROM memo_sync.item"), old)
        states = {device["name"]: device["isRevoked"] for device in json.loads(command.do("sync", "devices", "--json"))}
        self.assertEqual(states, {"laptop": False, "phone": True, "tablet": False, "desk": False})
        self.assertEqual(phone.texts(), {"m": "one\n"})

    def test_a_hub_that_was_restored_lets_in_again_whom_it_has_shut_out_and_that_is_said(self):
        laptop, phone = self.devices("laptop", "phone")
        self.settle(laptop, phone)
        backup = self.hub.backup()
        question = {f"Passphrase of {self.account}: ": PASSPHRASE}
        status, said = laptop.answers("sync", "revoke", "--yes", "phone", questions=question)
        self.assertEqual(status, 0, said)
        self.assertNotIn("let in again", laptop.run("sync", "devices").stderr)
        self.hub.restore(backup)
        done = laptop.run("sync", "devices")
        self.assertEqual(done.returncode, 0)
        self.assertIn("a device that was shut out since is let in again", done.stderr)
        laptop.refused("sync", words=["memo-ls sync passphrase", "memo-ls sync revoke", "lets in again"])
        questions = {"recovery key: ": PASSPHRASE, "New passphrase: ": OTHER, "Once more: ": OTHER}
        with open(self.folder / "printed", "w") as printed:
            status, said = laptop.answers("sync", "passphrase", "--json", questions=questions, stdout=printed)
        self.assertEqual((status, "is let in again" in said), (0, True), said)
        changed = json.loads((self.folder / "printed").read_text())
        self.assertRegex(changed["recoveryKey"], RECOVERY_KEY)
        self.assertIn(changed["recoveryKey"], said)
        laptop.sync()
        status, said = laptop.answers("sync", "revoke", "--yes", "phone", questions={next(iter(question)): OTHER})
        self.assertEqual(status, 0, said)
        phone.refused("sync", words=["shut out"])

    def test_names_that_the_hub_does_not_take_are_refused_before_anything_is_sent(self):
        (laptop,) = self.devices("laptop")
        phone = self.device("phone")
        for words in (["--account", "n" * 201], ["--account", self.account, "--device", "n" * 5000]):
            done = phone.run("sync", "join", phone.url, "--key-command", f"printf %s '{PASSPHRASE}'", *words)
            self.assertEqual((done.returncode, done.stdout), (64, ""))
            self.assertIn(f"the name for {words[-2]} is too long: at most 200 characters", done.stderr)
        name = "\N{SLEEPING SYMBOL}" * 200
        done = phone.run("sync", "join", phone.url, "--key-command", f"printf %s '{PASSPHRASE}'", "--account",
                         self.account, "--device", name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(name, {device["name"] for device in json.loads(laptop.do("sync", "devices", "--json"))})

    def test_leaving_needs_a_yes(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.refused("sync", "leave", status=64, words=["nothing was changed", "--yes"])
        laptop.sync()
        status, said = laptop.answers("sync", "leave", questions={"[y/N] ": "n"})
        self.assertEqual(status, 1, said)
        laptop.sync()
        status, said = laptop.answers("sync", "leave", questions={"[y/N] ": "y"})
        self.assertEqual(status, 0, said)
        laptop.refused("sync", words=["no hub"])
        phone.do("sync", "leave", "--yes")

    def test_a_new_passphrase_that_is_too_short_is_refused_before_it_is_asked_for_again(self):
        (laptop,) = self.devices("laptop")
        questions = {"recovery key: ": PASSPHRASE, "New passphrase: ": "short", "Once more: ": "short"}
        status, said = laptop.answers("sync", "passphrase", questions=questions)
        self.assertEqual((status, "Once more" in said), (1, False), said)
        self.assertIn("a passphrase has at least 8 characters, and is no recovery key; nothing was changed", said)
        done = laptop.answers("sync", "passphrase", "--new-key-command", "echo short", questions=questions)
        self.assertEqual(done[0], 1)
        self.assertIn("a passphrase has at least 8 characters, and is no recovery key\n", done[1])
        questions |= {"New passphrase: ": OTHER, "Once more: ": OTHER}
        status, said = laptop.answers("sync", "passphrase", questions=questions)
        self.assertEqual((status, "key command" in said), (0, False), said)

    def test_whoever_has_a_key_command_is_told_that_it_must_print_the_new_passphrase(self):
        laptop, phone, tablet = self.device("laptop"), self.device("phone"), self.device("tablet")
        for device in (laptop, phone, tablet):
            self.assertEqual(device.join_by_command(account=self.account).returncode, 0)
        done = laptop.run("sync", "passphrase", "--new-key-command", f"printf %s '{OTHER}'")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the key command of any other device that has one must print the new passphrase", done.stderr)
        laptop.sync()
        phone.refused("sync",
                      words=["printed it. If the passphrase was changed on another device, have the command print"])

    def test_every_action_has_json(self):
        (laptop,) = self.devices("laptop")
        for words in (["status"], ["devices"], [], ["move", laptop.url], ["leave", "--yes"]):
            self.assertIsInstance(json.loads(laptop.do("sync", *words, "--json")), (dict, list), words)
        for words, member in ((["hub", "create", self.hub.url], "grants"),
                              (["hub", "login", self.hub.url, f"json{os.getpid()}"], "url")):
            done = self.run_command("sync", *words, "--json")
            self.assertIn(member, json.loads(done.stdout), done.stderr)
        laptop.refused("sync", "leave", "--yes", words=["no hub"])

    def test_another_account_sees_and_changes_nothing(self):
        (laptop,) = self.devices("laptop")
        laptop.write("m", "one\n")
        laptop.sync()
        foreign = self.device("foreign")
        foreign.join(account=self.account + "-foreign")
        rows = {name: self.hub.sql(f"SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM memo_sync.{name} t")
                for name in ("account", "item", "push")}
        own = self.hub.psql("-c", "SELECT count(*) FROM memo_sync.account", url=foreign.url)
        self.assertEqual(own.stdout.strip(), "1")
        for statement in ("DELETE FROM memo_sync.item", "UPDATE memo_sync.account SET head = 0",
                          "TRUNCATE memo_sync.item",
                          "UPDATE memo_sync.device SET login = session_user", "DROP SCHEMA memo_sync CASCADE",
                          "ALTER TABLE memo_sync.item DISABLE ROW LEVEL SECURITY", "SET ROLE owner",
                          "INSERT INTO memo_sync.item SELECT * FROM memo_sync.item"):
            self.hub.psql("-c", statement, url=foreign.url)
        self.assertEqual(self.hub.psql("-c", "SELECT count(*) FROM memo_sync.item", url=foreign.url).stdout.strip(),
                         "0")
        for name, before in rows.items():
            after = self.hub.sql(f"SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM memo_sync.{name} t")
            self.assertEqual(after, before, name)

    def test_a_hub_that_asks_for_weak_keys_is_refused(self):
        self.devices("laptop")
        column = self.hub.sql("SELECT count(*) FROM memo_sync.account WHERE memory = 268435456 OR memory = 262144")
        self.assertNotEqual(column, "0")
        for change in ("memory = memory / 2", "passes = 1", "memory = memory * 16"):
            with self.subTest(change):
                backup = self.hub.backup()
                self.hub.sql(f"UPDATE memo_sync.account SET {change} WHERE name = '{self.account}'")
                done = self.device("phone").join_by_command(account=self.account)
                self.assertEqual(done.returncode, 1)
                self.assertIn("refused", done.stderr)
                self.hub.restore(backup)
