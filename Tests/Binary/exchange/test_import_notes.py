"""`import` and `export` of everyday notes: as Obsidian, Jekyll, Hugo, Joplin, zk, Notion and Bear leave them."""

import json
import os
import random
import sqlite3

from exchange.test_import import NONE, ImportCase
from memo_case import STILL
from memo_client import call

SEED = int(os.environ.get("MEMO_TEST_SEED", random.SystemRandom().randrange(1 << 32)))


class Notes(ImportCase):
    def one(self, text, name="a.md", **params):
        """The memo that a file becomes, and the report."""
        self.write(name, text)
        client = self.start(*STILL, env={"TZ": "Asia/Seoul"},
                            store=self.folder / f"{len(list(self.folder.iterdir()))}.sqlite")
        result = self.imported(client, name, **params)
        (memo,) = self.memos(client)
        shown = client.request("list", {"limit": 1})["memos"][0]
        return memo | {"displayTitle": shown["displayTitle"], "preview": shown["preview"]}, result["report"]


class Headers(Notes):
    def test_a_header_stays_in_the_text_and_tells_of_the_memo(self):
        for what, text, title, properties, created in [
            ("Obsidian", "---\naliases:\n  - Other\ntags:\n  - daily\n  - work/plan\ncreated: 2024-01-02\n"
                         "completed?: no\n---\n\n# Plan\n", "Plan",
             {"tags": ["daily", "work/plan"], "aliases": ["Other"]}, "2024-01-01T15:00:00.000Z"),
            ("Jekyll", "---\nlayout: post # remark\ntitle:  \"Tea: a guide\"\ndate:   2024-01-02 03:04:05 +0900\n"
                       "tags: tea guide\n---\nText\n", "Tea: a guide",
             {"tags": ["tea", "guide"]}, "2024-01-01T18:04:05.000Z"),
            ("Hugo",
             "+++\ntitle = \"Hugo's\"\ndate = 2024-01-02T03:04:05Z\ntags = [\"a\", 'b']\n[params]\nx = 1\n+++\nText\n",
             "Hugo's", {"tags": ["a", "b"]}, "2024-01-02T03:04:05.000Z"),
            ("Joplin", "---\ntitle: Note\nupdated: 2024-01-03 00:00:00Z\ncreated: 2024-01-02 11:01:05Z\nlatitude: 1.5\n"
                       "tags:\n  - 2024\n  - true\n---\n\nText\n",
             "Note", {"tags": ["2024", "true"]}, "2024-01-02T11:01:05.000Z"),
            ("zk", "---\ntitle: Zettel\ndate: 2024-01-02 03:04\nkeywords: [one, two words]\n...\nText\n", "Zettel",
             {"tags": ["one", "two words"]}, "2024-01-01T18:04:00.000Z"),
            ("Notion", "---\nTitle: Page\nCreated time: January 2, 2024 3:04 PM\n언어: 한국어\n---\nText", "Text", {},
             "2024-01-02T06:04:00.000Z"),
            ("folded", "---\ntitle: >-\n  Two\n  lines\ntags: [[a, b], c]\n"
                       "date created: Tuesday, January 2nd 2024, 3:04:05 pm\n---\nText", "Two lines",
             {"tags": ["a", "b", "c"]}, "2024-01-02T06:04:05.000Z"),
            ("what is no YAML", "---\ntitle: One: two\ntags: a\n---\nText", "---", {"tags": ["a"]}, None),
            ("a header that is empty", "---\n---\nText", "Text", {}, None),
            ("Hugo's JSON",
             '{\n  "title": "Braces \\ud83d\\ude00",\n  "date": "2024-01-02T03:04:05Z",\n  "tags": ["a"]\n}\n\nText\n',
             "Braces \U0001f600", {"tags": ["a"]}, "2024-01-02T03:04:05.000Z"),
            ("rules around prose", "---\nSome words.\n\nMore: words\n---\n", "---", {}, None),
            ("CRLF", "---\r\ntitle: Old\r\ntags: x\r\n---\r\nText\r\n", "Old", {"tags": ["x"]}, None),
        ]:
            with self.subTest(what):
                memo, _ = self.one(text)
                self.assertEqual(memo["text"], text)
                self.assertEqual(memo["displayTitle"], title)
                self.assertEqual(memo["properties"], properties | {"path": "a.md"})
                if created:
                    self.assertEqual(memo["createdAt"], created)

    def test_what_can_not_be_read_is_named_and_the_memo_is_there_whole(self):
        for header, words in [
            ("title: One: two", "line 2"), ("date: yesterday", "date is no time"),
            ("tags: {a: b, c: d}", "tags is neither"),
            ("tags: [%s]" % ",".join(map(str, range(101))), "1 tag left out"),
            (f"tags: [{'x' * 101}]", "1 tag left out"), ("title: [a]", "title is no text"),
        ]:
            with self.subTest(header):
                text = f"---\n{header}\n---\nText"
                memo, report = self.one(text)
                self.assertEqual(memo["text"], text)
                self.assertEqual([(item["path"], item["imported"]) for item in report], [("a.md", True)])
                self.assertIn(words, report[0]["reason"])

    def test_of_300_notes_none_is_listed_as_its_header_and_all_go_out_as_they_came(self):
        chance = random.Random(SEED)
        files = {}
        for number in range(300):
            lines = chance.sample([
                f"title: Note {number}", "tags: [a, b]", "tags:\n- c", f"date: 2024-01-{number % 28 + 1:02}",
                "aliases: x", "draft: false", "# remark", "description: >\n  folded\n  text", "due?: ", "키: 값",
                "created: 2020-02-02T02:02:02.5+02:00", "updated: 2021-01-01 10:00", "cssclass: wide",
            ], k=chance.randrange(7))
            if chance.random() < 0.2:
                lines, fence, end = ['title = "T"', "draft = true"], "+++", "+++"
            else:
                fence, end = "---", chance.choice(["---", "..."])
            body = chance.choice(["# Head\n\ntext", "plain", "\n\nlater\n", "- list\n", "text\n\n---\nrule"])
            folder = chance.choice(["", "Daily/", "Deep/er/"])
            files[f"{folder}Note {number}.md"] = "\n".join([fence, *lines, end, body])
        for name, text in files.items():
            self.write(name, text)
        client = self.start(*STILL)
        result = self.imported(client)
        self.assertEqual((result["imported"], result["skipped"]), (300, 0), f"MEMO_TEST_SEED={SEED}")
        titles = {memo["displayTitle"] for memo in client.request("list", {"limit": 1000})["memos"]}
        self.assertEqual(titles & {"", "---", "+++", "..."}, set())
        out = self.folder / "out"
        client.request("export", {"all": True, "format": "text", "to": str(out)})
        written = {str(path.relative_to(out)): path.read_text() for path in out.rglob("*.txt")}
        self.assertEqual(written, {name[:-3] + ".txt": text for name, text in files.items()}, f"MEMO_TEST_SEED={SEED}")
        marked = self.folder / "marked"
        client.request("export", {"all": True, "format": "markdown", "to": str(marked)})
        self.assertEqual({str(path.relative_to(marked)) for path in marked.rglob("*.md")}, set(files))
        other = self.start(*STILL, store=self.folder / "other.sqlite")
        self.assertEqual(other.request("import", {"from": str(marked)})["imported"], 300)

        def seen(client):
            return sorted(json.dumps([memo[name] for name in ("text", "createdAt", "modifiedAt")]
                                     + sorted(memo["properties"].items())) for memo in self.memos(client))

        self.assertEqual(seen(other), seen(client), f"MEMO_TEST_SEED={SEED}")

    def test_export_writes_into_a_header_what_it_does_not_say(self):
        client = self.start(*STILL)
        text = "---\ntitle: T # r\ncreated: 2024-01-02T00:00:00Z\n---\nbody\n"
        client.request("createMemo", {"id": "a", "text": text, "properties": {"tags": ["x"], "pinned": True}})
        (file,) = client.request("export", {"ids": ["a"], "format": "markdown"})["files"]
        lines = file["text"].splitlines()
        self.assertEqual(lines[:3], text.splitlines()[:3])
        self.assertEqual(lines[-2:], ["---", "body"])
        self.assertIn('tags: ["x"]', lines)
        self.assertTrue(any(line.startswith("modified: ") for line in lines), lines)
        self.assertEqual(file["text"].count("\n---\n"), 1)

    def test_a_text_that_begins_with_what_export_writes_comes_back_the_same(self):
        client = self.start(*STILL)
        text = "plain\n"
        for depth in range(4):
            client.request("createMemo", {"id": f"m{depth}", "text": text, "properties": {"n": depth}})
            text = client.request("export", {"ids": [f"m{depth}"], "format": "markdown"})["files"][0]["text"]
        client.request("createMemo", {"id": "untagged", "text": "---\ntags: [a]\ncreated: 2001-01-01\n---\nx",
                                      "properties": {"n": 9}})
        out = self.folder / "out"
        client.request("export", {"all": True, "format": "markdown", "to": str(out)})
        other = self.start(*STILL, store=self.folder / "other.sqlite")
        other.request("import", {"from": str(out)})

        def seen(client):
            return sorted((memo["text"], memo["createdAt"], json.dumps(memo["properties"]))
                          for memo in self.memos(client))

        self.assertEqual(seen(other), seen(client))


