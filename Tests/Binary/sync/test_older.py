"""What is older than the rest takes nothing away and brings nothing back: hubs and stores from backups, hubs of an
earlier version, and the names of logins."""

import json

from sync.hub_case import Device, HubCase

# What an earlier version calls the hub with to make an account.
EARLIER = ("gen_random_uuid(), 'a'::text, gen_random_uuid(), 1, ''::bytea, 1::bigint, 3, ''::bytea, ''::bytea, "
           "''::bytea, ''::bytea, ''::bytea")


class Older(HubCase):
    def put_back(self, device, copy):
        """Puts a copy of a store's file in the store's place."""
        for path in device.store.parent.glob("memos.sqlite-[ws]*m"):
            path.unlink()
        device.store.write_bytes(copy)

    def test_a_hub_and_a_store_restored_together_bring_back_nothing_that_was_destroyed_meanwhile(self):
        names = ("laptop", "phone")
        for number, (who, first) in enumerate((who, first) for who in names for first in names):
            with self.subTest(f"{who} destroys, {first} exchanges first"):
                laptop, phone = self.device(f"laptop{number}"), self.device(f"phone{number}")
                for device in (laptop, phone):
                    device.join(account=f"{self.account}{number}")
                for id in ("gone", "dropped", "kept"):
                    laptop.write(id, "one\n")
                laptop.do("delete", "--yes", "gone")
                self.settle(laptop, phone)
                backup, copy = self.hub.backup(), laptop.store.read_bytes()
                destroyer, other = (laptop, phone) if who == "laptop" else (phone, laptop)
                destroyer.do("delete", "--yes", "--permanent", "gone", "dropped")
                destroyer.do("append", "kept", "before")
                destroyer.sync()
                other.sync()
                self.assertNotIn("gone", other.memos())
                self.hub.restore(backup)
                self.put_back(laptop, copy)
                laptop.do("append", "kept", "after")
                order = (laptop, phone) if first == "laptop" else (phone, laptop)
                for device in order:
                    device.sync("--confirm")
                memos = self.settle(*order)
                self.assertNotIn("gone", memos)
                self.assertNotIn("dropped", {id for id, (_, is_trashed, _) in memos.items() if not is_trashed})
                lines = [line for text, _, _ in memos.values() for line in text.splitlines()]
                self.assertEqual({line: lines.count(line) for line in ("before", "after")}, {"before": 1, "after": 1})

    def test_a_hub_of_an_earlier_version_is_told_of_until_its_owner_brings_it_up_to_date(self):
        (laptop,) = self.devices("laptop")
        create = ["sync", "hub", "create", self.hub.url]
        self.addCleanup(self.run_command, *create)
        done = laptop.run("sync")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        # As it was before functions were counted.
        self.hub.sql("DROP FUNCTION memo_sync.functions()")
        laptop.write("m", "one\n")
        done = laptop.run("sync")
        self.assertEqual((done.returncode, done.stdout), (0, "sent 1\n"))
        self.assertEqual(
            done.stderr,
            "the hub was made by an earlier memo-ls; its owner brings it up to date with memo-ls sync hub create URL\n")
        self.assertEqual(self.run_command(*create).returncode, 0)
        self.assertEqual(laptop.run("sync").stderr, "")
        # A later one's functions are no reason to do anything.
        self.hub.sql("CREATE OR REPLACE FUNCTION memo_sync.functions() RETURNS int LANGUAGE sql AS 'SELECT 99'")
        self.assertEqual(laptop.run("sync").stderr, "")

    def test_a_plain_dump_is_restored_with_psql(self):
        laptop, phone = self.devices("laptop", "phone")
        laptop.write("m", "one\n")
        laptop.sync()
        dump = self.hub.dump()
        self.hub.sql("DROP SCHEMA memo_sync CASCADE")
        self.hub.run_tool("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", self.hub.url, input=dump.encode())
        self.settle(laptop, phone)
        self.assertEqual(phone.texts(), {"m": "one\n"})
        self.device("other").join(account=f"{self.account}2")

    def test_an_account_is_made_once_an_earlier_hub_is_up_to_date_and_by_whom_it_had_let_in(self):
        laptop, phone = self.devices("laptop", "phone")
        early, late = self.device("early"), self.device("late")
        create = ["sync", "hub", "create", self.hub.url]
        self.addCleanup(self.run_command, *create)
        named = ("SELECT oid::regprocedure FROM pg_proc WHERE proname LIKE 'begin%' "
                 "AND pronamespace = 'memo_sync'::regnamespace AND prokind = 'f'")
        function = self.hub.sql(named)
        teller = f"DROP AGGREGATE {function.replace('begin_account', 'begin')}"
        self.hub.sql(f"{teller}; ALTER FUNCTION {function} RENAME TO begin")
        self.hub.sql("CREATE OR REPLACE FUNCTION memo_sync.functions() RETURNS int LANGUAGE sql AS 'SELECT 4'")
        done = early.join_by_command(account=f"{self.account}2")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("the hub was made by an earlier memo-ls; its owner brings it up to date with memo-ls sync hub",
                      done.stderr)
        self.assertIn("the hub was made by an earlier memo-ls", laptop.run("sync").stderr)
        self.assertEqual(self.run_command(*create).returncode, 0)
        self.assertEqual(self.hub.sql(named), function)
        self.assertEqual(laptop.run("sync").stderr, "")
        early.join(account=f"{self.account}2")
        # Where an earlier version was run again, both are there.
        made = self.hub.sql(f"SELECT pg_get_functiondef('{function}'::regprocedure)")
        self.hub.sql(f"{teller}; {made.replace('begin_account', 'begin')}")
        self.assertEqual(self.run_command(*create).returncode, 0)
        self.assertEqual(self.hub.sql(named), function)
        late.join(account=f"{self.account}3")

    def test_an_earlier_program_that_makes_an_account_is_told_to_be_updated(self):
        device = self.device("early")
        create = ["sync", "hub", "create", self.hub.url]
        for _ in range(2):
            done = self.hub.psql("-v", "VERBOSITY=verbose", "-c", f"SELECT memo_sync.begin({EARLIER})", url=device.url)
            self.assertEqual(done.returncode, 1)
            # An earlier version prints the words of a code that it does not know.
            self.assertIn(
                "MS004: an account is made by a later memo-ls here; update memo-ls on this device", done.stderr)
            self.assertEqual(self.run_command(*create).returncode, 0)
        device.join(account=self.account)

    def test_a_program_without_a_function_that_it_calls_is_told_which_of_both_is_to_be_updated(self):
        laptop, phone = self.devices("laptop", "phone")
        self.addCleanup(self.run_command, "sync", "hub", "create", self.hub.url)
        push = self.hub.sql("SELECT oid::regprocedure FROM pg_proc WHERE proname = 'push' AND prokind = 'f'")
        self.hub.sql(f"ALTER FUNCTION {push} RENAME TO push_otherwise")
        laptop.write("m", "one\n")
        for revision, words in (
            (99, "the hub was made by a later memo-ls, which does this otherwise; update memo-ls on this device"),
            (4, "the hub was made by an earlier memo-ls; its owner brings it up to date with memo-ls sync hub create"),
        ):
            self.hub.sql(
                f"CREATE OR REPLACE FUNCTION memo_sync.functions() RETURNS int LANGUAGE sql AS 'SELECT {revision}'")
            laptop.refused("sync", words=[words])
        self.hub.sql(f"ALTER FUNCTION {push.replace('push', 'push_otherwise')} RENAME TO push")
        self.settle(laptop, phone)

    def test_a_login_made_by_hand_under_the_name_of_one_that_was_dropped_is_told_how_it_is_set_free(self):
        (laptop,) = self.devices("laptop")
        login = laptop.url.split("//")[1].split(":")[0]
        self.hub.sql(f'GRANT "{login}" TO CURRENT_USER; DROP OWNED BY "{login}"; DROP ROLE "{login}"')
        grants = json.loads(self.run_command("sync", "hub", "create", self.hub.url, "--json").stdout)["grants"]
        printed = self.run_command("sync", "hub", "create", self.hub.url, "--grants").stdout
        self.assertEqual(printed.splitlines(), grants)
        told = self.run_command("sync", "hub", "create", self.hub.url).stdout
        self.assertEqual([line.strip() for line in told.splitlines()[-len(grants):]], grants)
        self.hub.sql(f'CREATE ROLE "{login}" LOGIN;' + printed.replace(" TO role;", f' TO "{login}";'))
        other = Device(self, "other", laptop.url)
        done = other.join_by_command(account="another")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is set free by the hub's owner: DELETE FROM memo_sync.device", done.stderr)
        self.hub.sql(done.stderr.split("owner: ")[1].strip().replace("NAME", login))
        done = other.join_by_command(account="another")
        self.assertEqual(done.returncode, 0, done.stderr)
        # Whose login it was is told what to do.
        advice = "not the login of this device; `memo-ls sync leave --yes`, then `memo-ls sync join`"
        laptop.refused("sync", words=[advice])
