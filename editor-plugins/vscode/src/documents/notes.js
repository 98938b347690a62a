// @ts-check
"use strict";

const path = require("node:path");
const vscode = require("vscode");
const { Note } = require("./note");
const { forgetNote, isNote, noteIs } = require("./addresses");

const NEWS = new Set(["didChangeMemo", "didDeleteMemo"]);

/** The files of the folder whose notes are the memos, as far as they are open as documents. */
class Notes {
  /** @param {{ server: import("../server/server").Server, log: import("vscode").LogOutputChannel }} parts */
  constructor({ server, log }) {
    this.server = server;
    this.log = log;
    /** @type {Map<import("vscode").TextDocument, Note>} */
    this.all = new Map();
    this.changed = new vscode.EventEmitter();
    /**
     * Fires when it is known which memo a file is, and when it is one no longer.
     * @type {import("vscode").Event<Note>}
     */
    this.onDidChange = this.changed.event;
    const { workspace } = vscode;
    this.disposables = [
      workspace.onDidOpenTextDocument((document) => this.opened(document)),
      workspace.onDidCloseTextDocument((document) => this.closed(document)),
      workspace.onDidChangeTextDocument((event) => this.all.get(event.document)?.documentChanged(event)),
      workspace.onWillSaveTextDocument((event) => {
        const note = this.all.get(event.document);
        if (note) event.waitUntil(note.willSave());
      }),
      workspace.onDidSaveTextDocument((document) => this.saved(document)),
      server.onDidChangeState(() => this.serverChanged()),
      server.onNotification(({ method, params }) => this.told(method, params)),
    ];
  }

  /** @param {import("vscode").TextDocument} document @returns {Note | undefined} */
  of(document) {
    return this.all.get(document);
  }

  /** @param {string} below the folder @returns {import("vscode").Uri} */
  uriAt(below) {
    return vscode.Uri.file(path.join(this.server.folder, below));
  }

  /** @param {string} id a memo that was changed by what this window asked for, which it is not told of */
  refresh(id) {
    for (const note of this.all.values()) if (note.id === id) note.changedElsewhere({});
  }

  /** Waits until the server has all that was typed. */
  async delivered() {
    await Promise.allSettled([...this.all.values()].map((note) => note.delivered()));
  }

  dispose() {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  /** @param {import("vscode").TextDocument} document */
  opened(document) {
    const below = this.pathOf(document.uri);
    if (below === undefined || this.all.has(document)) return;
    const onChange = (/** @type {Note} */ note) => {
      if (note.id) noteIs(document.uri, note.id);
      this.changed.fire(note);
    };
    const note = new Note({ document, path: below, server: this.server, log: this.log, onChange });
    this.all.set(document, note);
    this.find(note);
  }

  /** @param {Note} note */
  find(note) {
    note.find().catch((error) => this.log.warn(`${note.path}: ${error.message}`));
  }

  /** @param {import("vscode").TextDocument} document */
  closed(document) {
    const note = this.all.get(document);
    // Another language is told as closed and opened.
    if (!note || !document.isClosed) return;
    note.close();
    this.all.delete(document);
    forgetNote(document.uri);
    this.changed.fire(note);
  }

  /** @param {import("vscode").TextDocument} document a new file becomes a note by being saved */
  saved(document) {
    this.opened(document);
    this.all.get(document)?.didSave();
  }

  serverChanged() {
    if (!this.server.isRunning) return;
    vscode.workspace.textDocuments.forEach((document) => this.opened(document));
    for (const note of this.all.values()) {
      note.restarted();
      this.find(note);
    }
  }

  /** @param {string} method @param {any} params */
  told(method, params) {
    for (const note of this.all.values()) {
      if (NEWS.has(method) && note.id === params.id) note.changedElsewhere(params);
      // It may be that of a new file.
      if (method === "didCreateMemo" && !note.id) this.find(note);
    }
  }

  /** @param {import("vscode").Uri} uri @returns {string | undefined} where a note is below the folder */
  pathOf(uri) {
    const { folder } = this.server;
    if (folder === "" || uri.scheme !== "file" || !isNote(uri)) return undefined;
    const below = path.relative(folder, uri.fsPath);
    if (below === "" || below.startsWith("..") || path.isAbsolute(below)) return undefined;
    return below.split(path.sep).join("/");
  }
}

module.exports = { Notes };
