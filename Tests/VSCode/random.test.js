"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { idOf, openWindow, until } = require("./host");
const { seeded } = require("./seeded");

const EDITS = 6000;
const PIECES = ["a", "b ", "한글", "😀", "é", "\n", "\r\n", "x\ny\nz", "", "", "일기 👩‍👩‍👧 끝\n", "long ".repeat(9)];
const TEXTS = {
  "line feeds": "one\ntwo 😀\nthree\n",
  "carriage returns and line feeds": "one\r\ntwo\r\n\r\n한글\r\n",
  "every kind of line end": "one\ntwo\r\nthree\rfour\r\r\n\n\rfive\r\nsix",
  "nothing": "",
};

for (const [kind, text] of Object.entries(TEXTS)) {
  test(`${EDITS} random edits leave document and server the same: ${kind}`, async (t) => {
    const chance = seeded(t);
    const window = openWindow(t);
    const other = new Client(t, window.store);
    const id = await other.create({ text });
    await window.running();
    const document = await window.openMemo(id);
    const exact = new ExactText(text);
    window.editors.changed.event(({ contentChanges }) => exact.take(contentChanges, document));
    for (let edits = 0; edits < EDITS;) {
      edits += step(document, chance);
      if (chance.below(400) === 0) await new Promise(setImmediate);
      if (chance.below(1500) === 0) await agree(window, other, document, exact, chance.seed);
    }
    await agree(window, other, document, exact, chance.seed);
    assert.deepEqual(window.screen.logLines.filter((line) => !line.startsWith("info")), [], `seed ${chance.seed}`);
  });
}

function step(document, chance) {
  const choice = chance.below(100);
  if (choice < 8) document.undo();
  else if (choice < 12) document.redo();
  else if (choice === 12 && chance.below(20) === 0) document.setEndOfLine(document.eolText === "\n" ? "\r\n" : "\n");
  else return multiCursor(document, chance);
  return 1;
}

/** One to four places at once, in whatever order. */
function multiCursor(document, chance) {
  const places =
    Array.from({ length: 2 * (chance.below(10) === 0 ? 1 + chance.below(4) : 1) }, () => anywhere(document, chance))
      .sort((a, b) => a.line - b.line || a.character - b.character);
  const edits = [];
  for (let index = 0; index < places.length; index += 2) {
    const start = places[index];
    const isInsertion = chance.below(3) > 0;
    edits.push({
      start,
      end: isInsertion || tooFar(start, places[index + 1]) ? start : places[index + 1],
      text: chance.one(PIECES)
    });
  }
  document.edit(edits, { shuffle: chance.shuffle });
  return edits.length;
}

/** Deleting half the memo each time would leave none. */
const tooFar = (start, end) => end.line > start.line + 3;

function anywhere(document, chance) {
  const line = chance.below(document.lineCount);
  const text = document.lines[line];
  let character = chance.below(text.length + 1);
  if (/[\udc00-\udfff]/.test(text[character] ?? "")) character--;
  return { line, character };
}

async function agree(window, other, document, exact, seed) {
  await window.run("memo.flush");
  await until(`both have the same text, seed ${seed}`, async () => {
    const { text } = await other.call("getMemo", { id: idOf(document) });
    return text === exact.text;
  });
  assert.equal(exact.lines.map(({ content }) => content).join("\n"), document.lines.join("\n"), `seed ${seed}`);
}

/** What the server is to have: every line keeps the end it had, and new ones get the document's. */
class ExactText {
  constructor(text) {
    const parts = text.split(/(\r\n|\r|\n)/);
    this.lines = [];
    for (let index = 0; index < parts.length; index += 2)
      this.lines.push({ content: parts[index], end: parts[index + 1] ?? "" });
  }

  get text() {
    return this.lines.map(({ content, end }) => content + end).join("");
  }

  take(changes, document) {
    const latestFirst = [...changes].sort((a, b) => b.rangeOffset + b.rangeLength - a.rangeOffset - a.rangeLength ||
      b.rangeOffset - a.rangeOffset);
    for (const { range: { start, end }, text } of latestFirst) {
      const head = this.lines[start.line].content.slice(0, start.character);
      const { content, end: lineEnd } = this.lines[end.line];
      const contents = (head + text + content.slice(end.character)).split(/\r\n|\n/);
      const lines = contents.map((each) => ({ content: each, end: document.eolText }));
      lines[lines.length - 1].end = lineEnd;
      this.lines.splice(start.line, end.line + 1 - start.line, ...lines);
      this.separate(document.eolText);
    }
  }

  /** No text has a lone "\r" and then an empty line that ends with "\n": those would be one line end. */
  separate(eol) {
    this.lines.forEach((line, index) => {
      const next = this.lines[index + 1];
      if (line.end === "\r" && next?.content === "" && next.end === "\n") line.end = eol;
    });
  }
}
