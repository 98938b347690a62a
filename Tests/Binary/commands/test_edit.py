"""`memo-ls edit` and `memo-ls new` with an editor; the editors of these tests are scripts."""

import json
import os
import pathlib
import signal
import subprocess
import unittest

import schemas
from command_case import STABLE, CommandCase
from memo_client import PATIENCE, binary


class Edit(CommandCase):
    def setUp(self):
        super().setUp()
        self.memory = self.folder / "memory"
        self.memory.mkdir()
        self.make_store(a="one\ntwo\nthree\n", b="another")

    def environment(self, **variables):
        return super().environment(**{"XDG_RUNTIME_DIR": str(self.memory)} | variables)

    def editor(self, script):
        """The environment with an editor that runs this script of the shell; `$1` is the file."""
        path = self.folder / "editor"
        path.write_text(f"#!/bin/sh\nset -e\n{script}\n")
        path.chmod(0o755)
        return {"EDITOR": str(path)}

    def edit(self, script, *arguments):
        """Edits a memo, which must succeed and leave no file; returns what was printed, and what was said."""
        done = self.run_command("edit", "--store", str(self.store), *arguments, env=self.editor(script))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(list(self.memory.iterdir()), [])
        return done.stdout, done.stderr

    def kept(self, said):
        """The text that was kept in a file that a message names."""
        path = pathlib.Path(said.rsplit("kept in ", 1)[1].strip())
        self.assertTrue(path.is_relative_to(self.memory))
        self.assertEqual((path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777), (0o600, 0o700))
        return path.read_text()

    def test_what_is_written_becomes_the_text(self):
        self.assertEqual(self.edit("cat > $1 <<'END'\n새 글\r\n\ttab\nEND", "a"), ("saved a  새 글\n", ""))
        memo = self.stored("a")
        self.assertEqual((memo["text"], memo["version"]), ("새 글\r\n\ttab\n", 2))

    def test_the_editor_gets_the_text_in_a_file_of_its_own(self):
        out = self.folder / "out"
        self.edit(f"{{ cat $1; ls -l $1; ls -ld $(dirname $1); }} > {out}", "a")
        lines = out.read_text().splitlines()
        self.assertEqual(lines[:3], ["one", "two", "three"])
        self.assertTrue(lines[3].startswith("-rw-------") and lines[3].endswith("memo-a.md"), lines)
        self.assertTrue(lines[4].startswith("drwx------"), lines)

    def test_what_editors_leave_beside_it_is_taken_away(self):
        self.edit("echo backup > $1~; mkdir $(dirname $1)/more; echo swap > $(dirname $1)/more/.swp; "
                  "echo x > $1.new; mv $1.new $1", "a")
        self.assertEqual(self.stored("a")["text"], "x\n")

    def test_without_an_id_it_is_the_memo_that_was_changed_last(self):
        client = self.start()
        client.request("updateMemo", {"id": "b", "contentChanges": [{"text": "newest"}]})
        client.finish()
        self.edit("echo changed > $1")
        self.assertEqual(self.stored("b")["text"], "changed\n")

    def test_the_same_text_changes_nothing(self):
        for script in ("true", "touch $1", "cp $1 $1.new; mv $1.new $1"):
            self.assertEqual(self.edit(script, "a"), ("", "nothing was changed\n"))
        self.assertEqual(self.stored("a")["version"], 1)

    def test_a_lines_end_that_the_editor_adds_is_no_change(self):
        self.assertEqual(self.edit("echo >> $1", "b"), ("", "nothing was changed\n"))
        self.edit("echo more >> $1", "b")
        self.assertEqual(self.stored("b")["text"], "anothermore\n")

    def test_visual_comes_before_editor_and_may_have_arguments(self):
        env = self.editor("echo wrong > $1") | {"VISUAL": "sed -i 's/one/eins zwei/'"}
        self.assertIn("eins zwei", self.on_store("edit", "a", env=env))

    def test_an_editor_that_fails_changes_nothing_and_what_was_written_is_kept(self):
        said = self.refused(1, "edit", "a", env=self.editor("echo precious > $1; exit 3"), words=["status 3"])
        self.assertEqual(self.kept(said), "precious\n")
        said = self.refused(1, "edit", "a", env=self.editor("echo precious > $1; kill -9 $$"), words=["signal 9"])
        self.assertEqual(self.kept(said), "precious\n")
        self.assertEqual(self.stored("a")["version"], 1)

    def test_an_editor_that_fails_without_having_written_leaves_no_file(self):
        self.assertNotIn("kept", self.refused(1, "edit", "a", env=self.editor("exit 1"), words=["status 1"]))
        done = self.run_command("edit", "--store", str(self.store), "a", env={"EDITOR": "/no/such/editor"})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        # The shell says so, too.
        self.assertIn("memo-ls edit: the editor can't be started: /no/such/editor; set VISUAL or EDITOR", done.stderr)
        self.assertEqual(list(self.memory.iterdir()), [])

    def test_an_editor_that_takes_its_file_away_changes_nothing(self):
        self.refused(1, "edit", "a", env=self.editor("rm $1"), words=["took its file away, so nothing was saved"])
        self.assertEqual(list(self.memory.iterdir()), [])
        for script in ("mv $1 $1.bak", "rm $1; mkdir $1", "rm $1; mkfifo $1"):
            with self.subTest(script):
                self.refused(1, "edit", "a", env=self.editor(script), words=["memo-a.md can't be read"])
        # What it left may be words of the user.
        self.assertEqual([path.read_text() for path in self.memory.glob("*/*.bak")], ["one\ntwo\nthree\n"])
        self.assertEqual(self.stored("a")["version"], 1)

    def test_what_can_not_be_saved_is_kept(self):
        said = self.refused(1, "edit", "a", env=self.editor(r"printf 'a\377' > $1"), words=["not UTF-8"])
        self.assertIn("memo-a.md", said)
        self.lock_store()
        said = self.refused(1, "edit", "a", env=self.editor("echo precious > $1"), words=["locked"])
        self.assertEqual(self.kept(said), "precious\n")

    def test_what_came_from_stdin_and_can_not_be_stored_is_kept(self):
        said = self.refused(1, "append", "memo:none", "-", input="to nobody", words=["no memo"])
        self.assertEqual(self.kept(said), "to nobody")
        self.lock_store()
        for command in (["new", "-"], ["append", "a", "words", "-"], ["today", "--add", "-"]):
            said = self.refused(1, *command, input="precious\n", words=["locked", "what came from stdin is kept in"])
            self.assertEqual(self.kept(said), "precious\n")
        self.assertNotIn("kept", self.refused(1, "append", "a", "words", words=["locked"]))

    def test_what_came_from_stdin_and_is_longer_than_a_memo_can_be_is_kept_to_its_end(self):
        long = self.folder / "long"
        end = "the end: 두부\n".encode()
        with open(long, "wb") as file:
            file.truncate(257 << 20)
            file.seek(0, os.SEEK_END)
            file.write(end)
        size = long.stat().st_size
        for command in (["new", "-"], ["append", "a", "words", "-"], ["today", "--add", "-"]):
            with self.subTest(command), open(long, "rb") as stdin:
                said = self.refused(1, *command, stdin=stdin, words=[f"the text has {size} bytes, and a memo can't"])
                path = pathlib.Path(said.rsplit("kept in ", 1)[1].strip())
                self.assertTrue(path.is_relative_to(self.memory))
                with open(path, "rb") as kept:
                    kept.seek(-len(end), os.SEEK_END)
                    self.assertEqual((path.stat().st_size, kept.read()), (size, end))
                path.unlink()
        self.assertEqual(self.json_of("list", "list")["total"], 2)

    def test_what_others_changed_meanwhile_is_merged(self):
        script = f"{binary()} show a --store {self.store} | sed s/one/ONE/ > $1.other\n" \
            f"EDITOR=\"cp $1.other\" {binary()} edit a --store {self.store} >/dev/null\nsed -i s/three/THREE/ $1"
        printed, said = self.edit(script, "a")
        self.assertIn("merged", said)
        memo = self.stored("a")
        self.assertEqual((memo["text"], memo["version"]), ("ONE\ntwo\nTHREE\n", 3))
        self.assertEqual(self.json_of("list", "list")["total"], 2)

    def test_a_line_that_both_changed_is_kept_as_a_memo_of_its_own(self):
        script = (f"EDITOR='sed -i s/two/theirs/' {binary()} edit a --store {self.store} >/dev/null\n"
                  "sed -i s/two/ours/ $1")
        printed, said = self.edit(script, "a")
        copy = said.rsplit(" ", 1)[1].strip()
        self.assertEqual(self.stored("a")["text"], "one\nours\nthree\n")
        memo = self.stored(copy)
        self.assertEqual((memo["text"], memo["properties"]), ("one\ntheirs\nthree\n", {"conflictOf": "a"}))

    def test_a_memo_that_was_destroyed_meanwhile_lives_on(self):
        self.edit(f"{binary()} delete --permanent --yes a --store {self.store} >/dev/null\necho mine > $1", "a")
        self.assertEqual(self.stored("a")["text"], "mine\n")

    def test_a_signal_saves_what_was_written_and_leaves_no_file(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            ready = self.folder / f"ready{number}"
            ended = self.folder / f"ended{number}"
            env = self.editor(f"trap 'echo > {ended}; kill $!; exit' TERM HUP\ntrap '' INT\necho by {number} > $1; "
                              f": > {ready}; sleep 60 & wait")
            arguments = [binary(), "edit", "--store", str(self.store), "a"]
            process = subprocess.Popen(arguments, env=self.environment(**STABLE | env), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL)
            self.addCleanup(process.kill)
            self.wait_until(ready.exists, "the editor's start")
            # Ctrl-C is the editor's.
            process.send_signal(signal.SIGINT)
            process.send_signal(number)
            self.assertEqual(process.wait(PATIENCE), 128 + number)
            self.assertTrue(ended.exists())
            self.assertEqual(self.stored("a")["text"], f"by {number}\n")
            self.assertEqual(list(self.memory.iterdir()), [])

    def test_no_text_is_written_to_another_folder(self):
        self.edit("echo Xanthippe > $1", "a")
        for path in self.folder.rglob("*"):
            if path.is_file() and path != self.folder / "editor" and path.parent != self.store.parent:
                self.assertNotIn(b"Xanthippe", path.read_bytes())

    def test_without_a_place_in_memory_it_is_told_or_another_is_taken(self):
        place = self.folder / "out"
        for variable in (str(self.folder / "missing"), "relative"):
            done = self.run_command("edit", "--store", str(self.store), "a",
                                    env=self.editor(f"echo $1 > {place}") | {"XDG_RUNTIME_DIR": variable})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(place.read_text(), rf"^(/dev/shm|/tmp|{os.environ.get('TMPDIR', '/tmp')})/")

    def test_tags_and_pin_are_changed_without_an_editor(self):
        env = {"EDITOR": "false"}
        for arguments, properties in [
            (["--tag", "x", "-t", "y", "--pin"], {"tags": ["x", "y"], "pinned": True}),
            (["--tag", "x", "--tag", "z", "--untag", "y"], {"tags": ["x", "z"], "pinned": True}),
            (["--unpin"], {"tags": ["x", "z"]}),
            (["--untag", "x", "--untag", "z"], {}),
        ]:
            self.on_store("edit", "a", *arguments, env=env)
            memo = self.stored("a")
            self.assertEqual((memo["properties"], memo["text"]), (properties, "one\ntwo\nthree\n"))
        self.refused(64, "edit", "a", "--pin", "--unpin", words=["exclude"])

    def test_tags_and_pins_of_several_are_changed_at_once(self):
        self.assertEqual(self.on_store("edit", "b", "a", "b", "--tag", "x", "--pin"),
                         "saved b  another\nsaved a  one\n")
        for id in ("a", "b"):
            self.assertEqual(self.stored(id)["properties"], {"tags": ["x"], "pinned": True})
        states = json.loads(self.on_store("edit", "a", "b", "--unpin", "--json"))
        self.assertEqual([state["id"] for state in states], ["a", "b"])
        for state in states:
            self.assertEqual(schemas.faults(f"{schemas.urn('createMemo')}#/$defs/result", state), [])

    def test_if_one_of_several_can_not_be_changed_none_is(self):
        self.refused(1, "edit", "a", "nothing", "--tag", "x", words=["nothing"])
        self.on_store("delete", "b")
        self.refused(1, "edit", "a", "b", "--tag", "x", words=["trash"])
        self.assertEqual(self.stored("a")["properties"], {})

    def test_an_editor_takes_one_memo(self):
        self.refused(64, "edit", "a", "b", env=self.editor("echo x > $1"), words=["takes one memo"])
        self.assertEqual(self.stored("a")["version"], 1)

    def test_a_memo_in_the_trash_must_be_restored_first(self):
        self.on_store("delete", "a")
        self.refused(1, "edit", "a", env=self.editor("echo x > $1"), words=["trash", "memo-ls restore a"])
        self.assertEqual(list(self.memory.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
