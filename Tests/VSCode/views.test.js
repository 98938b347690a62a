"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { idOf, loadFor, manifest, newStore, openWindow, readJSON, until } = require("./host");
const { linked } = require("./linked");

test("the list is newest first, with dates, and shows more when asked", async (t) => {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  for (let number = 0; number < 120; number++)
    await other.call("createMemo", { id: `memo-${number}`, text: `title ${number}\nbody` });
  await other.call("flush", {});
  await window.running();
  await until("they are listed", () => window.item("more").label === "Show more (100 of 120 shown)");
  assert.equal(window.listed().length, 101);
  const more = window.item("more");
  await window.run(more.command.command, ...more.command.arguments);
  await until("all are listed", () => window.listed().length === 120);
  assert.deepEqual(window.screen.trees.get("memo.list").getChildren(window.listed()[0]), []);
  const item = window.item(window.listed().find(({ id }) => id === "memo-7"));
  assert.equal(item.label, "title 7");
  assert.match(item.description, /\d.* · body$/);
  assert.match(item.tooltip, /^title 7\nbody\nChanged: .*\nMade: /);
  assert.equal(item.command.command, "vscode.open");
});

test("an empty memo and another editor's copy are named", async (t) => {
  const window = openWindow(t);
  await window.running();
  const tree = window.screen.trees.get("memo.list");
  const item = tree.getTreeItem({
    id: "x",
    displayTitle: "",
    preview: "",
    createdAt: "2001-01-01T00:00:00Z",
    modifiedAt: "2001-01-01T00:00:00Z",
    properties: { conflictOf: "y", tags: "not a list" }
  });
  assert.equal(item.label, "Untitled");
  assert.match(item.tooltip, /Another editor's text/);
});

test("dates are the user's: the hour today, the day this year, else the year", (t) => {
  const window = openWindow(t);
  const { shortDate, longDate } = loadFor(window.vscode, "views/dates.js");
  const now = new Date(2026, 5, 15, 12, 0);
  const at = (...when) => new Date(...when).toISOString();
  assert.match(shortDate(at(2026, 5, 15, 9, 5), "en", now), /^9:05\sAM$/);
  assert.equal(shortDate(at(2026, 0, 2), "en", now), "Jan 2");
  assert.equal(shortDate(at(2025, 0, 2), "en", now), "Jan 2, 2025");
  assert.equal(shortDate(at(2026, 0, 2), "ko", now), "1월 2일");
  assert.match(longDate(at(2026, 0, 2, 15, 0), "ko"), /^2026년 1월 2일 금요일/);
});

test("what is searched for is found while it is typed, and opened at its place", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo("Shopping\nmilk and 두부\n");
  await window.newMemo("other\n");
  await window.run("memo.search");
  const { pick, events } = window.screen.pick;
  for (const value of ["m", "mi", "milk 두"]) events.value.fire(value);
  await until("it is found", () => pick.items.length === 1 && !pick.busy);
  assert.match(pick.items[0].description, /^Shopping · /);
  assert.match(pick.items[0].detail, /milk and 두부/);
  assert.equal(pick.items[0].alwaysShow, true);
  pick.selectedItems = [pick.items[0]];
  events.accept.fire();
  await until("it is open", () => window.editors.active.options.selection);
  assert.equal(window.editors.active.document, document);
  assert.equal(window.editors.active.options.selection.start.line, 1);
});

test("a list that was not read yet is not called empty", async (t) => {
  const window = openWindow(t);
  const children = window.screen.trees.get("memo.list").getChildren();
  assert.ok(children instanceof Promise);
  assert.deepEqual(await children, []);
  assert.equal(window.context["memo.state"], "running");
});

