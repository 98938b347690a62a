// @ts-check
"use strict";

const vscode = require("vscode");
const { fragmentRange, idOf, linkAt, memoOf, rangeOf } = require("./outlines");
const { canBeMade, destinations, isForeign, isWithin, problemText } = require("./navigation");
const { titleOf } = require("../views/tree");

/**
 * @typedef {object} Parts
 * @property {import("./outlines").Outlines} outlines
 * @property {import("../documents/opening").Opening} opening
 * @property {(memo: { id: string, displayTitle?: string }) => Promise<unknown>} restore
 * @property {() => void} refresh
 */

/** Goes where links lead, makes what they miss, and opens the day's memo and memos made from templates. */
class Following {
  /** @param {Parts} parts */
  constructor({ outlines, opening, restore, refresh }) {
    this.outlines = outlines;
    this.server = outlines.server;
    this.opening = opening;
    this.restore = restore;
    this.refresh = refresh;
  }

  /** @param {{ link: import("./outlines").Link, from: string }} [argument] none means the link at the cursor */
  async follow(argument) {
    const editor = vscode.window.activeTextEditor;
    const link = argument?.link ?? await this.linkAtCursor();
    if (!link) return vscode.window.setStatusBarMessage(vscode.l10n.t("There is no link here."), 3000);
    // As it is written: made a Uri, "%26" and "%23" would come out unescaped.
    if (link.kind === "url" || isForeign(link)) return vscode.env.openExternal(/** @type {any} */ (link.target));
    const from = argument?.from ?? (editor && idOf(editor.document.uri));
    if (isWithin(link)) return from === undefined ? undefined : this.openAt({ id: from }, link.fragment);
    if (canBeMade(link)) return this.offerToMake(link.target);
    if (link.problem === "broken" || link.problem === "unknown") {
      return vscode.window.showInformationMessage(problemText(link));
    }
    const found = destinations(link);
    const memo = found.length > 1 ? await this.which(found, problemText(link)) : found[0];
    if (!memo) return undefined;
    if (link.problem === "trashed") await this.restore(memo);
    return this.openAt(memo, link.fragment);
  }

  /** @returns {Promise<import("./outlines").Link | undefined>} */
  async linkAtCursor() {
    const editor = vscode.window.activeTextEditor;
    return editor && linkAt(await this.outlines.asked(editor.document), editor.selections[0].active);
  }

  /**
   * @param {{ id: string, displayTitle?: string }} memo @param {string} [fragment]
   * @param {import("vscode").TextDocumentShowOptions} [options]
   */
  async openAt(memo, fragment, options = {}) {
    const outline = await this.outlines.ofMemo(memo.id);
    const range = outline && fragmentRange(outline, fragment);
    const named = { id: memo.id, displayTitle: outline?.title ?? memo.displayTitle };
    await this.opening.open(named, range ? { ...options, selection: cursorAt(range.start) } : options);
  }

  /** @param {{ id: string, displayTitle?: string }[]} memos @param {string} placeHolder */
  async which(memos, placeHolder) {
    const items = memos.map((memo) =>
      ({ label: titleOf({ displayTitle: memo.displayTitle ?? "" }), description: memo.id, memo }));
    const item = await vscode.window.showQuickPick(items, { placeHolder });
    return item && /** @type {any} */ (item).memo;
  }

  /** @param {string} title */
  async offerToMake(title) {
    const make = vscode.l10n.t("Create It");
    const message = vscode.l10n.t("There is no memo \"{0}\".", title);
    if (await vscode.window.showInformationMessage(message, make) === make) await this.make(title);
  }

  /** @param {string} [title] none where a key runs the command */
  async make(title) {
    if (typeof title !== "string") throw new Error(vscode.l10n.t("There is no link here."));
    const { id } = await this.server.request("createMemo", { text: `${title}\n` });
    this.refresh();
    await this.opening.open({ id, displayTitle: title }, { preview: false });
  }

  async today() {
    const memo = await this.server.request("daily", {});
    this.refresh();
    await this.openAt({ id: memo.id }, undefined, { preview: false });
  }

  async fromTemplate() {
    const { memos } = await this.server.request("list", { tag: "template", sort: "title", order: "asc", limit: 1000 });
    if (memos.length === 0) {
      vscode.window.showInformationMessage(vscode.l10n.t("There is no template: give a memo the tag #template."));
      return;
    }
    const template = await this.which(memos.map(memoOf), vscode.l10n.t("Which template?"));
    if (!template) return;
    const title = await vscode.window.showInputBox({ prompt: vscode.l10n.t("The new memo's title") });
    if (title === undefined) return;
    const made = await this.server.request("createMemo", { template: template.id, values: title ? { title } : {} });
    this.refresh();
    const { cursor } = made;
    const selection = cursor ? { selection: cursorAt(cursor) } : {};
    await this.openAt({ id: made.id }, undefined, { preview: false, ...selection });
  }

  /**
   * Puts a link to a memo into the clipboard that any program can open.
   * @param {{ id: string }} memo
   */
  async copyLink({ id }) {
    await vscode.env.clipboard.writeText(`${vscode.env.uriScheme}://memo-ls.memo-ls/${encodeURIComponent(id)}`);
    vscode.window.setStatusBarMessage(vscode.l10n.t("The link is in the clipboard."), 3000);
  }

  /**
   * Opens what another program asks for.
   * @param {import("vscode").Uri} uri such as vscode://memo-ls.memo-ls/ID
   */
  async open(uri) {
    const id = uri.path.replace(/^\/+/, "");
    // Whoever sends such a link may have made it up.
    if (!/^[A-Za-z0-9._-]{1,255}$/.test(id)) throw new Error(vscode.l10n.t("This link names no memo."));
    const memo = await this.server.request("getMemo", { id });
    await this.openAt({ id: memo.id, displayTitle: memo.title }, uri.fragment || undefined);
  }

  async toggleTask() {
    const editor = vscode.window.activeTextEditor;
    const outline = editor && await this.outlines.asked(editor.document);
    if (!editor || !outline) return;
    const { line } = editor.selections[0].active;
    const task = outline.tasks.find(({ range }) => range.start.line === line);
    if (!task) return void vscode.window.setStatusBarMessage(vscode.l10n.t("There is no task on this line."), 3000);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(editor.document.uri, rangeOf(task.range), task.done ? "[ ]" : "[x]");
    await vscode.workspace.applyEdit(edit);
  }
}

/** @param {{ line: number, character: number }} place @returns {import("vscode").Range} */
function cursorAt({ line, character }) {
  return new vscode.Range(line, character, line, character);
}

module.exports = { Following };
