// @ts-check
"use strict";

/** @typedef {{ start: number, end: number, text: string }} Edit what is between two offsets becomes this text */

// More differing lines than this become one edit: finding the fewest would take longer than a reader waits.
const MOST_STEPS = 500;
// The same for the words of one line, of which there may be many.
const MOST_WORD_STEPS = 50;
// Anything else stands for itself.
const WORDS = /[\p{L}\p{M}\p{N}_]+|[^]/gu;

/**
 * The edits that make one text of another: in ascending order, apart from each other, none through a surrogate pair.
 * @param {string} from @param {string} to both with "\n" for every line end
 * @returns {Edit[]}
 */
function difference(from, to) {
  const before = from.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const now = to.match(/[^\n]*\n|[^\n]+/g) ?? [];
  /** @type {Edit[]} */
  const edits = [];
  let offset = 0;
  let line = 0;
  for (const hunk of hunks(before, now)) {
    while (line < hunk.start) offset += before[line++].length;
    const old = before.slice(hunk.start, hunk.end);
    const pieces = old.length === hunk.lines.length ? old.map((text, index) => [text, hunk.lines[index]])
      : [[old.join(""), hunk.lines.join("")]];
    for (const [was, is] of pieces) {
      if (was !== is) edits.push(...wordByWord(offset, was, is));
      offset += was.length;
    }
    line = hunk.end;
  }
  return edits;
}

/**
 * Two places that changed in a line are two edits: what another one puts in between stays between.
 * @param {number} offset @param {string} was @param {string} is @returns {Edit[]}
 */
function wordByWord(offset, was, is) {
  const before = was.match(WORDS) ?? [];
  let at = offset;
  let word = 0;
  return hunks(before, is.match(WORDS) ?? [], MOST_WORD_STEPS).map(({ start, end, lines }) => {
    while (word < start) at += before[word++].length;
    const old = before.slice(start, end).join("");
    const edit = trimmed(at, old, lines.join(""));
    at += old.length;
    word = end;
    return edit;
  });
}

/**
 * @param {number} offset
 * @param {string} was
 * @param {string} is
 * @returns {Edit} without what both begin and end with
 */
function trimmed(offset, was, is) {
  const shorter = Math.min(was.length, is.length);
  let head = 0;
  while (head < shorter && was[head] === is[head]) head++;
  if (head > 0 && isHighSurrogate(was, head - 1)) head--;
  let tail = 0;
  while (tail < shorter - head && was[was.length - 1 - tail] === is[is.length - 1 - tail]) tail++;
  if (tail > 0 && isLowSurrogate(was, was.length - tail)) tail--;
  return { start: offset + head, end: offset + was.length - tail, text: is.slice(head, is.length - tail) };
}

/** @param {string} text @param {number} at */
const isHighSurrogate = (text, at) => (text.charCodeAt(at) & 0xfc00) === 0xd800;
/** @param {string} text @param {number} at */
const isLowSurrogate = (text, at) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/**
 * Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its Variations", 1986) on lines, or words.
 * @param {string[]} before @param {string[]} now @param {number} [most] differing ones that are told apart
 * @returns {{ start: number, end: number, lines: string[] }[]} lines from start to end become those
 */
function hunks(before, now, most = MOST_STEPS) {
  const shorter = Math.min(before.length, now.length);
  let head = 0;
  while (head < shorter && before[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const width = before.length - tail;
  const height = now.length - tail;
  const path = shortestPath(before, now, head, width, height, most);
  if (!path) return [{ start: head, end: width, lines: now.slice(head, height) }];
  const found = [];
  let x = head;
  let y = head;
  for (const [keptX, keptY] of [...path, [width, height]]) {
    if (keptX > x || keptY > y) found.push({ start: x, end: keptX, lines: now.slice(y, keptY) });
    x = keptX + 1;
    y = keptY + 1;
  }
  return found;
}

/** @param {string[]} before @param {string[]} now @param {number} head @param {number} width @param {number} height
 * @param {number} most
 * @returns {number[][] | undefined} the pairs of lines that both have, or nothing if there are too many others */
function shortestPath(before, now, head, width, height, most) {
  /** @type {Map<number, number>} the furthest line of `before` on each diagonal */
  const reached = new Map();
  const trace = [];
  for (let steps = 0; steps <= most; steps++) {
    trace.push(new Map(reached));
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      const step = steps === 0 ? { x: head } : bestStep(trace[steps], diagonal, width, height);
      if (!step) continue;
      let { x } = step;
      while (x < width && x - diagonal < height && before[x] === now[x - diagonal]) x++;
      reached.set(diagonal, x);
      if (x === width && x - diagonal === height) return walkBack(trace, width, height, head);
    }
  }
  return undefined;
}

/**
 * Where one more line, taken out or put in, leads on this diagonal.
 * @param {Map<number, number>} reached
 * @param {number} diagonal
 * @param {number} width
 * @param {number} height
 * @returns {{ x: number, from: number } | undefined}
 */
function bestStep(reached, diagonal, width, height) {
  const left = reached.get(diagonal - 1);
  const above = reached.get(diagonal + 1);
  const right = left === undefined || left >= width ? -1 : left + 1;
  const down = above === undefined || above - diagonal > height ? -1 : above;
  if (right < 0 && down < 0) return undefined;
  return right > down ? { x: right, from: diagonal - 1 } : { x: down, from: diagonal + 1 };
}

/** @param {Map<number, number>[]} trace @param {number} width @param {number} height @param {number} head */
function walkBack(trace, width, height, head) {
  const kept = [];
  let x = width;
  let diagonal = width - height;
  for (let steps = trace.length - 1; steps > 0; steps--) {
    const step = bestStep(trace[steps], diagonal, width, height);
    if (!step) break;
    while (x > step.x) kept.push([--x, x - diagonal]);
    x = /** @type {number} */ (trace[steps].get(step.from));
    diagonal = step.from;
  }
  while (x > head) kept.push([--x, x - diagonal]);
  return kept.reverse();
}

module.exports = { difference };
