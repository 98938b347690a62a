// @ts-check
"use strict";

const vscode = require("vscode");
const { idOf, revisionOf, revisionUri } = require("../documents/addresses");
const { exactDate } = require("./dates");
const { titleOf } = require("./tree");
const { whatChanged } = require("./changes");

/**
 * @typedef {{ revision: string, version: number, modifiedAt: string, bytes: number, displayTitle: string,
 *   by?: string }} Revision
 * @typedef {import("vscode").QuickPickItem & { revision?: Revision }} Item
 */

const PAGE = 100;
const LONGEST_COMPARED = 100000;

/** Earlier texts of memos, to be looked at only. @implements {import("vscode").TextDocumentContentProvider} */
class Revisions {
  /** @param {import("../server/server").Server} server */
  constructor(server) {
    this.server = server;
  }

  /** @param {import("vscode").Uri} uri */
  async provideTextDocumentContent(uri) {
    await this.server.ready();
    return (await this.server.request("getMemo", { id: idOf(uri), revision: revisionOf(uri) })).text;
  }
}

/**
 * Shows what a memo was, next to what it is; the button at a revision brings it back.
 * @param {{ server: import("../server/server").Server, uriFor: (memo: { id: string }) => Promise<import("vscode").Uri>,
 *   restore: (id: string, revision: string) => Promise<unknown>, reported: <Args extends any[]>(action: (...args: Args)
 *   => unknown) => (...args: Args) => Promise<unknown> }} parts
 * @param {{ id: string }} memo
 */
async function showHistory({ server, uriFor, restore, reported }, memo) {
  const { revisions, nextCursor } = await server.request("history", { id: memo.id, limit: PAGE });
  /** @type {import("vscode").QuickPick<Item>} */
  const pick = vscode.window.createQuickPick();
  const button = { iconPath: new vscode.ThemeIcon("discard"), tooltip: vscode.l10n.t("Restore This Revision") };
  let cursor = nextCursor;
  const text = texts(server, memo.id);
  const show = async (/** @type {Revision[]} */ all) => {
    const items = await Promise.all(all.map(async (revision, index) => {
      const older = all[index + 1];
      const isOldest = older === undefined && cursor === undefined;
      const change = older || isOldest ? whatChanged(older ? await text(older) : "", await text(revision)) : "";
      return item(revision, button, change);
    }));
    pick.items = cursor === undefined ? items : [...items, { label: vscode.l10n.t("Show more…") }];
  };
  pick.title = vscode.l10n.t("History");
  pick.placeholder = revisions.length > 0 ? vscode.l10n.t("Choose a revision to compare it with the memo as it is")
    : vscode.l10n.t("This memo has not been saved yet.");
  await show(revisions);
  pick.onDidTriggerItemButton(reported(async ({ item: { revision } }) => {
    pick.hide();
    if (revision) await restore(memo.id, revision.revision);
  }));
  pick.onDidAccept(reported(async () => {
    const [chosen] = pick.selectedItems;
    if (!chosen) return;
    if (!chosen.revision) {
      const page = await server.request("history", { id: memo.id, limit: PAGE, cursor });
      cursor = page.nextCursor;
      revisions.push(...page.revisions);
      await show(revisions);
      return;
    }
    pick.hide();
    await compare(await uriFor(memo), memo.id, chosen.revision);
  }));
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

/** @param {import("vscode").Uri} uri @param {string} id @param {Revision} revision */
async function compare(uri, id, revision) {
  const date = exactDate(revision.modifiedAt, vscode.env.language);
  await vscode.commands.executeCommand("vscode.diff", revisionUri(id, revision.revision, titleOf(revision)), uri,
    vscode.l10n.t("{0} ({1}) ↔ now", titleOf(revision), date));
}

/**
 * Reads each text once, and none that is long: what changed in that is not told.
 * @param {import("../server/server").Server} server @param {string} id
 * @returns {(revision: Revision) => Promise<string | undefined>}
 */
function texts(server, id) {
  /** @type {Map<string, Promise<string | undefined>>} */
  const known = new Map();
  const read = async (/** @type {Revision} */ { revision, bytes }) => {
    if (bytes > LONGEST_COMPARED) return undefined;
    return (await server.request("getMemo", { id, revision })).text;
  };
  return (revision) => {
    const text = known.get(revision.revision) ?? read(revision);
    known.set(revision.revision, text);
    return text;
  };
}

/**
 * @param {Revision} revision @param {import("vscode").QuickInputButton} button @param {string} change
 * @returns {Item}
 */
function item(revision, button, change) {
  return {
    label: exactDate(revision.modifiedAt, vscode.env.language),
    description: titleOf(revision),
    detail: [change, revision.by && vscode.l10n.t("by {0}", revision.by), vscode.l10n.t("{0} bytes", revision.bytes)]
      .filter(Boolean).join(" · "),
    buttons: [button],
    revision,
  };
}

module.exports = { Revisions, showHistory };
