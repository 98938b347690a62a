"""What the tests of syncing share: a PostgreSQL server of their own, and devices that sync through it."""

import json
import os
import pathlib
import pty
import shutil
import subprocess
import tempfile
import unittest

from command_case import STABLE, CommandCase
from memo_client import PATIENCE, binary

ROOT = pathlib.Path(__file__).resolve().parents[3]
PASSPHRASE = "correct horse battery staple"


class Hub:
    """A server as `make hub` starts it. Nobody but this machine's users reaches it, through a socket."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["sh", str(ROOT / "Tests" / "Tools" / "hub.sh")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("postgresql://"), self.url
        self.socket_folder = self.url.split("host=")[1]

    def end(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def psql(self, *arguments, url=None, **options):
        return subprocess.run(
            ["psql", "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", *arguments, url or self.url], capture_output=True,
            text=True, timeout=PATIENCE, **options)

    def sql(self, statement):
        """Does what only the database's owner may do, and the program never; returns the rows' text."""
        done = self.psql("-c", statement)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def dump(self):
        """All that is in the hub, as text."""
        return self.run_tool("pg_dump", "-n", "memo_sync", self.url).decode()

    def backup(self):
        return self.run_tool("pg_dump", "-n", "memo_sync", "-Fc", self.url)

    def restore(self, backup):
        self.sql("DROP SCHEMA memo_sync CASCADE")
        self.run_tool("pg_restore", "-d", self.url, input=backup)

    def run_tool(self, name, *arguments, input=None):
        """Runs one of PostgreSQL's programs, and returns what it prints."""
        done = subprocess.run([self.tool(name), *arguments], input=input, capture_output=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    @staticmethod
    def tool(name):
        found = (sorted(pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
                 or [pathlib.Path(shutil.which(name) or name)])
        return str(found[-1])


class Device:
    """A store that syncs, and how a person works with it."""

    def __init__(self, case, name, url):
        self.case, self.name, self.url = case, name, url
        self.store = case.folder / name / "memos.sqlite"

    def run(self, *arguments, **options):
        return self.case.run_command(*arguments, "--store", str(self.store), **options)

    def do(self, *arguments, **options):
        """Runs a command that must succeed; returns its output."""
        done = self.run(*arguments, **options)
        self.case.assertEqual(done.returncode, 0, f"{self.name} {arguments}: {done.stderr}")
        return done.stdout

    def join(self, *arguments, passphrase=PASSPHRASE, account="notes"):
        """Joins, or makes the account, as a person does who types the passphrase; returns what is printed as JSON."""
        questions = dict.fromkeys(("passphrase for it: ", "Once more: ", "recovery key: "), passphrase)
        with tempfile.TemporaryFile() as printed:
            status, said = self.answers("sync", "join", self.url, "--device", self.name, "--account", account,
                                        "--json", *arguments, questions=questions, stdout=printed)
            self.case.assertEqual(status, 0, said)
            self.case.assertNotIn(passphrase, said)
            printed.seek(0)
            return json.load(printed)

    def answers(self, *arguments, questions, stdout=subprocess.DEVNULL):
        """Runs a command as a person does who answers each question, which is known by its last words; returns the
        status and all that was said on stderr."""
        person, terminal = pty.openpty()
        process = subprocess.Popen(
            [binary(), *arguments, "--store", str(self.store)], stdin=terminal, stdout=stdout,
            stderr=subprocess.PIPE, bufsize=0, env=self.case.environment(**STABLE))
        try:
            said = b""
            while byte := process.stderr.read(1):
                said += byte
                # A question is waited for: what was typed before it is dropped.
                for question, answer in questions.items():
                    if said.endswith(question.encode()):
                        os.write(person, answer.encode() + b"\n")
            return process.wait(PATIENCE), said.decode()
        finally:
            process.stderr.close()
            os.close(person)
            os.close(terminal)

    def join_by_command(self, *arguments, passphrase=PASSPHRASE, account="notes"):
        """Runs the command that joins with a passphrase that another command prints; the device keeps no keys then."""
        return self.run(
            "sync", "join", self.url, "--device", self.name, "--account", account, "--key-command",
            f"printf %s '{passphrase}'", *arguments)

    def sync(self, *arguments):
        return json.loads(self.do("sync", "--json", *arguments))

    def refused(self, *arguments, status=1, words=()):
        """Runs a command that must end with this status and say these words."""
        done = self.run(*arguments)
        self.case.assertEqual(done.returncode, status, f"{self.name} {arguments}: {done.stdout}{done.stderr}")
        for word in words:
            self.case.assertIn(word, done.stderr)
        return done

    def memos(self):
        """All memos by id: text, whether in the trash, and what they are a copy of."""
        found = {}
        # One session for all texts: a command for each would take most of a test's time.
        client = self.case.start(store=self.store)
        for command in ("list", "trash"):
            for memo in json.loads(self.do(command, "--json"))["memos"]:
                text = client.request("getMemo", {"id": memo["id"]})["text"]
                found[memo["id"]] = (text, command == "trash", memo["properties"].get("conflictOf"))
        self.case.assertEqual(client.finish(), 0)
        return found

    def texts(self):
        return {id: text for id, (text, is_trashed, _) in self.memos().items() if not is_trashed}

    def write(self, id, text):
        """Makes a memo, or gives one another text, as an editor would."""
        client = self.case.start(store=self.store)
        client.initialize()
        try:
            client.request("createMemo", {"id": id, "text": text})
        except Exception:
            client.request("updateMemo", {"id": id, "contentChanges": [{"text": text}]})
        self.case.assertEqual(client.finish(), 0)


class HubCase(CommandCase):
    """A test with a hub, which all tests of its class share; each has an account of its own."""

    @classmethod
    def setUpClass(cls):
        if not pathlib.Path(binary()).resolve().with_name("memo-ls-sync").exists():
            raise unittest.SkipTest("memo-ls-sync is not built: there is no libpq or libsodium here")
        cls.hub = Hub()
        cls.addClassCleanup(cls.hub.end)
        done = subprocess.run([binary(), "sync", "hub", "create", cls.hub.url], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        cls.count = 0

    def device(self, name):
        """A device with a login of its own, which has not joined yet."""
        type(self).count += 1
        login = f"d{self.count}-{os.getpid()}"
        done = subprocess.run([binary(), "sync", "hub", "login", self.hub.url, login], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return Device(self, name, done.stdout.strip())

    @property
    def account(self):
        return self.id().rsplit(".", 1)[-1]

    def devices(self, *names):
        """Devices that have joined one account."""
        devices = [self.device(name) for name in names]
        for device in devices:
            device.join(account=self.account)
        return devices

    def settle(self, *devices):
        """Exchanges until nobody has anything to tell."""
        for _ in range(4):
            for device in devices:
                device.sync("--confirm")
        first = devices[0].memos()
        for device in devices[1:]:
            self.assertEqual(device.memos(), first)
        return first

    def watch(self, device):
        """A watch of its own; what it says is read a line at a time."""
        process = subprocess.Popen(
            [binary(), "sync", "--watch", "--store", str(device.store)], env=self.environment(**STABLE),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        process.stdout.readline()
        return process

    def says(self, process, words):
        while words not in process.stdout.readline():
            self.assertIsNone(process.poll())