test("a memo that moves while a long list is read is in it once", async (t) => {
  const window = openWindow(t);
  const { MemoTree } = loadFor(window.vscode, "views/tree.js");
  const pages = { undefined: { memos: [{ id: "a" }, { id: "b" }], total: 3, nextCursor: "next" },
    next: { memos: [{ id: "b", preview: "newer" }, { id: "c" }], total: 3 } };
  const server = { ready: async () => {}, request: async (method, { cursor }) => pages[cursor] };
  const tree = new MemoTree({ server, trashed: false, log: {} });
  assert.deepEqual((await tree.getChildren()).map(({ id }) => id), ["a", "b", "c"]);
  assert.equal(tree.memos[1].preview, "newer");
});

test("a list that changes while it is read is read again, after that and not at once", async (t) => {
  const window = openWindow(t);
  const { MemoTree } = loadFor(window.vscode, "views/tree.js");
  const asked = [];
  const server = { ready: async () => {}, request: () => new Promise((resolve) => asked.push(resolve)) };
  const tree = new MemoTree({ server, trashed: false, log: {} });
  tree.refresh();
  await until("it is read", () => asked.length === 1);
  tree.refresh();
  asked[0]({ memos: [{ id: "old" }], total: 1 });
  await until("it is read again", () => asked.length === 2);
  assert.deepEqual(tree.memos, [{ id: "old" }]);
  asked[1]({ memos: [{ id: "new" }], total: 1 });
  await until("it is shown", () => tree.memos[0].id === "new");
});

test("a search that finds nothing, too much, or is wrong says so", async (t) => {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  for (let number = 0; number < 55; number++) await other.call("createMemo", { text: `same ${number}` });
  await other.call("flush", {});
  await window.running();
  await window.run("memo.search");
  const { pick, events } = window.screen.pick;
  const shown = async (value, label) => {
    events.value.fire(value);
    await until(label, () => pick.items.some((item) => label.test(`${item.label} ${item.description}`)));
  };
  await shown("nothing has this", /No memo has that/);
  await shown("same", /5 more/);
  await shown("pinned:maybe", /pinned:true/);
  pick.selectedItems = pick.items;
  events.accept.fire();
  events.value.fire(" ");
  await until("nothing is shown", () => pick.items.length === 0);
  assert.equal(window.editors.active, undefined);
});

test("a search that was typed over is cancelled, and its late answer not shown", async (t) => {
  const window = openWindow(t);
  const { search } = loadFor(window.vscode, "views/search.js");
  const asked = [];
  const request = (method, { query }, token) => new Promise((resolve) => asked.push({ query, token, resolve }));
  search({ server: { request }, open: () => {} });
  const { pick, events } = window.screen.pick;
  events.value.fire("a");
  events.value.fire("ab");
  assert.deepEqual(asked.map(({ query }) => query), ["a", "ab"]);
  assert.deepEqual(asked.map(({ token }) => token.isCancellationRequested), [true, false]);
  const memo = { id: "x", preview: "", modifiedAt: "2001-01-01T00:00:00Z" };
  asked[1].resolve({ memos: [{ ...memo, displayTitle: "right" }], total: 1 });
  await until("it is shown", () => pick.items.length === 1);
  asked[0].resolve({ memos: [{ ...memo, displayTitle: "late" }], total: 1 });
  await new Promise(setImmediate);
  assert.match(pick.items[0].description, /^right · /);
  events.hide.fire();
  assert.equal(asked[1].token.isCancellationRequested, true);
});

test("a cancelled request tells the server so", async (t) => {
  const window = openWindow(t, { settings: { "memo.trace.server": "messages" } });
  await window.running();
  await window.run("memo.search");
  for (const value of ["a", "ab"]) window.screen.pick.events.value.fire(value);
  assert.ok(window.screen.logLines.includes("info: sent $/cancelRequest"));
});

test("a method that an older server lacks is named plainly", async (t) => {
  const window = openWindow(t);
  await window.running();
  const { search } = loadFor(window.vscode, "views/search.js");
  search({
    server: { request: async () => Promise.reject(Object.assign(new Error("no such method"), { code: -32601 })) },
    open: () => {}
  });
  window.screen.pick.events.value.fire("word");
  await until("it is said", () => /too old/.test(window.screen.pick.pick.items[0]?.label));
});

