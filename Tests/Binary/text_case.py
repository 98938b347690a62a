"""Changes of texts in a short form."""

ENCODINGS = ("utf-8", "utf-16", "utf-32")


def place(line, character):
    """A position."""
    return {"line": line, "character": character}


def put(text, start, end=None):
    """The change that puts a text at a place, or over a range."""
    return {"range": {"start": place(*start), "end": place(*(end or start))}, "text": text}


def append(text):
    """The change that puts a text at the end of a memo of one line."""
    return put(text, (0, 2**31 - 1))
