"""The command line: flags, where the store is, and a store that can't be used."""

import subprocess
import unittest

from memo_case import MemoCase
from memo_client import PATIENCE, binary

FLAGS = [
    "--store", "--autosave-delay-ms", "--autosave-max-delay-ms", "--max-message-bytes", "--max-memo-bytes",
    "--log-level",
    "--virtual-clock", "--version", "--help",
]  # fmt: skip


class Flags(MemoCase):
    def run_once(self, *flags):
        environment = self.environment(XDG_DATA_HOME=str(self.folder))
        return subprocess.run(
            [binary(), *flags],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def test_an_unknown_or_malformed_flag_ends_with_64_and_says_what_is_accepted(self):
        numbers = ["--autosave-delay-ms", "--autosave-max-delay-ms", "--max-message-bytes", "--max-memo-bytes"]
        wrong = [
            ["--nonsense"],
            ["-x"],
            ["word"],
            ["--Store", "x"],
            ["--log-level", "loud"],
            ["--log-level", ""],
            ["--virtual-clock", "yes"],
            ["--"],
        ]
        wrong += [[flag] for flag in ["--store", "--log-level", *numbers]]
        wrong += [
            [flag, value]
            for flag in numbers
            for value in ("", "x", "5x", "-5", "1.5", "0x10", "1e3", " 5", "5 ", "9" * 20, "٤")
        ]
        wrong += [["--version=1"], ["--virtual-clock", "--nonsense"]]
        for flags in wrong:
            with self.subTest(flags):
                done = self.run_once(*flags)
                self.assertEqual((done.returncode, done.stdout), (64, ""))
                self.assertTrue(done.stderr.startswith("memo-ls: "), done.stderr)
                # Either what the flag takes or the flags there are.
                self.assertTrue(any(flag in done.stderr for flag in FLAGS), done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_the_message_about_a_flag_names_it_and_the_others(self):
        stderr = self.run_once("--nonsense").stderr
        for flag in ["--nonsense", *FLAGS]:
            self.assertIn(flag, stderr)
        for level in ("error", "warning", "info", "debug"):
            self.assertIn(level, self.run_once("--log-level", "loud").stderr)

    def test_version_is_printed_and_nothing_else_happens(self):
        done = self.run_once("--version")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"^memo-ls \d+\.\d+\.\d+\S*\n$|^\d+\.\d+\.\d+\S*\n$")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_the_version_is_the_one_that_initialize_tells(self):
        version = self.start().initialize()["serverInfo"]["version"]
        self.assertIn(version, self.run_once("--version").stdout)

    def test_help_names_every_flag(self):
        done = self.run_once("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for flag in FLAGS:
            self.assertIn(flag, done.stdout)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_serve_is_the_same_as_no_command(self):
        client = self.start("--virtual-clock", "serve", "--max-memo-bytes", "10")
        self.assertIsNone(client.request("$/advanceClock", {"ms": 1}))
        self.check_error(5, client.request, "createMemo", {"text": "12345678901"}, kind="limitExceeded")
        self.assertEqual(client.finish(), 0)
        done = self.run_once("serve", "--nonsense")
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertTrue(done.stderr.startswith("memo-ls serve: unknown flag: --nonsense; "), done.stderr)

    def test_the_virtual_clock_exists_only_with_its_flag(self):
        self.check_error(-32601, self.start().request, "$/advanceClock", {"ms": 1})
        self.assertIsNone(self.start("--virtual-clock", store=self.folder / "v").request("$/advanceClock", {"ms": 1}))

    def test_the_memo_limit_is_the_flags(self):
        client = self.start("--max-memo-bytes", "10")
        client.request("createMemo", {"id": "a", "text": "1234567890"})
        self.check_error(
            5, client.request, "createMemo", {"text": "12345678901"}, limit=10, value=11, kind="limitExceeded"
        )

    def test_debug_logs_more_than_error_and_never_a_memos_words(self):
        sizes = {}
        for level in ("error", "debug"):
            client = self.start("--log-level", level, store=self.folder / level)
            client.initialize()
            client.request("createMemo", {"id": "a", "text": "a secret", "properties": {"key": "a secret"}})
            client.notify("updateMemo", {"id": "a", "contentChanges": [{"range": "a secret", "text": "a secret"}]})
            client.request("flush")
            self.assertEqual(client.finish(), 0)
            self.assertNotIn("secret", client.stderr())
            sizes[level] = len(client.stderr())
        self.assertLess(sizes["error"], sizes["debug"])


if __name__ == "__main__":
    unittest.main()
