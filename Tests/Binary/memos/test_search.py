"""`search`: against a plain scan with Python's Unicode tables, and what it refuses."""

import os
import random
import sqlite3
import unicodedata
import unittest
from bisect import bisect_right

from memo_case import STILL, MemoCase
from memo_client import call, notification

# Scripts with and without case, composed and decomposed, pictures, and letters whose folding is no plain lower case.
WORDS = (
    "milk tea Paper GARDEN Straße STRASSE École E\u0301cole naïve ﬁn ΟΔΟΣ οδός Дом ёлка İstanbul 두부 오늘 한글 하늘 "
    "\u1112\u1161\u11ab\u1100\u1173\u11af 日本 東京 カタカナ か\u3099っこう がっこう ﾊﾟﾝ Ａｂｃ 👩‍👩‍👧 😀 🇰🇷 ❤\ufe0f 12:30 5\" ½ ǅ"
).split()
MEMOS = int(os.environ.get("MEMO_TEST_SEARCHED", 2_000))
FEW = 2_000  # of so many memos all that is found can be read, and all can be unsaved
QUERIES = int(os.environ.get("MEMO_TEST_SEARCHES", 500))
BORDER = "\uffff"  # stands in no memo


def form(text):
    """The canonical caseless form (the Unicode Standard, section 3.13, D145), composed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


class Scan:
    """The memos a search should find: their forms side by side, in the order of the results."""

    def __init__(self, memos):
        """`memos`: id, text, modifiedAt."""
        ordered = sorted(sorted(memos), key=lambda memo: memo[2], reverse=True)
        self.ids = [id for id, _, _ in ordered]
        self.starts, place = [], 0
        forms = [form(text) for _, text, _ in ordered]
        for text in forms:
            self.starts.append(place)
            place += len(text) + 1
        self.all = BORDER.join(forms) + BORDER

    def numbers(self, term):
        """The numbers of the memos that have a term."""
        found, number, place = set(), 0, self.all.find(term)
        while place >= 0:
            number = bisect_right(self.starts, place, number) - 1
            found.add(number)
            if number + 1 == len(self.starts):
                break
            place = self.all.find(term, self.starts[number + 1])
        return found

    def find(self, terms):
        return [self.ids[number] for number in sorted(set.intersection(*map(self.numbers, map(form, terms))))]


def some_text(chance):
    parts = (chance.choice(WORDS) + chance.choice([" ", " ", "\n", "", "\r\n"]) for _ in range(chance.randrange(60)))
    return chance.choice([str, form, str.upper, lambda text: unicodedata.normalize("NFD", text)])("".join(parts))


def some_term(chance, texts):
    """A piece of some memo as somebody may type it, or a term that is in none."""
    text = chance.choice(texts) or "zz"
    start, length = chance.randrange(len(text)), chance.choice([1, 1, 2, 3, 5, 9, 30])
    term = text[start : start + length] if chance.random() < 0.9 else chance.choice(WORDS) + "zz"
    # A mark by itself would be another letter's part in another spelling.
    while term and (unicodedata.combining(term[0]) or "\u1160" <= term[0] <= "\u11ff"):
        term = term[1:]
    spelling = chance.choice(["NFC", "NFD"])
    term = unicodedata.normalize(spelling, chance.choice([str, str.upper, str.lower])(term)).replace('"', "")
    return term if term.strip() else "milk"


class Searches(MemoCase):
    def ids(self, client, query, limit, wanted):
        """All results, page by page, or the first pages that have as many as are wanted; and their total."""
        params, ids = {"query": query, "limit": limit}, []
        while True:
            page = client.request("search", params)
            ids += [memo["id"] for memo in page["memos"]]
            if "nextCursor" not in page or len(ids) >= wanted:
                return ids, page["total"]
            self.assertEqual(len(page["memos"]), limit)
            params["cursor"] = page["nextCursor"]

    def test_it_finds_what_a_plain_scan_finds_in_the_same_order(self):
        chance = random.Random(MEMOS)
        client = self.start(*STILL, "--virtual-clock")
        texts = [some_text(chance) for _ in range(MEMOS)]
        memos = []
        for start in range(0, MEMOS, 100):
            numbers = range(start, min(start + 100, MEMOS))
            ids = [f"{n * 7919 % MEMOS:x}-{n}" for n in numbers]
            client.send(*[call(n, "createMemo", {"id": id, "text": texts[n]}) for n, id in zip(numbers, ids)])
            made = [client.read()["result"] for _ in numbers]
            memos += [(memo["id"], texts[n], memo["modifiedAt"]) for n, memo in zip(numbers, made)]
            client.request("$/advanceClock", {"ms": 1})
        scan = Scan(memos)
        for number in range(QUERIES):
            if number == (200 if MEMOS <= FEW else 20):
                client.request("flush")
            terms = [some_term(chance, texts) for _ in range(chance.choice([1, 1, 2, 3]))]
            # Of many memos most terms have thousands: all their pages are read now and then only.
            reads_all = MEMOS <= FEW or number % 500 == 0
            limit, wanted = (chance.choice([1000, 1000, 100]), MEMOS) if reads_all else (100, 100)
            with self.subTest(terms=terms):
                expected = scan.find(terms)
                found, total = self.ids(client, " ".join(f'"{term}"' for term in terms), limit, wanted)
                self.assertEqual(total, len(expected))
                self.assertEqual(found, expected[: len(found)])
                self.assertGreaterEqual(len(found), min(wanted, len(expected)))

    def test_a_search_is_not_asked_wrongly(self):
        client = self.start()
        for number in range(5):
            client.request("createMemo", {"id": f"m{number}", "text": "tea week"})
        page = client.request("search", {"query": "tea", "limit": 2})
        self.assertEqual((page["total"], len(page["memos"])), (5, 2))
        cursor = page["nextCursor"]
        for params, path in (
            ({}, "query"), ({"query": 1}, "query"), ({"query": ""}, "query"), ({"query": ' "" '}, "query"),
            ({"query": "created-after:soon"}, "query"), ({"query": "tag:"}, "query"), ({"query": "before:x"}, "query"),
            ({"query": "pinned:1"}, "query"), ({"query": "tea", "limit": 0}, "limit"),
            ({"query": "tea", "limit": -(2**60)}, "limit"), ({"query": "tea", "limit": "1"}, "limit"),
            ({"query": "tea", "trashed": 1}, "trashed"), ({"query": "tea", "cursor": "x"}, "cursor"),
            ({"query": "tea", "cursor": cursor[:-2]}, "cursor"), ({"query": "week", "cursor": cursor}, "cursor"),
            ({"query": "tea", "trashed": True, "cursor": cursor}, "cursor"), ({"query": "tea", "cursor": 1}, "cursor"),
            ({"query": "tea", "cursor": client.request("list", {"limit": 2})["nextCursor"]}, "cursor"),
        ):
            with self.subTest(params):
                data = self.check_error(-32602, client.request, "search", params)
                self.assertEqual(data["path"], f"params.{path}")
        self.check_error(5, client.request, "search", {"query": "tea", "limit": 1001}, limit=1000, value=1001)
        self.check_error(5, client.request, "search", {"query": "두" * 3334}, limit=10_000, value=10_002)
        self.assertEqual(client.request("search", {"query": "두" * 3333})["total"], 0)
        next_page = client.request("search", {"query": "tea", "limit": 1000, "cursor": cursor})
        self.assertEqual((next_page["total"], len(next_page["memos"]), "nextCursor" in next_page), (5, 3, False))

    def test_matches_are_said_in_the_sessions_units(self):
        text = "x\n😀é e\u0301 두부 두부\n" + "두부 " * 9
        for encoding, starts in (("utf-8", (11, 18)), ("utf-16", (7, 10)), ("utf-32", (6, 9))):
            client = self.start(store=self.folder / f"{encoding}.sqlite")
            capabilities = {"general": {"positionEncodings": [encoding]}}
            client.request("initialize", {"processId": None, "capabilities": capabilities})
            client.request("createMemo", {"id": "m", "text": text})
            matches = client.request("search", {"query": "두부"})["memos"][0]["matches"]
            self.assertEqual(len(matches), 5)
            self.assertEqual(tuple(match["range"]["start"]["character"] for match in matches[:2]), starts)
            self.assertEqual(matches[0]["line"], text.splitlines()[1])
            one = client.request("search", {"query": "É"})["memos"][0]["matches"]
            self.assertEqual(len(one), 2)

    def test_others_changes_are_found(self):
        here, there = self.start(), self.start()
        self.assertEqual(here.request("search", {"query": "두부"})["total"], 0)
        there.request("createMemo", {"id": "a", "text": "두부"})
        there.request("flush")
        self.assertEqual(here.request("search", {"query": "두부"})["total"], 1)
        there.request("delete", {"id": "a"})
        there.request("flush")
        self.assertEqual(here.request("search", {"query": "두부"})["total"], 0)
        self.assertEqual(here.request("search", {"query": "두부", "trashed": True})["total"], 1)

    def test_edits_are_answered_while_searches_run_and_are_found_by_those_that_follow(self):
        client = self.start(*STILL)
        client.send(*[call(n, "createMemo", {"id": f"m{n}", "text": f"{n} " * 2000}) for n in range(500)])
        for _ in range(500):
            client.read()
        messages = []
        for n in range(100):
            change = {"id": f"m{n}", "contentChanges": [{"text": "found"}]}
            messages += [call(f"search {n}", "search", {"query": "found"}), call(f"edit {n}", "updateMemo", change)]
        client.send(*messages)
        answers = {answer["id"]: answer["result"] for answer in (client.read() for _ in messages)}
        self.assertEqual([answers[f"search {n}"]["total"] for n in range(100)], list(range(100)))

    def test_cancelled_searches_make_way(self):
        client = self.start(*STILL)
        client.send(*[call(n, "createMemo", {"id": f"m{n}", "text": f"{n} " * 20_000}) for n in range(200)])
        for _ in range(200):
            client.read()
        for id in range(1000):
            client.send(call(id, "search", {"query": "nothing"}), notification("$/cancelRequest", {"id": id}))
        codes = [client.read().get("error", {}).get("code") for _ in range(1000)]
        self.assertLessEqual(set(codes), {None, -32800})
        self.assertIn(-32800, codes)
        self.assertEqual(client.request("search", {"query": "199"})["memos"][0]["id"], "m199")
        self.assertEqual(client.finish(), 0)

    def test_a_large_memo_is_found_at_its_end(self):
        client = self.start()
        client.request("createMemo", {"id": "m", "text": "lorem ipsum\n" * 1_000_000 + "the last WORD"})
        client.request("flush")
        match = client.request("search", {"query": "word"})["memos"][0]["matches"][0]
        self.assertEqual(match["range"]["start"], {"line": 1_000_000, "character": 9})
        self.assertEqual(match["line"], "the last WORD")

    def test_a_damaged_text_does_not_keep_others_from_being_found(self):
        client = self.start()
        client.request("createMemo", {"id": "good", "text": "tea"})
        client.request("createMemo", {"id": "bad", "text": "tea"})
        self.assertEqual(client.finish(), 0)
        self.change_store("UPDATE texts SET text = x'746561ff' WHERE key = (SELECT key FROM memos WHERE id = 'bad')")
        found = self.start().request("search", {"query": "tea"})
        self.assertEqual({memo["id"] for memo in found["memos"]}, {"good", "bad"})

    def change_store(self, sql):
        connection = sqlite3.connect(self.store)
        connection.execute(sql)
        connection.commit()
        connection.close()


if __name__ == "__main__":
    unittest.main()
