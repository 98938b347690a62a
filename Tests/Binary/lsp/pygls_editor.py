"""An editor made of pygls' client: documents by their URIs, which all that the server asks for is done to."""

import asyncio
import os
import pathlib
from urllib.parse import unquote, urlsplit

from lsprotocol import types as t
from pygls.lsp.client import BaseLanguageClient


def path_of(uri):
    return pathlib.Path(unquote(urlsplit(uri).path))


class Editor:
    def __init__(self):
        self.client = BaseLanguageClient("tester", "1")
        self.texts, self.versions = {}, {}
        self.diagnostics = asyncio.Queue()
        # What the server asked for and what was done.
        self.edits = asyncio.Queue()

        @self.client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _(params):
            self.diagnostics.put_nowait(params)

        @self.client.feature(t.WORKSPACE_APPLY_EDIT)
        def _(params):
            is_applied = self.apply(params.edit)
            self.edits.put_nowait(params)
            return t.ApplyWorkspaceEditResult(applied=is_applied)

    async def begin(self, **options):
        await self.client.start_io("memo-ls", "lsp", "--stdio", env=dict(os.environ))
        edit = t.WorkspaceEditClientCapabilities(
            document_changes=True, resource_operations=[t.ResourceOperationKind.Rename])
        capabilities = t.ClientCapabilities(
            workspace=t.WorkspaceClientCapabilities(apply_edit=True, workspace_edit=edit),
            # Positions count characters, as Python's strings do.
            general=t.GeneralClientCapabilities(position_encodings=[t.PositionEncodingKind.Utf32]),
        )
        begun = await self.client.initialize_async(t.InitializeParams(capabilities=capabilities, **options))
        self.client.initialized(t.InitializedParams())
        return begun

    async def end(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)

    def open(self, uri, text):
        self.texts[uri], self.versions[uri] = text, 1
        item = t.TextDocumentItem(uri=uri, language_id="markdown", version=1, text=text)
        self.client.text_document_did_open(t.DidOpenTextDocumentParams(text_document=item))

    def type(self, uri, text):
        self.texts[uri] = text
        self.versions[uri] += 1
        document = t.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.client.text_document_did_change(t.DidChangeTextDocumentParams(
            text_document=document, content_changes=[t.TextDocumentContentChangeWholeDocument(text=text)]))

    def save(self, uri):
        if uri.startswith("file:"):
            path_of(uri).write_text(self.texts[uri])
        document = t.TextDocumentIdentifier(uri=uri)
        self.client.text_document_did_save(t.DidSaveTextDocumentParams(text_document=document))

    def apply(self, edit):
        """Whether all of an edit could be made: it is for the documents as they are."""
        for change in edit.document_changes:
            if isinstance(change, t.RenameFile):
                self.move(change.old_uri, change.new_uri)
                continue
            uri, version = change.text_document.uri, change.text_document.version
            if uri not in self.texts:
                self.open(uri, path_of(uri).read_text())
            if version not in (None, self.versions[uri]):
                return False
            self.type(uri, self.edited(uri, change.edits))
        return True

    def edited(self, uri, edits):
        text = self.texts[uri]
        for edit in sorted(edits, key=lambda one: self.offset(uri, one.range.start), reverse=True):
            start, end = self.offset(uri, edit.range.start), self.offset(uri, edit.range.end)
            text = text[:start] + edit.new_text + text[end:]
        return text

    def offset(self, uri, position):
        lines = self.texts[uri].splitlines(keepends=True) + [""]
        return sum(map(len, lines[: position.line])) + position.character

    def move(self, old, new):
        """Renames a file and the document that shows it, as editors do: that is closed, and opened by its new name."""
        path_of(old).rename(path_of(new))
        if old in self.texts:
            document = t.TextDocumentIdentifier(uri=old)
            self.client.text_document_did_close(t.DidCloseTextDocumentParams(text_document=document))
            self.open(new, self.texts.pop(old))

    async def told(self, body):
        """Waits for the server's edits until `body` holds."""
        while not body():
            await asyncio.wait_for(self.edits.get(), 30)

    async def problems(self, uri, code):
        """Waits until a document has such a problem; the codes of all that it has then."""
        while True:
            said = await asyncio.wait_for(self.diagnostics.get(), 30)
            codes = [one.code for one in said.diagnostics]
            if said.uri == uri and code in codes:
                return codes


def place(uri, line, character):
    return {"text_document": t.TextDocumentIdentifier(uri=uri), "position": t.Position(line=line, character=character)}
