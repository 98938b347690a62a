"""A small client for the binary: starts it, speaks either framing, and never waits without a limit."""

import json
import os
import select
import signal
import subprocess
import tempfile
import time

# How long any single answer may take before the test fails, in seconds. Generous: it only bounds a failure.
PATIENCE = 60


def stop_ignoring(*numbers):
    """Has the programs that are started from now on end at these signals, as if a person had started them. A shell that
    runs the tests in the background ignores some of them for all that is started from it. A handler is not passed on to
    a program: this one keeps the tests themselves as they were."""
    for number in numbers:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


stop_ignoring(signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM)


def binary():
    """The path of the program under test, from the environment."""
    path = os.environ.get("MEMO_LS")
    if not path:
        raise RuntimeError("set MEMO_LS to the path of the memo-ls binary")
    return path


class Silence(AssertionError):
    """The server did not do in time what the test waits for."""


class ErrorAnswer(Exception):
    """A request was answered with an error; `code` and `data` are its members."""

    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')} {error.get('data')}")
        self.code = error.get("code")
        self.data = error.get("data")


def encode(message):
    """A message as JSON bytes; bytes stay as they are."""
    if isinstance(message, bytes):
        return message
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def frame(message):
    """A message as a Content-Length frame."""
    body = encode(message)
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def line(message):
    """A message as a JSON line."""
    return encode(message) + b"\n"


def call(id, method, params=None):
    """A request."""
    message = {"jsonrpc": "2.0", "id": id, "method": method}
    return message if params is None else message | {"params": params}


def notification(method, params=None):
    """A notification."""
    message = {"jsonrpc": "2.0", "method": method}
    return message if params is None else message | {"params": params}


