// @ts-check
"use strict";

const vscode = require("vscode");
const { withLineFeeds } = require("../text/lines");
const { Edits, shown } = require("./edits");
const { changesForServer, reconcile } = require("./reconcile");
const { ConnectionLost } = require("../server/connection");

/**
 * @typedef {import("../text/lines").Change} Change
 * @typedef {{ id: string, version: number, text: string, saved: boolean, trashedAt?: string }} Memo
 * @typedef {import("./edits").Edit} Edit
 *
 * live: edits go out at once. reading: the server's text is on its way. adopting: it is being put into the editor.
 * offline: no server. refused: it can't take the edits now. gone: the memo was deleted.
 * @typedef {"live" | "reading" | "adopting" | "offline" | "refused" | "gone"} Phase
 */

const RETRY_MS = 2000;

/**
 * One document and its memo. The editor never waits: what is typed while the server's text is not known is kept in
 * order, and goes out on top of that text.
 */
class MemoSession {
  /**
   * @param {{ id: string, document: import("vscode").TextDocument, server: import("../server/server").Server, log:
   *   import("vscode").LogOutputChannel, unsent: import("./unsent").Unsent, onChange: (session: MemoSession) => void,
   *   text?: string }} parts text is what the document was made of, with its own line ends
   */
  constructor({ id, document, server, log, unsent, onChange, text }) {
    this.id = id;
    this.document = document;
    this.server = server;
    this.log = log;
    this.unsent = unsent;
    this.onChange = onChange;
    /** @type {Phase} */
    this.phase = "reading";
    /** Why edits are not taken, in the user's language. */
    this.reason = "";
    this.edits = new Edits(document, text, unsent.take(id));
    /** The version after all sent edits. */
    this.version = 0;
    this.savedVersion = 0;
    /** A version that was told of while the text could not be changed. */
    this.toldVersion = 0;
    /**
     * What the document is being made, line ends aside, and what it then stands on.
     * @type {{ result: string, theirs: string } | undefined}
     */
    this.adopting = undefined;
    this.closed = false;
    /** Whether the text on the screen counts, whatever the server's is. */
    this.documentCounts = false;
    /** Whether the document came with edits that were never told: typed while no extension ran, and kept by VS Code. */
    this.isRestored = document.isDirty && this.edits.base === undefined;
    /** Counts the readings: only the last one's answer is used. */
    this.readings = 0;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  get isSaved() {
    return this.phase === "live" && this.edits.isEmpty && this.savedVersion >= this.version;
  }

  /** @param {import("vscode").TextDocumentChangeEvent} event */
  documentChanged(event) {
    if (event.contentChanges.length === 0) {
      // What VS Code kept is shown first, and only then called dirty.
      const isNew = this.version === 0 && this.edits.isEmpty && this.edits.base === undefined;
      if (isNew) this.isRestored ||= event.document.isDirty;
      return;
    }
    if (this.adopting && shown(event.document) === this.adopting.result) {
      this.edits.base = this.adopting.theirs;
      this.adopting = undefined;
      this.isRestored = false;
      return;
    }
    this.edited(this.edits.add(event));
  }

  /**
   * @param {object} properties a merge patch
   * @returns {Promise<void>} when the server has it
   * @throws {import("../server/connection").ServerError} if it refuses that
   */
  updateProperties(properties) {
    return new Promise((resolve, reject) =>
      this.edited(this.edits.addProperties(properties, (error) => (error ? reject(error) : resolve()))));
  }

  /** @param {Edit} edit */
  edited(edit) {
    if (this.phase === "live") this.send(edit);
    else if (this.phase === "gone") this.read();
    else this.keepUnsent();
    this.changed();
  }

  /** @param {Edit} edit */
  send(edit) {
    edit.sent = true;
    const baseVersion = this.version++;
    const { changes: contentChanges, properties } = edit;
    const version = this.version;
    this.server.request("updateMemo", properties ? { id: this.id, baseVersion, properties }
      : { id: this.id, baseVersion, contentChanges }).then(
      (result) => this.taken(edit, version, result),
      (error) => this.notTaken(edit, error));
  }

  /** @param {Edit} edit @param {number} version @param {{ version: number, length: number }} result */
  taken(edit, version, result) {
    if (this.edits.all[0] !== edit) return;
    if (result.version === version && result.length === edit.length) {
      this.edits.all.shift();
      edit.answered?.();
      if (this.edits.isEmpty) this.unsent.drop(this.id);
      this.changed();
    } else if (this.phase === "live") {
      this.log.warn(
        `${this.id}: the server's text has ${result.length} units, the editor's ${edit.length}: reading it again`);
      this.resync();
    }
  }

  /** @param {Edit} edit @param {import("../server/connection").ServerError} error */
  notTaken(edit, error) {
    if (!this.edits.all.includes(edit)) return;
    if (error instanceof ConnectionLost) return this.lost();
    edit.sent = false;
    if (this.phase !== "live") return;
    this.log.warn(`${this.id}: ${error.message}`);
    if (error.kind === "versionConflict" || error.kind === "memoNotFound") this.read();
    else if (edit.answered) this.giveUp(edit, error);
    else if (error.kind === "invalidRange") this.resync();
    else this.refuse(error);
  }

  /**
   * What a user asked for and the server refuses is told, and must not stand before what is typed.
   * @param {Edit} edit @param {Error} error
   */
  giveUp(edit, error) {
    this.edits.all.splice(this.edits.all.indexOf(edit), 1);
    edit.answered?.(error);
    this.read();
  }

  /**
   * Another process changed the memo.
   * @param {{ baseVersion: number, version: number, contentChanges?: Change[], properties?: object }} news
   */
  changedElsewhere({ baseVersion, version, contentChanges, properties }) {
    if (version <= this.version && this.edits.isEmpty) return;
    this.toldVersion = Math.max(this.toldVersion, version);
    // Edits on their way are going to be refused, and then the memo is read.
    if (this.phase !== "live" || !this.edits.isEmpty) return;
    if (baseVersion !== this.version || !(contentChanges || properties)) {
      this.read();
      return;
    }
    const theirs = this.edits.mirror.copy();
    for (const change of contentChanges ?? []) theirs.apply(change);
    this.adopt({ id: this.id, version, text: theirs.text, saved: this.isSaved });
  }

  /** @param {number} version */
  saved(version) {
    this.savedVersion = Math.max(this.savedVersion, version);
    this.changed();
  }

  changed() {
    if (this.isSaved && this.document.isDirty && !this.closed) this.remember();
    this.onChange(this);
    this.waiting.splice(0).forEach((resolve) => resolve());
  }

  /**
   * Waits until the server has what is shown.
   * @throws {Error} if it takes nothing now
   */
  async delivered() {
    await this.verify();
    while (!this.edits.isEmpty || this.phase !== "live") {
      if (this.phase === "offline") throw vscode.FileSystemError.Unavailable(this.server.reason);
      if (this.phase === "refused") throw vscode.FileSystemError.Unavailable(this.reason);
      if (this.phase === "gone") throw vscode.FileSystemError.FileNotFound(this.document.uri);
      await new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
    }
  }

  /** For a reload of the window with the document still dirty: that text is nothing new then. */
  remember() {
    this.unsent.delivered(this.id, shown(this.document));
  }

  /** Makes sure that what is sent is what is shown. */
  verify() {
    if (this.phase === "live" && withLineFeeds(this.edits.mirror.text) !== shown(this.document)) return this.resync();
    return undefined;
  }

  /** The server ended: what it was not heard to take may be in its journal, or not. */
  lost() {
    if (this.phase === "gone") return;
    this.phase = "offline";
    this.keepUnsent();
    this.changed();
  }

  /** @param {Error} error */
  refuse(error) {
    this.phase = "refused";
    this.reason = error.message;
    this.keepUnsent();
    setTimeout(() => this.phase === "refused" && this.read(), RETRY_MS).unref();
    this.changed();
  }

  /** For a reload of the window before the server has taken what was typed. */
  keepUnsent() {
    if (!this.edits.isEmpty && !this.isRestored) this.unsent.keep(this.id, () => this.edits.textBefore());
  }

  /** The two texts differ though the versions say that they don't: the one on the screen counts. */
  resync() {
    this.documentCounts = true;
    return this.read();
  }

  /** Reads the memo, and goes on from there. */
  async read() {
    this.phase = "reading";
    const reading = ++this.readings;
    try {
      let memo = await this.server.request("getMemo", { id: this.id });
      if (reading !== this.readings) return;
      if (memo.trashedAt && this.edits.isEmpty) return this.deleted();
      if (memo.trashedAt) memo = await this.server.request("restore", { id: this.id });
      await this.adopt(memo);
    } catch (caught) {
      const error = /** @type {import("../server/connection").ServerError} */ (caught);
      if (error instanceof ConnectionLost) this.lost();
      else if (error.kind !== "memoNotFound") this.refuse(error);
      else if (this.edits.isEmpty) this.deleted();
      else await this.createAnew();
    }
  }

  /** What is on the screen becomes a memo again: it was destroyed, and then edited. */
  async createAnew() {
    try {
      const { text } = this.edits.mirror;
      const count = this.edits.all.length;
      const memo = await this.server.request("createMemo", { id: this.id, text });
      this.edits.drop(count, text.length);
      this.savedVersion = 0;
      await this.adopt({ ...memo, text });
    } catch (error) {
      if (error instanceof ConnectionLost) this.lost();
      else this.refuse(/** @type {Error} */ (error));
    }
  }

  deleted() {
    this.phase = "gone";
    this.changed();
  }

  /**
   * Brings the document and the server's text together: what was typed here and not taken goes on top of it.
   * @param {Memo} memo
   */
  async adopt(memo) {
    const reading = this.readings;
    const mayRepeat = this.edits.all.some((edit) => edit.sent);
    this.edits.dropTaken(memo.text);
    const before = this.edits.textBefore();
    if (this.isRestored && this.unsent.wasDelivered(this.id, withLineFeeds(before))) this.isRestored = false;
    const base = this.documentCounts ? memo.text : before;
    const isUnchanged = this.edits.base === undefined && base === memo.text && !this.documentCounts;
    // What was refused edit by edit may be taken as a whole.
    if (isUnchanged && this.reason === "") return this.goOn(memo);
    for (;;) {
      const { result, forDocument } = reconcile({
        base: this.isRestored ? undefined : base,
        mine: shown(this.document),
        theirs: memo.text,
        mayRepeat,
      });
      if (forDocument.length === 0 || this.closed) return this.settle(memo, result);
      this.phase = "adopting";
      this.adopting = { result, theirs: memo.text };
      const { version } = this.document;
      const applied = await vscode.workspace.applyEdit(workspaceEdit(this.document, forDocument));
      const seen = this.adopting === undefined;
      this.adopting = undefined;
      if (reading !== this.readings || /** @type {Phase} */ (this.phase) !== "adopting") return;
      if (applied || seen) return this.settle(memo, shown(this.document));
      // Something was typed meanwhile: once more, with that. If not, the editor takes no edits.
      if (this.document.version === version) {
        return this.refuse(new Error(vscode.l10n.t("The editor does not take what was changed elsewhere.")));
      }
    }
  }

  /**
   * The document has its text: the server gets what it lacks.
   * @param {Memo} memo
   * @param {string} result
   */
  settle(memo, result) {
    const { all, eol } = this.edits;
    const lineEnds = all.some((edit) => edit.lineEnds);
    const { mirror, changes, inverses } = changesForServer(memo.text, result, eol, lineEnds);
    const properties = all.filter((edit) => edit.properties);
    this.edits.all = properties.map((edit) => ({ ...edit, length: memo.text.length }));
    this.edits.mirror = mirror;
    this.edits.base = undefined;
    if (changes.length > 0) this.edits.push({ changes, inverses, length: 0, sent: false });
    this.goOn(memo);
  }

  /**
   * The server's text is the one that the edits stand on.
   * @param {Memo} memo
   */
  goOn(memo) {
    this.phase = "live";
    this.reason = "";
    this.documentCounts = false;
    this.isRestored = false;
    this.version = memo.version;
    if (memo.saved) this.savedVersion = Math.max(this.savedVersion, memo.version);
    if (this.edits.isEmpty) this.unsent.drop(this.id);
    for (const edit of this.edits.all) this.send(edit);
    if (this.toldVersion > memo.version) this.read();
    this.toldVersion = 0;
    this.changed();
  }
}

/** @param {import("vscode").TextDocument} document @param {Change[]} changes */
function workspaceEdit(document, changes) {
  const edit = new vscode.WorkspaceEdit();
  for (const { range, text } of changes) {
    const { start, end } = /** @type {import("../text/lines").Range} */ (range);
    edit.replace(document.uri, new vscode.Range(start.line, start.character, end.line, end.character), text);
  }
  return edit;
}

module.exports = { MemoSession };
