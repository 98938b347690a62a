"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { Client } = require("./client");
const { idOf, loadFor, manifest, openWindow, until } = require("./host");

/** A window whose list has these memos, each with its first line as its id. */
async function listing(t, ...texts) {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  for (const text of texts) await other.call("createMemo", { id: text.split("\n")[0], text });
  await other.call("flush", {});
  await window.running();
  await until("they are listed", () => window.listed().length >= texts.length);
  const memo = (id, view) => window.listed(view).find((each) => each.id === id);
  return { window, other, memo, tree: window.screen.views.get("memo.list") };
}

test("a click shows a memo and leaves the focus in the list, a second one pins it, and one may open it beside",
  async (t) => {
    const { window, memo } = await listing(t, "one", "two");
    await window.click(memo("one"));
    assert.equal(window.editors.active.options.preserveFocus, true);
    assert.equal(window.editors.tabs.all[0].isPreview, true);
    await window.click(memo("two"));
    assert.deepEqual(window.editors.tabs.all.map(({ label }) => label), ["two"]);
    await window.click(memo("two"), { twice: true });
    assert.equal(window.editors.active.options.preserveFocus, false);
    await window.click(memo("one"), { beside: true });
    assert.deepEqual(
      window.editors.tabs.groups.map(({ tabs }) => tabs.map(({ label, isPreview }) => [label, isPreview])),
      [[["two", false]], [["one", true]]]);
  });

test("a memo whose title has changed is opened in the tab that it has", async (t) => {
  const { window, memo } = await listing(t, "one");
  await window.click(memo("one"), { twice: true });
  const [start, end] = [{ line: 0, character: 0 }, { line: 0, character: 3 }];
  window.editors.active.document.edit([{ start, end, text: "new" }]);
  await until("the list shows it", () => memo("one").displayTitle === "new");
  await window.click(memo("one"));
  assert.equal(window.editors.tabs.all.length, 1);
  await until("its dot is gone", () => !window.editors.active.document.isDirty);
  await window.editors.close(window.editors.tabs.all);
  window.editors.expire();
  await window.click(memo("one"));
  assert.equal(window.editors.active.document.uri.path, "/one/new.md");
});

test("the list follows the memo that is looked at, and takes no focus for that", async (t) => {
  const { window, memo, tree } = await listing(t, "one", "two");
  const revealed = t.mock.method(tree.view, "reveal").mock;
  for (const id of ["one", "two"]) {
    await window.run("memo.open", memo(id));
    assert.equal(tree.view.selection[0].id, id);
  }
  assert.ok(revealed.calls.every(({ arguments: [, { focus }] }) => focus === false));
  const document = await window.newMemo("three");
  await until("a new one, too", () => tree.view.selection[0].displayTitle === "three");
  tree.view.selection = [memo("one"), memo("two")];
  document.type("!");
  await until("the list changes", () => window.listed()[0].displayTitle === "three!");
  assert.deepEqual(tree.view.selection, [memo("one"), memo("two")]);
});

test("a hidden list is not read, and is as it should be when it is shown", async (t) => {
  const { window, other, tree } = await listing(t, "one");
  window.change({ "memo.trace.server": "verbose" });
  tree.show(false);
  window.screen.logLines.length = 0;
  const document = await window.newMemo("two");
  await until("the dot is gone", () => !document.isDirty);
  await other.call("createMemo", { id: "three", text: "three" });
  await other.call("flush", {});
  const { logLines } = window.screen;
  const read = (trashed, lines) =>
    lines.filter((line) => /sent list/.test(line) && line.includes(`"trashed":${trashed}`));
  // The trash, which is visible, is read after it was told, too: the list would have been read before that.
  const told = await until("it was told", () => logLines.findIndex((line) => /received didCreateMemo/.test(line)) + 1);
  await until("the trash was read", () => read(true, logLines.slice(told)).length > 0);
  assert.deepEqual(read(false, logLines), []);
  tree.show(true);
  await until("all are there", () => window.listed().length === 3);
});

test("a title that is typed changes its row and not the list, whose progress would flash", async (t) => {
  const { window, memo, tree } = await listing(t, "one", "two");
  await window.run("memo.open", memo("one"));
  const { document } = window.editors.active;
  document.type("!");
  await until("it is first", () => [...tree.rows.values()][0].label === "one!");
  const { progress } = tree;
  for (const end of ["!!", "!!!", "!!!!"]) {
    document.type("!");
    await until("the row shows it", () => [...tree.rows.values()][0].label === `one${end}`);
  }
  assert.equal(tree.progress, progress);
});

