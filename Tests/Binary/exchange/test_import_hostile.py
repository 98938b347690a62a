"""`import` of what nobody would give it on purpose: it ends, with a report, in little memory."""

import os
import socket
import tarfile
import threading
import unittest
import zipfile

from exchange.test_import import NONE, ImportCase
from memo_case import memory_peak

MEMO_LIMIT = ["--max-memo-bytes", str(1 << 20)]


class Hostile(ImportCase):
    def test_each_thing_that_is_no_memo_is_passed_over_with_a_reason(self):
        self.write("good.txt", "good")
        self.write("elsewhere.txt.bak", "x")
        self.write("image.png", b"\x89PNG")
        self.write("latin1.txt", b"caf\xe9")
        self.write("cut.md", b"a\xe2\x82")
        self.write("surrogate.txt", b"\xed\xa0\x80")
        self.write("utf16.txt", "a".encode("utf-16"))
        self.write("utf16be.txt", b"\xfe\xff\x00a")
        self.write(".hidden.txt", "x")
        self.write(".git/config.txt", "x")
        self.write("tab\tname.txt", "x")
        self.write("esc\x1b[31m.txt", "x")
        self.write("line\nname.md", "x")
        with zipfile.ZipFile(self.notes / "z.zip", "w") as archive:
            archive.writestr("../../evil.txt", "x")
        os.link(self.notes / "z.zip", self.notes / "z.txt")
        with tarfile.open(self.notes / "t.tar", "w") as archive:
            archive.add(self.notes / "good.txt", "../evil.txt")
        os.link(self.notes / "t.tar", self.notes / "t.md")
        with tarfile.open(self.notes / "g.tar.gz", "w:gz") as archive:
            archive.add(self.notes / "good.txt")
        os.link(self.notes / "g.tar.gz", self.notes / "g.jsonl")
        os.mkfifo(self.notes / "pipe.txt")
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(str(self.notes / "socket.md"))
        os.symlink("/etc/passwd", self.notes / "passwd.txt")
        os.symlink("/etc", self.notes / "etc")
        os.symlink(".", self.notes / "loop")
        os.symlink("nowhere", self.notes / "dangling.txt")
        with open(os.fsencode(self.notes) + b"/not-\xff-utf8.txt", "wb") as file:
            file.write(b"x")
        with open(self.notes / "giant.txt", "wb") as file:
            file.truncate(1 << 30)
        with open(self.notes / "giant.json", "wb") as file:
            file.truncate(1 << 30)
        with open(self.notes / "giant.jsonl", "wb") as file:
            file.truncate(1 << 30)
        self.write("line.jsonl", '{"text":"' + "x" * (5 << 20))
        client = self.start(*MEMO_LIMIT)
        result = self.imported(client)
        reasons = self.reasons(result)
        self.assertEqual((result["imported"], result["unchanged"]), (1, 0))
        expected = {
            "elsewhere.txt.bak": "ends neither",
            "image.png": "ends neither",
            "latin1.txt": "not UTF-8",
            "cut.md": "not UTF-8",
            "surrogate.txt": "not UTF-8",
            "utf16.txt": "UTF-16",
            "utf16be.txt": "UTF-16",
            ".hidden.txt": "hidden",
            ".git": "hidden",
            "tab\\u{9}name.txt": "control characters",
            "esc\\u{1B}[31m.txt": "control characters",
            "line\\u{A}name.md": "control characters",
            "z.zip": "archive",
            "z.txt": "archive",
            "t.tar": "archive",
            "t.md": "archive",
            "g.tar.gz": "archive",
            "g.jsonl": "archive",
            "pipe.txt": "no regular file",
            "socket.md": "no regular file",
            "passwd.txt": "symbolic link",
            "etc": "symbolic link",
            "loop": "symbolic link",
            "dangling.txt": "symbolic link",
            "not-\ufffd-utf8.txt": "not UTF-8",
            "giant.txt": "too large",
            "giant.json": "too large",
            "giant.jsonl": "NUL",
            "line.jsonl": "line of more than",
        }
        self.assertEqual(set(reasons), set(expected))
        for path, words in expected.items():
            self.assertIn(words, reasons[path], path)
        self.assertLess(memory_peak(client), 100 << 20)

    def test_a_file_named_by_itself_is_read_if_it_is_one(self):
        client = self.start(*MEMO_LIMIT)
        self.write("good.txt", "good")
        os.mkfifo(self.notes / "pipe.txt")
        os.symlink("good.txt", self.notes / "link.txt")
        for name in ("pipe.txt", "nothing.txt"):
            self.check_error(-32602, self.imported, client, name, path="params.from")
        for path in ("/dev/zero", "/dev/tty", "/nowhere/at/all"):
            self.check_error(-32602, client.request, "import", {"from": path}, path="params.from")
        self.assertEqual(self.imported(client, "good.txt")["imported"], 1)
        # What is named leads where it leads; only inside a folder no link is followed.
        self.assertEqual(self.imported(client, "link.txt")["imported"], 1)

    def test_format_reads_any_name_and_no_archive(self):
        client = self.start(*MEMO_LIMIT)
        self.write("note.org", "* a")
        self.write("data", '[{"body":"b"}]')
        self.write("a.zip", "x")
        self.assertEqual(self.imported(client, "note.org", format="text")["imported"], 1)
        self.assertEqual(self.imported(client, "data", format="json")["imported"], 1)
        self.assertEqual(self.imported(client, "a.zip", format="text")["skipped"], 1)

    def test_what_may_not_be_read_is_passed_over(self):
        if os.geteuid() == 0:
            self.skipTest("root may read everything")
        self.write("good.txt", "good")
        self.write("secret.txt", "x").chmod(0)
        self.write("closed/a.txt", "x")
        (self.notes / "closed").chmod(0)
        self.addCleanup((self.notes / "closed").chmod, 0o700)
        result = self.imported(self.start())
        self.assertEqual(result["imported"], 1)
        for reason in self.reasons(result).values():
            self.assertIn("Permission denied", reason)

    def test_folders_that_nest_too_deep_are_not_entered(self):
        path = self.notes
        for _ in range(100):
            path = path / "d"
        path.mkdir(parents=True)
        (self.notes / "d" / "good.txt").write_text("x")
        result = self.imported(self.start())
        self.assertEqual((result["imported"], result["skipped"]), (1, 1))
        self.assertIn("64 folders deep", result["report"][0]["reason"])

    def test_many_files_take_little_memory_and_a_short_report(self):
        for number in range(4_000):
            self.write(f"{number % 100}/{number}.txt", f"memo {number}\n" * 100)
            self.write(f"{number % 100}/{number}.dat", "x")
        client = self.start()
        client.request("stats")
        before = memory_peak(client)
        result = self.imported(client)
        self.assertEqual((result["imported"], result["skipped"], len(result["report"])), (4_000, 4_000, 1000))
        self.assertLess(memory_peak(client) - before, 32 << 20)

    def test_a_sparse_jsonl_is_known_before_it_is_in_memory(self):
        for name, start in (("a.jsonl", ""), ("b.jsonl", '{"text":"a"}\n'), ("c.jsonl", '{"text":"')):
            self.write(name, start)
            os.truncate(self.notes / name, 1 << 30)
        client = self.start()
        result = self.imported(client)
        self.assertEqual((result["imported"], result["skipped"]), (0, 3))
        for reason in self.reasons(result).values():
            self.assertIn("nothing of the file was imported", reason)
        self.assertLess(memory_peak(client), 64 << 20)

    def test_a_long_jsonl_is_read_line_by_line(self):
        with open(self.notes / "long.jsonl", "w") as file:
            for number in range(3000):
                file.write('{"text":"%d %s"}\n' % (number, "x" * 30_000))
        client = self.start()
        client.request("stats")
        before = memory_peak(client)
        self.assertEqual(self.imported(client), NONE | {"imported": 3000})
        self.assertLess(memory_peak(client) - before, 48 << 20)

    def test_files_that_change_and_vanish_meanwhile_do_no_harm(self):
        for number in range(1000):
            self.write(f"{number}.jsonl", '{"text":"%d"}\n' % number * 3)
        client = self.start()
        done = threading.Event()

        def disturb():
            for number in range(0, 1000, 2):
                if done.is_set():
                    return
                path = self.notes / f"{number}.jsonl"
                if number % 4:
                    path.unlink()
                else:
                    path.write_text("{")

        thread = threading.Thread(target=disturb)
        thread.start()
        try:
            result = self.imported(client)
        finally:
            done.set()
            thread.join()
        for memo in client.request("list", {"limit": 1000})["memos"]:
            self.assertRegex(memo["displayTitle"], r"^\d+$")
        self.assertGreaterEqual(result["imported"], 1500)


if __name__ == "__main__":
    unittest.main()
