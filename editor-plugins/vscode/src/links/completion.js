// @ts-check
"use strict";

const vscode = require("vscode");
const { idOf } = require("../documents/addresses");

/** @typedef {{ kind: "link" | "heading" | "block" | "tag", query: string, typed: string }} Wanted */

/** What is written behind `[[`, `#` and `^`, best first as the server says. */
class Completion {
  /** @param {import("./outlines").Outlines} outlines */
  constructor(outlines) {
    this.outlines = outlines;
  }

  /**
   * @param {import("vscode").TextDocument} document @param {import("vscode").Position} position
   * @param {import("vscode").CancellationToken} token
   */
  async provideCompletionItems(document, position, token) {
    const line = document.lineAt(position.line).text;
    const wanted = wantedAt(line.slice(0, position.character));
    if (!wanted) return undefined;
    const { server } = this.outlines;
    const { kind, query, typed } = wanted;
    const found = await this.outlines.quietly(async () => {
      // Headings and tags that were typed just now are among them.
      await this.outlines.sessions.of(document)?.delivered();
      return server.request("complete", { kind, query, id: idOf(document.uri) }, token);
    });
    if (!found) return undefined;
    const start = position.character - typed.length;
    const closes = kind !== "tag";
    // What VS Code closes by itself is written over, so that the cursor comes behind it.
    const closed = closes ? /^\]{0,2}/.exec(line.slice(position.character))?.[0].length ?? 0 : 0;
    const replaced = new vscode.Range(position.line, start, position.line, position.character + closed);
    const items = found.items.map((/** @type {any} */ item, /** @type {number} */ index) =>
      completionItem(item, { kind, index, typed, replaced, closes }));
    // Each letter asks again: VS Code would look for it in these alone, in its own way.
    return new vscode.CompletionList(items, true);
  }
}

/**
 * @param {{ label: string, insert: string, detail?: string }} item
 * @param {{ kind: Wanted["kind"], index: number, typed: string, replaced: import("vscode").Range, closes: boolean }}
 *   how
 */
function completionItem({ label, insert, detail }, { kind, index, typed, replaced, closes }) {
  const shown = new vscode.CompletionItem(label, KINDS[kind]);
  shown.detail = detail;
  shown.insertText = closes ? `${insert}]]` : insert;
  shown.range = replaced;
  // The server has found and sorted already, in more ways than VS Code knows. After a space VS Code does not ask again, but
  // looks for what is typed from here on.
  shown.filterText = `${typed}${kind === "heading" || kind === "block" ? insert : label}`;
  shown.sortText = String(index).padStart(6, "0");
  return shown;
}

const KINDS = {
  link: vscode.CompletionItemKind.Reference,
  heading: vscode.CompletionItemKind.Text,
  block: vscode.CompletionItemKind.Text,
  tag: vscode.CompletionItemKind.Keyword,
};

/** @param {string} before what stands on the line before the cursor @returns {Wanted | undefined} */
function wantedAt(before) {
  const [, target = "", mark, part = ""] = /\[\[([^[\]|#]*)(?:(#\^?)([^[\]|]*))?$/u.exec(before) ?? [undefined];
  if (mark !== undefined) {
    const typed = `${target}${mark}${part}`;
    return { kind: mark === "#" ? "heading" : "block", query: typed, typed };
  }
  if (/\[\[[^[\]|#]*$/u.test(before)) return { kind: "link", query: target, typed: target };
  const tag = /(?:^|[\s(])#([\p{L}\p{M}\p{N}_/-]*)$/u.exec(before)?.[1];
  return tag === undefined ? undefined : { kind: "tag", query: tag, typed: tag };
}

module.exports = { Completion, wantedAt };
