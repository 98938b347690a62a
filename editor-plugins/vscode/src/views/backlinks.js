// @ts-check
"use strict";

const vscode = require("vscode");
const { idOf, isMemo } = require("../documents/addresses");
const { FoundTree } = require("./found");
const { titleOf } = require("./tree");

/** @typedef {{ id: string, displayTitle: string, links: { range: any, line: string }[] }} LinkingMemo */
/** @typedef {{ memo: LinkingMemo, link?: { range: any, line: string } }} Row */
/** @typedef {import("vscode").TreeDataProvider<Row>} Provider */

const MOST_SHOWN = 200;

/**
 * The memos that link to the one in front, each with the lines where it does.
 * @extends {FoundTree<Row>}
 * @implements {Provider}
 */
class Backlinks extends FoundTree {
  /**
   * @param {{ outlines: import("../links/outlines").Outlines, opening: import("../documents/opening").Opening }} parts
   */
  constructor(parts) {
    super(parts);
    /** @type {string | undefined} */
    this.id = undefined;
    this.following = vscode.window.onDidChangeActiveTextEditor(() => this.follow());
    this.follow();
  }

  /** Shows those of the memo that is looked at; beside something else they stay. */
  follow() {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (!uri || !isMemo(uri) || idOf(uri) === this.id) return;
    this.id = idOf(uri);
    this.refresh();
  }

  /** @param {Row} [row] @returns {Promise<Row[]>} */
  async getChildren(row) {
    if (row) return row.link ? [] : row.memo.links.map((link) => ({ memo: row.memo, link }));
    const { id } = this;
    if (id === undefined) return [];
    const page = await this.ask("backlinks", { id, limit: MOST_SHOWN });
    this.sayIfMore(MOST_SHOWN, page);
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
    super.dispose();
    this.following.dispose();
  }
}

module.exports = { Backlinks };
