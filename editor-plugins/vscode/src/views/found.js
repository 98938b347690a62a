// @ts-check
"use strict";

const vscode = require("vscode");

const PAUSE_MS = 300;

/**
 * A tree of what the server finds. It is asked again a moment after something has changed, and not while nobody looks.
 * @template Row
 */
class FoundTree {
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
    const treeDataProvider = /** @type {this & import("vscode").TreeDataProvider<Row>} */ (this);
    const view = vscode.window.createTreeView(name, { treeDataProvider });
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

  /** @param {string} method @param {object} params @returns {Promise<any>} what the server answers, if it can */
  async ask(method, params) {
    const { server } = this.outlines;
    await server.ready();
    return this.outlines.quietly(() => server.request(method, params));
  }

  /**
   * Says in the view if a page is not all.
   * @param {number} most on it @param {{ nextCursor?: string }} [page]
   */
  sayIfMore(most, page) {
    if (this.view) this.view.message = page?.nextCursor && vscode.l10n.t("Only the first {0} are shown.", most);
  }

  dispose() {
    clearTimeout(this.timer);
  }
}

module.exports = { FoundTree };
