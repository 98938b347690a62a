"""The text that is edited, and the keystrokes. Both are the same in every run and for every server."""

import random

LINE_BYTES = 80
JUMP_KEYS = 64  # keystrokes at one place, half of them backspaces
TYPING_KEYS = 1024  # the same without jumps
TYPED_LINE = 60  # typed characters between two line ends
WORDS = "note memo milk 두부 paper to read 편지 of the week 산책 rain later again 생각".split()


def text(size):
    """A text of so many bytes in lines of 80, Korean and English: a C comment, so that clangd has nothing to parse."""
    chance = random.Random(1)
    lines = []
    for _ in range(97):
        line = ""
        while LINE_BYTES - 1 - len(line.encode()) > 8:
            line += chance.choice(WORDS) + " "
        lines.append(line.ljust(LINE_BYTES - 1 - len(line.encode()) + len(line), ".") + "\n")
    count = size // LINE_BYTES
    block = "".join(lines)
    opening, closing = "/*".ljust(LINE_BYTES - 1) + "\n", "*/".rjust(LINE_BYTES - 1 + size % LINE_BYTES) + "\n"
    repeated = block * (count // len(lines) + 1)
    width = [len(line) for line in lines]
    middle = count - 2
    end = middle // len(lines) * sum(width) + sum(width[: middle % len(lines)])
    return opening + repeated[:end] + closing


def keystrokes(size, pattern, count):
    """So many changes: (start line, start character, end line, end character, text). As many characters are removed as
    are typed, so that the size stays what it is."""
    chance = random.Random(2)
    lines = size // LINE_BYTES
    burst = JUMP_KEYS if pattern == "jumps" else TYPING_KEYS
    place = (lines // 2, 2)
    made = 0
    while made < count:
        if pattern == "jumps":
            place = (chance.randrange(1, lines - 1), chance.randrange(20))
        typed = []
        line, character = place
        for key in range(min(burst, count - made) // 2):
            is_end = pattern == "typing" and key % TYPED_LINE == TYPED_LINE - 1
            yield line, character, line, character, "\\n" if is_end else "abcdefghijklmnopqrstuvwxyz "[key % 27]
            typed.append((line, character))
            line, character = (line + 1, 0) if is_end else (line, character + 1)
        made += 2 * len(typed)
        for start in reversed(typed):
            yield *start, line, character, ""
            line, character = start
