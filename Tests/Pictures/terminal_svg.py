"""A terminal's screen, as tmux captures it with its colours, drawn as SVG."""

import re
import unicodedata
import xml.sax.saxutils

CELL, LINE, FONT, MARGIN = 8.4, 19, 14, 16
FOREGROUND, BACKGROUND, BORDER = "#d0d0d0", "#1c1c1c", "#585858"
# The sixteen colours that a program names by number, as this terminal shows them.
ANSI = ["#3a3a3a", "#ff8080", "#9fd884", "#e8c66a", "#8fb4ff", "#d6a0f0", "#77d0d0", "#d0d0d0",
        "#767676", "#ffa0a0", "#bdeb9a", "#ffdd8e", "#b0caff", "#e4b9f7", "#a0e8e8", "#ffffff"]
# What the parameters of SGR, "Select Graphic Rendition" in ECMA-48, do to a style.
SWITCHES = {1: ("bold", True), 3: ("italic", True), 4: ("underline", True), 7: ("reverse", True),
            22: ("bold", False), 23: ("italic", False), 24: ("underline", False), 27: ("reverse", False)}


def width(character):
    """How many cells a character takes: none if it joins the one before."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def indexed(number):
    """The colour of this number among xterm's 256."""
    if number < 16:
        return ANSI[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{levels[(number - 16) // scale % 6]:02x}" for scale in (36, 6, 1))


def restyled(style, parameters):
    """A style after one SGR sequence with these parameters."""
    style, codes = dict(style), [int(code or 0) for code in re.split("[;:]", parameters)]
    while codes:
        code = codes.pop(0)
        side = "background" if 40 <= code <= 49 or code >= 100 else "foreground"
        if code == 0:
            style = {}
        elif code in SWITCHES:
            name, value = SWITCHES[code]
            style[name] = value
        elif code in (38, 48):
            if codes.pop(0) == 5:
                style[side] = indexed(codes.pop(0))
            else:
                style[side] = "#" + "".join(f"{codes.pop(0):02x}" for _ in range(3))
        elif code in (39, 49):
            style.pop(side, None)
        elif code % 10 < 8 and code // 10 in (3, 4, 9, 10):
            style[side] = ANSI[code % 10 + (8 if code >= 90 else 0)]
        else:
            raise ValueError(f"SGR {code} is not drawn")
    return style


def cells(captured):
    """The rows of a captured screen, each a list of characters with their styles."""
    rows, style = [], {}
    for line in captured.rstrip("\n").split("\n"):
        row = []
        for text, parameters, unknown in re.findall(r"([^\x1b]+)|\x1b\[([\d;:]*)m|(\x1b.*)", line):
            if unknown:
                raise ValueError(f"{unknown!r} is not drawn")
            if not text:
                style = restyled(style, parameters)
            for character in text:
                if width(character):
                    row.append((character, style))
                else:
                    row[-1] = (row[-1][0] + character, row[-1][1])
        rows.append(row)
    return rows


def replaced(row, pattern, text):
    """A row with another text wherever this pattern is found, in the style of what stood there."""
    found, end = [], 0
    for match in re.finditer(pattern, "".join(character[0] for character, _ in row)):
        start = match.start()
        found += row[end:start] + [(character, row[start][1]) for character in text]
        end = match.end()
    return found + row[end:]


def pieces(row):
    """The stretches of a row that are drawn as one: (column, columns, text, style). A wide character stands by itself,
    so that it has its place whatever font is found for it."""
    found, column = [], 0
    for text, style in row:
        columns = width(text[0])
        if found and columns == 1 and found[-1][3] == style and width(found[-1][2][0]) == 1:
            start, length, before, _ = found[-1]
            found[-1] = (start, length + 1, before + text, style)
        else:
            found.append((column, columns, text, style))
        column += columns
    return found


def colours(style):
    """A style's foreground and background."""
    pair = style.get("foreground", FOREGROUND), style.get("background", BACKGROUND)
    return pair[::-1] if style.get("reverse") else pair


def drawn(column, row, columns, text, style):
    """A stretch as SVG: its background where it has one, then its words."""
    foreground, background = colours(style)
    x, y = MARGIN + column * CELL, MARGIN + row * LINE
    if background != BACKGROUND:
        yield f'<rect x="{x:.1f}" y="{y}" width="{columns * CELL:.1f}" height="{LINE}" fill="{background}"/>'
    shown = text.strip(" ")
    if not shown:
        return
    x += (len(text) - len(text.lstrip(" "))) * CELL
    # The cells of the stretch without those of the spaces around its words.
    across = (columns - len(text) + len(shown)) * CELL
    marks = f' fill="{foreground}"' if foreground != FOREGROUND else ""
    marks += ' font-weight="bold"' if style.get("bold") else ""
    marks += ' font-style="italic"' if style.get("italic") else ""
    marks += ' text-decoration="underline"' if style.get("underline") else ""
    # Wide characters come from another font, which need not fill two cells: they keep their shape.
    marks += f' textLength="{across:.1f}"' if width(shown[0]) == 1 else ""
    yield f'<text x="{x:.1f}" y="{y + FONT}"{marks}>{xml.sax.saxutils.escape(shown)}</text>'


def svg(rows, columns, title):
    """The picture of a screen so many columns wide; its title is for those who can't see it."""
    across, down = 2 * MARGIN + columns * CELL, 2 * MARGIN + len(rows) * LINE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:.0f}" height="{down}" '
        f'viewBox="0 0 {across:.0f} {down}" role="img" xml:space="preserve" fill="{FOREGROUND}" font-size="{FONT}" '
        'font-family="ui-monospace, SFMono-Regular, '
        'Menlo, Consolas, \'DejaVu Sans Mono\', \'Noto Sans Mono CJK KR\', monospace">',
        f"<title>{xml.sax.saxutils.escape(title)}</title>",
        f'<rect x="0.5" y="0.5" width="{across - 1:.0f}" height="{down - 1}" rx="8" fill="{BACKGROUND}" '
        f'stroke="{BORDER}"/>']
    for number, row in enumerate(rows):
        for column, length, text, style in pieces(row):
            lines += drawn(column, number, length, text, style)
    return "\n".join([*lines, "</svg>"]) + "\n"
