"""A version that an agent was told names one state of a memo in the store, whatever process it asks later."""

import os
import random
import threading
import unittest

from agents.agent_case import AgentCase

SEED = int(os.environ.get("MEMO_TEST_SEED", random.randrange(1 << 32)))


class Numbers(AgentCase):
    def writers(self, count):
        return [self.lines("--allow-write") for _ in range(count)]

    def state(self, process, id="a"):
        memo = process.call("A", "read_memo", id=id)
        return memo["version"], memo["text"]

    def test_all_processes_call_a_state_by_one_number(self):
        self.make_store(a="one\n")
        agents, editor = self.writers(3), self.start()
        for turn in range(6):
            writer = agents[turn % 3]
            if turn == 3:
                version = editor.request("getMemo", {"id": "a"})["version"]
                told = editor.request("updateMemo",
                                      {"id": "a", "baseVersion": version, "contentChanges": [{"text": "typed\n"}]})
                editor.request("flush")
            else:
                told = writer.call("A", "append_to_memo", id="a", text=f"word {turn}")
            for process in agents:
                self.wait_until(lambda: self.state(process)[0] == told["version"], "the number")
            native = lambda: editor.request("getMemo", {"id": "a"})
            self.wait_until(lambda: native()["version"] == told["version"], "the number")
            texts = {self.state(process)[1] for process in agents} | {native()["text"]}
            self.assertEqual(len(texts), 1)
            self.assertEqual(writer.call("A", "memo_history", id="a")["states"][0]["version"], told["version"])
            self.assertEqual(writer.call("A", "list_memos")["memos"][0]["version"], told["version"])

    def test_a_base_read_in_a_process_that_has_ended_is_merged_and_a_conflict_is_told(self):
        self.make_store(a="one\ntwo\nthree\n")
        first, second = self.writers(2)
        base = first.call("A", "append_to_memo", id="a", text="four")["version"]
        first.kill()
        second.call("B", "edit_memo", id="a", baseVersion=base, edits=[{"old": "one", "new": "ONE"}])
        third = self.lines("--allow-write")
        merged = third.call("A", "edit_memo", id="a", baseVersion=base, edits=[{"old": "three", "new": "THREE"}])
        self.assertEqual([part["text"] for part in merged["merged"]], ["ONE"])
        self.assertEqual(self.state(third), (merged["version"], "ONE\ntwo\nTHREE\nfour\n"))
        # At once, whether or not the other process has looked already.
        failure = second.fails("B", "edit_memo", id="a", baseVersion=base, edits=[{"old": "three", "new": "3"}])
        self.assertIn("3: THREE", failure)
        self.assertIn(f"version {merged['version']}", failure)

    def test_what_another_process_was_told_just_now_is_no_version_to_come(self):
        self.make_store(a="one\n")
        here, there = self.writers(2)
        self.assertEqual(self.state(there)[0], 1)
        for number in range(10):
            base = here.call("A", "append_to_memo", id="a", text=f"word {number}")["version"]
            edited = there.call("B", "edit_memo", id="a", baseVersion=base,
                                edits=[{"old": f"word {number}", "new": f"done {number}"}])
            self.assertEqual(edited["version"], base + 1)

    def test_a_base_that_is_not_kept_asks_for_another_read(self):
        self.make_store(a="one\n")
        agent, = self.writers(1)
        edit = {"id": "a", "edits": [{"old": "one", "new": "two"}]}
        # This state says the same as the one before, and takes its place.
        self.on_store("delete", "a")
        self.on_store("restore", "a")
        for tool, more in [("edit_memo", edit), ("trash_memo", {"id": "a"})]:
            failure = agent.fails("A", tool, **more, baseVersion=1)
            self.assertIn("Version 1 of memo a is not kept", failure)
            self.assertIn("read the memo again", failure)
            self.assertIn("no version 4 yet", agent.fails("A", tool, **more, baseVersion=4))
        self.assertEqual(self.state(agent), (3, "one\n"))

    def test_in_a_locked_store_a_write_is_answered_and_survives_the_process(self):
        self.make_store(a="one\n")
        here, there = self.writers(2)
        self.assertEqual(self.state(there), (1, "one\n"))
        unlock = self.lock_store()
        told = here.call("A", "append_to_memo", id="a", text="two")
        self.assertEqual(told["version"], 2)
        here.kill()
        unlock()
        there.call("B", "edit_memo", id="a", baseVersion=1, edits=[{"old": "one", "new": "ONE"}])
        self.assertEqual(self.state(self.lines()), (3, "ONE\ntwo\n"))

    def test_what_could_not_be_saved_is_no_base_where_another_has_that_number(self):
        self.make_store(a="one\ntwo\nthree\n")
        here, there = self.writers(2)
        unlock = self.lock_store()
        self.assertEqual(here.call("A", "append_to_memo", id="a", text="here")["version"], 2)
        # Locked out, too, until the other is saved by itself.
        call = there.begin("B", "edit_memo", id="a", baseVersion=1, edits=[{"old": "one", "new": "ONE"}])
        unlock()
        self.assertIsNotNone(there.end(call)[0])
        self.wait_until(lambda: self.state(there)[1] == "ONE\ntwo\nthree\nhere\n", "both")
        self.wait_until(lambda: self.state(here) == self.state(there), "the same here")
        edit = {"id": "a", "edits": [{"old": "two", "new": "2"}]}
        self.assertIn("is not kept", here.fails("A", "edit_memo", **edit, baseVersion=2))
        here.call("A", "edit_memo", **edit, baseVersion=3)


