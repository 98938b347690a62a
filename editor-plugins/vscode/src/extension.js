// @ts-check
"use strict";

const vscode = require("vscode");
const { Commands } = require("./commands");
const { MemoFileSystem } = require("./documents/filesystem");
const { Opening } = require("./documents/opening");
const { Sessions } = require("./documents/sessions");
const { keepClean } = require("./documents/clean");
const { REVISION_SCHEME, SCHEME } = require("./documents/addresses");
const { Server } = require("./server/server");
const { MemoTree } = require("./views/tree");
const { Revisions } = require("./views/history");
const { showMessages } = require("./views/messages");
const { showStatus } = require("./views/status");

/** @type {{ server: Server, sessions: Sessions } | undefined} */
let active;

// Of these the lists have to know though no open document changed.
const NEWS = new Set(["didCreateMemo", "didDeleteMemo", "didChangeMemo"]);

/** @param {import("vscode").ExtensionContext} context */
function activate(context) {
  const log = vscode.window.createOutputChannel("Memo", { log: true });
  const running = new Server({
    extensionPath: context.extensionPath,
    version: context.extension.packageJSON.version,
    log,
  });
  const sessions = new Sessions({ server: running, log, memento: context.workspaceState });
  active = { server: running, sessions };
  const files = new MemoFileSystem({ server: running, sessions });
  const opening = new Opening({ server: running, sessions });
  const list = new MemoTree({ server: running, trashed: false, log });
  const trash = new MemoTree({ server: running, trashed: true, log });
  const commands = new Commands({ server: running, sessions, files, opening, list, trash, log });
  context.subscriptions.push(
    log,
    sessions,
    list,
    trash,
    vscode.workspace.registerFileSystemProvider(SCHEME, files, { isCaseSensitive: true }),
    vscode.workspace.registerTextDocumentContentProvider(REVISION_SCHEME, new Revisions(running)),
    vscode.window.createTreeView("memo.list", { treeDataProvider: list, canSelectMany: true }),
    vscode.window.createTreeView("memo.trash", { treeDataProvider: trash, canSelectMany: true }),
    commands.register(),
    keepClean(sessions),
    showStatus({ server: running, sessions }),
    showMessages({ server: running, sessions }),
    sessions.onDidChange(() => list.refresh()),
    running.onNotification(({ method }) => NEWS.has(method) && commands.refresh()),
    running.onDidChangeState((state) => state === "running" && commands.refresh()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["memo.server", "memo.autosave"].some((section) => event.affectsConfiguration(section))) running.restart();
    }),
  );
  running.start();
}

/** Everything is saved before the window closes. */
async function deactivate() {
  await active?.sessions.delivered();
  await active?.server.stop();
}

module.exports = { activate, deactivate };
