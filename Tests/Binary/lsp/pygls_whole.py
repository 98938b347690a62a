"""All that one does with notes, in one go: with pygls' client; run by test_whole_pygls with a Python that has it."""

import asyncio
import json
import pathlib

from lsprotocol import types as t
from pygls_editor import Editor, path_of, place


async def converse():
    editor, notes = Editor(), pathlib.Path.cwd()
    await editor.begin(root_uri=notes.as_uri())
    home, roof = ((notes / f"{name}.md").as_uri() for name in ("Home", "Roof"))
    for uri in (home, roof):
        editor.open(uri, path_of(uri).read_text())
    editor.type(home, editor.texts[home] + "[[Ro")
    completed = await editor.client.text_document_completion_async(t.CompletionParams(**place(home, 2, 4)))
    editor.type(home, editor.edited(home, [completed.items[0].text_edit]) + " [[Gone]]\n")
    told = {"wrong": await editor.problems(home, "broken")}
    (leads,) = await editor.client.text_document_definition_async(t.DefinitionParams(**place(home, 1, 3)))
    editor.open(leads.uri, path_of(leads.uri).read_text())
    renamed = await editor.client.text_document_rename_async(
        t.RenameParams(new_name="My home", **place(leads.uri, 0, 3)))
    assert editor.apply(renamed)
    await editor.told(lambda: all("My home" in text for text in editor.texts.values()))
    for uri in editor.texts:
        editor.save(uri)
    await editor.end()
    print(json.dumps(told | {"buffers": {path_of(uri).name: text for uri, text in editor.texts.items()}}))


asyncio.run(asyncio.wait_for(converse(), 100))
