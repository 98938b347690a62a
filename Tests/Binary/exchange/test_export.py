"""`export` and `share`: what goes out is the memo, exactly, in forms that other programs read."""

import json
import os
import random
import re
import stat
import unittest
import urllib.parse
from collections import Counter
from html.parser import HTMLParser

from memo_case import STILL, MemoCase
from memo_client import call, notification

# Texts that a careless writer of files, pages or links gets wrong.
HOSTILE = [
    "",
    "\n",
    "title only",
    "no final newline\nx",
    "Tea & <script>alert(1)</script>\n</title></h1></div><script>alert(2)</script>\n",
    "</title><img src=x onerror=alert(1)>\n\"quoted\" 'single' &amp; &#13; &lt;",
    "\n\nleading\n  indented\ttab  \r\nCRLF\rlone CR\n\r\n",
    "\r",
    "a\rb",
    "<!-- comment\n--> ]]> <![CDATA[ x",
    "한글 제목\n👩‍👩‍👧‍👦 e\u0301 \u2028 \u0085 \u202e right to left",
    "../../etc/passwd\n?subject=x&bcc=a@b%0D%0A",
    "100% &=?#+\nplus + and space",
    "\ufeffmark first\nx",
    "[a](\x01word) ![b](\x7ftwo 'word')",
]


SEED = int(os.environ.get("MEMO_TEST_SEED") or random.SystemRandom().randrange(1 << 32))

# What random texts are made of: all that Markdown and HTML give a meaning, and words.
PIECES = [
    "word ", "two", " ", "\n", "\n\n", "\n\n", "*", "**", "_", "~~", "`", "```\n", "# ", "- ", "1. ", "> ",
    "    ", "\t", "\\", "[", "]", "](", ")", "[[", "]]", "|", "|-|-|\n", "![", "<", ">", "&", "&lt;", "&#60;", "\"",
    "'", "\r\n", "\r", "---\n", "===\n", "- [ ] ", "- [x] ", " ^name\n", "#", "[[#", "\x01", "0\x01",
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "<!--", "-->", "<?", "<![CDATA[", "[a](javascript:alert(1))", "[a](<java\nscript:alert(1)>)",
    "<javascript:alert(1)>", "[a](vbscript:x)", "![a](data:text/html,x)", "[a](&#106;avascript:x)", "</style>",
    "</title>", "<a href=\"x\" onclick=y>", "<https://a/\"onclick=\"b>", "[a](https://b 'c\" onclick=\"d')", "한글",
    "\u2028", "<textarea>", "<style>", "</pre>",
]
TAGS = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "ul",
        "ol", "li", "blockquote"}
TAGS |= {"pre", "code", "em", "strong", "del", "a", "span", "input", "table", "tr", "th", "td"}
ATTRIBUTES = {"charset", "http-equiv", "content", "name", "dir", "style", "id", "href", "rel", "title", "start"}
ATTRIBUTES |= {"type", "disabled", "checked"}


def words(text):
    """The words that no rendering may lose: `word` and `two` and `한글`, wherever they stand."""
    return sorted(re.findall("word|two|한글", text))


