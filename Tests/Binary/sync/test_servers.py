"""What answers at the hub's address may be any server, and may say anything."""

import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

from command_case import STABLE, CommandCase
from memo_client import binary


def message(kind, body):
    """A message as a PostgreSQL server sends it."""
    return kind + struct.pack("!I", len(body) + 4) + body


def refusal(**fields):
    """What a server says that lets nobody in: fields called by their letters."""
    return message(b"E", b"".join(name.encode() + value.encode() + b"\0" for name, value in fields.items()) + b"\0")


READY = message(b"Z", b"I")
LET_IN = message(b"R", struct.pack("!I", 0)) + READY


COLUMN = b"x\0" + struct.pack("!IHIhih", 0, 0, 25, -1, -1, 0)
HEAD = message(b"T", struct.pack("!h", 1) + COLUMN)
MEGABYTE = bytes(1 << 20)
MOST_MEMORY = 600 << 10  # KiB, of which an answer may take up 448 MiB


def rows():
    """Rows of a megabyte, without end."""
    yield HEAD
    while True:
        yield message(b"D", struct.pack("!hi", 1, len(MEGABYTE)) + MEGABYTE)


def one_row():
    """One of a gigabyte."""
    yield HEAD + b"D" + struct.pack("!Ihi", (1 << 30) + 10, 1, 1 << 30)
    for _ in range(1 << 10):
        yield MEGABYTE
    yield message(b"C", b"SELECT 1\0") + READY


def settings():
    """What libpq keeps, and is no row."""
    number = 0
    while True:
        number += 1
        yield message(b"S", b"%d\0" % number + b"v" * 20_000 + b"\0")


class Server:
    """A socket at which each connection gets these bytes for its first message, and those of an endless function for
    each later one."""

    def __init__(self, first, later=lambda: ()):
        self.first, self.later = first, later
        self.folder = tempfile.TemporaryDirectory(dir="/tmp")
        self.url = f"postgresql://x@/notes?host={self.folder.name}"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{self.folder.name}/.s.PGSQL.5432")
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            try:
                client.recv(1 << 16)
                client.sendall(self.first)
                while client.recv(1 << 16):
                    for part in self.later():
                        client.sendall(part)
            except OSError:
                pass

    def end(self):
        self.listener.close()
        self.folder.cleanup()


class Servers(CommandCase):
    def setUp(self):
        super().setUp()
        if not pathlib.Path(binary()).resolve().with_name("memo-ls-sync").exists():
            self.skipTest("memo-ls-sync is not built: there is no libpq or libsodium here")

    def said(self, *answers):
        """What `hub create` says of a server."""
        server = Server(*answers)
        self.addCleanup(server.end)
        done = self.run_command("sync", "hub", "create", server.url)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        return done.stderr

    def test_a_missing_database_is_known_in_any_language(self):
        words = self.said(refusal(S="SCHWERWIEGEND", V="FATAL", C="3D000", M="Datenbank »notes« existiert nicht",
                                  F="postinit.c", L="1019", R="InitPostgres"))
        self.assertIn("the address leads to no database (", words)
        self.assertIn("Datenbank »notes« existiert nicht): its name stands behind the host", words)

    def test_a_login_that_is_refused_is_known_in_any_language(self):
        words = self.said(refusal(S="SCHWERWIEGEND", C="28P01", M="Passwort-Authentifizierung fehlgeschlagen"))
        self.assertIn("the hub refuses this login: ", words)
        self.assertTrue(words.endswith("Passwort-Authentifizierung fehlgeschlagen\n"), words)

    def test_a_server_that_starts_may_be_reached_later(self):
        words = self.said(refusal(S="SCHWERWIEGEND", C="57P03", M="das Datenbanksystem startet"))
        self.assertIn("the hub can't be reached: ", words)

    def test_an_answer_without_an_end_is_not_read_to_its_end(self):
        for answer in (rows, one_row, settings):
            with self.subTest(answer.__name__):
                self.assertIn("the hub's answer is longer than any may be", self.said(LET_IN, answer))

    @unittest.skipUnless(sys.platform == "linux", "nobody tells it in the same way elsewhere")
    def test_an_answer_takes_no_more_memory_than_the_longest_may_however_fast_it_comes(self):
        server = Server(LET_IN, one_row)
        self.addCleanup(server.end)
        process = subprocess.Popen(
            [binary(), "sync", "hub", "create", server.url], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env=self.environment(**STABLE))
        with process.stderr:
            self.assertIn(b"the hub's answer is longer than any may be", process.stderr.read())
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 1)
        self.assertLess(used.ru_maxrss, MOST_MEMORY)