class Again(Notes):
    def test_a_changed_file_is_merged_into_its_memo(self):
        self.write("a.md", "---\ntags: [one]\n---\nfirst\nsecond\nthird\n")
        client = self.start(*STILL)
        self.imported(client)
        (memo,) = self.memos(client)
        client.request("updateMemo", {"id": memo["id"], "contentChanges": [{"text": memo["text"] + "mine\n"}],
                                      "properties": {"pinned": True}})
        self.write("a.md", "---\ntags: [two]\n---\nFIRST\nsecond\nthird\n")
        self.assertEqual(self.imported(client), NONE | {"merged": 1})
        (memo,) = self.memos(client)
        self.assertEqual(memo["text"], "---\ntags: [two]\n---\nFIRST\nsecond\nthird\nmine\n")
        self.assertEqual(memo["properties"], {"tags": ["two"], "path": "a.md", "pinned": True})
        self.assertEqual(self.imported(client), NONE | {"unchanged": 1})
        # From what was imported last, not from the first time.
        self.write("a.md", "---\ntags: [two]\n---\nfirst\nsecond\nthird\n")
        self.assertEqual(self.imported(client), NONE | {"merged": 1})
        self.assertEqual(self.memos(client)[0]["text"], "---\ntags: [two]\n---\nfirst\nsecond\nthird\nmine\n")

    def test_a_file_that_says_what_its_memo_says_already_is_what_the_next_change_counts_from(self):
        self.write("a.txt", "one\ntwo\n")
        client = self.start(*STILL)
        self.imported(client)
        (memo,) = self.memos(client)
        client.request("updateMemo", {"id": memo["id"], "contentChanges": [{"text": "ONE\ntwo\n"}]})
        self.write("a.txt", "ONE\ntwo\n")
        self.assertEqual(self.imported(client), NONE | {"unchanged": 1})
        self.write("a.txt", "one\ntwo\n")
        self.assertEqual(self.imported(client), NONE | {"merged": 1})
        self.assertEqual(self.memos(client)[0]["text"], "one\ntwo\n")

    def test_a_conflict_makes_a_copy(self):
        self.write("a.txt", "one\ntwo\n")
        client = self.start(*STILL)
        self.imported(client)
        (memo,) = self.memos(client)
        client.request("updateMemo", {"id": memo["id"], "contentChanges": [{"text": "mine\ntwo\n"}]})
        self.write("a.txt", "theirs\ntwo\n")
        result = self.imported(client)
        self.assertEqual((result.get("merged"), result["conflicts"], len(result["report"])), (None, 1, 1))
        texts = {memo["text"]: memo for memo in self.memos(client)}
        self.assertEqual(set(texts), {"mine\ntwo\n", "theirs\ntwo\n"})
        self.assertEqual(texts["theirs\ntwo\n"]["properties"]["conflictOf"], memo["id"])
        self.assertEqual(self.imported(client), NONE | {"unchanged": 1})

    def test_what_is_in_the_trash_stays_there_and_new_makes_another(self):
        self.write("a.txt", "one\n")
        client = self.start(*STILL)
        self.imported(client)
        (memo,) = self.memos(client)
        client.request("delete", {"id": memo["id"]})
        self.assertEqual(self.imported(client), NONE | {"unchanged": 1})
        self.write("a.txt", "two\n")
        result = self.imported(client)
        self.assertEqual((result["unchanged"], len(result["report"])), (1, 1))
        self.assertEqual(self.memos(client), [])
        self.assertEqual(self.imported(client, new=True), NONE | {"imported": 1})
        self.assertEqual([memo["text"] for memo in self.memos(client)], ["two\n"])

    def test_files_of_one_name_in_two_folders_are_two_memos(self):
        client = self.start(*STILL)
        for folder in ("x", "y"):
            self.write(f"{folder}/README.md", f"of {folder}\n")
            self.imported(client, folder)
        self.assertEqual([memo["text"] for memo in self.memos(client)], ["of x\n", "of y\n"])

    def test_a_trial_changes_nothing_and_tells_all(self):
        for name in ("new", "changed", "same"):
            self.write(f"{name}.txt", name)
        client = self.start(*STILL)
        for name in ("changed.txt", "same.txt"):
            self.imported(client, name)
        self.write("changed.txt", "changed since")
        (self.notes / "picture.png").write_bytes(b"\x89PNG")
        before = self.memos(client)
        result = self.imported(client, dryRun=True)
        expected = {"imported": 1, "unchanged": 1, "merged": 1, "skipped": 1, "passedOver": 1, "dryRun": True}
        self.assertEqual({name: result[name] for name in expected}, expected)
        self.assertEqual(self.memos(client), before)

    def test_all_get_a_tag(self):
        self.write("a.md", "---\ntags: [x]\n---\na")
        self.write("b.jsonl", '{"text":"b"}')
        client = self.start(*STILL)
        self.imported(client, tags=["x", "more"])
        self.assertEqual([memo["properties"]["tags"] for memo in self.memos(client)], [["x", "more"]] * 2)


