"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { idOf, openWindow, until } = require("./host");

test("a new memo is opened, and what is typed is saved and its dot goes", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo("Shopping\nmilk");
  assert.equal(document.isDirty, true);
  await until("the dot is gone", () => !document.isDirty);
  await window.statusShows("Memo saved");
  const other = new Client(t, window.store);
  assert.equal(await other.text(idOf(document)), "Shopping\nmilk");
});

test("the list shows a memo's title while it is typed", async (t) => {
  const window = openWindow(t);
  await window.running();
  await window.newMemo("Shopping");
  await until("the list shows it", () => window.listed().some((memo) => memo.displayTitle === "Shopping"));
});

test("what another program changes comes into the editor, on top of which typing goes on", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo("one\ntwo\nthree\n");
  await until("saved", () => !document.isDirty);
  const other = new Client(t, window.store);
  const start = { line: 0, character: 0 };
  await other.change(idOf(document), { range: { start, end: start }, text: "zero\n" });
  await until("the change is shown", () => document.getText() === "zero\none\ntwo\nthree\n");
  document.type("four");
  await until("clean", () => !document.isDirty);
  await window.run("memo.flush");
  await until("there", async () => await other.text(idOf(document)) === "zero\none\ntwo\nthree\nfour");
});