class Model(AgentCase):
    """What agents in three processes and a person do one after the other; processes are killed in between, and right
    after a call that is not waited for. The model is every state by its number."""

    def setUp(self):
        super().setUp()
        print(f"MEMO_TEST_SEED={SEED}")
        self.chance = random.Random(SEED)
        self.words = 0

    def word(self):
        self.words += 1
        return f"w{self.words}."

    def learn(self, version, text):
        self.assertEqual(self.states.setdefault(version, text), text, f"version {version} is two states")

    def current(self):
        return max(self.states)

    def read(self, process):
        memo = process.call("A", "read_memo", id="a")
        self.learn(memo["version"], memo["text"])
        return memo["version"]

    def edit(self, base):
        """An edit of one line of a state, and the text that is to result; None where others have changed the line."""
        lines = self.states[base].split("\n")[:-1]
        index = self.chance.randrange(len(lines))
        new = self.word()
        now = self.states[self.current()].split("\n")
        if index < len(now) and now[index] == lines[index]:
            now[index] = new
            return [{"old": lines[index], "new": new}], "\n".join(now)
        return [{"old": lines[index], "new": new}], None

    def act(self, processes):
        place = self.chance.randrange(len(processes))
        process, kind = processes[place], self.chance.randrange(12)
        if kind < 6:
            base = self.chance.choice(sorted(self.states)[-4:])
            edits, text = self.edit(base)
            if kind == 0:
                process.begin("A", "edit_memo", id="a", baseVersion=base, edits=edits)
                self.chance.random() < 0.3 or threading.Event().wait(self.chance.random() * 0.003)
                processes[place] = self.again(process)
                self.settle(processes[place], text)
                return
            found, failure = process.end(process.begin("A", "edit_memo", id="a", baseVersion=base, edits=edits))
            if text is None:
                self.assertIn("Nothing was changed", failure)
                self.assertIn(f"version {self.current()}", failure)
                return
            self.assertIsNone(failure)
            self.assertEqual(found["version"], self.current() + 1)
            self.learn(found["version"], text)
            if kind == 1:
                # Right after the answer.
                processes[place] = self.again(process)
        elif kind == 6:
            found = process.call("A", "append_to_memo", id="a", text=(new := self.word()))
            self.assertEqual(found["version"], self.current() + 1)
            self.learn(found["version"], self.states[self.current()] + new + "\n")
        elif kind == 7:
            found, _ = process.end(process.begin("A", "undo_memo", id="a"))
            if found:
                self.assertEqual(found["version"], self.current() + 1)
                self.wait_until(lambda: self.read(process) == found["version"], "what was undone")
        elif kind == 8:
            self.type()
        else:
            self.read(process)

    def again(self, process):
        process.kill()
        return self.lines("--allow-write")

    def settle(self, process, text):
        """Learns whether a call of which nothing was heard was carried out."""
        before = self.current()
        version = self.read(process)
        self.assertIn(version, (before, before + 1))
        self.assertTrue(version == before or self.states[version] == text)

    def type(self):
        """The person edits what is stored."""
        self.wait_until(lambda: self.editor.request("getMemo", {"id": "a"})["version"] == self.current(), "the number")
        memo = self.editor.request("getMemo", {"id": "a"})
        self.learn(memo["version"], memo["text"])
        text = memo["text"].replace(self.chance.choice(memo["text"].split("\n")[:-1]), self.word(), 1)
        for part in (text, text + self.word() + "\n"):
            self.editor.notify("updateMemo", {"id": "a", "contentChanges": [{"text": part}]})
        self.editor.request("flush")
        memo = self.editor.request("getMemo", {"id": "a"})
        self.learn(memo["version"], memo["text"])

    def test_no_number_is_two_states(self):
        self.make_store(a="".join(f"line {number}\n" for number in range(5)))
        self.states = {}
        processes, self.editor = [self.lines("--allow-write") for _ in range(3)], self.start()
        self.read(processes[0])
        for _ in range(150):
            self.act(processes)
        self.compare(processes[0])
        self.assertGreater(len(self.states), 60)

    def compare(self, process):
        """Holds the history against the model."""
        for row in process.rows("memo_history", id="a"):
            self.learn(row["version"], process.call("A", "read_memo", id="a", revision=row["revision"])["text"])

    def test_no_number_is_two_states_where_all_write_at_once(self):
        self.make_store(a="".join(f"line {number}\n" for number in range(9)))
        self.states, told, lock = {}, [], threading.Lock()
        editor = self.start("--autosave-delay-ms", "1", "--autosave-max-delay-ms", "5")

        def work(name, seed):
            chance, process, words = random.Random(seed), self.lines("--allow-write"), []
            for number in range(25):
                word = f"{name}{number}."
                found = process.call(name, "append_to_memo", id="a", text=word)
                memo = process.call(name, "read_memo", id="a")
                lines = memo["text"].split("\n")
                edited, failure = process.end(process.begin(
                    name, "edit_memo", id="a", baseVersion=memo["version"],
                    edits=[{"old": lines[chance.randrange(9)], "new": f"{name}-{number}"}]))
                with lock:
                    told.append((memo["version"], memo["text"]))
                    words.append(word)
                if chance.random() < 0.2:
                    process.kill()
                    process = self.lines("--allow-write")
            return words

        words, failures = [], []

        def run(*arguments):
            try:
                words.extend(work(*arguments))
            except BaseException as failure:
                failures.append(failure)

        threads = [threading.Thread(target=run, args=(name, f"{SEED}{name}")) for name in "ABC"]
        for thread in threads:
            thread.start()
        typed = 0
        while alive := [thread for thread in threads if thread.is_alive()]:
            alive[0].join(0.02)
            # So that the text goes into one answer.
            if typed == 300:
                continue
            typed += 1
            editor.request("updateMemo", {"id": "a", "contentChanges": [
                {"range": {"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 0}},
                 "text": f"typed{typed}.\n"}]})
        self.assertEqual(failures, [])
        editor.request("flush")
        for version, text in told:
            self.learn(version, text)
        process = self.lines()
        self.compare(process)
        # What could not be merged is a memo of its own.
        texts = "".join(process.call("A", "read_memo", id=memo["id"])["text"] for memo in process.rows("list_memos"))
        missing = [word for word in words + [f"typed{number}." for number in range(1, typed + 1)] if word not in texts]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
