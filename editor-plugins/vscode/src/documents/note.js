// @ts-check
"use strict";

const fs = require("node:fs");
const vscode = require("vscode");
const { Lines, withLineFeeds } = require("../text/lines");
const { workspaceEdit } = require("./adopting");
const { lineEnd, shown } = require("./edits");
const { changesForServer, reconcile } = require("./reconcile");

/** @typedef {{ id: string, version: number, text: string, trashedAt?: string }} Memo */

// VS Code calls a document dirty right after what was typed into it, and tells of a save right after it is clean.
const TOLD_MS = 300;
// So long a save waits until the memo says what is being saved; VS Code would not wait much longer.
const SAVE_MS = 1500;
const RETRY_MS = 2000;

/**
 * A file of an attached folder in the editor, and its memo. While it is clean it follows the file, which whoever keeps
 * the folder makes equal to the memo. While it is dirty the file is this editor's: what is typed goes to the memo at
 * once, what others do to the memo comes into the document, and VS Code alone writes the file.
 */
class Note {
  /**
   * @param {{ document: import("vscode").TextDocument, path: string, server: import("../server/server").Server, log:
   *   import("vscode").LogOutputChannel, onChange: (note: Note) => void }} parts path is that below the folder
   */
  constructor({ document, path, server, log, onChange }) {
    this.document = document;
    this.path = path;
    this.server = server;
    this.log = log;
    this.onChange = onChange;
    this.id = "";
    this.closed = false;
    /** What the document said when it was clean last: what was in the file. */
    this.clean = shown(document);
    /** Whether the file is this editor's. */
    this.isHeld = false;
    /** Whether the document came with what was typed before, of which the memo may have a part. */
    this.isRestored = false;
    /** Whether others have a part in what is not in the file yet: then it is not given up with the rest. */
    this.hasOthers = false;
    /** Whether the server was told so. */
    this.isClaimed = false;
    /**
     * What memo and document had in common last, while the file is held.
     * @type {string}
     */
    this.base = this.clean;
    /**
     * The memo, as far as it is known what it says.
     * @type {Memo | undefined}
     */
    this.memo = undefined;
    /**
     * What goes on with the server, one after the other.
     * @type {Promise<unknown>}
     */
    this.work = Promise.resolve();
    this.isSaving = false;
    /** @type {NodeJS.Timeout | undefined} */
    this.timer = undefined;
    this.dirtinessChanged();
  }

  /** Finds out which memo it is. @returns {Promise<string>} its id; "" for none */
  async find() {
    if (!this.id) {
      const { memo } = await this.server.request("openFile", { path: this.path });
      this.id = memo?.id ?? "";
      if (this.id) this.onChange(this);
    }
    return this.id;
  }

  /** @param {import("vscode").TextDocumentChangeEvent} event */
  documentChanged({ contentChanges }) {
    if (contentChanges.length === 0) return this.dirtinessChanged();
    if (this.isHeld) return this.document.isDirty ? void this.sync() : this.giveUpSoon();
    // The file was read again, or something typed that is called dirty in a moment.
    return this.later(() => this.settle());
  }

  /** @param {() => void} action in a moment, unless something else is to be done then */
  later(action) {
    clearTimeout(this.timer);
    this.timer = setTimeout(action, TOLD_MS).unref();
  }

  dirtinessChanged() {
    if (this.document.isDirty && !this.isHeld) {
      this.isRestored = shown(this.document) === this.clean;
      if (this.isRestored) this.clean = this.fileText();
      [this.isHeld, this.hasOthers, this.base, this.memo] = [true, false, this.clean, undefined];
    }
    if (this.document.isDirty) this.sync();
    else if (this.isHeld) this.giveUpSoon();
  }

  /** @returns {string} what is in the file, of which the document shows something else since it was opened */
  fileText() {
    try {
      return withLineFeeds(fs.readFileSync(this.document.uri.fsPath, "utf8").replace(/^\ufeff/, ""));
    } catch {
      return this.clean;
    }
  }

  /** What was typed is given up, if the document is clean and it turns out that it was not saved. */
  giveUpSoon() {
    if (!this.isSaving) this.later(() => void this.letGo(true));
  }

  /** What a clean document shows is what is in the file. */
  settle() {
    if (!this.isHeld && !this.document.isDirty) this.clean = shown(this.document);
  }

  /** The memo gets what is about to be written first: so nobody takes that for another's words. */
  async willSave() {
    this.isSaving = true;
    // A save may fail, of which nobody tells.
    setTimeout(() => (this.isSaving = false), SAVE_MS * 2).unref();
    const patience = new Promise((resolve) => setTimeout(resolve, SAVE_MS).unref());
    if (this.isHeld) await Promise.race([patience, this.sync().then(() => this.flush()).catch(() => {})]);
  }

