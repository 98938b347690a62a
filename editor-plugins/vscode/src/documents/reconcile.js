// @ts-check
"use strict";

const { Lines, positions, withLineFeeds } = require("../text/lines");
const { difference } = require("../text/difference");
const { merge, union } = require("../text/merge");

/** @typedef {import("../text/lines").Change} Change */

/**
 * What to do when the server's text is not the one that the document stands on.
 * @param {{ base: string | undefined, mine: string, theirs: string, mayRepeat: boolean }} texts what both began as, if
 *   that is known, the document's and the server's; theirs with its own line ends
 * @returns {{ result: string, forDocument: Change[] }} the text that both are to have, with "\n" for every line end,
 *   and the changes that give it to the document: from its end to its start, so that each may be made after the one
 *   before
 */
function reconcile({ base, mine, theirs, mayRepeat }) {
  const own = withLineFeeds(mine);
  const saved = withLineFeeds(theirs);
  const result = base === undefined ? union(own, saved) : merge(withLineFeeds(base), own, saved, mayRepeat);
  return { result, forDocument: changes(own, result) };
}

/**
 * The changes that give the server a text without touching the line ends of what stays.
 * @param {string} theirs @param {string} result with "\n" for every line end @param {string} eol the kind of those put
 *   in
 * @param {boolean} everyLineEnd whether all others become of that kind, too
 * @returns {{ mirror: Lines, changes: Change[], inverses: Change[] }} the server's text after them, and how to take
 *   them back
 */
function changesForServer(theirs, result, eol, everyLineEnd) {
  const mirror = new Lines(theirs);
  if (everyLineEnd) {
    const change = { text: result.replace(/\n/g, eol) };
    return { mirror, changes: [change], inverses: [mirror.apply(change)] };
  }
  /** @type {Change[]} */
  const made = [];
  /** @type {Change[]} */
  const inverses = [];
  for (const { range, text } of changes(withLineFeeds(theirs), result)) {
    const change = mirror.keepingLines({ range, text: text.replace(/\n/g, eol) }, eol);
    made.push(change);
    inverses.push(mirror.apply(change));
  }
  return { mirror, changes: made, inverses };
}

/** @param {string} from @param {string} to @returns {Change[]} from the end to the start */
function changes(from, to) {
  const at = positions(from);
  return difference(from, to).reverse().map(({ start, end, text }) =>
    ({ range: { start: at(start), end: at(end) }, text }));
}

module.exports = { changesForServer, reconcile };
