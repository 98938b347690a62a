// @ts-check
"use strict";

const vscode = require("vscode");
const { idOf, isMemo, memoUri } = require("./addresses");
const { save } = require("./clean");

/** Where memos are on the screen, so that none is opened twice because its title changed. */
class Opening {
  /** @param {import("./sessions").Sessions} sessions @param {import("./notes").Notes} [notes] */
  constructor(sessions, notes) {
    this.sessions = sessions;
    this.notes = notes;
  }

  /**
   * @param {{ id: string, displayTitle?: string, path?: string }} memo path is that of its file
   * @returns {import("vscode").Uri}
   */
  uriFor({ id, displayTitle = "", path }) {
    const [tab] = tabsOf(id);
    if (tab) return /** @type {import("vscode").TabInputText} */ (tab.input).uri;
    const [session] = this.sessions.withId(id);
    if (session) return session.document.uri;
    return path !== undefined && this.notes ? this.notes.uriAt(path) : memoUri(id, displayTitle);
  }

  /**
   * @param {{ id: string }} memo
   * @returns {Promise<string | undefined>} where its file is below the folder, if it is one
   */
  async pathOf({ id }) {
    if (!this.notes?.server.folder) return undefined;
    return this.notes.server.request("getMemo", { id }).then(({ path }) => path, () => undefined);
  }

  /**
   * Opens what no extension is shown, too.
   * @param {{ id: string, displayTitle?: string }} memo @param {import("vscode").TextDocumentShowOptions} [options]
   */
  async open(memo, options = {}) {
    const path = await this.pathOf(memo);
    const label = path === undefined ? labelOf(memo.displayTitle) : undefined;
    await vscode.commands.executeCommand("vscode.open", this.uriFor({ ...memo, path }), options, label);
  }

  /**
   * Closes a memo's tabs, with everything saved.
   * @param {string} id @returns {Promise<boolean>} whether there were any
   */
  async close(id) {
    for (const { document } of this.sessions.withId(id)) {
      if (document.isDirty) await save(document);
    }
    const tabs = tabsOf(id);
    await vscode.window.tabGroups.close(tabs);
    return tabs.length > 0;
  }
}

/** @param {string} id @returns {import("vscode").Tab[]} */
function tabsOf(id) {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) =>
    input instanceof vscode.TabInputText && isMemo(input.uri) && idOf(input.uri) === id);
}

/** @param {string} [title] @returns {string | undefined} the tab's name; none leaves the file's */
function labelOf(title) {
  return title === undefined ? undefined : title || vscode.l10n.t("Untitled");
}

module.exports = { Opening, labelOf, tabsOf };
