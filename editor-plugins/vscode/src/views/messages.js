// @ts-check
"use strict";

const vscode = require("vscode");

// Fewer ends in a row are repaired before anybody would have read about them.
const ENDS_BEFORE_TELLING = 3;

/**
 * Says what the user has to know or do: there is no server, it keeps ending, or an open memo was deleted elsewhere.
 * @param {{ server: import("../server/server").Server, sessions: import("../documents/sessions").Sessions }} parts
 * @returns {import("vscode").Disposable}
 */
function showMessages({ server, sessions }) {
  const sayNoAnswer = async () => {
    const restart = vscode.l10n.t("Restart Server");
    const log = vscode.l10n.t("Show Log");
    const message = vscode.l10n.t("memo-ls does not answer. What you type is kept in this window until it does.");
    const chosen = await vscode.window.showWarningMessage(message, restart, log);
    if (chosen === restart) vscode.commands.executeCommand("memo.restartServer");
    if (chosen === log) vscode.commands.executeCommand("memo.showLog");
  };
  return vscode.Disposable.from(
    server.onDidChangeState(async (state) => {
      vscode.commands.executeCommand("setContext", "memo.state", state);
      if (server.isSilent) return sayNoAnswer();
      if (state === "missing") {
        const settings = vscode.l10n.t("Open Settings");
        const tryAgain = vscode.l10n.t("Try Again");
        const chosen = await vscode.window.showErrorMessage(server.reason, settings, tryAgain);
        if (chosen === settings) vscode.commands.executeCommand("memo.openSettings");
        if (chosen === tryAgain) server.start();
      } else if (state === "waiting" && server.ends === ENDS_BEFORE_TELLING) {
        const log = vscode.l10n.t("Show Log");
        if (await vscode.window.showErrorMessage(server.reason, log) === log)
          vscode.commands.executeCommand("memo.showLog");
      }
    }),
    sessions.onDidDelete(async ({ id, document }) => {
      const restore = vscode.l10n.t("Restore");
      const message = vscode.l10n.t(
        "This memo was deleted in another editor: {0}. Its text stays here until you close it.",
        document.lineAt(0).text);
      if (await vscode.window.showWarningMessage(message, restore) === restore) {
        vscode.commands.executeCommand("memo.restore", { id });
      }
    }),
  );
}

module.exports = { showMessages };
