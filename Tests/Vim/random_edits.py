"""Edits as people make them in Vim, chosen at random, as Ex commands."""

WORDS = ["milk", "eggs", "a b", "두부", "é", "\u0301", "😀😀", "x", "", " ", "한글 text", "foo.bar", "\t", "ﬀ", "0"]
LINES = ["one", "", "두 번째 줄", "a long line of words that gq may wrap " * 4, "tab\there", "😀 e\u0301", "  indented"]


def keys(text):
    """A text inside a double-quoted Vim string."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


class RandomEdits:
    """A source of edits; `chance` is a random.Random. Some change how lines end, if `is_exotic`."""

    def __init__(self, chance, is_exotic=False):
        self.chance = chance
        self.is_exotic = is_exotic
        self.kinds = [
            self.typing, self.typing, self.typing, self.normal, self.normal, self.undo, self.substitute, self.block,
            self.lines, self.ranges, self.by_script, self.macro,
        ]
        if is_exotic:
            self.kinds.append(self.line_ends)

    def next(self):
        """The commands of one edit."""
        return self.chance.choice(self.kinds)()

    def word(self):
        return keys(self.chance.choice(WORDS))

    def here(self):
        """Puts the cursor somewhere."""
        return f"call cursor({self.chance.randrange(1, 60)}, {self.chance.randrange(1, 40)})"

    def press(self, pressed):
        return [self.here(), f'silent! execute "normal! {pressed}"']

    def typing(self):
        how = self.chance.choice(["i", "a", "A", "I", "o", "O", "R", "gi", "cw", "S", "C", "3i"])
        middle = self.chance.choice(
            ["", "\\<CR>", "\\<BS>\\<BS>", "\\<C-W>", "\\<CR>\\<CR>", "\\<C-U>", "\\<Left>", "\\<C-G>u"])
        if how == "R" and middle in ("\\<C-W>", "\\<C-U>"):
            # With a composing character in the text that was replaced, Neovim 0.7 never comes back from these.
            middle = "\\<BS>\\<BS>"
        return self.press(f"{how}{self.word()}{middle}{self.word()}\\<Esc>")

    def normal(self):
        return self.press(self.chance.choice([
            "x", "X", "dd", "3dd", "dw", "D", "J", "3J", "gJ", "~", "g~w", "gUU", "guiw", "rX", "r\\<CR>", "yyp", "yyP",
            "ywP", "xp", "ddp", ">>", "<<", "==", "dG", "dgg", "gqap", "gqq", "ggguG", "yGP", "5p", "gp", ".",
            "3.", "&", "g&", "\\<C-A>", "5\\<C-X>", "dap", "diw", "d}", "y3jp", "vjd", "V2jy",
            "Vjc" + self.word() + "\\<Esc>", "U", "g?g?",
        ]))

    def undo(self):
        count = self.chance.randrange(1, 6)
        return [self.chance.choice([
            "silent! undo", "silent! redo", f"silent! earlier {count}", f"silent! later {count}", "silent! undo 0",
            f'silent! execute "normal! {count}u"', f'silent! execute "normal! {count}\\<C-R>"'])]

    def substitute(self):
        start = self.chance.randrange(1, 40)
        area = self.chance.choice(["%", f"{start},{start + 10}", "$", ".,$"])
        return [self.here(), self.chance.choice([
            f"silent! keeppatterns {area}s/e/é/g", f"silent! {area}s/\\w\\+$/두부/", f"silent! {area}s/ /\\r/",
            f"silent! {start},{start + 4}s/$/+/", f"silent! {start},{start + 5}s/\\n//", f"silent! {area}s/^/- /",
            f"silent! {area}s/한/하나/ge", f"silent! {area}g/o/d", f"silent! {area}g/a/m0",
            f"silent! {area}g/b/normal! Ax", f"silent! {start},{start + 8}g/./t.", f"silent! {area}v/./d",
            f"silent! {start},{start + 3}g/i/s/i/I/|s/o/O", "silent! %s/\\(.\\)\\(.\\)/\\2\\1/"])]

    def block(self):
        down, right = self.chance.randrange(0, 6), self.chance.randrange(0, 5)
        area = "\\<C-V>" + (f"{down}j" if down else "") + (f"{right}l" if right else "")
        return self.press(area + self.chance.choice([
            f"I{self.word()}\\<Esc>", f"A{self.word()}\\<Esc>", f"c{self.word()}\\<Esc>", "d", "y$p", "rX", "r한", "~",
            "$Aend\\<Esc>", "ygvp", "dP", ">", "g\\<C-A>", "$d", "J"]))

    def lines(self):
        count = self.chance.randrange(1, 5)
        lines = "[" + ", ".join('"' + keys(self.chance.choice(LINES)) + '"' for _ in range(count)) + "]"
        place = self.chance.randrange(0, 30)
        return [self.chance.choice([
            f"call append(min([{place}, line('$')]), {lines})", f"silent! call setline({place + 1}, {lines})",
            f"call setline(1, {lines})", f"silent! {place}put ={lines}", "silent! put! _", "silent! put a"])]

    def ranges(self):
        start, count, to = (self.chance.randrange(1, 30) for _ in range(3))
        area = f"{start},{start + count % 7}"
        return [self.chance.choice([
            f"silent! {area}delete", f"silent! {area}move {to}", f"silent! {area}copy {to}", f"silent! {area}join",
            f"silent! {area}join!", f"silent! {area}sort", "silent! sort! u", f"silent! {area}>",
            f"silent! {area}center 40", f"silent! {area}yank a", f"silent! {area}!tr a-m n-z", "silent! retab! 3",
            f"silent! {area}left 2", "silent! %!tac", "silent! %delete", "silent! 30,$delete", "silent! 30,$delete",
            "silent! 20,$delete"])]

    def by_script(self):
        """Many changes before the editor tells of any, or none that shows."""
        place = self.chance.randrange(1, 20)
        return self.chance.choice([
            [f"call append(0, ['new'])|silent! {place}delete|call append(line('$'), ['end'])"],
            [f"silent! call deletebufline('%', {place}, {place + 2})|call append(0, ['a', 'b'])|"
             f"silent! {place + 1}delete"],
            [f"silent! {place}copy 0|silent! {place + 3}move 1|silent! 2delete"],
            ["call setline(1, getline(1, '$'))"],
            ["call append(0, ['x'])|1delete"],
            ["new|call setbufline(bufnr('#'), 1, 'from elsewhere')|call appendbufline(bufnr('#'), 2, ['and', 'more'])"
             "|bwipeout!"],
        ])

    def macro(self):
        steps = self.chance.choice(["Ix\\<Esc>j", "ddp", "yyp", "A,\\<Esc>J", "0xjk$x", "o\\<Esc>kJ"])
        return [self.here(), f'call setreg("q", "{steps}")',
                f'silent! execute "normal! {self.chance.randrange(1, 8)}@q"']

    def line_ends(self):
        return self.chance.choice([
            ["setlocal fileformat=dos"], ["setlocal fileformat=unix"], ["setlocal endofline"], ["setlocal noendofline"],
            [self.here(), 'silent! execute "normal! a\\<C-V>\\<C-M>\\<Esc>"'],
            [self.here(), 'silent! execute "normal! A\\<C-V>\\<C-M>\\<Esc>"'],
            [self.here(), 'silent! execute "normal! a\\<C-V>000x\\<Esc>"'],
            [self.here(), "silent! s/\\r//g"],
        ])
