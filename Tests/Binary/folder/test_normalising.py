"""A folder on a file system that decomposes names, as HFS+ does: a file gets another name than it was given.
Nothing is there twice, nothing goes to the trash, and all comes to rest."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest

from folder.served_case import ServedCase, settled

# Each in the form that people type.
NAMES = ["caf\u00e9", "\ud55c\uae00", "\u00e9t\u00e9 \ud55c"]


def decomposed(name):
    return unicodedata.normalize("NFD", name)


@unittest.skipUnless(sys.platform == "linux" and shutil.which("cc"), "a C compiler makes such a file system on Linux")
class Normalising(ServedCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.library = pathlib.Path(folder.name) / "normalising.so"
        source = pathlib.Path(__file__).with_name("normalising.c")
        flags = ["-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
        subprocess.run(["cc", *flags, "-o", cls.library, source, "-ldl"], check=True)

    def environment(self, **variables):
        return super().environment(LD_PRELOAD=str(self.library), **variables)

    def check_rest(self, texts):
        """These are the files, each is a memo, there are no others, and none is in the trash."""
        self.assertEqual(self.texts(), texts)
        self.assertEqual(self.memos(), texts)
        self.assertEqual(json.loads(self.here("trash", "--json"))["memos"], [])
        status = self.status()
        self.assertTrue(status["isEqual"], status)
        self.assertEqual(status["problems"], [])

    def test_files_that_are_there_are_the_memos_that_they_are_by_either_form(self):
        texts = {f"{decomposed(name)}.md": f"# {name}\n\nwords\n" for name in NAMES}
        texts[f"{decomposed(NAMES[0])}/{decomposed(NAMES[1])}.md"] = "inner\n"
        for name, text in texts.items():
            self.write(name, text)
        self.assertEqual(self.attach()["takenIn"], 4)
        for form in ("NFC", "NFD"):
            for name in list(texts):
                with self.subTest(form, name=name):
                    given = unicodedata.normalize(form, name)
                    self.here("append", given, form)
                    texts[name] += f"{form}\n"
                    self.assertEqual(self.here("show", given), texts[name])
        self.check_rest(texts)

    def test_files_that_are_made_renamed_and_deleted_by_memos(self):
        self.write("a.md", "a\n")
        self.attach()
        texts = {"a.md": "a\n"}
        for name in NAMES:
            id = self.here("new", f"{name}\nwords").strip().split()[0]
            texts[f"{decomposed(name)}.md"] = f"{name}\nwords"
            self.check_rest(texts)
            self.here("append", id, "more")
            texts[f"{decomposed(name)}.md"] += "\nmore\n"
            self.check_rest(texts)
            other = f"{name} again"
            self.here("rename", id, other)
            # Its title is its file's name.
            texts[f"{decomposed(other)}.md"] = texts.pop(f"{decomposed(name)}.md")
            self.check_rest(texts)
        # A second one is none by either form.
        self.here("new", f"{decomposed(NAMES[0])} again\nother")
        texts[f"{decomposed(NAMES[0])} again 2.md"] = f"{decomposed(NAMES[0])} again\nother"
        self.check_rest(texts)
        self.here("delete", "--yes", f"{NAMES[0]} again 2.md")
        self.assertEqual(set(self.texts()), set(texts) - {f"{decomposed(NAMES[0])} again 2.md"})

    def test_a_server_comes_to_rest_while_a_title_is_typed(self):
        self.write(f"{decomposed(NAMES[1])}.md", "there\n")
        self.attach()
        client = self.open()
        self.wait_for_memos(client, "there\n")
        made = client.request("createMemo", {"text": "caf"})["id"]
        client.request("flush")
        for text in ("caf\u00e9", "caf\u00e9 \ud55c", "caf\u00e9 \ud55c\uae00\nwords\n"):
            client.request("updateMemo", {"id": made, "contentChanges": [{"text": text}]})
            client.request("flush")
            title = decomposed(text.split("\n")[0])
            self.wait_until(lambda: self.texts() == {f"{decomposed(NAMES[1])}.md": "there\n", f"{title}.md": text},
                            f"that {title} says {text!r}")
        (self.notes / f"{title}.md").write_text("outside\n")
        self.wait_for_memos(client, "there\n", "outside\n")
        self.assertEqual(len(client.request("list")["memos"]), 2)
        # What was exchanged is looked at until 10 s later.
        self.wait_until(lambda: settled(client, 1.5), "that all is still")
        self.assertEqual(self.ids(client)["outside\n"], made)
        self.assertEqual(len(self.texts()), 2)
        self.assertEqual(client.request("list", {"trashed": True})["memos"], [])


if __name__ == "__main__":
    unittest.main()
