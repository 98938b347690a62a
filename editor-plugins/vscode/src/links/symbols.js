// @ts-check
"use strict";

const vscode = require("vscode");
const { rangeOf } = require("./outlines");

const MOST_SYMBOLS = 200;

/** A memo's headings, as a tree, and all memos by their titles. */
class Symbols {
  /** @param {{ outlines: import("./outlines").Outlines, opening: import("../documents/opening").Opening }} parts */
  constructor({ outlines, opening }) {
    this.outlines = outlines;
    this.opening = opening;
  }

  /** @param {import("vscode").TextDocument} document @param {import("vscode").CancellationToken} token */
  async provideDocumentSymbols(document, token) {
    const outline = await this.outlines.of(document, token);
    return outline && headingTree(outline.headings, document);
  }

  /** @param {string} query @param {import("vscode").CancellationToken} token */
  async provideWorkspaceSymbols(query, token) {
    const { server } = this.outlines;
    const found = await this.outlines.quietly(() =>
      server.request("complete", { kind: "link", query, limit: MOST_SYMBOLS }, token));
    /** @type {{ label: string, id?: string, detail?: string }[]} */
    const items = found?.items ?? [];
    return items.flatMap(({ label, id, detail }) => {
      if (!id) return [];
      const place = new vscode.Location(this.opening.uriFor({ id, displayTitle: label }), new vscode.Range(0, 0, 0, 0));
      return [new vscode.SymbolInformation(label, vscode.SymbolKind.File, detail ?? "", place)];
    });
  }
}

/**
 * A heading's part goes on to the next one that is no deeper.
 * @param {import("./outlines").Heading[]} headings @param {import("vscode").TextDocument} document
 */
function headingTree(headings, document) {
  /** @type {import("vscode").DocumentSymbol[]} */
  const roots = [];
  /** @type {{ level: number, symbol: import("vscode").DocumentSymbol }[]} */
  const open = [];
  headings.forEach(({ level, text, range }) => {
    while (open.length > 0 && open[open.length - 1].level >= level) {
      endAt(open.pop()?.symbol, range.start.line - 1, document);
    }
    const symbol = new vscode.DocumentSymbol(
      text || "#".repeat(level), "", vscode.SymbolKind.String, rangeOf(range), rangeOf(range));
    (open.length > 0 ? open[open.length - 1].symbol.children : roots).push(symbol);
    open.push({ level, symbol });
  });
  for (const { symbol } of open) endAt(symbol, document.lineCount - 1, document);
  return roots;
}

/**
 * @param {import("vscode").DocumentSymbol | undefined} symbol @param {number} line
 * @param {import("vscode").TextDocument} document
 */
function endAt(symbol, line, document) {
  if (!symbol) return;
  const first = symbol.selectionRange.start.line;
  const last = Math.max(first, line);
  symbol.range = new vscode.Range(first, 0, last, document.lineAt(last).text.length);
}

module.exports = { Symbols, headingTree };
