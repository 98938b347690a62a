"""Workloads of devices that sync through a hub on the same machine."""

import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

from agents import Talker
from folders import memory
from servers import MemoLS, request

TEXT = 340  # bytes of a memo
SEEN = 11  # edits on one device that the other waits to see
PAUSE = 2.5  # seconds between them, so that no exchange is shared
IDLE = 180  # seconds
ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTES = {"capabilities": {"memo": {"notifications": True}}}


class SyncingMemoLS(MemoLS):
    """memo-ls that exchanges what is new while it runs."""

    def __init__(self, program):
        super().__init__(program)
        self.start = request(0, "initialize", NOTES)

    def command(self, store):
        return [*super().command(store), "--sync"]


class Device:
    """A store that has joined the account."""

    def __init__(self, bench, hub, name):
        self.program, self.store = bench.memo_ls.program, bench.new_store()
        url = self.run("sync", "hub", "login", hub, name, store=False)
        self.run("sync", "join", url.strip(), "--account", "bench", "--key-command", "echo correct horse battery")

    def run(self, *arguments, store=True):
        place = ["--store", str(self.store)] if store else []
        return subprocess.run([self.program, *arguments, *place], check=True, capture_output=True, text=True).stdout

    def timed(self):
        """How long an exchange takes."""
        began = time.monotonic_ns()
        self.run("sync")
        return time.monotonic_ns() - began


def measure_syncing(bench):
    """A first exchange of many memos both ways, what is typed until the other device shows it, and idling."""
    if not pathlib.Path(bench.memo_ls.program).with_name("memo-ls-sync").exists():
        bench.say("there is no memo-ls-sync here: its rows are left out")
        return
    hub = subprocess.Popen(
        ["sh", ROOT / "Tests" / "Tools" / "hub.sh", "fsync=on"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        measure_with(bench, hub.stdout.readline().strip())
    finally:
        hub.stdin.close()
        hub.wait()


def measure_with(bench, hub):
    subprocess.run([bench.memo_ls.program, "sync", "hub", "create", hub], check=True, capture_output=True)
    laptop, phone = Device(bench, hub, "laptop"), Device(bench, hub, "phone")
    size = bench.scale.notes
    bench.say(f"{size:,} memos are synced")
    fill(bench, laptop.store, size)
    # The time of an exchange that has nothing to exchange: keys are made, and a connection.
    empty = statistics.median(phone.timed() for _ in range(3))
    bench.add("sync, pushed", bench.memo_ls, [{"each": max(1, laptop.timed() - empty) / size}], size=size)
    bench.add("sync, pulled", bench.memo_ls, [{"each": max(1, phone.timed() - empty) / size}], size=size)
    see(bench, laptop, phone, size)
    idle(bench, laptop, phone, hub, size)


def fill(bench, store, size):
    talker = Talker(bench.memo_ls, store)
    for number in range(size):
        words = f"Memo {number}\n" + f"word{number % 1000} and some more, " * 20
        talker.ask(request, "createMemo", {"id": f"memo-{number}", "text": words[:TEXT]})
    talker.ask(request, "shutdown")
    talker.close()


def see(bench, laptop, phone, size):
    """Edits on one device, with a server that syncs on each, until the other's client is told."""
    here, there = Talker(SyncingMemoLS(laptop.program), laptop.store), Talker(SyncingMemoLS(phone.program), phone.store)
    here.ask(request, "getMemo", {"id": "memo-0"})
    there.ask(request, "getMemo", {"id": "memo-0"})
    times = []
    for step in range(SEEN if bench.scale.runs > 1 else 1):
        bench.say(f"a memo is changed on one device: {step + 1}")
        time.sleep(PAUSE)
        began = time.monotonic_ns()
        place = {"line": 0, "character": 0}
        here.ask(request, "updateMemo",
                 {"id": "memo-0", "contentChanges": [{"range": {"start": place, "end": place}, "text": "x"}]})
        there.read(lambda message: message.get("method") == "didChangeMemo")
        times.append(time.monotonic_ns() - began)
    bench.add("sync, seen", bench.memo_ls, [{"each": statistics.median(times), "max": max(times)}], size=size)
    for talker in (here, there):
        talker.close()


class Watch:
    """A watch by itself, as the functions of other workloads take a conversation."""

    def __init__(self, device):
        self.process = subprocess.Popen(
            [device.program, "sync", "--watch", "--store", str(device.store)], stdout=subprocess.PIPE, text=True)
        self.read("syncing with")

    def read(self, words):
        """Waits until it says this."""
        while words not in (line := self.process.stdout.readline()):
            if not line:
                raise RuntimeError(f"a watch has ended, and not said {words}")

    def end(self):
        self.process.terminate()
        self.process.wait()


def processor_time(watch):
    """How much of the processor's time all of its threads have had, those that have ended, too, in nanoseconds
    (Linux)."""
    fields = pathlib.Path(f"/proc/{watch.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 10**9 // os.sysconf("SC_CLK_TCK")


def statements(hub):
    """How many statements the server has noted."""
    log = pathlib.Path(hub.split("host=")[1]) / "data" / "log"
    return len(re.findall("LOG:  (?:execute|statement)", log.read_text(errors="replace")))


def idle(bench, device, other, hub, size):
    if sys.platform != "linux":
        return
    subprocess.run(["psql", "-X", "-q", "-c", "ALTER ROLE laptop SET log_statement = 'all'", hub], check=True)
    watch, seconds = Watch(device), IDLE if bench.scale.runs > 1 else 0.1
    bench.say(f"a watch runs for {seconds} s in which nothing happens")
    time.sleep(min(5, seconds))
    # Until it has been told of something, it does not know that the hub tells it.
    other.run("append", "memo-1", "x")
    other.run("sync")
    watch.read("took in")
    time.sleep(min(5, seconds))
    before, asked = processor_time(watch), statements(hub)
    time.sleep(seconds)
    used, asked = (processor_time(watch) - before) / seconds, statements(hub) - asked
    figures = {"each": used, "statements": asked / seconds * 60}
    bench.add("sync, idle", bench.memo_ls, [figures | memory(watch)], size=size)
    watch.end()
