"use strict";

const { Client } = require("./client");
const { newStore, openWindow } = require("./host");

/** A window on a store that has these memos, by their ids, and one document of each that is asked for. */
async function linked(t, texts, options = {}) {
  const store = newStore(t);
  const other = new Client(t, store);
  for (const [id, text] of Object.entries(texts)) await other.call("createMemo", { id, text });
  await other.call("flush", {});
  const window = openWindow(t, { store, ...options });
  await window.running();
  const { Position } = window.vscode;
  const document = async (id) => {
    const opened = await window.openMemo(id);
    await window.vscode.window.showTextDocument(opened.uri, {});
    return window.editors.active.document;
  };
  /** What a provider says at the place before a mark in the text. */
  const at = (shown, words, offset = 0) => {
    const lines = shown.getText().split("\n");
    const line = lines.findIndex((each) => each.includes(words));
    return new Position(line, lines[line].indexOf(words) + offset);
  };
  const { providers } = window.languages;
  const token = new window.vscode.CancellationTokenSource().token;
  /** Puts the cursor somewhere, which nobody is told. */
  const cursor = (line, character) => {
    window.editors.active.selections = [{ active: new Position(line, character) }];
  };
  return { ...window, other, document, at, cursor, providers, token };
}

module.exports = { linked };
