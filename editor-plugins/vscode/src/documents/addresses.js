// @ts-check
"use strict";

const vscode = require("vscode");

const SCHEME = "memo";
const HISTORY_SCHEME = "memo-history";
/** How earlier versions called that; tabs of theirs may still be open. */
const REVISION_SCHEME = "memo-revision";
const LONGEST_NAME = 80;
const SHORT_ID = 8;
const LEAST_OF_AN_ID = 4;

/**
 * Where it is kept which memo an end of an id stands for: after a reload VS Code shows documents without asking.
 * @type {import("vscode").Memento | undefined}
 */
let ends;

/** @param {import("vscode").Memento} memento */
function keepEndsIn(memento) {
  ends = memento;
}

/**
 * Where VS Code finds a memo, `memo:///ID/Title.md`; tabs show the title. Also read are an end of the id in its place,
 * and `memo:/END/Title.md?ID`, as earlier versions had it.
 * @param {string} id @param {string} title @returns {import("vscode").Uri}
 */
function memoUri(id, title) {
  return vscode.Uri.from({ scheme: SCHEME, path: `/${id}/${fileName(title)}` });
}

/**
 * Where it finds what a memo was, `memo-history:///ID/REVISION/Title.md`.
 * @param {string} id @param {string} revision @param {string} title
 */
function revisionUri(id, revision, title) {
  return vscode.Uri.from({ scheme: HISTORY_SCHEME, path: `/${id}/${revision}/${fileName(title)}` });
}

/** @param {import("vscode").Uri} uri @returns {boolean} whether it shows what a memo was */
const isPast = ({ scheme }) => scheme === HISTORY_SCHEME || scheme === REVISION_SCHEME;

/** @param {import("vscode").Uri} uri of what a memo was @returns {string} which revision that is */
const revisionOf = (uri) => uri.scheme === REVISION_SCHEME ? uri.query : uri.path.split("/")[2] ?? "";

/**
 * Which memos files are that are open.
 * @type {Map<string, string>}
 */
const files = new Map();

/** @param {import("vscode").Uri} uri @param {string} id the memo that a file is */
function noteIs(uri, id) {
  files.set(uri.toString(), id);
}

/** @param {import("vscode").Uri} uri of a file that is closed */
function forgetNote(uri) {
  files.delete(uri.toString());
}

/** @param {import("vscode").Uri} uri @returns {boolean} whether a file is called as notes are */
const isNote = (uri) => /\.(?:md|markdown|txt)$/i.test(uri.path);

/** @param {import("vscode").Uri} uri @returns {boolean} whether it is a memo, be it as a file */
const isMemo = (uri) => uri.scheme === SCHEME || files.has(uri.toString());

/** @param {import("vscode").Uri} uri @returns {string} the memo's id, or "" for the root */
function idOf(uri) {
  const file = files.get(uri.toString());
  if (file !== undefined) return file;
  const named = nameOf(uri);
  const whole = uri.scheme === REVISION_SCHEME ? uri.fragment : uri.query;
  return named !== "" && whole.endsWith(named) ? whole : ends?.get(endKey(named)) ?? named;
}

/** @param {import("vscode").Uri} uri @returns {string | undefined} an end of an id, as lists print it, if it has one */
function endOf(uri) {
  const named = nameOf(uri);
  return named.length >= LEAST_OF_AN_ID && shortId(named) === named && uri.query === "" ? named : undefined;
}

/** @param {string} end @param {string} id the memo that it stands for from now on */
function standsFor(end, id) {
  ends?.update(endKey(end), id);
}

/** @param {import("vscode").Uri} uri */
const nameOf = (uri) => uri.path.split("/")[1] ?? "";
/** @param {string} end */
const endKey = (end) => `memo.id.${end}`;

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

module.exports =
  {
    HISTORY_SCHEME, REVISION_SCHEME, SCHEME, endOf, fileName, forgetNote, idOf, isMemo, isNote, isPast, keepEndsIn,
    memoUri, noteIs, revisionOf, revisionUri, standsFor,
  };
