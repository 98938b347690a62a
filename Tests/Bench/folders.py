"""Workloads of a folder of plain files that is a store."""

import os
import pathlib
import secrets
import shutil
import statistics
import sys
import time

from agents import Talker
from servers import MEMO, MemoLS, request

PATIENCE = 60  # seconds
SETTLED = 3  # seconds after which the time of a change tells it from the next
IDLE = 10  # seconds
BETWEEN_LOOKS = 100  # edits, from one question whether a folder is taken in to the next
CHANGES = 21  # of which the median counts
NOTES = {"capabilities": {"memo": {"notifications": True}}}


class Folder:
    """memo-ls with a folder whose store is made anew beside it."""

    def __init__(self, program, path):
        self.program, self.name, self.path = program, "memo-ls", path
        self.start = request(0, "initialize", NOTES)

    def command(self, _):
        data = f"XDG_DATA_HOME={self.path.parent}/data"
        return ["env", data, self.program, "--folder", str(self.path), "--log-level", "error"]

    def make(self, size):
        """Makes so many notes of a few hundred bytes, as they are on a machine that the folder was copied to."""
        own = self.path / ".memo-ls"
        for path in (self.path, own, own / "staging"):
            path.mkdir(mode=0o700, parents=True)
        (own / "id").write_text(secrets.token_hex(16) + "\n")
        for number in range(size):
            place = self.path / f"folder {number % 100}"
            place.mkdir(exist_ok=True)
            words = " ".join(f"word{number * 7 % 1000 + each}" for each in range(40))
            (place / f"note {number}.md").write_text(f"# Note {number}\n\n{words}\n\nSee [[Note {number // 2}]].\n")

    def kept(self):
        """A client of a server with the folder, once all is equal, and how long that took."""
        began = time.monotonic_ns()
        talker = Talker(self, None)
        while not is_kept_by(talker):
            time.sleep(0.002)
        return talker, time.monotonic_ns() - began

    def store(self):
        """The folder's store, once it is made."""
        (store,) = (self.path.parent / "data").rglob("*.sqlite")
        return store

    def forget(self):
        """Has the folder taken in anew by the next server."""
        shutil.rmtree(self.path.parent / "data")

    def notes(self):
        return [entry.path for folder in os.scandir(self.path) if not folder.name.startswith(".")
                for entry in os.scandir(folder.path)]


def is_kept_by(talker):
    return talker.ask(request, "stats")["result"]["folder"]["keptBy"] == "thisProcess"


def measure_folders(bench):
    """Taking a folder in, comparing it at the start, and what an outside change, taking over and idling cost."""
    size, memo_ls = bench.scale.files, bench.memo_ls
    bench.say(f"a folder of {size:,} files is taken in")
    folder = Folder(memo_ls.program, bench.driver.folder / "folder" / "notes")
    folder.make(size)
    time.sleep(SETTLED)
    measure_floor(bench, folder)
    talker, taken = folder.kept()
    bench.add("folder, taken in", memo_ls, [{"each": taken / size} | memory(talker)], size=size)
    talker.close()
    folder.forget()
    measure_edits_meanwhile(bench, folder)
    starts = []
    for run in range(max(2, bench.scale.runs)):
        bench.say(f"a folder of {size:,} files is compared: {run + 1}")
        talker, compared = folder.kept()
        starts.append({"each": compared} | memory(talker))
        talker.close()
    bench.add("folder, compared", memo_ls, starts[1:], size=size)
    talker, _ = folder.kept()
    path, times = folder.path / "folder 1" / "note 1.md", []
    for step in range(CHANGES if bench.scale.runs > 1 else 1):
        bench.say(f"a file is changed outside: {step + 1}")
        began = time.monotonic_ns()
        path.write_text(f"# Note 1\n\nstep {step}\n")
        talker.read(lambda message: message.get("method") == "didChangeMemo")
        times.append(time.monotonic_ns() - began)
    bench.add("folder, changed outside", memo_ls, [{"each": statistics.median(times)}], size=size)
    talker.close()
    if sys.platform == "linux":
        measure_taking_over(bench, folder)
        measure_idling(bench, folder)
    shutil.rmtree(folder.path.parent)


def measure_floor(bench, folder):
    """What the file system alone takes: to read each file, and to look at each, both of which are in memory."""
    paths = folder.notes()
    for workload, each in (("folder, taken in", lambda path: pathlib.Path(path).read_bytes()),
                           ("folder, compared", os.lstat)):
        began = time.monotonic_ns()
        for path in paths:
            each(path)
        taken = time.monotonic_ns() - began
        per = taken / len(paths) if workload == "folder, taken in" else taken
        bench.add(workload, bench.floor, [{"each": per}], size=len(paths))


