// @ts-check
"use strict";

const { difference } = require("../text/difference");
const { withLineFeeds } = require("../text/lines");

const LONGEST = 60;

/**
 * In a few words: the first that was put in or taken out, and how many other places changed.
 * @param {string | undefined} before @param {string | undefined} after nothing if it is too long to be looked at
 * @returns {string} nothing if the text is the same
 */
function whatChanged(before, after) {
  if (before === undefined || after === undefined) return "";
  const own = withLineFeeds(before);
  const edits = difference(own, withLineFeeds(after));
  if (edits.length === 0) return "";
  const [{ start, end, text }] = edits;
  const said = [["+", text], ["−", own.slice(start, end)]].filter(([, words]) => words.trim() !== "")
    .map(([sign, words]) => `${sign} ${short(words)}`);
  return [...said, ...(edits.length > 1 ? [`(+${edits.length - 1})`] : [])].join("  ");
}

/** @param {string} words */
function short(words) {
  const all = Array.from(words.trim().replace(/\s+/g, " "));
  return all.length > LONGEST ? `${all.slice(0, LONGEST).join("")}…` : all.join("");
}

module.exports = { whatChanged };
