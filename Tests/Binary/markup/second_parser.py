"""Documents that nobody wrote, and what markdown-it-py says they have."""

from urllib.parse import unquote

from markdown_it import MarkdownIt

from .expected_html import parts

WORDS = ["a", "b ", "foo", "é", "한글", " 😀 ", " ", "  ", "x1", "."]
MARKS = ["*", "**", "_", "__", "`", "``", "[", "]", "![", "](", ")", "](u)", "](/u 't')", "](<v w>)", "][r]", "[r]", "[]", "<", ">", "<i>",
         "</i>", "<http://e.x>", "<!-- c -->", "<b c='d'>", "\\", "\\*", "\\[", "&amp;", "&", "&#35;", "!", "(", "'", '"', "`c`", "[l](m)", "![n](o)"]
STARTS = ["# ", "## ", "#", "> ", ">", "- ", "* ", "+ ", "1. ", "2) ", "    ", "  ", "\t", "```", "~~~", "===", "---", "***", "<div>", "</div>", "<pre>", "<!--",
          "-->", "- [ ] ", "<?", "?>"]


def document(random):
    """One document."""
    text = ""
    for _ in range(random.randrange(1, 14)):
        for _ in range(random.choice([0, 0, 1, 1, 1, 2, 3])):
            text += random.choice(STARTS)
        for _ in range(random.choice([0, 1, 2, 3, 5, 8])):
            text += random.choice(random.choice([WORDS, MARKS]))
        text += random.choice(["\n", "\n", "\n", "\n\n", "\r\n", "  \n"])
    return "\n" + text + random.choice(["", "", "\n\n[r]: /d\n", "\n\n> [r]:\n> <e f> 't'\n[R]: x"])


def parser():
    made = MarkdownIt("commonmark", {"maxNesting": 1000})
    made.validateLink = lambda url: True
    made.normalizeLink = lambda url: url
    made.normalizeLinkText = lambda url: url
    return made


def parsed(made, text):
    """What a parser says of a text, as `expected_html.told` has it."""
    headings, links, code = [], [], []
    open_links, heading = [], None

    def add(words):
        for link in open_links:
            link[2] += words
        if heading is not None:
            heading[1] += words

    def inline(tokens, shown=True):
        nonlocal heading
        for token in tokens:
            if token.type in ("text", "text_special"):
                add(token.content)
            elif token.type in ("softbreak", "hardbreak"):
                add(" ")
            elif token.type == "code_inline":
                code.append(token.content)
                add(token.content)
            elif token.type == "link_open":
                links.append(["link", unquote(token.attrs["href"]).removeprefix("mailto:") if token.info == "auto" else unquote(token.attrs["href"]).removesuffix("#"), ""])
                open_links.append(links[-1])
            elif token.type == "link_close":
                open_links.pop()
            elif token.type == "image":
                links.append(["image", unquote(token.attrs["src"]).removesuffix("#"), ""])
                open_links.append(links[-1])
                before = len(links)
                inline(token.children or [])
                del links[before:]
                open_links.pop()

    for token in made.parse(text):
        if token.type == "heading_open":
            heading = [int(token.tag[1]), ""]
            headings.append(heading)
        elif token.type == "heading_close":
            heading = None
        elif token.type in ("fence", "code_block"):
            code.append(token.content)
        elif token.type == "inline":
            inline(token.children or [])
    return parts(headings, links, code)
