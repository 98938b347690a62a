"""The conversations of Tests/Fixtures: what each line is, and whether an answer is the one that a fixture expects.

A fixture is the client's and the server's lines as they go over the wire when the client waits for each answer. A line
is the server's if it holds responses, or a notification that only the server sends; every other line is the client's.
"""

import json
import pathlib
import re

import schemas
from memo_case import STILL

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Fixtures"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
# What depends on the machine or the store's layout.
ANY_NUMBER = ("uptimeMs", "journalBytes", "schemaVersion")
# What a `flush` finds to save, and `stats` then counts, when the client does not wait for it.
UNSETTLED = ("editsReceived", "savesWritten", "memosWritten", "memosDirty", "memos")


class Number(str):
    """A number with the digits it was written with."""


def strict(text):
    """JSON with every number's digits kept; a member that comes twice is a mistake."""

    def members(pairs):
        if len({name for name, _ in pairs}) != len(pairs):
            raise ValueError(f"a member comes twice: {text[:200]!r}")
        return dict(pairs)

    return json.loads(text, parse_int=Number, parse_float=Number, object_pairs_hook=members)


def is_response(message):
    """Whether a message is a response, or a batch of them."""
    if isinstance(message, list):
        return bool(message) and all(isinstance(item, dict) and is_response(item) for item in message)
    return isinstance(message, dict) and "method" not in message and ("result" in message or "error" in message)


def is_servers(line):
    """Whether a line of a fixture is the server's."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if isinstance(message, dict) and "method" in message and "id" not in message:
        return schemas.index().get(message["method"], {}).get("direction") == "serverToClient"
    return is_response(message)


class Fixture:
    """One conversation: `steps` are pairs of a client's line and the server's lines that it causes, as bytes."""

    def __init__(self, path):
        self.name = path.name
        self.bytes = path.read_bytes()
        flags = json.loads((FOLDER / "flags.json").read_text(encoding="utf-8"))
        self.flags = flags.get(path.name, [])
        self.steps = []
        for line in self.bytes.split(b"\n")[:-1]:
            if is_servers(line):
                self.steps[-1][1].append(line)
            else:
                self.steps.append((line, []))
        self.is_virtual = "--virtual-clock" in self.flags
        # Without the virtual clock nothing is saved by time, so that no fixture depends on how fast it runs.
        self.all_flags = self.flags if self.is_virtual else self.flags + STILL
        # Whether later lines of the client hold something that the server made up.
        made_up = [text.encode() for text in {*UUID7.findall(self.bytes.decode()), *self.cursors()}]
        self.is_replayable = not any(text in line for text in made_up for line, _ in self.steps)

    def cursors(self):
        """Every cursor and every revision that the server gives."""
        return re.findall(r'"(?:nextCursor|revision)":"([^"]+)"', b"\n".join(self.server_lines).decode())

    @property
    def client_lines(self):
        return [line for line, _ in self.steps]

    @property
    def server_lines(self):
        return [line for _, lines in self.steps for line in lines]

    @property
    def exit_code(self):
        """What the process ends with after the last line."""
        if b'"method":"exit"' not in self.steps[-1][0]:
            return 0
        return 0 if any(b'"method":"shutdown"' in line for line, _ in self.steps) else 1


def fixtures():
    """All conversations."""
    return [Fixture(path) for path in sorted(FOLDER.glob("*.jsonl"))]


class Comparison:
    """Compares answers with expected ones, and remembers what stands for what the server makes up."""

    def __init__(self, fixture, is_lockstep=True):
        self.is_virtual = fixture.is_virtual
        self.is_lockstep = is_lockstep
        self.bound = {}

    def substituted(self, line):
        """A client's line with the fixture's made-up values replaced by the server's."""
        for expected, actual in self.bound.items():
            line = line.replace(json.dumps(expected).encode(), json.dumps(actual).encode())
        return line

    def differences(self, expected, actual, path="$"):
        """Where an answer is not the expected one, one line each."""
        if type(expected) is not type(actual):
            return [f"{path}: expected {expected!r}, got {actual!r}"]
        if isinstance(expected, dict):
            return self._members(expected, actual, path)
        if isinstance(expected, list):
            if len(expected) != len(actual):
                return [f"{path}: expected {len(expected)} items, got {len(actual)}"]
            pairs = enumerate(zip(expected, actual))
            return [text for at, (left, right) in pairs for text in self.differences(left, right, f"{path}[{at}]")]
        if self._matches(expected, actual, path):
            return []
        return [f"{path}: expected {expected!r}, got {actual!r}"]

    def _members(self, expected, actual, path):
        if path.endswith(".error") and set(actual) - {"data"} == set(expected) - {"data"} == {"code", "message"}:
            # What else the general codes tell is for people.
            if expected["code"].startswith("-") and expected["code"] != "-32602":
                expected, actual = ({"code": item["code"], "message": item["message"]} for item in (expected, actual))
        # Told only where the machine was too busy.
        actual = {name: value for name, value in actual.items() if name not in ("slowTurns", "heaviestTurn")}
        if set(expected) != set(actual):
            missing, stray = sorted(set(expected) - set(actual)), sorted(set(actual) - set(expected))
            return [f"{path}: missing {missing}, stray {stray}"]
        return [text for name in expected for text in self.differences(expected[name], actual[name], f"{path}.{name}")]

    def _matches(self, expected, actual, path):
        name = path.rpartition(".")[2]
        if path.endswith((".error.message", ".serverInfo.version", ".store.path")):
            return isinstance(actual, str) and actual != ""
        is_unsettled = not self.is_lockstep and name in UNSETTLED
        if name in ANY_NUMBER or path.endswith(".store.bytes") or is_unsettled:
            return isinstance(actual, Number) and actual.isdigit()
        if name == "saved" and not self.is_lockstep:
            return isinstance(actual, bool)
        if not isinstance(expected, str) or isinstance(expected, Number):
            return expected == actual
        if name in ("nextCursor", "revision"):
            return self._bind(expected, actual, re.compile(".*"))
        if UUID7.fullmatch(expected):
            return self._bind(expected, actual, UUID7)
        if TIME.fullmatch(expected) and not self.is_virtual:
            return TIME.fullmatch(actual) is not None
        return expected == actual

    def _bind(self, expected, actual, pattern):
        return pattern.fullmatch(actual) is not None and self.bound.setdefault(expected, actual) == actual
