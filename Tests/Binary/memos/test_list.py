"""Lists against a model: every order, page by page, while memos change and some of them are saved."""

import random
import unittest

from memo_case import STILL, MemoCase
from memo_client import call

ORDERS = [(sort, order) for sort in ("modified", "created", "title") for order in ("asc", "desc")]
# Letters whose folding is no plain lower case, and scripts without case.
LETTERS = "aAbBzZ ßẞſsSıIiİK\u212aÅ\u212bΣσςΐﬀﬃŉǅǆǄᾳᾼѢѣԱւևႠⴀაᲐᏣꮳ한글ㅎ中あア0_~éE\u0301\u0345𐐀𐐨🙂"


class Model:
    """What the server should have: for each memo its title and its times, in steps of the virtual clock."""

    def __init__(self, client, seed):
        self.client = client
        self.chance = random.Random(seed)
        self.memos = {}
        self.now = 0
        self.touched = set()

    def title(self):
        return "".join(self.chance.choice(LETTERS) for _ in range(self.chance.randrange(4))).strip()

    def create(self):
        id = f"{self.chance.randrange(10**6)}-{len(self.memos)}"
        title = self.title()
        self.client.request("createMemo", {"id": id, "text": title + "\nbody"})
        self.memos[id] = {"title": title or "body", "created": self.now, "modified": self.now, "trashed": False}
        self.touched.add(id)

    def change(self):
        """One random change of one random memo, or of time, or a save."""
        id = self.chance.choice(sorted(self.memos))
        memo = self.memos[id]
        kind = self.chance.choice(["edit", "edit", "edit", "trash", "restore", "destroy", "time", "flush", "create"])
        if kind == "create":
            self.create()
        elif kind == "time":
            self.now += (step := self.chance.choice([1, 1, 600]))
            self.client.request("$/advanceClock", {"ms": step})
        elif kind == "flush":
            self.client.request("flush", self.chance.choice([None, {"id": id}]))
        elif kind == "destroy" and self.chance.random() < 0.3:
            self.client.request("delete", {"id": id, "permanent": True})
            del self.memos[id]
            self.touched.add(id)
        elif memo["trashed"] != (kind == "restore"):
            return
        elif kind == "edit":
            title = self.title()
            text = f"{title}\nbody {self.chance.random()}"
            self.client.request("updateMemo", {"id": id, "contentChanges": [{"text": title}, {"text": text}]})
            memo.update(title=title or text.strip(), modified=self.now)
            self.touched.add(id)
        elif kind in ("trash", "restore"):
            self.client.request("delete" if kind == "trash" else "restore", {"id": id})
            memo["trashed"] = kind == "trash"
            self.touched.add(id)

    def expected(self, sort, order, trashed):
        """The ids of a list in its order."""
        ids = sorted(id for id, memo in self.memos.items() if memo["trashed"] == trashed)

        def key(id):
            return self.memos[id]["title"].casefold() if sort == "title" else self.memos[id][sort]

        # Ties keep their order, by id ascending, either way.
        return sorted(ids, key=key, reverse=order == "desc")


class Lists(MemoCase):
    def read(self, client, between=None, **params):
        """A list's ids, page by page; `between` is called between pages."""
        ids, totals = [], []
        while True:
            page = client.request("list", params)
            ids += [memo["id"] for memo in page["memos"]]
            totals.append(page["total"])
            if "nextCursor" not in page:
                return ids, totals
            params["cursor"] = page["nextCursor"]
            if between:
                between()

    def model(self, seed, count):
        model = Model(self.start("--virtual-clock", store=self.folder / f"{seed}.sqlite"), seed)
        for _ in range(count):
            model.create()
        return model

    def test_every_order_is_the_models_whatever_is_saved(self):
        for seed in range(8):
            model = self.model(seed, 30)
            for _ in range(12):
                for _ in range(10):
                    model.change()
                for sort, order in ORDERS:
                    for trashed in (False, True):
                        with self.subTest(seed=seed, sort=sort, order=order, trashed=trashed):
                            expected = model.expected(sort, order, trashed)
                            options = {"sort": sort, "order": order, "trashed": trashed}
                            limit = model.chance.choice([1, 2, 7, 50, 1000])
                            ids, totals = self.read(model.client, **options, limit=limit)
                            self.assertEqual((ids, set(totals)), (expected, {len(expected)}))

    def test_no_memo_that_did_not_change_is_skipped_or_shown_twice(self):
        for seed in range(100, 106):
            model = self.model(seed, 60)
            for sort, order in ORDERS * 2:
                with self.subTest(seed=seed, sort=sort, order=order):
                    before = model.expected(sort, order, False)
                    model.touched.clear()
                    ids, _ = self.read(model.client, between=model.change, sort=sort, order=order, limit=5)
                    still = [id for id in before if id not in model.touched]
                    self.assertEqual([id for id in ids if id in still], still)

    def test_titles_are_ordered_by_their_full_case_folding(self):
        client = self.start()
        titles = [letter + other for letter in LETTERS.replace(" ", "") for other in ("", "a", "Z")]
        calls = [
            call(number, "createMemo", {"id": f"{number:03}", "text": title}) for number, title in enumerate(titles)
        ]
        client.send(calls)
        client.read()
        numbers = sorted(range(len(titles)), key=lambda number: titles[number].casefold())
        ids, _ = self.read(client, sort="title", order="asc", limit=1000)
        self.assertEqual([titles[int(id)] for id in ids], [titles[number] for number in numbers])
        client.request("flush")
        self.assertEqual(self.read(client, sort="title", order="asc", limit=1000)[0], ids)

    def test_what_is_no_cursor_is_refused(self):
        client = self.start()
        for number in range(5):
            client.request("createMemo", {"id": f"memo-{number}"})
        cursor = client.request("list", {"limit": 2, "sort": "title"})["nextCursor"]
        for wrong in ("", "x", cursor[:-1], cursor + "x", cursor * 2, "한글", "\0", "x" * 100_000):
            with self.subTest(wrong[:100]):
                data = self.check_error(-32602, client.request, "list", {"limit": 2, "sort": "title", "cursor": wrong})
                self.assertEqual(data["path"], "params.cursor")

    def test_a_cursor_outlives_the_session(self):
        client = self.start()
        for number in range(5):
            client.request("createMemo", {"id": f"memo-{number}", "text": f"title {number}"})
        params = {"limit": 2, "sort": "title", "order": "asc"}
        cursor = client.request("list", params)["nextCursor"]
        self.assertEqual(client.finish(), 0)
        page = self.start().request("list", params | {"cursor": cursor})
        self.assertEqual([memo["id"] for memo in page["memos"]], ["memo-2", "memo-3"])


