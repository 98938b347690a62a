"use strict";

const { spawnSync } = require("node:child_process");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { EXTENSION, createWindow, manifest } = require("./host");

/** The folder `@types/name` in the first place that has it. */
function typesOf(name, ...places) {
  return [process.env.MEMO_NODE_MODULES, path.join(EXTENSION, "node_modules"), ...places]
    .filter(Boolean)
    .map((place) => path.join(place, "@types", name))
    .find((folder) => fs.existsSync(folder));
}

const node = typesOf("node", process.env.MEMO_NODE_TYPES);
const vscode = typesOf("vscode") ?? path.join(__dirname, "types/vscode.d.ts");
const lacks = [spawnSync("tsc", ["--version"]).error && "tsc", !node && "@types/node"].filter(Boolean);
const needed = { skip: lacks.length > 0 && `not here: ${lacks.join(", ")}` };

/** What TypeScript says of files. */
function mistakes(t, include, content) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "memo-types-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const compilerOptions = {
    typeRoots: [path.dirname(node)], types: ["node"], baseUrl: folder, paths: { vscode: [vscode] },
  };
  const config = { extends: path.join(EXTENSION, "jsconfig.json"), compilerOptions, include };
  fs.writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  if (content) fs.writeFileSync(path.join(folder, include[0]), content);
  return spawnSync("tsc", ["-p", folder], { encoding: "utf8" }).stdout;
}

test("the sources have no mistake that their types show", needed, (t) => {
  assert.equal(mistakes(t, [path.join(EXTENSION, "src"), path.join(EXTENSION, "tools")]), "");
});

test("a member that VS Code does not have is such a mistake", needed, (t) => {
  assert.match(mistakes(t, ["wrong.js"], 'require("vscode").window.showErrorMassage("");'), /showErrorMassage/);
});

const emptyTree = { getChildren: async () => [], onDidChangeTreeData: () => {} };

test("the stub has nothing that VS Code does not have", needed, (t) => {
  const { vscode: stub, screen } = createWindow({ manifest });
  const declared = {
    'typeof import("vscode")': stub,
    'import("vscode").QuickPick<any>': screen.quickPick(),
    'import("vscode").LogOutputChannel': screen.logChannel("Memo", { log: true }),
    'import("vscode").TreeView<any>': screen.treeView("memo.list", { treeDataProvider: emptyTree }),
  };
  declared['typeof import("vscode").window.tabGroups'] = stub.window.tabGroups;
  for (const name of ["l10n", "env", "commands", "workspace", "window"])
    declared[`typeof import("vscode").${name}`] = stub[name];
  const lines = Object.entries(declared).map(([type, value], index) =>
    `/** @type {(keyof (${type}))[]} */ const names${index} = ${JSON.stringify(Object.keys(value))};`);
  assert.equal(mistakes(t, ["stub.js"], `${lines.join("\n")}\n`), "");
});
