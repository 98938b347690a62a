// @ts-check
"use strict";

const os = require("node:os");
const vscode = require("vscode");

/** @typedef {"clipboard" | "file" | "mail" | "markdown" | "html"} Target */

/**
 * Asks how, and gives the memo away.
 * @param {import("../server/server").Server} server @param {{ id: string }} memo
 */
async function share(server, { id }) {
  /** @type {(import("vscode").QuickPickItem & { target: Target })[]} */
  const targets = [
    { target: "clipboard", label: `$(clippy) ${vscode.l10n.t("Copy to Clipboard")}` },
    { target: "file", label: `$(file) ${vscode.l10n.t("Save as Text File…")}` },
    { target: "mail", label: `$(mail) ${vscode.l10n.t("Send by Mail")}` },
    { target: "markdown", label: `$(markdown) ${vscode.l10n.t("Save as Markdown…")}` },
    { target: "html", label: `$(globe) ${vscode.l10n.t("Save as HTML…")}` },
  ];
  const chosen = await vscode.window.showQuickPick(targets, { placeHolder: vscode.l10n.t("How to share it?") });
  if (!chosen) return;
  const { text, fileName, uri } = await server.request("share", { id, target: chosen.target });
  if (chosen.target === "clipboard") {
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(vscode.l10n.t("The memo was copied."), 3000);
  } else if (chosen.target === "mail") {
    // As it is: made a Uri, "&" and "#" of the memo's own would come out unescaped.
    await vscode.env.openExternal(/** @type {any} */ (uri));
  } else {
    await save(text, fileName);
  }
}

/** @param {string} text @param {string} fileName */
async function save(text, fileName) {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file")?.uri ??
    vscode.Uri.file(os.homedir());
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, fileName),
    saveLabel: vscode.l10n.t("Share"),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, Buffer.from(text, "utf8"));
  vscode.window.setStatusBarMessage(vscode.l10n.t("Written: {0}", target.fsPath), 3000);
}

module.exports = { share };
