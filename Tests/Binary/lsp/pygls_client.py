"""A conversation of pygls' client, whose types check what the server says; run by test_pygls with a Python that has
it."""

import asyncio
import json

from lsprotocol import types as t
from pygls_editor import Editor, place


async def converse():
    editor = Editor()
    client = editor.client
    begun = await editor.begin(initialization_options={"memo": {"documents": True}})
    uri = "memo:///here/Here.md"
    editor.open(uri, "")
    editor.type(uri, "# Here\n[[Other]] [[Gone]] #tag\n- [ ] task\n\n| a | b |\n|-|-|\n")
    told = {"name": begun.server_info.name, "wrong": await editor.problems(uri, "broken")}
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
    await client.text_document_selection_range_async(
        t.SelectionRangeParams(text_document=document, positions=positions))
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
    await editor.told(lambda: "[[Renamed]]" in editor.texts[uri])
    editor.save(uri)
    await editor.end()
    told["text"] = editor.texts[uri]
    print(json.dumps(told))


asyncio.run(asyncio.wait_for(converse(), 100))