test("a tab takes the memo's title at once when the first line is left, also the one beside", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo();
  const labels = () => window.editors.tabs.all.map(({ label }) => label);
  assert.deepEqual(labels(), ["Untitled"]);
  await window.run("memo.openBeside", document.uri);
  document.type("Shopping");
  window.editors.select(0, 8);
  assert.deepEqual(labels(), ["Untitled", "Untitled"]);
  document.type("\nmilk");
  window.editors.select(1, 4);
  assert.deepEqual(labels(), ["Shopping", "Shopping"]);
  assert.equal(window.executed.at(-1)[2].preserveFocus, true);
  const { length } = window.executed;
  window.editors.select(1, 3);
  assert.equal(window.executed.length, length);
});

test("a tab that is left on its first line takes its title, and stays behind; a closed one stays closed", async (t) => {
  const { window, memo } = await listing(t, "one");
  await window.newMemo("Shopping");
  await window.click(memo("one"), { twice: true });
  const labels = () => window.editors.tabs.all.map(({ label }) => label);
  await until("it is named", () => labels().includes("Shopping"));
  assert.deepEqual(labels(), ["Shopping", "one"]);
  assert.equal(window.editors.tabs.activeGroup.activeTab.label, "one");
  assert.equal(window.editors.active.document.getText(), "one");
  const document = await window.newMemo("closed");
  await until("its dot is gone", () => !document.isDirty);
  await window.editors.close(window.editors.tabs.with(document.uri));
  await window.newMemo("last");
  await window.click(memo("one"), { twice: true });
  await until("the last one is named", () => labels().includes("last"));
  assert.deepEqual(labels(), ["Shopping", "one", "last"]);
});

test("a header is no title, and a long one is cut", async (t) => {
  const window = openWindow(t);
  await window.running();
  const document = await window.newMemo(`---\ntags: [a]\n---\n\n${"long ".repeat(100)}\nmore`);
  window.editors.select(5);
  assert.equal(window.editors.tabs.all[0].label, "long ".repeat(16));
  assert.ok(document);
});

test("what was renamed elsewhere is named when it is looked at again", async (t) => {
  const { window, memo, other } = await listing(t, "one", "two");
  await window.click(memo("one"), { twice: true });
  const { document } = window.editors.active;
  await window.click(memo("two"), { twice: true });
  await other.change("one", { text: "renamed\nbody" });
  await until("it is there", () => document.getText() === "renamed\nbody");
  await window.click(memo("one"));
  window.editors.select(1);
  assert.equal(window.editors.tabs.activeGroup.activeTab.label, "renamed");
});

test("a memo's name has its id and title, and every earlier form of it opens", async (t) => {
  const window = openWindow(t);
  const other = new Client(t, window.store);
  const id = await other.create({ text: "Shopping" });
  await window.running();
  await until("it is listed", () => window.listed().length === 1);
  await window.click(window.listed()[0]);
  const { document } = window.editors.active;
  assert.equal(document.uri.path, `/${id}/Shopping.md`);
  assert.equal(idOf(document), id);
  for (const { scheme, formatting } of manifest.contributes.resourceLabelFormatters) {
    assert.match(scheme, /^memo(-history)?$/);
    assert.equal(formatting.label, "${path}");
  }
  const short = id.slice(-8);
  for (const parts of [{ path: `/${id}/Older title.md` }, { path: `/${short}/Shopping.md`, query: id },
    { path: `/${short}/Shopping.md` }]) {
    const earlier = await window.editors.open(window.vscode.Uri.from({ scheme: "memo", ...parts }));
    await until("it shows the memo", () => earlier.getText() === "Shopping");
    earlier.type("!");
    earlier.undo();
  }
  await until("all are the same", () => window.editors.documents.every((each) => each.getText() === "Shopping"));
});

test("a search shows what it finds in the server's order, whatever the titles are", async (t) => {
  const { window, other } = await listing(t, "milk");
  for (const text of ["zebra milk", "a list\nmilk milk", "milky"]) await other.create({ text });
  const { memos } = await other.call("search", { query: "milk" });
  await window.run("memo.search");
  const { pick, events } = window.screen.pick;
  events.value.fire("milk");
  await until("they are found", () => pick.items.length === 4);
  assert.deepEqual(window.screen.shown().map(({ memo }) => memo.id), memos.map(({ id }) => id));
});

