"""Every conversation of Tests/Fixtures, against the binary and against the schemas."""

import json
import random
import unittest

import schemas
from memo_case import MemoCase
from protocol.conversations import Comparison, fixtures, is_response, strict

# The members that name something, which may not be there or may not be so called: no schema can tell.
JUDGED_BY_CONTENTS = {
    ("createMemo", "template"),
    ("daily", "date"),
    ("daily", "template"),
    ("rename", "heading"),
    ("rename", "title"),
    ("rename", "to"),
}


class Fixtures(MemoCase):
    def each(self, body, *arguments):
        """Calls a body with each fixture and a store of its own."""
        for fixture in fixtures():
            with self.subTest(fixture=fixture.name):
                body(fixture, self.folder / fixture.name / "memos.sqlite", *arguments)

    def talk(self, fixture, store, framing):
        """Holds a conversation step by step, and gives each line that came with the line expected."""
        client = self.start(*fixture.all_flags, store=store, framing=framing)
        comparison = Comparison(fixture)
        for number, (sent, expected) in enumerate(fixture.steps, 1):
            client.send(comparison.substituted(sent))
            answers = [self.next_answer(client) for _ in expected]
            # A response and a notification of one moment may come in either order.
            wanted = sorted(map(strict, expected), key=is_response)
            for left, right in zip(wanted, sorted(answers, key=is_response)):
                where = f"{fixture.name} step {number}: {sent[:300]}"
                self.assertEqual(comparison.differences(left, right), [], where)
        if fixture.exit_code == 0 and b'"method":"exit"' not in fixture.client_lines[-1]:
            client.close_input()
        self.assertEqual([text for text in client.rest() if text.get("method") != "window/logMessage"], [])
        self.assertEqual(client.wait(), fixture.exit_code)

    def next_answer(self, client):
        """The server's next line that is not for the log."""
        while True:
            message = strict(client.read_raw() or b"null")
            if not isinstance(message, dict) or message.get("method") != "window/logMessage":
                return message

    def test_every_line_gets_the_answers_that_stand_after_it(self):
        self.each(self.talk, "lines")

    def test_the_answers_are_the_same_in_content_length_frames(self):
        self.each(self.talk, "frames")

    def check_replay(self, fixture, output):
        """Checks the answers to a conversation that was sent without waiting; they may come in another order."""
        comparison = Comparison(fixture, is_lockstep=False)
        answers = [message for message in map(strict, output) if message_kind(message) != "window/logMessage"]
        expected = list(map(strict, fixture.server_lines))
        self.assertEqual(sorted(map(message_kind, answers)), sorted(map(message_kind, expected)))
        if not fixture.is_replayable:
            return
        answers.sort(key=message_kind)
        expected.sort(key=message_kind)
        for left, right in zip(expected, answers):
            self.assertEqual(comparison.differences(left, right), [], message_kind(left))

    def replay(self, fixture, store, places=()):
        """Sends a whole file, both sides' lines, cut at the given places."""
        client = self.start(*fixture.all_flags, store=store, framing="lines")
        for start, stop in zip([0, *places], [*places, len(fixture.bytes)]):
            client.send_raw(fixture.bytes[start:stop])
        client.close_input()
        output = list(iter(client.read_raw, None))
        self.assertEqual(client.wait(), fixture.exit_code)
        self.check_replay(fixture, output)

    def test_a_whole_file_can_be_fed_to_the_server(self):
        self.each(self.replay)

    def test_it_does_not_matter_where_the_bytes_are_split(self):
        chance = random.Random(7396)

        def replay_split(fixture, store):
            self.replay(fixture, store, sorted(chance.randrange(len(fixture.bytes)) for _ in range(40)))

        self.each(replay_split)


class FixturesAgainstSchemas(unittest.TestCase):
    def test_every_answer_has_exactly_the_members_of_its_schema(self):
        for fixture in fixtures():
            methods = {}
            for sent, answers in fixture.steps:
                for message in as_list(sent):
                    if isinstance(message, dict) and isinstance(message.get("id"), (str, int)):
                        methods[message["id"]] = message.get("method")
                for answer in answers:
                    with self.subTest(fixture=fixture.name, answer=answer[:200]):
                        self.assertEqual(schemas.server_faults(json.loads(answer), methods.get), [])

    def test_the_params_that_the_server_takes_are_those_that_the_schemas_take(self):
        for fixture in fixtures():
            for sent, answers in fixture.steps:
                error = error_of(answers[-1]) if answers else {}
                # Of these the envelope, the method or a limit is at fault, not the params.
                if isinstance(json_or_none(sent), dict) and error.get("code") not in (-32700, -32600, -32601, 5):
                    self.check_params(fixture, json.loads(sent), error)

    def check_params(self, fixture, message, error):
        params = message.get("params")
        is_refused = error.get("code") == -32602
        if message["method"] not in schemas.index() or is_refused and is_about_contents(message, error):
            return
        with self.subTest(fixture=fixture.name, message=message):
            faults = schemas.params_faults(message["method"], params)
            self.assertEqual(bool(faults), is_refused, faults)

    def test_every_fixture_is_a_file_of_whole_lines(self):
        for fixture in fixtures():
            with self.subTest(fixture=fixture.name):
                self.assertTrue(fixture.bytes.endswith(b"\n"))
                self.assertIn(fixture.bytes[:1], (b"{", b"["))
                self.assertTrue(fixture.server_lines)


def message_kind(message):
    """What brings an answer and the expected one together: their ids, or a notification's method."""
    if isinstance(message, list):
        return " ".join(map(message_kind, message))
    return message["method"] if "method" in message else f"{type(message['id']).__name__} {message['id']}"


def json_or_none(line):
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def as_list(line):
    message = json_or_none(line)
    return message if isinstance(message, list) else [message]


def error_of(line):
    answer = json.loads(line)
    return answer.get("error", {}) if isinstance(answer, dict) else {}


def is_about_contents(message, error):
    """Whether params of the right shape were refused for what one of them names."""
    path = error.get("data", {}).get("path", "")
    member = path.removeprefix("params.")
    params = message.get("params")
    is_text = isinstance(params, dict) and isinstance(params.get(member), str)
    # Beside a text no template may be named at all, whatever its name: that is a matter of shape.
    is_text = is_text and not (member == "template" and "text" in params)
    is_named = member == "cursor" or (message["method"], member) in JUDGED_BY_CONTENTS
    return is_text and is_named and path.startswith("params.")


if __name__ == "__main__":
    unittest.main()
