"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { loadFor, openWindow } = require("./host");
const { linked } = require("./linked");

test("completion knows titles, headings, blocks and tags, and closes what is open", async (t) => {
  const window = await linked(t, {
    plan: "# Plan of work\n\n## Middle\n\nwords ^mark\n\n#garden\n", source: "Source\n\n",
  });
  const document = await window.document("source");
  const complete = async (typed, behind = "") => {
    document.edit([{ start: { line: 1, character: 0 }, end: { line: 1, character: document.lineAt(1).text.length },
      text: typed + behind }]);
    const found = await window.providers.completion.provideCompletionItems(
      document, new window.vscode.Position(1, typed.length), window.token);
    if (found) assert.equal(found.isIncomplete, true);
    // VS Code shows those whose words have what stands in their range before the cursor, letter by letter.
    for (const { filterText, label } of found?.items ?? []) assert.equal(filterText.endsWith(label), true);
    return found?.items.map(({ label, insertText, range }) =>
      [label, insertText, range.start.character, range.end.character - typed.length]);
  };
  assert.deepEqual(await complete("see [[Pla"), [["Plan of work", "Plan of work]]", 6, 0]]);
  // The cursor comes behind what was closed by itself.
  assert.deepEqual(await complete("see [[wor", "]] x"), [["Plan of work", "Plan of work]]", 6, 2]]);
  assert.deepEqual(await complete("see [[wor", "] x"), [["Plan of work", "Plan of work]]", 6, 1]]);
  assert.deepEqual(await complete("[[Plan of work#Mid"), [["Middle", "Plan of work#Middle]]", 2, 0]]);
  assert.deepEqual(await complete("[[Plan of work#^ma"), [["mark", "Plan of work#^mark]]", 2, 0]]);
  assert.deepEqual((await complete("a #gar")).filter(([label]) => label !== "gar"), [["garden", "garden", 3, 0]]);
  assert.equal(await complete("nothing here"), undefined);
  assert.equal(await complete("a#gar"), undefined);
});

test("what stands before the cursor says what is wanted", (t) => {
  const window = openWindow(t);
  const { wantedAt } = loadFor(window.vscode, "links/completion.js");
  const table = [
    ["[[", { kind: "link", query: "", typed: "" }],
    ["![[Pl an", { kind: "link", query: "Pl an", typed: "Pl an" }],
    ["[[a]] [[b", { kind: "link", query: "b", typed: "b" }],
    ["[[a]]", undefined],
    ["[[a|b", undefined],
    ["[[a#", { kind: "heading", query: "a#", typed: "a#" }],
    ["[[#x y", { kind: "heading", query: "#x y", typed: "#x y" }],
    ["[[a#^b", { kind: "block", query: "a#^b", typed: "a#^b" }],
    ["#", { kind: "tag", query: "", typed: "" }],
    ["(#장보", { kind: "tag", query: "장보", typed: "장보" }],
    ["## ", undefined],
    ["a#b", undefined],
  ];
  for (const [before, wanted] of table) assert.deepEqual(wantedAt(before), wanted, before);
});
