// @ts-check
"use strict";

const vscode = require("vscode");
const { barIn } = require("./writing");

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
    const session = this.outlines.session(document);
    if (!wanted || !session) return undefined;
    const { server } = this.outlines;
    const { kind, query, typed } = wanted;
    const found = await this.outlines.quietly(async () => {
      // Headings and tags that were typed just now are among them.
      await session.delivered();
      return server.request("complete", { kind, query, id: session.id }, token);
    });
    if (!found) return undefined;
    const start = position.character - typed.length;
    const { length, closes, isLabelled } = restAt(line.slice(position.character), kind);
    const bar = barIn(document, position.line);
    const replaced = new vscode.Range(position.line, start, position.line, position.character + length);
    const items = found.items.map((/** @type {any} */ item, /** @type {number} */ index) =>
      completionItem(item, { kind, index, typed, replaced, closes, isLabelled, bar }));
    // Each letter asks again: VS Code would look for it in these alone, in its own way.
    return new vscode.CompletionList(items, true);
  }
}

/**
 * @param {{ label: string, insert: string, detail?: string }} item
 * @param {{ kind: Wanted["kind"], index: number, typed: string, replaced: import("vscode").Range,
 *   bar: string } & Omit<Rest, "length">} how
 */
function completionItem({ label, insert, detail }, { kind, index, typed, replaced, closes, isLabelled, bar }) {
  const shown = new vscode.CompletionItem(label, KINDS[kind]);
  shown.detail = detail;
  // A second label would be read as part of the first one, or of the heading.
  const written = insert.replace(/\\?\|(.*)$/u, (_, ownLabel) => isLabelled ? "" : `${bar}${ownLabel}`);
  shown.insertText = closes ? `${written}]]` : written;
  shown.range = replaced;
  // The server has found and sorted already, in more ways than VS Code knows. After a space VS Code does not ask again,
  // but looks for what is typed from here on.
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

/**
 * @typedef {{ length: number, closes: boolean, isLabelled: boolean }} Rest how much is written over, whether the link
 *   ends there, and whether its heading or label stays
 */

/**
 * What a completion does with the rest of a link or a tag: what is chosen takes the place of the whole name, and a
 * heading or a label behind it stays. Brackets that VS Code closes by itself are written over, so that the cursor
 * comes behind them.
 * @param {string} behind what stands on the line behind the cursor @param {Wanted["kind"]} kind @returns {Rest}
 */
function restAt(behind, kind) {
  if (kind === "tag") return { length: REST_OF_TAG.exec(behind)?.[0].length ?? 0, closes: false, isLabelled: false };
  const [whole, name, brackets] = (kind === "link" ? REST_OF_TARGET : REST_OF_FRAGMENT).exec(behind) ?? [];
  if (whole !== undefined && brackets === undefined) return { length: name.length, closes: false, isLabelled: true };
  const length = whole?.length ?? (behind.startsWith("]") ? 1 : 0);
  return { length, closes: true, isLabelled: false };
}

const REST_OF_TAG = /^[\p{L}\p{M}\p{N}_/-]*/u;
// In a table a bar has a backslash before it, which is no part of the name.
const REST_OF_TARGET = /^([^[\]|#]*?)(?:(\]\])|(?=(?:#|\\?\|)[^[\]]*\]\]))/u;
const REST_OF_FRAGMENT = /^([^[\]|]*?)(?:(\]\])|(?=\\?\|[^[\]]*\]\]))/u;

module.exports = { Completion, wantedAt };
