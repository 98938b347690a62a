"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { createWindow } = require("./stub/vscode");

const EXTENSION = path.resolve(__dirname, "../../editor-plugins/vscode");
const SOURCES = path.join(EXTENSION, "src");
const PROGRAM = process.env.MEMO_LS ?? path.resolve(__dirname, "../../.build/release/memo-ls");
// Generous: it only bounds a failure, also where much else runs.
const PATIENCE_MS = Number(process.env.MEMO_PATIENCE ?? 60000);

const readJSON = (name) => JSON.parse(fs.readFileSync(path.join(EXTENSION, name), "utf8"));
const manifest = readJSON("package.json");

let current;
const load = Module._load;
Module._load = function loadWithStub(request, ...rest) {
  return request === "vscode" ? current : load.call(this, request, ...rest);
};

/** Loads a module of the extension for one window, apart from other windows' copies. */
function loadFor(vscode, name) {
  for (const file of Object.keys(require.cache)) if (file.startsWith(SOURCES)) delete require.cache[file];
  current = vscode;
  return require(path.join(SOURCES, name));
}

const endings = new WeakMap();

/** Does something when the test ends: what was asked last first. */
function atEnd(t, action) {
  if (!endings.has(t)) {
    endings.set(t, []);
    t.after(async () => {
      const errors = [];
      // A process that is left behind would keep the tests from ending.
      for (const each of endings.get(t).reverse()) {
        await Promise.resolve().then(each).catch((error) => errors.push(error));
      }
      if (errors.length > 0) throw errors[0];
    });
  }
  endings.get(t).push(action);
}

/** A new store's path, in a folder that goes when the test ends. */
function newStore(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "memo-vscode-"));
  atEnd(t, () => fs.rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, "memos.sqlite");
}

/**
 * Opens a window with the extension active. The user's side is what the stub gives, and `extension` its exports.
 * @param {{ after: Function }} t
 */
function openWindow(t, { store = newStore(t), settings = {}, backups = [], ...options } = {}) {
  const language = options.language ?? "en";
  const window = createWindow({
    manifest,
    language,
    bundle: language === "en" ? {} : readJSON(`l10n/bundle.l10n.${language}.json`),
    memento: options.memento,
    folders: options.folders,
    isTrusted: options.isTrusted,
    settings:
      { "memo.server.path": PROGRAM, "memo.server.args": ["--store", store], "memo.autosave.delay": 30, ...settings },
  });
  const extension = loadFor(window.vscode, "extension.js");
  const subscriptions = [];
  extension.activate({
    subscriptions, extensionPath: options.extensionPath ?? EXTENSION, workspaceState: window.workspaceState,
    extension: { packageJSON: manifest },
  });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await extension.deactivate();
    subscriptions.forEach((subscription) => subscription.dispose());
    assert.deepEqual(window.screen.errors, []);
  };
  /** The extension ends as with its host: unasked, and leaving the documents, and maybe its server. */
  const crash = ({ leavesServer = false } = {}) => {
    isOpen = false;
    window.freeze();
    subscriptions.forEach((subscription) => subscription.dispose());
    window.change({ "memo.server.path": "/nowhere" });
    if (leavesServer) return;
    try {
      kill(window);
    } catch (error) {
      // It ended before.
      assert.equal(error.code, "ESRCH");
    }
  };
  atEnd(t, close);
  return { ...window, store, close, crash, killServer: () => kill(window), ...userOf(window) };
}

/** Ends a window's server at once, as the log says which process it is. */
function kill({ screen }) {
  const processes = screen.logLines.map((line) => /is ready, process (\d+)/.exec(line)?.[1]).filter(Boolean);
  process.kill(Number(processes.at(-1)), "SIGKILL");
}

/** What a user does in a window. */
function userOf({ vscode, editors, screen, execute, context }) {
  const { Uri } = vscode;
  return {
    screen,
    run: execute,
    running: () => until("the server runs", () => context["memo.state"] === "running"),
    /** Makes a memo by the command, and types into it. */
    async newMemo(text = "") {
      await execute("memo.new");
      const { document } = editors.active;
      if (text) document.type(text);
      return document;
    },
    openMemo: (id, title = "memo") => editors.open(Uri.from({ scheme: "memo", path: `/${id}/${title}.md` })),
    statusShows: (words) => until(`the status shows ${words}`, () => screen.statusItem.text.includes(words)),
    listed(view = "memo.list") {
      const children = screen.trees.get(view).getChildren();
      return Array.isArray(children) ? children : [];
    },
    item: (memo, view = "memo.list") => screen.trees.get(view).getTreeItem(memo),
    /** Clicks as VS Code does it: its own command to open is told how a list was clicked, others are not. */
    click(memo, { twice = false, beside = false } = {}) {
      const { command, arguments: [uri, options, ...others] } = screen.trees.get("memo.list").getTreeItem(memo).command;
      if (command !== "vscode.open") return execute(command, uri, options, ...others);
      const how = { preserveFocus: !twice, pinned: twice, ...options };
      return execute(command, uri, { ...how, ...(beside ? { viewColumn: vscode.ViewColumn.Beside } : {}) }, ...others);
    },
    idOf,
    said: (kind) => screen.messages.filter((message) => message.kind === kind).map(({ message }) => message),
  };
}

/** Waits until something holds, which is checked after every turn of the event loop; fails with its name. */
async function until(what, holds) {
  const start = Date.now();
  for (;;) {
    const result = await holds();
    if (result) return result;
    if (Date.now() - start > PATIENCE_MS) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const idOf = ({ uri }) => uri.query || uri.path.split("/")[1];

module.exports = {
  EXTENSION,
  PROGRAM,
  atEnd,
  createWindow,
  idOf,
  loadFor,
  manifest,
  newStore,
  openWindow,
  readJSON,
  until
};
