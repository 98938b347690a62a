"""A conversation of pygls' client, whose types check what the server says; run by test_pygls with a Python that has
it."""

import asyncio
import json
import os
import sys

from lsprotocol import types as t
from pygls.lsp.client import BaseLanguageClient


def place(uri, line, character):
    return {"text_document": t.TextDocumentIdentifier(uri=uri), "position": t.Position(line=line, character=character)}


async def converse():
    client = BaseLanguageClient("tester", "1")
    diagnostics, edits = asyncio.Queue(), asyncio.Queue()

    @client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params):
        diagnostics.put_nowait(params)

    @client.feature(t.WORKSPACE_APPLY_EDIT)
    def _(params):
        edits.put_nowait(params)
        return t.ApplyWorkspaceEditResult(applied=True)

    await client.start_io("memo-ls", "lsp", "--stdio", env=dict(os.environ))
    edit = t.WorkspaceEditClientCapabilities(document_changes=True)
    capabilities = t.ClientCapabilities(workspace=t.WorkspaceClientCapabilities(apply_edit=True, workspace_edit=edit))
    begun = await client.initialize_async(
        t.InitializeParams(capabilities=capabilities, initialization_options={"memo": {"documents": True}})
    )
    client.initialized(t.InitializedParams())
    uri, other = "memo:///here/Here.md", "memo:///m2/Other.md"

    def change(version, text):
        client.text_document_did_change(
            t.DidChangeTextDocumentParams(
                text_document=t.VersionedTextDocumentIdentifier(uri=uri, version=version),
                content_changes=[t.TextDocumentContentChangeWholeDocument(text=text)],
            )
        )

    item = t.TextDocumentItem(uri=uri, language_id="markdown", version=1, text="")
    client.text_document_did_open(t.DidOpenTextDocumentParams(text_document=item))
    change(2, "# Here\n[[Other]] [[Gone]] #tag\n- [ ] task\n\n| a | b |\n|-|-|\n")
    told = {"name": begun.server_info.name}
    while not (found := (await asyncio.wait_for(diagnostics.get(), 30)).diagnostics):
        pass
    told["wrong"] = [one.code for one in found]
    document = t.TextDocumentIdentifier(uri=uri)
    everything = t.Range(start=t.Position(line=0, character=0), end=t.Position(line=5, character=0))
    (leads,) = await client.text_document_definition_async(t.DefinitionParams(**place(uri, 1, 4)))
    told["leads"] = leads.uri
    hover = await client.text_document_hover_async(t.HoverParams(**place(uri, 1, 4)))
    told["hover"] = hover.contents.value
    items = await client.text_document_completion_async(t.CompletionParams(**place(uri, 1, 5)))
    told["items"] = [one.label for one in items.items]
    resolved = await client.completion_item_resolve_async(items.items[0])
    told["resolved"] = resolved.documentation.value
    context = t.ReferenceContext(include_declaration=True)
    references = await client.text_document_references_async(t.ReferenceParams(context=context, **place(uri, 1, 4)))
    told["references"] = [one.uri for one in references]
    symbols = await client.text_document_document_symbol_async(t.DocumentSymbolParams(text_document=document))
    told["symbols"] = [one.name for one in symbols]
    named = await client.workspace_symbol_async(t.WorkspaceSymbolParams(query="other"))
    told["named"] = [one.name for one in named]
    await client.text_document_document_highlight_async(t.DocumentHighlightParams(**place(uri, 1, 4)))
    await client.text_document_folding_range_async(t.FoldingRangeParams(text_document=document))
    await client.text_document_document_link_async(t.DocumentLinkParams(text_document=document))
    positions = [t.Position(line=1, character=4)]
    await client.text_document_selection_range_async(t.SelectionRangeParams(text_document=document, positions=positions))
    await client.text_document_linked_editing_range_async(t.LinkedEditingRangeParams(**place(uri, 1, 4)))
    tokens = await client.text_document_semantic_tokens_full_async(t.SemanticTokensParams(text_document=document))
    delta = t.SemanticTokensDeltaParams(text_document=document, previous_result_id=tokens.result_id)
    await client.text_document_semantic_tokens_full_delta_async(delta)
    await client.text_document_inlay_hint_async(t.InlayHintParams(text_document=document, range=everything))
    await client.text_document_code_lens_async(t.CodeLensParams(text_document=document))
    options = t.FormattingOptions(tab_size=2, insert_spaces=True)
    formatted = await client.text_document_formatting_async(
        t.DocumentFormattingParams(text_document=document, options=options)
    )
    told["formatted"] = [one.new_text for one in formatted]
    actions = await client.text_document_code_action_async(
        t.CodeActionParams(text_document=document, range=everything, context=t.CodeActionContext(diagnostics=[]))
    )
    told["actions"] = sorted(one.title for one in actions)
    made = await client.workspace_execute_command_async(
        t.ExecuteCommandParams(command="memo.new", arguments=[{"title": "Gone"}])
    )
    told["made"] = made["title"] if isinstance(made, dict) else made.title
    prepared = await client.text_document_prepare_rename_async(t.PrepareRenameParams(**place(uri, 1, 4)))
    told["prepared"] = prepared.placeholder
    await client.text_document_rename_async(t.RenameParams(new_name="Renamed", **place(uri, 1, 4)))
    asked = await asyncio.wait_for(edits.get(), 30)
    (part,) = asked.edit.document_changes
    told["asked"] = [one.new_text for one in part.edits]
    client.text_document_did_save(t.DidSaveTextDocumentParams(text_document=document))
    await client.shutdown_async(None)
    client.exit(None)
    print(json.dumps(told))


asyncio.run(asyncio.wait_for(converse(), 100))
sys.exit(0)
