"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { until } = require("./host");
const { linked } = require("./linked");

/** Takes the first quick fix that links elsewhere at each link in turn, and gives what is written then. */
async function mended(t, texts, titles, lines) {
  const window = await linked(t, { ...texts, source: "Source\n" });
  for (const [id, text] of Object.entries(titles)) {
    await window.other.call("updateMemo", { id, contentChanges: [{ text }] });
  }
  await window.other.call("flush", {});
  const document = await window.document("source");
  const results = [];
  for (const line of lines) {
    const last = document.lineCount - 1;
    const end = { line: last, character: document.lineAt(last).text.length };
    document.edit([{ start: { line: 0, character: 0 }, end, text: `Source\n\n${line}` }]);
    const bottom = document.lineCount - 1;
    const offset = document.lineAt(bottom).text.search(/\[[[x]/) + 2;
    const place = new window.vscode.Range(bottom, offset, bottom, offset);
    const actions = await until("it can be mended", async () => {
      const found = await window.providers.codeActions.provideCodeActions(document, place, undefined, window.token);
      return found.some(({ edit }) => edit) && found;
    });
    const [{ edit }] = actions.filter((action) => action.edit)
      .sort((left, right) => left.title < right.title ? -1 : 1);
    await window.vscode.workspace.applyEdit(edit);
    const written = document.getText().slice("Source\n\n".length);
    const { links: [link] } = await window.other.call("outline", { text: document.getText() });
    results.push([written, link.problem, link.id, link.label]);
  }
  return results;
}

test("a new title is written as the link needs it", async (t) => {
  const table = [
    ["[x](Plan)", "[x](New%20%28a%29%20%3Cb%3E%2050%25%20%C2%A0말)", "x"],
    ["[x](<Plan>)", "[x](<New (a) %3Cb%3E 50%25 \u00a0말>)", "x"],
    ["![x](Plan 't')", "![x](New%20%28a%29%20%3Cb%3E%2050%25%20%C2%A0말 't')", "x"],
    ["[[Plan]]", "[[New (a) <b> 50% \u00a0말]]", undefined],
    ["[[Plan|x]]", "[[New (a) <b> 50% \u00a0말|x]]", "x"],
  ];
  const results = await mended(
    t, { m1: "Plan\n" }, { m1: "New (a) <b> 50% \u00a0말\n" }, table.map(([before]) => before));
  assert.deepEqual(results, table.map(([, after, label]) => [after, undefined, "m1", label]));
});

test("a title that can't stand in a wiki link is its label, and the id leads", async (t) => {
  const table = [
    ["[[Plan]]", "[[m1|A b c]]", "A b c"],
    ["[[Plan|x]]", "[[m1|x]]", "x"],
    ["[[Plan#Part]]", "[[m1#Part|A b c]]", "A b c"],
    ["| a |\n| --- |\n| [[Plan]] |", "| a |\n| --- |\n| [[m1\\|A b c]] |", "A b c"],
    ["[x](Plan)", "[x](A%20%5Bb%5D%23%20c)", "x"],
  ];
  const results = await mended(
    t, { m1: "Plan\n\n# Part\n" }, { m1: "A [b]# c\n\n# Part\n" }, table.map(([before]) => before));
  assert.deepEqual(results, table.map(([, after, label]) => [after, undefined, "m1", label]));
});

test("of memos with one title a link names one by its id", async (t) => {
  const table = [
    ["[[Twin]]", "[[t1|Twin]]", "Twin"],
    ["[[Twin|x]]", "[[t1|x]]", "x"],
    ["[[Twin#Part]]", "[[t1#Part|Twin]]", "Twin"],
    ["[x](Twin)", "[x](t1)", "x"],
    ["[x](<Twin>)", "[x](<t1>)", "x"],
    ["| a |\n| --- |\n| [[Twin]] |", "| a |\n| --- |\n| [[t1\\|Twin]] |", "Twin"],
    ["| a |\n| --- |\n| [[Twin\\|x]] |", "| a |\n| --- |\n| [[t1\\|x]] |", "x"],
  ];
  const results = await mended(
    t, { t1: "Twin\n\n# Part\n", t2: "Twin\n" }, {}, table.map(([before]) => before));
  assert.deepEqual(results, table.map(([, after, label]) => [after, undefined, "t1", label]));
});