test("history compares what a memo was with what it is, and brings it back", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo("first");
  await until("saved", () => !document.isDirty);
  document.edit([{ start: { line: 0, character: 0 }, end: { line: 0, character: 5 }, text: "second" }]);
  await until("saved again", () => !document.isDirty);
  await window.run("memo.history", document.uri);
  const { pick, events } = await until("it is shown", () => window.screen.pick);
  const earlier = pick.items.find(({ description }) => description === "first");
  pick.selectedItems = [earlier];
  events.accept.fire();
  const [, left, right, title] =
    await until("they are compared", () => window.executed.find(([name]) => name === "vscode.diff"));
  const id = idOf(document);
  assert.equal(left.toString(), `memo-history:/${id}/${earlier.revision.revision}/first.md`);
  assert.equal(await window.outside["memo-history"].provideTextDocumentContent(left), "first");
  // A tab that an earlier version opened.
  const parts = { scheme: "memo-revision", path: `/${id.slice(-8)}/first.md`, fragment: id };
  const old = window.vscode.Uri.from({ ...parts, query: earlier.revision.revision });
  assert.equal(await window.outside["memo-revision"].provideTextDocumentContent(old), "first");
  assert.equal(right, document.uri);
  assert.match(title, /^first \(.*\) ↔ now$/);
  document.type(" and third");
  events.button.fire({ item: earlier });
  await until("it is back", () => document.getText() === "first");
  await until("and saved", () => !document.isDirty);
  const later = pick.items.find(({ description }) => description === "second");
  pick.selectedItems = [later];
  events.accept.fire();
  await until("it is compared", () =>
    window.editors.tabs.activeGroup.activeTab?.input.original?.path.split("/")[2] === later.revision.revision);
  await window.run("memo.restoreRevision", right);
  await until("it is back", () => document.getText() === "second");
  window.editors.activate(undefined);
  await window.run("memo.restoreRevision", left);
  await until("it is back", () => document.getText() === "first");
  assert.deepEqual(window.said("error"), []);
});

test("a long history comes page by page, and that of a new memo is empty", async (t) => {
  const window = openWindow(t);
  await window.running();
  const { showHistory } = loadFor(window.vscode, "views/history.js");
  const pages = {
    undefined: { revisions: [revision(3), revision(2)], nextCursor: "more" },
    more: { revisions: [{ ...revision(1), by: "Claude" }] }
  };
  const server = { request: async (method, { cursor }) => pages[cursor] };
  const parts = { server, uriFor: async () => {}, restore: async () => {}, reported: (action) => action };
  await showHistory(parts, { id: "x" });
  const { pick, events } = window.screen.pick;
  assert.equal(pick.items.at(-1).label, "Show more…");
  events.accept.fire();
  pick.selectedItems = [pick.items.at(-1)];
  events.accept.fire();
  await until("all are shown", () => pick.items.length === 3 && pick.items.at(-1).revision?.revision === "1");
  assert.deepEqual(pick.items.map(({ detail }) => /by Claude/.test(detail)), [false, false, true]);
  pages.undefined = { revisions: [] };
  await showHistory(parts, { id: "x" });
  assert.match(window.screen.pick.pick.placeholder, /not been saved/);
});

const revision = (number) =>
  ({ revision: String(number), version: number, modifiedAt: "2001-01-01T00:00:00Z", bytes: 1, displayTitle: "x" });

test("in Korean everything is Korean", async (t) => {
  const window = openWindow(t, { language: "ko" });
  await window.running();
  const document = await window.newMemo("장보기\n우유");
  await window.statusShows("메모 저장됨");
  await until("listed", () =>
    window.listed().some(({ id, displayTitle }) => id === idOf(document) && displayTitle === "장보기"));
  window.screen.answers.push(() => "삭제");
  await window.run("memo.delete", window.listed()[0]);
  assert.equal(window.said("warning")[0], "정말로 \"장보기\" 메모를 삭제할까요?");
  await until("deleted", () => window.listed("memo.trash").length === 1);
});

