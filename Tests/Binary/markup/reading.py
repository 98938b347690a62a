from urllib.parse import unquote

from .expected_html import parts


class Reading:
    """Takes what a parser finds in a text, piece by piece, and has it in the form of `expected_html.told`."""

    def __init__(self):
        self.headings, self.links, self.code = [], [], []
        self.heading = None
        # The links that are open, each with how many there were when it began.
        self.open = []

    def begin_heading(self, level):
        self.heading = [level, ""]
        self.headings.append(self.heading)

    def end_heading(self):
        self.heading = None

    def begin_link(self, kind, target):
        link = [kind, unquote(target), ""]
        self.links.append(link)
        self.open.append((link, len(self.links)))

    def end_link(self):
        (kind, *_), count = self.open.pop()
        # What stands in a picture's words is shown as words.
        if kind == "image":
            del self.links[count:]

    def words(self, words):
        for link, _ in self.open:
            link[2] += words
        if self.heading is not None:
            self.heading[1] += words

    def code_span(self, words):
        self.code.append(words)
        self.words(words)

    def code_block(self, words):
        self.code.append(words)

    @property
    def parts(self):
        return parts(self.headings, self.links, self.code)
