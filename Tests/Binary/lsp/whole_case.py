"""What each editor does in one go in an attached folder: it opens, types, completes, sees what is wrong, jumps, renames
a title that several notes link to, and saves; then buffer, file and memo are equal."""


class WholeCase:
    """Beside a case with an editor. `title` is what the note in House.md is called at first: where it is the file's
    name, that follows the new one, if the editor can rename files."""

    title = "House"

    def begin(self):
        home, roof = f"# Home\n[[{self.title}]] [path](House.md)\n", f"# Roof\nof the [[{self.title}]]\n"
        self.write(Home=home, Roof=roof, House=f"# {self.title}\n\nold\n")
        self.memo("folder", "attach", str(self.notes))

    def check(self, buffers):
        """`buffers` are the texts that the editor has at the end, by their files' names."""
        name, path = ("My home.md", "My%20home.md") if self.title == "House" else ("House.md", "House.md")
        texts = {
            "Home.md": f"# Home\n[[My home]] [path]({path})\n[[Roof]] [[Gone]]\n",
            "Roof.md": "# Roof\nof the [[My home]]\n",
            name: "# My home\n\nold\n",
        }
        self.assertEqual({path.name: path.read_text() for path in self.notes.glob("*.md")}, texts)
        self.assertEqual(buffers, texts)
        for file, text in texts.items():
            self.assertEqual(self.memo("show", "--folder", str(self.notes), file), text)
