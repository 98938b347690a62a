"""The completions, in the shells that they are for, and the manual page."""

import re
import shutil
import subprocess
import unittest

from command_case import CommandCase
from commands.terminal import Terminal
from memo_client import PATIENCE, binary


class Completions(CommandCase):
    def setUp(self):
        super().setUp()
        bin = self.folder / "bin"
        bin.mkdir()
        (bin / "memo-ls").symlink_to(binary())
        self.path = f"{bin}:/usr/local/bin:/usr/bin:/bin"
        self.make_store(apple="red", apricot="orange", gone="in the trash",
                        day="# {{title}}\n#template/day $(touch pwned)\n")
        self.on_store("edit", "apple", "--tag", "food", "--tag", "two words `touch pwned`")
        self.on_store("delete", "gone")
        self.other = self.folder / "other store.sqlite"
        self.make_store(store=self.other, banana="yellow $(touch pwned) `touch pwned` 'x", bandana="cloth/of cotton",
                        gourd="green")
        (self.folder / "home.sqlite").write_bytes(self.other.read_bytes())

    def environment(self, **variables):
        return super().environment(MEMO_LS_STORE=str(self.store), **variables)

    def script(self, shell):
        if not shutil.which(shell):
            self.skipTest(f"{shell} is not installed")
        done = self.run_command("completions", shell)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        path = self.folder / ("_memo-ls" if shell == "zsh" else f"memo-ls.{shell}")
        path.write_text(done.stdout)
        return path

    def run_shell(self, *arguments):
        done = subprocess.run(arguments, env=self.environment(PATH=self.path), cwd=self.folder, capture_output=True,
                              text=True, timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def complete_in_bash(self, *words, kind=":"):
        script = (f'{kind}; . "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _memo_ls "$1"; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        return [word for word in self.run_shell(
            "bash", "-c", script, "bash", str(self.script("bash")), "memo-ls", *words) if word]

    def complete_in_fish(self, *words):
        script = f"source {self.script('fish')}; complete -C 'memo-ls {' '.join(words)}'"
        return [line.split("\t")[0] for line in self.run_shell("fish", "--no-config", "-c", script)]

    CASES = [
        (["lis"], {"list"}), (["re"], {"recover", "restore"}), (["--log"], {"--log-level"}),
        (["list", "--so"], {"--sort"}), (["list", "--sort", "t"], {"title"}),
        (["list", "--sort", ""], {"modified", "created", "title"}),
        (["--log-level", "d"], {"debug"}), (["show", "ap"], {"apple", "apricot"}), (["restore", ""], {"gone"}),
        (["delete", "--p"], {"--permanent"}), (["completions", ""], {"bash", "zsh", "fish"}),
        (["list", "--tag", ""], {"food", "template/day"}), (["search", "-t", "fo"], {"food"}),
        (["new", "--template", ""], {"day"}), (["today", "--template", "d"], {"day"}),
        (["tags", ""], {"rename"}), (["tags", "rename", "fo"], {"food"}),
        (["tags", "rename", "x", ""], {"food", "template/day"}),
        (["rename", "ap"], {"apple", "apricot"}), (["rename", "--h"], {"--heading", "--help"}),
    ]

    def test_bash(self):
        for words, expected in self.CASES:
            with self.subTest(words):
                self.assertLessEqual(expected, set(self.complete_in_bash(*words)))
        self.assertEqual(self.complete_in_bash("show", "b"), [])
        self.assertEqual(set(self.complete_in_bash("list", "--")), self.options("list"))
        self.assertEqual([word for word in self.complete_in_bash("") if word.startswith("-")], [])
        self.assertEqual(self.complete_in_bash("new", "--template", "ap"), [])
        self.assertEqual(self.complete_in_bash("list", "--tag", "'#fo"), ["food"])

    def test_bash_runs_nothing_that_a_tag_says(self):
        self.assertEqual(self.complete_in_bash("list", "--tag", "two"), ["two\\ words\\ \\`touch\\ pwned\\`"])
        self.assertFalse(list(self.folder.rglob("pwned")))

    def test_the_store_that_was_typed_counts(self):
        quoted = f"'{self.other}'"
        for words in (
            ["show", "--store", quoted, "ban"], ["--store", quoted, "show", "ban"],
            ["show", "--store", "=", quoted, "ban"],
            ["show", "--info", f"--store={quoted}", "x", "ban"],
            ["show", "--store", str(self.other).replace(" ", "\\ "), "ban"],
        ):
            self.assertEqual(set(self.complete_in_bash(*words)), {"banana", "bandana"}, words)
        self.assertEqual(self.complete_in_bash("--store", quoted, "lis"), ["list"])
        self.assertEqual(self.complete_in_bash("show", "--store", quoted, "ap"), [])
        quoted = f'"{self.other}"'
        for words in (["show", "--store", quoted, "ban"], ["--store", quoted, "show", "ban"],
                      ["show", f"--store={quoted}", "ban"]):
            self.assertEqual(set(self.complete_in_fish(*words)), {"banana", "bandana"}, words)

    def test_the_store_may_be_below_the_home(self):
        for words in (["show", "--store", "~/home.sqlite", "go"], ["show", "--store", "$HOME/home.sqlite", "go"]):
            self.assertEqual(self.complete_in_bash(*words, kind=f"HOME={self.folder}"), ["gourd"], words)

    def test_what_is_done_with_folders_and_the_folder_that_was_typed(self):
        notes = self.folder / "notes"
        notes.mkdir()
        (notes / "pear.md").write_text("yellow")
        self.assertEqual(self.run_command("folder", "attach", str(notes)).returncode, 0)
        for words, expected in [
            (["folder", "at"], "attach"), (["folder", "status", "no"], "notes"),
            (["show", "--folder", str(notes), "pe"], "pear"),
            (["folder", "links", "fo"], "follow"), (["folder", "links", "stay", "no"], "notes"),
            ([f"--folder={notes}", "show", "pe"], "pear"), (["list", "--folder", "no"], "notes"),
        ]:
            with self.subTest(words):
                self.assertEqual(self.complete_in_bash(*words), [expected])
                if not words[0].startswith("-"):
                    self.assertEqual([word.rstrip("/") for word in self.complete_in_fish(*words)], [expected])

    IDS = ["banana", "bandana"]
    TITLES = ["banana  yellow $(touch pwned) `touch pwned` 'x", "bandana  cloth/of cotton"]

    def test_bash_lists_titles_and_runs_nothing_in_them(self):
        # Tab, tab again, the two settings that list at once, and going through the words.
        for key, expected in (("9", self.IDS), ("63", self.TITLES), ("33", self.TITLES), ("64", self.TITLES),
                              ("37", self.IDS)):
            listing = self.complete_in_bash("--store", f"'{self.other}'", "show", "ban",
                                            kind=f"COMP_TYPE={key}; COLUMNS=60")
            self.assertEqual(sorted(listing), expected, key)
        narrow = self.complete_in_bash("--store", f"'{self.other}'", "show", "ban", kind="COMP_TYPE=63; COLUMNS=5")
        self.assertEqual(sorted(word.strip() for word in narrow), ["banana", "bandana"])
        self.assertEqual(self.complete_in_bash("--store", f"'{self.other}'", "show", "bana", kind="COMP_TYPE=63"),
                         ["banana"])
        self.assertEqual(self.complete_in_bash("--store", "'$(touch pwned)'", "show", "b"), [])
        self.assertFalse(list(self.folder.rglob("pwned")))

    def test_bash_takes_the_end_that_a_list_shows(self):
        self.make_store(**{"0190b6c4-1111-7000-8000-0000f00dcafe": "by its end"})
        self.assertEqual(self.complete_in_bash("show", "f00dcafe"), ["0190b6c4-1111-7000-8000-0000f00dcafe"])

    def test_where_no_id_fits_a_title_may(self):
        self.assertEqual(self.complete_in_bash("show", "or"), ["orange"])
        self.assertEqual(self.complete_in_bash("show", "inn"), [])
        self.assertEqual(self.complete_in_fish("show", "or"), ["orange"])
        for typed, expected in (("clo", "cloth/of\\ cotton"), ("cloth/of\\ c", "cloth/of\\ cotton"),
                                ("'cloth/of c", "cloth/of cotton"),
                                ("ye", r"yellow\ \$\(touch\ pwned\)\ \`touch\ pwned\`\ \'x"), ("'ye", None)):
            words = [] if expected is None else [expected]
            self.assertEqual(self.complete_in_bash("show", "--store", f"'{self.other}'", typed), words)
            self.assertEqual(self.complete_in_bash("--store", f"'{self.other}'", "show", typed, kind="COMP_TYPE=63"),
                             words)
        self.assertEqual(self.complete_in_fish("show", "--store", f'"{self.other}"', "gree"), ["green"])
        self.assertFalse(list(self.folder.rglob("pwned")))

    def test_a_title_that_a_shell_completed_names_its_memo(self):
        for shell, typed in (("bash", "clo"), ("bash", "'clo"), ("bash", '"cloth/of c'), ("bash", "yel"),
                             ("zsh", "clo"), ("zsh", "yel"), ("zsh", "'clo")):
            with self.subTest(shell, typed=typed):
                script = self.script(shell)
                environment = self.environment(PATH=self.path, TERM="dumb", PS1="> ", HOME=str(self.folder),
                                               ZDOTDIR=str(self.folder))
                start = ["--norc", "--noprofile", "-i"] if shell == "bash" else ["-f", "-i"]
                terminal = Terminal(*start, env=environment, columns=150, program=[shell])
                self.addCleanup(terminal.kill)
                load = f". {script}; bind 'set bell-style none'" if shell == "bash" else (
                    f"fpath=({script.parent} $fpath); autoload -U compinit; compinit -u -D; unsetopt beep")
                terminal.type(f"{load}; echo re''ady\r")
                terminal.wait_for("ready\r\n")
                terminal.type(f"memo-ls show --info --store '{self.other}' {typed}\t")
                terminal.wait_for("cotton" if "clo" in typed else "x")
                terminal.type("\r")
                terminal.wait_for("size  ")
                self.assertIn("bandana" if "clo" in typed else "banana", terminal.shown)
                terminal.type("exit\r")
        self.assertFalse(list(self.folder.rglob("pwned")))

    def test_a_person_sees_titles_in_bash(self):
        environment = self.environment(PATH=self.path, TERM="dumb", PS1="> ", HOME=str(self.folder))
        terminal = Terminal("--norc", "--noprofile", "-i", env=environment, columns=100, program=["bash"])
        self.addCleanup(terminal.kill)
        terminal.type(f". {self.script('bash')}; bind 'set bell-style none'; echo re''ady\r")
        terminal.wait_for("ready\r\n")
        terminal.type(f"memo-ls show --store '{self.other}' ban\t\t")
        terminal.wait_for("bandana  cloth/of cotton")
        terminal.wait_for("banana  yellow $(touch pwned)")
        terminal.type("d\t")
        terminal.wait_for("bandana ")
        terminal.type("\x03exit\r")

    def test_fish(self):
        for words, expected in self.CASES:
            with self.subTest(words):
                self.assertLessEqual(expected, set(self.complete_in_fish(*words)))
        self.assertNotIn("apple", self.complete_in_fish("tags", "rename", ""))
        self.assertLessEqual(self.options("list"), set(self.complete_in_fish("list", "--")))

    def complete_in_zsh(self, load, words, expected):
        """Types words and a tab in a zsh that has loaded the completions so; waits for what is expected behind the
        last blank."""
        environment = self.environment(PATH=self.path, TERM="dumb", PS1="> ", ZDOTDIR=str(self.folder))
        terminal = Terminal("-f", "-i", env=environment, columns=150, program=["zsh"])
        self.addCleanup(terminal.kill)
        terminal.type(f"{load}; unsetopt beep; echo re''ady\r")
        terminal.wait_for("ready\r\n")
        self.assertNotIn("_arguments", terminal.shown)
        terminal.type(f"{words}\t")
        terminal.wait_for(words.rsplit(" ", 1)[0] + " " + expected)
        terminal.type("\x03exit\r")

    def test_zsh(self):
        load = f"fpath=({self.script('zsh').parent} $fpath); autoload -U compinit; compinit -u -D"
        for words, expected in [("memo-ls comple", "completions "), ("memo-ls list --re", "--reverse "),
                                ("memo-ls show appl", "apple "), ("memo-ls list --tag foo", "food "),
                                ("memo-ls tags rename foo", "food "), ("memo-ls new --template da", "day "),
                                (f"memo-ls --store '{self.other}' show bana", "banana "),
                                ("memo-ls folder att", "attach "),
                                (f"memo-ls show --store='{self.other}' gou", "gourd ")]:
            with self.subTest(words):
                self.complete_in_zsh(load, words, expected)

    def test_zsh_may_read_them_in_by_itself(self):
        load = f"autoload -U compinit; compinit -u -D; source {self.script('zsh')}"
        for words, expected in [("memo-ls comple", "completions "), ("memo-ls show appl", "apple ")]:
            self.complete_in_zsh(load, words, expected)

    def options(self, command):
        return set(re.findall(r"(?m)^  (?:-\w, )?(--\S+)", self.run_command(command, "--help").stdout))

    def test_every_command_and_option_is_in_every_script_and_in_the_manual(self):
        manual = self.run_command("manual").stdout
        commands = re.findall(r"(?m)^  ([a-z]\S*) {2,}\S.*$", self.run_command("--help").stdout)
        for shell in ("bash", "zsh", "fish"):
            script = self.run_command("completions", shell).stdout
            for command in commands:
                self.assertRegex(script, rf"\b{command}\b")
                for option in self.options(command):
                    self.assertIn(option.removeprefix("--") if shell == "fish" else option, script)
        for command in commands:
            (section,) = re.findall(rf"(?ms)^\.SS memo\\-ls {command}\b.*?(?=^\.S)", manual)
            for option in self.options(command):
                self.assertIn(f"\n.B {option}".replace("-", r"\-").split()[1], section)

    def test_anything_but_one_known_shell_is_refused(self):
        for wrong in ([], ["tcsh"], ["bash", "zsh"]):
            done = self.run_command("completions", *wrong)
            self.assertEqual((done.returncode, done.stdout), (64, ""))


class ManualPage(CommandCase):
    def test_it_is_set_without_a_warning(self):
        page = self.run_command("manual").stdout
        self.assertTrue(page.isascii())
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        for device in ("utf8", "ascii"):
            done = subprocess.run(["groff", "-man", "-ww", f"-T{device}"], input=page, capture_output=True, text=True,
                                  timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("memo-ls - keep memos", re.sub(r"\x1b\[\d+m|.\x08", "", done.stdout))


if __name__ == "__main__":
    unittest.main()
