"""Whether anything became slower: ratios against committed bounds. The 99th percentiles have none: what else the
machine does decides them. Some figures are there on Linux alone."""

import json
import sys

from targets import Targets

ATTEMPTS = 3  # the machine may have had something else to do


def too_slow(bench, path, measure):
    """0 if no ratio is worse than its bound times the slack in the file; else says which and returns 1. What is too
    slow is measured again before that is said."""
    committed = json.loads(path.read_text(encoding="utf-8"))
    bounds = committed["bounds"] | committed.get(sys.platform, {})
    for attempt in range(ATTEMPTS):
        rows = {row["what"]: row for row in Targets(bench).rows if row.get("ratio") is not None}
        ratios = {what: row["ratio"] for what, row in rows.items()}
        worse = {}
        for what, bound in bounds.items():
            if what not in ratios:
                worse[what] = "not measured"
            elif ratios[what] > bound * committed["slack"]:
                worse[what] = f"{ratios[what]:.3g} is more than {bound:g} × {committed['slack']:g}"
        if not worse:
            print(f"all {len(bounds)} ratios are within their bounds")
            return 0
        for what, how in worse.items():
            bench.say(f"{what}: {how}")
        if attempt + 1 < ATTEMPTS:
            measure(bench, {rows[what]["workload"] for what in worse if what in rows})
    print("too slow: " + "; ".join(f"{what}: {how}" for what, how in worse.items()))
    return 1
