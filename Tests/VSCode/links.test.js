"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { idOf, loadFor, openWindow, until } = require("./host");
const { linked } = require("./linked");

const place = ({ uri, range }) => [idOf({ uri }), range.start.line, range.start.character];

test("a link is followed to its memo, its heading or its block, by title, alias, slug or id", async (t) => {
  const window = await linked(t, {
    plan: "# Plan\n\nwords ^first\n\n## Second part\n",
    aka: "---\naliases: [Nick]\n---\nLong name here\n",
    source: "Source\n[[Plan]] [[plan#Second part]] [[Plan#^first]] [[nick]] [[long-name-here]] [[#End]]\n" +
      "[x](plan)\n\n# End\n",
  });
  const document = await window.document("source");
  const to = async (words) => {
    const found = await window.providers.definition.provideDefinition(
      document, window.at(document, words, 3), window.token);
    return [found].flat().map(place);
  };
  assert.deepEqual(await to("[[Plan]]"), [["plan", 0, 0]]);
  assert.deepEqual(await to("[[plan#Second part]]"), [["plan", 4, 0]]);
  assert.equal((await to("[[Plan#^first]]"))[0][1], 2);
  assert.deepEqual(await to("[[nick]]"), [["aka", 0, 0]]);
  assert.deepEqual(await to("[[long-name-here]]"), [["aka", 0, 0]]);
  assert.deepEqual(await to("[[#End]]"), [["source", 4, 0]]);
  assert.deepEqual(await to("[x](plan)"), [["plan", 0, 0]]);
  const nothing =
    await window.providers.definition.provideDefinition(document, window.at(document, "Source"), window.token);
  assert.equal(nothing, undefined);
});

test("an ambiguous link leads to all memos that it may mean", async (t) => {
  const window = await linked(t, { one: "Same\n", two: "Same\n", source: "Source\n[[Same]]\n" });
  const document = await window.document("source");
  const found = await window.providers.definition.provideDefinition(
    document, window.at(document, "[[Same]]", 2), window.token);
  assert.deepEqual(found.map(({ uri }) => idOf({ uri })).sort(), ["one", "two"]);
});

test("a link reaches from its first bracket to behind its last", async (t) => {
  const window = await linked(t, { plan: "Plan\n", source: "Source\na [[Plan]] b\n" });
  const document = await window.document("source");
  for (const [character, leads] of [[1, false], [2, true], [10, true], [11, false]]) {
    const found = await window.providers.definition.provideDefinition(
      document, new window.vscode.Position(1, character), window.token);
    assert.equal(found !== undefined, leads, `at ${character}`);
  }
});

test("links are clickable and lead where they say, also those that were typed just now", async (t) => {
  const window = await linked(t, { plan: "Plan\n", source: "Source\n" });
  const document = await window.document("source");
  document.type("[[Plan]] and [outside](https://example.org) and <https://example.org/x>\n");
  const links = await window.providers.links.provideDocumentLinks(document, window.token);
  assert.equal(links.length, 1);
  const { target } = await window.providers.links.resolveDocumentLink(links[0]);
  assert.equal(target.scheme, "command");
  assert.equal(target.path, "memo.followLink");
  assert.equal(links[0].tooltip, "Follow the link");
  await window.run(target.path, ...JSON.parse(target.query));
  await until("it is open", () => idOf(window.editors.active.document) === "plan");
  document.type("[[#Below]]\n\n# Below\n");
  const [, within] = await window.providers.links.provideDocumentLinks(document, window.token);
  const inside = await window.providers.links.resolveDocumentLink(within);
  await window.run("memo.followLink", ...JSON.parse(inside.target.query));
  await until("its own memo is open", () => idOf(window.editors.active.document) === "source");
  assert.equal(window.editors.active.options.selection.start.line, document.lineCount - 2);
});