class Page(HTMLParser):
    """What an independent parser finds in a page: its title, its body's text, and every tag."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes = [], [], []
        self.addresses, self.ids, self.hints = [], [], ""
        self.title = self.heading = self.body = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.addresses += [value for name, value in attrs if name == "href"]
        self.ids += [value for name, value in attrs if name == "id"]
        self.hints += " ".join(value for name, value in attrs if name == "title")
        if tag not in ("meta", "br", "hr", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.title += data if "title" in self.open else ""
        self.heading += data if "h1" in self.open else ""
        self.body += data if "body" in self.open else ""


class ExportCase(MemoCase):
    def setUp(self):
        super().setUp()
        self.client = self.start(*STILL)

    def create(self, *texts):
        """Makes memos `m0`, `m1` …"""
        for number, text in enumerate(texts):
            self.client.request("createMemo", {"id": f"m{number}", "text": text})


class Share(ExportCase):
    def test_a_page_has_all_words_and_runs_and_loads_nothing(self):
        chance = random.Random(SEED)
        texts = HOSTILE + ["".join(chance.choices(PIECES, k=chance.randrange(1, 60))) for _ in range(300)]
        self.create(*texts)
        for number, text in enumerate(texts):
            with self.subTest(f"MEMO_TEST_SEED={SEED}", text=text):
                page = Page(self.client.request("share", {"id": f"m{number}", "target": "html"})["text"])
                if "|-|-|" not in text:
                    # Where a link leads that can't be followed is a hint.
                    shown, written = Counter(words(page.body)), Counter(words(text))
                    self.assertFalse(written - shown - Counter(words(page.hints)))
                    self.assertFalse(shown - written)
                split = self.client.request("titleBodySplit", {"id": f"m{number}"})
                self.assertEqual(page.title, split["displayTitle"] or "Untitled")
                self.assertLessEqual(set(page.tags), TAGS)
                self.assertLessEqual(set(page.attributes), ATTRIBUTES)
                for address in page.addresses:
                    self.assertRegex(address, "^(https?://|mailto:|#)")
                self.assertEqual(page.open, [])

    def test_a_text_that_would_take_long_is_shown_as_it_is(self):
        long = "_x" * 6000
        texts = [text + "\n\n" + long for text in HOSTILE]
        self.create(*texts)
        for number, text in enumerate(texts):
            with self.subTest(text=text.removesuffix(long)):
                page = Page(self.client.request("share", {"id": f"m{number}", "target": "html"})["text"])
                self.assertEqual(page.body, text)
                self.assertEqual(page.heading, self.client.request("getMemo", {"id": f"m{number}"})["title"])
                self.assertLessEqual(set(page.tags), {"html", "head", "meta", "title", "body", "h1", "div", "br"})
                self.assertEqual(page.tags.count("br"), text.replace("\r\n", "").count("\r"))
                self.assertEqual(page.open, [])

    def test_a_long_paragraph_with_few_marks_is_rendered(self):
        self.create("words " * 20_000 + "*and* more")
        page = Page(self.client.request("share", {"id": "m0", "target": "html"})["text"])
        self.assertEqual((page.tags.count("em"), page.open), (1, []))

    def test_a_page_by_itself_leads_within_itself_alone(self):
        self.create("# A\n\n[[#B c]] [[Other]] [x](#b-c) [[A#b-c]] [[#none]] [[#^d]]\n\n## B c\n\nx ^d", "Other")
        page = Page(self.client.request("share", {"id": "m0", "target": "html"})["text"])
        self.assertEqual(page.addresses, ["#b-c", "#b-c", "#%5Ed"])
        self.assertEqual(page.ids, ["a", "b-c", "^d"])

    def test_a_mail_link_brings_subject_and_text(self):
        self.create(*HOSTILE)
        for number, text in enumerate(HOSTILE):
            with self.subTest(text=text):
                result = self.client.request("share", {"id": f"m{number}", "target": "mail"})
                link = urllib.parse.urlsplit(result["uri"])
                self.assertEqual((link.scheme, link.path, link.fragment), ("mailto", "", ""))
                # RFC 6068 has no plus for a space, and a strict reader finds these two fields alone.
                fields = [field.split("=") for field in link.query.split("&")]
                self.assertEqual([name for name, _ in fields], ["subject", "body"])
                subject, body = (urllib.parse.unquote(value, errors="strict") for _, value in fields)
                lines = text.replace("\r\n", "\n").replace("\r", "\n")
                self.assertEqual(body, lines.replace("\n", "\r\n"))
                split = self.client.request("titleBodySplit", {"id": f"m{number}"})
                self.assertEqual(subject, split["displayTitle"])
                self.assertEqual(result["text"], text)

    def test_a_mail_too_long_for_a_link_is_to_be_shared_as_a_file(self):
        self.create("a" * 49_900, "한" * 11_200, "a" * 3_000_000)
        self.client.request("share", {"id": "m0", "target": "mail"})
        for id in ("m1", "m2"):
            data = self.check_error(5, self.client.request, "share", {"id": id, "target": "mail"}, limit=100_000)
            self.assertGreater(data["value"], 100_000)
            self.client.request("share", {"id": id, "target": "file"})

    def test_nul_which_neither_page_nor_mail_can_hold_is_replaced_there_and_kept_elsewhere(self):
        self.create("a\0b")
        shared = {
            target: self.client.request("share", {"id": "m0", "target": target})
            for target in ("html", "mail", "file", "clipboard", "markdown")
        }
        self.assertIn("a\ufffdb", shared["html"]["text"])
        self.assertTrue(shared["mail"]["uri"].endswith("a%EF%BF%BDb"))
        for target in ("mail", "file", "clipboard", "markdown"):
            self.assertIn("a\0b", shared[target]["text"])


class Pages(ExportCase):
    """What `export` makes of memos that lead to each other."""

    def setUp(self):
        super().setUp()
        link = "# One\n\n[[Two]] [[two#Its head|x]] [y](m1#its-head) ![[Two#^b]] [[m2]] [[nowhere]] [[Two#none]]"
        self.texts = [link, "Two\n\n## Its *head*\n\ntext ^b\n\n[[One]]", "not exported", "Two twin [[Two twin]]",
                      "Two: [[m1]]"]
        self.create(*self.texts)
        for number, path in ((1, "deep/in here/b#?%.md"), (4, "deep/x:y.md")):
            self.client.request("updateMemo", {"id": f"m{number}", "properties": {"path": path}})
        self.ids = ["m0", "m1", "m3", "m4"]

    def check(self, pages):
        """Checks that each link leads to a page that is there, and to an anchor in it."""
        leads = {}
        for name, page in pages.items():
            leads[name] = []
            for address in Page(page).addresses:
                path, _, anchor = address.partition("#")
                other = (os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(path)))
                         if path else name)
                self.assertIn(other, pages)
                anchor = urllib.parse.unquote(anchor)
                self.assertIn(anchor, [""] + Page(pages[other]).ids)
                leads[name].append(f"{other}#{anchor}")
        two = "deep/in here/b#?%.html"
        self.assertEqual(leads, {
            "One.html": [f"{two}#", f"{two}#its-head", f"{two}#its-head", f"{two}#^b", f"{two}#"],
            two: ["One.html#"],
            "Two-twin-Two-twin.html": [],
            "deep/x:y.html": [f"{two}#"],
        })

    def test_links_lead_to_the_pages_of_memos_that_are_exported_too(self):
        answer = self.client.request("export", {"ids": self.ids, "format": "html"})
        self.check({file["name"]: file["text"] for file in answer["files"]})

    def test_the_files_of_a_folder_lead_to_each_other(self):
        to = self.folder / "out"
        for _ in range(2):
            self.client.request("export", {"ids": self.ids, "format": "html", "to": str(to)})
            self.check({str(path.relative_to(to)): path.read_text() for path in to.rglob("*.html")})

    def test_a_memo_that_is_exported_by_itself_leads_to_what_was_exported_before(self):
        to = self.folder / "out"
        self.client.request("export", {"ids": self.ids, "format": "html", "to": str(to)})
        self.client.request("export", {"ids": ["m0"], "format": "html", "to": str(to)})
        self.check({str(path.relative_to(to)): path.read_text() for path in to.rglob("*.html")})

    def test_a_page_that_gets_another_name_is_still_led_to(self):
        to = self.folder / "out"
        self.client.request("export", {"ids": self.ids, "format": "html", "to": str(to)})
        self.client.request("updateMemo", {"id": "m1", "properties": {"path": None}})
        self.client.request("export", {"ids": self.ids, "format": "html", "to": str(to)})
        self.assertEqual(Page((to / "One.html").read_text()).addresses[0], "Two.html")
        self.assertEqual(Page((to / "deep" / "x:y.html").read_text()).addresses, ["../Two.html"])


class ExportToFolder(ExportCase):
    def export(self, **params):
        return self.client.request("export", {"all": True, "to": str(self.folder / "out")} | params)

    def files(self):
        return {path.name: path.read_bytes() for path in (self.folder / "out").iterdir()}

    def test_each_text_is_a_file_of_its_own_for_its_owner_alone(self):
        self.create(*HOSTILE)
        result = self.export(format="text")
        files = self.files()
        self.assertEqual(sorted(files.values()), sorted(text.encode() for text in HOSTILE))
        self.assertEqual(result["count"], len(HOSTILE))
        self.assertEqual(result["bytes"], sum(map(len, files.values())))
        for path in (self.folder / "out").iterdir():
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE((self.folder / "out").stat().st_mode), 0o700)

    def test_names_differ_also_where_case_and_spelling_do_not_count(self):
        self.create("Tea", "tea", "TEA", "caf\u00e9", "cafe\u0301", "con", "tea 2", "")
        self.export(format="text")
        names = [name.casefold() for name in self.files()]
        self.assertEqual(len(set(names)), 8)
        self.assertIn("memo-con.txt", names)

    def test_the_answer_and_the_folder_hold_the_same_files(self):
        self.create(*HOSTILE)
        self.client.request("delete", {"id": "m2"})
        for format in ("text", "markdown", "html", "json"):
            for trashed in (False, True):
                to = self.folder / f"{format}-{trashed}"
                params = {"all": True, "trashed": trashed, "format": format}
                answer = self.client.request("export", params)
                self.client.request("export", params | {"to": str(to)})
                self.assertEqual(answer["count"], len(HOSTILE) - (not trashed))
                written = {path.name: path.read_bytes() for path in to.iterdir()}
                self.assertEqual({file["name"]: file["text"].encode() for file in answer["files"]}, written)

    def test_what_is_saved_and_what_is_not_goes_out_in_the_order_of_making(self):
        self.create("saved", "saved, then edited", "also saved")
        self.client.request("flush")
        self.client.request("updateMemo", {"id": "m1", "contentChanges": [{"text": "edited"}]})
        self.client.request("createMemo", {"id": "z-later", "text": "never saved"})
        self.export(format="json")
        lines = self.files()["memos.jsonl"].splitlines()
        self.assertEqual([json.loads(line)["text"] for line in lines], ["saved", "edited", "also saved", "never saved"])

    def test_a_folder_that_is_in_use_is_left_as_it_is(self):
        self.create("a")
        out = self.folder / "out"
        out.mkdir()
        (out / "mine").write_text("kept")
        with self.assertRaisesRegex(Exception, "new or empty"):
            self.export(format="text")
        self.assertEqual(self.files(), {"mine": b"kept"})
        for to in ("/dev/null", str(out / "mine"), str(self.folder / "no" / "such"), "relative", "/a\0b", "\0", ""):
            with self.subTest(to=to):
                params = {"all": True, "format": "text", "to": to}
                self.check_error(-32602, self.client.request, "export", params, path="params.to")

    def test_a_folder_that_can_not_be_made_is_refused_with_the_cause(self):
        for to, cause in ((self.folder / "no" / "such", "No such file"), (self.folder / ("x" * 300), "name too long")):
            with self.assertRaisesRegex(Exception, f"can't .*{cause}.*; mend that, or name another folder"):
                self.export(format="text", to=str(to))

    def test_where_a_memo_is_missing_no_folder_is_made(self):
        self.create("a")
        for format in ("text", "json"):
            params = {"ids": ["m0", "nobody"], "all": None, "format": format}
            with self.assertRaisesRegex(Exception, "no such memo"):
                self.export(**params)
            self.assertFalse((self.folder / "out").exists())

    def test_an_answer_that_would_be_too_long_says_where_to_write_it(self):
        self.create(*["x" * 6_000_000] * 3)
        self.check_error(5, self.client.request, "export", {"all": True, "format": "text"}, limit=16 << 20)
        self.assertEqual(self.export(format="text")["bytes"], 18_000_000)

    def test_progress_begins_rises_and_ends_before_the_answer(self):
        self.create(*map(str, range(250)))
        for number in range(30):
            self.client.request("delete", {"id": f"m{number}"})
        self.export(format="json", trashed=True, workDoneToken="mine")
        values = [note["params"]["value"] for note in self.client.notes if note["params"]["token"] == "mine"]
        self.assertEqual([values[0]["kind"], values[-1]["kind"]], ["begin", "end"])
        parts = [value["percentage"] for value in values[1:-1]]
        self.assertEqual(parts, list(range(1, 101)))
        self.assertEqual(values[-2]["message"], "250 of 250 memos")

    def test_a_cancelled_export_stops(self):
        self.create("x" * 1000)
        self.client.request("flush")
        self.client.send(*[call(f"c{n}", "createMemo", {"text": "x" * 500}) for n in range(5_000)])
        for _ in range(5_000):
            self.client.answer()
        self.client.request("flush")
        out = str(self.folder / "out")
        self.client.send(
            call("e", "export", {"all": True, "format": "text", "to": out, "workDoneToken": 7}),
            notification("$/cancelRequest", {"id": "e"}))
        self.check_answers([self.client.answer()], ("e", -32800))
        while self.client.note("$/progress")["value"]["kind"] != "end":
            pass
        self.assertLess(len(os.listdir(out)) if os.path.exists(out) else 0, 5_000)


if __name__ == "__main__":
    unittest.main()