  async didSave() {
    clearTimeout(this.timer);
    this.isSaving = false;
    this.clean = shown(this.document);
    if (!this.isHeld) return;
    await this.sync();
    await this.flush().catch(() => {});
    if (!this.document.isDirty) await this.letGo(false);
  }

  flush() {
    return this.id ? this.server.request("flush", { id: this.id }) : Promise.resolve();
  }

  /**
   * Leaves the file to whoever keeps the folder.
   * @param {boolean} discard whether the memo is to say again what the file does
   */
  letGo(discard) {
    return this.next(async () => {
      if (!this.isHeld || this.document.isDirty) return;
      this.isHeld = this.isClaimed = false;
      this.settle();
      if (this.id) await this.server.request("closeFile", { id: this.id, discard: discard && !this.hasOthers });
      this.onChange(this);
    });
  }

  /**
   * Another process changed the memo, unless only its file got another name.
   * @param {{ baseVersion?: number, version?: number }} news
   */
  changedElsewhere({ baseVersion, version }) {
    if (version !== undefined && version === baseVersion) return;
    this.memo = undefined;
    this.hasOthers = true;
    if (this.isHeld) this.sync();
  }

  /** There is another server: it knows of nothing that is open here. */
  restarted() {
    this.memo = undefined;
    this.isClaimed = false;
    if (this.isHeld) this.sync();
  }

  /** Has memo and document say the same, once what went before is done. */
  sync() {
    return this.next(() => this.makeEqual());
  }

  /** @param {() => Promise<void>} action */
  next(action) {
    this.work = this.work.then(action).catch((error) => {
      this.log.warn(`${this.path}: ${error.message}`);
      if (this.isHeld && this.server.isRunning) setTimeout(() => this.isHeld && this.sync(), RETRY_MS).unref();
    });
    return this.work;
  }

  async makeEqual() {
    while (this.isHeld && !this.closed) {
      const memo = this.memo ?? await this.read();
      if (!memo) return;
      const mine = shown(this.document);
      const { result, forDocument } =
        reconcile({ base: this.base, mine, theirs: memo.text, mayRepeat: this.isRestored });
      // A clean one gets it by its file, which is left in a moment.
      if (forDocument.length > 0 && this.document.isDirty) {
        const isTaken = await vscode.workspace.applyEdit(workspaceEdit(this.document, forDocument));
        // Something was typed meanwhile: once more, with that.
        if (!isTaken) continue;
        this.base = withLineFeeds(memo.text);
        continue;
      }
      const { mirror, changes } = changesForServer(memo.text, result, lineEnd(this.document), false);
      if (changes.length > 0 && !await this.send(memo, changes, mirror)) continue;
      this.base = mine;
      this.isRestored = false;
      if (shown(this.document) === mine && this.memo) return;
    }
  }

  /** @param {Memo} memo @param {import("../text/lines").Change[]} contentChanges @param {Lines} after what they make */
  async send(memo, contentChanges, after) {
    try {
      const { version, length } =
        await this.server.request("updateMemo", { id: memo.id, baseVersion: memo.version, contentChanges });
      // What was told meanwhile is another text.
      if (this.memo === memo && length === after.length) this.memo = { ...memo, version, text: after.text };
      else this.memo = undefined;
      return true;
    } catch (error) {
      const { kind } = /** @type {import("../server/connection").ServerError} */ (error);
      if (kind !== "versionConflict" && kind !== "memoNotFound") throw error;
      this.memo = undefined;
      return false;
    }
  }

  /** @returns {Promise<Memo | undefined>} what the memo says, once the file is this editor's */
  async read() {
    const first = this.isClaimed ? undefined : await this.server.request("openFile", { path: this.path, hold: true });
    this.isClaimed = true;
    if (first?.memo) this.id = first.memo.id;
    if (!this.id) return undefined;
    let memo = await this.server.request("getMemo", { id: this.id });
    if (memo.trashedAt) memo = await this.server.request("restore", { id: this.id });
    this.memo = memo;
    return memo;
  }

  /**
   * Waits until the server has what is shown.
   * @throws {Error} if it has not
   */
  async delivered() {
    if (this.isHeld) await this.sync();
    const id = await this.find();
    const memo = this.isHeld ? this.memo : id ? await this.server.request("getMemo", { id }) : undefined;
    if (!memo || withLineFeeds(memo.text) !== shown(this.document)) {
      throw vscode.FileSystemError.Unavailable(this.document.uri);
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    if (this.isHeld && this.id) {
      this.isHeld = false;
      this.server.request("closeFile", { id: this.id, discard: !this.hasOthers }).catch(() => {});
    }
  }
}

module.exports = { Note };