test("following at the cursor opens addresses outside, and makes what is missing if asked", async (t) => {
  const window = await linked(t, { source: "Source\n[[Nowhere yet]]\n[out](https://example.org/a?b=%26)\n" });
  const document = await window.document("source");
  const follow = async (line, character) => {
    window.cursor(line, character);
    await window.run("memo.followLink");
  };
  await follow(2, 2);
  assert.deepEqual(window.outside.opened, ["https://example.org/a?b=%26"]);
  await follow(0, 0);
  assert.match(window.screen.statusMessages.at(-1), /no link here/);
  await follow(1, 4);
  assert.match(window.said("information").at(-1), /no memo "Nowhere yet"/);
  assert.equal(window.editors.active.document, document);
  window.screen.answers.push((message, [make]) => make);
  await follow(1, 4);
  await until("it is made", () => window.editors.active.document.getText() === "Nowhere yet\n");
});

test("what may only not be known yet is not marked, and no memo is made for it, until the server knows", async (t) => {
  const window = await linked(t, { source: "Source\n[[Nowhere yet]] [[Twice]]\n", a: "Twice\n", b: "Twice\n" });
  const { Server } = require("../../editor-plugins/vscode/src/server/server");
  const { request } = Server.prototype;
  let isIndexing = true;
  Server.prototype.request = async function ask(method, ...rest) {
    const answer = await request.call(this, method, ...rest);
    return method === "outline" && isIndexing ? { ...answer, indexing: true } : answer;
  };
  const document = await window.document("source");
  const marks = () => window.languages.marked.get(document.uri.toString())?.map(({ code }) => code);
  await until("the other is marked", () => marks()?.length > 0);
  assert.deepEqual(marks(), ["ambiguous"]);
  window.cursor(1, 4);
  await window.run("memo.followLink");
  assert.match(window.said("information").at(-1), /looked through/);
  const place = new window.vscode.Range(1, 4, 1, 4);
  assert.deepEqual(
    await window.providers.codeActions.provideCodeActions(document, place, undefined, window.token), []);
  isIndexing = false;
  await until("it is marked", () => marks()?.length === 2);
});

test("a link that names a memo by its id makes none, and neither does a picture", async (t) => {
  const window = await linked(t, { source: "Source\n[[memo:nothing]] [x](memo:no) ![y](memo:none)\n" });
  const document = await window.document("source");
  window.screen.answers.push((message, [make]) => make);
  for (const [character, target] of [[4, "memo:nothing"], [19, "memo:no"], [33, "memo:none"]]) {
    window.cursor(1, character);
    await window.run("memo.followLink");
    assert.match(window.said("information").at(-1), new RegExp(`no memo "${target}"`));
  }
  const marks = () => window.languages.marked.get(document.uri.toString());
  await until("they are marked", () => marks()?.length === 3);
  const remedies = await window.providers.codeActions.provideCodeActions(
    document, new window.vscode.Range(1, 4, 1, 4), undefined, window.token);
  assert.equal(remedies.length, 0);
  assert.equal((await window.other.call("list", {})).total, 1);
});

test("a link into the trash restores the memo first", async (t) => {
  const window = await linked(t, { gone: "Gone\n", source: "Source\n[[Gone]]\n" });
  await window.other.call("delete", { id: "gone" });
  await window.other.call("flush", {});
  await window.document("source");
  window.cursor(1, 3);
  await window.run("memo.followLink");
  await until("it is open", () => idOf(window.editors.active.document) === "gone");
  await until("the trash is empty", async () => (await window.other.call("list", { trashed: true })).total === 0);
});

