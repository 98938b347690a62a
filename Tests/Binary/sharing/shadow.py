"""A client's own copy of a memo's text, changed as the protocol says: what an editor's buffer is."""

import re
from itertools import islice

LINE_END = re.compile("\r\n|\r|\n")
UNIT_BYTES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}


def index(text, position, encoding):
    """Where in a text a position is; it must name a place between two characters."""
    line = position["line"]
    ends = LINE_END.finditer(text)
    start = 0 if line == 0 else next(islice(ends, line - 1, None)).end()
    own = next(ends, None)
    stop = own.start() if own else len(text)
    units = text[start:stop].encode(CODECS[encoding])[: position["character"] * UNIT_BYTES[encoding]]
    return start + len(units.decode(CODECS[encoding]))


def applied(text, changes, encoding):
    """A text after `contentChanges`, each on the result of the one before."""
    for change in changes:
        if "range" in change:
            start, end = (index(text, change["range"][side], encoding) for side in ("start", "end"))
            text = text[:start] + change["text"] + text[end:]
        else:
            text = change["text"]
    return text
