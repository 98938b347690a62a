// @ts-check
"use strict";

const vscode = require("vscode");

const SCHEME = "memo";
const REVISION_SCHEME = "memo-revision";
const LONGEST_NAME = 80;
const SHORT_ID = 8;

/**
 * Where VS Code finds a memo: what tabs and breadcrumbs show is short, and the whole id is in the query.
 * @param {string} id @param {string} title @returns {import("vscode").Uri}
 */
function memoUri(id, title) {
  const short = shortId(id);
  return vscode.Uri.from({ scheme: SCHEME, path: `/${short}/${fileName(title)}`, query: short === id ? "" : id });
}

/** @param {string} id @param {string} revision @param {string} title */
function revisionUri(id, revision, title) {
  const short = shortId(id);
  const fragment = short === id ? "" : id;
  return vscode.Uri.from({ scheme: REVISION_SCHEME, path: `/${short}/${fileName(title)}`, query: revision, fragment });
}

/** @param {import("vscode").Uri} uri @returns {string} the memo's id, or "" for the root */
function idOf(uri) {
  const named = uri.path.split("/")[1] ?? "";
  const whole = uri.scheme === REVISION_SCHEME ? uri.fragment : uri.query;
  return named !== "" && whole.endsWith(named) ? whole : named;
}

/** @param {string} id @returns {string} the end of a UUID, as lists of the command line show it; another id as it is */
function shortId(id) {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.slice(-SHORT_ID) : id;
}

/** @param {string} title @returns {string} a name for the tab; the id before it makes the place unique */
function fileName(title) {
  const name =
    Array.from(title.replace(/[/\\\u0000-\u001f\u007f]+/g, " ").trim()).slice(0, LONGEST_NAME).join("").trim();
  return `${/^\.*$/.test(name) ? vscode.l10n.t("Untitled") : name}.md`;
}

module.exports = { SCHEME, REVISION_SCHEME, fileName, idOf, memoUri, revisionUri };
