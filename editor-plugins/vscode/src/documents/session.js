// @ts-check
"use strict";

const vscode = require("vscode");
const { withLineFeeds } = require("../text/lines");
const { adopt, overwrite } = require("./adopting");
const { Edits, lineEnd, shown } = require("./edits");
const { Rereading } = require("./rereading");
const { States } = require("./states");
const { ConnectionLost } = require("../server/connection");
const { explained } = require("../server/words");

/**
 * @typedef {import("../text/lines").Change} Change
 * @typedef {{ id: string, version: number, text: string, saved: boolean, trashedAt?: string }} Memo
 * @typedef {import("./edits").Edit} Edit
 * live: edits go out, one by one. reading: the server's text is on its way. adopting: it is being put into the editor.
 * offline: no server. refused: it can't take the edits now. gone: the memo was deleted.
 * @typedef {"live" | "reading" | "adopting" | "offline" | "refused" | "gone"} Phase
 */

const RETRY_MS = 2000;
// VS Code calls a document dirty right after what was typed into it.
const DIRTY_MS = 300;

/**
 * One document and its memo. The editor never waits: what is typed while the server's text is not known is kept in
 * order, and goes out on top of that text.
 */
class MemoSession {
  /**
   * @param {{ id: string, document: import("vscode").TextDocument, server: import("../server/server").Server, log:
   *   import("vscode").LogOutputChannel, unsent: import("./unsent").Unsent, onChange: (session: MemoSession) => void,
   *   onStale: () => void, text?: string, mtime?: number }} parts onStale is told when VS Code has to read the file
   *   again; text is what the document was made of, with its own line ends, and mtime that file's time
   */
  constructor({ id, document, server, log, unsent, onChange, onStale, text, mtime = 0 }) {
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
    this.states = new States();
    this.states.add(shown(document));
    this.edits = new Edits(document, this.states, text, text === undefined ? unsent.take() : undefined);
    this.rereading = new Rereading(mtime, onStale, this.states);
    /** The version after the sent edit. */
    this.version = 0;
    this.savedVersion = 0;
    /** A version that was told of while the text could not be changed. */
    this.toldVersion = 0;
    /**
     * What the document is being made, line ends aside, what it then stands on, and whether its file is read for that.
     * @type {{ result: string, theirs: string, rereads: boolean } | undefined}
     */
    this.adopting = undefined;
    this.closed = false;
    /** Whether the text on the screen counts, whatever the server's is. */
    this.documentCounts = false;
    /** Whether the document came with edits that were never told: typed while no extension ran, and kept by VS Code. */
    this.isRestored = document.isDirty && this.edits.base === undefined;
    /** Whether what was typed here is in what VS Code calls dirty, and whether others' changes are. */
    this.hasOwn = document.isDirty;
    this.hasOthers = false;
    /** Whether the document changed as nobody knows yet: typed, or its file was decoded wrongly. */
    this.isDoubtful = false;
    /** Counts the readings: only the last one's answer is used. */
    this.readings = 0;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** Whether the server has answered all that was typed: then not even a crash takes it away. */
  get isDelivered() {
    return this.phase === "live" && this.edits.isEmpty;
  }

  get isSaved() {
    return this.isDelivered && this.savedVersion >= this.version;
  }

  /** @param {import("vscode").TextDocumentChangeEvent} event */
  documentChanged(event) {
    if (event.contentChanges.length === 0) return this.dirtinessChanged();
    const kind = this.rereading.kindOf(event, this.edits.eol, this.adopting?.result);
    if (kind === "line ends") return undefined;
    if (this.rereading.newEnds) this.edits.eol = lineEnd(event.document);
    this.rereading.newEnds = undefined;
    if (kind === "adopted" && this.adopting) {
      this.edits.base = this.adopting.theirs;
      this.adopting = undefined;
      this.isRestored = false;
      return this.rereading.settle(true);
    }
    if (kind === "garbled") return this.misread();
    if (kind === "file") return this.reread();
    if (kind === "doubtful") this.doubt();
    this.hasOwn = true;
    this.edited(this.edits.add(event));
    return this.rereading.settle(false);
  }

  dirtinessChanged() {
    const { isDirty } = this.document;
    // What VS Code kept is shown first, and only then called dirty.
    if (this.version === 0 && this.edits.isEmpty && this.edits.base === undefined) this.isRestored ||= isDirty;
    if (this.version === 0) this.hasOwn ||= isDirty;
    if (!isDirty) {
      this.hasOwn = this.hasOthers = false;
      this.states.settle();
    }
    const { newEnds } = this.rereading;
    if (isDirty && newEnds) {
      this.rereading.newEnds = undefined;
      this.edited(this.edits.add(newEnds));
    }
    if (isDirty && this.isDoubtful) {
      this.isDoubtful = false;
      this.read();
    }
    this.onChange(this);
  }

  /** The document shows the file, whatever it showed before. */
  reread() {
    this.edits.restart(this.document, this.rereading.read);
    this.rereading.settle(false);
    if (this.phase !== "gone") this.read();
  }

  /** What was typed is called dirty at once. If this is not, the file was decoded wrongly: that is nobody's edit. */
  doubt() {
    this.phase = "reading";
    this.isDoubtful = true;
    const reading = ++this.readings;
    setTimeout(() => {
      if (reading !== this.readings) return;
      this.isDoubtful = false;
      this.rereading.isGarbled();
      this.misread();
    }, DIRTY_MS).unref();
  }

  /** VS Code shows the file in another encoding: it gets the text, and the memo stays as it is. */
  misread() {
    this.hasOwn = false;
    this.edits.restart(this.document);
    this.rereading.settle(false);
    this.read();
  }

  /**
   * Waits while the text is not known.
   * @returns {Promise<string>} what the document's file holds
   */
  async fileText() {
    const isUnknown = () => this.phase === "reading" || this.phase === "adopting" ||
      (this.phase === "live" && !this.edits.isEmpty);
    while (!this.adopting?.rereads && isUnknown()) await this.nextChange();
    const text = this.adopting?.theirs ?? (await this.server.request("getMemo", { id: this.id })).text;
    this.rereading.given = text;
    return text;
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
    if (this.phase === "live") this.sendNext();
    else if (this.phase === "gone") this.read();
    else this.keepUnsent();
    this.changed();
  }

  /** Sends one edit at a time: the one behind a refused edit might fit the memo's new version, but not its text. */
  sendNext() {
    const [edit] = this.edits.all;
    if (!edit) this.remember();
    if (this.phase !== "live" || !edit || edit.sent) return;
    edit.sent = true;
    this.unsent.sent(edit.state);
    const baseVersion = this.version++;
    const update = edit.properties ? { properties: edit.properties } : { contentChanges: edit.changes };
    this.server.request("updateMemo", { id: this.id, baseVersion, ...update }).then(
      (result) => this.taken(edit, baseVersion + 1, result),
      (error) => this.notTaken(edit, error));
  }

  /** @param {Edit} edit @param {number} version @param {{ version: number, length: number }} result */
  taken(edit, version, result) {
    if (this.edits.all[0] !== edit) return;
    if (result.version === version && result.length === edit.length) {
      this.edits.all.shift();
      edit.answered?.();
      this.sendNext();
      this.changed();
    } else if (this.phase === "live") {
      this.log.warn(`${this.id}: the server has ${result.length} units, the editor ${edit.length}: reading it again`);
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
   * Another process, or another of this window's documents, changed the memo.
   * @param {{ baseVersion?: number, version: number, contentChanges?: Change[], properties?: object }} news
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
    adopt(this, { id: this.id, version, text: theirs.text, saved: this.isSaved });
  }

  /** @param {number} version */
  saved(version) {
    this.savedVersion = Math.max(this.savedVersion, version);
    this.changed();
  }

  changed() {
    this.onChange(this);
    this.waiting.splice(0).forEach((resolve) => resolve());
  }

  /**
   * Waits until the server has what is shown.
   * @throws {Error} if it takes nothing now
   */
  async delivered() {
    await this.verify();
    while (!this.isDelivered) {
      if (this.phase === "offline") throw vscode.FileSystemError.Unavailable(this.server.reason);
      if (this.phase === "refused") throw vscode.FileSystemError.Unavailable(this.reason);
      if (this.phase === "gone") throw vscode.FileSystemError.FileNotFound(this.document.uri);
      await this.nextChange();
    }
  }

  nextChange() {
    return new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
  }

  /** The server has all that was typed: after a crash, or a reload of the window, that text is nothing new. */
  remember() {
    this.unsent.drop();
    if (!this.closed) this.unsent.taken(this.states.last, this.edits.mirror.text);
  }

  /**
   * Another extension wrote the file.
   * @param {string} text
   */
  async overwritten(text) {
    await this.delivered();
    if (this.document.isDirty) {
      await overwrite(this, text);
      await this.delivered();
    } else {
      await this.server.request("updateMemo", { id: this.id, contentChanges: [{ text }] });
      this.read();
    }
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
    this.documentCounts = false; // The next server's text may be others', too.
    this.keepUnsent();
    this.changed();
  }

  /** @param {Error} error */
  refuse(error) {
    this.phase = "refused";
    this.reason = explained(error);
    this.keepUnsent();
    setTimeout(() => this.phase === "refused" && this.read(), RETRY_MS).unref();
    this.changed();
  }

  /** For a reload of the window before the server has taken what was typed. */
  keepUnsent() {
    if (!this.edits.isEmpty && !this.isRestored) this.unsent.keep(() => this.edits.textBefore());
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
      await adopt(this, memo);
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
      await adopt(this, { ...memo, text });
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
    for (const edit of this.edits.all) edit.sent = false;
    this.sendNext();
    if (this.toldVersion > memo.version) this.read();
    this.toldVersion = 0;
    this.changed();
  }
}

module.exports = { MemoSession };