class Others(Notes):
    def test_links_of_joplin_lead_to_memos(self):
        one, two, picture = "0123456789abcdef" * 2, "fedcba9876543210" * 2, "00112233445566778899aabbccddeeff"
        self.write(f"{one}.md", f"One\n\nSee [two](:/{two}) and ![p](:/{picture}) and [file](:/{picture}).\n\n"
                                f"id: {one}\ncreated_time: 2024-01-02T03:04:05.000Z\ntype_: 1")
        self.write("Two.md", f"---\ntitle: Two\nid: {two}\n---\nBack: [one](:/{one}#head)\n")
        self.write(f"{picture}.md", f"p.png\n\nid: {picture}\nmime: image/png\ntype_: 4")
        client = self.start(*STILL)
        result = self.imported(client)
        self.assertEqual((result["imported"], result["passedOver"]), (2, 1))
        memos = {memo["title"]: memo for memo in self.memos(client)}
        first, second = memos["One"], memos["---"]
        self.assertIn(f"[two](memo:{second['id']})", first["text"])
        self.assertIn(f"![p](:/{picture}) and [file](:/{picture})", first["text"])
        self.assertIn(f"[one](memo:{first['id']}#head)", second["text"])
        self.assertEqual(first["createdAt"], "2024-01-02T03:04:05.000Z")

    def test_members_of_json_find_a_place_or_are_named(self):
        entries = [
            {"title": "A", "content": "c", "tags": "x, y", "updated": "2024-01-02T03:04:05Z",
             "mood": {"n": 1}, "id": 7},
            {"textContent": "t", "pinned": "yes"},
            {"body": "b", "created": "someday", "labels": []},
        ]
        self.write("a.json", json.dumps(entries))
        self.write("b.json", json.dumps({"title": "Keep", "textContent": "alone", "isPinned": False}))
        client = self.start(*STILL)
        result = self.imported(client)
        self.assertEqual((result["imported"], result["skipped"]), (4, 0))
        memos = {memo["text"]: memo for memo in self.memos(client)}
        self.assertEqual(set(memos), {"A\nc", "t", "b", "Keep\nalone"})
        self.assertEqual(memos["A\nc"]["properties"], {"mood": {"n": 1}, "id": 7, "tags": ["x", "y"]})
        self.assertEqual(memos["A\nc"]["modifiedAt"], "2024-01-02T03:04:05.000Z")
        self.assertEqual(memos["Keep\nalone"]["properties"], {"isPinned": False})
        reasons = {item["path"]: item["reason"] for item in result["report"]}
        self.assertEqual(set(reasons), {"a.json, entry 2", "a.json, entry 3"})
        self.assertIn("pinned", reasons["a.json, entry 2"])
        self.assertIn("created", reasons["a.json, entry 3"])

    def test_a_member_of_the_wrong_kind_is_a_property_and_named_and_keeps_no_memo_out(self):
        for entry, properties, words, memo in [
            ({"title": 5, "body": "b"}, {"title": 5}, ["title is no text"], {}),
            ({"title": ["a"], "text": "b"}, {"title": ["a"]}, ["title is no text"], {}),
            ({"text": "b", "body": {"x": 1}}, {"body": {"x": 1}}, ["body is no text"], {}),
            ({"text": 5, "content": "b"}, {"text": 5}, ["text is no text"], {}),
            ({"text": "", "content": "b"}, {}, [], {}),
            ({"id": "a b", "text": "b"}, {"id": "a b"}, ["id is none"], {}),
            ({"id": ["x"], "text": "b"}, {"id": ["x"]}, ["id is none"], {}),
            ({"id": "", "text": "b"}, {"id": ""}, ["id is none"], {}),
            ({"id": 7, "text": "b"}, {"id": 7}, [], {}),
            ({"tags": {"x": 1, "y": 2}, "text": "b"}, {"imported.tags": {"x": 1, "y": 2}},
             ["tags is neither", "imported.tags"], {}),
            ({"tags": 5, "text": "b"}, {"tags": ["5"]}, [], {}),
            ({"tags": ["a", 1, None, True], "text": "b"}, {"tags": ["a", "1", "true"]}, [], {}),
            ({"tags": ["a", {"x": 1, "y": 2}], "text": "b"}, {"tags": ["a"], "imported.tags": ["a", {"x": 1, "y": 2}]},
             ["entry that is no word"], {}),
            ({"createdAt": "someday", "text": "b"}, {"createdAt": "someday"}, ["createdAt is no time"], {}),
            ({"created_at": True, "text": "b"}, {"created_at": True}, ["created_at is no time"], {}),
            ({"modifiedAt": {"x": 1}, "text": "b"}, {"modifiedAt": {"x": 1}}, ["modifiedAt is no time"], {}),
            ({"updated": "2024-02-30", "text": "b"}, {"updated": "2024-02-30"}, ["updated is no time"], {}),
            ({"trashedAt": "never", "text": "b"}, {"trashedAt": "never"}, ["trashedAt is no time"], {}),
            ({"createdAt": 1704164645, "text": "b"}, {}, [], {"createdAt": "2024-01-02T03:04:05.000Z"}),
            ({"createdAt": 1704164645123, "text": "b"}, {}, [], {"createdAt": "2024-01-02T03:04:05.123Z"}),
            ({"created": "2024-01-02", "date": "2023-01-01", "text": "b"}, {"date": "2023-01-01"}, [],
             {"createdAt": "2024-01-01T15:00:00.000Z"}),
            ({"properties": [], "text": "b"}, {"properties": []}, ["properties is no object"], {}),
            ({"properties": {"tags": "x y", "n": 1}, "text": "b"}, {"n": 1, "tags": ["x", "y"]}, [], {}),
            ({"properties": {"pinned": 1}, "text": "b"}, {"imported.pinned": 1}, ["imported.pinned"], {}),
            ({"properties": {"mood": 1}, "mood": 2, "text": "b"}, {"mood": 1, "imported.mood": 2},
             ["imported.mood"], {}),
            ({"properties": {"aliases": ["x"]}, "aliases": ["y"], "text": "b"}, {"aliases": ["x", "y"]}, [], {}),
            ({"location": "Seoul", "text": "b"}, {"imported.location": "Seoul"}, ["imported.location"], {}),
            ('{"text":"b","n":1,"n":2,"n":3}', {"n": 1, "imported.n": 2, "imported.n.2": 3},
             ["imported.n", "imported.n.2"], {}),
            ('{"text":"a","text":"b"}', {"text": "a"}, [], {}),
        ]:
            with self.subTest(entry=entry):
                for name in ("a.json", "a.jsonl"):
                    line = entry if isinstance(entry, str) else json.dumps(entry)
                    found, report = self.one(f"[{line}]" if name == "a.json" else line, name)
                    self.assertEqual((found["text"], found["properties"]), ("b", properties))
                    self.assertEqual(found | memo, found)
                    self.assertTrue(all(item["imported"] for item in report))
                    self.assertEqual(bool(report), bool(words), report)
                    for word in words:
                        self.assertIn(word, "; ".join(item["reason"] for item in report))

    def test_members_that_repeat_without_end_take_no_longer(self):
        for members in ('"n":1,' * 100_000, "".join(f'"t{"-" * (number % 500)}ags{"_" * (number // 500)}":{{}},'
                                                    for number in range(20_000))):
            self.write("a.json", "{" + members + '"text":"b"}')
            client = self.start(*STILL, store=self.folder / f"{len(members)}.sqlite")
            self.assertEqual(self.imported(client)["imported"], 1)

    def test_hostile_headers_come_in_whole(self):
        bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
            f"{n}: &n{n} [{', '.join([f'*n{n - 1}' if n > 1 else '*a'] * 9)}]\n" for n in range(1, 12))
        for number, header in enumerate(
                [bomb, "a: " + "[" * 100_000, "a: \0", "x" * 1_100_000, "k: v\n" * 200_000, "a: &a [*a]", "!!x !!y"]):
            self.write(f"{number}.md", f"---\n{header}\n---\nbody")
        client = self.start(*STILL)
        self.assertEqual(self.imported(client)["imported"], 7)
        self.assertEqual(sorted(len(memo["text"]) for memo in self.memos(client)),
                         sorted(len(path.read_text()) for path in self.notes.iterdir()))
