"""Two programs measured in turn in one run: whether one has become slower than the other. The 99th percentiles are
shown and not judged: what else the machine does decides them."""

import copy
import statistics

from report import columns, number
from targets import Targets

ROUNDS = 5  # of which the median counts
ATTEMPTS = 3  # at as many rounds, if something seems to be worse
WORSE = 1.05


class Pair:
    """Measures with two benches, the one before and the one now, in turn, and keeps each round's measurements."""

    def __init__(self, before, now, measure):
        self.benches, self.measure = (before, now), measure
        self.rounds = ([], [])
        self.count = 0

    def go(self, names):
        """One round of each of these workloads. Who comes first changes, as the second may find a warmer machine."""
        self.count += 1
        order = (0, 1) if self.count % 2 else (1, 0)
        for name in names:
            for one in order:
                bench = self.benches[one]
                bench.measurements = []
                self.measure(bench, {name})
                self.rounds[one].extend(bench.measurements)

    def rows(self):
        """The rows of the targets that both have: what, before, now, unit, ratio, workload, and whether it is judged. A
        ratio above 1 is worse."""
        before, now = (self.targets(one) for one in (0, 1))
        rows = []
        for what, row in now.items():
            if what not in before or not before[what]["figure"] or not row["figure"]:
                continue
            old, new = before[what]["figure"], row["figure"]
            ratio = old / new if row["atLeast"] else new / old
            rows.append(row | {"before": old, "times": ratio, "judged": "p99" not in what})
        return rows

    def targets(self, one):
        bench = copy.copy(self.benches[one])
        bench.measurements = medians_of(self.rounds[one])
        return {row["what"]: row for row in Targets(bench).rows}


def medians_of(measurements):
    """One measurement of each kind, with the median of each figure over the rounds."""
    kinds = {}
    for found in measurements:
        about = tuple((name, value) for name, value in found.items() if name not in FIGURES)
        kinds.setdefault(about, []).append(found)
    return [
        dict(about) | {name: statistics.median(one[name] for one in found) for name in FIGURES if name in found[0]}
        for about, found in kinds.items()]


FIGURES = ("each", "p50", "p99", "p999", "max", "resident", "peak", "written", "transactions", "statements")


def compare(pair, names, rounds=ROUNDS, say=print):
    """Measures, and what seems worse again, with all rounds' median. Returns the table and what is worse at the end."""
    worse = names
    for _ in range(ATTEMPTS):
        for round in range(rounds):
            say(f"round {round + 1} of {rounds}: {', '.join(sorted(worse))}")
            pair.go([name for name in names if name in worse])
        slower = [row for row in pair.rows() if row["judged"] and row["times"] > WORSE]
        if not slower:
            break
        worse = {row["workload"] for row in slower}
    return table(pair.rows()), [row["what"] for row in slower]


def table(rows):
    cells = [
        [f"{row['target']}  {row['what']}", f"{number(row['before'])} {row['unit']}".strip(),
         f"{number(row['figure'])} {row['unit']}".strip(), f"{row['times']:.3f}",
         "worse" if row["judged"] and row["times"] > WORSE else ""]
        for row in rows]
    return columns(cells, ["target", "before", "now", "times", ""])
