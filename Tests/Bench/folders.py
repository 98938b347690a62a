"""Workloads of a folder of plain files that is a store."""

import pathlib
import secrets
import shutil
import statistics
import sys
import time

from agents import Talker
from servers import request

SETTLED = 3  # seconds after which the time of a change tells it from the next
IDLE = 10  # seconds
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
        while talker.ask(request, "stats")["result"]["folder"]["keptBy"] != "thisProcess":
            time.sleep(0.002)
        return talker, time.monotonic_ns() - began


def measure_folders(bench):
    """Taking a folder in, comparing it at the start, and what an outside change and idling cost."""
    size, memo_ls = bench.scale.files, bench.memo_ls
    bench.say(f"a folder of {size:,} files is taken in")
    folder = Folder(memo_ls.program, bench.driver.folder / "folder" / "notes")
    folder.make(size)
    time.sleep(SETTLED)
    talker, taken = folder.kept()
    bench.add("folder, taken in", memo_ls, [{"each": taken / size}], size=size)
    talker.close()
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
    if sys.platform == "linux":
        idle = IDLE if bench.scale.runs > 1 else 0.1
        bench.say(f"a folder of {size:,} files is kept for {idle} s in which nothing happens")
        time.sleep(idle)  # what was done before has ended
        before = processor_time(talker)
        time.sleep(idle)
        bench.add("folder, idle", memo_ls, [{"each": (processor_time(talker) - before) / idle}], size=size)
    talker.close()
    shutil.rmtree(folder.path.parent)


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
