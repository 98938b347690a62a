// @ts-check
"use strict";

/** @typedef {import("vscode").TextDocument} TextDocument */

/**
 * Whether a line is a row of a table: its head, or what stands behind the dashes below that, up to a blank line or what
 * begins another block.
 * @param {TextDocument} document @param {number} line
 */
function isInTable(document, line) {
  if (isHead(document, line)) return true;
  const { depth } = partsOf(document, line);
  for (let above = line; above > 0; above--) {
    const row = partsOf(document, above);
    if (row.depth !== depth) return false;
    if (isHead(document, above - 1)) return true;
    if (row.words === "" || row.isItem || OTHER_BLOCK.test(row.words)) return false;
  }
  return false;
}

/** @param {TextDocument} document @param {number} line whether dashes under it make it a head */
function isHead(document, line) {
  if (line + 1 >= document.lineCount) return false;
  const head = partsOf(document, line);
  const below = partsOf(document, line + 1);
  return DASHES.test(below.words) && head.words !== "" && head.depth === below.depth &&
    cells(head.words) === cells(below.words);
}

/** @param {string} row @returns {number} how many cells it has */
function cells(row) {
  return row.replace(/^\||\|$/gu, "").split(/(?<!\\)\|/u).length;
}

/**
 * A line's words, and what it stands in: how many quotations, and whether an item of a list begins with it.
 * @param {TextDocument} document @param {number} line
 */
function partsOf(document, line) {
  const { text } = document.lineAt(line);
  const before = /^(?:\s|>|(?:[-+*]|\d{1,9}[.)])\s)*/u.exec(text)?.[0] ?? "";
  return {
    words: text.slice(before.length).trimEnd(), depth: before.split(">").length, isItem: /[^\s>]/u.test(before),
  };
}

const DASHES = /^(?=.*\|)\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/u;
const OTHER_BLOCK = /^(?:#{1,6}(?:\s|$)|```|~~~|(?:[-*_]\s*){3,}$)/u;

module.exports = { isInTable };
