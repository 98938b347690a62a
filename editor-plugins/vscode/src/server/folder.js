// @ts-check
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");

/**
 * The folder whose notes are this window's memos: the one that the server's arguments name, else the attached one that
 * is open here. Nothing but names is looked for.
 * @param {string[]} args the server's arguments
 * @param {boolean} isLookedFor whether the user wants it to be found
 * @returns {{ folder: string, args: string[] }} "" for none, and the arguments with which it is served
 */
function servedFolder(args, isLookedFor) {
  const named = args.findIndex((arg) => /^--folder(=|$)/.test(arg));
  if (named >= 0) {
    const given = args[named] === "--folder" ? args[named + 1] ?? "" : args[named].slice("--folder=".length);
    return { folder: real(given), args };
  }
  // Who opens a folder without trusting it wants nothing done with its files.
  if (!isLookedFor || !vscode.workspace.isTrusted || args.some((arg) => /^--store(=|$)/.test(arg))) {
    return { folder: "", args };
  }
  const places = [...(vscode.workspace.workspaceFolders ?? []), ...vscode.workspace.textDocuments];
  for (const { uri } of places) {
    const folder = uri.scheme === "file" ? folderAbove(real(uri.fsPath)) : "";
    if (folder) return { folder, args: ["--folder", folder, ...args] };
  }
  return { folder: "", args };
}

/** @param {string} place @returns {string} the attached folder that it is in, or is; "" for none */
function folderAbove(place) {
  for (let folder = place; ; folder = path.dirname(folder)) {
    if (folder === "") return "";
    if (fs.existsSync(path.join(folder, ".memo-ls", "id"))) return folder;
    if (folder === path.dirname(folder)) return "";
  }
}

/** @param {string} place @returns {string} where it is, links followed; "" if it is nowhere */
function real(place) {
  try {
    return fs.realpathSync(place);
  } catch {
    return "";
  }
}

module.exports = { real, servedFolder };
