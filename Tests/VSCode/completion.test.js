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

test("what is chosen within a link takes the place of its name, and its heading and label stay", async (t) => {
  const window = await linked(t, {
    m1: "Alpha one\n\n## Part\n\nwords ^mark\n\n#garden/집\n", t1: "Twin\n", t2: "Twin\n", source: "Source\n\n",
  });
  const document = await window.document("source");
  const { Position } = window.vscode;
  const table = [
    ["[[Al¦|label]] x", "Alpha one", "[[Alpha one¦|label]] x"],
    ["[[Al¦#Part]]", "Alpha one", "[[Alpha one¦#Part]]"],
    ["[[Al¦#Part|label]]", "Alpha one", "[[Alpha one¦#Part|label]]"],
    ["[[Al¦ one]] x", "Alpha one", "[[Alpha one]]¦ x"],
    ["[[Al¦ one|label]]", "Alpha one", "[[Alpha one¦|label]]"],
    ["[[Al¦ one\\|label]]", "Alpha one", "[[Alpha one¦\\|label]]"],
    ["![[¦Alpha one]]", "Alpha one", "![[Alpha one]]¦"],
    ["[[Alpha one#Pa¦r|label]]", "Part", "[[Alpha one#Part¦|label]]"],
    ["[[Alpha one#Pa¦r#t]] x", "Part", "[[Alpha one#Part]]¦ x"],
    ["[[Alpha one#^m¦a|label]]", "mark", "[[Alpha one#^mark¦|label]]"],
    ["[[Twi¦|label]]", "Twin", "[[t1¦|label]]"],
    ["[[Twi¦#Part]]", "Twin", "[[t1¦#Part]]"],
    ["[[Twi¦n]]", "Twin", "[[t1|Twin]]¦"],
    ["a #gar¦den/집 b", "garden", "a #garden¦ b"],
    ["(#gar¦x_1-/한글) b", "garden", "(#garden¦) b"],
    ["#gar¦, b", "garden", "#garden¦, b"],
    // What no brackets close is no part of a link.
    ["[[Al¦ and more", "Alpha one", "[[Alpha one]]¦ and more"],
    ["[[Al¦ and [[Twin]]", "Alpha one", "[[Alpha one]]¦ and [[Twin]]"],
    ["[[Al¦ a | b # c", "Alpha one", "[[Alpha one]]¦ a | b # c"],
    ["[[Al¦ a | [[Twin]]", "Alpha one", "[[Alpha one]]¦ a | [[Twin]]"],
  ];
  for (const [before, chosen, after] of table) {
    const [typed, behind] = before.split("¦");
    document.edit([{ start: { line: 1, character: 0 }, end: { line: 1, character: document.lineAt(1).text.length },
      text: typed + behind }]);
    const { items } = await window.providers.completion.provideCompletionItems(
      document, new Position(1, typed.length), window.token);
    const { insertText, range } = items.filter(({ label }) => label === chosen)
      .sort((left, right) => left.insertText < right.insertText ? -1 : 1)[0];
    const line = document.lineAt(1).text;
    const shown = `${line.slice(0, range.start.character)}${insertText}¦${line.slice(range.end.character)}`;
    assert.equal(shown, after, before);
  }
});

test("in a table a bar has a backslash before it", async (t) => {
  const window = await linked(t, { t1: "Twin\n", t2: "Twin\n", source: "Source\n" });
  const document = await window.document("source");
  const inserts = [
    ["| a | ¦ |\n| --- | :-: |", "\\|"],
    ["| a | b |\n| --- | --- |\n| x | y |\n| ¦ | z |", "\\|"],
    ["a | b\n--- | ---\n¦ | z", "\\|"],
    ["> | a \\| b |\n> | --- |\n> | ¦ |", "\\|"],
    ["- | a |\n  | --- |\n  | ¦ |", "\\|"],
    ["| a | b |\n| --- | --- |\n\n¦", "|"],
    ["| a | b |\n| --- | --- |\n| x | y |\n# ¦", "|"],
    ["| a | b |\n| --- | --- |\n- ¦", "|"],
    ["| a | b |\n| --- | --- |\n> ¦", "|"],
    ["a | b\n> --- | ---\n> ¦ | x", "|"],
    // As many dashes as the head has cells make a table.
    ["| a | b |\n| --- |\n| ¦ |", "|"],
    ["a\n---\n¦", "|"],
    ["| ¦ | not one |", "|"],
  ];
  for (const [text, bar] of inserts) {
    const before = `Source\n\n${text.slice(0, text.indexOf("¦"))}[[Twi`.split("\n");
    const end = { line: document.lineCount - 1, character: document.lineAt(document.lineCount - 1).text.length };
    document.edit([{ start: { line: 0, character: 0 }, end, text: `Source\n\n${text.replace("¦", "[[Twi")}\n` }]);
    const { items } = await window.providers.completion.provideCompletionItems(
      document, new window.vscode.Position(before.length - 1, before.at(-1).length), window.token);
    assert.deepEqual(items.map(({ insertText }) => insertText).sort(), [`t1${bar}Twin]]`, `t2${bar}Twin]]`], text);
    const { links: [link] } =
      await window.other.call("outline", { text: document.getText().replace("[[Twi", `[[${items[0].insertText}`) });
    assert.deepEqual([link.target, link.label], [items[0].insertText.slice(0, 2), "Twin"], text);
  }
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
