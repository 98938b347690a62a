"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { EXTENSION, manifest, readJSON } = require("./host");

const { contributes } = manifest;
const english = readJSON("package.nls.json");
const korean = readJSON("package.nls.ko.json");
const commands = contributes.commands.map(({ command }) => command);
const views = Object.values(contributes.views).flat();

/** Every string somewhere in a value. */
const strings = (value) => (typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(strings));

test("every text of package.json is there in English and Korean, and nothing else is", () => {
  const used = strings(manifest).map((text) => /^%(.*)%$/.exec(text)?.[1]).filter(Boolean);
  assert.deepEqual(Object.keys(english).sort(), [...new Set(used)].sort());
  assert.deepEqual(Object.keys(korean).sort(), Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    assert.deepEqual(korean[key].match(/\(command:[^)]*\)/g), text.match(/\(command:[^)]*\)/g), key);
    if (key !== "extension.description") assert.notEqual(korean[key], text, key);
  }
});

test("every command that something names is declared, in category Memo", () => {
  for (const each of contributes.commands) assert.equal(each.category, "Memo", each.command);
  const named = [...Object.values(contributes.menus).flat().map(({ command }) => command),
    ...strings(english).flatMap((text) => [...text.matchAll(/\(command:([^)]*)\)/g)].map(([, command]) => command)),
    ...strings(contributes.walkthroughs).flatMap((text) => (text.startsWith("onCommand:") ? [text.slice(10)] : []))];
  for (const command of named) assert.ok(commands.includes(command), command);
});

test("what cannot work without a chosen memo, or a server, is not in the palette", () => {
  const hidden = contributes.menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command);
  assert.deepEqual(
    hidden, ["memo.open", "memo.restore", "memo.deleteForGood", "memo.restoreRevision", "memo.showMore",
      "memo.createLinked", "memo.renameTag"]);
  const always =
    commands.filter((command) => !contributes.menus.commandPalette.some((item) => item.command === command));
  assert.deepEqual(always, ["memo.refresh", "memo.showLog", "memo.openSettings", "memo.restartServer"]);
});

test("every when-clause names what exists", () => {
  const known =
    new Set(["view", "viewItem", "listMultiSelection", "resourceScheme", "memo.state", "memo.isPinned",
      "isInDiffEditor", "false"]);
  const values = { view: views.map(({ id }) => id), resourceScheme: ["memo", "memo-history", "memo-revision"],
    "memo.state": ["running", "missing", "waiting"], viewItem: ["memo.pinned", "memo.unpinned", "trashed", "tag"] };
  for (const { when } of [...Object.values(contributes.menus).flat(), ...contributes.viewsWelcome]) {
    for (const clause of when.split(/ (?:&&|\|\|) /)) {
      const [, key, operator, value] = /^!?([\w.]+)(?: (==|!=|=~) (.*))?$/.exec(clause);
      assert.ok(known.has(key), when);
      if (operator === "==" || operator === "!=") assert.ok(values[key].includes(value), when);
    }
  }
});

test("what stands at a list's items names the list: other extensions' items may be called the same", () => {
  for (const { when } of contributes.menus["view/item/context"]) {
    assert.match(when, /^view == memo\.(list|trash|tagList) && /);
  }
});

test(
  "every setting has a scope, a description and a default of its type, and the program's path is the machine's", () => {
    for (const [name, setting] of Object.entries(contributes.configuration.properties)) {
      assert.ok(name.startsWith("memo."));
      assert.match(setting.description ?? setting.markdownDescription, /^%setting\./);
      const type = Array.isArray(setting.default) ? "array" : typeof setting.default;
      assert.equal(setting.type.replace("integer", "number"), type, name);
      assert.equal(setting.scope, name.startsWith("memo.server.") ? "machine-overridable" : "window", name);
    }
    assert.deepEqual(
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ["memo.server.path", "memo.server.args"]);
  });

test("it wakes up only for memos, links to them and folders of notes that are memos, and depends on nothing", () => {
  assert.deepEqual(manifest.activationEvents, ["onFileSystem:memo", "onUri", "workspaceContains:.memo-ls/id"]);
  for (const key of ["dependencies", "devDependencies", "scripts", "extensionDependencies"])
    assert.equal(manifest[key], undefined);
});

test("every source needs only Node, VS Code, or another source", () => {
  const folder = path.join(EXTENSION, "src");
  for (const name of fs.readdirSync(folder, { recursive: true }).filter((each) => each.endsWith(".js"))) {
    const source = fs.readFileSync(path.join(folder, name), "utf8");
    assert.ok(source.startsWith("// @ts-check\n\"use strict\";\n"), name);
    for (const [, needed] of source.matchAll(/require\("([^"]*)"\)/g)) {
      assert.ok(
        /^(node:[a-z_]+|vscode)$/.test(needed) || fs.existsSync(path.join(folder, path.dirname(name), `${needed}.js`)),
        needed);
    }
  }
});
