// @ts-check
"use strict";

const vscode = require("vscode");
const { SCHEME, idOf, memoUri } = require("./addresses");

/** Where memos are on the screen, so that none is opened twice because its title changed. */
class Opening {
  /** @param {{ server: import("../server/server").Server, sessions: import("./sessions").Sessions }} parts */
  constructor({ server, sessions }) {
    this.server = server;
    this.sessions = sessions;
  }

  /** @param {{ id: string, displayTitle?: string }} memo @returns {Promise<import("vscode").Uri>} */
  async uriFor({ id, displayTitle }) {
    const [session] = this.sessions.withId(id);
    if (session) return session.document.uri;
    const [tab] = tabsOf(id);
    if (tab) return /** @type {import("vscode").TabInputText} */ (tab.input).uri;
    return memoUri(id, displayTitle ?? (await this.server.request("getMemo", { id })).title);
  }

  /** @param {{ id: string, displayTitle?: string }} memo @param {import("vscode").TextDocumentShowOptions} [options] */
  async open(memo, options = {}) {
    await vscode.window.showTextDocument(await this.uriFor(memo), options);
  }

  /**
   * Closes a memo's tabs, with everything saved.
   * @param {string} id
   */
  async close(id) {
    for (const { document } of this.sessions.withId(id)) {
      if (document.isDirty) await document.save();
    }
    await vscode.window.tabGroups.close(tabsOf(id));
  }
}

/** @param {string} id @returns {import("vscode").Tab[]} */
function tabsOf(id) {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) =>
    input instanceof vscode.TabInputText && input.uri.scheme === SCHEME && idOf(input.uri) === id);
}

module.exports = { Opening };
