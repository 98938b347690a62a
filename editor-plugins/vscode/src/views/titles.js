// @ts-check
"use strict";

const vscode = require("vscode");
const { SCHEME } = require("../documents/addresses");
const { labelOf } = require("../documents/opening");

const LONGEST = 80;
const SETTLED_MS = 300;

/**
 * Names the tab in front by the memo's first line, as soon as that is left. A tab takes another name when it is opened
 * again where it is; of those behind it that would bring up another one.
 * @returns {import("vscode").Disposable}
 */
function keepTitles() {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @param {import("vscode").TextEditor | undefined} editor */
  const name = async (editor) => {
    if (!editor || editor.document.uri.scheme !== SCHEME) return;
    const { document, selections, viewColumn } = editor;
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    if (!(activeTab?.input instanceof vscode.TabInputText)) return;
    if (activeTab.input.uri.toString() !== document.uri.toString()) return;
    const { line, title } = titleOf(document);
    const label = labelOf(Array.from(title).slice(0, LONGEST).join(""));
    if (selections.some(({ active }) => active.line === line) || activeTab.label === label) return;
    const options = { viewColumn, preserveFocus: true, preview: activeTab.isPreview };
    await vscode.commands.executeCommand("vscode.open", document.uri, options, label);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => name(textEditor)),
    vscode.window.onDidChangeActiveTextEditor(() => {
      clearTimeout(timer);
      // Who goes through the tabs is not held up.
      timer = setTimeout(() => name(vscode.window.activeTextEditor), SETTLED_MS).unref();
    }),
  );
}

/**
 * The first line that shows something; a header of properties is passed over.
 * @param {import("vscode").TextDocument} document @returns {{ line: number, title: string }}
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
  return line < document.lineCount ? { line, title: text(line) } : { line: 0, title: "" };
}

module.exports = { keepTitles };