test("hovering over a link shows the memo's words from where it leads, and what is wrong", async (t) => {
  const long = Array.from({ length: 60 }, (_, index) => `line ${index}`).join("\n");
  const source = "Source\n[[Plan#part]] [[Lost]] [[#Nothing]]\n";
  const window = await linked(t, { plan: `Plan\n\n# Part\n${long}\n`, source });
  const document = await window.document("source");
  const hover = async (words) => {
    const shown = await window.providers.hover.provideHover(document, window.at(document, words, 3), window.token);
    return shown.contents.map(({ value }) => value).join("\n").replace(/&nbsp;/g, " ");
  };
  const preview = await hover("[[Plan#part]]");
  assert.match(preview, /^# Part\nline 0\n/);
  assert.equal(preview.includes("line 38"), true);
  assert.equal(preview.includes("line 39"), false);
  assert.match(preview, /…$/);
  assert.match(await hover("[[Lost]]"), /no memo "Lost"/);
  assert.match(await hover("[[#Nothing]]"), /no "Nothing"/);
});

test("hovering fetches no picture, and a title is no Markdown", async (t) => {
  const window = await linked(t, {
    plan: "Plan\n![seen](https://example.org/seen.png) ![x][y]\n", source: "Source\n[[Plan]] [[*a* ![](https://x)]]\n" +
      "[[*lost* <b>]]\n",
  });
  const document = await window.document("source");
  const hover = async (words) => (await window.providers.hover.provideHover(
    document, window.at(document, words, 3), window.token)).contents[0].value;
  assert.doesNotMatch(await hover("[[Plan]]"), /!\[/);
  assert.match(await hover("[[Plan]]"), /seen\]\(https:/);
  assert.match(await hover("[[*lost*"), /\\\*lost\\\*/);
});

test("references of a memo, and of a heading, are the links to it", async (t) => {
  const window = await linked(t, {
    plan: "Plan\n\n# Part\n", a: "A\n[[Plan]] and [[plan#part]]\n", b: "B\n\n[[Plan]]\n",
    below: "---\ntags: [x]\n---\n# Low\n", c: "C\n\n[[Low]]\n",
  });
  const document = await window.document("plan");
  const at = async (line, shown = document) => (await window.providers.references.provideReferences(
    shown, new window.vscode.Position(line, 2), { includeDeclaration: false }, window.token)).map(place).sort();
  assert.deepEqual(await at(0), [["a", 1, 0], ["a", 1, 13], ["b", 2, 0]]);
  assert.deepEqual(await at(2), [["a", 1, 13]]);
  assert.deepEqual(await at(3, await window.document("below")), [["c", 2, 0]]);
});

test("references of a heading are the links that lead to it, not to one that reads alike", async (t) => {
  const window = await linked(t, {
    plan: "Plan\n\n# Step\n\n# Step\n\n# Step-1\n", a: "A\n[[plan#step]]\n[[plan#step-1]]\n[[plan#step-1-1]]\n",
  });
  const document = await window.document("plan");
  const at = async (line) => (await window.providers.references.provideReferences(
    document, new window.vscode.Position(line, 2), { includeDeclaration: false }, window.token)).map(place);
  assert.deepEqual(await at(2), [["a", 1, 0]]);
  assert.deepEqual(await at(4), []);
  assert.deepEqual(await at(6), [["a", 2, 0], ["a", 3, 0]]);
});

test("references are all there are, however many memos have them", async (t) => {
  const texts = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`m${index}`, "A\n[[Plan]]\n"]));
  const window = await linked(t, { ...texts, plan: "Plan\n" });
  const document = await window.document("plan");
  const found = await window.providers.references.provideReferences(
    document, new window.vscode.Position(0, 0), { includeDeclaration: false }, window.token);
  assert.deepEqual(found.map((each) => idOf(each)).sort(), Object.keys(texts).sort());
});

test("a memo's headings are its symbols, one in the other, and memos are found by title", async (t) => {
  const window = await linked(t, { plan: "# Plan\n## A\nx\n### B\n## C\n# End\n" });
  const document = await window.document("plan");
  const symbols = await window.providers.documentSymbols.provideDocumentSymbols(document, window.token);
  const shape = ({ name, range, children }) => [name, range.start.line, range.end.line, children.map(shape)];
  assert.deepEqual(symbols.map(shape), [
    ["Plan", 0, 4, [["A", 1, 3, [["B", 3, 3, []]]], ["C", 4, 4, []]]], ["End", 5, 6, []],
  ]);
  const found = await window.providers.workspaceSymbols.provideWorkspaceSymbols("pla", window.token);
  assert.deepEqual(found.map(({ name, location }) => [name, idOf(location)]), [["Plan", "plan"]]);
});

