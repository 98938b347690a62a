"""What all commands share: their help, what is not understood, and the lists of them."""

import re
import unittest

from command_case import CommandCase


class Usage(CommandCase):
    def commands(self):
        """The commands that the program's help names, and what it says of them."""
        found = dict(re.findall(r"(?m)^  ([a-z]\S*) {2,}(\S.*)$", self.run_command("--help").stdout))
        self.assertGreater(len(found), 10)
        return found

    def test_each_has_a_help_that_fits_a_terminal_and_names_the_exit_status(self):
        for command, summary in self.commands().items():
            with self.subTest(command):
                done = self.run_command(command, "--help")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(self.run_command(command, "--nothing", "-h").returncode, 64)
                self.assertEqual(self.run_command(command, "-h").stdout, done.stdout)
                lines = done.stdout.splitlines()
                self.assertEqual(lines[0], f"memo-ls {command}: {summary}")
                self.assertTrue(lines[2].startswith(f"usage: memo-ls {command}"))
                self.assertNotRegex(done.stdout, r"(?m)^ +\.\.\.", "torn from what it repeats")
                self.assertLessEqual(max(map(len, lines)), 80)
                statuses = re.findall(r"^  (\d+) +\S", done.stdout.partition("exit status:\n")[2], re.M)
                more = ["3", "64", "75", "130", "143"] if command == "sync" else ["64"]
                self.assertEqual(statuses, ["0", "1", *more])
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_is_not_understood_ends_with_64_and_touches_nothing(self):
        for command in self.commands():
            for wrong in (["--nonsense"], ["-Z"], ["--help=x"], ["--nonsense=x"]):
                with self.subTest([command, *wrong]):
                    done = self.run_command(command, *wrong)
                    self.assertEqual((done.returncode, done.stdout), (64, ""))
                    self.assertRegex(done.stderr,
                                     rf"^memo-ls {command}: [^\n]+\nmemo-ls {command} --help tells more\n$")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_switch_takes_no_value_and_an_option_needs_one(self):
        for arguments, words in [
            (["list", "--json=yes"], "--json takes no value"), (["list", "--sort"], "modified, created or title"),
            (["list", "--store"], "the path of a file"), (["new", "-t"], "--tag must be followed by a tag"),
        ]:
            done = self.run_command(*arguments)
            self.assertEqual(done.returncode, 64)
            self.assertIn(words, done.stderr)

    def test_a_tag_that_the_shell_took_for_a_remark_needs_quotes(self):
        for arguments in (["list", "--tag"], ["tags", "rename"], ["tags", "rename", "food"], ["search"]):
            self.refused(64, *arguments, words=["for the shell # needs quotes: '#food'"])

    def test_words_that_belong_together_need_quotes(self):
        for arguments in (["rename", "Plan", "New", "name"], ["links", "Big", "plan"], ["backlinks", "Big", "plan"],
                          ["outline", "Big", "plan"], ["today", "--add", "slept", "well"], ["today", "slept", "well"]):
            self.refused(64, *arguments, words=["unexpected argument: ", "; words that belong together need quotes\n"])
        self.assertNotIn("quotes", self.refused(64, "stats", "x"))

    def test_a_title_without_quotes_where_several_memos_may_be_named_is_told(self):
        self.make_store(memo="# Big plan", other="# Plan")
        for command in ("show", "delete", "undo"):
            self.refused(1, command, "Big", "plan",
                         words=["these words are one title, which needs quotes: 'Big plan'\n"])
        self.on_store("delete", "memo")
        self.refused(1, "restore", "Big", "plan", words=["these words are one title, which needs quotes: 'Big plan'\n"])
        self.refused(1, "show", "Big", "other", words=["no memo has the id or the title Big"])

    def mistyped(self, *arguments):
        """What is said of a command line that can't be understood: two lines. Nothing is touched."""
        done = self.run_command(*arguments)
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 2, done.stderr)
        self.assertEqual(lines[-1],
                         f"memo-ls {arguments[0] + ' ' if arguments[0] in self.commands() else ''}--help tells more")
        self.assertEqual(list(self.folder.iterdir()), [])
        return done.stderr

    def test_a_mistyped_word_is_told_which_was_meant(self):
        for arguments, meant in [
            (["lst"], "list"), (["ls"], "list"), (["serach", "x"], "search"), (["halp"], "help"),
            (["help", "lst"], "list"), (["--store", "x", "lst"], "list"), (["version"], "--version"),
            (["-help"], "--help"), (["--stor", "x"], "--store"), (["list", "--tags", "x"], "--tag"),
            (["list", "--pined-first"], "--pinned-first"), (["new", "--jsno", "x"], "--json"),
        ]:
            with self.subTest(arguments):
                self.assertIn(f"; did you mean {meant}?\n", self.mistyped(*arguments))

    def test_an_action_with_dashes_is_told_to_be_without(self):
        for command, word in (("trash", "empty"), ("sync", "status"), ("folder", "attach"), ("tags", "rename")):
            self.assertIn(
                f"unknown option: --{word}; without dashes it is understood: memo-ls {command} {word}\n",
                self.mistyped(command, f"--{word}"))

    def test_a_word_like_none_is_told_which_there_are(self):
        said = self.mistyped("frobnicate")
        self.assertTrue(said.startswith("memo-ls: unknown command: frobnicate; the commands are new, today, list, "),
                        said)
        for command in self.commands():
            self.assertRegex(said, rf"\b{command}\b")
        self.assertNotIn("\x1b", self.mistyped("\x1b[31m"))

    def test_options_may_stand_before_the_command(self):
        self.make_store(one="1", two="2")
        store = str(self.store)
        listed = self.run_command("list", "--store", store, "--limit", "1", "--sort", "title")
        self.assertEqual(len(listed.stdout.splitlines()), 1)
        for arguments in (
            ["--store", store, "-n", "1", "list", "--sort=title"],
            [f"--store={store}", "-n1", "--sort", "title", "list"],
            ["--sort", "title", "list", "-n=1", "--store", store],
        ):
            done = self.run_command(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, listed.stdout, listed.stderr), arguments)
        # The value of an option is no command, nor is what stands behind two dashes.
        self.assertEqual(self.run_command("--store", "list", cwd=self.folder).returncode, 0)
        self.assertEqual(self.run_command("--", "list").returncode, 64)
        self.assertIn("the server's", self.mistyped_option("--virtual-clock", "list", "--store", store))

    def mistyped_option(self, *arguments):
        done = self.run_command(*arguments)
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        return done.stderr

    def test_help_is_asked_for_in_any_way(self):
        whole = self.run_command("--help").stdout
        self.assertTrue(whole.startswith("memo-ls keeps memos"))
        for arguments in (["-h"], ["help"], ["--store", "x", "-h"]):
            done = self.run_command(*arguments)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, whole, ""), arguments)
        for command in self.commands():
            one = self.run_command(command, "--help").stdout
            for arguments in (["help", command], ["-h", command], ["--help", command], [command, "x", "-h"]):
                done = self.run_command(*arguments)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, one, ""), arguments)
        self.mistyped("help", "nonsense-that-is-none")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_whoever_has_to_name_a_memo_is_told_how(self):
        rule = (
            "ID is a memo's id, or its title in quotes, or an alias, "
            "or 4 characters or more of the id's beginning or end")
        named = [command for command in self.commands()
                 if re.search(r"\bID\b", self.run_command(command, "-h").stdout.split("\n\n")[1])]
        self.assertEqual(len(named), 13, named)
        for command in named:
            self.assertIn(rule, " ".join(self.run_command(command, "-h").stdout.split()), command)

    def test_the_version_is_asked_for_in_either_form(self):
        done = self.run_command("-V")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, self.run_command("--version").stdout)

    def test_what_an_unset_variable_leaves_names_nothing(self):
        self.make_store(memo="precious")
        before = self.store.read_bytes()
        for arguments in (
            ["show", ""], ["show", "memo", ""], ["show", " "], ["edit", ""], ["edit", "\t", "--pin"], ["delete", ""],
            ["delete", "--permanent", "--yes", ""], ["delete", "--yes", "memo", ""], ["restore", ""], ["history", ""],
            ["export", ""], ["export", "", "--to", "x"], ["export", "--to", ""], ["export", "--to="], ["import", ""],
            ["append", ""], ["append", " ", "x"], ["today", "--add", ""], ["today", "--date", ""],
            ["new", "--template", "", "x"], ["links", ""], ["backlinks", " "], ["outline", ""],
            ["tags", "--prefix", ""], ["rename", "", "x"], ["rename", "memo", " "],
            ["rename", "memo", "x", "--heading", ""], ["tags", "rename", "", "x"], ["tags", "rename", "x", " "],
            ["edit", "memo", "--tag", ""], ["edit", "memo", "--untag", " "], ["list", "--tag", ""],
            ["new", "-t", "", "x"], ["show", "memo", "-r", ""], ["list", "-n", ""],
        ):
            self.refused(64, *arguments, words=["empty; is a variable unset?"])
        for command in ("list", "new", "show", "check", "stats"):
            for arguments in (["--store", ""], ["--store="], ["--store", " "]):
                done = self.run_command(command, *arguments, env={"MEMO_LS_STORE": str(self.store)})
                self.assertEqual((done.returncode, done.stdout), (64, ""), (command, arguments))
                self.assertIn(
                    "--store must be followed by the path of a file, but what follows is empty; is a variable unset?",
                    done.stderr)
        self.assertEqual(self.store.read_bytes(), before)
        self.assertEqual([path.name for path in self.folder.iterdir()], [self.store.parent.name])

    def test_the_help_of_all_fits_a_terminal(self):
        done = self.run_command("--help")
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 80)

    def test_what_the_program_does_not_understand_is_told_in_two_lines(self):
        for wrong in ("lst", "--nothing", "--log-level=loud"):
            said = self.run_command(wrong).stderr
            self.assertEqual(len(said.splitlines()), 2, said)
            self.assertTrue(said.endswith("\nmemo-ls --help tells more\n"))

    def test_without_a_home_a_store_must_be_named(self):
        environment = {"HOME": "", "XDG_DATA_HOME": ""}
        done = self.run_command("list", env=environment)
        self.assertEqual(done.returncode, 64)
        self.assertIn("--store", done.stderr)

    def test_an_error_is_no_order_to_a_terminal(self):
        done = self.run_command("show", "--store", str(self.folder / "\x1b[31m"))
        self.assertNotIn("\x1b", done.stderr)

    def test_an_error_is_two_lines_at_most_whatever_was_typed(self):
        self.make_store(memo="x")
        ids = "one\ntwo\r\nthree\u2028four\n"
        for arguments in (["show", ids], ["delete", ids], ["list", ids], ["help", ids], [ids], ["--" + ids],
                          ["list", "--" + ids], ["trash", ids], ["list", "--format", "{" + ids + "}"],
                          ["list", "--store", ids], ["export", "--to", ids, ids], ["import", ids],
                          ["show", "memo", "-r", ids], ["completions", ids]):
            store = ([] if "--store" in arguments or len(arguments) == 1 or arguments[0] in ("help", "completions")
                     else ["--store", str(self.store)])
            done = self.run_command(*arguments, *store)
            self.assertEqual((done.returncode in (1, 64), done.stdout), (True, ""), arguments)
            self.assertTrue(done.stderr.endswith("\n"), done.stderr)
            self.assertLessEqual(len(done.stderr.splitlines()), 2, done.stderr)

    def test_a_store_that_can_not_be_used_is_told_by_every_command(self):
        self.store.parent.mkdir(mode=0o700)
        self.store.write_bytes(b"Dear diary, " * 1000)
        before = self.store.read_bytes()
        for command in (["list"], ["show"], ["edit"], ["new", "x"], ["append", "x", "y"], ["delete", "x"],
                        ["restore", "x"], ["stats"]):
            with self.subTest(command):
                self.refused(1, *command, words=["--store"])
        self.assertEqual(self.store.read_bytes(), before)
        self.store.unlink()
        self.store.parent.chmod(0o777)
        self.refused(1, "new", "x", words=["chmod go-w"])


if __name__ == "__main__":
    unittest.main()
