"""Structure, links and tags over the wire: answers that keep to their schemas, and a loop that stays free."""

import os
import pathlib
import random
import sqlite3
import unittest

import schemas
from memo_case import STILL, MemoCase, memory_peak, processor_time
from memo_client import call

METHODS = ("outline", "backlinks", "links", "complete", "tags")
# What texts are made of: whole constructs, halves of them, and characters of all widths.
PIECES = (
    "# ", "## ", "\n", "\n\n", "\r\n", "- [ ] ", "- [x] ", "[[", "]]", "[[Plan]]", "![[plan#One|l]]", "[[#One]]",
    "[a](Plan)", "[b](<한 글.md#x y>)", "![c](d.png)", "<https://example.org>", "https://example.org", "#tag", "#Tag/sub",
    "#cafe1", " ^end\n", "`", "```\n", "<b>", "<!--", "\\", "|", "[x]: y\n", "[x]", "*", "**", "~~", "> ", "1. ",
    "    ", "\t", "word ", "한글 ", "e\u0301", "😀", "👩‍👩‍👧", "&amp;", "&#91;", "\0", "\ufeff", "---\n", "===\n",
    "---\ntitle: T\ntags: [a, b]\n---\n", "| a | b |\n| - | - |\n",
)  # fmt: skip
TITLES = ("# Plan\n", "plan\n", "One\n", "---\naliases: [Plan, x]\n---\n", "한 글\n", "[[Plan]]\n", "")


# What is said again and again, to so many bytes.
REPEATED_BYTES = int(os.environ.get("MEMO_TEST_REPEATED", 20_000))
REPEATED = (
    "[[", "]]", "[", "](", "![", "#", "# ", "> ", "* ", "- [ ] ", "`", "``` ", "<", "<!--", "&", "\\", "|", "_",
    "**a", "^a ", "[a]: b\n", "---\n", "\r", "[[a|", "\t", "a: [", "\0", "한 ", "\u0301", "[[a]] ", "#a ", "# a\n",
    "- a\n  ", "[a](", "*[a](b)", "[a *b* c] [d](e) ", "![a](b)*", "[a](b \"", "|-|\n", "`a`*b*",
)  # fmt: skip
LARGEST_ANSWER = 64 << 20
# What makes a block or a sign of few bytes.
SHORT = ("# a\n", "- [ ] a\n", "|-|\n|-|\n\n", "[a]: b\n", "[a](b) ", "[[a]] ", "#a ", "`a` ", "a\n\n",
         ">" * 500 + "a\n\n")


