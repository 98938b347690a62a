"""A client of the Language Server Protocol, as an editor is one."""

import os

ABLE = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
    },
    "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
}


class Editor:
    """A client of the Language Server Protocol that makes all edits that it is asked for."""

    def __init__(self, case, *flags, root=None, folders=(), cwd=None, capabilities=ABLE, options=None):
        self.client = case.launch("lsp", *flags, cwd=cwd or case.folder)
        self.texts, self.versions, self.shown = {}, {}, []
        self.request("initialize", {
            "processId": os.getpid(), "capabilities": capabilities, "rootUri": root and root.as_uri(),
            "workspaceFolders": [{"uri": one.as_uri(), "name": one.name} for one in folders] or None,
            "initializationOptions": options,
        })
        self.client.notify("initialized", {})

    def request(self, method, params=None):
        id = self.client.start_request(method, params)
        while True:
            message = self.client.read()
            if "method" in message:
                self.obey(message)
            elif message.get("id") == id:
                if "error" in message:
                    raise AssertionError(message["error"])
                return message["result"]

    def obey(self, message):
        """Does what it is asked for."""
        if message["method"] == "window/showMessage":
            self.shown.append(message["params"]["message"])
        if message["method"] == "window/showMessageRequest":
            choice = message["params"]["actions"][0]
            self.client.send({"jsonrpc": "2.0", "id": message["id"], "result": choice})
        if message["method"] != "workspace/applyEdit":
            return
        for change in message["params"]["edit"]["documentChanges"]:
            uri, version = change["textDocument"]["uri"], change["textDocument"]["version"]
            isApplied = self.versions.get(uri) == version
            self.client.send({"jsonrpc": "2.0", "id": message["id"], "result": {"applied": isApplied}})
            if isApplied:
                self.replace(uri, change["edits"])

    def replace(self, uri, edits):
        """Makes the edits of an answer, or of what the server asks for, in a document."""
        text = self.texts[uri]
        for edit in sorted(edits, key=lambda one: -self.place(uri, one["range"]["start"])):
            start, end = (self.place(uri, edit["range"][name]) for name in ("start", "end"))
            text = text[:start] + edit["newText"] + text[end:]
        self.type(uri, text)

    def place(self, uri, position):
        lines = self.texts[uri].splitlines(keepends=True) + [""]
        return sum(map(len, lines[: position["line"]])) + position["character"]

    def open(self, path):
        return self.open_text(path.as_uri(), path.read_text())

    def open_text(self, uri, text):
        self.texts[uri], self.versions[uri] = text, 1
        self.client.notify("textDocument/didOpen", {
            "textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": text},
        })
        self.settle()
        return uri

    def create_missing(self, uri, text):
        """Types a link to a memo that there is not, and has it made; returns the memo."""
        self.type(uri, text)
        place = {"line": 0, "character": 3}
        actions = self.request("textDocument/codeAction", {
            "textDocument": {"uri": uri}, "range": {"start": place, "end": place}, "context": {"diagnostics": []},
        })
        (command,) = (one["command"] for one in actions if one["title"].startswith("Create"))
        params = {"command": command["command"], "arguments": command["arguments"]}
        return self.request("workspace/executeCommand", params)

    def type(self, uri, text):
        self.texts[uri], self.versions[uri] = text, self.versions[uri] + 1
        document = {"uri": uri, "version": self.versions[uri]}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def save(self, uri, path):
        path.write_text(self.texts[uri])
        self.client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})

    def close(self, uri):
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def settle(self):
        """Returns once documents have found their memos."""
        self.request("workspace/executeCommand", {"command": "memo.search", "arguments": [{"query": "x"}]})

    def finish(self):
        self.request("shutdown")
        self.client.notify("exit")
        return self.client.process.wait(60)
