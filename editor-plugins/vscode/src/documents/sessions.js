// @ts-check
"use strict";

const vscode = require("vscode");
const { MemoSession } = require("./session");
const { Unsent } = require("./unsent");
const { SCHEME, idOf } = require("./addresses");

const DELIVERY_MS = 2000;

/**
 * The memos that are open as documents, and what the server tells of them.
 */
class Sessions {
  /**
   * @param {{ server: import("../server/server").Server, log: import("vscode").LogOutputChannel, memento:
   *   import("vscode").Memento }} parts
   */
  constructor({ server, log, memento }) {
    this.server = server;
    this.log = log;
    this.memento = memento;
    /** @type {Set<MemoSession>} one for each document, and those closed that still have edits to send */
    this.all = new Set();
    /**
     * What was read last for the editor, which shows it with other line ends, and its file's time.
     * @type {{ uri: string, text: string, mtime: number } | undefined}
     */
    this.lastRead = undefined;
    /** @type {Map<string, { message: string }>} by id, why a memo could not be saved */
    this.failures = new Map();
    /** @type {import("../server/server").ServerState | undefined} */
    this.serverState = undefined;
    this.changed = new vscode.EventEmitter();
    this.deleted = new vscode.EventEmitter();
    this.stale = new vscode.EventEmitter();
    /**
     * Fires with every edit and every answer.
     * @type {import("vscode").Event<MemoSession>}
     */
    this.onDidChange = this.changed.event;
    /**
     * Fires when another process deleted a memo that is open.
     * @type {import("vscode").Event<MemoSession>}
     */
    this.onDidDelete = this.deleted.event;
    /**
     * Fires with the file of a document that VS Code has to read again.
     * @type {import("vscode").Event<import("vscode").Uri>}
     */
    this.onDidGoStale = this.stale.event;
    this.disposables = [
      vscode.workspace.onDidOpenTextDocument((document) => this.opened(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.closed(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.of(event.document)?.documentChanged(event)),
      server.onDidChangeState((state) => this.serverChanged(state)),
      server.onNotification(({ method, params }) => this.told(method, params)),
    ];
    vscode.workspace.textDocuments.forEach((document) => this.opened(document));
  }

  /** @param {import("vscode").TextDocument} document @returns {MemoSession | undefined} */
  of(document) {
    return [...this.all].find((session) => session.document === document && !session.closed);
  }

  /** @param {string} id @returns {MemoSession[]} those on the screen */
  withId(id) {
    return [...this.all].filter((session) => session.id === id && !session.closed);
  }

  /** Those in a tab, or with something to send: VS Code keeps a document for minutes after its tab was closed. */
  get shown() {
    const uris = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap(({ input }) =>
      input instanceof vscode.TabInputText ? [input.uri.toString()]
        : input instanceof vscode.TabInputTextDiff ? [input.original.toString(), input.modified.toString()] : []));
    return [...this.all].filter(({ document, edits, phase }) =>
      uris.has(document.uri.toString()) || (!edits.isEmpty && phase !== "gone"));
  }

  /** @param {import("vscode").Uri} uri @returns {MemoSession | undefined} of the document with that name */
  at(uri) {
    return [...this.all].find(({ document, closed }) => !closed && document.uri.toString() === uri.toString());
  }

  /** @param {string} id @param {object} properties a merge patch: null removes a member */
  async updateProperties(id, properties) {
    const [session] = this.withId(id);
    if (session) await session.updateProperties(properties);
    else await this.server.request("updateMemo", { id, properties });
  }

  /**
   * Reads a memo again in every document that shows it.
   * @param {string} id
   */
  async refresh(id) {
    await Promise.all(this.withId(id).map((session) => session.read()));
  }

  /** Waits until the server has all that was typed, but not for long. */
  async delivered() {
    const patience = new Promise((resolve) => setTimeout(resolve, DELIVERY_MS).unref());
    await Promise.race([patience, Promise.allSettled([...this.all].map((session) => session.delivered()))]);
  }

  dispose() {
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  /** @param {import("vscode").TextDocument} document */
  opened(document) {
    if (document.uri.scheme !== SCHEME) return;
    // Another language is told as closed and opened.
    const known = [...this.all].find((session) => session.document === document);
    if (known) {
      known.closed = false;
      return;
    }
    const session = new MemoSession({
      id: idOf(document.uri),
      ...(this.lastRead?.uri === document.uri.toString() ? this.lastRead : {}),
      document,
      server: this.server,
      log: this.log,
      unsent: new Unsent(this.memento, document.uri),
      onChange: (changed) => this.sessionChanged(changed),
      onStale: () => this.stale.fire(document.uri),
    });
    this.lastRead = undefined;
    this.all.add(session);
    if (this.server.isRunning) session.read();
    else session.lost();
  }

  /** @param {import("vscode").TextDocument} document */
  closed(document) {
    const session = this.of(document);
    if (!session) return;
    session.closed = true;
    session.unsent.forget();
    this.sessionChanged(session);
  }

  /** @param {MemoSession} session */
  sessionChanged(session) {
    if (session.closed && (session.edits.isEmpty || session.phase === "gone")) this.all.delete(session);
    if (session.isSaved) this.failures.delete(session.id);
    // A memo may be open twice, under an old title and its new one: the server does not tell this window of its own.
    const { id, version } = session;
    if (session.isDelivered) this.withId(id).forEach((other) => other.changedElsewhere({ version }));
    this.changed.fire(session);
  }

  /** @param {import("../server/server").ServerState} state which may be the same, for another reason */
  serverChanged(state) {
    if (state === this.serverState) return;
    this.serverState = state;
    for (const session of this.all) {
      if (this.server.isRunning) session.read();
      else session.lost();
    }
  }

  /** @param {string} method @param {any} params */
  told(method, params) {
    const sessions = [...this.all].filter((session) => session.id === params?.id);
    if (method === "didSaveMemo") {
      this.failures.delete(params.id);
      sessions.forEach((session) => session.saved(params.version));
    } else if (method === "didFailToSaveMemo") {
      this.failures.set(params.id, params.error);
      sessions.forEach((session) => session.saved(0));
    } else if (method === "didChangeMemo") {
      sessions.forEach((session) => session.changedElsewhere(params));
    } else if (method === "didCreateMemo") {
      sessions.filter(({ phase }) => phase === "gone").forEach((session) => session.read());
    } else if (method === "didDeleteMemo") {
      for (const session of sessions) {
        if (!session.edits.isEmpty) session.read();
        else session.deleted();
        if (this.shown.includes(session)) this.deleted.fire(session);
      }
    } else if (method === "window/logMessage") {
      this.log.info(params.message);
    }
  }
}

module.exports = { Sessions };
