"""What the page of the source says of a hub at scale follows from the figures that it starts from."""

import math
import re
import unittest

from pages.page_case import PAGES, table

PAGE = "Sources/README.md"
HEADS = ("people", "memos", "log a day", "pushes a second, mean and peak", "polls a second",
         "statements a second, mean and peak", "shards such as this one")
DAY, MEMOS, PUSHES, PEAK, AT_WORK, WAITING = 86_400, 1000, 60, 3, 0.1, 60


def figure(pattern):
    """A number of the page, where it stands in these words."""
    (found,) = re.findall(pattern.replace("#", r"([\d,.]+)"), " ".join(PAGES[PAGE].split()))
    return float(found.replace(",", ""))


class Arithmetic(unittest.TestCase):
    def test_the_table_follows_from_the_figures(self):
        memo, log = figure("new, and # once several"), figure("a push takes [0-9,]+ or # bytes")
        shard = {"pushes": figure("or # without `NOTIFY`"), "pulls": figure("; # pulls of what"),
                 "acknowledgements": figure("; # acknowledgements;"), "polls": figure("and # polls of")}
        rows = []
        for people in (10**6, 10**7, 10**8):
            pushes, polls = people * PUSHES / DAY, people * AT_WORK / WAITING
            # A push goes with a pull and an acknowledgement of each of two devices.
            asked = {"pushes": PEAK * pushes, "pulls": 2 * PEAK * pushes, "acknowledgements": 2 * PEAK * pushes,
                     "polls": polls}
            shards = {name: asked[name] / shard[name] for name in asked}
            rows.append([
                f"10^{round(math.log10(people))}", bytes_of(people * MEMOS * memo), bytes_of(people * PUSHES * log),
                f"{pushes:,.0f}, {PEAK * pushes:,.0f}", f"{polls:,.0f}",
                f"{5 * pushes + polls:,.0f}, {sum(asked.values()):,.0f}", f"{math.ceil(sum(shards.values())):,}"])
            if people == 10**7:
                told = [figure(f"10\\^7 people{before}# for {name}") for name, before in (
                    ("pushes", " "), ("pulls", ".*?, "), ("acknowledgements", ".*?, "), ("polls", ".*? and "))]
                self.assertEqual(told, [round(each, 1) for each in shards.values()])
        self.assertEqual(table(PAGE, *HEADS), rows)


def bytes_of(count):
    """A number of bytes in two digits, or in three before the point."""
    unit, name = (1e12, "TB") if count >= 1e12 else (1e9, "GB")
    value = count / unit
    return f"{value:.1f} {name}" if value < 10 else f"{value:.0f} {name}"
