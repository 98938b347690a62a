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

test("a title in a front matter is renamed where it stands, and what reads like it elsewhere is not", async (t) => {
  const header = "---\naliases: Planning\n\"title\": 'Plan'\n---\n";
  const window = await linked(t, {
    m1: `${header}# Plan\n\n## Plan\nPlan\n`, m2: "---\ntitle: Other\n---\nOther words\n",
    twice: "Plan B\n\n# Plan B\n", source: "[[Plan]]\n",
  });
  const plan = await window.document("m1");
  const { rename } = window.providers;
  const at = (line, character) => new window.vscode.Position(line, character);
  const shown = async (document, place) => {
    const { range: { start, end }, placeholder } = await rename.prepareRename(document, place, window.token);
    return [document.lineAt(start.line).text.slice(start.character, end.character), placeholder];
  };
  assert.deepEqual(await shown(plan, at(2, 11)), ["Plan", "Plan"]);
  assert.deepEqual(await shown(plan, at(4, 3)), ["Plan", "Plan"]);
  assert.deepEqual(await shown(plan, at(6, 4)), ["## Plan", "Plan"]);
  for (const [line, character] of [[0, 1], [1, 12], [3, 1], [7, 1]]) {
    await assert.rejects(() => rename.prepareRename(plan, at(line, character), window.token), /Only a title/, line);
  }
  const other = await window.document("m2");
  await assert.rejects(() => rename.prepareRename(other, at(3, 2), window.token), /Only a title/);
  await rename.provideRenameEdits(plan, at(2, 11), "Scheme", window.token);
  const twice = await window.document("twice");
  assert.deepEqual(await shown(twice, at(0, 1)), ["Plan B", "Plan B"]);
  assert.deepEqual(await shown(twice, at(2, 4)), ["# Plan B", "Plan B"]);
  await until("it is renamed", () =>
    plan.getText() === `${header.replace("'Plan'", "'Scheme'")}# Scheme\n\n## Plan\nPlan\n`);
  await until("the link is", async () => await window.other.text("source") === "[[Scheme]]\n");
  assert.deepEqual(await shown(plan, at(6, 4)), ["## Plan", "Plan"]);
});

test("what is to be renamed is found while somebody types", async (t) => {
  const window = await linked(t, { plan: "# Plan\n" });
  const plan = await window.document("plan");
  const place = new window.vscode.Position(0, 3);
  for (let round = 0; round < 5; round += 1) {
    const pending = window.providers.rename.prepareRename(plan, place, window.token);
    for (let number = 0; number < 20; number += 1) {
      plan.type("x");
      await new Promise((done) => { setTimeout(done, 1); });
    }
    assert.equal((await pending).placeholder, "Plan");
  }
});

