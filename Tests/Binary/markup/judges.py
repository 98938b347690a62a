"""Other parsers of Markdown, and where they are known not to do what CommonMark's specification (0.31.2) says."""

import functools
import html
import operator
import re
from typing import NamedTuple

import commonmark
import marko
import md4c
import pyromark
from markdown_it import MarkdownIt

from .reading import Reading


class KnownError(NamedTuple):
    """Where a parser errs."""

    # What the specification says there, and in which section.
    rule: str
    # What a text has in which that shows.
    pattern: re.Pattern
    # Such a text, and what it has.
    example: str
    headings: list = []
    links: list = []
    code: list = []

    @property
    def parts(self):
        return {"headings": self.headings, "links": self.links, "code": self.code}


LINE_END = r"[ \t]*(\r?\n|$)"
SHOWN = [("link", "/d", "r")]

QUOTED = KnownError(
    "5.1: what is indented like code begins no quotation", re.compile(r"\n[ >]*(    | {0,3}\t)[ \t]*>"),
    ">\n\t>a", code=[">a"])
CODE = KnownError(
    "4.8: white space that a paragraph's lines begin with is skipped, in code, too",
    re.compile(r"`[ \t]*\r?\n[ \t>]*[ \t]|\n[ \t>]*[ \t]`"),
    "[b`\n    c `](u)", links=[("link", "u", "bc")], code=["c"])


class MarkdownItPy:
    """markdown-it-py, which follows markdown-it of JavaScript."""

    ERRORS = [
        KnownError(
            "6.3: a parenthesis behind a label, without a destination, is words",
            re.compile(r"\[[rR]\]\(" + LINE_END), "[r](\n\n[r]: /d", links=SHOWN),
        KnownError(
            "6.4: a label may be a picture though `(` without a destination follows",
            re.compile(r"!\[[rR]\]\("), "![r](a b\n\n[r]: /d", links=[("image", "/d", "r")]),
        KnownError(
            "6.3: a label follows a link's text at once",
            re.compile(r"\]\(\s*(<[^<>\n]*>|\S*)\s*.\[", re.DOTALL), "![x](y ][r]\n\n[r]: /d", links=SHOWN),
        KnownError(
            "4.7: a label has words",
            re.compile(r"\[[rR]\]\[\s+\]"), "[r][ ]\n\n[r]: /d", links=SHOWN),
        KnownError(
            "4.7: a label ends at the first bracket, in code and HTML, too",
            re.compile(r"\[[rR]\]\[[^\[\]]*[`<]"), "[r][a`b]`\n\n[r]: /d", code=["b]"]),
        KnownError(
            "4.7: a label has no brackets",
            re.compile(r"\[[rR]\]\[[^\]]*\["), "[r][a [b]]\n\n[r]: /d", links=SHOWN),
        KnownError(
            "6.2: the brackets around words are punctuation beside them",
            re.compile(r"!\[[*_]|[*_]\][(\[]"), "![*a.**](u)", links=[("image", "u", "*a.**")]),
        KnownError(
            "6.3: a destination without `<` ends where its line does",
            re.compile(r"\]\([^)]*\\\r?\n"), "[a](b\\\nc)"),
        KnownError(
            "6.3: a link has no other in it, not in a picture's words either",
            re.compile(r"!\[[^\]]*\["), "[a ![b [c](d) e](f)](g)", links=[("image", "f", "b c e")]),
        KnownError(
            "5.1: a line goes on with a paragraph in quotations or items though it is indented like code",
            re.compile(
                r"\n *(>|[-+*]|\d+[.)]).*[^\n\r]\r?\n[ >]*(    | {0,3}\t)", re.DOTALL),
            "\n> > a\n    # b"),
        KnownError(
            "6.6: a comment ends at the first `-->` behind its beginning", re.compile(r"--->"),
            "x <!-- `a` ------>"),
        QUOTED, CODE,
    ]

    def __init__(self, extensions=()):
        """A parser of CommonMark, and of "table" and "strikethrough" where these are given."""
        self.parser = MarkdownIt("commonmark", {"maxNesting": 1000}).enable(extensions)
        self.parser.validateLink = lambda url: True
        self.parser.normalizeLink = self.parser.normalizeLinkText = lambda url: url

    def parsed(self, text):
        reading = Reading()
        for token in self.parser.parse(text):
            if token.type == "heading_open":
                reading.begin_heading(int(token.tag[1]))
            elif token.type == "heading_close":
                reading.end_heading()
            elif token.type in ("fence", "code_block"):
                reading.code_block(token.content)
            elif token.type == "inline":
                self._read(token.children or [], reading)
        return reading.parts

    def _read(self, tokens, reading):
        for token in tokens:
            if token.type in ("text", "text_special"):
                reading.words(token.content)
            elif token.type in ("softbreak", "hardbreak"):
                reading.words(" ")
            elif token.type == "code_inline":
                reading.code_span(token.content)
            elif token.type == "link_open":
                reading.begin_link("link", token.attrs["href"])
            elif token.type == "image":
                reading.begin_link("image", token.attrs["src"])
                self._read(token.children or [], reading)
                reading.end_link()
            elif token.type == "link_close":
                reading.end_link()


