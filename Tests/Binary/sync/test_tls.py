"""Over a network nothing is sent to a server that does not prove that it is the hub's."""

import os
import pathlib
import shutil
import socket
import subprocess

from command_case import STABLE
from commands.terminal import Terminal
from memo_client import PATIENCE, binary
from pages.page_case import block
from sync.hub_case import PASSPHRASE, Device, Hub, HubCase
from sync.standby import Server

# This machine is no exception, so it stands for any other one.
ADDRESS = "127.0.0.1"
SSL = ["ssl=on", "ssl_cert_file=hub.crt", "ssl_key_file=hub.key"]


class Certificates:
    """What a server has that signed its certificate itself, and the certificate of somebody else."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name, names in (("hub", "IP:127.0.0.1"), ("other", "IP:127.0.0.1"), ("misnamed", "DNS:db.example.org")):
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                 "-addext", f"subjectAltName={names}", "-keyout", self.folder / f"{name}.key", "-out",
                 self.folder / f"{name}.crt"],
                check=True, capture_output=True, timeout=PATIENCE)

    def give(self, server, name):
        """Gives a server one of them, as its own user's file that nobody else reads."""
        owner = server.folder.stat()
        for ending in ("crt", "key"):
            path = server.folder / "data" / f"hub.{ending}"
            shutil.copyfile(self.folder / f"{name}.{ending}", path)
            os.chown(path, owner.st_uid, owner.st_gid)
            path.chmod(0o600)


class Encryption(HubCase):
    def setUp(self):
        super().setUp()
        if shutil.which("openssl") is None:
            self.skipTest("there is no openssl here, which makes certificates")
        self.certificates = Certificates(self.folder)
        # Not the class's: it is stopped and started.
        self.own = Hub()
        self.addCleanup(self.own.end)
        self.server = Server(self.own.socket_folder)
        self.server.stop()
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]

    def serve(self, *settings):
        self.server.start("listen_addresses=127.0.0.1", f"port={self.port}", *settings)

    def url(self, *options):
        return f"postgresql://owner@{ADDRESS}:{self.port}/postgres" + ("?" + "&".join(options) if options else "")

    def root(self, name):
        return f"sslrootcert={self.folder / name}.crt"

    def refuses(self, *options, words):
        done = self.run_command("sync", "hub", "create", self.url(*options))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertTrue(done.stderr.startswith("memo-ls sync: the hub's server is not trusted: "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertNotIn("change sslmode", done.stderr)

    def test_a_server_that_signed_its_certificate_itself_is_trusted_by_who_names_that(self):
        self.certificates.give(self.server, "hub")
        self.serve(*SSL)
        for mode in ([], ["sslmode=verify-full"]):
            done = self.run_command("sync", "hub", "create", self.url(self.root("hub"), *mode))
            self.assertEqual(done.returncode, 0, done.stderr)
        self.refuses(words=["certificate verify failed", "sslrootcert=FILE"])
        self.refuses(self.root("other"), words=["certificate verify failed", "sslrootcert=FILE"])
        self.refuses(self.root("nowhere"), words=["nowhere.crt", "does not exist; write sslrootcert=FILE"])
        # The device's URL says what the owner's says.
        laptop, phone = (self.login(name) for name in ("laptop", "phone"))
        for device in (laptop, phone):
            device.join()
        laptop.write("m", "one\n")
        laptop.sync()
        self.assertEqual(phone.sync()["pulled"], 1)
        # Somebody else takes the server's place: no device tells it anything, and all go on when it is gone.
        self.server.stop()
        self.certificates.give(self.server, "other")
        self.serve(*SSL)
        laptop.refused("sync", words=["not trusted", "certificate verify failed"])
        self.server.stop()
        self.certificates.give(self.server, "hub")
        self.serve(*SSL)
        laptop.sync()

    def test_the_example_of_a_server_somewhere_else_does_what_is_said(self):
        self.certificates.give(self.server, "hub")
        self.serve(*SSL)
        programs = self.folder / "bin"
        programs.mkdir()
        (programs / "memo-ls").symlink_to(pathlib.Path(binary()).resolve())
        laptop = Device(self, "laptop", None)
        # The device is called as its machine is, in which nobody has an account yet.
        variables = {"HUB": self.url(self.root("hub")), "MEMO_LS_STORE": str(laptop.store),
                     "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
        screen = Terminal(
            "-ec", block("sh sync-server"), program=["sh"], columns=500, env=self.environment(**STABLE | variables))
        self.addCleanup(screen.kill)
        for question in ("passphrase for it: ", "Once more: "):
            screen.wait_for(question)
            screen.type(PASSPHRASE + "\r")
        status, shown = screen.end()
        self.assertEqual(status, 0, shown)
        self.assertIn("The recovery key", shown)
        phone = Device(self, "phone", shown.splitlines()[-1])
        self.assertFalse(phone.join()["isNew"])
        laptop.write("m", "one\n")
        laptop.sync()
        self.assertEqual(phone.sync()["pulled"], 1)

    def login(self, name):
        done = self.run_command("sync", "hub", "login", self.url(self.root("hub")), name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(self.root("hub"), done.stdout)
        return Device(self, name, done.stdout.strip())

    def test_a_certificate_for_another_name_proves_nothing(self):
        self.certificates.give(self.server, "misnamed")
        self.serve(*SSL)
        self.refuses(self.root("misnamed"), words=["does not match host name", "write a name into the URL"])

    def test_a_server_without_encryption_is_refused_on_this_machine_too_unless_it_is_reached_by_its_socket(self):
        self.serve()
        self.refuses(words=["does not support SSL", "ssl = on"])
        for mode in ("disable", "allow", "prefer", "require", "verify-ca"):
            done = self.run_command("sync", "hub", "create", self.url(f"sslmode={mode}"))
            self.assertEqual(done.returncode, 1)
            self.assertIn("only sslmode=verify-full does", done.stderr)
        # Whatever the environment says.
        done = self.run_command("sync", "hub", "create", self.url(), env={"PGSSLMODE": "disable"})
        self.assertEqual(done.returncode, 1)
        socket = f"postgresql://owner@/postgres?host={self.own.socket_folder}&port={self.port}&sslmode=disable"
        done = self.run_command("sync", "hub", "create", socket)
        self.assertEqual(done.returncode, 0, done.stderr)
