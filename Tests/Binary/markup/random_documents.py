"""Documents that nobody wrote."""

WORDS = ["a", "b ", "foo", "é", "한글", " 😀 ", " ", "  ", "x1", "."]
MARKS = ["*", "**", "_", "__", "`", "``", "[", "]", "![", "](", ")", "](u)", "](/u 't')", "](<v w>)", "][r]", "[r]", "[]",
         "<", ">", "<i>", "</i>", "<http://e.x>", "<!-- c -->", "<b c='d'>", "\\", "\\*", "\\[", "&amp;", "&", "&#35;", "!",
         "(", "'", '"', "`c`", "[l](m)", "![n](o)"]
STARTS = ["# ", "## ", "#", "> ", ">", "- ", "* ", "+ ", "1. ", "2) ", "    ", "  ", "\t", "```", "~~~", "===", "---", "***",
          "<div>", "</div>", "<pre>", "<!--", "-->", "- [ ] ", "<?", "?>"]


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
