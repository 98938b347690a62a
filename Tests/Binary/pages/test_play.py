"""`make run` plays the session that it promises, and fails where something is not as promised."""

import shutil
import sys
import unittest

from pages.page_case import ROOT, PageCase


class Play(PageCase):
    def play(self, program, **variables):
        arguments = ["Tests/Tools/play.py", str(program), "Tests/Tools/session.jsonl"]
        done = self.run_program(sys.executable, *arguments, cwd=ROOT, **variables)
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])
        return done

    def test_it_plays_the_session_and_leaves_nothing(self):
        done = self.play(self.folder / "bin" / "memo-ls", COLUMNS="72")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn("✓ 1,000 keystrokes", done.stdout)
        self.assertIn("made exactly 1 save.", done.stdout)
        self.assertNotIn("\x1b", done.stdout)
        messages = [line for line in done.stdout.splitlines() if line[:1] in "→←"]
        self.assertLess(max(map(len, messages)), 72)

    def test_it_fails_if_the_keystrokes_make_several_saves(self):
        program = self.folder / "hasty"
        program.write_text('#!/bin/sh\nexec memo-ls "$@" --autosave-max-delay-ms 100\n')
        program.chmod(0o755)
        done = self.play(program)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("not as promised", done.stderr)

    def test_it_fails_if_the_server_does(self):
        done = self.play(shutil.which("false"))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("not as promised", done.stderr)


if __name__ == "__main__":
    unittest.main()
