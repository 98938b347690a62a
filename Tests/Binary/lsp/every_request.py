"""Every request that the server answers between the first and the last, about some place in a document."""

import re


class EveryRequest:
    """Makes requests at random. What some answers bring is what later requests are about."""

    def __init__(self, chance, folder, aside):
        self.chance, self.folder = chance, folder
        # A memo that nobody types into, for commands that change what one says.
        self.aside = aside
        self.links, self.items, self.states = [], [], []
        self.tags, self.version = 0, None

    def make(self, uri, text, version):
        """A method and its params."""
        method = self.chance.choice(list(METHODS))
        return method, self.params(method, uri, text, version)

    def params(self, method, uri, text, version):
        """Params about a document, which says this in this version."""
        self.version = version
        return METHODS[method](self, {"textDocument": {"uri": uri}}, text)

    def learn(self, method, result):
        """Takes what an answer brings."""
        if method == "textDocument/documentLink":
            self.links = result or self.links
        elif method == "textDocument/completion":
            self.items = (result or {}).get("items") or self.items
        elif method == "workspace/executeCommand" and isinstance(result, list):
            self.states = [one for one in result if "revision" in one] or self.states

    def place(self, text):
        line = self.chance.randrange(text.count("\n") + 1)
        return {"line": line, "character": self.chance.randrange(6)}

    def range(self, text):
        places = [self.place(text), self.place(text)]
        places.sort(key=lambda one: (one["line"], one["character"]))
        return {"start": places[0], "end": places[1]}

    def at(self, document, text):
        return document | {"position": self.place(text)}

    def within(self, document, text):
        return document | {"range": self.range(text)}

    def rename(self, document, text):
        """Of tags alone, or of nothing: what else stands in a memo the model knows by its words."""
        tag = re.search(r"#t\d+", text)
        before = text[: tag.start()] if tag else text + "\n\n"
        character = len(before) - (before.rfind("\n") + 1) + 1
        self.tags += 1
        return document | {"position": {"line": before.count("\n"), "character": character}, "newName": f"t{self.tags}"}

    def command(self, document, text):
        named = {"id": self.aside}
        command, arguments = self.chance.choice(
            [
                ("daily", {"date": "2026-11-22"}),
                ("new", {"title": "no]title" if self.chance.random() < 0.8 else "New"}),
                ("show", named),
                ("search", {"query": self.chance.choice(["a1", "new", "aside"])}),
                ("history", named),
                ("undo", named),
                ("trash", named),
                ("restore", named | ({"revision": self.chance.choice(self.states)["revision"]} if self.states else {})),
                ("pin", named),
                ("backlinks", {"uri": document["textDocument"]["uri"]}),
                ("keepFolder", {"uri": self.file("none/a.md")}),
            ]
        )
        return {"command": f"memo.{command}", "arguments": [arguments]}

    def file(self, name):
        return f"file://{self.folder}/{name}"

    def actions(self, document, text):
        return self.within(document, text) | {"context": {"diagnostics": []}}

    def action(self, document, text):
        """One for all of the document, whose edit is not told yet."""
        kind = self.chance.choice(["source", "source.organizeLinkDefinitions"])
        return {"title": "x", "kind": kind, "data": self.at(document, text) | {"version": self.version}}

    def past(self, document, text):
        state = self.chance.choice(self.states) if self.states else {"uri": f"memo-history:///{self.aside}/1/x.md"}
        return {"uri": state["uri"]}


OPTIONS = {"options": {"tabSize": 2, "insertSpaces": True}}


def document(_, named, text):
    return named


METHODS = {
    "codeAction/resolve": EveryRequest.action,
    "completionItem/resolve": lambda one, _, text: one.chance.choice(one.items) if one.items else {"label": "x"},
    "documentLink/resolve": lambda one, _, text: one.chance.choice(one.links)
    if one.links
    else {"range": one.range("")},
    "textDocument/codeAction": EveryRequest.actions,
    "textDocument/codeLens": document,
    "textDocument/completion": EveryRequest.at,
    "textDocument/declaration": EveryRequest.at,
    "textDocument/definition": EveryRequest.at,
    "textDocument/diagnostic": document,
    "textDocument/documentHighlight": EveryRequest.at,
    "textDocument/documentLink": document,
    "textDocument/documentSymbol": document,
    "textDocument/foldingRange": document,
    "textDocument/formatting": lambda one, named, text: named | OPTIONS,
    "textDocument/hover": EveryRequest.at,
    "textDocument/inlayHint": EveryRequest.within,
    "textDocument/linkedEditingRange": EveryRequest.at,
    "textDocument/onTypeFormatting": lambda one, named, text: one.at(named, text) | OPTIONS | {"ch": "\n"},
    "textDocument/prepareRename": EveryRequest.at,
    "textDocument/rangeFormatting": lambda one, named, text: one.within(named, text) | OPTIONS,
    "textDocument/references": lambda one, named, text: one.at(named, text) | {"context": {"includeDeclaration": True}},
    "textDocument/rename": EveryRequest.rename,
    "textDocument/selectionRange": lambda one, named, text: named | {"positions": [one.place(text)]},
    "textDocument/semanticTokens/full": document,
    "textDocument/semanticTokens/full/delta": lambda one, named, text: named | {"previousResultId": "1"},
    "textDocument/semanticTokens/range": EveryRequest.within,
    "workspace/executeCommand": EveryRequest.command,
    "workspace/symbol": lambda one, _, text: {"query": one.chance.choice(["", "a", "#t", "new"])},
    "workspace/textDocumentContent": EveryRequest.past,
    "workspace/willCreateFiles": lambda one, _, text: {"files": [{"uri": one.file("new.md")}]},
    "workspace/willRenameFiles": lambda one, _, text: {
        "files": [{"oldUri": one.file("old.md"), "newUri": one.file("new.md")}]
    },
}
