// @ts-check
"use strict";

const vscode = require("vscode");

const SCHEME = "memo";
const REVISION_SCHEME = "memo-revision";
const LONGEST_NAME = 80;

/** @param {string} id @param {string} title @returns {import("vscode").Uri} where VS Code finds the memo */
function memoUri(id, title) {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${id}/${fileName(title)}` });
}

/** @param {string} id @param {string} revision @param {string} title */
function revisionUri(id, revision, title) {
  return vscode.Uri.from({ scheme: REVISION_SCHEME, path: `/${id}/${fileName(title)}`, query: revision });
}

/** @param {import("vscode").Uri} uri @returns {string} the memo's id, or "" for the root */
function idOf(uri) {
  return uri.path.split("/")[1] ?? "";
}

/** @param {string} title @returns {string} a name for the tab; the id before it makes the place unique */
function fileName(title) {
  const name =
    Array.from(title.replace(/[/\\\u0000-\u001f\u007f]+/g, " ").trim()).slice(0, LONGEST_NAME).join("").trim();
  return `${/^\.*$/.test(name) ? vscode.l10n.t("Untitled") : name}.md`;
}

module.exports = { SCHEME, REVISION_SCHEME, fileName, idOf, memoUri, revisionUri };
