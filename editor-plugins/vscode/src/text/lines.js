// @ts-check
"use strict";

/**
 * @typedef {{ line: number, character: number }} Position zero-based, in UTF-16 units
 * @typedef {{ start: Position, end: Position }} Range
 * @typedef {{ range?: Range, text: string }} Change one without a range replaces the whole text
 */

/**
 * A text as the server has it: every line with its own line end, so that a text with several kinds of them stays as it
 * is. An editor's document has one kind, but the same lines; so a position means the same place in both.
 */
class Lines {
  /** @param {string} text */
  constructor(text) {
    this.lines = split(text);
    /** The text's length in UTF-16 units, line ends included. */
    this.length = text.length;
  }

  get text() {
    return this.lines.join("");
  }

  /** @returns {Lines} one that changes by itself */
  copy() {
    const copy = new Lines("");
    copy.lines = this.lines.slice();
    copy.length = this.length;
    return copy;
  }

  /**
   * Makes a change as the server makes it.
   * @param {Change} change
   * @returns {Change} the one that takes it back
   */
  apply(change) {
    if (!change.range) {
      const inverse = { text: this.text };
      this.lines = split(change.text);
      this.length = change.text.length;
      return inverse;
    }
    let start = this.clamped(change.range.start);
    const end = this.clamped(change.range.end);
    const removed = this.between(start, end);
    let head = this.lines[start.line].slice(0, start.character);
    const tail = this.lines[end.line].slice(end.character);
    // "\r" before a new "\n" is one line end with it.
    const joins = head === "" && start.line > 0 && this.lines[start.line - 1].endsWith("\r") &&
      (change.text + tail).startsWith("\n");
    const first = joins ? start.line - 1 : start.line;
    if (joins) head = this.lines[first];
    if (joins) start = { line: first, character: head.length };
    const replacement = split(head + change.text + tail);
    // What follows has its own line end before it, so the last line is never an empty one of this split alone.
    if (end.line + 1 < this.lines.length) replacement.pop();
    splice(this.lines, first, end.line + 1 - first, replacement);
    this.length += change.text.length - removed.length;
    return { range: { start, end: after(start, change.text) }, text: removed };
  }

  /**
   * The same change, but for one that would make one line end of two, a lone "\r" and a "\n" that was not after it:
   * there the "\r" becomes the document's line end.
   * @param {Change} change
   * @param {string} eol
   * @returns {Change}
   */
  keepingLines(change, eol) {
    if (!change.range) return change;
    const { start, end } = change.range;
    if (start.character > 0 || start.line === 0 || !this.lines[start.line - 1].endsWith("\r")) return change;
    const following = change.text || this.lines[end.line].slice(end.character);
    if (!following.startsWith("\n")) return change;
    const before = { line: start.line - 1, character: contentLength(this.lines[start.line - 1]) };
    return { range: { start: before, end }, text: eol + change.text };
  }

  /** @param {Position} position @returns {Position} a place in this text that is no further than its line's end */
  clamped({ line, character }) {
    if (line >= this.lines.length) {
      const last = this.lines.length - 1;
      return { line: last, character: this.lines[last].length };
    }
    return { line, character: Math.min(character, contentLength(this.lines[line])) };
  }

  /** @param {Position} start @param {Position} end @returns {string} */
  between(start, end) {
    if (start.line === end.line) return this.lines[start.line].slice(start.character, end.character);
    const inner = this.lines.slice(start.line + 1, end.line).join("");
    return this.lines[start.line].slice(start.character) + inner + this.lines[end.line].slice(0, end.character);
  }
}

/** @param {string} text @returns {string[]} each line with its end; the last one has none */
function split(text) {
  const lines = [];
  const ends = /\r\n|\r|\n/g;
  let start = 0;
  while (ends.exec(text)) {
    lines.push(text.slice(start, ends.lastIndex));
    start = ends.lastIndex;
  }
  lines.push(text.slice(start));
  return lines;
}

/** @param {string} line */
function contentLength(line) {
  if (line.endsWith("\r\n")) return line.length - 2;
  return line.endsWith("\n") || line.endsWith("\r") ? line.length - 1 : line.length;
}

/** @param {Position} start @param {string} text @returns {Position} where the text ends that begins there */
function after(start, text) {
  const lines = split(text);
  const last = lines[lines.length - 1].length;
  return { line: start.line + lines.length - 1, character: lines.length === 1 ? start.character + last : last };
}

/**
 * Replaces lines; a call with a million arguments would not do.
 * @param {string[]} lines @param {number} start
 * @param {number} count @param {string[]} replacement
 */
function splice(lines, start, count, replacement) {
  if (replacement.length < 10000) {
    lines.splice(start, count, ...replacement);
    return;
  }
  const rest = lines.slice(start + count);
  lines.length = start;
  for (const line of replacement) lines.push(line);
  for (const line of rest) lines.push(line);
}

/** @param {string} text @returns {string} with "\n" for every line end */
function withLineFeeds(text) {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** @param {string} text @returns {string} with U+FFFD for each half of a surrogate pair, which no UTF-8 can hold */
function wellFormed(text) {
  if (!/[\ud800-\udfff]/.test(text)) return text;
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** @param {string} text with line feeds @returns {(offset: number) => Position} */
function positions(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - starts[low] };
  };
}

module.exports = { Lines, withLineFeeds, wellFormed, positions };
