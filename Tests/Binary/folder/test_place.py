"""Which folder and which store a command means, and what is refused."""

import os
import shutil
import stat
import subprocess
import sys
import unittest

from command_case import STABLE
from folder.folder_case import FolderCase
from memo_client import PATIENCE, binary

NOBODY = 65534


class Place(FolderCase):
    def setUp(self):
        super().setUp()
        self.write("in/deep/note.md", "in the folder\n")
        self.make_store(a="in a store")
        self.make_store(store=self.folder / "variable.sqlite", b="by the variable")
        self.variable = {"MEMO_LS_STORE": str(self.folder / "variable.sqlite")}

    def titles(self, *arguments, **options):
        return self.here("list", "--format", "{title}", *arguments, **options).splitlines()

    def test_the_store_is_the_options_the_folders_the_variables_or_the_users(self):
        self.attach()
        inside = {"cwd": self.notes / "in" / "deep"}
        folder = self.titles(**inside)
        self.assertEqual(len(folder), 1)
        self.assertEqual(self.titles(**inside, env=self.variable), folder)
        self.assertEqual(self.titles("--store", str(self.store), **inside), ["in a store"])
        self.assertEqual(self.titles(cwd=self.folder, env=self.variable), ["by the variable"])
        self.assertEqual(self.titles("--folder", "notes", cwd=self.folder, env=self.variable), folder)
        self.assertEqual(self.titles("--folder=notes/in", cwd=self.folder), folder)
        other = self.folder / "other"
        other.mkdir()
        self.here("folder", "attach", str(other))
        self.here("new", "elsewhere", cwd=other)
        self.assertEqual(self.titles("--folder", str(other), **inside), ["elsewhere"])
        self.assertIn("there is no store at", self.refusal(1, "list"))
        self.refusal(64, "list", "--folder", "notes", "--store", "x", words=["exclude each other"])

    @unittest.skipUnless(sys.platform == "linux", "macOS knows no such names")
    def test_a_folder_is_found_from_below_whose_path_is_not_utf_8_or_said_to_be_out_of_use(self):
        self.write(os.fsdecode(b"d\xe9ep/deeper/x.png"))
        self.attach()
        deep = self.notes / os.fsdecode(b"d\xe9ep") / "deeper"
        for arguments in ([], ["--folder", "."]):
            self.assertEqual(self.titles(*arguments, cwd=deep, env=self.variable), ["note"])
        self.here("new", "from below", cwd=deep, env=self.variable)
        self.assertEqual(self.texts()["from below.md"], "from below")
        moved = self.folder / os.fsdecode(b"n\xf6tes")
        self.notes.rename(moved)
        for cwd in (moved, moved / "in" / "deep"):
            self.refusal(1, "new", "lost", cwd=cwd, env=self.variable, words=["its path is not UTF-8; rename it"])

    def test_a_server_does_not_look_for_a_folder(self):
        self.attach()
        client = self.launch(env=self.environment(**self.variable), cwd=self.notes)
        self.assertEqual([memo["displayTitle"] for memo in client.request("list")["memos"]], ["by the variable"])
        self.assertEqual(client.finish(), 0)

    def test_a_memo_is_named_by_its_file(self):
        self.write("plan.md", "# Plan\n")
        self.attach()
        deep = self.notes / "in" / "deep"
        for cwd, names in [
            (self.notes, ["in/deep/note.md", "./in/deep/note.md", str(deep / "note.md")]),
            (deep, ["note.md", "./note.md", "../deep/note.md", "in/deep/note.md"]),
            (self.folder, ["notes/in/deep/note.md", "in/deep/note.md"]),
        ]:
            for name in names:
                with self.subTest(name, cwd=cwd):
                    self.assertEqual(self.here("show", "--folder", str(self.notes), name, cwd=cwd), "in the folder\n")
        self.assertEqual(self.here("show", "../../plan.md", cwd=deep), "# Plan\n")
        self.refusal(1, "show", "../notes/nothing.md", cwd=self.notes, words=["no memo has"])
        self.refusal(1, "show", "../../../store/memos.sqlite", cwd=deep, words=["no memo has"])
        self.assertIn("file", self.here("show", "--info", "plan.md"))
        self.assertIn("plan.md", self.here("show", "--info", "plan.md"))

    def test_slips_are_told_and_make_nothing(self):
        before = sorted(self.folder.rglob("*"))
        home, notes = str(self.folder), str(self.notes)
        (self.folder / "file").touch()
        for status, arguments, words in [
            (64, ["folder"], "say what to do: attach, status"),
            (64, ["folder", ""], "the action is empty; there are attach"),
            (64, ["folder", "atach", notes], "there is no action atach; did you mean attach?"),
            (64, ["folder", "attach"], "attach needs DIR, the folder to attach; this one is ."),
            (64, ["folder", "attach", ""], "DIR is empty; is a variable unset?"),
            (64, ["folder", "status", " "], "DIR is empty"),
            (64, ["folder", "attach", notes, "--store", ""], "what follows is empty"),
            (64, ["list", "--folder", ""], "what follows is empty"),
            (64, ["list", "--folder="], "what follows is empty"),
            (64, ["folder", "attach", notes, "more"], "unexpected argument"),
            (64, ["folder", "status", "--store", "x"], "--store does not go with memo-ls folder status"),
            (64, ["folder", "attach", notes, "--yes"], "--yes does not go"),
            (1, ["folder", "attach", "/"], "programs keep texts of their own"),
            (1, ["folder", "attach", home], "programs keep texts of their own"),
            (1, ["folder", "attach", f"{notes}/.."], "programs keep texts of their own"),
            (1, ["folder", "attach", "nothing"], "can't find the folder"),
            (1, ["folder", "attach", "file"], f"{home}/file is a file, not a folder"),
            (1, ["list", "--folder", "file"], "is a file, not a folder"),
            (1, ["folder", "attach", notes, "--store", notes], "is a folder"),
            (1, ["folder", "attach", notes, "--store", "file/x"], "file"),
            (1, ["folder", "status", notes], "is no folder of memo-ls"),
            (1, ["folder", "detach", notes], "is no folder of memo-ls"),
            (1, ["list", "--folder", notes], "is no folder of memo-ls"),
            (1, ["folder", "confirm"], "the current folder is not attached"),
            (1, ["folder", "detach", "nothing"], "can't find the folder"),
        ]:
            with self.subTest(arguments):
                self.refusal(status, *arguments, words=[words])
        (self.folder / "file").unlink()
        self.assertEqual([path for path in sorted(self.folder.rglob("*")) if path not in before], [])

    def test_no_folder_is_in_another(self):
        self.attach()
        self.refusal(1, "folder", "attach", str(self.notes / "in"), words=["which is attached already"])
        self.here("folder", "detach")
        self.here("folder", "attach", str(self.notes / "in" / "deep"), cwd=self.folder)
        self.refusal(1, "folder", "attach", str(self.notes), words=["in/deep is attached already"])
        self.assertFalse((self.notes / ".memo-ls").exists())

    def test_a_folder_below_is_not_detached_by_itself(self):
        self.attach()
        for path in (str(self.notes / "in"), "notes/in/deep"):
            self.refusal(1, "folder", "detach", path, words=[f"is in {self.notes}, which is attached as a whole",
                                                             f"memo-ls folder detach '{self.notes}'"])
        self.refusal(1, "folder", "detach", ".", cwd=self.notes / "in", words=["nothing was detached"])
        self.assertTrue(self.status()["isEqual"])
        # Without a path, and by a link, it is the folder around.
        self.here("folder", "detach", cwd=self.notes / "in")
        self.attach()
        (self.folder / "link").symlink_to(self.notes)
        self.here("folder", "detach", "link", cwd=self.folder)

    def test_no_store_is_two_folders(self):
        self.attach("--store", str(self.store))
        (self.folder / "two").mkdir()
        self.refusal(1, "folder", "attach", "two", "--store", str(self.store), words=[f"is the store of {self.notes}"])
        # One that is away is detached by its path.
        self.notes.rename(self.folder / "away")
        self.refusal(1, "folder", "attach", "two", "--store", str(self.store), words=["is not there now"])
        self.here("folder", "detach", "notes/", cwd=self.folder)
        self.here("folder", "attach", "two", "--store", str(self.store), cwd=self.folder)
        self.refusal(1, "list", cwd=self.folder / "away", words=["is that of"])

    def test_a_store_that_was_named_is_the_folders_wherever_that_is_moved_and_none_is_made_in_its_place(self):
        store = self.folder / "beside.sqlite"
        self.here("folder", "attach", ".", "--store", "../deep/../beside.sqlite")
        self.assertEqual(self.status()["store"], str(store))
        history = self.here("history", "in/deep/note.md", "--format", "{revision}")
        (self.folder / "elsewhere").mkdir()
        moved = self.notes.rename(self.folder / "elsewhere" / "notes")
        self.notes.symlink_to(moved)
        self.assertEqual(self.here("history", "in/deep/note.md", "--format", "{revision}", cwd=moved), history)
        self.assertEqual(self.status(cwd=moved)["store"], str(store))
        for path in self.folder.glob("beside.sqlite*"):
            path.rename(self.folder / f"away-{path.name}")
        for arguments in (["list"], ["new", "words"], ["check"], ["folder", "watch"]):
            self.refusal(1, *arguments, cwd=moved, words=[f"{store}, is not there; bring it back", f"attach '{moved}'"])
        self.refusal(1, "--folder", str(moved), words=["is not there; bring it back"])
        self.assertTrue(self.status(cwd=moved)["isStoreMissing"])
        self.assertIn("bring it back, or attach the folder again", self.here("folder", "status", cwd=moved))
        self.assertEqual(list(self.folder.rglob("beside.sqlite")), [])
        self.here("folder", "detach", cwd=moved)
        self.assertEqual(list(self.folder.rglob("beside.sqlite")), [])
        self.here("folder", "attach", ".", "--store", str(store), cwd=moved)
        store.unlink()
        self.here("folder", "attach", ".", cwd=moved)
        self.assertEqual(self.here("show", "in/deep/note.md", cwd=moved), "in the folder\n")

    def test_where_what_is_ours_was_taken_away_no_other_store_is_meant(self):
        self.attach()
        (id,) = self.here("list", "--format", "{id}").split()
        for again in (False, True):
            shutil.rmtree(self.notes / ".memo-ls")
            for cwd in (self.notes, self.notes / "in" / "deep"):
                for arguments in (["new", "words"], ["list"], ["folder", "status"]):
                    self.refusal(
                        1, *arguments, cwd=cwd, env=self.variable,
                        words=[f"{self.notes} is attached, but its .memo-ls is gone", f"attach '{self.notes}'"])
            for arguments in (["list", "--folder", "notes"], ["folder", "status", "notes"]):
                self.refusal(1, *arguments, words=[f"{self.notes} is attached, but its .memo-ls is gone"])
            self.assertEqual(self.titles("--store", str(self.store)), ["in a store"])
            if again:
                self.assertIn("detached", self.here("folder", "detach"))
                self.assertEqual(self.titles(env=self.variable), ["by the variable"])
            self.attach()
            self.assertEqual(self.here("list", "--format", "{id}"), f"{id}\n")

    def test_a_folder_that_is_not_where_it_was_attached_is_told_to_be_away(self):
        store = self.attach()["store"]
        away = self.notes.rename(self.folder / "away")
        for is_another in (False, True):
            if is_another:
                # As where a drive is not mounted.
                self.notes.mkdir()
            for arguments in (["list", "--folder", "notes"], ["folder", "status", str(self.notes)]):
                self.refusal(
                    1, *arguments, words=[f"{self.notes} is attached, but it is not there now", f"--store '{store}'"])
        # Nor is another store meant by who is in it, until somebody puts another folder there.
        for arguments in (["new", "words"], ["list"], ["folder", "status"]):
            self.refusal(
                1, *arguments, cwd=self.notes, env=self.variable,
                words=[f"{self.notes} is attached, but it is not there now", f"--store '{store}'"])
        (self.notes / "other.txt").touch()
        self.assertEqual(self.titles(cwd=self.notes, env=self.variable), ["by the variable"])
        (self.notes / "other.txt").unlink()
        done = self.run_command("folder", "attach", "notes", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"another folder is attached at {self.notes}, with the store {store}, and is away", done.stderr)
        self.assertNotEqual(self.status()["store"], store)
        self.here("folder", "detach")
        self.notes.rmdir()
        away.rename(self.notes)
        self.assertEqual(self.status()["store"], store)

    def test_a_folder_that_was_detached_while_it_was_away_is_not_attached_by_itself(self):
        self.attach()
        (id,) = self.here("list", "--format", "{id}").split()
        for attaches in (True, False):
            away = self.notes.rename(self.folder / "away")
            self.here("folder", "detach", str(self.notes), cwd=self.folder)
            away.rename(self.notes)
            self.refusal(1, "list", cwd=self.notes,
                         words=["was detached while it was not there", f"attach '{self.notes}'"])
            if attaches:
                self.attach()
                self.assertEqual(self.here("list", "--format", "{id}"), f"{id}\n")
        self.here("folder", "detach")
        self.assertFalse((self.notes / ".memo-ls").exists())

    @unittest.skipUnless(os.geteuid() == 0, "only root gives files to others")
    def test_another_users_folder_is_refused(self):
        self.attach()
        os.chown(self.notes / ".memo-ls", NOBODY, NOBODY)
        for arguments in (["list"], ["new", "words"], ["folder", "status"]):
            self.refusal(1, *arguments, cwd=self.notes / "in", words=[".memo-ls belongs to another user", str(NOBODY)])
        self.refusal(1, "folder", "attach", str(self.notes), words=["belongs to another user"])

    @unittest.skipIf(os.geteuid(), "only root can be two users")
    def test_where_another_users_folder_can_not_be_looked_into_no_other_store_is_meant_and_none_is_attached(self):
        program = shutil.copy(binary(), self.folder / "memo-ls")
        os.chmod(program, 0o755)
        self.attach()
        outer, own = self.folder / "outer", self.folder / "own"
        inner = shutil.copytree(self.notes, outer / "theirs")
        own.mkdir()
        for path in [own, outer, self.notes / "in"]:
            os.chown(path, NOBODY, NOBODY)
        for path in [self.folder, self.notes, inner]:
            os.chmod(path, 0o755)

        def run(*arguments, cwd):
            return subprocess.run(
                [program, *arguments], env=self.environment(**STABLE, XDG_DATA_HOME=str(own)), cwd=cwd, user=NOBODY,
                group=NOBODY, extra_groups=[], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                timeout=PATIENCE)

        for arguments, words in [
            (["list"], ".memo-ls can't be looked into: Permission denied"),
            (["new", "words"], "name another store with --store"), (["folder", "status"], "can't be looked into"),
            (["folder", "attach", "."], f"is in {self.notes}, which is attached already"),
            (["folder", "attach", str(outer)],
             f"{inner} is attached already, and no folder can be around another one; have the user"),
        ]:
            with self.subTest(arguments):
                done = run(*arguments, cwd=self.notes / "in")
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn(words, done.stderr)
        self.assertEqual(list(own.iterdir()), [])
        self.assertFalse((outer / ".memo-ls").exists())
        self.assertEqual(run("new", "--store", str(own / "x.sqlite"), "words", cwd=self.notes / "in").returncode, 0)

    def test_a_folder_that_can_only_be_read_is_not_attached_and_what_was_is_read_as_it_is_stored(self):
        program = shutil.copy(binary(), self.folder / "memo-ls")
        os.chmod(program, 0o755)
        os.chmod(self.folder, 0o777 | stat.S_ISVTX)
        # For a user who is not root, to whom nothing is read-only.
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        for path in [self.notes, *self.notes.rglob("*")] if who else []:
            os.chown(path, NOBODY, NOBODY)
        home = {"XDG_DATA_HOME": str(self.folder / "data")}

        def run(*arguments):
            return subprocess.run(
                [program, *arguments], env=self.environment(**STABLE | home), cwd=self.notes, stdin=subprocess.DEVNULL,
                capture_output=True, encoding="utf-8", timeout=PATIENCE, **who)

        def lock_up(mode):
            for path in [self.notes, self.notes / ".memo-ls", self.notes / ".memo-ls" / "staging"]:
                if path.exists():
                    path.chmod(mode)

        lock_up(0o555)
        self.addCleanup(lock_up, 0o755)
        done = run("folder", "attach", ".")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("can't write in", done.stderr)
        self.assertFalse((self.folder / "data").exists())
        lock_up(0o755)
        done = run("folder", "attach", ".")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (self.notes / ".memo-ls" / "lock").unlink()
        lock_up(0o555)
        for command in (["list"], ["append", "in/deep/note.md", "more"], ["show", "in/deep/note.md"]):
            done = run(*command)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 1), done.stderr)
            self.assertIn("may differ from their memos", done.stderr)
        self.assertEqual(done.stdout, "in the folder\nmore\n")
        self.assertEqual(self.texts(), {"in/deep/note.md": "in the folder\n"})
        lock_up(0o755)
        self.assertEqual(run("list").stderr, "")
        self.assertEqual(self.texts(), {"in/deep/note.md": "in the folder\nmore\n"})


if __name__ == "__main__":
    unittest.main()
