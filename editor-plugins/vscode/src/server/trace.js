// @ts-check
"use strict";

const vscode = require("vscode");

/**
 * Writes what goes over the wire to the log, as the setting memo.trace.server says. Only "verbose" shows a memo's
 * words.
 * @param {import("vscode").LogOutputChannel} log
 * @returns {(direction: "sent" | "received", message: any) => void}
 */
function tracer(log) {
  return (direction, message) => {
    const level = vscode.workspace.getConfiguration("memo").get("trace.server", "off");
    if (level === "off") return;
    const name = message.method ?? (message.error ? `error ${message.error.code}` : "result");
    const id = message.id === undefined ? "" : ` (${message.id})`;
    const body =
      level === "verbose" ? ` ${JSON.stringify(message.params ?? message.result ?? message.error ?? null)}` : "";
    log.info(`${direction} ${name}${id}${body}`);
  };
}

module.exports = { tracer };