test("links that lead nowhere are marked after a pause, and unmarked once they lead somewhere", async (t) => {
  const window = await linked(t, { source: "Source\n[[Later]] [[Twice]]\n", a: "Twice\n", b: "Twice\n" });
  const document = await window.document("source");
  const marks = () => window.languages.marked.get(document.uri.toString())?.map(({ code, message }) => [code, message]);
  await until("they are marked", () => marks()?.length === 2);
  assert.deepEqual(marks(), [["broken", 'There is no memo "Later".'], ["ambiguous", '2 memos are called "Twice".']]);
  const remedies = (line, character) => window.providers.codeActions.provideCodeActions(
    document, new window.vscode.Range(line, character, line, character), undefined, window.token);
  const actions = await remedies(1, 3);
  assert.equal(actions[0].title, 'Create the Memo "Later"');
  await window.run(actions[0].command.command, ...actions[0].command.arguments);
  await until("it leads somewhere", () => marks()?.length === 1);
  assert.equal((await remedies(1, 12)).length, 2);
  // What was typed since is not marked yet.
  document.edit([{ start: { line: 0, character: 0 }, end: { line: 0, character: 0 }, text: "Above\n" }]);
  assert.equal((await remedies(1, 12)).length, 0);
  const choices = await remedies(2, 12);
  assert.equal(choices.length, 2);
  await window.vscode.workspace.applyEdit(choices[0].edit);
  await until("it is one of them", () => marks()?.length === 0);
  assert.match(document.getText(), /\[\[[ab]\|Twice\]\]/);
});

test("a link to what a memo was called is mended, and one into the trash restores it", async (t) => {
  const window = await linked(t, { m1: "Plan\n", m2: "Gone\n", source: "Source\n[[Plan]] [[Gone]]\n" });
  await window.other.call("updateMemo", { id: "m1", contentChanges: [{ text: "Scheme\n" }] });
  await window.other.call("delete", { id: "m2" });
  await window.other.call("flush", {});
  const document = await window.document("source");
  const marks = () => window.languages.marked.get(document.uri.toString())?.map(({ code }) => code);
  await until("they are marked", () => marks()?.length === 2);
  assert.deepEqual(marks(), ["renamed", "trashed"]);
  const remedies = (character) => window.providers.codeActions.provideCodeActions(
    document, new window.vscode.Range(1, character, 1, character), undefined, window.token);
  const [mend] = await remedies(3);
  assert.equal(mend.title, 'Link to "Scheme"');
  await window.vscode.workspace.applyEdit(mend.edit);
  await until("it is mended", () => document.getText().includes("[[Scheme]]"));
  await until("one is left", () => marks()?.length === 1);
  const [restore] = await remedies(14);
  await window.run(restore.command.command, ...restore.command.arguments);
  await until("all lead somewhere", () => marks()?.length === 0);
});

test("a document that is closed has no marks", async (t) => {
  const window = await linked(t, { source: "Source\n[[Nowhere]]\n" });
  const document = await window.document("source");
  const marks = () => window.languages.marked.get(document.uri.toString());
  await until("it is marked", () => marks()?.length === 1);
  window.editors.closeDocument(document);
  assert.equal(marks(), undefined);
});

test("the lists of backlinks and tags follow what is looked at and what is typed", async (t) => {
  const window = await linked(t, { plan: "Plan\n", a: "A\nsee [[Plan]] #garden\n" });
  await window.document("plan");
  const tree = window.screen.trees.get("memo.backlinks");
  const rows = await until("it is told", async () => {
    const found = await tree.getChildren();
    return found.length === 1 && found;
  });
  const [line] = await tree.getChildren(rows[0]);
  assert.equal(tree.getTreeItem(rows[0]).label, "A");
  assert.equal(tree.getTreeItem(line).label, "see [[Plan]] #garden");
  await window.run(tree.getTreeItem(line).command.command, ...tree.getTreeItem(line).command.arguments);
  await until("it is open", () => idOf(window.editors.active.document) === "a");
  assert.equal(window.editors.active.options.selection.start.character, 4);
  const tags = window.screen.trees.get("memo.tagList");
  const [garden] = await tags.getChildren();
  assert.deepEqual([tags.getTreeItem(garden).label, tags.getTreeItem(garden).description], ["#garden", "1"]);
  const [memo] = await tags.getChildren(garden);
  assert.equal(tags.getTreeItem(memo).label, "A");
  window.screen.answers.push(() => "park");
  await window.run("memo.renameTag", garden);
  await until("it has another name", async () => (await tags.getChildren())[0].tag.name === "park");
});