class Answers(MemoCase):
    def check_schema(self, method, result, context):
        self.assertEqual(schemas.faults(schemas.urn(method) + "#/$defs/result", result), [], context)

    def test_keep_to_their_schemas_whatever_the_texts_say(self):
        seed = 14
        chance = random.Random(seed)
        for encoding in ("utf-8", "utf-16", "utf-32"):
            client = self.start(*STILL, store=self.folder / f"{encoding}.sqlite")
            client.initialize(capabilities={"general": {"positionEncodings": [encoding]}})
            for number in range(60):
                text = chance.choice(TITLES) + "".join(chance.choices(PIECES, k=chance.randrange(60)))
                context = (seed, encoding, number, text)
                outline = client.request("outline", {"text": text})
                self.check_schema("outline", outline, context)
                self.check_places(text, encoding, outline, context)
                client.request("createMemo", {"id": f"m{number}", "text": text})
                if chance.random() < 0.1:
                    client.request("delete", {"id": f"m{chance.randrange(number + 1)}"})
                if chance.random() < 0.1:
                    client.request("flush")
                self.check_schema("outline", client.request("outline", {"id": f"m{number}"}), context)
                self.check_schema("backlinks", client.request("backlinks", {"id": f"m{number}"}), context)
            for kind in ("broken", "ambiguous", "orphans"):
                self.check_schema("links", client.request("links", {"kind": kind, "limit": 7}), (seed, encoding, kind))
            for kind in ("link", "heading", "block", "tag"):
                for query in ("", "p", "Plan#", "#t", "한", "^e"):
                    params = {"kind": kind, "query": query, "id": "m0", "limit": 5}
                    self.check_schema("complete", client.request("complete", params), (seed, encoding, params))
            self.check_schema("tags", client.request("tags"), (seed, encoding))
            self.assertEqual(client.finish(), 0)

    def test_come_whatever_a_text_says_again_and_again(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "plan", "text": "Plan"})
        for piece in REPEATED:
            with self.subTest(piece):
                text = piece * (REPEATED_BYTES // len(piece.encode()))
                client.send(call("slow", "outline", {"text": text}), call("quick", "getMemo", {"id": "plan"}))
                answers = {answer["id"]: answer for answer in (client.answer(), client.answer())}
                self.assertIn("result", answers["quick"])
                self.assertTrue("result" in answers["slow"] or answers["slow"]["error"]["code"] == 5)
        self.assertEqual(client.finish(), 0)

    def test_are_no_longer_than_they_may_be(self):
        client = self.start(*STILL)
        text = f"#{'a' * 300} " * 200_000
        data = self.check_error(5, client.request, "outline", {"text": text}, limit=LARGEST_ANSWER)
        self.assertEqual(data["kind"], "limitExceeded")
        self.assertGreater(data["value"], LARGEST_ANSWER)
        self.check_error(5, client.request, "outline", {"text": "#a " * 1_000_000}, limit=200_000, kind="limitExceeded")
        self.assertEqual(client.request("outline", {"text": "#a"})["words"], 1)

    def test_tell_thousands_of_links_to_thousands_of_memos(self):
        count = 3000
        client = self.start(*STILL)
        for start in range(0, count, 500):
            ids = range(start, start + 500)
            client.send(*[call(id, "createMemo", {"id": f"m{id}", "text": f"Memo {id}\n[[Hub]]"}) for id in ids])
            for _ in ids:
                client.answer()
        links = [f"m{id}" for id in range(count)]
        client.request("createMemo",
                       {"id": "hub", "text": "Hub\n" + "".join(f"[[Memo {id}]]\n" for id in range(count))})
        for state in ("unsaved", "saved"):
            with self.subTest(state):
                self.assertEqual([link["id"] for link in client.request("outline", {"id": "hub"})["links"]], links)
                page, found = {}, []
                while not found or "nextCursor" in page:
                    cursor = {"cursor": page["nextCursor"]} if found else {}
                    page = client.request("backlinks", {"id": "hub", "limit": 1000} | cursor)
                    self.assertEqual(page["total"], count)
                    found += [memo["id"] for memo in page["memos"]]
                self.assertEqual(sorted(found), sorted(links))
                self.assertEqual(client.request("links", {"kind": "orphans"})["total"], 0)
                client.request("flush")

    def check_places(self, text, encoding, outline, context):
        """Checks that ranges are places of the text, in order, and that links and tags are what stands there."""
        codec, width = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}[encoding]
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

        def words(range):
            start, end = range["start"], range["end"]
            self.assertLessEqual((start["line"], start["character"]), (end["line"], end["character"]), context)
            if start["line"] != end["line"]:
                return None
            line = lines[start["line"]].encode(codec)
            self.assertLessEqual(end["character"] * width, len(line), context)
            return line[start["character"] * width : end["character"] * width].decode(codec)

        for name in ("headings", "links", "tags", "tasks", "blocks"):
            starts = [(item["range"]["start"]["line"], item["range"]["start"]["character"]) for item in outline[name]]
            self.assertEqual(starts, sorted(starts), (name, context))
        for tag in outline["tags"]:
            self.assertEqual(words(tag["range"]), "#" + tag["name"], context)
        for block in outline["blocks"]:
            self.assertEqual(words(block["range"]), "^" + block["name"], context)
        for task in outline["tasks"]:
            self.assertEqual(words(task["range"]), "[x]" if task["done"] else "[ ]", context)
        for link in outline["links"]:
            if link["kind"] in ("wiki", "embed"):
                self.assertEqual(words(link["targetRange"]), link["target"], context)
                whole = words(link["range"])
                self.assertTrue(whole.startswith("[[" if link["kind"] == "wiki" else "![["), context)
                self.assertTrue(whole.endswith("]]"), context)


