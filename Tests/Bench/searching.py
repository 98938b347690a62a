"""Workloads that search."""

import shutil

from driver import check_answers
from edits import keystrokes, text
from servers import request

QUERIES = {
    "one syllable": "두", "one letter": "e", "a common word": "milk", "a rare word": "49", "a phrase": '"tea week"',
    "several words": "milk 두부 paper", "no such word": "zz"}
MEMOS_LOOKED_THROUGH = 20_000_000  # by the searches of one kind, so that those of a large store take no minutes


def measure_searches(bench):
    """The very first search, and the first page of later ones, by the store's size."""
    for size, store in bench.stores.items():
        bench.say(f"searches of {size:,} memos")
        count = min(bench.scale.searches, max(10, MEMOS_LOOKED_THROUGH // max(1, size)))
        first = ("answer", request(1, "search", {"query": "week"}))
        kinds = [
            ("answer", b"".join(request(id, "search", {"query": query}) for id in range(10, 10 + count)))
            for query in QUERIES.values()]
        runs_each = min(3, bench.scale.runs)
        for server in [bench.floor, bench.memo_ls] if size == 0 else [bench.memo_ls]:
            runs = [bench.driver.run(server, [first, *kinds], store, kill=False) for _ in range(runs_each)]
            for run in runs:
                for phase in run[1:-1]:
                    check_answers(phase)
            bench.add("first search", server, [run[1] | {"each": run[1]["p50"]} for run in runs], size=size)
            for index, kind in enumerate(QUERIES):
                bench.add("search", server, [run[2 + index] for run in runs], size=size, pattern=kind)


def measure_edits_while_searching(bench):
    """Edits that are answered one by one, with a search under way all the while."""
    size, server = bench.scale.searched, bench.memo_ls
    searches = b"".join(
        request(f"search {number} {kind}", "search", {"query": query})
        for number in range(bench.scale.searches * 10) for kind, query in QUERIES.items())
    edits = server.edits(keystrokes(10_000, "typing", bench.scale.answered), 1, True)
    phases = [
        ("answer", server.open(text(10_000))), ("answer", request(3, "search", {"query": "week"})),
        ("busy", bench.driver.file(edits), bench.driver.file(searches))]
    runs = []
    for run in range(min(3, bench.scale.runs)):
        bench.say(f"edits while {size:,} memos are searched: run {run + 1}")
        store = bench.new_store()
        shutil.copytree(bench.stores[size].parent, store.parent)
        runs.append(bench.driver.run(server, phases, store)[3])
        check_answers(runs[-1], 1 + bench.scale.answered)
        shutil.rmtree(store.parent)
    bench.add("searching, answered", server, runs, size=size)
