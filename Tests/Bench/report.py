"""What was measured, as tables: for a terminal, and for README.md beside this."""

from targets import size_name

STORE_WORKLOADS = ("start", "idle", "list", "list, unsaved", "first search", "search", "searching, answered",
                   "backlinks", "complete", "rename", "start, linked",
                   "beside links, streamed", "beside links, answered",
                   "agent, start", "agent, tools/list", "agent, search_memos", "agent, edit_memo",
                   "folder, taken in", "folder, answered meanwhile", "folder, compared", "folder, changed outside",
                   "folder, taken over", "folder, taken over and compared", "folder, idle", "folder, idle without",
                   "sync, pushed", "sync, pulled", "sync, seen", "sync, idle",
                   "editor, start", "editor, completion", "editor, references", "editor, symbols", "editor, rename",
                   "file, start", "file, completion", "file, references", "file, symbols", "file, problems told",
                   "file, changed outside")  # their size is memos


def number(value):
    """A number with three significant digits."""
    if value is None:
        return ""
    if value and abs(value) < 100:
        return f"{value:.3g}" if abs(value) >= 0.01 else f"{value:.1g}"
    return f"{value:,.0f}"


def columns(rows, heads):
    """Rows of words, the first column to the left and the others to the right."""
    rows = [heads, *rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(heads))]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def measurement_table(bench):
    """One row for each measurement: times in µs, and the ratio of the median, or of the whole, to the floor's."""
    rows = []
    for found in bench.measurements:
        about = [found["workload"]]
        if "size" in found:
            is_store = found["workload"] in STORE_WORKLOADS
            about.append(f"{found['size']:,} memos" if is_store else size_name(found["size"]))
        about += [found[name] for name in ("pattern",) if name in found]
        if "interval" in found:
            about.append(f"{found['interval'] // 1000} ms apart: {found['transactions']:g} transactions")
        same = {name: found[name] for name in ("size", "pattern") if name in found}
        floor = bench.find(found["workload"], "floor", **same) or bench.find(found["workload"], "floor")
        figure = "p50" if "p50" in found else "each"
        ratio = found[figure] / floor[0][figure] if floor and figure in found and figure in floor[0] else None
        times = [number(found[name] / 1e3) if name in found else "" for name in ("each", "p50", "p99", "p999")]
        sizes = [number(found[name] / 1e6) if found.get(name, -1) >= 0 else "" for name in ("resident", "written")]
        rows.append([", ".join(about), found["server"], *times, number(ratio), *sizes])
    heads = ["workload", "server", "each µs", "p50", "p99", "p99.9", "× floor", "RSS MB", "written MB"]
    return columns(rows, heads)


def target_table(rows):
    """One row for each target."""
    table = []
    for row in rows:
        sign, unit = "≥" if row["atLeast"] else "≤", row["unit"]
        goal = "" if row["goal"] is None else f"{sign} {number(row['goal'])} {unit}"
        ratio = "" if row["ratio"] is None else f"{number(row['ratio'])} × {row['of']}"
        met = {True: "met", False: "missed", None: ""}[row["met"]]
        cells = [f"{row['target']}  {row['what']}", f"{number(row['figure'])} {unit}", goal, ratio, met]
        table.append([cell.rstrip() for cell in cells])
    return columns(table, ["target", "figure", "goal", "ratio", ""])


def readme_section(results):
    """The part of README.md between its two marks, from the committed results."""
    found = results["measurements"]
    lines = []

    def figure(workload, server, name, size, unit):
        about = (workload, server, size)
        values = [one[name] for one in found if (one["workload"], one["server"], one.get("size")) == about]
        return number(max(values) / unit) if values else "–"

    def row(*cells):
        lines.append(f"| {' | '.join(cells)} |")

    sizes = sorted({one["size"] for one in found if one["workload"] == "streamed"})
    row("µs for an edit, in a memo of", *map(size_name, sizes))
    row(*["---"] * (1 + len(sizes)))
    for workload, name, what in (
        ("streamed", "each", "many sent without waiting"),
        ("answered", "p50", "one and its answer, median"),
    ):
        for server, who in (("floor", "the pipe alone"), ("memo-ls", "memo-ls"), ("clangd", "clangd")):
            row(f"{what}: {who}", *(figure(workload, server, name, size, 1e3) for size in sizes))
    stores = sorted({one["size"] for one in found if one["workload"] == "idle"})
    lines.append("")
    row("memos in the store", *(f"{size:,}" for size in stores))
    row(*["---"] * (1 + len(stores)))
    for what, workload, name, unit in (
        ("start to the first answer, ms", "start", "each", 1e6),
        ("first page of `list`, slowest order, median, ms", "list", "p50", 1e6),
        ("first page of `search`, slowest query, median, ms", "search", "p50", 1e6),
        ("the very first `search`, ms", "first search", "each", 1e6),
        ("memory 1 s after the start, MB", "idle", "resident", 1e6),
    ):
        if all(one["workload"] != workload for one in found):
            continue  # figures of an earlier version
        row(what, *(figure(workload, "memo-ls", name, size, unit) for size in stores))
    return "\n".join(lines) + "\n"
