// @ts-check
"use strict";

const vscode = require("vscode");
const { explained } = require("../server/words");

/**
 * One item at the bottom: saved, saving, or not saved and why.
 * @param {{ server: import("../server/server").Server, sessions: import("../documents/sessions").Sessions }} parts
 * @returns {import("vscode").Disposable}
 */
function showStatus({ server, sessions }) {
  const item = vscode.window.createStatusBarItem("memo.status", vscode.StatusBarAlignment.Right, 100);
  item.name = vscode.l10n.t("Memo");
  item.command = "memo.showLog";
  const update = () => {
    const { text, reason } = state(server, sessions);
    item.text = text;
    item.tooltip = reason;
    item.accessibilityInformation = { label: `${item.name}: ${text.replace(/\$\([^)]*\)/g, "").trim()}. ${reason}` };
    item.backgroundColor =
      text.startsWith("$(warning)") ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    if (sessions.shown.length > 0 || !server.isRunning || server.isSilent) item.show();
    else item.hide();
  };
  update();
  return vscode.Disposable.from(item, server.onDidChangeState(update), sessions.onDidChange(update),
    vscode.window.tabGroups.onDidChangeTabs(update));
}

/** @param {import("../server/server").Server} server @param {import("../documents/sessions").Sessions} sessions */
function state(server, sessions) {
  const notSaved = `$(warning) ${vscode.l10n.t("Memo not saved")}`;
  const saving = `$(sync~spin) ${vscode.l10n.t("Saving memo…")}`;
  const open = sessions.shown;
  const refused = open.find(({ phase }) => phase === "refused");
  const [failure] = sessions.failures.values();
  const gone = open.find(({ phase }) => phase === "gone");
  if (server.isSilent) return { text: notSaved, reason: vscode.l10n.t("memo-ls does not answer.") };
  if (server.state === "starting") return { text: saving, reason: server.reason };
  if (!server.isRunning) return { text: notSaved, reason: server.reason };
  if (refused || failure) return { text: notSaved, reason: refused ? refused.reason : explained(failure) };
  if (open.some((session) => session.phase !== "gone" && !session.isDelivered)) {
    return { text: saving, reason: vscode.l10n.t("What you type is on its way to memo-ls.") };
  }
  if (open.some((session) => session.phase !== "gone" && !session.isSaved)) {
    return { text: saving, reason: vscode.l10n.t("What you type is safe already; it is being saved.") };
  }
  const deleted = `$(trash) ${vscode.l10n.t("Memo deleted")}`;
  if (gone) return { text: deleted, reason: vscode.l10n.t("Restore it, or edit it, and it is back.") };
  return { text: `$(check) ${vscode.l10n.t("Memo saved")}`, reason: vscode.l10n.t("Everything is saved.") };
}

module.exports = { showStatus };