class PulldownCmark:
    """pulldown-cmark, which is written in Rust and follows no other."""

    ERRORS = [
        KnownError(
            "2.4, 6.3: an escaped bracket behind a label begins none",
            re.compile(r"\]\\\["), "[r]\\[a]\n\n[r]: /d", links=SHOWN),
        KnownError(
            "2.1: a carriage return and a line feed are one line end",
            re.compile(r"`\r\n|\r\n[ \t>]*`"), "[b`\r\nc `](u)", links=[("link", "u", "bc")], code=["c"]),
        KnownError(
            "6.7: a backslash before a line end breaks the line",
            re.compile(r"\\\r?\n[ \t>]*\]"), "![*a*\\\n](u)", links=[("image", "u", "a")]),
        KnownError(
            "4.2: tabs may follow what closes a heading",
            re.compile(r"#[ \t]*\t" + LINE_END), "# # \t", headings=[(1, "")]),
        KnownError(
            "4.5: tabs may follow what closes fenced code",
            re.compile(r"(```|~~~)[ \t]*\t" + LINE_END), "```\n```\t\n# a", headings=[(1, "a")], code=[""]),
        QUOTED, CODE,
    ]

    def __init__(self, extensions=()):
        """A parser of CommonMark, and of "table" and "strikethrough" where these are given."""
        known = {"table": pyromark.Options.ENABLE_TABLES, "strikethrough": pyromark.Options.ENABLE_STRIKETHROUGH}
        self.options = functools.reduce(operator.or_, map(known.get, extensions), pyromark.Options(0))

    def parsed(self, text):
        reading = Reading()
        block = None
        for event in pyromark.events(text, options=self.options):
            if isinstance(event, str):
                if event in ("SoftBreak", "HardBreak"):
                    reading.words(" ")
                continue
            ((kind, value),) = event.items()
            name, details = next(iter(value.items())) if isinstance(value, dict) else (value, None)
            if kind == "Start" and name == "Heading":
                reading.begin_heading(int(details["level"].removeprefix("H")))
            elif kind == "End" and name == "Heading":
                reading.end_heading()
            elif kind == "Start" and name in ("Link", "Image"):
                scheme = "mailto:" if details["link_type"] == "Email" else ""
                reading.begin_link(name.lower(), scheme + details["dest_url"])
            elif kind == "End" and name in ("Link", "Image"):
                reading.end_link()
            elif kind == "Start" and name == "CodeBlock":
                block = ""
            elif kind == "End" and name == "CodeBlock":
                reading.code_block(block)
                block = None
            elif kind == "Text" and block is not None:
                block += value
            elif kind == "Text":
                reading.words(value)
            elif kind == "Code":
                reading.code_span(value)
        return reading.parts


class CommonMarkPy:
    """commonmark.py, which follows the parser of JavaScript that came with the specification."""

    def parsed(self, text):
        reading = Reading()
        for node, is_entering in commonmark.Parser().parse(text).walker():
            if node.t == "heading":
                reading.begin_heading(node.level) if is_entering else reading.end_heading()
            elif node.t in ("link", "image"):
                reading.begin_link(node.t, node.destination) if is_entering else reading.end_link()
            elif node.t in ("softbreak", "linebreak"):
                reading.words(" ")
            elif node.t == "text":
                reading.words(node.literal)
            elif node.t == "code":
                reading.code_span(node.literal)
            elif node.t == "code_block":
                reading.code_block(node.literal)
        return reading.parts


class MD4C:
    """md4c, which is written in C and follows no other."""

    def parsed(self, text):
        reading = Reading()
        code = []

        def target(attribute):
            kinds = {md4c.TextType.ENTITY: md4c.lookup_entity, md4c.TextType.NULLCHAR: lambda _: "\ufffd"}
            return "".join(kinds.get(kind, str)(words) for kind, words in attribute or [])

        def enter(kind, details):
            if kind == md4c.BlockType.H:
                reading.begin_heading(details["level"])
            elif kind == md4c.SpanType.A:
                reading.begin_link("link", target(details["href"]))
            elif kind == md4c.SpanType.IMG:
                reading.begin_link("image", target(details["src"]))
            elif kind in (md4c.BlockType.CODE, md4c.SpanType.CODE):
                code.append("")

        def leave(kind, _):
            if kind == md4c.BlockType.H:
                reading.end_heading()
            elif kind in (md4c.SpanType.A, md4c.SpanType.IMG):
                reading.end_link()
            elif kind == md4c.BlockType.CODE:
                reading.code_block(code.pop())
            elif kind == md4c.SpanType.CODE:
                reading.code_span(code.pop())

        def take(kind, words):
            if kind == md4c.TextType.HTML:
                return
            if kind in (md4c.TextType.BR, md4c.TextType.SOFTBR):
                words = " "
            words = target([(kind, words)])
            if code:
                code[-1] += words
            else:
                reading.words(words)

        md4c.GenericParser(0).parse(text, enter, leave, enter, leave, take)
        return reading.parts


class Marko:
    """marko, which is written in Python and follows no other."""

    def parsed(self, text):
        reading = Reading()
        self._read(marko.parse(text), reading)
        return reading.parts

    def _read(self, node, reading):
        kind = node.get_type()
        if kind in ("Heading", "SetextHeading"):
            reading.begin_heading(node.level)
        elif kind in ("Link", "AutoLink", "Image"):
            reading.begin_link("image" if kind == "Image" else "link", html.unescape(node.dest))
        elif kind == "LineBreak":
            return reading.words(" ")
        elif kind == "CodeSpan":
            return reading.code_span(node.children)
        elif kind in ("CodeBlock", "FencedCode"):
            return reading.code_block(node.children[0].children)
        elif kind in ("HTMLBlock", "InlineHTML"):
            return
        elif kind == "RawText":
            return reading.words(html.unescape(node.children))
        elif kind == "Literal":
            return reading.words(node.children)
        for child in getattr(node, "children", []):
            self._read(child, reading)
        if kind in ("Heading", "SetextHeading"):
            reading.end_heading()
        elif kind in ("Link", "AutoLink", "Image"):
            reading.end_link()
