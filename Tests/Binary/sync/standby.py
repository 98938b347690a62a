"""A second PostgreSQL server that follows a hub's, as whoever keeps a hub has one for when the first fails."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from memo_client import PATIENCE
from sync.hub_case import Hub


class Server:
    """A PostgreSQL server that can be stopped and started: its folder has the socket, and `data`."""

    # A standby takes no fewer connections than what it follows.
    SETTINGS = ["listen_addresses=''", "fsync=off", "max_connections=400"]

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.url = f"postgresql://owner@/postgres?host={folder}"

    def run(self, tool, *arguments):
        """Runs one of PostgreSQL's programs as the user whose files these are: it refuses to run as root."""
        owner = self.folder.stat()
        user = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []} if os.getuid() == 0 else {}
        subprocess.run(
            [Hub.tool(tool), *arguments], cwd=self.folder, check=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, timeout=PATIENCE, **user)

    def control(self, *arguments):
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", *arguments)

    def start(self, *settings):
        all = [f"unix_socket_directories='{self.folder}'", *self.SETTINGS, *settings]
        options = " ".join(f"-c {setting}" for setting in all)
        self.control("start", "-l", str(self.folder / "data" / "log"), "-o", options)

    def stop(self):
        """Stops it as a power cut does."""
        self.control("stop", "-m", "immediate")

    def value(self, expression):
        """What the server says an SQL expression is."""
        done = subprocess.run(
            ["psql", "-X", "-q", "-At", "-c", f"SELECT {expression}", self.url], check=True, capture_output=True,
            text=True, timeout=PATIENCE)
        return done.stdout.strip()


class Standby(Server):
    """A server with all that another one has, which it gets from that one's log."""

    def __init__(self, hub):
        super().__init__(tempfile.mkdtemp(prefix="memo-standby.", dir="/tmp"))
        self.leader = Server(hub.socket_folder)
        owner = self.leader.folder.stat()
        os.chown(self.folder, owner.st_uid, owner.st_gid)
        self.run(
            "pg_basebackup", "-h", str(self.leader.folder), "-U", "owner", "-D", str(self.folder / "data"), "-R", "-c",
            "fast", "--no-sync")
        self.start()

    def catch_up(self):
        """Waits until it has all that the other one has now."""
        (place, end) = (self.leader.value("pg_current_wal_lsn()"), time.monotonic() + PATIENCE)
        while self.value(f"pg_last_wal_replay_lsn() >= '{place}'") != "t":
            assert time.monotonic() < end, "the standby does not follow"
            time.sleep(0.05)

    def promote(self):
        """Makes it a server of its own, with what it has."""
        self.control("promote")

    def end(self):
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder)