class Client:
    """One session. `framing` is "frames" or "lines", for what is sent and what is expected back."""

    def __init__(self, *flags, framing="frames", env=None, program=None, **popen):
        self.framing = framing
        self.log = tempfile.TemporaryFile()
        arguments = [*(program or [binary()]), *flags]
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self.log} | popen
        self.process = subprocess.Popen(arguments, env=env, **streams)
        self.input = self.process.stdin.fileno()
        self.output = self.process.stdout.fileno()
        os.set_blocking(self.input, False)
        self.received = bytearray()
        self.searched = 0
        self.at_end = False
        self.notes = []
        self.last_id = 0

    # Sending

    def send_raw(self, data, reading=True):
        """Writes bytes, taking in answers meanwhile so that neither side waits for the other for ever."""
        rest = memoryview(data)
        deadline = time.monotonic() + PATIENCE
        while rest:
            readers = [self.output] if reading and not self.at_end else []
            readable, writable, _ = select.select(readers, [self.input], [], max(0, deadline - time.monotonic()))
            if not readable and not writable:
                raise Silence(f"the server takes no input; {len(rest)} bytes are left")
            if readable:
                self._take_in()
            if writable:
                try:
                    rest = rest[os.write(self.input, rest[: 1 << 20]) :]
                except BlockingIOError:
                    continue
                deadline = time.monotonic() + PATIENCE

    def send(self, *messages):
        """Sends messages, each in a frame or line of its own, in one write."""
        wrap = frame if self.framing == "frames" else line
        self.send_raw(b"".join(map(wrap, messages)))

    def notify(self, method, params=None):
        """Sends a notification."""
        self.send(notification(method, params))

    def start_request(self, method, params=None):
        """Sends a request and returns its id."""
        self.last_id += 1
        self.send(call(self.last_id, method, params))
        return self.last_id

    def request(self, method, params=None):
        """Sends a request and returns its result; an error answer is raised."""
        return self.result_of(self.start_request(method, params))

    def result_of(self, id):
        """Waits for the answer to a request. Notifications that come before it are kept in `notes`."""
        answer = self.answer()
        if answer.get("id") != id or isinstance(answer.get("id"), bool):
            raise AssertionError(f"expected the answer to {id}, got {answer}")
        if "error" in answer:
            raise ErrorAnswer(answer["error"])
        return answer["result"]

    def initialize(self, **params):
        """Opens the session and returns the result."""
        result = self.request("initialize", {"processId": None, "capabilities": {}} | params)
        self.notify("initialized", {})
        return result

    # Receiving

    def read_raw(self, timeout=PATIENCE):
        """The next message's bytes; None at the end of the output."""
        deadline = time.monotonic() + timeout
        while (body := self._next_body()) is None:
            if self.at_end:
                if self.received:
                    raise AssertionError(f"the output ends inside a message: {bytes(self.received[:200])!r}")
                return None
            if not select.select([self.output], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Silence(f"no message within {timeout} s; stderr: {self.stderr()!r}")
            self._take_in()
        return body

    def read(self, timeout=PATIENCE):
        """The next message, which must be there and be strict JSON."""
        body = self.read_raw(timeout)
        if body is None:
            raise Silence(f"the output has ended; exit {self.process.poll()}, stderr: {self.stderr()!r}")
        return json.loads(body.decode("utf-8"))

    def answer(self, timeout=PATIENCE):
        """The next message that is no notification; those before it are kept in `notes`."""
        while True:
            message = self.read(timeout)
            if not (isinstance(message, dict) and "method" in message):
                return message
            self.notes.append(message)

    def note(self, method, timeout=PATIENCE):
        """The params of the next notification of this method; others, and earlier ones, are dropped."""
        while True:
            message = self.notes.pop(0) if self.notes else self.read(timeout)
            if message.get("method") == method:
                return message["params"]

    def arrived(self):
        """The messages that are here by now, without waiting; one that is cut short by the server's end is none."""
        while not self.at_end and select.select([self.output], [], [], 0)[0]:
            self._take_in()
        while (body := self._next_body()) is not None:
            yield json.loads(body.decode("utf-8"))

    def rest(self):
        """All messages up to the end of the output."""
        messages = []
        while (body := self.read_raw()) is not None:
            messages.append(json.loads(body.decode("utf-8")))
        return messages

    def _take_in(self):
        data = os.read(self.output, 1 << 20)
        self.received += data
        self.at_end = not data

    def _next_body(self):
        if self.framing == "lines":
            end = self.received.find(b"\n", self.searched)
            self.searched = len(self.received) if end < 0 else 0
            return None if end < 0 else self._cut(0, end, end + 1)
        end = self.received.find(b"\r\n\r\n", 0, 200)
        if end < 0:
            return None
        header = bytes(self.received[:end])
        name, _, length = header.partition(b": ")
        if name != b"Content-Length" or not length.isdigit():
            raise AssertionError(f"no frame on stdout: {bytes(self.received[:200])!r}")
        start = end + 4
        stop = start + int(length)
        return self._cut(start, stop, stop) if len(self.received) >= stop else None

    def _cut(self, start, stop, next_start):
        body = bytes(self.received[start:stop])
        del self.received[:next_start]
        return body

    # Ending

    def close_input(self):
        """Ends the server's input."""
        self.process.stdin.close()

    def wait(self, timeout=PATIENCE):
        """The exit code; -N if a signal N killed the server."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Silence(f"the server does not end; stderr: {self.stderr()!r}") from None

    def finish(self):
        """Ends the input and returns the exit code, once there is nothing more to read."""
        self.close_input()
        if extra := self.rest():
            raise AssertionError(f"messages nobody asked for: {extra}")
        return self.wait()

    def stderr(self):
        """What the server has written to stderr so far."""
        return os.pread(self.log.fileno(), 1 << 20, 0).decode("utf-8", "replace")

    def kill(self):
        """Ends the server at once (SIGKILL) and lets go of everything; harmless if it has ended."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.log):
            if stream and not stream.closed:
                stream.close()