class Problems(MemoCase):
    def told(self, client, id):
        """What is wrong with each link of a memo, and which of them `links` tells as broken, by their words."""
        text = client.request("getMemo", {"id": id})["text"].split("\n")

        def words(range):
            return text[range["start"]["line"]][range["start"]["character"] : range["end"]["character"]]

        outline = [(words(link["range"]), link.get("problem"))
                   for link in client.request("outline", {"id": id})["links"]]
        page = client.request("links", {"kind": "broken"})
        broken = {memo["id"]: [(words(link["range"]), link["problem"]) for link in memo["links"]]
                  for memo in page["memos"] if memo["id"] == id}
        return outline, broken.get(id, [])

    def test_are_told_of_a_memo_and_of_all_alike(self):
        lines = {
            "![](pic.png)": None, "[x](files/a.PDF)": None, "![[drawing.canvas]]": None, "[x](../up)": None,
            "[x](/about)": None, "[x](file:///home/a.pdf)": None, "[x](./a%20b.jpeg#page=2)": None,
            "[x](there.js)": None, "![](was.png)": "trashed",
            "[[pic.png]]": "broken", "[x](note.md)": "broken", "![](../note.markdown)": "broken", "[x](Plan)": "broken",
            "[x](v1.0)": "broken", "[x](.gitignore)": "broken", "[x](a.b%20c)": "broken", "[x](memo:a.png)": "broken",
            "[x](a.excalidrawing)": "broken",
            "[[#Here]]": None, "[x](#here)": None, "[[#^end]]": None,
            "[[#There]]": "fragment", "[x](#there)": "fragment", "![[#^no]]": "fragment",
            "[[Own#There]]": "fragment", "[[Own#Here]]": None,
        }  # fmt: skip
        client = self.start(*STILL)
        client.request("createMemo", {"id": "js", "text": "There.js"})
        client.request("createMemo", {"id": "gone", "text": "was.png"})
        client.request("delete", {"id": "gone"})
        client.request("createMemo", {"id": "own", "text": "\n".join(["Own", "## Here", *lines, "words ^end"])})
        expected = list(lines.items())
        for state in ("unsaved", "saved"):
            with self.subTest(state):
                outline, broken = self.told(client, "own")
                self.assertEqual(outline, expected)
                self.assertEqual(broken, [(words, problem) for words, problem in expected if problem])
                client.request("flush")
        client.finish()
        self.assertEqual(self.told(self.start(), "own")[1],
                         [(words, problem) for words, problem in expected if problem])

    def test_within_a_memo_make_no_link_between_memos(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "inside", "text": "One\n[[#Two]]"})
        client.request("createMemo", {"id": "right", "text": "Two\n## Three\n[[#Three]]"})
        for _ in ("unsaved", "saved"):
            self.assertEqual({memo["id"] for memo in client.request("links", {"kind": "orphans"})["memos"]},
                             {"inside", "right"})
            self.assertEqual([memo["id"] for memo in client.request("links", {"kind": "broken"})["memos"]], ["inside"])
            self.assertEqual(client.request("search", {"query": "is:orphan"})["total"], 2)
            client.request("flush")


