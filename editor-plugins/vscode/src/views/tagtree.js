// @ts-check
"use strict";

const vscode = require("vscode");
const { titleOf } = require("./tree");

/** @typedef {{ name: string, memos: number }} Tag */
/** @typedef {{ tag: Tag, memo?: import("./tree").Summary }} Row */
/** @typedef {import("vscode").TreeDataProvider<Row>} Provider */

const MOST_SHOWN = 1000;
const PAUSE_MS = 300;

/**
 * All tags, the most used first, each with its memos.
 * @implements {Provider}
 */
class TagTree {
  /**
   * @param {{ outlines: import("../links/outlines").Outlines, opening: import("../documents/opening").Opening }} parts
   */
  constructor({ outlines, opening }) {
    this.outlines = outlines;
    this.opening = opening;
    /** @type {NodeJS.Timeout | undefined} */
    this.timer = undefined;
    /** @type {import("vscode").EventEmitter<Row | undefined>} */
    this.changed = new vscode.EventEmitter();
    this.onDidChangeTreeData = this.changed.event;
    /** @type {import("vscode").TreeView<Row> | undefined} */
    this.view = undefined;
  }

  /** @param {string} name @returns {import("vscode").Disposable} */
  showIn(name) {
    const view = vscode.window.createTreeView(name, { treeDataProvider: this });
    this.view = view;
    return vscode.Disposable.from(view, view.onDidChangeVisibility(() => this.refresh()));
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
    const { server } = this.outlines;
    if (row?.memo) return [];
    await server.ready();
    if (row) {
      const page = await this.outlines.quietly(() =>
        server.request("list", { tag: row.tag.name, limit: MOST_SHOWN }));
      return (page?.memos ?? []).map((/** @type {import("./tree").Summary} */ memo) => ({ tag: row.tag, memo }));
    }
    const page = await this.outlines.quietly(() => server.request("tags", { limit: MOST_SHOWN }));
    if (this.view) this.view.message = page?.nextCursor && vscode.l10n.t("Only the first {0} are shown.", MOST_SHOWN);
    return (page?.tags ?? []).map((/** @type {Tag} */ tag) => ({ tag }));
  }

  /** @param {Row} row @returns {import("vscode").TreeItem} */
  getTreeItem({ tag, memo }) {
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(memo ? titleOf(memo) : `#${tag.name}`);
    item.collapsibleState = memo ? None : Collapsed;
    item.description = memo ? undefined : String(tag.memos);
    item.contextValue = memo ? undefined : "tag";
    if (memo) item.command = { command: "vscode.open", title: "", arguments: [this.opening.uriFor(memo)] };
    return item;
  }

  dispose() {
    clearTimeout(this.timer);
  }
}

module.exports = { TagTree };