test("the lists of backlinks and tags hear of what another window writes", async (t) => {
  const window = await linked(t, { a: "A\n" });
  await window.document("a");
  const told = new Set();
  const lists = ["memo.backlinks", "memo.tagList"];
  // Another memo is in front by now: they are told once of that.
  await new Promise((resolve) => window.screen.trees.get(lists[0]).onDidChangeTreeData(resolve));
  for (const list of lists) window.screen.trees.get(list).onDidChangeTreeData(() => told.add(list));
  await window.other.call("createMemo", { id: "b", text: "B [[A]] #garden\n" });
  await window.other.call("flush", {});
  await until("both are told", () => told.size === 2);
});

test("today's memo is made once, and a template asks for the title", async (t) => {
  const window = await linked(t, { shape: "# {{title}}\n#template #meeting\n\n{{cursor}}\n" });
  await window.run("memo.today");
  const first = await until("it is open", () => window.editors.active?.document);
  await window.run("memo.today");
  assert.equal(idOf(window.editors.active.document), idOf(first));
  assert.match(idOf(first), /^daily-\d{4}-\d\d-\d\d$/);
  window.screen.answers.push((placeHolder, items) => items[0], () => "Monday");
  await window.run("memo.newFromTemplate");
  await until("it is open", () => window.editors.active.document.getText().startsWith("# Monday\n"));
  assert.equal(window.editors.active.document.getText().includes("template"), false);
  assert.equal(window.vscode.window.tabGroups.activeTabGroup.activeTab.label, "Monday");
  const total = async () => (await window.other.call("list", {})).total;
  await until("another server knows of the template and of both", async () => (await total()) === 3);
  await window.run("memo.createLinked");
  assert.equal(await total(), 3);
});

test("without a template there is a hint", async (t) => {
  const window = await linked(t, { a: "A\n" });
  await window.run("memo.newFromTemplate");
  assert.match(window.said("information").at(-1), /no template/);
});

test("a memo's link is copied, and opens it from outside; what is no memo's id opens nothing", async (t) => {
  const window = await linked(t, { plan: "Plan\n\n# Part\n\n# 50% done\n" });
  await window.document("plan");
  await window.run("memo.copyLink");
  assert.equal(window.outside.clipboard, "vscode://memo-ls.memo-ls/plan");
  const { Uri } = window.vscode;
  const uri = (path, fragment = "") => Uri.from({ scheme: "vscode", path, fragment });
  await window.newMemo("other");
  await window.providers.uris.handleUri(uri("/plan", "Part"));
  await until("it is open", () => idOf(window.editors.active.document) === "plan");
  assert.equal(window.editors.active.options.selection.start.line, 2);
  await window.providers.uris.handleUri(uri("/plan", "50% done"));
  assert.equal(window.editors.active.options.selection.start.line, 4);
  await window.providers.uris.handleUri(uri("/../../etc"));
  assert.match(window.said("error").at(-1), /names no memo/);
  await window.providers.uris.handleUri(uri("/nobody"));
  assert.match(window.said("error").at(-1), /no such memo/);
});

test("a task is toggled on its line", async (t) => {
  const window = await linked(t, { list: "List\n\n- [ ] milk\n- [x] tea\n" });
  const document = await window.document("list");
  for (const [line, text] of [[2, "- [x] milk"], [3, "- [ ] tea"]]) {
    window.cursor(line, 4);
    await window.run("memo.toggleTask");
    await until("it is toggled", () => document.lineAt(line).text === text);
  }
  window.cursor(0, 0);
  await window.run("memo.toggleTask");
  assert.match(window.screen.statusMessages.at(-1), /no task/);
});

test("with a server that lacks all this, memos are written as before and nothing is told", async (t) => {
  const window = openWindow(t);
  const { Outlines } = loadFor(window.vscode, "links/outlines.js");
  const refused = Object.assign(new Error("no such method"), { code: -32601 });
  const outlines = new Outlines({ server: { request: () => Promise.reject(refused) }, sessions: {} });
  assert.equal(await outlines.ofMemo("x"), undefined);
  const broken = new Outlines({ server: { request: () => Promise.reject(new TypeError("slip")) }, sessions: {} });
  await assert.rejects(broken.ofMemo("x"), /slip/);
});
