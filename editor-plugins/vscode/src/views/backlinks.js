// @ts-check
"use strict";

const vscode = require("vscode");
const { idOf, isMemo } = require("../documents/addresses");
const { titleOf } = require("./tree");

/** @typedef {{ id: string, displayTitle: string, links: { range: any, line: string }[] }} LinkingMemo */
/** @typedef {{ memo: LinkingMemo, link?: { range: any, line: string } }} Row */
/** @typedef {import("vscode").TreeDataProvider<Row>} Provider */

const MOST_SHOWN = 200;
const PAUSE_MS = 300;

/**
 * The memos that link to the one in front, each with the lines where it does.
 * @implements {Provider}
 */
class Backlinks {
  /**
   * @param {{ outlines: import("../links/outlines").Outlines, opening: import("../documents/opening").Opening }} parts
   */
  constructor({ outlines, opening }) {
    this.outlines = outlines;
    this.opening = opening;
    /** @type {string | undefined} */
    this.id = undefined;
    /** @type {NodeJS.Timeout | undefined} */
    this.timer = undefined;
    /** @type {import("vscode").EventEmitter<Row | undefined>} */
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
    this.disposables = [vscode.window.onDidChangeActiveTextEditor(() => this.follow())];
    /** @type {import("vscode").TreeView<Row> | undefined} */
    this.view = undefined;
    this.follow();
  }

  /** @param {string} name @returns {import("vscode").Disposable} */
  showIn(name) {
    const view = vscode.window.createTreeView(name, { treeDataProvider: this });
    this.view = view;
    return vscode.Disposable.from(view, view.onDidChangeVisibility(() => this.refresh()));
  }

  /** Shows those of the memo that is looked at; beside something else they stay. */
  follow() {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (!uri || !isMemo(uri) || idOf(uri) === this.id) return;
    this.id = idOf(uri);
    this.refresh();
  }

  refresh() {
    if (this.view?.visible === false) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed.fire(undefined);
    }, PAUSE_MS).unref();
  }

  /** @param {Row} [row] @returns {Promise<Row[]>} */
  async getChildren(row) {
    if (row) return row.link ? [] : row.memo.links.map((link) => ({ memo: row.memo, link }));
    const { id } = this;
    if (id === undefined) return [];
    const { server } = this.outlines;
    await server.ready();
    const page = await this.outlines.quietly(() => server.request("backlinks", { id, limit: MOST_SHOWN }));
    if (this.view) this.view.message = page?.nextCursor && vscode.l10n.t("Only the first {0} are shown.", MOST_SHOWN);
    return Promise.all((page?.memos ?? []).map(async (/** @type {LinkingMemo} */ memo) =>
      ({ memo: { ...memo, path: await this.opening.pathOf(memo) } })));
  }

  /** @param {Row} row @returns {import("vscode").TreeItem} */
  getTreeItem({ memo, link }) {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(link ? link.line.trim() : titleOf(memo));
    item.collapsibleState = link ? None : Collapsed;
    item.description = link ? undefined : String(memo.links.length);
    const { start, end } = (link ?? memo.links[0]).range;
    const selection = new vscode.Range(start.line, start.character, end.line, end.character);
    item.command = { command: "vscode.open", title: "", arguments: [this.opening.uriFor(memo), { selection }] };
    return item;
  }

  dispose() {
    clearTimeout(this.timer);
    this.disposables.forEach((disposable) => disposable.dispose());
  }
}

module.exports = { Backlinks };
