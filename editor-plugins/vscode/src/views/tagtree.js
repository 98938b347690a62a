// @ts-check
"use strict";

const vscode = require("vscode");
const { FoundTree } = require("./found");
const { titleOf } = require("./tree");

/** @typedef {{ name: string, memos: number }} Tag */
/** @typedef {{ tag: Tag, memo?: import("./tree").Summary }} Row */
/** @typedef {import("vscode").TreeDataProvider<Row>} Provider */

const MOST_SHOWN = 1000;

/**
 * All tags, the most used first, each with its memos.
 * @extends {FoundTree<Row>}
 * @implements {Provider}
 */
class TagTree extends FoundTree {
  /** @param {Row} [row] @returns {Promise<Row[]>} */
  async getChildren(row) {
    if (row?.memo) return [];
    if (row) {
      const page = await this.ask("list", { tag: row.tag.name, limit: MOST_SHOWN });
      return (page?.memos ?? []).map((/** @type {import("./tree").Summary} */ memo) => ({ tag: row.tag, memo }));
    }
    const page = await this.ask("tags", { limit: MOST_SHOWN });
    this.sayIfMore(MOST_SHOWN, page);
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
}

module.exports = { TagTree };
