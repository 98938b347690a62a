// @ts-check
"use strict";

const vscode = require("vscode");
const { explained } = require("../server/words");
const { shortDate } = require("./dates");
const { titleOf } = require("./tree");

/** @typedef {import("vscode").QuickPickItem & { memo?: import("./tree").Summary, range?: any }} Found */

const LIMIT = 50;

/**
 * Shows what is found while it is typed, and opens what is chosen.
 * @param {{ server: import("../server/server").Server, open: (memo: import("./tree").Summary, options: { selection?:
 *   import("vscode").Range }) => Promise<unknown> }} parts open says itself what went wrong
 */
function search({ server, open }) {
  /** @type {import("vscode").QuickPick<Found>} */
  const pick = vscode.window.createQuickPick();
  pick.placeholder = vscode.l10n.t(
    "Words, \"a phrase\", tag:work, link:Plan, has:task, is:orphan, pinned:true, after:7d");
  pick.title = vscode.l10n.t("Search Memos");
  let cancellation = new vscode.CancellationTokenSource();
  pick.onDidChangeValue(async (value) => {
    cancellation.cancel();
    cancellation = new vscode.CancellationTokenSource();
    const { token } = cancellation;
    pick.busy = value.trim() !== "";
    const items = value.trim() === "" ? [] : await found(server, value, token);
    if (token.isCancellationRequested) return;
    pick.items = items;
    pick.busy = false;
  });
  pick.onDidAccept(async () => {
    const [chosen] = pick.selectedItems;
    if (!chosen?.memo) return;
    pick.hide();
    const { start, end } = chosen.range ?? {};
    const selection = start && new vscode.Range(start.line, start.character, end.line, end.character);
    await open(chosen.memo, { selection });
  });
  pick.onDidHide(() => {
    cancellation.cancel();
    pick.dispose();
  });
  pick.show();
}

/**
 * @param {import("../server/server").Server} server
 * @param {string} query
 * @param {import("vscode").CancellationToken} token
 * @returns {Promise<Found[]>}
 */
async function found(server, query, token) {
  try {
    const { memos, total } = await server.request("search", { query, limit: LIMIT, timeZone: "local" }, token);
    if (total === 0) return [note(vscode.l10n.t("No memo has that."))];
    const items = memos.map(item);
    const more = { ...note(""), description: vscode.l10n.t("{0} more: type more words.", total - memos.length) };
    return total > memos.length ? [...items, more] : items;
  } catch (caught) {
    return [note(explained(caught))];
  }
}

/** @param {import("./tree").Summary & { matches?: { range: any, line: string }[] }} memo @returns {Found} */
function item(memo) {
  const match = memo.matches?.[0];
  const date = shortDate(memo.modifiedAt, vscode.env.language);
  return {
    // VS Code sorts by what it finds in labels. The server has sorted already, and found in more than a title.
    label: "$(note)",
    description: `${titleOf(memo)} · ${date}`,
    detail: match?.line.trim() || memo.preview,
    alwaysShow: true,
    memo,
    range: match?.range,
  };
}

/** @param {string} label @returns {Found} a line that opens nothing */
const note = (label) => ({ label: `$(info) ${label}`, alwaysShow: true });

module.exports = { search };
