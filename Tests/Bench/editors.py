"""Workloads of an editor: the start, what it asks while somebody writes, a rename, and keystrokes."""

import shutil
import time

from agents import Talker
from driver import check_answers
from linking import QUERIES, title
from servers import Editors, request
from stores import WORDS, fill

NOTE_BYTES = 2000
POPULAR = 100  # memos that link to the first one
KEYS = 20 / 1000  # seconds between keystrokes


def note_text(number, count):
    """A note of 2 KB with three links: every note is linked to by some, the first by as many as POPULAR."""
    targets = [number * 7 + 1, number * 13 + 5, 0 if number <= POPULAR else number * 3 + 2]
    links = " and ".join(f"[[{title(target % count)}]]" for target in targets)
    text = f"# {title(number)}\n\n{links} #{WORDS[number % 7]}\n\n"
    place = number
    while len(text.encode()) < NOTE_BYTES:
        text += WORDS[place % len(WORDS)] + ("\n" if place % 9 == 0 else " ")
        place += 1 + number % 5
    return text + "\n"


def measure_editors(bench):
    size = bench.scale.notes
    bench.say(f"an editor with {size:,} notes")
    store = bench.driver.folder / "notes" / "memos.sqlite"
    if not store.parent.exists():
        store.parent.mkdir()
        fill(bench.driver, bench.memo_ls, store, 0, size, lambda number: note_text(number, size))
    for server in (Editors(bench.floor), Editors(bench.memo_ls)):
        measure_questions(bench, server, store, "editor")
        measure_keystrokes(bench, server, "editor")
    measure_rename(bench, store, size)
    measure_typing(bench, store, size)


def measure_questions(bench, server, store, who):
    """How soon a server has started, and answers what is asked beside many notes."""
    scale, size = bench.scale, bench.scale.notes
    own = note_text(5, size)
    kinds = {
        **{f"completion, {kind}": (f"written-{place}", f"[[{query}\n", "textDocument/completion",
                                   server.place(f"written-{place}", 0, 2 + len(query.encode())))
           for place, (kind, query) in enumerate(QUERIES.items())},
        "references": ("memo-0000005", own, "textDocument/references", server.place("memo-0000005", 0, 3)),
        **{f"symbols, {kind}": ("memo-0000005", own, "workspace/symbol", {"query": query})
           for kind, query in QUERIES.items()},
    }
    starts = [bench.driver.run(server, [], store, kill=False)[0] for _ in range(scale.starts)]
    bench.add(f"{who}, start", server, [one | {"each": one["total"]} for one in starts], size=size)
    for kind, (memo, words, method, params) in kinds.items():
        asked = b"".join(request(10 + index, method, params) for index in range(scale.searches))
        phases = [("answer", server.open(memo, words) + request(1, method, params)), ("answer", asked)]
        runs = [bench.driver.run(server, phases, store, kill=False) for _ in range(min(3, scale.runs))]
        for run in runs:
            check_answers(run[2])
        workload, _, pattern = kind.partition(", ")
        about = {"pattern": pattern} if pattern else {}
        bench.add(f"{who}, {workload}", server, [run[2] for run in runs], size=size, **about)


def measure_keystrokes(bench, server, who):
    """How long a letter takes that is typed, in a short text and a long one."""
    for length in bench.scale.sizes[:2]:
        words = "# Long\n\n" + "words 두부 and more words\n" * (length // 27)
        count = max(2, bench.scale.streamed // 8)
        edits = server.edits(count, "typed", 3)
        runs = []
        for _ in range(min(3, bench.scale.runs)):
            phases = [("answer", server.open("typed", words) + request(1, "bench/nothing")), ("stream", edits)]
            runs.append(bench.driver.run(server, phases, bench.new_store(), kill=False))
        times = [run[2] | {"each": run[2]["total"] / count} for run in runs]
        bench.add(f"{who}, keystroke", server, times, size=length)


def measure_rename(bench, store, size):
    """A rename of the note that most link to, and back."""
    server, copy = Editors(bench.memo_ls), bench.driver.folder / "notes-renamed"
    shutil.copytree(store.parent, copy)
    place = server.place("memo-0000000", 0, 2)
    asked = b"".join(
        request(10 + index, "textDocument/rename", place | {"newName": title(0) if index % 2 else "another title"})
        for index in range(2 * bench.scale.runs))
    opened = server.open("memo-0000000", note_text(0, size)) + request(1, "bench/nothing")
    run = bench.driver.run(server, [("answer", opened), ("answer", asked)], copy / store.name, kill=False)
    check_answers(run[2])
    bench.add("editor, rename", server, [run[2]], size=size)
    shutil.rmtree(copy)


def measure_typing(bench, store, size):
    """How long after the last keystroke the problems of a note are told, beside many notes and beside none."""
    server = Editors(bench.memo_ls)
    for count, place in ((size, store), (0, bench.new_store())):
        bench.say(f"problems are told of what is typed beside {count:,} notes")
        talker, version, times = Talker(server, place), 1, []

        def told(message):
            return (message.get("method") == "textDocument/publishDiagnostics"
                    and message["params"]["version"] == version)

        talker.send(server.open("memo-0000000", note_text(0, size)))
        talker.read(told)
        for step in range(bench.scale.starts):
            for letter in f"[[gone {step}]] ":
                time.sleep(KEYS)
                talker.send(server.edit("memo-0000000", version + 1, 1, version - 1, letter))
                version += 1
            began = time.monotonic_ns()
            talker.read(told)
            times.append({"each": time.monotonic_ns() - began})
        talker.close()
        bench.add("editor, typing told", server, times, size=count)
