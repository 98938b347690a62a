"""How each server is started and spoken to. All get the same text and the same keystrokes."""

import json
import shutil
import subprocess

MEMO = "0190f3a4-5b6c-7d8e-9f00-112233445566"
INITIALIZE = {"processId": None, "capabilities": {}}


def frame(body):
    """A message with its header."""
    body = body.encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def request(id, method, params=None):
    """A request; a string as id keeps the driver from waiting for its answer."""
    params = "" if params is None else ',"params":' + json.dumps(params, ensure_ascii=False, separators=(",", ":"))
    return frame(f'{{"jsonrpc":"2.0","id":{json.dumps(id)},"method":"{method}"{params}}}')


def changes(edit):
    line, character, end_line, end_character, text = edit
    return (
        f'"contentChanges":[{{"range":{{"start":{{"line":{line},"character":{character}}},'
        f'"end":{{"line":{end_line},"character":{end_character}}}}},"text":"{text}"}}]'
    )


class MemoLS:
    """memo-ls, and the floor, which is sent the very same bytes."""

    start = request(0, "initialize", INITIALIZE)

    def __init__(self, program, is_floor=False, flags=()):
        self.program, self.flags = str(program), flags
        self.name = "floor" if is_floor else "memo-ls"

    def command(self, store):
        if self.name == "floor":
            return [self.program]
        bounds = ["--max-message-bytes", str(1 << 30), "--log-level", "error"]
        return [self.program, "--store", store, *bounds, *self.flags]

    def open(self, text, id=MEMO):
        return request(1, "createMemo", {"id": id, "text": text}) + request(2, "flush")

    def between(self):
        """What is sent between two phases, so that the next finds nothing unsaved."""
        return request(3, "flush")

    def edits(self, edits, version, answered, ids=(MEMO,)):
        """The edits' messages, as requests or, but for the last, as notifications; `version` is the first one's base.
        With several memos the edits go round."""
        edits = list(edits)
        frames = []
        for index, edit in enumerate(edits):
            id = f'"id":{index + 10},' if answered or index == len(edits) - 1 else ""
            round, memo = divmod(index, len(ids))
            frames.append(frame(
                f'{{"jsonrpc":"2.0",{id}"method":"updateMemo","params":{{"id":"{ids[memo]}","baseVersion":'
                f"{version + round},{changes(edit)}}}}}"))
        return b"".join(frames)


class Agents:
    """memo-ls as agents speak to it, and the floor, which is sent the same with headers."""

    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}

    def __init__(self, server):
        self.server, self.name = server, server.name
        self.start = self.request(0, "initialize", self.hello)

    def command(self, store):
        if self.name == "floor":
            return self.server.command(store)
        return [self.server.program, "mcp", "--store", store, "--allow-write"]

    def request(self, id, method, params=None):
        framed = request(id, method, params)
        return framed if self.name == "floor" else framed.split(b"\r\n\r\n", 1)[1] + b"\n"

    def call(self, id, tool, /, **arguments):
        return self.request(id, "tools/call", {"name": tool, "arguments": arguments})


class Editors:
    """memo-ls as editors speak to it, and the floor, which is sent the same."""

    hello = {
        "processId": None, "initializationOptions": {"memo": {"documents": True}},
        "capabilities": {"general": {"positionEncodings": ["utf-8"]}},
    }
    start = request(0, "initialize", hello)
    # Nobody says shutdown, without which the end of input is none in order.
    endings = (0, 1)

    def __init__(self, server):
        self.server, self.name = server, server.name

    def command(self, store):
        if self.name == "floor":
            return self.server.command(store)
        return [self.server.program, "lsp", "--store", store, "--log-level", "error"]

    def uri(self, memo):
        return f"memo:///{memo}/x.md"

    def place(self, memo, line, character):
        return {"textDocument": {"uri": self.uri(memo)}, "position": {"line": line, "character": character}}

    def open(self, memo, text):
        document = {"uri": self.uri(memo), "languageId": "markdown", "version": 1, "text": text}
        params = json.dumps({"textDocument": document}, ensure_ascii=False)
        return frame(f'{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{params}}}')

    def edit(self, memo, version, line, character, letter):
        return frame(
            '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"%s","version":%d},%s}}'
            % (self.uri(memo), version, changes((line, character, line, character, letter))))

    def edits(self, count, memo, line):
        """Letters that are typed one after the other, and something that is answered after them."""
        frames = [self.edit(memo, index + 2, line, index, "x") for index in range(count)]
        return b"".join([*frames, request(count + 10, "bench/nothing")])


class FileEditors(Editors):
    """The same with files in an attached folder, whose store is beside it."""

    able = {"applyEdit": True, "workspaceEdit": {"documentChanges": True}}

    def __init__(self, server, folder):
        super().__init__(server)
        self.folder = folder
        hello = self.hello | {"rootUri": folder.as_uri(), "initializationOptions": None}
        hello["capabilities"] = hello["capabilities"] | {"workspace": self.able}
        self.start = request(0, "initialize", hello)

    def program(self, *arguments):
        return ["env", f"XDG_DATA_HOME={self.folder.parent}/data", self.server.program, *arguments]

    def command(self, store):
        if self.name == "floor":
            return self.server.command(store)
        return self.program("lsp", "--log-level", "error")

    def path(self, memo):
        return self.folder / f"{memo}.md"

    def uri(self, memo):
        return self.path(memo).as_uri()

    def open(self, memo, text):
        """Opens a file that says this."""
        self.path(memo).write_text(text, encoding="utf-8")
        return super().open(memo, text)


class Rumdl(FileEditors):
    """rumdl, which others make, with a folder of files."""

    def __init__(self, program, folder):
        self.rumdl, self.folder, self.name = program, folder, "rumdl"
        root = folder.as_uri()
        folders = [{"uri": root, "name": "notes"}]
        hello = {"processId": None, "rootUri": root, "workspaceFolders": folders, "capabilities": {}}
        self.start = request(0, "initialize", hello) + frame('{"jsonrpc":"2.0","method":"initialized","params":{}}')

    def command(self, store):
        return [self.rumdl, "server"]


class Clangd:
    """clangd, asked not to look at what is typed: so it does no more than keep the text, as memo-ls does."""

    start = request(0, "initialize", INITIALIZE)
    uri = "file:///memo.c"
    name = "clangd"

    def __init__(self, program):
        self.program = str(program)

    def command(self, store):
        return [self.program, "--log=error", "--background-index=0", "--clang-tidy=0", "-j=1"]

    def open(self, text):
        document = {"uri": self.uri, "languageId": "c", "version": 1, "text": text}
        params = json.dumps({"textDocument": document}, ensure_ascii=False)
        opened = f'{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{params}}}'
        return frame('{"jsonrpc":"2.0","method":"initialized","params":{}}') + frame(opened) + self.between()

    def between(self):
        # Anything but an unknown method would be work of its own.
        return request(3, "bench/nothing")

    def edits(self, edits, version, answered):
        edits = list(edits)
        frames = []
        for index, edit in enumerate(edits):
            frames.append(frame(
                '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"%s","version":%d},'
                '"wantDiagnostics":false,%s}}' % (self.uri, version + index + 1, changes(edit))))
            if answered or index == len(edits) - 1:
                frames.append(request(index + 10, "bench/nothing"))
        return b"".join(frames)


def find_clangd():
    """The toolchain's clangd; None if there is none."""
    if found := shutil.which("clangd"):
        return found
    try:
        return subprocess.run(["xcrun", "--find", "clangd"], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
