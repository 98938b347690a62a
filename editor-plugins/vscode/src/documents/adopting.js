// @ts-check
"use strict";

const vscode = require("vscode");
const { withLineFeeds } = require("../text/lines");
const { shown } = require("./edits");
const { changesForServer, reconcile } = require("./reconcile");
const { stateOf } = require("./states");

/**
 * @typedef {import("../text/lines").Change} Change
 * @typedef {import("./session").MemoSession} MemoSession
 * @typedef {import("./session").Memo} Memo
 * @typedef {import("./session").Phase} Phase
 */

/**
 * Brings the document and the server's text together: what was typed here and not taken goes on top of it.
 * @param {MemoSession} session @param {Memo} memo @returns {Promise<void>}
 */
async function adopt(session, memo) {
  const reading = session.readings;
  const isFirst = session.version === 0;
  const wereSent = session.edits.all[0]?.sent === true;
  session.edits.dropTaken(memo.text);
  const before = session.edits.textBefore();
  // Nobody else touched it: what is on the screen is newer.
  const { unsent } = session;
  const state = (/** @type {string} */ text) => stateOf(withLineFeeds(text));
  const isKept = isFirst && (session.isRestored || session.edits.base !== undefined);
  const isOurs = isKept && unsent.wasSent(state(memo.text));
  const documentCounts = session.documentCounts || isOurs;
  if (!isOurs && session.isRestored && unsent.wasTaken(state(before))) session.isRestored = false;
  const base = documentCounts ? memo.text : before;
  const isUnchanged = session.edits.base === undefined && base === memo.text && !documentCounts;
  // What was refused edit by edit may be taken as a whole.
  if (isUnchanged && session.reason === "") return session.goOn(memo);
  for (let mayReread = session.rereading.garbled === undefined;;) {
    const { result, forDocument } = reconcile({
      base: session.isRestored && !isOurs ? unsent.takenText : base,
      mine: shown(session.document),
      theirs: memo.text,
      mayRepeat: wereSent || isKept,
    });
    if (forDocument.length === 0 || session.closed) return settle(session, memo, result);
    session.phase = "adopting";
    const { version } = session.document;
    const rereads = mayReread && !session.document.isDirty && result === withLineFeeds(memo.text);
    session.adopting = { result, theirs: memo.text, rereads };
    const isShown = await bringIn(session, forDocument, rereads);
    if (reading !== session.readings || /** @type {Phase} */ (session.phase) !== "adopting") return;
    if (isShown) return settle(session, memo, shown(session.document));
    mayReread &&= !rereads;
    // Something was typed meanwhile: once more, with that. If not, the editor takes no edits.
    if (session.document.version === version && !rereads) {
      return session.refuse(new Error(vscode.l10n.t("The editor does not take what was changed elsewhere.")));
    }
  }
}

/**
 * Gives the document the text that it adopts.
 * @param {MemoSession} session @param {Change[]} changes
 * @param {boolean} rereads whether VS Code is to read the file again
 * @returns {Promise<boolean>} whether it shows that
 */
async function bringIn(session, changes, rereads) {
  if (!rereads) session.hasOthers = true;
  const shows = rereads ? session.rereading.request()
    : vscode.workspace.applyEdit(workspaceEdit(session.document, changes));
  // Who waits for the file's text can have it now.
  session.changed();
  const isTaken = await shows;
  const seen = session.adopting === undefined;
  session.adopting = undefined;
  return isTaken || seen;
}

/**
 * The document has its text: the server gets what it lacks.
 * @param {MemoSession} session @param {Memo} memo @param {string} result
 */
function settle(session, memo, result) {
  const { all, eol } = session.edits;
  const lineEnds = all.some((edit) => edit.lineEnds);
  const { mirror, changes, inverses } = changesForServer(memo.text, result, eol, lineEnds);
  const properties = all.filter((edit) => edit.properties);
  session.edits.all = properties.map((edit) => ({ ...edit, length: memo.text.length }));
  session.edits.mirror = mirror;
  session.edits.base = undefined;
  if (changes.length > 0) session.edits.push({ changes, inverses });
  session.goOn(memo);
}

/**
 * Another extension wrote the file of a dirty document: the part that differs is an edit.
 * @param {MemoSession} session @param {string} text @throws {Error} if the editor takes no edits
 */
async function overwrite(session, text) {
  const { document } = session;
  const base = shown(document);
  const { forDocument } = reconcile({ base, mine: base, theirs: text, mayRepeat: false });
  if (forDocument.length === 0) return;
  const isTaken = await vscode.workspace.applyEdit(workspaceEdit(document, forDocument));
  if (!isTaken) throw vscode.FileSystemError.Unavailable(document.uri);
}

/** @param {import("vscode").TextDocument} document @param {Change[]} changes */
function workspaceEdit(document, changes) {
  const edit = new vscode.WorkspaceEdit();
  for (const { range, text } of changes) {
    const { start, end } = /** @type {import("../text/lines").Range} */ (range);
    edit.replace(document.uri, new vscode.Range(start.line, start.character, end.line, end.character), text);
  }
  return edit;
}

module.exports = { adopt, overwrite, workspaceEdit };
