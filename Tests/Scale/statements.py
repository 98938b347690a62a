"""The statements that the program sends to a hub, as its source has them."""

import pathlib
import re

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources"
# In which file of MemoHub each stands, and between what.
PLACES = {
    "polls": ("PostgresHub+News.swift", r'"(SELECT head, .*?)"'),
    "pulls": ("PostgresHub+Pulling.swift", r'static let statement = """\n(.*?)"""'),
    "acknowledgements": ("PostgresHub+Devices.swift", r'"(SELECT memo_sync\.acknowledge\(.*?)"'),
}


def statement(name, *values):
    """A statement of the program with its parameters' values in place, each written as SQL has it."""
    file, pattern = PLACES[name]
    (text,) = re.findall(pattern, (SOURCES / "MemoHub" / file).read_text(encoding="utf-8"), re.S)
    # The one constant in them.
    items = (SOURCES / "MemoSync" / "Ports" / "HubPull.swift").read_text(encoding="utf-8")
    text = text.replace(r"\(HubPull.mostItems)", re.search(r"mostItems = (\d+)", items)[1])
    assert "\\" not in text, text
    return re.sub(r"\$(\d)", lambda found: values[int(found[1]) - 1], text).strip()
