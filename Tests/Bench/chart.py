"""Charts as SVG, readable on a light and on a dark page: their colours follow what the reader's system prefers."""

import math

from targets import size_name

STYLE = """<style>
text { font: 12px system-ui, sans-serif; fill: #24292f; } .title { font-weight: 600; } .faint { fill: #57606a; }
.grid { stroke: #d0d7de; stroke-width: 1; } .line { fill: none; stroke-width: 2; }
.s0 { stroke: #6e7781; } .s1 { stroke: #0969da; } .s2 { stroke: #bc4c00; }
.f0 { fill: #6e7781; } .f1 { fill: #0969da; } .f2 { fill: #bc4c00; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; } .faint { fill: #9198a1; } .grid { stroke: #3d444d; }
.s0 { stroke: #9198a1; } .s1 { stroke: #58a6ff; } .s2 { stroke: #f0883e; }
.f0 { fill: #9198a1; } .f1 { fill: #58a6ff; } .f2 { fill: #f0883e; }
}
</style>"""
WIDTH, HEIGHT, LEFT, TOP, BOTTOM, NAMES = 440, 260, 52, 44, 40, 110
GAP = 14  # between two names that would stand on each other


def panel(place, title, steps, series):
    """One diagram: `series` is a list of name and values, one for each step or None; the scale is logarithmic."""
    left, right = place * WIDTH + LEFT, (place + 1) * WIDTH - NAMES
    values = [value for _, line in series for value in line if value]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)

    def y(value):
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - math.log10(value)) / (high - low)

    xs = [left + 16 + (right - left - 32) * step / max(1, len(steps) - 1) for step in range(len(steps))]
    parts = [f'<text class="title" x="{left - 40}" y="18">{title}</text>']
    for power in range(low, high + 1):
        at = y(10**power)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="faint" x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{10**power:,g}</text>')
    for x, step in zip(xs, steps):
        parts.append(f'<text class="faint" x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{step}</text>')
    names = []
    for colour, (name, line) in enumerate(series):
        points = [(x, y(value)) for x, value in zip(xs, line) if value]
        if not points:
            continue
        path = " ".join(f"{x:.1f},{at:.1f}" for x, at in points)
        parts.append(f'<polyline class="line s{colour}" points="{path}"/>')
        parts += [f'<circle class="f{colour}" cx="{x:.1f}" cy="{at:.1f}" r="3.5"/>' for x, at in points]
        names.append([points[-1][1] + 4, points[-1][0] + 9, colour, name])
    names.sort()
    for above, below in zip(names, names[1:]):
        below[0] = max(below[0], above[0] + GAP)
    parts += [f'<text class="f{colour}" x="{x:.1f}" y="{at:.1f}">{name}</text>' for at, x, colour, name in names]
    return parts


def chart(description, panels):
    """Panels side by side: (title, steps, series)."""
    width = WIDTH * len(panels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" '
        f'role="img" aria-label="{description}">', STYLE]
    for place, one in enumerate(panels):
        parts += panel(place, *one)
    return "\n".join([*parts, "</svg>\n"])


def charts(results):
    """File name to SVG: latency by the memo's size, start, list and search by the store's."""
    found = results["measurements"]

    def line(workload, server, name, sizes, unit):
        values = {}
        for one in found:
            if (one["workload"], one["server"]) == (workload, server) and one.get("size") in sizes:
                values[one["size"]] = max(values.get(one["size"], 0), one[name] / unit)
        return [values.get(size) for size in sizes]

    sizes = sorted({one["size"] for one in found if one["workload"] == "streamed"})
    stores = sorted({one["size"] for one in found if one["workload"] == "idle"})
    servers = [("the pipe alone", "floor"), ("memo-ls", "memo-ls"), ("clangd", "clangd")]
    latency = [
        (title, list(map(size_name, sizes)), [(name, line(workload, key, figure, sizes, 1e3)) for name, key in servers])
        for title, workload, figure in (
            ("Edits streamed: µs for each", "streamed", "each"),
            ("One edit and its answer: median, µs", "answered", "p50"))]
    steps = [f"{size:,}" for size in stores]
    store = [
        # The empty series leaves out the first colour, which is the floor's.
        ("Start to the first answer: ms", steps, [("", []), ("median", line("start", "memo-ls", "each", stores, 1e6))]),
        ("First page of a list, slowest order: ms", steps, [
            ("", []), *((name, line("list", "memo-ls", name, stores, 1e6)) for name in ("p50", "p99"))])]
    searches = [
        ("", []), ("p50", line("search", "memo-ls", "p50", stores, 1e6)),
        ("the very first", line("first search", "memo-ls", "each", stores, 1e6))]
    if any(value for _, values in searches for value in values):
        store.append(("First page of a search, slowest query: ms", steps, searches))
    return {
        "latency.svg": chart("Time for an edit by the size of the memo", latency),
        "stores.svg": chart("Time to start and to list by the number of memos", store),
    }