class Filling(MemoCase):
    def make_old(self):
        """Makes the store one of an earlier version, which has nothing of what the texts say."""
        connection = sqlite3.connect(self.store, isolation_level=None)
        for table in ("memo_references", "names", "links", "tags"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute("INSERT INTO unread SELECT key FROM memos")
        connection.close()

    def test_how_many_memos_are_left_is_told_meanwhile(self):
        client = self.start()
        memos = 1500
        for number in range(memos):
            client.send(call(number, "createMemo", {"text": f"Memo {number}\n" + "[[Memo 1]] #tag\n" * 20}))
        for number in range(memos):
            client.answer()
        client.finish()
        self.make_old()
        client = self.start()
        left = []
        while not left or "memosToIndex" in stats or "indexing" in client.request("tags"):
            stats = client.request("stats")
            left.append(stats.get("memosToIndex"))
            if len(left) == 1 or left[-1] != left[-2]:
                self.assertEqual(schemas.faults(schemas.urn("stats") + "#/$defs/result", stats), [])
        told = [count for count in left if count is not None]
        self.assertGreater(len(set(told)), 1)
        self.assertEqual(told, sorted(told, reverse=True))
        self.assertTrue(0 < told[-1] < told[0] <= memos, told)

    def test_is_told_until_all_memos_were_looked_through(self):
        client = self.start()
        client.request("createMemo", {"id": "plan", "text": "Plan"})
        client.request("createMemo", {"id": "other", "text": "Other\n[[Plan]] #tag"})
        client.finish()
        self.make_old()
        release = self.lock_store()
        client = self.start()
        asked = (
            ("outline", {"text": "[[Plan]]"}), ("backlinks", {"id": "plan"}), ("links", {"kind": "broken"}),
            ("complete", {"kind": "link", "query": "p"}), ("tags", {}),
            ("list", {"tag": "tag"}), ("search", {"query": "tag:tag"}), ("search", {"query": "plan link:Plan"}),
        )  # fmt: skip
        for method, params in asked:
            result = client.request(method, params)
            self.assertIs(result.get("indexing"), True, method)
            self.assertEqual(schemas.faults(schemas.urn(method) + "#/$defs/result", result), [])
        self.assertNotIn("textTags", client.request("list")["memos"][0])
        for method, params in (("list", {}), ("search", {"query": "plan"})):
            self.assertNotIn("indexing", client.request(method, params))
        self.assertEqual(client.request("stats").get("memosToIndex"), 2)
        release()
        self.wait_until(lambda: "indexing" not in client.request("tags"), "looking through the memos")
        self.assertEqual({method for method, params in asked if "indexing" in client.request(method, params)}, set())
        self.assertEqual([memo["id"] for memo in client.request("backlinks", {"id": "plan"})["memos"]], ["other"])
        self.assertEqual({memo["id"]: memo.get("textTags") for memo in client.request("list")["memos"]},
                         {"plan": None, "other": ["tag"]})
        self.assertNotIn("memosToIndex", client.request("stats"))


@unittest.skipUnless(pathlib.Path("/proc/self/schedstat").exists(), "the processor's time is Linux's to tell")
class Loop(MemoCase):
    def test_stays_free_whatever_is_asked(self):
        client = self.start(*STILL)
        text = "# Heading\n[[Plan]] words and #tag\n\n" * 20_000
        client.request("createMemo", {"id": "large", "text": text})
        client.request("createMemo", {"id": "plan", "text": "Plan"})
        slow = client.request("stats").get("slowTurns")
        for params in (
            {"method": "outline", "id": "large"}, {"method": "backlinks", "id": "plan"},
            {"method": "links", "kind": "orphans"}, {"method": "tags"},
            {"method": "complete", "kind": "heading", "query": "h", "id": "large"},
        ):  # fmt: skip
            method = params.pop("method")
            with self.subTest(method):
                began = processor_time(client)
                client.send(call("slow", method, params), call("quick", "getMemo", {"id": "plan"}))
                answers = {client.answer()["id"], client.answer()["id"]}
                self.assertEqual(answers, {"slow", "quick"})
                self.check_processor_time(processor_time(client) - began, 0.05)
        self.assertEqual(client.request("stats").get("slowTurns"), slow)

    def test_reads_10_mb_of_marks_in_a_second_of_the_processor(self):
        client = self.start(*STILL)
        for marks in ("[[", "#", ">", "*", "[[ ", "# ", "> ", "* ", *SHORT):
            with self.subTest(marks):
                began = processor_time(client, "*")
                client.send(call("outline", "outline", {"text": marks * (10_000_000 // len(marks))}))
                answer = client.answer()
                self.assertTrue("result" in answer or answer["error"]["code"] == 5)
                # What makes something of a few bytes is stored, too.
                self.check_processor_time(processor_time(client, "*") - began, 1.5 if marks in SHORT else 1)

    def test_refuses_a_new_name_that_part_of_a_text_would_not_get(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "memo", "text": "# Old"})
        texts = {"links": "[[Old]]\n" * 200_001, "tags": "#old\n" * 200_001}
        for id, text in texts.items():
            client.request("createMemo", {"id": id, "text": text})
        client.request("flush")
        self.wait_until(lambda: "indexing" not in client.request("tags"), "the long texts to be read")
        self.check_error(-32602, client.request, "rename", {"id": "memo", "title": "New"})
        self.check_error(-32602, client.request, "rename", {"tag": "old", "to": "new"})
        for id, text in {"memo": "# Old", **texts}.items():
            self.assertEqual(client.request("getMemo", {"id": id})["text"], text)

    def test_takes_no_more_memory_for_what_is_short_than_for_its_text_twenty_times(self):
        for marks in SHORT:
            with self.subTest(marks):
                client = self.start(*STILL, store=self.folder / f"{SHORT.index(marks)}.sqlite")
                client.request("createMemo", {"id": "a", "text": marks * (10_000_000 // len(marks))})
                client.send(call("outline", "outline", {"id": "a"}), call("flush", "flush"), call("tags", "tags", {}))
                for _ in range(3):
                    client.answer()
                # The answer is made while the references are.
                self.assertLess(memory_peak(client), 2 * 20 * 10_000_000)
                self.assertEqual(client.finish(), 0)

    def test_answers_others_while_a_long_text_is_read(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "a", "text": "Plan"})
        client.request("createMemo", {"id": "large", "text": "# Heading\n[[Plan]] words and #tag\n\n" * 100_000})
        client.send(call("slow", "outline", {"id": "large"}), call("quick", "getMemo", {"id": "a"}))
        self.assertEqual([client.answer()["id"] for _ in range(2)], ["quick", "slow"])

    def test_answers_short_questions_about_links_while_a_long_text_is_read(self):
        client = self.start(*STILL)
        client.request("createMemo", {"id": "plan", "text": "Plan\n[[Plan]]"})
        long = {"text": "# Heading\n[[Plan]] words and #tag\n\n" * 100_000}
        quick = [("backlinks", {"id": "plan"}), ("complete", {"kind": "link", "query": "p"}),
                 ("outline", {"id": "plan"}), ("tags", {})]
        client.send(call("slow", "outline", long), *[call(method, method, params) for method, params in quick])
        *others, last = [client.answer()["id"] for _ in range(5)]
        self.assertEqual((sorted(others), last), (sorted(method for method, _ in quick), "slow"))


if __name__ == "__main__":
    unittest.main()