def measure_edits_meanwhile(bench, folder):
    """How long the answer to an edit takes while the folder is taken in, of which the server says when it has ended;
    and the same where there is nothing but the pipe."""
    size = bench.scale.files
    bench.say(f"a memo is edited while a folder of {size:,} files is taken in")
    talker = Talker(folder, None)
    talker.ask(request, "createMemo", {"id": MEMO, "text": "words\n"})
    times = []
    while not times or not is_kept_by(talker):
        times += edits(talker, len(times), BETWEEN_LOOKS)
    talker.close()
    floor = Talker(MemoLS(bench.floor.program, is_floor=True), None)
    for server, found in ((bench.memo_ls, times), (bench.floor, edits(floor, 0, len(times)))):
        found.sort()
        percentiles = {"p50": found[len(found) // 2], "p99": found[len(found) * 99 // 100]}
        bench.add("folder, answered meanwhile", server, [percentiles], size=size)
    floor.close()


def edits(talker, done, count):
    """The times until so many edits were answered, after those that were made before."""
    times = []
    for step in range(done, done + count):
        place = {"line": 0, "character": step}
        change = {"range": {"start": place, "end": place}, "text": "x"}
        asked = {"id": MEMO, "baseVersion": step + 1, "contentChanges": [change]}
        began = time.monotonic_ns()
        answer = talker.ask(request, "updateMemo", asked)
        times.append(time.monotonic_ns() - began)
        if "error" in answer:
            raise RuntimeError(f"an edit was refused: {answer}")
        time.sleep(0.001)  # as others write, and not so that a thread of the server's never waits
    return times


def measure_taking_over(bench, folder):
    """How long after the end of one server, which is killed, the next has the folder's lock, and has compared all."""
    locked, compared = [], []
    for run in range(bench.scale.runs):
        bench.say(f"a server is killed, and the next takes the folder over: {run + 1}")
        first, _ = folder.kept()
        second = Talker(folder, None)
        while second.ask(request, "stats")["result"]["folder"]["keptBy"] != "anotherProcess":
            time.sleep(0.002)
        time.sleep(run / bench.scale.runs / 2)  # at another moment each time, should it only look now and then
        first.process.kill()
        began = time.monotonic_ns()
        first.process.wait()
        while not has_lock(second, folder):
            if time.monotonic_ns() - began > PATIENCE * 1e9:
                raise RuntimeError("nobody takes the folder over")
            time.sleep(0.002)
        locked.append({"each": time.monotonic_ns() - began})
        while not is_kept_by(second):
            time.sleep(0.002)
        compared.append({"each": time.monotonic_ns() - began})
        second.close()
        first.close()
    bench.add("folder, taken over", bench.memo_ls, [max(locked, key=lambda one: one["each"])], size=bench.scale.files)
    bench.add("folder, taken over and compared", bench.memo_ls, compared, size=bench.scale.files)


def has_lock(talker, folder):
    """Whether a server's process has the folder's lock (Linux)."""
    pid, inode = str(talker.process.pid), (folder.path / ".memo-ls" / "lock").stat().st_ino
    held = [line.split() for line in pathlib.Path("/proc/locks").read_text().splitlines() if ": FLOCK" in line]
    return any(words[5].endswith(f":{inode}") and words[4] == pid for words in held)


def measure_idling(bench, folder):
    """What a server costs in which nothing happens: one that keeps the folder, and one with the same store alone."""
    idle = IDLE if bench.scale.runs > 1 else 0.1
    for workload, open in (("folder, idle", lambda: folder.kept()[0]),
                           ("folder, idle without", lambda: Talker(bench.memo_ls, folder.store()))):
        bench.say(f"nothing happens for {idle} s: {workload}")
        talker = open()
        time.sleep(idle)  # what was done before has ended
        before = processor_time(talker)
        time.sleep(idle)
        spent = (processor_time(talker) - before) / idle
        bench.add(workload, bench.memo_ls, [{"each": spent}], size=bench.scale.files)
        talker.close()


def memory(talker):
    """What the server has in memory, in bytes (Linux)."""
    if sys.platform != "linux":
        return {}
    status = pathlib.Path(f"/proc/{talker.process.pid}/status").read_text().split()
    return {"resident": int(status[status.index("VmRSS:") + 1]) * 1024,
            "peak": int(status[status.index("VmHWM:") + 1]) * 1024}


def processor_time(talker):
    """How much of the processor's time all threads have had, in nanoseconds (Linux)."""
    tasks = pathlib.Path(f"/proc/{talker.process.pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)
