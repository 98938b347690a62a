"""Workloads of links: what leads to a memo, what a title begins with, renaming, and the structure of a text."""

import json
import pathlib
import shutil
import statistics
import subprocess

from driver import check_answers
from edits import keystrokes, text
from keeping import IDLE_MS
from servers import request
from stores import WORDS, fill

LINKS_EACH = 3
TEXT_BYTES = 1_000_000  # of the text whose structure is read
QUERIES = {"a letter": "b", "a word": "garden", "two words": "두부 4", "the middle of a word": "arde",
           "no such title": "zz"}


def title(number):
    """A memo's title, of which there is one."""
    return f"{WORDS[number % len(WORDS)]} {number}"


def linking_text(number, popular):
    """A memo with three links: every memo is linked to by some, and memo 0 by as many as `popular`."""
    targets = [number * 7 + 1, number * 13 + 5, 0 if number <= popular else number * 3 + 2]
    words = " ".join(WORDS[(number + place) % len(WORDS)] for place in range(40))
    links = " and ".join(f"[[{title(target % 100_000)}]]" for target in targets)
    return f"# {title(number)}\n\n{words}\n\n{links} #{WORDS[number % 7]}\n"


def measure_links(bench):
    """All of it in one store. Each rename is one of the memo that most memos link to, and takes its name back."""
    server, scale = bench.memo_ls, bench.scale
    size = scale.searched
    popular = min(1000, size // 2)
    store = bench.driver.folder / "linked" / "memos.sqlite"
    if not store.parent.exists():
        bench.say(f"a store of {size:,} memos with {size * LINKS_EACH:,} links is made")
        store.parent.mkdir()
        fill(bench.driver, server, store, 0, size, lambda number: linking_text(number, popular))
    count, ids = scale.lists, [f"memo-{number * 37 % max(1, size):07}" for number in range(scale.lists)]
    backlinks = b"".join(request(10 + index, "backlinks", {"id": id}) for index, id in enumerate(ids))
    busiest = b"".join(request(10 + index, "backlinks", {"id": "memo-0000000"}) for index in range(count))
    completions = [
        b"".join(request(10 + index, "complete", {"kind": "link", "query": query}) for index in range(count))
        for query in QUERIES.values()]
    renames = b"".join(
        request(10 + index, "rename", {"id": "memo-0000000", "title": title(0) if index % 2 else "another title"})
        for index in range(2 * scale.runs))
    bench.say(f"links of {size:,} memos")
    first = request(1, "complete", {"kind": "link", "query": QUERIES["the middle of a word"]})
    phases = [("wait", IDLE_MS), *(("answer", each) for each in (first, backlinks, busiest, *completions))]
    for one in [bench.floor, server]:
        runs = [bench.driver.run(one, phases, store, kill=False) for _ in range(min(3, scale.runs))]
        for run in runs:
            for phase in run[2:-1]:
                check_answers(phase)
        bench.add("first complete", one, [run[2] | {"each": run[2]["p50"]} for run in runs], size=size)
        bench.add("backlinks", one, [run[3] for run in runs], size=size, pattern="any memo")
        bench.add("backlinks", one, [run[4] for run in runs], size=size, pattern=f"{popular:,} of one memo")
        for index, kind in enumerate(QUERIES):
            bench.add("complete", one, [run[5 + index] for run in runs], size=size, pattern=kind)
    bench.add("start, linked", server, [began(bench, server, store) for _ in range(scale.starts)], size=size)
    measure_keystrokes(bench, store)
    renamed = bench.driver.folder / "renamed"
    shutil.copytree(store.parent, renamed)
    run = bench.driver.run(server, [("answer", renames)], renamed / store.name, kill=False)
    check_answers(run[1])
    bench.add("rename", server, [run[1]], size=size, pattern=f"{popular:,} links")
    shutil.rmtree(renamed)


def measure_keystrokes(bench, store):
    """Keystrokes beside all these memos and their links, and in a store that has no other memo, in turn."""
    server, scale, found = bench.memo_ls, bench.scale, {}
    edits, opened = list(keystrokes(10_000, "typing", scale.streamed)), text(10_000)
    for run in range(scale.runs):
        bench.say(f"keystrokes beside linked memos, and in an empty store: run {run + 1} of {scale.runs}")
        beside = bench.new_store()
        shutil.copytree(store.parent, beside.parent)
        for size, where in ((scale.searched, beside), (0, bench.new_store())):
            phases = [
                ("answer", server.open(opened)), ("wait", IDLE_MS), ("stream", server.edits(edits, 1, False)),
                ("answer", server.between()), ("answer", server.edits(edits[: scale.answered], 1 + len(edits), True))]
            *_, streamed, _, answered, _ = bench.driver.run(server, phases, where)
            check_answers(answered, 1 + len(edits) + scale.answered)
            streamed["each"] = streamed["total"] / len(edits)
            found.setdefault(("beside links, streamed", size), []).append(streamed)
            found.setdefault(("beside links, answered", size), []).append(answered)
            shutil.rmtree(where.parent)
    for (workload, size), runs in found.items():
        bench.add(workload, server, runs, size=size)


def began(bench, server, store):
    """One start, as one measurement."""
    start, _ = bench.driver.run(server, [], store, kill=False)
    return start | {"each": start["total"]}


def measure_structure(bench):
    """What a long text says as Markdown: plain lines, notes with three links each, lines of nothing but links, tags and
    the like below headings, and a paragraph of these. It is read by itself, and asked for: the answer also says what
    each link leads to, and goes through a pipe."""
    count = max(2, bench.scale.lists // 20)
    line = "see [[garden 6]] and [milk](memo:memo-0000001) #tag `code` *words* 두부\n"
    notes = "".join(linking_text(number, 0) for number in range(TEXT_BYTES // 250))
    texts = {
        "plain lines": text(TEXT_BYTES),
        "notes": notes.encode()[:TEXT_BYTES].decode(errors="ignore"),
        "links": ("# Head\n\n" + line * 9) * (TEXT_BYTES // 700),
        "a paragraph": line * (TEXT_BYTES // len(line.encode())),
    }
    for pattern, words in texts.items():
        measure_reading(bench, pattern, words)
        opened = [("answer", request(1, "createMemo", {"id": "long", "text": words}) + request(2, "flush"))]
        asked = b"".join(request(10 + index, "outline", {"id": "long"}) for index in range(count))
        bench.say(f"the structure of a text of {len(words.encode()):,} bytes")
        for server in [bench.floor, bench.memo_ls]:
            phases = [*opened, ("answer", asked)]
            runs = [bench.driver.run(server, phases, bench.new_store()) for _ in range(min(3, bench.scale.runs))]
            for run in runs:
                check_answers(run[2])
            bench.add("outline", server, [run[2] for run in runs], size=TEXT_BYTES, pattern=pattern)


def measure_reading(bench, pattern, words):
    """What reading the structure takes in the program, without looking anything up and without an answer."""
    reader = pathlib.Path(bench.memo_ls.program).with_name("outline-driver")
    if not reader.exists():
        return
    text = json.dumps(words).encode() + b"\n"
    runs = []
    for _ in range(min(3, bench.scale.runs)):
        answer = subprocess.run([reader, "--time", "20"], input=text, stdout=subprocess.PIPE, check=True).stdout
        runs.append({"p50": statistics.median(json.loads(answer))})
    bench.add("structure, read", bench.memo_ls, runs, size=TEXT_BYTES, pattern=pattern)
