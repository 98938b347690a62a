"""Lists in whose orders many memos stand that are not saved yet."""

import shutil

from driver import check_answers
from keeping import IDLE_MS, SORTS
from servers import MemoLS, changes, frame, request

UNSAVED = 1000  # of the memos, as far as half of them are as many
AN_HOUR = str(3_600_000)  # milliseconds
NEVER_SAVING = ("--autosave-delay-ms", AN_HOUR, "--autosave-max-delay-ms", AN_HOUR)


def measure_unsaved(bench):
    """The first page of a list right after a letter of a title was typed, both together, with many memos unsaved."""
    searched = bench.scale.searched
    memo_ls = MemoLS(bench.memo_ls.program, flags=NEVER_SAVING)
    for size, store in bench.stores.items():
        if not searched // 10 <= size <= searched:
            continue
        unsaved, copy = min(UNSAVED, size // 2), bench.new_store()
        shutil.copytree(store.parent, copy.parent)
        letters = [typed(number * (size // unsaved)) for number in range(unsaved)]
        pages = [
            b"".join(
                letters[number % unsaved] + request(10 + number, "list", {"sort": sort, "order": order})
                for number in range(bench.scale.lists))
            for sort, order in SORTS]
        first = b"".join(letters) + request(1, "stats")
        phases = [("wait", IDLE_MS), ("answer", first), *(("answer", page) for page in pages)]
        for server in (bench.floor, memo_ls):
            bench.say(f"lists of {size:,} memos, {unsaved:,} of them unsaved: {server.name}")
            runs = [bench.driver.run(server, phases, copy, kill=False) for _ in range(min(3, bench.scale.runs))]
            for run in runs:
                for phase in run[2:-1]:
                    check_answers(phase)
            for index, (sort, order) in enumerate(SORTS):
                bench.add("list, unsaved", server, [run[3 + index] for run in runs], size=size,
                          pattern=f"{sort} {order}")
        shutil.rmtree(copy.parent)


def typed(number):
    """A letter that is typed into the title of the memo of this number, without an answer."""
    return frame(
        f'{{"jsonrpc":"2.0","method":"updateMemo","params":{{"id":"memo-{number:07}",{changes((0, 0, 0, 0, "x"))}}}}}')
