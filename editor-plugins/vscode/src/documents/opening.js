// @ts-check
"use strict";

const vscode = require("vscode");
const { SCHEME, idOf, memoUri } = require("./addresses");
const { save } = require("./clean");

/** Where memos are on the screen, so that none is opened twice because its title changed. */
class Opening {
  /** @param {import("./sessions").Sessions} sessions */
  constructor(sessions) {
    this.sessions = sessions;
  }

  /** @param {{ id: string, displayTitle?: string }} memo @returns {import("vscode").Uri} */
  uriFor({ id, displayTitle = "" }) {
    const [tab] = tabsOf(id);
    if (tab) return /** @type {import("vscode").TabInputText} */ (tab.input).uri;
    const [session] = this.sessions.withId(id);
    return session ? session.document.uri : memoUri(id, displayTitle);
  }

  /**
   * Opens what no extension is shown, too.
   * @param {{ id: string, displayTitle?: string }} memo @param {import("vscode").TextDocumentShowOptions} [options]
   */
  async open(memo, options = {}) {
    await vscode.commands.executeCommand("vscode.open", this.uriFor(memo), options, labelOf(memo.displayTitle));
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
    input instanceof vscode.TabInputText && input.uri.scheme === SCHEME && idOf(input.uri) === id);
}

/** @param {string} [title] @returns {string | undefined} the tab's name; none leaves the file's */
function labelOf(title) {
  return title === undefined ? undefined : title || vscode.l10n.t("Untitled");
}

module.exports = { Opening, labelOf, tabsOf };
