"use strict";

const assert = require("node:assert/strict");
const path = require("node:path");
const { test } = require("node:test");
const { EXTENSION } = require("./host");
const { seeded } = require("./seeded");
const { difference } = require(path.join(EXTENSION, "src/text/difference"));
const { Lines, positions } = require(path.join(EXTENSION, "src/text/lines"));
const { merge } = require(path.join(EXTENSION, "src/text/merge"));

const PIECES = ["a", "b", "\n", "😀", "😁", "c\n", "\n"];
const randomText = (chance, most = 14) => Array.from({ length: chance.below(most) }, () => chance.one(PIECES)).join("");

test("a difference makes one text of the other, in order, and cuts no surrogate pair", (t) => {
  const chance = seeded(t);
  for (let round = 0; round < 5000; round++) {
    const [from, to] = [randomText(chance), randomText(chance)];
    const edits = difference(from, to);
    const lines = new Lines(from);
    const at = positions(from);
    for (const { start, end, text } of [...edits].reverse()) {
      lines.apply({ range: { start: at(start), end: at(end) }, text });
      for (const piece of [from.slice(0, start), from.slice(0, end), text])
        assert.ok(piece.isWellFormed?.() ?? true, piece);
    }
    assert.equal(lines.text, to, JSON.stringify({ from, to, seed: chance.seed }));
    assert.equal(lines.length, to.length);
  }
});

test("a change and its inverse leave a text as it was", (t) => {
  const chance = seeded(t);
  for (let round = 0; round < 5000; round++) {
    const text = randomText(chance).replace(/c\n/g, "c\r\n");
    const lines = new Lines(text);
    const count = lines.lines.length;
    const [first, second] = [chance.below(count), chance.below(count)].sort((a, b) => a - b);
    const range = { start: { line: first, character: 0 }, end: { line: second, character: first === second ? 9 : 0 } };
    const inverse = lines.apply({ range, text: randomText(chance, 4) });
    lines.apply(inverse);
    assert.equal(lines.text, text, `seed ${chance.seed}`);
    assert.equal(lines.length, text.length);
  }
});

test("a change of the server's may make one line end of two, or stand after the last line", () => {
  const lines = new Lines("a\rb\nc");
  lines.apply({ range: { start: { line: 1, character: 0 }, end: { line: 1, character: 1 } }, text: "" });
  assert.deepEqual(lines.lines, ["a\r\n", "c"]);
  lines.apply({ range: { start: { line: 2, character: 0 }, end: { line: 2, character: 0 } }, text: "!" });
  assert.equal(lines.text, "a\r\nc!");
  assert.equal(lines.apply({ text: "new" }).text, "a\r\nc!");
  assert.equal(lines.length, 3);
});

test("a hundred thousand lines can be put in at once", () => {
  const lines = new Lines("first\nlast");
  const start = { line: 0, character: 5 };
  lines.apply({ range: { start, end: start }, text: "\nx".repeat(100000) });
  assert.equal(lines.lines.length, 100002);
  assert.equal(lines.lines[100001], "last");
});

test("many changed lines are found line by line", () => {
  const from = Array.from({ length: 2000 }, (_, line) => `line ${line}\n`).join("");
  assert.equal(difference(from, from.replace(/7\n/g, "seven\n")).length, 200);
  assert.equal(difference(from, `new\n${from}`.replace("line 1500\n", "")).length, 2);
});

const MERGES = [
  ["both texts, where different lines changed", "a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"],
  ["both insertions at one place, the saved one first", "x\n", "x\nmine\n", "x\ntheirs\n", "x\ntheirs\nmine\n"],
  ["one of two equal changes", "old\n", "new\n", "new\n", "new\n"],
  [
    "one of two equal changes next to others", "a\nb\nc\nd\n", "a\nB\nc\nmine\n", "theirs\nB\nc\nd\n",
    "theirs\nB\nc\nmine\n"
  ],
  ["both words that replaced one", "world", "World!", "earth", "earthWorld!"],
  ["what was put into a place that the other took out", "one TWO three", "one three", "one TWO! three", "one !three"],
  ["a word before one that became another there", "c d", "a c d", "b-x d", "a b-x d"],
  ["a word before one that became another here", "c d", "b-x d", "a c d", "a b-x d"],
  ["what one put between two words of the other", "the fox", "so the fox ran", "the quick fox", "so the quick fox ran"],
  ["mine, if nothing else changed", "a", "ab", "a", "ab"],
  ["theirs, if nothing was typed", "a", "a", "ac", "ac"],
];

for (const [what, base, mine, theirs, both] of MERGES) {
  test(`merging keeps ${what}`, () => assert.equal(merge(base, mine, theirs), both));
}

test("what the server may have taken already is not put in twice", () => {
  assert.equal(merge("ab", "abXY", "abX", true), "abXY");
  assert.equal(merge("ab", "aNEWOLDb", "aOLDb", true), "aNEWOLDb");
  assert.equal(merge("ab\nc", "abX\nc", "abXY\nd", true), "abXY\nd");
  assert.equal(merge("ab", "abX", "abZ", true), "abZX");
});

test("merging loses nothing that either put in", (t) => {
  const chance = seeded(t);
  for (let round = 0; round < 5000; round++) {
    const base = randomText(chance);
    const insert = (mark) => {
      const pairs = [...base];
      pairs.splice(chance.below(pairs.length + 1), 0, mark);
      return pairs.join("");
    };
    const merged = merge(base, insert("M"), insert("T"));
    assert.equal([...merged].filter((character) => character === "M" || character === "T").length, 2);
    assert.equal(merged.replace(/[MT]/g, ""), base, `seed ${chance.seed}`);
  }
});
