"""What all workloads share: servers, scale, and the measurements so far. Times are nanoseconds, sizes bytes."""

import dataclasses

from driver import medians


@dataclasses.dataclass(frozen=True)
class Scale:
    """How much is measured: all of it, what `make bench-check` needs, or next to nothing."""

    runs: int  # of which the median counts
    sizes: tuple  # of the memo that is edited, in bytes; the last is the one that is saved meanwhile
    streamed: int  # edits in a stream
    answered: int  # edits that are answered one by one
    saving: int  # the same while the memo is saved
    opened: int  # bytes of the memo that is opened
    stores: tuple  # memos in a store
    starts: int
    lists: int  # requests for each order
    searches: int  # requests for each kind of query
    turns: int  # memos that are edited in turn
    keys: int  # keystrokes at a typist's speed
    files: int  # of a folder of plain files
    notes: int  # of an editor's store
    largest_for_clangd: int = 1_000_000

    @property
    def searched(self):
        """The size of the store whose searches have targets."""
        return max(size for size in self.stores if size <= 100_000)

    def runs_with(self, size):
        """Fewer with a memo whose making takes seconds."""
        return self.runs if size < 50_000_000 else min(3, self.runs)


FULL = Scale(
    runs=5, sizes=(10_000, 1_000_000, 100_000_000), streamed=65_536, answered=8_192, saving=16_384, opened=10_000_000,
    stores=(0, 1_000, 10_000, 100_000, 1_000_000), starts=15, lists=1000, searches=200, turns=1000, keys=1000,
    files=100_000, notes=10_000)
CHECK = dataclasses.replace(
    FULL, runs=3, streamed=32_768, saving=8_192, stores=(0, 100_000), files=10_000,
    largest_for_clangd=0)
SMOKE = Scale(
    runs=1, sizes=(1_000, 10_000), streamed=256, answered=128, saving=128, opened=10_000, stores=(0, 50), starts=1,
    lists=2, searches=2, turns=10, keys=20, files=20, notes=20)


class Bench:
    """What is measured with what, and what was found."""

    def __init__(self, driver, floor, memo_ls, clangd, scale, say, measurements=()):
        self.driver, self.floor, self.memo_ls, self.clangd = driver, floor, memo_ls, clangd
        self.scale, self.say = scale, say
        self.measurements = list(measurements)
        self.stores = {}  # paths by size
        self.fresh = 0

    def new_store(self):
        """The path of a store that does not exist, nor does its folder."""
        self.fresh += 1
        return self.driver.folder / f"fresh-{self.fresh}" / "memos.sqlite"

    def add(self, workload, server, runs, **about):
        """The median of several runs, in the place of an earlier measurement of the same."""
        about = {"workload": workload, "server": server.name} | about
        self.measurements = [kept for kept in self.measurements if about.items() - kept.items()]
        self.measurements.append(about | medians(runs))

    def find(self, workload, server="memo-ls", **about):
        """The measurements of a workload; several if `about` does not say which."""
        about = {"workload": workload, "server": server} | about
        return [found for found in self.measurements if not about.items() - found.items()]
