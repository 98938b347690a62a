// @ts-check
"use strict";

const vscode = require("vscode");
const { Commands } = require("./commands");
const { MemoFileSystem } = require("./documents/filesystem");
const { Notes } = require("./documents/notes");
const { Opening } = require("./documents/opening");
const { Sessions } = require("./documents/sessions");
const { showLinks } = require("./links/features");
const { keepClean } = require("./documents/clean");
const { HISTORY_SCHEME, REVISION_SCHEME, SCHEME, idOf, isMemo, keepEndsIn } = require("./documents/addresses");
const { Server } = require("./server/server");
const { MemoTree } = require("./views/tree");
const { Revisions } = require("./views/history");
const { showMessages } = require("./views/messages");
const { showPinned } = require("./views/pinned");
const { showStatus } = require("./views/status");
const { keepTitles } = require("./views/titles");

/** @type {{ server: Server, sessions: Sessions, notes: Notes } | undefined} */
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
    memento: context.workspaceState,
  });
  keepEndsIn(context.workspaceState);
  const sessions = new Sessions({ server: running, log, memento: context.workspaceState });
  const notes = new Notes({ server: running, log });
  active = { server: running, sessions, notes };
  const files = new MemoFileSystem({ server: running, sessions });
  const opening = new Opening(sessions, notes);
  const uriFor = opening.uriFor.bind(opening);
  const list = new MemoTree({ server: running, trashed: false, log, uriFor });
  const trash = new MemoTree({ server: running, trashed: true, log, uriFor });
  const commands = new Commands({ server: running, sessions, notes, files, opening, list, trash, log });
  const links = showLinks({ server: running, sessions, notes, opening, commands });
  context.subscriptions.push(
    log,
    sessions,
    notes,
    files,
    list,
    trash,
    vscode.workspace.registerFileSystemProvider(SCHEME, files, { isCaseSensitive: true }),
    ...[HISTORY_SCHEME, REVISION_SCHEME].map((scheme) =>
      vscode.workspace.registerTextDocumentContentProvider(scheme, new Revisions(running))),
    list.showIn("memo.list"),
    trash.showIn("memo.trash"),
    commands.register(),
    keepClean(sessions),
    keepTitles(),
    showStatus({ server: running, sessions }),
    vscode.window.onDidChangeActiveTextEditor(() => list.follow()),
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      for (const { input } of [...opened, ...closed]) {
        if (input instanceof vscode.TabInputText && isMemo(input.uri)) list.moved(idOf(input.uri));
      }
    }),
    showPinned({ list, server: running }),
    showMessages({ server: running, sessions }),
    links,
    sessions.onDidChange(() => list.refresh()),
    notes.onDidChange(() => {
      list.follow();
      links.refresh();
    }),
    running.onNotification(({ method }) => {
      if (NEWS.has(method)) commands.refresh();
      if (NEWS.has(method) || method === "didSaveMemo") links.refresh();
    }),
    running.onDidChangeState((state) => {
      if (state !== "running" || running.isSilent) return;
      commands.refresh();
      links.refresh();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const sections = ["memo.server", "memo.autosave", "memo.folders"];
      if (sections.some((section) => event.affectsConfiguration(section))) running.restart();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => running.restart()),
  );
  running.start();
}

/** Everything is saved before the window closes. */
async function deactivate() {
  await Promise.all([active?.sessions.delivered(), active?.notes.delivered()]);
  await active?.server.stop();
}

module.exports = { activate, deactivate };
