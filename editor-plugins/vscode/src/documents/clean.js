// @ts-check
"use strict";

const vscode = require("vscode");

/** @typedef {import("vscode").TextDocument} TextDocument */

/**
 * Takes the dot off the tab of a memo that the server has saved. VS Code does so only when the document is saved, and
 * lets others change its text then: in the active editor they are not asked, and a text that is not the user's alone
 * waits until it is there.
 * @param {import("./sessions").Sessions} sessions
 * @returns {import("vscode").Disposable}
 */
function keepClean(sessions) {
  /** @type {Set<TextDocument>} being saved */
  const underway = new Set();
  /** @param {import("./session").MemoSession} session */
  const isDue = ({ document, isSaved, closed, hasOwn, hasOthers }) =>
    isSaved && !closed && document.isDirty && hasOwn &&
    (isInFront(document) ? isActive(document) : !hasOthers);
  /** @param {import("./session").MemoSession} session */
  const clean = async (session) => {
    const { document } = session;
    if (underway.has(document)) return;
    underway.add(document);
    // What was typed during the save may be saved by now, too.
    for (let version = -1; isDue(session) && document.version !== version;) {
      version = document.version;
      await save(document);
    }
    underway.delete(document);
  };
  const cleanAll = () => sessions.all.forEach(clean);
  return vscode.Disposable.from(
    sessions.onDidChange(clean),
    vscode.window.onDidChangeActiveTextEditor(cleanAll),
    vscode.window.tabGroups.onDidChangeTabs(cleanAll),
  );
}

/** @param {TextDocument} document @returns {boolean} whether it is what the user sees in front, and may type into */
function isInFront({ uri }) {
  return shownInFront()[0]?.toString() === uri.toString();
}

/**
 * Whether that is certain. While another document comes to the front, the tab and the editor that are told to be active
 * differ, and what saves the active one would save that.
 * @param {TextDocument} document @returns {boolean}
 */
function isActive(document) {
  const typedInto = vscode.window.activeTextEditor?.document.uri.toString();
  return isInFront(document) && shownInFront().some((uri) => uri.toString() === typedInto);
}

/** @returns {import("vscode").Uri[]} what the active tab shows; the one that can be edited comes first */
function shownInFront() {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.modified, input.original] : [];
}

/** @param {TextDocument} document */
async function save(document) {
  // Nothing that saving would run may change what is being typed.
  if (isActive(document)) await vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");
  else await document.save();
}

module.exports = { keepClean, save };