class Reads(MemoCase):
    def test_a_read_sees_every_change_that_arrived_before_it(self):
        client = self.start()
        creates = [call(n, "createMemo", {"id": f"memo-{n}", "text": str(n)}) for n in range(500)]
        edit = {"id": "memo-7", "contentChanges": [{"text": "\n" + "x" * (3 << 20)}]}
        client.send(*creates, call("list", "list", {"limit": 1000}), call("edit", "updateMemo", edit))
        client.send(call("get", "getMemo", {"id": "memo-7"}), call("split", "titleBodySplit", {"id": "memo-7"}))
        answers = {answer["id"]: answer["result"] for answer in (client.read() for _ in range(504))}
        self.assertEqual(answers["list"]["total"], 500)
        self.assertEqual({memo["version"] for memo in answers["list"]["memos"]}, {1})
        self.assertEqual((answers["get"]["version"], len(answers["split"]["body"])), (2, 3 << 20))

    def test_a_read_does_not_see_a_change_that_arrived_after_it(self):
        client = self.start()
        client.request("createMemo", {"id": "a", "text": "\n" + "x" * (3 << 20)})
        edits = [call(n, "updateMemo", {"id": "a", "contentChanges": [{"text": str(n)}]}) for n in range(100)]
        client.send(call("get", "getMemo", {"id": "a"}), call("list", "list", {"limit": 1000}), *edits)
        answers = {answer["id"]: answer["result"] for answer in (client.read() for _ in range(102))}
        self.assertEqual((answers["get"]["version"], len(answers["get"]["text"])), (1, (3 << 20) + 1))
        self.assertEqual(answers["list"]["memos"][0]["bytes"], (3 << 20) + 1)


class TextTags(MemoCase):
    def test_are_those_of_the_text_as_it_is_now_saved_or_not(self):
        client = self.start(*STILL)
        client.request("createMemo",
                       {"id": "a", "text": "---\ntags: [Own, b]\n---\n#A/x #a", "properties": {"tags": ["own"]}})
        client.request("createMemo", {"id": "plain", "text": "A `#code` text"})

        def told():
            lists = [client.request("list", {"sort": "title", "limit": limit})["memos"] for limit in (2, 200)]
            lists.append(client.request("search", {"query": "a"})["memos"])
            lists += [client.request("list", {"tag": "own"})["memos"],
                      client.request("links", {"kind": "orphans"})["memos"]]
            found = [{memo["id"]: memo.get("textTags") for memo in memos} for memos in lists]
            self.assertEqual([memos["a"] for memos in found], [found[0]["a"]] * len(lists))
            self.assertIsNone(found[0]["plain"])
            return found[0]["a"]

        for saved in (False, True):
            self.assertEqual(told(), ["A/x", "b"], saved)
            client.request("flush")
        client.request("updateMemo", {"id": "a", "contentChanges": [{"text": "A #new"}]})
        self.assertEqual(told(), ["new"])
        client.request("updateMemo", {"id": "a", "properties": {"tags": ["own", "NEW"]}})
        self.assertIsNone(told())
        client.request("delete", {"id": "a"})
        client.request("flush")
        self.assertEqual([memo["id"] for memo in client.request("list", {"trashed": True})["memos"]], ["a"])


if __name__ == "__main__":
    unittest.main()
