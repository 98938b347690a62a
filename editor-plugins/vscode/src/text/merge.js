// @ts-check
"use strict";

const { difference } = require("./difference");
/** @typedef {import("./difference").Edit} Edit */

/**
 * Makes one text of two that began as the same: what either took out is out, what either put in is in. At one place the
 * saved one comes first.
 * @param {string} base @param {string} mine @param {string} theirs all with "\n" for every line end
 * @param {boolean} [mayRepeat] whether theirs may hold a part of what was typed here
 * @returns {string}
 */
function merge(base, mine, theirs, mayRepeat = false) {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const there = difference(base, theirs);
  const here = withoutRepeats(difference(base, mine), there, mayRepeat);
  const places = new Set([0, base.length]);
  for (const { start, end } of [...there, ...here]) places.add(start).add(end);
  const cuts = [...places].sort((a, b) => a - b);
  /** @type {string[]} */
  const pieces = [];
  const isInsertion = (/** @type {Edit} */ { start, end }) => start === end;
  // What was put in before a word stands before what that word has become.
  const edits = [...there, ...here]
    .sort((a, b) => a.start - b.start || Number(isInsertion(b)) - Number(isInsertion(a)));
  let next = 0;
  let removedTo = 0;
  cuts.forEach((cut, index) => {
    for (; edits[next]?.start === cut; next++) {
      pieces.push(edits[next].text);
      removedTo = Math.max(removedTo, edits[next].end);
    }
    if (cut >= removedTo) pieces.push(base.slice(cut, cuts[index + 1]));
  });
  return pieces.join("");
}

/** @param {Edit[]} mine @param {Edit[]} theirs @param {boolean} mayRepeat
 * @returns {Edit[]} mine, putting in only what theirs do not put in at the same place */
function withoutRepeats(mine, theirs, mayRepeat) {
  return mine.map((edit) => {
    const same = theirs.find(({ start, end }) => start === edit.start && end === edit.end);
    if (!same || !(mayRepeat || same.text === edit.text)) return edit;
    if (edit.text.startsWith(same.text)) return { ...edit, text: edit.text.slice(same.text.length) };
    // What was typed before the part that they have stands before it.
    if (mayRepeat && edit.text.includes(same.text)) same.text = "";
    return same.text.startsWith(edit.text) ? { ...edit, text: "" } : edit;
  });
}

/**
 * Makes one text of two when nobody knows what they began as: all that either has is in it, the saved one's first.
 * @param {string} mine @param {string} theirs both with "\n" for every line end
 * @returns {string}
 */
function union(mine, theirs) {
  /** @type {string[]} */
  const pieces = [];
  let at = 0;
  for (const { end, text } of difference(theirs, mine)) {
    pieces.push(theirs.slice(at, end), text);
    at = end;
  }
  return pieces.join("") + theirs.slice(at);
}

module.exports = { merge, union };
