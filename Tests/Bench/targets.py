"""The targets, each with what was measured, and the ratios that `make bench-check` holds against bounds.json."""

MICRO, MILLI = 1e3, 1e6


def size_name(size):
    for unit, name in ((1_000_000, "MB"), (1_000, "KB")):
        if size >= unit:
            return f"{size / unit:g} {name}"
    return f"{size} B"


def worst(found, figure):
    """The largest of a figure among several measurements; None if there are none."""
    return max((one[figure] for one in found), default=None)


def slowest(bench, workload, figure, **about):
    """The largest of memo-ls's figures for several patterns, and the floor's for the same; None twice if there are
    none."""
    found = max(bench.find(workload, **about), key=lambda one: one[figure], default=None)
    if found is None:
        return None, None
    return found[figure], bench.find(workload, "floor", pattern=found["pattern"], **about)[0][figure]


class Targets:
    """Rows: number, what, figure, unit, goal, ratio to the floor or to what `of` names; and which workload measured
    it."""

    def __init__(self, bench):
        self.bench, self.scale, self.rows, self.workload = bench, bench.scale, [], None
        self.streams()
        self.answers()
        self.starts()
        self.memory()
        self.lists()
        self.searches()
        self.links()
        self.agents()
        self.folders()
        self.syncing()
        self.editors()
        self.opening()
        self.transactions()
        self.saving()

    def row(self, number, what, figure, unit, goal, divisor=None, of="the floor", at_least=False):
        """Adds a row, unless what it needs was not measured. A ratio grows as things get worse."""
        if figure is None:
            return
        ratio = figure / divisor if divisor else None
        met = None if goal is None else figure >= goal if at_least else figure <= goal
        self.rows.append({
            "target": number, "what": what, "figure": figure, "unit": unit, "goal": goal, "atLeast": at_least,
            "ratio": ratio, "of": of if divisor else None, "workload": self.workload, "met": met})

    def streams(self):
        find, sizes = self.bench.find, self.scale.sizes
        for kind, each, goals in (
            ("streamed", "a streamed edit", (4, 4, 5)),
            ("requests", "a streamed request", (5, 5, 5)),
        ):
            for size, goal in zip(sizes, goals):
                self.workload = f"edits {size}"
                figure, floor = slowest(self.bench, kind, "each", size=size)
                if figure is not None:
                    self.row(1, f"{each}, {size_name(size)}", figure / MICRO, "µs", goal, floor / MICRO)
        small, large = (worst(find("streamed", size=size), "each") for size in (sizes[0], sizes[-1]))
        if small and large:
            name = f"{size_name(sizes[-1])} / {size_name(sizes[0])}"
            self.row(1, f"a streamed edit, {name}", large / small, "", 1.5, 1, "")

    def answers(self):
        find = self.bench.find
        for size in self.scale.sizes:
            self.workload = f"edits {size}"
            # What it costs to wake a process differs by machine, so that a factor alone would say little.
            for percentile, limit, above in (("p50", 1.4, 4), ("p99", 1.6, 8)):
                figure, floor = slowest(self.bench, "answered", percentile, size=size)
                if figure is not None:
                    what, floor = f"an edit and its answer, {size_name(size)}, {percentile}", floor / MICRO
                    self.row(2, what, figure / MICRO, "µs", max(limit * floor, floor + above), floor)
        size = self.scale.sizes[-1]
        self.workload = "saving"
        if busy := worst(find("saving, answered"), "p99"):
            what = f"an edit and its answer while {size_name(size)} are saved, p99"
            floor = worst(find("answered", "floor", size=size), "p99")
            self.row(2, what, busy / MILLI, "ms", 1, floor and floor / MILLI)
        self.workload = "first opening"
        for found in find("first opening, answered"):
            what = f"an edit and its answer while {size_name(found['size'])} are opened for the first time, p99"
            floor = worst(find("answered", "floor", size=self.scale.sizes[0]), "p99")
            self.row(2, what, found["p99"] / MILLI, "ms", 1, floor and floor / MILLI)
        self.workload = "turns"
        for kind, what in (("streamed", "a streamed edit"), ("answered", "an edit and its answer, p50")):
            figure = "each" if kind == "streamed" else "p50"
            found, floor = (worst(find(f"in turn, {kind}", server), figure) for server in ("memo-ls", "floor"))
            if found:
                self.row(2, f"{what}, {self.scale.turns:,} memos in turn", found / MICRO, "µs", None, floor / MICRO)

    def starts(self):
        find, self.workload = self.bench.find, "stores"
        floor = worst(find("start", "floor"), "each")
        for size, goal in ((0, 15), (100_000, 20)):
            if figure := worst(find("start", size=size), "each"):
                self.row(3, f"start, {size:,} memos", figure / MILLI, "ms", goal, floor / MILLI)
        if figure := worst(find("start, store made"), "each"):
            self.row(3, "start where the store must be made", figure / MILLI, "ms", 40, floor / MILLI)

    def memory(self):
        found = self.bench.find("idle", size=100_000)
        if (figure := worst(found, "resident")) and figure > 0:
            floor = worst(self.bench.find("idle", "floor"), "resident")
            self.row(4, "memory 1 s after the start, 100,000 memos", figure / 2**20, "MiB", 24, floor / 2**20)
        for found in self.bench.find("memo opened"):
            self.workload = f"one edit {found['size']}"
            ratio = found["resident"] / found["size"]
            what = f"memory of an open memo of {size_name(found['size'])}, by its bytes"
            self.row(4, what, ratio, "", 1.5, 1, "its bytes")

    def lists(self):
        find, self.workload = self.bench.find, "stores"
        if figure := worst(find("list", size=100_000), "p99"):
            floor = worst(find("list", "floor"), "p99")
            self.row(5, "list, first 50 of 100,000, p99 of the slowest order", figure / MILLI, "ms", 1, floor / MILLI)
            figure, floor = worst(find("list", size=100_000), "p50"), worst(find("list", "floor"), "p50")
            self.row(5, "list, first 50 of 100,000, p50 of the slowest order", figure / MILLI, "ms", None,
                     floor / MILLI)

        self.workload = "unsaved"
        for size in sorted({found["size"] for found in find("list, unsaved")}):
            for percentile, goal in (("p99", 1), ("p50", None)):
                figure, floor = slowest(self.bench, "list, unsaved", percentile, size=size)
                what = f"an edit and a list, 1,000 of {size:,} unsaved, {percentile} of the slowest order"
                self.row(5, what, figure / MILLI, "ms", goal, floor / MILLI)

    def searches(self):
        find, size, self.workload = self.bench.find, self.scale.searched, "searches"
        for percentile, goal in (("p99", 10), ("p50", None)):
            if figure := worst(find("search", size=size), percentile):
                floor = worst(find("search", "floor"), percentile)
                what = f"search, first 50 of {size:,} and the total, {percentile} of the slowest query"
                self.row(5, what, figure / MILLI, "ms", goal, floor / MILLI)
        if figure := worst(find("first search", size=size), "each"):
            self.row(5, f"the very first search of {size:,}", figure / MILLI, "ms", 500)
        largest = max(self.scale.stores)
        small, large = (worst(find("search", size=size), "p50") for size in (size, largest))
        if small and large and size < largest:
            self.row(5, f"search, {largest:,} / {size:,} memos, p50", large / small, "", None, 1, "")
        self.workload = "edits while searching"
        if busy := worst(find("searching, answered"), "p99"):
            floor = worst(find("answered", "floor", size=self.scale.sizes[0]), "p99")
            self.row(2, "an edit and its answer while searches run, p99", busy / MILLI, "ms", 1,
                     floor and floor / MILLI)

    def links(self):
        find, size, self.workload = self.bench.find, self.scale.searched, "links"
        for workload, what, goal in (
            ("backlinks", f"backlinks, first 50 of {size * 3:,} links", 2),
            ("complete", f"titles completed, first 50 of {size:,}", 5),
        ):
            for percentile, wanted in (("p99", goal), ("p50", None)):
                if figure := worst(find(workload, size=size), percentile):
                    floor = worst(find(workload, "floor"), percentile)
                    self.row(9, f"{what}, {percentile} of the slowest", figure / MILLI, "ms", wanted, floor / MILLI)
        if figure := worst(find("first complete", size=size), "each"):
            self.row(9, f"the very first title completed of {size:,}, 1 s after the start", figure / MILLI, "ms", 5)
        if found := find("rename", size=size):
            self.row(9, f"rename of a memo with {found[0]['pattern']}", found[0]["p50"] / MILLI, "ms", 300)
        if figure := worst(find("start, linked", size=size), "each"):
            floor = worst(find("start", "floor"), "each")
            self.row(9, f"start, {size * 3:,} links", figure / MILLI, "ms", 20, floor and floor / MILLI)
        for workload, what, figure in (
            ("beside links, streamed", "a streamed edit", "each"),
            ("beside links, answered", "an edit and its answer, p50", "p50"),
        ):
            if found := worst(find(workload, size=size), figure):
                alone = worst(find(workload, size=0), figure) / MICRO
                what = f"{what}, beside {size * 3:,} links"
                self.row(9, what, found / MICRO, "µs", 1.1 * alone, alone, "an empty store")
        self.workload = "structure"
        floor = worst(find("outline", "floor"), "p50")
        for patterns, what in ((("plain lines", "notes"), "a text"), (("links", "a paragraph"), "nothing but links")):
            read, answered = (
                [one for pattern in patterns for one in find(workload, pattern=pattern)]
                for workload in ("structure, read", "outline"))
            if figure := worst(read, "p50"):
                self.row(9, f"structure of 1 MB of {what}, read alone, p50 of the slower", figure / MILLI, "ms", 20)
            if figure := worst(answered, "p50"):
                self.row(9, f"structure of 1 MB of {what}, p50 of the slower", figure / MILLI, "ms", 20, floor / MILLI)

    def agents(self):
        find, size, self.workload = self.bench.find, self.scale.searched, "agents"
        for workload, what, percentile, goal in (
            ("agent, start", f"start for an agent, {size:,} memos", "each", 10),
            ("agent, tools/list", "an agent's list of tools, p50", "p50", 2),
            ("agent, search_memos", f"search_memos in {size:,}, p99 of the slowest query", "p99", 15),
            ("agent, search_memos", f"search_memos in {size:,}, p50 of the slowest query", "p50", None),
            ("agent, edit_memo", "edit_memo, saved and answered, p50", "p50", 1),
        ):
            if figure := worst(find(workload, size=size), percentile):
                floor = worst(find(workload, "floor", size=size), percentile)
                self.row(10, what, figure / MILLI, "ms", goal, floor / MILLI)
        self.workload = "sight"
        for workload, what, goal in (
            ("agent's edit, told to an editor", "until an editor is told of an agent's edit, the slowest", 1000),
            ("typed words, read by an agent", "until an agent reads what was typed, the slowest", 1100),
        ):
            figure = (worst(find(workload), "each") or 0) / MILLI or None
            self.row(10, what, figure, "ms", goal, 1000, "a second")

    def folders(self):
        find, size, self.workload = self.bench.find, self.scale.files, "folders"

        def floor(workload, figure="each"):
            return worst(find(workload, "floor", size=size), figure)

        if found := find("folder, taken in", size=size):
            self.row(11, f"files a second that {size:,} are taken in", 1e9 / found[0]["each"], "", 5000, at_least=True)
            self.row(
                11, f"a file that is taken in, of {size:,}", found[0]["each"] / MICRO, "µs", None,
                floor("folder, taken in") / MICRO, "one that is read")
            if "peak" in found[0]:
                self.memory_row(11, f"peak of memory while {size:,} files are taken in", found[0]["peak"], 96)
        if found := find("folder, answered meanwhile", size=size):
            for percentile, goal in (("p50", None), ("p99", 1)):
                self.row(
                    2, f"an edit and its answer while {size:,} files are taken in, {percentile}",
                    found[0][percentile] / MILLI, "ms", goal, floor("folder, answered meanwhile", percentile) / MILLI)
        if found := find("folder, compared", size=size):
            self.row(
                11, f"start until {size:,} files are compared", found[0]["each"] / MILLI, "ms", 400,
                floor("folder, compared") / MILLI, "looking at each")
            if "resident" in found[0]:
                self.memory_row(11, f"memory with {size:,} files compared", found[0]["resident"], 96)
        for found in find("folder, changed outside", size=size):
            self.row(
                11, f"until an editor is told of a changed file, {size:,}, p50", found["each"] / MILLI, "ms", 300, 1000,
                "a second")
        for workload, what, goal in (
            ("folder, taken over", "until the next server has the lock of one that is killed, the slowest", 1000),
            ("folder, taken over and compared", f"until it has compared {size:,} files, p50", None),
        ):
            for found in find(workload, size=size):
                self.row(11, what, found["each"] / MILLI, "ms", goal, 1000, "a second")
        for found in find("folder, idle", size=size):
            without = worst(find("folder, idle without", size=size), "each")
            if without is not None:
                what = f"processor while nothing happens, {size:,} files, beside a server without"
                self.row(11, what, (found["each"] - without) / 1e9 * 100, "%", 0.1)

    def memory_row(self, number, what, bytes, goal):
        """A row of memory, beside what the floor takes."""
        floor = worst(self.bench.find("idle", "floor"), "resident")
        self.row(number, what, bytes / 2**20, "MiB", goal, floor and floor / 2**20)

    def syncing(self):
        find, size, self.workload = self.bench.find, self.scale.notes, "sync"
        for found in find("sync, pushed", size=size):
            self.row(13, f"memos a second that go to a hub, {size:,}", 1e9 / found["each"], "", 5000, at_least=True)
        for found in find("sync, pulled", size=size):
            self.row(13, f"memos a second that come from a hub, {size:,}", 1e9 / found["each"], "", 20000,
                     at_least=True)
        # The server saves half a second after the pause.
        for found in find("sync, seen", size=size):
            for figure, which in (("each", "p50"), ("max", "the slowest")):
                if figure in found:
                    what = f"until another device's editor is told of a keystroke, {which}"
                    self.row(13, what, found[figure] / MILLI, "ms", 1500, 1000, "a second")
        for found in find("sync, idle", size=size):
            self.row(13, "processor while a watch waits", found["each"] / 1e9 * 100, "%", 0.1)
            self.row(13, "statements a minute while a watch waits", found.get("statements"), "", 1)
            if "resident" in found:
                self.row(13, "memory of a watch", found["resident"] / 2**20, "MiB", 24)

    def editors(self):
        find, size = self.bench.find, self.scale.notes
        for who, where, notes in (("editor", "", "notes"), ("file", ", in files", "files")):
            self.workload = "editors" if who == "editor" else "editors' files"
            for workload, what, percentile, goal in (
                ("start", f"start for an editor, {size:,} {notes}", "each", 20),
                ("completion", f"an editor's completion{where}, p99 of the slowest", "p99", 5),
                ("references", f"an editor's references{where}, p99", "p99", 2),
                ("symbols", f"an editor's workspace symbols{where}, p99 of the slowest", "p99", 5),
            ):
                if figure := worst(find(f"{who}, {workload}", size=size), percentile):
                    floor = worst(find(f"{who}, {workload}", "floor", size=size), percentile)
                    self.row(12, what, figure / MILLI, "ms", goal, floor / MILLI)
            for found in find(f"{who}, keystroke"):
                floor = worst(find(f"{who}, keystroke", "floor", size=found["size"]), "each")
                what = f"a keystroke in an editor{where}, {size_name(found['size'])}"
                self.row(12, what, found["each"] / MICRO, "µs", 25, floor / MICRO)
            if found := [one for one in find(f"{who}, symbols", size=size) if "resident" in one]:
                memory = worst(found, "resident") / 2**20
                self.row(12, f"an editor's server, memory, {size:,} {notes}", memory, "MiB", 60)
        self.files(size)
        self.workload = "editors"
        if figure := worst(find("editor, rename", size=size), "p50"):
            self.row(12, "an editor's rename of a note with 100 links", figure / MILLI, "ms", 20)
        if figure := worst(find("editor, typing told", size=size), "each"):
            alone = worst(find("editor, typing told", size=0), "each")
            what = f"until problems are told after the last keystroke, {size:,} notes"
            self.row(12, what, figure / MILLI, "ms", 150, alone and alone / MILLI, "no notes")

    def files(self, size):
        find, self.workload = self.bench.find, "editors' files"
        if figure := worst(find("file, problems told", size=size), "each"):
            other = worst(find("file, problems told", "rumdl", size=size), "each")
            self.row(
                12, f"start until the first file's problems are told, {size:,} files", figure / MILLI, "ms", 100,
                other and other / MILLI, "rumdl")
        if figure := worst(find("file, changed outside", size=size), "each"):
            what = "until an editor is asked to take in a change of an open file, the slowest"
            self.row(12, what, figure / MILLI, "ms", 3000)

    def opening(self):
        find, self.workload = self.bench.find, "opening"
        if figure := worst(find("createMemo"), "each"):
            size = find("createMemo")[0]["size"]
            floor = worst(find("createMemo", "floor"), "each")
            self.row(6, f"createMemo, {size_name(size)}", figure / MILLI, "ms", 40, floor / MILLI)
            read, floor = (worst(find("JSON string", server), "each") for server in ("memo-ls", "floor"))
            if read > floor:  # the pipe's own time is not the reader's
                speed = size / (read - floor) * 1e3
                self.row(6, "a JSON string is read, the pipe not counted", speed, "MB/s", 500, at_least=True)

    def transactions(self):
        for interval, goal in ((1000, 1), (5000, 3)):
            self.workload = f"typist {interval}"
            for found in self.bench.find("typist", interval=interval):
                what = f"transactions of {self.scale.keys:,} keystrokes {interval // 1000} ms apart"
                self.row(7, what, found["transactions"], "", goal)

    def saving(self):
        for size, goal in zip(self.scale.sizes[1:], (64, 1024)):
            self.workload = f"one edit {size}"
            for found in self.bench.find("one edit saved", size=size):
                if found["written"] >= 0:
                    what = f"written to save one character of {size_name(size)}"
                    self.row(8, what, found["written"] / 1024, "KiB", goal, size / 1024, "the memo")