test("a save that fails is said with its reason, and when it is mended", async (t) => {
  const window = openWindow(t);
  await window.running();
  const id = idOf(await window.newMemo("one"));
  const { Sessions } = loadFor(window.vscode, "documents/sessions.js");
  const { showStatus } = loadFor(window.vscode, "views/status.js");
  const news = new window.vscode.EventEmitter();
  const server = {
    isRunning: true,
    state: "running",
    reason: "",
    onDidChangeState: () => {},
    onNotification: news.event,
    request: async () => ({ id, version: 2, text: "one", saved: true })
  };
  const logged = [];
  const sessions = new Sessions({ server, log: { info: (line) => logged.push(line) }, memento: window.workspaceState });
  showStatus({ server, sessions });
  const { statusItem } = window.screen;
  const error = { message: "the disk is full" };
  news.fire({ method: "didFailToSaveMemo", params: { id, version: 2, error, retryInMs: 500 } });
  assert.match(statusItem.text, /not saved/);
  assert.equal(statusItem.tooltip, "the disk is full");
  assert.match(statusItem.accessibilityInformation.label, /^Memo: Memo not saved\. the disk is full$/);
  news.fire({ method: "didSaveMemo", params: { id, version: 2 } });
  await until("it is saved", () => /Memo saved/.test(statusItem.text));
  news.fire({ method: "window/logMessage", params: { message: "told", type: 3 } });
  assert.deepEqual(logged, ["told"]);
});

test("every command of package.json works without a server too: it says that there is none", async (t) => {
  const window = openWindow(t, { settings: { "memo.server.path": "/nowhere" } });
  await until("it is told", () => window.said("error").length > 0);
  const commands = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual([...window.commands.keys()].sort(), [...commands].sort());
  for (const command of commands) {
    const errors = window.said("error").length;
    await window.run(command, ["memo.open", "memo.restoreRevision"].includes(command)
      ? window.vscode.Uri.from({ scheme: "memo-history", path: "/x/1/y.md" }) : undefined);
    const silent =
      ["memo.search", "memo.refresh", "memo.showMore", "memo.showLog", "memo.openSettings", "memo.followLink",
        "memo.toggleTask"].includes(command);
    assert.equal(window.said("error").length > errors, !silent, command);
  }
});

test("everything that is said exists in Korean, and nothing else does", () => {
  const bundle = readJSON("l10n/bundle.l10n.ko.json");
  assert.deepEqual(Object.keys(bundle).sort(), [...saidInSources()].sort());
  for (const [english, korean] of Object.entries(bundle)) {
    assert.deepEqual(korean.match(/\{\d\}/g)?.sort(), english.match(/\{\d\}/g)?.sort(), english);
  }
});

/** The texts that the sources give to l10n.t. */
function saidInSources() {
  const fs = require("node:fs");
  const path = require("node:path");
  const { EXTENSION } = require("./host");
  const folder = path.join(EXTENSION, "src");
  const sources = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js"))
    .map((name) => fs.readFileSync(path.join(folder, name), "utf8")).join("\n");
  const found = [...sources.matchAll(/l10n\.t\(\s*("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text));
  assert.equal(found.length, sources.split("l10n.t(").length - 1);
  return new Set(found);
}

test("a list of backlinks that is cut says so", async (t) => {
  const texts = Object.fromEntries(Array.from({ length: 201 }, (_, number) => [`a${number}`, "[[Plan]]\n"]));
  const window = await linked(t, { plan: "Plan\n", ...texts });
  const tree = window.screen.trees.get("memo.backlinks");
  for (const [id, count, message] of [["plan", 200, "Only the first 200 are shown."], ["a0", 0, undefined]]) {
    await window.document(id);
    await until("they are listed", async () => (await tree.getChildren()).length === count);
    assert.equal(tree.view.message, message);
  }
});
