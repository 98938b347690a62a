// @ts-check
"use strict";

const vscode = require("vscode");

/**
 * Takes the dot off the tab of a memo that the server has saved. VS Code does so only when it saves the document
 * itself, and may then change its text: never while that is being typed.
 * @param {import("./sessions").Sessions} sessions
 * @returns {import("vscode").Disposable}
 */
function keepClean(sessions) {
  /** @type {Set<import("vscode").TextDocument>} being saved */
  const underway = new Set();
  /** @param {import("./session").MemoSession} session */
  const isDue = ({ document, isSaved, closed }) => isSaved && !closed && document.isDirty &&
    !(vscode.window.activeTextEditor?.document === document && savingEdits(document));
  /** @param {import("./session").MemoSession} session */
  const clean = async (session) => {
    const { document } = session;
    if (!isDue(session) || underway.has(document)) return;
    underway.add(document);
    // What was typed during the save may be saved by now, too.
    while (isDue(session) && await document.save());
    underway.delete(document);
  };
  return vscode.Disposable.from(
    sessions.onDidChange(clean),
    vscode.window.onDidChangeActiveTextEditor(() => sessions.all.forEach(clean)),
  );
}

/** @param {import("vscode").TextDocument} document @returns {boolean} whether saving may change the text */
function savingEdits(document) {
  const files = vscode.workspace.getConfiguration("files", document);
  const editor = vscode.workspace.getConfiguration("editor", document);
  const trims = ["trimTrailingWhitespace", "insertFinalNewline", "trimFinalNewlines"];
  return trims.some((name) => files.get(name) === true) ||
    editor.get("formatOnSave") === true || Object.keys(editor.get("codeActionsOnSave") ?? {}).length > 0;
}

module.exports = { keepClean };
