// @ts-check
"use strict";

const vscode = require("vscode");
const { isMemo } = require("../documents/addresses");
const { contains, memoOf, rangeOf } = require("./outlines");
const { canBeMade, destinations, problemText } = require("./navigation");
const { leadingTo } = require("./writing");

// After a pause, so that nobody is told of a link that is being typed.
const PAUSE_MS = 400;

/** Links that lead nowhere are marked, and mended. */
class Problems {
  /** @param {import("./outlines").Outlines} outlines */
  constructor(outlines) {
    this.outlines = outlines;
    this.marked = vscode.languages.createDiagnosticCollection("memo");
    /** @type {Map<import("vscode").TextDocument, NodeJS.Timeout>} those that are looked at soon */
    this.timers = new Map();
    /** @type {Map<import("vscode").TextDocument, { version: number, links: import("./outlines").Link[] }>} */
    this.found = new Map();
    this.disposables = [
      this.marked,
      vscode.workspace.onDidOpenTextDocument((document) => this.look(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.look(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document)),
    ];
    vscode.workspace.textDocuments.forEach((document) => this.look(document));
  }

  /** A memo came, went or changed: links elsewhere may lead somewhere else now. */
  lookAgain() {
    for (const document of vscode.workspace.textDocuments) this.look(document);
  }

  /** @param {import("vscode").TextDocument} document */
  look(document) {
    if (!isMemo(document.uri) || document.isClosed) return;
    clearTimeout(this.timers.get(document));
    this.timers.set(document, setTimeout(() => {
      this.timers.delete(document);
      this.mark(document);
    }, PAUSE_MS).unref());
  }

  /** @param {import("vscode").TextDocument} document */
  async mark(document) {
    const { version } = document;
    const outline = await this.outlines.of(document);
    // What was typed meanwhile starts this again.
    if (!outline || document.isClosed || this.timers.has(document)) return;
    if (outline.indexing) this.look(document);
    const broken = brokenOf(outline);
    this.found.set(document, { version, links: broken });
    this.marked.set(document.uri, broken.map((link) => {
      const range = link.problem === "fragment" && link.fragmentRange ? link.fragmentRange : link.range;
      const shown = new vscode.Diagnostic(rangeOf(range), problemText(link), SEVERITIES[link.problem ?? ""]);
      shown.source = "memo-ls";
      shown.code = link.problem;
      return shown;
    }));
  }

  /** @param {import("vscode").TextDocument} document */
  forget(document) {
    clearTimeout(this.timers.get(document));
    this.timers.delete(document);
    this.found.delete(document);
    this.marked.delete(document.uri);
  }

  /**
   * @param {import("vscode").TextDocument} document @param {import("vscode").Range} range @param {unknown} context
   * @param {import("vscode").CancellationToken} token
   */
  async provideCodeActions(document, range, context, token) {
    const found = this.found.get(document);
    // Where something was typed since, links stand elsewhere.
    const links = found && found.version !== document.version
      ? brokenOf(await this.outlines.of(document, token)) : found?.links ?? [];
    const touched = links.filter((link) =>
      contains(link.range, range.start) || contains(link.range, range.end));
    return touched.flatMap((link) => this.remedies(document, link));
  }

  /** @param {import("vscode").TextDocument} document @param {import("./outlines").Link} link */
  remedies(document, link) {
    const { problem, target, candidates = [] } = link;
    const remedies = [];
    if (canBeMade(link)) {
      remedies.push(remedy(vscode.l10n.t("Create the Memo \"{0}\"", target), "memo.createLinked", target));
    }
    if (problem === "trashed") {
      for (const memo of destinations(link)) {
        remedies.push(remedy(vscode.l10n.t("Restore \"{0}\"", memo.displayTitle ?? target), "memo.restore", memo));
      }
    }
    if (problem === "renamed" || problem === "ambiguous") {
      for (const memo of candidates.map(memoOf)) {
        const action = new vscode.CodeAction(
          problem === "ambiguous" ? vscode.l10n.t("Link to the Memo {0}", memo.id)
            : vscode.l10n.t("Link to \"{0}\"", memo.displayTitle),
          vscode.CodeActionKind.QuickFix);
        action.edit = new vscode.WorkspaceEdit();
        for (const { range, text } of leadingTo(document, link, memo, problem === "ambiguous")) {
          action.edit.replace(document.uri, rangeOf(range), text);
        }
        remedies.push(action);
      }
    }
    return remedies;
  }

  dispose() {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.disposables.forEach((disposable) => disposable.dispose());
  }
}

/** @param {import("./outlines").Outline} [outline] @returns {import("./outlines").Link[]} */
const brokenOf = (outline) => outline?.links.filter(({ problem }) => problem && problem !== "unknown") ?? [];

/** @param {string} title @param {string} command @param {unknown} argument */
function remedy(title, command, argument) {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command, title, arguments: [argument] };
  return action;
}

/** @type {Record<string, import("vscode").DiagnosticSeverity>} */
const SEVERITIES = {
  broken: vscode.DiagnosticSeverity.Information,
  ambiguous: vscode.DiagnosticSeverity.Warning,
  trashed: vscode.DiagnosticSeverity.Warning,
  renamed: vscode.DiagnosticSeverity.Warning,
  fragment: vscode.DiagnosticSeverity.Warning,
};

module.exports = { Problems };
