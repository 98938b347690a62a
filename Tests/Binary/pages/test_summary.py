"""What `make test` prints: a line a part, failures in full, and a last line that says all."""

import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import textwrap
import unittest

import memo_client  # What the tests start ends at signals, though they ignore them.

SUMMARY = pathlib.Path(__file__).resolve().parents[2] / "Tools" / "summary.py"
UNITTEST = """
    .F.s
    ======================================================================
    FAIL: test_it (test_x.It)
    ----------------------------------------------------------------------
    AssertionError: 1 != 2
    ----------------------------------------------------------------------
    Ran 4 tests in 1.0s

    FAILED (failures=1, skipped=1)
"""
SWIFT = """
    [1/9] Compiling
    ◇ Test "An edit" started.
    ✘ Test "An edit" recorded an issue at A.swift:1:1: Expectation failed
    ↳ in words
    ✘ Test "An edit" failed after 0.1 seconds with 1 issue.
    ✔ Test "A save" passed after 0.1 seconds.
    ✘ Suite "Edits" failed after 0.1 seconds with 1 issue.
    ✘ Test run with 2 tests in 1 suite failed after 0.1 seconds with 1 issue.
"""


class SummaryTests(unittest.TestCase):
    @staticmethod
    def make(folder, then, **parts):
        """Writes a make that prints these texts, then runs a command, and ends with each part's exit status; two more
        values are for when it is run again. Returns the environment in which it is found."""
        for name, texts in parts.items():
            for suffix, (status, output) in zip(("", ".again"), (texts[:2], texts[2:] or texts)):
                pathlib.Path(folder, f"test-{name}{suffix}").write_text(textwrap.dedent(output))
                pathlib.Path(folder, f"test-{name}{suffix}.status").write_text(str(status))
        make = pathlib.Path(folder, "make")
        # What is run again says that it is.
        make.write_text(f'#!/bin/sh\n[ -z "$3" ] || set -- "" "$2.again" "$3"\n'
                        f'[ -z "$3" ] || echo "$3 $MEMO_TEST_SEED" >>"{folder}/again"\n'
                        f'cat "{folder}/$2"\n{then}\nexit "$(cat "{folder}/$2.status")"\n')
        make.chmod(0o755)
        return os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}

    def summary(self, minutes="30", then="", **parts):
        """Runs the parts with such a make. Returns status and lines."""
        with tempfile.TemporaryDirectory() as folder:
            environment = self.make(folder, then, **parts) | {"MEMO_TEST_MINUTES": minutes}
            done = subprocess.run([sys.executable, SUMMARY, *parts], capture_output=True, encoding="utf-8",
                                  env=environment)
            again = pathlib.Path(folder, "again")
            self.again = again.read_text().splitlines() if again.exists() else []
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.splitlines()

    def test_each_part_has_a_line_and_the_last_one_adds_them_up(self):
        status, lines = self.summary(
            swift=(0, "✔ Test run with 435 tests in 40 suites passed after 9.1 seconds.\n"),
            program=(0, "....\nRan 539 tests in 100.1s\n\nOK (skipped=2)\n"), vscode=(0, "149 passed, 0 failed\n"))
        self.assertEqual(status, 0)
        *parts, all = [re.sub(r" +\d+ s$", " in seconds", line) for line in lines]
        self.assertEqual([" ".join(line.split()) for line in sorted(parts)], [
            "program 537 passed, 2 skipped in seconds", "swift 435 passed in seconds", "vscode 149 passed in seconds"])
        self.assertEqual(all, "1121 passed, 0 failed, 2 skipped")

    def test_all_parts_run_at_once(self):
        # Each waits for the other at a pipe.
        then = ('mkfifo "${0%/*}/met" 2>/dev/null\n'
                'case $2 in test-vim) echo here >"${0%/*}/met" ;; *) read -r word <"${0%/*}/met" ;; esac')
        status, lines = self.summary(
            minutes="1", then=then, vim=(0, "149 passed, 0 failed\n"), vscode=(0, "3 passed, 0 failed\n"))
        self.assertEqual((status, lines[-1]), (0, "152 passed, 0 failed"))

    def test_a_failed_test_is_told_in_full_and_nothing_else_is(self):
        for name, output, counts, shown in (
                ("program", UNITTEST, "2 passed, 1 failed, 1 skipped", "AssertionError: 1 != 2"),
                ("swift", SWIFT, "1 passed, 1 failed", "recorded an issue at A.swift:1:1: Expectation failed")):
            with self.subTest(name):
                status, lines = self.summary(**{name: (1, output)})
                self.assertEqual((status, lines[-1]), (1, counts))
                self.assertIn(counts, lines[0])
                self.assertTrue(any(shown in line for line in lines), lines)
                self.assertFalse([line for line in lines if "Compiling" in line or "A save" in line or line == ".F.s"])

    def test_a_few_that_failed_are_run_again_and_told_as_unsteady_if_they_pass(self):
        passed = "✔ Test run with 1 test in 1 suite passed after 0.1 seconds.\n"
        seeded = UNITTEST.replace("1 != 2", "1 != 2; MEMO_TEST_SEED=17")
        for name, output, second, again in (
                ("vim", UNITTEST, "Ran 1 test in 0.1s\n\nOK\n", "TESTS=-k test_x.It.test_it "),
                ("vim", seeded, "Ran 1 test in 0.1s\n\nOK\n", "TESTS=-k test_x.It.test_it 17"),
                ("vscode", "FAILED it: 1 != 2\n149 passed, 1 failed\n", "150 passed, 0 failed\n", "TESTS= "),
                ("swift", SWIFT, passed, "TESTS=--filter 'A' ")):
            with self.subTest(name):
                status, lines = self.summary(**{name: (1, output, 0, second)})
                self.assertEqual((status, self.again), (0, [again]))
                self.assertIn(f"{name}: unsteady: what failed passes when it is run again", lines)
                self.assertRegex(lines[-1], r"^\d+ passed, 0 failed")
                self.assertTrue(any("1 != 2" in line or "recorded an issue" in line for line in lines), lines)

    def test_nothing_is_run_again_beside_another_part(self):
        then = ('[ "$2" = test-vscode ] && for time in 1 2 3 4 5 6 7 8; do\n'
                '  sleep 0.1; [ -e "${0%/*}/again" ] && echo beside >>"${0%/*}/again"; done')
        status, _ = self.summary(
            then=then, vim=(1, UNITTEST, 0, "Ran 1 test in 0.1s\n\nOK\n"), vscode=(0, "149 passed, 0 failed\n"))
        self.assertEqual((status, self.again), (0, ["TESTS=-k test_x.It.test_it "]))

    def test_what_fails_again_or_can_t_be_run_again_has_failed(self):
        none = "Ran 0 tests in 0.0s\n\nOK\n"
        many = UNITTEST.replace("failures=1", "failures=6")
        for output, second, status in ((UNITTEST, UNITTEST, 1), (UNITTEST, none, 0),
                                       (many, "Ran 1 test in 0s\n\nOK\n", 0)):
            status, lines = self.summary(vim=(1, output, status, second))
            self.assertEqual(status, 1, lines)
            self.assertEqual(len(self.again), 0 if output is many else 1)
            self.assertFalse([line for line in lines if "unsteady" in line])

    def test_a_file_that_died_is_not_forgiven_with_a_test_that_passes_again(self):
        died = f"{'=' * 70}\nERROR: test_y ended with -6\n\n{'-' * 70}\nRan 1 test in 0 s\n\nFAILED (errors=1)\n"
        status, lines = self.summary(vim=(1, textwrap.dedent(UNITTEST) + died, 0, "Ran 1 test in 0.1s\n\nOK\n"))
        self.assertEqual((status, self.again), (1, []))
        self.assertIn("2 passed, 2 failed, 1 skipped", lines[-1])
        self.assertIn("ERROR: test_y ended with -6", lines)

    def test_what_is_set_up_for_many_tests_is_run_again_with_all_of_them(self):
        output = UNITTEST.replace("FAIL: test_it", "ERROR: setUpClass").replace("failures=1", "errors=1")
        status, _ = self.summary(vim=(1, output, 0, "Ran 4 tests in 0.1s\n\nOK\n"))
        self.assertEqual((status, self.again), (0, ["TESTS=-k test_x.It "]))

    def test_a_file_whose_process_dies_is_told_beside_what_the_others_say(self):
        with tempfile.TemporaryDirectory() as folder:
            case = "import os, unittest\nclass It(unittest.TestCase):\n    def test_it(self):\n        "
            for name, body in (("test_dies", "os._exit(3)"), ("test_lives", "pass"), ("test_fails", "self.fail()")):
                pathlib.Path(folder, f"{name}.py").write_text(f"{case}{body}\n", encoding="utf-8")
            for patterns, status, told in (
                    ([], 1, {"ERROR: test_dies ended with 3", "OK", "FAILED (failures=1)", "FAILED (errors=1)"}),
                    (["-k", "test_lives"], 0, {"OK"}), (["-k", "none"], 1, {"Ran 0 tests in 0 s"})):
                with self.subTest(patterns):
                    done = subprocess.run(
                        [sys.executable, SUMMARY.with_name("unittests.py"), folder, *patterns], capture_output=True,
                        text=True, check=False)
                    self.assertEqual(done.returncode, status)
                    words = {line for line in done.stdout.splitlines() if line.startswith(("ERROR", "OK", "FAILED"))}
                    self.assertEqual(words | ({"Ran 0 tests in 0 s"} & set(done.stdout.splitlines())), told)

    def test_what_belongs_to_an_issue_of_swift_is_shown_with_it(self):
        self.assertIn("↳ in words", self.summary(swift=(1, SWIFT))[1])

    def test_a_part_that_ends_badly_without_a_failed_test_is_told_whole(self):
        for output in ("error: cannot find 'x' in scope\n", "error: it broke\nRan 3 tests in 0.1s\n\nOK\n"):
            with self.subTest(output):
                status, lines = self.summary(swift=(2, output))
                self.assertEqual(status, 1)
                self.assertIn("make test-swift ended with 2", lines[0])
                self.assertIn(output.splitlines()[0], lines)
                self.assertRegex(lines[-1], r"^\d passed, 1 failed$")

    def test_a_part_that_runs_no_test_has_failed(self):
        status, lines = self.summary(vim=(0, "Ran 0 tests in 0.0s\n\nOK\n"))
        self.assertEqual((status, lines[-1]), (1, "0 passed, 1 failed"))
        self.assertIn("no test ran", lines[0])

    def test_a_part_that_never_ends_is_ended_and_what_it_was_at_is_told(self):
        status, lines = self.summary(minutes="0.001", then="exec sleep 1000", swift=(0, SWIFT + """
    ◇ Test "A journal" started.
"""))
        self.assertEqual(status, 1)
        self.assertIn('never ended: "A journal"', lines)
        self.assertFalse([line for line in lines if line.startswith("never ended: \"An edit")], lines)

    def test_a_signal_ends_all_parts_with_their_children(self):
        passed = (0, "149 passed, 0 failed\n")
        for sign in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(sign), tempfile.TemporaryDirectory() as folder:
                os.mkfifo(f"{folder}/alive")
                # Its child ignores interrupts, as what a shell runs in the background does.
                then = f'exec 3>"{folder}/alive"; sleep 300 & echo begun >&3; wait'
                environment = self.make(folder, then, vim=passed, vscode=passed)
                running = subprocess.Popen([sys.executable, SUMMARY, "vim", "vscode"], stdout=subprocess.PIPE,
                                           encoding="utf-8", env=environment)
                with running, open(f"{folder}/alive", encoding="utf-8") as alive:
                    self.assertEqual([alive.readline(), alive.readline()], ["begun\n"] * 2)
                    running.send_signal(sign)
                    # Nobody is left who could write.
                    self.assertTrue(select.select([alive], [], [], 60)[0])
                    self.assertEqual(alive.read(), "")
                    self.assertEqual(running.stdout.read(), "")
                self.assertEqual(running.returncode, 128 + sign)

    def test_no_file_of_tests_is_begun_after_an_interrupt(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkfifo(f"{folder}/alive")
            for number in range(3 * os.cpu_count()):
                pathlib.Path(folder, f"test_{number}.py").write_text(textwrap.dedent("""
                    import time, unittest
                    class It(unittest.TestCase):
                        def test_it(self):
                            with open("alive", "w") as alive:
                                print("begun", file=alive, flush=True)
                                time.sleep(10)
                """), encoding="utf-8")
            running = subprocess.Popen([sys.executable, SUMMARY.with_name("unittests.py"), folder],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            with open(f"{folder}/alive", encoding="utf-8") as alive:
                begun = [alive.readline() for _ in range(2 * os.cpu_count())]
                os.killpg(running.pid, signal.SIGINT)
                self.assertNotEqual(running.wait(), 0)
                self.assertEqual((begun, alive.read()), (["begun\n"] * 2 * os.cpu_count(), ""))

    def test_all_parts_run_though_one_fails(self):
        status, lines = self.summary(vim=(1, UNITTEST), vscode=(0, "149 passed, 0 failed\n"))
        self.assertEqual((status, lines[-1]), (1, "151 passed, 1 failed, 1 skipped"))


class BackgroundTests(unittest.TestCase):
    def test_programs_that_the_tests_start_end_at_signals_though_the_tests_ignore_them(self):
        # Prints how a program ended that sends itself each signal, started by tests in the background.
        tests = textwrap.dedent("""
            import memo_client, subprocess
            for name in ("INT", "QUIT", "HUP", "TERM"):
                print(subprocess.run(["sh", "-c", f"ulimit -c 0; kill -{name} $$"]).returncode)
        """)
        ignoring = ["sh", "-c", "trap '' INT QUIT HUP TERM; exec \"$@\"", "sh"]
        done = subprocess.run([*ignoring, sys.executable, "-c", tests], cwd=pathlib.Path(__file__).parents[1],
                              capture_output=True, encoding="utf-8")
        self.assertEqual((done.stdout.split(), done.stderr), (["-2", "-3", "-1", "-15"], ""))


if __name__ == "__main__":
    unittest.main()