test("a row of history says when, to the second, and what changed", async (t) => {
  const { window, other, memo } = await listing(t, "one\ntea\nmilk\n");
  await other.change("one", { text: "one\ntea\nbread\n" });
  await until("it is known", () => memo("one").preview === "tea bread");
  await window.run("memo.history", memo("one"));
  const rows = window.screen.pick.pick.items;
  assert.equal(rows.length, 2);
  assert.match(rows[0].label, /\d:\d\d:\d\d/);
  assert.match(rows[0].detail, /^\+ bread {2}− milk · 14 bytes$/);
  assert.match(rows[1].detail, /^\+ one tea milk · 13 bytes$/);
});

test("what changed is told in few words", (t) => {
  const window = openWindow(t);
  const { whatChanged } = loadFor(window.vscode, "views/changes.js");
  assert.equal(whatChanged("a\nb\n", "a\nb\n"), "");
  assert.equal(whatChanged("a\n\nb\n", "a\nb\n"), "");
  assert.equal(whatChanged("", `${"word ".repeat(50)}`), `+ ${"word ".repeat(12)}…`);
  assert.equal(whatChanged("a\nb\nc\nd\ne\n", "x\nb\nc\nd\ny\n"), "+ x  − a  (+1)");
  assert.equal(whatChanged(undefined, "a"), "");
});

test("menus offer to pin the memo in front, or to unpin it, never both", async (t) => {
  const { window, memo } = await listing(t, "one", "two");
  for (const items of [manifest.contributes.menus.commandPalette, manifest.contributes.menus["editor/title"]]) {
    const when = (command) => items.find((item) => item.command === `memo.${command}`).when;
    assert.equal(when("unpin"), when("pin").replace("!memo.isPinned", "memo.isPinned"));
  }
  await window.run("memo.open", memo("one"));
  await until("it is known", () => window.context["memo.isPinned"] === false);
  await window.run("memo.pin");
  await until("it is pinned", () => window.context["memo.isPinned"] === true);
  await window.run("memo.open", memo("two"));
  await until("the other is not", () => window.context["memo.isPinned"] === false);
});

test("a deletion can be taken back from the notice, and the tab with it", async (t) => {
  const { window, memo, other } = await listing(t, "one", "two");
  await window.run("memo.open", memo("one"));
  window.screen.answers.push(() => "Delete", () => "Undo");
  await window.run("memo.delete", memo("one"));
  await until("it is back", () => window.editors.tabs.all.length === 1 && memo("one") && !memo("one", "memo.trash"));
  assert.deepEqual(window.said("information"), ['"one" is in the trash.']);
  window.editors.active.document.type("!");
  await until("typing goes on", async () => await other.text("one") === "one!");
});

test("the question before deleting can be put off for good; the one before destroying cannot", async (t) => {
  const { window, memo } = await listing(t, "one", "two", "three");
  window.screen.answers.push((message, choices) => choices[1]);
  await window.run("memo.delete", memo("one"));
  assert.equal(window.vscode.workspace.getConfiguration("memo").get("confirmDelete"), false);
  await window.run("memo.delete", memo("two"));
  assert.deepEqual(window.said("warning"), ['Really delete "one"?']);
  assert.deepEqual(window.said("information"), ['"one" is in the trash.', '"two" is in the trash.']);
  await until("they are in the trash", () => window.listed("memo.trash").length === 2);
  await window.run("memo.deleteForGood", memo("one", "memo.trash"));
  assert.equal(window.said("warning").length, 2);
  assert.equal(window.listed("memo.trash").length, 2);
});

test("a memo whose tab is closed is not spoken of, though VS Code keeps its document for a while", async (t) => {
  const { window, memo, other } = await listing(t, "one", "two");
  await window.run("memo.open", memo("one"));
  await window.statusShows("Memo saved");
  await window.editors.close(window.editors.tabs.all);
  window.change({ "memo.trace.server": "messages" });
  await other.call("delete", { id: "one" });
  await other.call("flush", {});
  await until("it is told", () => window.screen.logLines.includes("info: received didDeleteMemo"));
  await until("it is gone", () => window.editors.documents.length === 1 && !memo("one"));
  assert.equal(window.screen.statusItem.visible, false);
  assert.deepEqual(window.said("warning"), []);
  window.editors.expire();
  assert.equal(window.editors.documents.length, 0);
});
