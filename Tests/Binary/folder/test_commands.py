"""In an attached folder commands and files are equal, whichever changed."""

import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import unittest

import schemas
from command_case import STABLE
from commands.terminal import Terminal
from folder.folder_case import FolderCase
from memo_client import PATIENCE, binary


class Commands(FolderCase):
    def setUp(self):
        super().setUp()
        self.write("plan.md", "# Plan\nsleep\n")
        self.write("sub/list.md", "# List\nmilk\n")

    def test_what_commands_change_is_in_the_files(self):
        self.attach()
        self.here("append", "plan.md", "eat")
        self.here("edit", "list.md", cwd=self.notes / "sub", env={"EDITOR": "sed -i.old s/milk/tea/"})
        id = self.here("new", "Bread\nand butter").strip()
        texts = {"plan.md": "# Plan\nsleep\neat\n", "sub/list.md": "# List\ntea\n", "Bread.md": "Bread\nand butter"}
        self.assertEqual(self.texts(), texts)
        self.here("undo", "plan.md")
        self.here("delete", id)
        self.assertEqual(self.texts(), {"plan.md": "# Plan\nsleep\n", "sub/list.md": "# List\ntea\n"})
        self.here("restore", id)
        self.assertEqual(self.texts(), texts | {"plan.md": "# Plan\nsleep\n"})
        self.assertTrue(self.status()["isEqual"])

    def test_a_file_that_is_a_memo_no_more_is_not_waited_for(self):
        self.attach()
        id = self.here("list", "--format", "{path}\t{id}").split("plan.md\t")[1][:36]
        self.write(".memo-ls/ignore", "plan.md\n")
        self.here("list")
        release = self.keep()
        done = self.run_command("append", id, "eat", cwd=self.notes)
        self.assertEqual(
            (done.returncode, done.stderr),
            (0, "the change is saved in the memo, but not in its file: plan.md is no note any more, "
                "so it stays as it is; memo-ls folder status tells why\n"))
        release()
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\n")

    def test_what_others_do_to_files_is_in_the_memos(self):
        self.attach()
        id = self.here("list", "--format", "{path}\t{id}").split("plan.md\t")[1][:36]
        self.write("plan.md", "# Plan\nwalk\n")
        self.write("new.txt", "new")
        self.assertEqual(self.here("show", "plan.md"), "# Plan\nwalk\n")
        self.assertIn("walk", self.here("search", "walk"))
        (self.notes / "plan.md").rename(self.notes / "sub" / "idea.md")
        (self.notes / "new.txt").unlink()
        self.assertEqual(self.memos(), {"sub/idea.md": "# Plan\nwalk\n", "sub/list.md": "# List\nmilk\n"})
        self.assertEqual(self.here("list", "--format", "{path}\t{id}").split("idea.md\t")[1][:36], id)
        self.assertEqual(len(json.loads(self.here("history", "sub/idea.md", "--json"))["revisions"]), 2)
        self.assertIn("new", self.here("trash"))

    def test_both_sides_are_merged_and_where_both_changed_a_line_both_are_kept(self):
        self.attach()
        release = self.keep()
        self.meanwhile("append", "plan.md", "inside")
        self.write("plan.md", "# The plan\nsleep\n")
        release()
        self.assertEqual(self.here("show", "plan.md"), "# The plan\nsleep\ninside\n")
        release = self.keep()
        self.meanwhile("edit", "plan.md", env={"EDITOR": "sed -i.old s/sleep/rest/"})
        self.write("plan.md", "# The plan\nnap\ninside\n")
        release()
        done = self.run_command("list", cwd=self.notes)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 1), done.stderr)
        texts = self.texts()
        self.assertEqual(texts.pop("plan.md"), "# The plan\nrest\ninside\n")
        copy = next(name for name, text in texts.items() if "nap" in text)
        self.assertTrue(done.stderr.endswith(f"both texts are kept: 1 more file, {copy}\n"), done.stderr)
        # The list shows which that is.
        code, shown = Terminal("list", "--folder", str(self.notes), env=self.environment()).end()
        self.assertEqual((code, shown.count("🔀"), len(shown.splitlines())), (0, 1, 3), shown)
        rows = dict(row.split("\t") for row in self.here("list", "--format", "{path}\t{conflictOf}").splitlines())
        ids = dict(row.split("\t") for row in self.here("list", "--format", "{path}\t{id}").splitlines())
        self.assertEqual(rows, {copy: ids["plan.md"], "plan.md": "", "sub/list.md": ""})
        self.assertIn("# The plan\nnap\ninside\n", texts.values())
        self.assertTrue(self.status()["isEqual"])

    def test_while_another_process_keeps_the_folder_commands_leave_that_to_it(self):
        self.attach()
        release = self.keep()
        self.meanwhile("append", "plan.md", "eat")
        self.write("sub/list.md", "# List\ntea\n")
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\n")
        # It is waited for, and people are told that it has not come.
        done = self.run_command("show", "sub/list.md", cwd=self.notes)
        self.assertEqual((done.returncode, done.stdout), (0, "# List\nmilk\n"))
        self.assertIn("sub/list.md has changes that its memo doesn't have yet", done.stderr)
        status = self.status()
        self.assertEqual((status["isKept"], status["isEqual"]), (True, False))
        facts = {fact["path"]: fact["reason"] for fact in status["differences"]}
        self.assertEqual(facts, {"plan.md": "memo", "sub/list.md": "file"})
        self.assertIn("another process", self.here("folder", "status"))
        self.refusal(1, "folder", "detach", str(self.notes), words=["another process keeps"])
        release()
        self.assertEqual(self.here("show", "sub/list.md"), "# List\ntea\n")
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\neat\n")

    def test_a_command_says_nothing_of_what_others_changed_meanwhile(self):
        self.attach()
        release = self.keep()
        inner = f"{binary()} append sub/list.md tea > /dev/null 2>&1"
        for end, status in (("exit 1", 1), ("echo eat >> \"$1\"", 0)):
            editor = self.folder / f"editor-{status}"
            editor.write_text(f"#!/bin/sh\n{inner}\n{end}\n")
            editor.chmod(0o755)
            done = self.run_command("edit", "plan.md", cwd=self.notes, env={"EDITOR": str(editor)})
            self.assertEqual((done.returncode, "is saved, but not in its file" in done.stderr), (status, status == 0))
        release()
        self.here("list")
        self.assertEqual(self.texts(), {"plan.md": "# Plan\nsleep\neat\n", "sub/list.md": "# List\nmilk\ntea\ntea\n"})

    def test_the_status_tells_of_a_new_name_that_its_memo_does_not_know_yet(self):
        self.attach()
        release = self.keep()
        (self.notes / "plan.md").rename(self.notes / "sub" / "idea.md")
        status = self.status()
        self.assertEqual(
            (status["isEqual"], status["differences"]), (False, [{"path": "sub/idea.md", "reason": "moved"}]))
        self.assertIn("sub/idea.md has another name, which its memo does not know yet", self.here("folder", "status"))
        release()
        self.here("list")
        self.assertTrue(self.status()["isEqual"])

    def test_a_folder_that_is_moved_with_a_link_to_it_in_its_place_has_the_same_memos(self):
        self.attach()
        before = self.here("list", "--format", "{title} {id}")
        (self.notes / "sub").rename(self.notes / "lists")
        (self.notes / "sub").symlink_to("lists")
        self.assertEqual(self.here("list", "--format", "{title} {id}"), before)
        self.assertEqual(self.status()["released"], [])
        self.here("append", "lists/list.md", "tea")
        self.assertIn("tea", (self.notes / "lists" / "list.md").read_text())

    def test_what_a_program_writes_into_a_file_that_was_replaced_is_told_and_taken_in_by_the_next_command(self):
        self.attach()
        with open(self.notes / "plan.md", "a") as program:
            self.here("append", "plan.md", "eat")
            self.assertTrue(self.status()["isEqual"])
            program.write("late\n")
        status = self.status()
        self.assertEqual((status["isEqual"], status["differences"]), (False, [{"path": "plan.md", "reason": "late"}]))
        self.assertIn("plan.md was written to by a program that had it open when it was replaced",
                      self.here("folder", "status"))
        self.assertIn("late", self.here("show", "plan.md"))
        self.assertIn("late", (self.notes / "plan.md").read_text())
        self.assertTrue(self.status()["isEqual"])

    def test_the_folder_is_free_while_what_is_read_is_printed(self):
        for number in range(400):
            self.write(f"{number} {'title ' * 35}.md")
        self.attach()
        reading = subprocess.Popen(
            [binary(), "list", "--all", "--format", "{title}"], cwd=self.notes, env=self.environment(**STABLE),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.addCleanup(reading.wait, PATIENCE)
        with reading.stdout:
            # There is more than a pipe takes.
            reading.stdout.read(1)
            self.here("append", "plan.md", "eat")
            self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\neat\n")
            reading.stdout.read()

    def test_commands_at_the_same_time_leave_no_memo_without_its_file(self):
        self.attach()
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: self.here("new", f"memo {number}"), range(32)))
        names = {f"memo {number}.md" for number in range(32)} | {"plan.md", "sub/list.md"}
        self.assertEqual(set(self.texts()), names)
        self.assertTrue(self.status()["isEqual"])

    def test_commands_that_add_to_one_memo_at_the_same_time_all_do(self):
        self.attach()

        def append(number):
            done = self.run_command("append", "plan.md", f"word {number}", cwd=self.notes)
            self.assertEqual(done.returncode, 0, done.stderr)

        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            list(pool.map(append, range(30)))
        self.here("list")
        lines = self.texts()["plan.md"].splitlines()
        self.assertEqual(lines[:2], ["# Plan", "sleep"])
        self.assertEqual(sorted(lines[2:]), sorted(f"word {number}" for number in range(30)))
        self.assertEqual(set(self.texts()), {"plan.md", "sub/list.md"})

    def test_the_folder_is_free_while_somebody_writes_in_an_editor(self):
        self.attach()
        editor = (f"{sys.executable} -c \"import fcntl, sys; "
                  "fcntl.flock(open('.memo-ls/lock'), fcntl.LOCK_SH | fcntl.LOCK_NB); "
                  "open(sys.argv[1], 'a').write('free')\"")
        self.here("edit", "plan.md", env={"EDITOR": editor})
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\nfree")

    def test_a_folder_attached_to_a_store_with_memos_has_all_of_both(self):
        self.make_store(a="# Plan\nsleep\n", b="# Other\n\nwords\n")
        done = self.attach("--store", str(self.store))
        self.assertEqual((done["takenIn"], done["written"]), (2, 1))
        self.assertEqual(self.texts()["Other.md"], "# Other\n\nwords\n")
        self.assertEqual(len(self.here("list", "--ids").splitlines()), 3)
        self.assertEqual(self.on_store("show", "a"), "# Plan\nsleep\n")
        # With the store alone no file is touched.
        self.on_store("append", "a", "more")
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\n")
        self.here("list")
        self.assertEqual(self.texts()["plan.md"], "# Plan\nsleep\nmore\n")

    def test_what_is_changed_while_it_is_detached_is_there_when_it_is_attached_again(self):
        self.attach()
        store = self.status()["store"]
        self.here("folder", "detach")
        self.assertIn("Plan", self.here("list", "--store", store))
        self.write("plan.md", "# Plan\nwalk\n")
        self.here("append", "--store", store, "List", "tea")
        done = self.attach()
        self.assertEqual((done["store"], done["takenIn"], done["written"]), (store, 1, 1))
        self.assertEqual(self.texts(), {"plan.md": "# Plan\nwalk\n", "sub/list.md": "# List\nmilk\ntea\n"})
        self.assertEqual(len(json.loads(self.here("history", "plan.md", "--json"))["revisions"]), 2)

    def test_many_files_gone_at_once_wait_for_a_yes(self):
        self.assertEqual((self.attach()["toConfirm"], self.status()["toConfirm"]), ([], []))
        for name in ("plan.md", "sub/list.md"):
            (self.notes / name).rename(self.folder / name.replace("/", "-"))
        done = self.run_command("list", cwd=self.notes)
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 2))
        self.assertIn(f"memo-ls folder confirm '{self.notes}'", done.stderr)
        self.assertEqual(self.status()["toConfirm"], ["plan.md", "sub/list.md"])
        self.refusal(64, "folder", "confirm", cwd=self.notes, words=["plan.md\nsub/list.md\n", "--yes"])
        (self.folder / "plan.md").rename(self.notes / "plan.md")
        done = self.run_command("list", cwd=self.notes)
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertIn(f"1 of 2 files is gone from {self.notes}, so nothing was deleted", done.stderr)
        self.assertEqual(self.status()["toConfirm"], ["sub/list.md"])
        self.assertEqual(self.run_command("delete", "--yes", "List", cwd=self.notes).returncode, 0)
        done = self.run_command("list", cwd=self.notes)
        self.assertEqual((done.stderr, len(done.stdout.splitlines())), ("", 1))
        (self.notes / "plan.md").unlink()
        screen = Terminal("folder", "confirm", str(self.notes), env=self.environment())
        screen.wait_for("[y/N]")
        screen.type("n\r")
        self.assertEqual(screen.end()[0], 1)
        self.assertEqual(len(self.run_command("list", cwd=self.notes).stdout.splitlines()), 1)
        screen = Terminal("folder", "confirm", str(self.notes), env=self.environment())
        screen.wait_for("[y/N]")
        screen.type("y\r")
        code, shown = screen.end()
        self.assertEqual(code, 0, shown)
        self.assertIn("moved 1 memo to the trash", shown)
        self.assertEqual(self.run_command("list", cwd=self.notes).stdout, "")
        done = self.run_command("folder", "confirm", "--yes", cwd=self.notes)
        self.assertEqual((done.returncode, done.stderr), (0, "nothing needs confirming\n"))

    def test_many_files_gone_while_another_process_keeps_the_folder_are_told_by_each_command(self):
        self.attach()
        for name in ("plan.md", "sub/list.md"):
            (self.notes / name).unlink()
        self.run_command("list", cwd=self.notes)
        free = self.keep()
        for arguments in (["list"], ["show", "Plan"], ["new", "hello"]):
            done = self.run_command(*arguments, cwd=self.notes)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"2 of 2 files are gone from {self.notes}, so nothing was deleted", done.stderr)
            self.assertIn(f"memo-ls folder confirm '{self.notes}'", done.stderr)
        self.assertIn("once you have answered memo-ls folder confirm", done.stderr)
        free()

    def test_in_a_terminal_attaching_shows_how_far_it_has_come(self):
        for number in range(1500):
            self.write(f"many/{number}.md", f"# {number}\n")
        screen = Terminal("folder", "attach", str(self.notes), env=self.environment(TERM="xterm"), columns=120)
        code, shown = screen.end()
        self.assertEqual(code, 0, shown)
        self.assertRegex(shown, r"█+ 100 % 1502 of 1502 files read")
        self.assertIn("1502 files taken in", shown)

    def test_a_missing_store_is_made_anew_from_the_files(self):
        store = self.attach()["store"]
        shutil.rmtree(os.path.dirname(store))
        self.assertTrue(self.status()["isStoreMissing"])
        done = self.run_command("list", cwd=self.notes)
        self.assertEqual(
            done.stderr,
            f"the store of {self.notes} was gone, and is made anew from the files: what they say is there; the "
            "history, the trash, and tags and pins given by command are not, and memos have other ids\n")
        self.assertEqual(self.memos(), {"plan.md": "# Plan\nsleep\n", "sub/list.md": "# List\nmilk\n"})
        self.assertTrue(self.status()["isEqual"])

    def test_detaching_waits_for_whoever_still_writes_into_a_file_that_was_replaced(self):
        self.attach()
        with open(self.notes / "plan.md", "a") as held:
            self.here("append", "plan.md", "eat")
            detaching = subprocess.Popen(
                [binary(), "folder", "detach"], cwd=self.notes, env=self.environment(**STABLE), stderr=subprocess.PIPE,
                stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
            self.addCleanup(detaching.kill)
            self.assertIn("waiting for programs that have 1 replaced file open", detaching.stderr.readline())
            held.write("\n\nlate\n")
        out, complaints = detaching.communicate(timeout=PATIENCE)
        self.assertEqual((detaching.returncode, complaints), (0, ""), out)
        self.assertIn("late", self.texts()["plan.md"])
        self.assertIn("eat", self.texts()["plan.md"])
        self.assertFalse((self.notes / ".memo-ls").exists())

    def test_status_says_why_a_file_is_not_written_and_what_to_do(self):
        self.attach()
        (self.notes / "plan.md").chmod(0o444)
        self.run_command("append", "plan.md", "eat", cwd=self.notes)
        cause = "can't be written: Permission denied; allow writing to the file, and in its folder"
        self.assertEqual(self.status()["problems"], [{"path": "plan.md", "reason": cause}])
        self.assertIn(f"plan.md {cause}\n", self.here("folder", "status"))
        (self.notes / "plan.md").chmod(0o644)
        self.here("list")
        self.assertEqual((self.status()["problems"], self.status()["isEqual"]), ([], True))

    def test_attaching_again_does_not_call_files_equal_where_one_can_not_be_written(self):
        self.attach()
        (self.notes / "plan.md").chmod(0o444)
        self.run_command("append", "plan.md", "eat", cwd=self.notes)
        done = self.run_command("folder", "attach", ".", cwd=self.notes)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, "(?m)^done +nothing$")
        self.assertIn(f"1 file in {self.notes} can't be read or written", done.stderr)

    def test_detaching_tells_which_files_are_not_as_their_memos_are(self):
        for number in range(5):
            self.write(f"m{number}.md", "one\n")
        store = self.attach()["store"]

        def lock_up(*names):
            for name in names:
                (self.notes / name).chmod(0o444)
                self.run_command("append", name, "two", cwd=self.notes)

        lock_up("m0.md")
        done = self.run_command("folder", "detach", cwd=self.notes)
        self.assertEqual((done.returncode, done.stdout), (0, f"detached {self.notes}; its memos stay in {store}\n"))
        self.assertEqual(
            done.stderr,
            f"1 file is not as its memo is, and stays so; what the memo says is kept in {store}:\n"
            "m0.md can't be written: Permission denied; allow writing to the file, and in its folder\n")
        self.assertEqual(self.here("show", "--store", store, "m0", cwd=self.folder), "one\ntwo\n")
        self.run_command("folder", "attach", str(self.notes))
        lock_up("m1.md", "m2.md", "m3.md")
        done = self.run_command("folder", "detach", "--json", cwd=self.notes)
        self.assertEqual([fact["path"] for fact in json.loads(done.stdout)["problems"]],
                         [f"m{number}.md" for number in range(4)])
        self.assertTrue(
            done.stderr.startswith("4 files are not as their memos are, and stay so; what the memos say is"))
        self.assertTrue(
            done.stderr.endswith("\nand 1 more\n") and "m2.md" in done.stderr and "m3.md" not in done.stderr)

    def test_json_tells_where_the_files_are(self):
        self.attach()
        for method, *command in (["list", "list"], ["search", "search", "milk"], ["list", "trash"]):
            value = json.loads(self.here(*command, "--json"))
            self.assertEqual(schemas.faults(f"{schemas.urn(method)}#/$defs/result", value), [], command)
            paths = {memo["path"] for memo in value["memos"]}
            self.assertEqual(
                paths, {"list": {"plan.md", "sub/list.md"}, "search": {"sub/list.md"}, "trash": set()}[command[0]])
        memo = json.loads(self.here("show", "plan.md", "--json"))
        self.assertEqual((schemas.faults(f"{schemas.urn('getMemo')}#/$defs/result", memo), memo["path"]),
                         ([], "plan.md"))
        # Where no folder is asked for, none is told.
        (memo, *_) = json.loads(self.here("list", "--json", "--store", self.status()["store"]))["memos"]
        self.assertNotIn("path", memo)

    def test_check_knows_the_folder(self):
        self.attach()
        said = self.here("check")
        self.assertIn(f"it is the store of the folder {self.notes}: 2 files, equal to their memos\n", said)
        store = self.status()["store"]
        self.assertEqual(self.here("check", "--store", store, cwd=self.folder), said)
        release = self.keep()
        self.meanwhile("append", "plan.md", "eat")
        self.assertIn("1 file differs from its memo; memo-ls folder status", self.here("check"))
        release()
        self.here("list")
        self.assertIn("2 files, equal to their memos, 1 replaced file kept until the next command\n",
                      self.here("check"))
        self.here("folder", "detach")
        self.assertIn(f"the folder {self.notes}, which was detached\n", self.here("check", "--store", store))


if __name__ == "__main__":
    unittest.main()
