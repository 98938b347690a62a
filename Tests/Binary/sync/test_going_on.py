"""A watch goes on through what passes by itself, and with a hub that has moved."""

import signal
import subprocess

from command_case import STABLE
from memo_client import PATIENCE, binary
from sync.hub_case import PASSPHRASE, HubCase

# Ends each push of LOGIN as a database does that has too much at the same time.
CROWD = """
    CREATE FUNCTION public.crowd() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF session_user = 'LOGIN' THEN RAISE 'could not serialize access' USING ERRCODE = 'STATE'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER crowd BEFORE INSERT ON memo_sync.push FOR EACH ROW EXECUTE FUNCTION public.crowd()
    """
NO_CROWD = "DROP FUNCTION public.crowd CASCADE"
# What is done to the hub, what ends that, and what is said of it.
PASSING = (
    ('ALTER ROLE "LOGIN" SET default_transaction_read_only = on',
     'ALTER ROLE "LOGIN" RESET default_transaction_read_only', "its database takes nothing in for the time being"),
    (CROWD.replace("STATE", "40001"), NO_CROWD, "others write to its database at the same time"),
    (CROWD.replace("STATE", "40P01"), NO_CROWD, "others write to its database at the same time"),
)


class GoingOn(HubCase):
    def test_a_watch_goes_on_when_the_hub_is_there_again(self):
        laptop, phone = self.devices("laptop", "phone")
        process = subprocess.Popen(
            [binary(), "sync", "--watch", "--store", str(laptop.store)], env=self.environment(**STABLE),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        process.stdout.readline()
        login = laptop.url.split("//")[1].split(":")[0]
        self.wait_until(lambda: self.hub.sql(
            f"SELECT count(*) FROM pg_stat_activity WHERE usename = '{login}'") == "1", "the connection")
        self.hub.sql(f"ALTER ROLE \"{login}\" NOLOGIN")
        self.hub.sql(f"ALTER ROLE \"{login}\" LOGIN")
        self.hub.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{login}'")
        phone.write("m", "one\n")
        phone.sync()
        while "took in 1 change" not in process.stdout.readline():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 143)
        process.stdout.close()
        process.stderr.close()

    def test_a_watch_goes_on_when_the_hub_takes_nothing_in_for_a_while(self):
        laptop, phone = self.devices("laptop", "phone")
        login = laptop.url.split("//")[1].split(":")[0]
        for number, (begin, end, words) in enumerate(PASSING):
            self.hub.sql(begin.replace("LOGIN", login))
            laptop.write("m", f"{number}\n")
            laptop.refused("sync", words=[f"the hub can't be reached: {words}"])
            process = self.watch(laptop)
            self.says(process, words)
            self.hub.sql(end.replace("LOGIN", login))
            self.says(process, "sent 1")
            process.terminate()
            self.assertEqual(process.wait(PATIENCE), 143)
            phone.sync()
            self.assertEqual(phone.texts(), {"m": f"{number}\n"})

    def test_a_watch_goes_on_when_the_tables_are_there_again_if_they_were_before(self):
        laptop, phone = self.devices("laptop", "phone")
        process = self.watch(laptop)
        laptop.write("m", "one\n")
        self.says(process, "sent 1")
        self.hub.sql("ALTER SCHEMA memo_sync RENAME TO away")
        self.addCleanup(self.hub.psql, "-c", "ALTER SCHEMA away RENAME TO memo_sync")
        laptop.write("m", "two\n")
        self.says(process, "this database is no hub")
        self.assertEqual(self.watch(phone).wait(PATIENCE), 1)
        self.hub.sql("ALTER SCHEMA away RENAME TO memo_sync")
        self.says(process, "sent 1")
        phone.sync()
        self.assertEqual(phone.texts(), {"m": "two\n"})

    def test_a_watch_goes_on_where_the_hub_has_moved_and_ends_where_it_was_left(self):
        laptop, phone = self.devices("laptop", "phone")
        login = laptop.url.split("//")[1].split(":")[0]
        process = self.watch(laptop)
        laptop.write("m", "one\n")
        self.says(process, "sent 1")
        laptop.do("sync", "move", f"{laptop.url}&application_name=moved")
        laptop.write("m", "two\n")
        self.says(process, "sent 1")
        connected = f"SELECT DISTINCT application_name FROM pg_stat_activity WHERE usename = '{login}'"
        self.assertEqual(self.hub.sql(connected), "moved")
        phone.sync()
        self.assertEqual(phone.texts(), {"m": "two\n"})
        laptop.do("sync", "leave", "--yes")
        laptop.write("m", "three\n")
        self.assertEqual(process.wait(PATIENCE), 1)

    def test_a_watch_goes_on_when_the_key_command_prints_the_passphrase_again(self):
        (phone,) = self.devices("phone")
        laptop, secret = self.device("laptop"), self.folder / "secret"
        secret.write_text(PASSPHRASE)
        done = laptop.run("sync", "join", laptop.url, "--account", self.account, "--key-command", f"cat '{secret}'")
        self.assertEqual(done.returncode, 0, done.stderr)
        secret.rename(f"{secret}.away")
        laptop.write("m", "one\n")
        laptop.refused("sync", words=[f"the key command cat '{secret}' failed"])
        process = self.watch(laptop)
        self.says(process, "failed; try it by itself")
        (self.folder / "secret.away").rename(secret)
        self.says(process, "sent 1")
        self.assertEqual(phone.sync()["pulled"], 1)

    def test_a_watch_goes_on_when_the_keys_were_changed_if_a_command_tells_the_passphrase(self):
        laptop, phone = self.devices("laptop", "phone")
        desk = self.device("desk")
        self.assertEqual(desk.join_by_command(account=self.account).returncode, 0)
        process = subprocess.Popen(
            [binary(), "sync", "--watch", "--store", str(desk.store)], env=self.environment(**STABLE),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        process.stdout.readline()
        other = self.device("other")
        self.assertEqual(other.join_by_command(account=self.account).returncode, 0)
        other.do("sync", "revoke", "--yes", "phone")
        other.write("m", "one\n")
        other.sync()
        while "took in 1 change" not in process.stdout.readline():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 143)
        process.stdout.close()
