"""Workloads that edit memos."""

import shutil

from driver import check_answers
from edits import keystrokes, text
from keeping import IDLE_MS, settling
from servers import request

PATTERNS = ("jumps", "typing")
CLANGD_TIME = 2_000_000_000  # clangd's time for an edit grows with the text, by about 1 ns a byte: nanoseconds for all


def measure_edits(bench, size):
    """Edits on a memo of one size: streamed as notifications, as requests that are all answered, and one at a time."""
    opened, scale = text(size), bench.scale
    servers = [bench.floor, bench.memo_ls]
    servers += [bench.clangd] if bench.clangd and size <= scale.largest_for_clangd else []
    plans = [(server, *plan_edits(bench, server, size, opened)) for server in servers]
    found = {}
    for run in range(scale.runs_with(size)):
        bench.say(f"edits of {size:,} bytes: run {run + 1} of {scale.runs_with(size)}")
        for server, phases, plan in plans:
            results = bench.driver.run(server, phases, bench.new_store())
            for (kind, pattern, count, version), result in zip(plan, results[2:-1:2], strict=True):
                if server is bench.memo_ls:
                    check_answers(result, version)
                result["each"] = result["total"] / count
                found.setdefault((kind, server, pattern), []).append(result)
    for (kind, server, pattern), runs in found.items():
        bench.add(kind, server, runs, size=size, pattern=pattern)


def plan_edits(bench, server, size, opened):
    """The phases, a flush between any two that are measured, and what the measured ones are."""
    file = bench.driver.file
    phases, plan, version = [("answer", file(server.open(opened)))], [], 1
    for kind in ("streamed", "requests", "answered"):
        for pattern in PATTERNS:
            count = bench.scale.answered if kind == "answered" else bench.scale.streamed
            if server is bench.clangd:
                count = min(count, CLANGD_TIME // 6 // max(size, 30_000) // 2 * 2)
            frames = server.edits(keystrokes(size, pattern, count), version, kind != "streamed")
            version += count
            phases += [("answer" if kind == "answered" else "stream", file(frames)), ("answer", server.between())]
            plan.append((kind, pattern, count, version))
    return phases[:-1], plan


def measure_saving(bench):
    """The same on a memo that is saved all the while."""
    scale, server, size = bench.scale, bench.memo_ls, bench.scale.sizes[-1]
    file = bench.driver.file
    flushes = file(b"".join(request(f"save {number}", "flush") for number in range(20_000)))
    key = ("answer", file(server.edits([(1, 2, 1, 2, "x")], 1, True)))
    phases, version = [("answer", file(server.open(text(size)))), key], 2
    plan = [("saving, streamed", "stream", "jumps", scale.streamed),
            ("saving, answered", "busy", "jumps", scale.saving)]
    plan.append(("saving, answered", "busy", "typing", scale.saving))
    versions = []
    for _, kind, pattern, count in plan:
        frames = server.edits(keystrokes(size, pattern, count), version, kind == "busy")
        version += count
        versions.append(version)
        # The flush is on its way when the stream begins: it saves the one key before.
        save = request("save", "flush")
        phases.append(("busy", file(frames), flushes) if kind == "busy" else ("stream", file(save + frames)))
        phases.append(("answer", server.between()))
    found = {}
    for run in range(scale.runs_with(size)):
        bench.say(f"edits while {size:,} bytes are saved: run {run + 1} of {scale.runs_with(size)}")
        results = bench.driver.run(server, phases, bench.new_store())[3:-1:2]
        for (workload, kind, pattern, count), expected, result in zip(plan, versions, results, strict=True):
            check_answers(result, expected)
            result["each"] = result["total"] / count
            found.setdefault((workload, pattern), []).append(result)
    for (workload, pattern), runs in found.items():
        bench.add(workload, server, runs, size=size, pattern=pattern)


def measure_first_opening(bench):
    """Edits that are answered one by one, while another memo is opened for the first time."""
    scale, server = bench.scale, bench.memo_ls
    size = max(scale.sizes[-1], 1_000_000)  # a short one is open before an edit could be late
    bench.say(f"a memo of {size:,} bytes is made, and its links are read")
    store = bench.new_store()
    bench.driver.run(server, [("answer", server.open(text(size), "long"))], store, kill=False)
    bench.driver.run(server, [("wait", settling(size))], store, kill=False)
    runs = []
    for run in range(scale.runs_with(size)):
        bench.say(f"edits while {size:,} bytes are opened: run {run + 1} of {scale.runs_with(size)}")
        id = f"here-{run}"
        opening = request("opening", "updateMemo", {"id": "long", "contentChanges": []})
        edits = server.edits(keystrokes(10_000, "typing", scale.saving), 1, True, (id,))
        phases = [
            ("answer", server.open(text(10_000), id)), ("wait", IDLE_MS),
            ("busy", bench.driver.file(edits), bench.driver.file(opening))]
        result = bench.driver.run(server, phases, store, kill=False)[3]
        check_answers(result, 1 + scale.saving)
        runs.append(result)
    bench.add("first opening, answered", server, runs, size=size)
    shutil.rmtree(store.parent)


def measure_turns(bench):
    """Many memos of 10 KB, each edited in turn."""
    scale, size = bench.scale, 10_000
    ids = [f"memo-{number:04}" for number in range(scale.turns)]
    opened, found = text(size), {}
    for run in range(scale.runs):
        bench.say(f"{scale.turns:,} memos edited in turn: run {run + 1} of {scale.runs}")
        for server in (bench.floor, bench.memo_ls):
            made = b"".join(server.open(opened, id) for id in ids)
            rounds, few = max(2, scale.streamed // scale.turns // 2 * 2), max(2, scale.answered // scale.turns // 2 * 2)
            streamed = [edit for edit in keystrokes(size, "typing", rounds) for _ in ids]
            answered = [edit for edit in keystrokes(size, "typing", few) for _ in ids]
            phases = [
                ("stream", made), ("answer", server.between()), ("stream", server.edits(streamed, 1, False, ids)),
                ("answer", server.between()), ("answer", server.edits(answered, 1 + rounds, True, ids)),
            ]
            _, _, _, stream, _, answer, _ = bench.driver.run(server, phases, bench.new_store())
            if server is bench.memo_ls:
                check_answers(stream, 1 + rounds)
                check_answers(answer, 1 + rounds + few)
            for workload, result in (("in turn, streamed", stream), ("in turn, answered", answer)):
                result["each"] = result["total"] / result["messages"]
                found.setdefault((workload, server), []).append(result)
    for (workload, server), runs in found.items():
        bench.add(workload, server, runs, size=size)
