// @ts-check
"use strict";

const vscode = require("vscode");
const { METHOD_NOT_FOUND } = require("./connection");

const INVALID_PARAMS = -32602;
// Broken JSON, no request, a mistake of the server's own: whatever the user did, the two programs are at fault.
const MISTAKES = [-32700, -32600, -32603];

/**
 * What went wrong, in the words of somebody who uses an editor, and not of the protocol.
 * @param {unknown} caught @returns {string}
 */
function explained(caught) {
  const error = /** @type {import("./connection").ServerError} */ (caught);
  // Of a save that failed the server tells the error without its class.
  const kind = error.data?.kind ?? "";
  if (error.code === METHOD_NOT_FOUND) return tooOld();
  if (MISTAKES.includes(error.code)) return notUnderstood();
  if (error.code === INVALID_PARAMS) return unusable(error);
  if (kind === "storeUnavailable") return trouble(error);
  // What is too long is told best by who knows what for.
  if (kind === "limitExceeded" && isEnglish()) return error.message;
  return kinds()[kind] ?? error.message;
}

/** @returns {Record<string, string>} */
function kinds() {
  return {
    memoNotFound: vscode.l10n.t("There is no such memo, or it is in the trash."),
    versionConflict: vscode.l10n.t("The memo was changed meanwhile: try again."),
    invalidRange: vscode.l10n.t("memo-ls has another text of this memo: it is read again."),
    memoExists: vscode.l10n.t("There is such a memo already, perhaps in the trash."),
    limitExceeded: vscode.l10n.t("This is too long for memo-ls: make it shorter."),
    revisionNotFound: vscode.l10n.t("This state of the memo is not kept any more."),
    nothingToUndo: vscode.l10n.t("There is nothing to undo."),
    nothingToRedo: vscode.l10n.t("There is nothing to redo."),
    titleTaken: vscode.l10n.t("Another memo has this title: choose another one."),
  };
}

/**
 * What the server says of the store is for people already; in other languages there are words for it here.
 * @param {import("./connection").ServerError} error
 */
function trouble({ message, data }) {
  if (isEnglish()) return message;
  /** @type {Record<string, string>} */
  const words = {
    full: vscode.l10n.t("The disk is full: make room on it."),
    readOnly: vscode.l10n.t("The memos can only be read: their file or its disk is read-only."),
    locked: vscode.l10n.t("Another program holds the memos: wait a moment."),
    io: vscode.l10n.t("The disk can't be read or written."),
    corrupt: vscode.l10n.t("The file of the memos is damaged: \"memo-ls check\" says more."),
    newerVersion: vscode.l10n.t("A newer memo-ls made the file of the memos: update this one."),
    notAMemoStore: vscode.l10n.t("The file is no store of memos: see the setting memo.server.args."),
    replaced: vscode.l10n.t("The file of the memos was moved or replaced: restart the server."),
    permission: vscode.l10n.t("The file of the memos may not be opened: see its permissions."),
  };
  return words[data?.reason] ?? message;
}

/**
 * Something that the user wrote and the server can't use. Of what has no name here the extension wrote it.
 * @param {import("./connection").ServerError} error
 */
function unusable({ message, data }) {
  const path = String(data?.path ?? "");
  if (path.includes(".tags")) return vscode.l10n.t("A tag has 1 to 100 characters, a memo at most 100 tags.");
  /** @type {Record<string, [string, string]>} what it is called in English, and what is said in other languages */
  const members = {
    title: ["The title", vscode.l10n.t(
      "This can't be a title: it is one line of at most 200 characters, without [ ] | # ^")],
    to: ["The new name", vscode.l10n.t(
      "This can't be a name here: it is one line without [ ] | # ^, a tag letters, digits, _ - and /")],
    tag: ["The tag", vscode.l10n.t("This tag can't be changed in the front matter of a memo.")],
    id: ["It", vscode.l10n.t("The title of this memo can't be changed: its first line is more than a title.")],
    heading: ["The heading", vscode.l10n.t("The memo has no such heading.")],
    query: ["The search", vscode.l10n.t("This can't be searched for.")],
    template: ["The template", vscode.l10n.t("There is no such template, or several have this name.")],
  };
  const [subject, words] = members[/^params\.(\w+)$/u.exec(path)?.[1] ?? ""] ?? [];
  if (subject === undefined) return notUnderstood();
  return isEnglish() ? message.replace(/^params\.\w+/u, subject) : words;
}

function isEnglish() {
  return vscode.env.language.startsWith("en");
}

function tooOld() {
  return vscode.l10n.t("This memo-ls is too old for that: install the current one.");
}

function notUnderstood() {
  return vscode.l10n.t("memo-ls and this extension do not understand each other: see the log, and update both.");
}

module.exports = { explained };
