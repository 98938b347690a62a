"""Weather that a command of the user's own tells, over real pipes and with real processes."""

import json
import os
import shlex
import signal
import time
import unittest

from memo_case import STILL, WANTS_NOTES, MemoCase

# The example of https://openweathermap.org/current, shortened.
OPEN_WEATHER = {
    "coord": {"lon": 126.98, "lat": 37.57},
    "weather": [{"id": 501, "main": "Rain", "description": "moderate rain", "icon": "10d"}],
    "main": {"temp": 284.2, "feels_like": 282.93, "humidity": 60},
    "cod": 200,
}
RAIN = {"main": "Rain", "description": "moderate rain", "icon": "10d", "temperature": 11.05}
SEOUL = {"latitude": 37.5665, "longitude": 126.9780}


class Weather(MemoCase):
    def setUp(self):
        super().setUp()
        self.calls = self.folder / "calls"
        self.answer = self.folder / "answer"
        self.answer.write_text(json.dumps(OPEN_WEATHER))

    def shell(self, rest=None):
        """A command that notes its arguments and goes on with something, by default with the answer."""
        note = f"echo {{latitude}} {{longitude}} >> {shlex.quote(str(self.calls))}"
        return f"{note}; {rest or 'cat ' + shlex.quote(str(self.answer))}"

    def begin(self, command, *flags):
        client = self.start("--virtual-clock", "--weather-command", command, *flags)
        client.initialize(capabilities=WANTS_NOTES)
        return client

    def create(self, client, id="a", **properties):
        return client.request("createMemo", {"id": id, "text": "Xanthippe", "properties": properties})

    def weather_of(self, client, id="a"):
        """The weather once nothing is looked up any more."""
        client.request("$/advanceClock", {"ms": 500})
        return client.request("getMemo", {"id": id})["properties"].get("weather")

    def called(self):
        return self.calls.read_text().splitlines() if self.calls.exists() else []

    def check_failure(self, client, words):
        """Checks that a memo gets no weather, and that the client and stderr are told why without the memo's words."""
        self.create(client, location=SEOUL)
        self.assertIsNone(self.weather_of(client))
        told = client.note("window/logMessage")
        self.assertEqual(told["type"], 2)
        self.assertIn(words, told["message"])
        self.assertIn(words, client.stderr())
        for secret in ("Xanthippe", "37.5", "126.9"):
            self.assertNotIn(secret, told["message"] + client.stderr())
        self.assertEqual(client.request("getMemo", {"id": "a"})["version"], 1)
        client.close_input()
        self.assertEqual(client.wait(), 0)

    def test_a_memo_with_a_place_gets_the_weather_there_and_the_client_is_told(self):
        client = self.begin(self.shell())
        self.assertEqual(self.create(client, location=SEOUL, mood="calm")["version"], 1)
        self.assertEqual(self.weather_of(client), RAIN)
        told = client.note("didChangeMemo")
        self.assertEqual((told["baseVersion"], told["version"]), (1, 2))
        self.assertEqual(told["properties"], {"location": SEOUL, "mood": "calm", "weather": RAIN})
        self.assertNotIn("contentChanges", told)
        self.assertEqual(client.note("didSaveMemo"), {"id": "a", "version": 2})
        self.assertEqual(self.called(), ["37.57 126.98"])
        edit = {"id": "a", "baseVersion": 2, "contentChanges": [{"text": "new"}]}
        self.assertEqual(client.request("updateMemo", edit)["version"], 3)

    def test_a_place_that_is_set_later_is_looked_up_too(self):
        client = self.begin(self.shell())
        self.create(client)
        self.assertIsNone(self.weather_of(client))
        client.request("updateMemo", {"id": "a", "properties": {"location": SEOUL}})
        self.assertEqual(self.weather_of(client), RAIN)

    def test_weather_that_is_given_is_kept(self):
        client = self.begin(self.shell())
        mine = RAIN | {"description": "mine"}
        self.create(client, location=SEOUL, weather=mine)
        self.assertEqual(self.weather_of(client), mine)
        self.assertEqual(self.called(), [])

    def test_without_the_flag_nothing_is_filled_in(self):
        client = self.start("--virtual-clock")
        self.create(client, location=SEOUL)
        self.assertIsNone(self.weather_of(client))

    def test_a_property_is_taken_as_it_is(self):
        self.answer.write_text('{"main":"Fog","description":"안개","icon":"50n","temperature":-0.50,"more":1}\n')
        client = self.begin(self.shell())
        self.create(client, location=SEOUL)
        self.assertEqual(
            self.weather_of(client), {"main": "Fog", "description": "안개", "icon": "50n", "temperature": -0.5})

    def test_many_memos_of_one_place_make_one_run_an_hour(self):
        client = self.begin(self.shell())
        for number in range(40):
            self.create(client, f"m{number}", location=SEOUL)
        for number in range(40):
            self.assertEqual(self.weather_of(client, f"m{number}"), RAIN)
        self.assertEqual(len(self.called()), 1)
        client.request("$/advanceClock", {"ms": 3_600_000})
        self.create(client, "later", location=SEOUL)
        self.assertEqual(self.weather_of(client, "later"), RAIN)
        self.assertEqual(len(self.called()), 2)

    def test_no_client_can_say_anything_to_the_shell(self):
        client = self.begin(self.shell())
        for latitude in ("1; touch x", "$(id)", [1], {}, True, None, 90.1, "37.5"):
            with self.subTest(latitude=latitude):
                place = {"latitude": latitude, "longitude": 1}
                self.check_error(-32602, lambda: self.create(client, location=place))
        odd = "'; touch x; echo '"
        self.create(client, "b", location={"latitude": 1e-7, "longitude": -1.8e2, odd: odd}, tags=[odd])
        self.assertEqual(self.weather_of(client, "b"), RAIN)
        self.assertEqual(self.called(), ["0 -180"])

    def test_what_is_no_weather_is_told_and_left(self):
        for text in ("", "<html>no</html>", '{"cod":401,"message":"Invalid API key"}', "[]", "\0", "{" * 999):
            with self.subTest(text=text):
                self.store = self.folder / f"store{len(text)}" / "memos.sqlite"
                self.answer.write_text(text)
                self.check_failure(self.begin(self.shell()), "wrote no weather that can be read")

    def test_a_command_that_fails_is_told(self):
        cases = {
            "exit 1": "ended with status 1",
            "no-such-program-of-any-name": "ended with status 127",
            "kill -9 $$": "ended with status 137",
            "yes": "wrote more than 65536 bytes",
            "cat": "wrote no weather",  # stdin is empty
        }
        for number, (rest, words) in enumerate(cases.items()):
            with self.subTest(command=rest):
                self.store = self.folder / f"store{number}" / "memos.sqlite"
                self.check_failure(self.begin(self.shell(rest)), words)

    def test_what_a_command_writes_to_stderr_is_counted_and_not_kept(self):
        client = self.begin(self.shell("echo Xanthippe >&2; cat " + shlex.quote(str(self.answer))),
                            "--log-level", "debug")
        self.create(client, location=SEOUL)
        self.assertEqual(self.weather_of(client), RAIN)
        self.assertIn("wrote 10 bytes to stderr", client.stderr())
        self.assertNotIn("Xanthippe", client.stderr())

    def group(self):
        """A command that says what its process group is, and hangs with a child of its own; and how to learn the
        group."""
        path = self.folder / "group"
        command = self.shell(f"echo $$ > {shlex.quote(str(path))}.new; mv {path}.new {path}; sleep 1000 & sleep 1000")

        def read():
            self.wait_until(path.exists, "the command's start")
            return int(path.read_text())

        return command, read

    def wait_until_gone(self, group):
        """Waits until no process of a group is left."""

        def is_gone():
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return True
            except PermissionError:
                pass
            return all_ended(group)

        self.wait_until(is_gone, "the end of the command")

    def test_a_command_that_hangs_is_killed_with_all_that_it_started_and_holds_up_nobody(self):
        command, group = self.group()
        client = self.begin(command)
        start = time.monotonic()
        self.create(client, location=SEOUL)
        group = group()
        for base in range(1, 200):
            client.request("updateMemo", {"id": "a", "baseVersion": base, "contentChanges": [{"text": str(base)}]})
        self.assertLess(time.monotonic() - start, 9, "edits waited for the weather")
        self.assertIsNone(self.weather_of(client))
        self.assertIn("did not end within 10 s and was killed", client.note("window/logMessage")["message"])
        self.wait_until_gone(group)

    def test_a_command_that_runs_when_the_session_ends_is_killed(self):
        for number, end in enumerate(("input", signal.SIGTERM)):
            with self.subTest(end=end):
                self.store = self.folder / f"store{number}" / "memos.sqlite"
                (self.folder / "group").unlink(missing_ok=True)
                command, group = self.group()
                client = self.begin(command)
                self.create(client, location=SEOUL)
                group = group()
                start = time.monotonic()
                client.close_input() if end == "input" else client.process.send_signal(end)
                client.rest()
                self.assertEqual(client.wait(), 0 if end == "input" else 128 + end)
                self.assertLess(time.monotonic() - start, 9, "the end waited for the weather")
                self.wait_until_gone(group)

    @unittest.skipUnless(os.path.exists("/proc/self/fd"), "descriptors are seen in /proc")
    def test_a_command_inherits_no_descriptor_and_no_signal_that_is_held_back(self):
        seen = shlex.quote(str(self.folder / "seen"))
        look = f"ls -l /proc/self/fd > {seen}; grep -E 'SigBlk|SigIgn' /proc/self/status >> {seen}; cat {self.answer}"
        client = self.begin(self.shell(look))
        self.create(client, location=SEOUL)
        self.assertEqual(self.weather_of(client), RAIN)
        found = (self.folder / "seen").read_text()
        self.assertEqual((found.count("/dev/null"), found.count("pipe:")), (1, 1), "stdin and stderr of ls")
        self.assertNotIn("sqlite", found)
        self.assertEqual(found.count(" -> "), 4, "and its stdout, and the folder it reads")
        held = [int(line.split()[1], 16) for line in found.splitlines() if line.startswith("Sig")]
        # The C library has numbers 32 and 33 for itself.
        self.assertEqual([signals & 0x7FFF_FFFF for signals in held], [0, 0])

    def test_what_was_found_is_filled_in_at_the_end_though_somebody_has_just_typed(self):
        client = self.begin(self.shell(), *STILL)
        self.create(client, location=SEOUL)
        # All lookups are over, and no time has passed.
        client.request("$/advanceClock", {"ms": 0})
        self.assertEqual(len(self.called()), 1)
        self.assertNotIn("weather", client.request("getMemo", {"id": "a"})["properties"])
        client.close_input()
        self.assertEqual(client.note("didChangeMemo")["properties"]["weather"], RAIN)
        client.rest()
        self.assertEqual(client.wait(), 0)
        again = self.start()
        self.assertEqual(again.request("getMemo", {"id": "a"})["properties"]["weather"], RAIN)


def all_ended(group):
    """Whether all that is left of a process group has ended, and is only still to be collected (Linux)."""
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] not in "ZX":
            return False
    return True


if __name__ == "__main__":
    unittest.main()
