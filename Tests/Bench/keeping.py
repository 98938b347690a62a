"""Workloads of opening, starting, listing, saving and of memory."""

import shutil
import statistics

from driver import check_answers
from edits import keystrokes, text
from servers import MEMO, request

SORTS = [(sort, order) for sort in ("modified", "created", "title") for order in ("asc", "desc")]
IDLE_MS = 1000  # after which memory is measured, and a save has ended
SETTLED_BYTES_PER_MS = 10_000  # a third of the speed at which links of long texts were seen to be read


def measure_opening(bench):
    """createMemo with a long text; and the same text where it is read and thrown away, which leaves only the reading of
    a JSON string."""
    opened, found = text(bench.scale.opened), {}
    for run in range(bench.scale.runs):
        bench.say(f"a memo of {bench.scale.opened:,} bytes is made: run {run + 1} of {bench.scale.runs}")
        for server in (bench.floor, bench.memo_ls):
            made = request(1, "createMemo", {"id": MEMO, "text": opened})
            read = b"".join(request(id, "stats", {"unknown": opened}) for id in range(10, 15))
            phases = [("answer", made), ("answer", request(2, "flush")), ("answer", read)]
            _, making, _, reading, _ = bench.driver.run(server, phases, bench.new_store())
            for workload, result in (("createMemo", making), ("JSON string", reading)):
                check_answers(result)
                result["each"] = result["p50"]
                found.setdefault((workload, server), []).append(result)
    for (workload, server), runs in found.items():
        bench.add(workload, server, runs, size=bench.scale.opened)


def measure_stores(bench):
    """From the start of the process to the answer of initialize, and the first page of a list, by the store's size."""
    starts = range(bench.scale.starts)
    bench.add("start", bench.floor, [start(bench, bench.floor) for _ in starts], size=0)
    bench.add("start, store made", bench.memo_ls, [start(bench, bench.memo_ls, bench.new_store()) for _ in starts])
    for size, store in bench.stores.items():
        bench.say(f"start and list with {size:,} memos")
        bench.add("start", bench.memo_ls, [start(bench, bench.memo_ls, store) for _ in starts], size=size)
        pages = [
            b"".join(request(id, "list", {"sort": sort, "order": order}) for id in range(10, 10 + bench.scale.lists))
            for sort, order in SORTS]
        servers = [bench.floor, bench.memo_ls] if size == 0 else [bench.memo_ls]
        for server in servers:
            phases = [("wait", IDLE_MS), *(("answer", page) for page in pages)]
            runs = [bench.driver.run(server, phases, store, kill=False) for _ in range(bench.scale.runs)]
            bench.add("idle", server, [run[1] for run in runs], size=size)
            for index, (sort, order) in enumerate(SORTS):
                results = [run[2 + index] for run in runs]
                for result in results:
                    check_answers(result)
                bench.add("list", server, results, size=size, pattern=f"{sort} {order}")


def start(bench, server, store="none"):
    """One start, as one measurement."""
    began, _ = bench.driver.run(server, [], store, kill=False)
    return began | {"each": began["total"]}


def settling(size):
    """The milliseconds after a start in which the links of a long text are read and stored."""
    return IDLE_MS + size // SETTLED_BYTES_PER_MS


def measure_memory_and_saving(bench, size):
    """What one edit of a stored memo costs: the memory to open it, and what is written to save it. Until the process
    ends, what was put aside in SQLite's log is written to the database, too. Nothing is opened before the links of the
    edit before are stored, which a long text's are only at the next start, nor before a small memo was saved: the
    program's own pages that this brings into memory are no cost of a memo."""
    server, store = bench.memo_ls, bench.new_store()
    settled = settling(size)
    bench.say(f"a memo of {size:,} bytes is opened, edited and saved")
    bench.driver.run(server, [("answer", server.open(text(size)))], store, kill=False)
    opening, saving, ending = [], [], []
    for run in range(bench.scale.runs_with(size)):
        edits = server.edits(keystrokes(size, "jumps", 2), 1 + 2 * run, True)
        one = edits[: edits.index(b"Content-Length", 1)]
        other = edits[len(one) :]
        phases = [
            ("wait", settled), ("answer", server.open("# Small\n\nwords\n", f"small-{run}")), ("wait", IDLE_MS),
            ("answer", one + request(5, "flush")), ("wait", IDLE_MS),
            ("answer", other + request(6, "flush")), ("wait", IDLE_MS)]
        *_, idle, _, opened, edited, saved, ended = bench.driver.run(server, phases, store, kill=False)
        check_answers(edited)
        opening.append({"resident": opened["resident"] - idle["resident"], "peak": opened["peak"]})
        saving.append({"each": edited["total"], "written": saved["written"] - opened["written"]})
        ending.append({"written": (ended["written"] - idle["written"]) / 2})
    bench.add("memo opened", server, opening, size=size)
    bench.add("one edit saved", server, saving, size=size)
    bench.add("one edit saved, until the end", server, ending, size=size)
    shutil.rmtree(store.parent)


def measure_transactions(bench, interval):
    """How many transactions come of a typist whose keystrokes are so many microseconds apart."""
    server, counts = bench.memo_ls, []
    stats = request(4, "stats")
    keys = server.edits(keystrokes(10_000, "typing", bench.scale.keys), 1, False)
    phases = [
        ("answer", server.open(text(10_000)) + stats), (f"pace:{interval}", keys), ("wait", IDLE_MS), ("answer", stats)]
    for _ in range(min(3, bench.scale.runs)):
        bench.say(f"{bench.scale.keys:,} keystrokes {interval / 1000:g} ms apart")
        _, before, _, _, after, _ = bench.driver.run(server, phases, bench.new_store())
        counts.append(after["last"]["result"]["savesWritten"] - before["last"]["result"]["savesWritten"])
    bench.add("typist", server, [{}], interval=interval, transactions=statistics.median(counts))
