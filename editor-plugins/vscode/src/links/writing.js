// @ts-check
"use strict";

const { isInTable } = require("./tables");

/** @typedef {{ range: import("./outlines").WireRange, text: string }} Written */

/**
 * What makes a link lead to a memo, written as it is: in a wiki link or a Markdown one, perhaps in a table.
 * @param {import("vscode").TextDocument} document @param {import("./outlines").Link} link
 * @param {{ id: string, displayTitle: string }} memo @param {boolean} byId whether its title does not lead to it
 * @returns {Written[]}
 */
function leadingTo(document, { kind, label, range, targetRange }, { id, displayTitle }, byId) {
  const isNamed = !byId && displayTitle !== "";
  if (kind === "markdown" || kind === "image") {
    return [{ range: targetRange, text: isNamed ? destination(document, targetRange, displayTitle) : id }];
  }
  const shown = displayTitle.replace(MARKS, "");
  if (isNamed && shown === displayTitle) return [{ range: targetRange, text: displayTitle }];
  if (label !== undefined || shown === "") return [{ range: targetRange, text: id }];
  // Behind the heading, if the link has one.
  const end = { line: range.end.line, character: range.end.character - "]]".length };
  const labelled = `${barIn(document, end.line)}${shown}`;
  return end.character === targetRange.end.character ? [{ range: targetRange, text: `${id}${labelled}` }]
    : [{ range: targetRange, text: id }, { range: { start: end, end }, text: labelled }];
}

/**
 * A title as the destination of a Markdown link, as the server writes it: percent-encoded as need be, which between
 * `<` and `>` is little.
 * @param {import("vscode").TextDocument} document @param {import("./outlines").WireRange} range where it stands
 * @param {string} title
 */
function destination(document, { start }, title) {
  const isPointed = document.lineAt(start.line).text.charAt(start.character - 1) === "<";
  return title.replace(isPointed ? UNFIT_WHERE_POINTED : UNFIT, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""));
}

/**
 * What stands between the name and the label of a link on a line: in a table a bar alone would end the cell.
 * @param {import("vscode").TextDocument} document @param {number} line
 */
function barIn(document, line) {
  return isInTable(document, line) ? "\\|" : "|";
}

// What has a meaning between a wiki link's brackets, where nothing can be escaped.
const MARKS = /[[\]|#^\r\n]+/gu;
const UNFIT = /[^\u{80}-\u{10FFFF}A-Za-z0-9._~!$'*+,;=@/-]|[\s\u{85}]/gu;
const UNFIT_WHERE_POINTED = /[^\u{80}-\u{10FFFF}A-Za-z0-9 ()"`{}._~!$'*+,;=@/-]/gu;

module.exports = { barIn, leadingTo };
