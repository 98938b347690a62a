"""What the tests for agents share: the official client, in either mode, and messages by hand."""

import functools
import json
import os
import pathlib
import select
import socket
import subprocess
import unittest

from command_case import CommandCase
from memo_client import PATIENCE, Silence, binary

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODERN = "2026-07-28"
LEGACY = ["2025-11-25", "2025-06-18"]
# The official client's words for them; it has none for the oldest.
MODES = [MODERN, "auto", "legacy", LEGACY[1]]
HANDSHAKES = ["legacy", LEGACY[1]]


class Refusal(Exception):
    """A protocol error that the official client was answered with."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


@functools.cache
def official_clients():
    """The socket on which agent.py is asked for clients; it ends with the file's tests."""
    python = subprocess.run(
        ["sh", "Tests/Tools/agents.sh"], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.strip()
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen([python, str(pathlib.Path(__file__).with_name("agent.py"))], stdin=theirs)
    unittest.addModuleCleanup(process.wait, PATIENCE)
    unittest.addModuleCleanup(ours.close)
    unittest.addModuleCleanup(official_clients.cache_clear)
    return ours


class OfficialClient:
    """The official client, in a process of its own."""

    def __init__(self, mode, answer, command):
        input, calls = os.pipe()
        answers, output = os.pipe()
        self.input = open(calls, "w", encoding="utf-8")
        self.answers = open(answers, encoding="utf-8")
        clients = official_clients()
        socket.send_fds(clients, [json.dumps([mode, answer, *command]).encode()], [input, output])
        assert clients.recv(1), "there is no official client"
        os.close(input)
        os.close(output)

    def begin(self, call, /, **arguments):
        self.input.write(json.dumps({"call": call, "arguments": arguments}) + "\n")
        self.input.flush()

    def end(self):
        answer = json.loads(self.answers.readline())
        if "error" in answer:
            raise Refusal(answer["error"])
        return answer["result"]

    def call(self, call, /, **arguments):
        self.begin(call, **arguments)
        return self.end()

    def tool(self, name, **arguments):
        """The structure that a tool answers, which the client has checked against the tool's schema."""
        result = self.call("call_tool", name=name, arguments=arguments)
        assert not result.get("isError"), result["content"]
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
        return result["structuredContent"]

    def failure(self, name, **arguments):
        """The message of a tool that has failed."""
        result = self.call("call_tool", name=name, arguments=arguments)
        assert result["isError"] and "structuredContent" not in result, result
        return result["content"][0]["text"]

    def close(self):
        """Waits for the end; returns 0 if it was a good one."""
        if not self.answers.closed:
            self.input.close()
            if not select.select([self.answers], [], [], PATIENCE)[0]:
                raise Silence("the official client does not end")
            self.status = 0 if self.answers.read() == "ended well\n" else 1
            self.answers.close()
        return self.status


class Lines:
    """Messages by hand, one a line."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", **options)
        self.last = 0

    def write(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def send(self, **message):
        self.write(json.dumps({"jsonrpc": "2.0"} | message))

    def read(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, method, params=None, meta=None):
        """The answer to a request."""
        self.last += 1
        params = dict(params or {})
        if meta is not None:
            params["_meta"] = meta
        self.send(id=self.last, method=method, params=params)
        answer = self.read()
        assert answer["id"] == self.last, answer
        return answer

    def modern(self, method, version=MODERN, **params):
        """The answer to a request that names a version."""
        return self.ask(method, params, {
            "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {}})

    def begin(self, agent, name, **arguments):
        """Sends a call of a tool by an agent of this name; returns its id."""
        self.last += 1
        self.send(id=self.last, method="tools/call", params={"name": name, "arguments": arguments, "_meta": {
            "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": agent, "version": "1"}}})
        return self.last

    def end(self, id):
        """The answer to a call of a tool: what it found, or said that failed."""
        answer = self.read()
        assert answer["id"] == id, answer
        result = answer["result"]
        return (None, result["content"][0]["text"]) if result.get("isError") else (result["structuredContent"], None)

    def call(self, agent, name, **arguments):
        """The answer of a tool, which must not fail."""
        found, failure = self.end(self.begin(agent, name, **arguments))
        assert failure is None, failure
        return found

    def fails(self, agent, name, **arguments):
        """The message of a tool, which must fail."""
        found, failure = self.end(self.begin(agent, name, **arguments))
        assert failure is not None, found
        return failure

    def rows(self, name, **arguments):
        """All rows of a tool's answer, page after page."""
        found = self.call("A", name, **arguments, limit=50)
        rows = next(value for value in found.values() if isinstance(value, list))
        if "nextCursor" not in found:
            return rows
        return rows + self.rows(name, **arguments | {"cursor": found["nextCursor"]})

    def kill(self):
        """Ends the process here and now."""
        self.process.kill()
        self.process.communicate()

    def close(self):
        """Waits for the end; returns the status, and what was said until then."""
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, rest


class AgentCase(CommandCase):
    def command(self, *flags):
        return [binary(), "mcp", "--store", str(self.store), *flags]

    def agent(self, *flags, mode=MODERN, answer="none"):
        """The official client on the test's store; `answer` is what the person says when asked, if the client can
        ask."""
        client = OfficialClient(mode, answer, self.command(*flags))
        self.addCleanup(client.close)
        return client

    def lines(self, *flags):
        lines = Lines(self.command(*flags), env=self.environment())
        self.addCleanup(lambda: lines.process.poll() is None and lines.close())
        return lines
