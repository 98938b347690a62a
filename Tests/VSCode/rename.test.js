"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { until } = require("./host");
const { linked } = require("./linked");

test("a title is renamed from the memo or from a link, with all links to it", async (t) => {
  const window = await linked(t, { m1: "# Plan\n", source: "Source\n[[Plan|my plan]] and [[Plan]]\n" });
  const plan = await window.document("m1");
  const source = await window.document("source");
  const rename = async (document, position, name) => {
    const { placeholder } = await window.providers.rename.prepareRename(document, position, window.token);
    await window.providers.rename.provideRenameEdits(document, position, name, window.token);
    return placeholder;
  };
  assert.equal(await rename(plan, new window.vscode.Position(0, 3), "Scheme"), "Plan");
  await until("both show it", () =>
    plan.getText() === "# Scheme\n" && source.getText() === "Source\n[[Scheme|my plan]] and [[Scheme]]\n");
  assert.equal(await rename(source, new window.vscode.Position(1, 4), "Third"), "Scheme");
  await until("both show it", () => plan.getText() === "# Third\n" && source.getText().includes("[[Third]]"));
  await assert.rejects(async () =>
    window.providers.rename.prepareRename(source, new window.vscode.Position(1, 19), window.token), /Only a title/);
});

test("a title's words elsewhere are no title, and of headings that read alike one is renamed", async (t) => {
  const window = await linked(t, { plan: "# Plan\n\nthe Plan is\n\n# Step\n\n# Step\n" });
  const plan = await window.document("plan");
  const { rename } = window.providers;
  await assert.rejects(async () =>
    rename.prepareRename(plan, new window.vscode.Position(2, 5), window.token), /Only a title/);
  await rename.provideRenameEdits(plan, new window.vscode.Position(6, 3), "Last", window.token);
  await until("the second is renamed", () => plan.getText() === "# Plan\n\nthe Plan is\n\n# Step\n\n# Last\n");
});

test("a renaming that was given up changes nothing", async (t) => {
  const window = await linked(t, { plan: "# Plan\n" });
  const plan = await window.document("plan");
  const source = new window.vscode.CancellationTokenSource();
  const renaming = window.providers.rename.provideRenameEdits(
    plan, new window.vscode.Position(0, 3), "Other", source.token);
  source.cancel();
  await renaming.catch(() => {});
  assert.equal((await window.other.call("getMemo", { id: "plan" })).text, "# Plan\n");
});

test("a tag and a heading are renamed everywhere", async (t) => {
  const window = await linked(t, { plan: "Plan\n\n# Part\n#old here\n", source: "Source\n[[Plan#Part]] #old\n" });
  const plan = await window.document("plan");
  await window.providers.rename.provideRenameEdits(plan, new window.vscode.Position(3, 2), "new", window.token);
  await window.providers.rename.provideRenameEdits(plan, new window.vscode.Position(2, 3), "Piece", window.token);
  await until("the memo shows it", () => plan.getText() === "Plan\n\n# Piece\n#new here\n");
  const { text } = await window.other.call("getMemo", { id: "source" });
  await until("the other has it", async () =>
    (await window.other.call("getMemo", { id: "source" })).text === "Source\n[[Plan#Piece]] #new\n", text);
});

test("what is to be renamed is shown without its marks", async (t) => {
  const window = await linked(t, { plan: "# Plan\n#old [[Other]]\n", other: "Other\n" });
  const plan = await window.document("plan");
  for (const [words, name] of [["Plan", "Plan"], ["#old", "old"], ["[[Other]]", "Other"]]) {
    const { range: { start, end }, placeholder } =
      await window.providers.rename.prepareRename(plan, window.at(plan, words, 1), window.token);
    const shown = plan.lineAt(start.line).text.slice(start.character, end.character);
    assert.deepEqual([shown, placeholder], [name, name]);
  }
});