test("what can't be renamed so is said in words", async (t) => {
  const window = await linked(t, { plan: "# Plan\n\n# Part\n#old\n", other: "Other\n" });
  const plan = await window.document("plan");
  const refused = (line, name, words) => assert.rejects(
    () => window.providers.rename.provideRenameEdits(plan, new window.vscode.Position(line, 2), name, window.token),
    ({ message }) => message.includes(words) && !/params|to must/.test(message), name);
  await refused(0, "a[b", "The title must be one line");
  await refused(0, "Other", "Another memo has this title");
  await refused(2, "a|b", "The new name must be one line");
  await refused(3, "1", "The new name must be a tag");
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

test("a heading that nothing names but another one is not renamed, nor is that one", async (t) => {
  const text = "Plan\n\n# Step\n\n# Step\n\n# Step-1\n";
  const window = await linked(t, { plan: text });
  const plan = await window.document("plan");
  const { rename } = window.providers;
  const at = (line) => new window.vscode.Position(line, 3);
  await assert.rejects(() => rename.provideRenameEdits(plan, at(4), "Last", window.token), /Another heading/);
  await rename.provideRenameEdits(plan, at(6), "Third", window.token);
  await until("the third is renamed", () => plan.getText() === text.replace("Step-1", "Third"));
  await rename.provideRenameEdits(plan, at(4), "Last", window.token);
  await until("the second is renamed", () => plan.getText() === "Plan\n\n# Step\n\n# Last\n\n# Third\n");
});

test("what is typed while a title is renamed stays, in its memo and in one that links to it", async (t) => {
  const texts = { goal: "# Plan\n\n", source: "Source\n[[Plan]]\n" };
  for (let number = 0; number < 200; number += 1) texts[`m${number}`] = `M${number}\n[[Plan]]\n`;
  const window = await linked(t, texts);
  const plan = await window.document("goal");
  const source = await window.document("source");
  // Typing begins once the request is on its way: before, the title's place is looked for in what is shown.
  let looks = 0;
  const token = Object.create(window.token, { isCancellationRequested: { get: () => { looks += 1; return false; } } });
  const place = new window.vscode.Position(0, 3);
  await window.providers.rename.prepareRename(plan, place, token);
  const before = looks;
  let isDone = false;
  const renaming = Promise.resolve(window.providers.rename.provideRenameEdits(plan, place, "Scheme", token))
    .finally(() => { isDone = true; });
  await until("the request is sent", () => looks > 2 * before);
  let typed = "";
  for (let number = 0; number < 30 || !isDone; number += 1) {
    for (const document of [plan, source]) document.type(`${number} `);
    typed += `${number} `;
    await new Promise((done) => { setTimeout(done, 1); });
  }
  await renaming;
  const expected = { plan: `# Scheme\n\n${typed}`, source: `Source\n[[Scheme]]\n${typed}` };
  await until("both show it", () => plan.getText() === expected.plan && source.getText() === expected.source);
  await until("both are saved", async () => await window.other.text("goal") === expected.plan
    && await window.other.text("source") === expected.source);
  assert.equal((await window.other.call("list", { limit: 1 })).total, 202);
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

test("where nothing can be renamed because the server is not there, that is said", async (t) => {
  const window = await linked(t, { plan: "# Plan\n" });
  const plan = await window.document("plan");
  window.killServer();
  await until("it ended", () => window.context["memo.state"] === "waiting");
  const place = new window.vscode.Position(0, 3);
  const { rename } = window.providers;
  await assert.rejects(async () => rename.prepareRename(plan, place, window.token), /memo-ls ended/);
  await assert.rejects(async () => rename.provideRenameEdits(plan, place, "Other", window.token), /memo-ls/);
  await window.running();
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

test("a heading is renamed where a link names it", async (t) => {
  const window = await linked(t, {
    m1: "Plan\n\n# First part\n\nwords ^mark\n",
    source: "Source\n[[Plan#First part|it]]\n[x](Plan#first-part)\n[[Plan#^mark]] [[Plan#Lost]] [[#End]]\n\n# End\n",
  });
  const source = await window.document("source");
  const rename = async (words, offset, name) => {
    const position = window.at(source, words, offset);
    const { range: { start, end }, placeholder } =
      await window.providers.rename.prepareRename(source, position, window.token);
    const line = source.lineAt(start.line).text;
    await window.providers.rename.provideRenameEdits(source, position, name, window.token);
    return [line.slice(start.character, end.character), placeholder];
  };
  assert.deepEqual(await rename("#First part|", 1, "Second part"), ["First part", "First part"]);
  await until("both links show it", () =>
    source.getText().startsWith("Source\n[[Plan#Second part|it]]\n[x](Plan#second-part)\n"));
  assert.deepEqual(await rename("#second-part", 3, "Third"), ["second-part", "Second part"]);
  await until("both links show it", () => source.getText().startsWith("Source\n[[Plan#Third|it]]\n[x](Plan#third)\n"));
  await until("the memo has it", async () =>
    await window.other.text("m1") === "Plan\n\n# Third\n\nwords ^mark\n");
  assert.deepEqual(await rename("#End]]", 2, "Rest"), ["End", "End"]);
  await until("its own heading has it", () => source.getText().endsWith("[[#Rest]]\n\n# Rest\n"));
  for (const words of ["#^mark", "#Lost"]) {
    await assert.rejects(() => rename(words, 2, "Other"), /Only a title/);
  }
  assert.deepEqual(await rename("[[Plan#Third", 6, "Scheme"), ["Plan", "Plan"]);
  await until("the memo is renamed", () => source.getText().includes("[[Scheme#Third|it]]"));
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
