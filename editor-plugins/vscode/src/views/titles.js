// @ts-check
"use strict";

const vscode = require("vscode");
const { SCHEME } = require("../documents/addresses");
const { labelOf } = require("../documents/opening");

const LONGEST = 80;
const SETTLED_MS = 300;

/**
 * Names a tab by the memo's first line, as soon as that is left, for another line or another tab. A tab takes another
 * name when it is opened again where it is.
 * @returns {import("vscode").Disposable}
 */
function keepTitles() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Set<import("vscode").TextDocument>} whose tabs are to be named */
  const left = new Set();
  let front = vscode.window.activeTextEditor?.document;
  /** @param {import("vscode").TextEditor | undefined} editor */
  const name = async (editor) => {
    if (!editor || editor.document.uri.scheme !== SCHEME) return;
    const { document, selections, viewColumn } = editor;
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    if (!(activeTab?.input instanceof vscode.TabInputText)) return;
    if (activeTab.input.uri.toString() !== document.uri.toString()) return;
    const { line, label } = titleOf(document);
    if (selections.some(({ active }) => active.line === line) || activeTab.label === label) return;
    const options = { viewColumn, preserveFocus: true, preview: activeTab.isPreview };
    await vscode.commands.executeCommand("vscode.open", document.uri, options, label);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => name(textEditor)),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      if (front?.uri.scheme === SCHEME) left.add(front);
      front = editor?.document;
      clearTimeout(timer);
      // Who goes through the tabs is not held up, and a tab that is closed is gone by then.
      timer = setTimeout(() => {
        left.forEach(nameBehind);
        left.clear();
        name(vscode.window.activeTextEditor);
      }, SETTLED_MS).unref();
    }),
  );
}

/**
 * Names a memo's tab without bringing it up. A preview would come up; but nobody has typed into that.
 * @param {import("vscode").TextDocument} document
 */
async function nameBehind(document) {
  const { label } = titleOf(document);
  for (const { tabs, viewColumn, activeTab } of vscode.window.tabGroups.all) {
    const tab = tabs.find(({ input }) =>
      input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString());
    if (!tab || tab === activeTab || tab.isPreview || tab.label === label) continue;
    const options = { viewColumn, preserveFocus: true, preview: false, background: true };
    await vscode.commands.executeCommand("vscode.open", document.uri, options, label);
  }
}

/**
 * The first line that shows something; a header of properties is passed over.
 * @param {import("vscode").TextDocument} document
 * @returns {{ line: number, label: string | undefined }} where it is, and the tab's name
 */
function titleOf(document) {
  const text = (/** @type {number} */ line) => document.lineAt(line).text.trim();
  let line = 0;
  if (["---", "+++"].includes(text(0))) {
    const close = text(0) === "---" ? ["---", "..."] : ["+++"];
    for (let end = 1; end < document.lineCount; end++) {
      if (!close.includes(text(end))) continue;
      line = end + 1;
      break;
    }
  }
  while (line < document.lineCount && text(line) === "") line++;
  // A heading's marks are no words.
  const title = (line < document.lineCount ? text(line) : "").replace(/^#{1,6}(?=\s|$)\s*/, "").replace(/\s+#+$/, "");
  return { line: title === "" ? 0 : line, label: labelOf(Array.from(title).slice(0, LONGEST).join("")) };
}

module.exports = { keepTitles };
