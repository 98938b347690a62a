"""What a page of HTML has of headings, links and code, in the form in which the driver tells what a text has."""

from html.parser import HTMLParser
from urllib.parse import unquote

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class ExpectedHTML(HTMLParser):
    """Reads a page. A tag that stands in the source as it is was written there, and is no link of Markdown."""

    def __init__(self, html, source):
        super().__init__(convert_charrefs=True)
        self.source = source
        self.headings, self.links, self.code = [], [], []
        self.open = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        if self.get_starttag_text() in self.source:
            return
        attributes = dict(attributes)
        if tag == "img":
            link = ["image", unquote(attributes.get("src") or ""), attributes.get("alt") or ""]
            self.links.append(link)
            self.handle_data(link[2])
        elif tag == "a":
            link = ["link", unquote(attributes.get("href") or ""), ""]
            self.links.append(link)
            self.open.append((tag, link))
        elif tag == "code":
            self.code.append([""])
            self.open.append((tag, self.code[-1]))
        elif tag in HEADINGS:
            self.headings.append([int(tag[1]), ""])
            self.open.append((tag, self.headings[-1]))

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        if self.open and self.open[-1][0] == tag:
            self.open.pop()

    def handle_data(self, data):
        for _, item in self.open:
            item[-1] += data

    @property
    def parts(self):
        return parts(self.headings, self.links, [words for (words,) in self.code])


def parts(headings, links, code):
    """The three, white space folded: a line end in words is a space, and one in code says nothing of them. A fragment
    without words is none."""
    fold = lambda text: " ".join(text.split())
    return {
        "headings": [(level, fold(text)) for level, text in headings],
        "links": [(kind, fold(target).removesuffix("#"), fold(label)) for kind, target, label in links],
        "code": [fold(text) for text in code],
    }


def told(outline):
    """The three, as the driver told them. Wiki links are none of CommonMark."""
    links = []
    for kind, target, fragment, label in outline["links"]:
        if kind not in ("wiki", "embed"):
            target = unquote(target + ("#" + fragment if fragment is not None else ""))
            label = target.removeprefix("mailto:") if kind == "url" else label or ""
            links.append(("image" if kind == "image" else "link", target, label))
    return parts(outline["headings"], links, outline["code"])
