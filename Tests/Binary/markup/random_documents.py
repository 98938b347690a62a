"""Documents that nobody wrote."""

import re

WORDS = ["a", "b ", "foo", "é", "한글", " 😀 ", " ", "  ", "x1", "."]
MARKS = ["*", "**", "_", "__", "`", "``", "[", "]", "![", "](", ")", "](u)", "](/u 't')", "](<v w>)", "][r]",
         "[r]", "[]", "<", ">", "<i>", "</i>", "<http://e.x>", "<!-- c -->", "<b c='d'>", "\\", "\\*", "\\[", "&amp;",
         "&", "&#35;", "!", "(", "'", '"', "`c`", "[l](m)", "![n](o)"]
STARTS = ["# ", "## ", "#", "> ", ">", "- ", "* ", "+ ", "1. ", "2) ", "    ", "  ", "\t", "```", "~~~", "===",
          "---", "***", "<div>", "</div>", "<pre>", "<!--", "-->", "- [ ] ", "<?", "?>"]

# What cells are made of; what ends one is escaped.
CELLS = ["a", "b c", "é", "한글", "😀", "", " ", "~~a~~", "~~", "\\|", "`c`", "`a\\|b`", "`", "[l](m)", "![n](o)", "[r]",
         "[l](m\\|n)", "[l\\|k](m)", "**b**", "*", "<http://e.x>", "\\", "[x", "](u)", "<i>", "&amp;"]
RULES = ["-", " --- ", ":-", "-: ", ":---:"]


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


def table_document(random):
    """One document with a table, whose rows may be shorter or longer than its header, and with words struck through. A
    row has words: of one without, the parsers say different things."""
    columns = random.choice([1, 2, 2, 3])

    def cell(start=""):
        return start + "".join(random.choices(CELLS, k=random.choice([0, 1, 1, 2, 3])))

    lines = [f"|{'|'.join(cell('h') + '.' for _ in range(columns))}|",
             f"|{'|'.join(random.choices(RULES, k=columns))}|"]
    for _ in range(random.randrange(4)):
        width = max(1, columns + random.choice([-1, 0, 0, 1, 2]))
        cells = [cell("c"), *(cell() for _ in range(width - 1))]
        lines.append(random.choice(["", "|", "| "]) + "|".join(cells) + random.choice(["", "|", " |"]))
    first, others = random.choice([("", ""), ("", ""), ("> ", "> "), ("- ", "  ")])
    before = random.choice(["", "# ~~h~~ h\n\n", "~~a~~ [l](m)\n\n"])
    after = random.choice(["", "\n\n~~a *b* [c](d)~~\n", "\n# ~~h~~"])
    text = "\n" + before + first + f"\n{others}".join(lines) + after + random.choice(["", "\n\n[r]: /d"])
    # Whether the second of two backslashes escapes what ends a cell, no specification says.
    return re.sub(r"\\+", r"\\", text)
