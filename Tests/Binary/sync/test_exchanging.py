"""Devices have the same memos once each has exchanged."""

import json
import os
import random

from command_case import STABLE
from commands.terminal import Terminal
from sync.hub_case import HubCase


class Exchanging(HubCase):
    def test_what_one_device_has_the_other_gets(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("plan", "Plan\nsleep 한😀\r\n")
        laptop.do("new", "--tag", "food", "Buy milk")
        trashed = laptop.do("new", "nonsense").strip()
        laptop.do("delete", "--yes", trashed)
        self.assertEqual(laptop.sync(), {"pulled": 0, "pushed": 3, "copies": 0, "deletions": 0, "comparedAll": False})
        self.assertEqual(phone.sync()["pulled"], 3)
        self.assertEqual(phone.memos(), laptop.memos())
        self.assertEqual(phone.texts()["plan"], "Plan\nsleep 한😀\r\n")
        for format in ("{id} {created} {modified} {tags}",):
            self.assertEqual(phone.do("list", "--format", format), laptop.do("list", "--format", format))
        self.assertEqual(phone.do("sync"), "nothing is new on either side\n")

    def test_what_an_exchange_did_before_it_failed_is_told(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        for device in (laptop, phone):
            device.write("m", f"of the {device.name}\n")
        phone.sync()
        login = laptop.url.split("//")[1].split(":")[0]
        # Nothing but the last call fails.
        for grants in ("REVOKE {} FROM", "GRANT {} TO"):
            grant = grants.format("EXECUTE ON FUNCTION memo_sync.acknowledge(uuid, uuid, bigint)")
            self.hub.sql(f'{grant} "{login}"')
            done = laptop.run("sync")
            if "REVOKE" in grants:
                self.assertEqual(done.returncode, 1, done)
                self.assertIn("1 text that could not be merged became a memo of its own", done.stdout)
                self.assertIn("this login has no rights there", done.stderr)
            else:
                self.assertEqual((done.returncode, done.stdout), (0, "nothing is new on either side\n"))

    def test_in_a_terminal_it_shows_how_far_it_has_come(self):
        laptop, phone = self.devices("laptop", "phone")
        client = self.start(store=laptop.store)
        for number in range(600):
            client.request("createMemo", {"id": f"m{number}", "text": f"{number}"})
        self.assertEqual(client.finish(), 0)
        for device, half, whole, done in (
            (laptop, "████████████████░░░░ 83 % sending 500 memos", "100 % sending 600 memos", "sent 600"),
            (phone, "████████████████░░░░ 83 % taking in", "100 % taking in", "took in 600 changes"),
        ):
            screen = Terminal("sync", "--store", str(device.store), env=self.environment(**STABLE, TERM="xterm"))
            code, shown = screen.end()
            self.assertEqual(code, 0, shown)
            for words in (f"\rsyncing {half}\x1b[K", f"\rsyncing {'█' * 20} {whole}\x1b[K", f"\r\x1b[K{done}\n"):
                self.assertIn(words, shown)

    def test_lines_changed_on_both_devices_are_merged(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\ntwo\nthree\n")
        self.settle(laptop, phone)
        laptop.write("m", "one\ntwo\nTHREE\n")
        phone.write("m", "ONE\ntwo\nthree\n")
        self.assertEqual(self.settle(laptop, phone), {"m": ("ONE\ntwo\nTHREE\n", False, None)})

    def test_a_line_changed_on_both_is_kept_twice_with_one_copy_everywhere(self):
        laptop, phone, tablet = self.devices("laptop", "phone", "tablet")
        laptop.write("m", "one\n")
        self.settle(laptop, phone, tablet)
        laptop.write("m", "from the laptop\n")
        phone.write("m", "from the phone\n")
        memos = self.settle(laptop, phone, tablet)
        self.assertEqual(sorted(text for text, _, _ in memos.values()), ["from the laptop\n", "from the phone\n"])
        self.assertEqual(sorted(str(copied) for _, _, copied in memos.values()), ["None", "m"])

    def test_what_could_not_be_merged_is_named_and_marked_in_the_list(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        laptop.write("n", "two\n")
        self.settle(laptop, phone)
        for device in (laptop, phone):
            device.write("m", f"from the {device.name}\n")
        laptop.sync()
        said = phone.do("sync")
        (copy,) = (id for id, (_, _, copied) in phone.memos().items() if copied == "m")
        title = phone.texts()[copy].strip()
        self.assertRegex(said, rf"1 text that could not be merged became a memo of its own \(\S*{copy[-8:]} {title}\)")
        code, shown = Terminal("list", "--store", str(phone.store), env=self.environment()).end()
        self.assertEqual((code, [title in row for row in shown.splitlines() if "🔀" in row]), (0, [True]), shown)
        for device in (laptop, phone):
            for id in ("m", "n"):
                device.write(id, f"again from the {device.name}\n")
        self.settle(laptop)
        self.assertRegex(phone.do("sync"), r"2 texts that could not be merged became memos of their own \(.+; .+\)")

    def test_an_edit_wins_over_a_deletion(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        laptop.do("delete", "--yes", "--permanent", "m")
        phone.write("m", "one\nand two\n")
        self.assertEqual(self.settle(laptop, phone), {"m": ("one\nand two\n", False, None)})

    def test_a_memo_that_is_destroyed_goes_to_the_trash_elsewhere(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        laptop.do("delete", "--yes", "--permanent", "m")
        laptop.sync()
        phone.sync()
        self.assertEqual((laptop.memos(), phone.memos()["m"][1]), ({}, True))

    def test_many_deletions_are_asked_about_first(self):
        laptop, phone = self.devices("laptop", "phone")
        ids = [f"m{number}" for number in range(25)]
        client = self.start(store=laptop.store)
        for id in ids:
            client.request("createMemo", {"id": id, "text": id})
        self.assertEqual(client.finish(), 0)
        self.settle(laptop, phone)
        laptop.do("delete", "--yes", "--permanent", *ids)
        laptop.sync()
        phone.refused("sync", status=3, words=["25 of 25 memos", "memo-ls sync --confirm"])
        self.assertEqual(len(phone.texts()), 25)
        self.assertEqual(json.loads(phone.refused("sync", "--json", status=3).stdout), {"toConfirm": 25, "memos": 25})
        self.assertEqual(phone.sync("--confirm")["deletions"], 25)
        self.assertEqual(phone.texts(), {})

    def test_a_device_that_leaves_keeps_its_memos_and_may_come_back(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        self.settle(laptop, phone)
        phone.do("sync", "leave", "--yes")
        phone.refused("sync", words=["no hub", "memo-ls sync join"])
        self.assertEqual(phone.texts(), {"m": "one\n"})
        phone.write("m", "one\ntwo\n")
        phone.join(account=self.account)
        self.assertEqual(self.settle(laptop, phone), {"m": ("one\ntwo\n", False, None)})

    def test_what_each_device_had_before_is_brought_together(self):
        laptop, phone = self.device("laptop"), self.device("phone")
        laptop.write("daily", "woke early\n")
        phone.write("daily", "slept long\n")
        phone.write("other", "only here\n")
        for device in (laptop, phone):
            device.join(account=self.account)
        memos = self.settle(laptop, phone)
        self.assertEqual(sorted(memos["daily"][0].splitlines()), ["slept long", "woke early"])
        self.assertEqual((len(memos), memos["other"][0]), (2, "only here\n"))

    def test_four_devices_that_write_at_random_end_equal_and_neither_lose_nor_double_a_line(self):
        seed = int(os.environ.get("MEMO_TEST_SEED") or random.randrange(1 << 32))
        chance = random.Random(seed)
        print(f"MEMO_TEST_SEED={seed}")
        devices = self.devices("a", "b", "c", "d")
        written = set()
        for step in range(24):
            device = chance.choice(devices)
            line = f"{device.name}{step}"
            memo = f"m{chance.randrange(3)}"
            written.add(line)
            device.do("append", memo, line) if memo in device.texts() else device.write(memo, line + "\n")
            if chance.random() < 0.5:
                device.sync()
        memos = self.settle(*devices)
        texts = {id: text.splitlines() for id, (text, _, _) in memos.items()}
        self.assertEqual(written - set().union(*texts.values()), set())
        for id, lines in texts.items():
            self.assertEqual(len(lines), len(set(lines)), (id, lines))
        # A copy says again what its memo says; two memos never say the same.
        own = sum((texts[id] for id, (_, _, copied) in memos.items() if not copied), [])
        self.assertEqual(len(own), len(set(own)), memos)

    def test_a_folder_of_files_takes_part(self):
        laptop, phone = self.devices("laptop", "phone")
        notes = self.folder / "notes"
        notes.mkdir()
        (notes / "plan.md").write_text("# Plan\nsleep\n")
        self.assertEqual(phone.run("sync", "leave", "--yes").returncode, 0)
        self.assertEqual(self.run_command("folder", "attach", str(notes)).returncode, 0)
        join = ["sync", "join", phone.url, "--device", "files", "--account", self.account, "--key-command",
                "printf %s 'correct horse battery staple'"]
        done = self.run_command(*join, cwd=notes)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.run_command("sync", cwd=notes)
        self.assertEqual((done.returncode, done.stdout), (0, "sent 1\n"), done.stderr)
        laptop.sync()
        (memo,) = laptop.texts()
        laptop.do("append", memo, "more")
        laptop.write("other", "# Other\n")
        laptop.sync()
        done = self.run_command("sync", cwd=notes)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((notes / "plan.md").read_text(), "# Plan\nsleep\nmore\n")
        self.assertEqual((notes / "Other.md").read_text(), "# Other\n")
