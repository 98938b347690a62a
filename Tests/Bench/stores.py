"""Stores of many memos, made by memo-ls itself."""

import shutil

from driver import check_answers
from servers import request

BATCH = 1_000  # memos that are sent, and saved, at once: in a large transaction each costs more
WORDS = "오늘 milk 두부 편지 garden rain 산책 paper book 생각 tea week".split()


def memo_text(number):
    """A short memo like others of its kind, about 430 bytes."""
    words = " ".join(WORDS[(number * 7 + place * (1 + number % 5)) % len(WORDS)] for place in range(62))
    return f"{WORDS[number % len(WORDS)]} {number}\n{words}\n"


def fill(driver, server, store, first, last, text=memo_text):
    """Adds the memos of these numbers."""
    phases = []
    for start in range(first, last, BATCH):
        numbers = range(start, min(start + BATCH, last))
        frames = b"".join(
            request(number + 10, "createMemo", {"id": f"memo-{number:07}", "text": text(number)})
            for number in numbers)
        phases += [("stream", frames), ("answer", request(1, "flush"))]
    for phase in driver.run(server, phases, store, kill=False)[:-1]:
        check_answers(phase)


def make_stores(driver, server, sizes, say):
    """A store for each size, the larger ones made from the smaller: size to path."""
    stores = {}
    before, size_before = None, 0
    for size in sorted(sizes):
        say(f"a store of {size:,} memos is made")
        store = driver.folder / f"store-{size}" / "memos.sqlite"
        store.parent.mkdir()
        if before:
            shutil.copy(before, store)
        fill(driver, server, store, size_before, size)
        before, size_before, stores[size] = store, size, store
    return stores
