"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { newStore, openWindow, until } = require("./host");
const { seeded } = require("./seeded");

const STEPS = 60;
// What several programs write within a few lines at once is a conflict, of which the store makes a copy.
const LINES_EACH = 6;
const NAMES = [["memo", "earlier name"], ["memo"]];

/**
 * Two windows that show one memo, the first under two names, and another program that writes it. Each of the three
 * has lines of its own.
 */
async function sharing(t) {
  const store = newStore(t);
  const other = new Client(t, store);
  const lines = Array.from({ length: 3 * LINES_EACH }, (_, line) => `line ${line}\n`);
  const id = await other.create({ text: lines.join("") });
  const windows = [];
  const writers = [];
  for (const [index, names] of NAMES.entries()) {
    const window = openWindow(t, { store });
    windows.push(window);
    await window.running();
    for (const name of names) {
      const uri = window.vscode.Uri.from({ scheme: "memo", path: `/${id}/${name}.md` });
      const document = await window.editors.openTab(uri, { pinned: true });
      writers.push({ document, type: (text, line) => document.type(text, start(index, line)) });
    }
  }
  const client = {
    type: (text, line) => {
      const place = start(NAMES.length, line);
      return other.call("updateMemo", { id, contentChanges: [{ range: { start: place, end: place }, text }] });
    },
  };
  const documents = writers.map(({ document }) => document);
  return { windows, documents, other, writers: [...writers, client], text: () => other.text(id) };
}

/** The place where one of the lines of the index-th program begins. */
const start = (index, line) => ({ line: index * LINES_EACH + line, character: 0 });

/** Nothing, the event loop's next turn, or as long as an answer may take. */
function pause(chance) {
  const ms = chance.one([undefined, undefined, 0, 1, 3, 8, 20]);
  return ms === undefined ? undefined : new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until all that show the memo show what is stored. */
async function agree({ windows, documents, text }, seed) {
  await until(`all show the same, seed ${seed}`, async () => {
    for (const window of windows) await window.run("memo.flush");
    const stored = await text();
    return documents.every((document) => document.getText() === stored);
  });
}

test("whatever is typed at once in several windows, under several names and elsewhere is there, once", async (t) => {
  const chance = seeded(t);
  const its = await sharing(t);
  const words = [];
  for (let step = 0; step < STEPS; step++) {
    words.push(`<${step}>`);
    await chance.one(its.writers).type(words.at(-1), chance.below(LINES_EACH / 2));
    await pause(chance);
  }
  await agree(its, chance.seed);
  const text = await its.text();
  for (const word of words) assert.equal(text.split(word).length, 2, `${word}, seed ${chance.seed}:\n${text}`);
  assert.equal((await its.other.call("list", {})).total, 1, "no copy of a conflict");
});

test("what is typed and undone at once in several windows and under several names is the same in all", async (t) => {
  const chance = seeded(t);
  const its = await sharing(t);
  for (let step = 0; step < STEPS; step++) {
    const { document, type } = chance.one(its.writers);
    if (!document || chance.below(3) > 0) await type(`<${step}>`, chance.below(LINES_EACH / 2));
    else document.undo();
    await pause(chance);
  }
  await agree(its, chance.seed);
});
