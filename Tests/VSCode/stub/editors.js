"use strict";

const { DocumentModel } = require("./document");
const { decode, encode, encodingOf } = require("./encodings");
const { Tabs } = require("./tabs");
const { EventEmitter, FileSystemError, TabInputText, Uri } = require("./values");

/** Longer ones are shown to users, but to no extension. */
const LARGEST_SHARED = 50 * 1024 * 1024;

/** Documents, what is read and saved of them, and where they are shown, as VS Code handles them. */
class Editors {
  /** `setting` gives a setting's value, and `ask` what the user answers. */
  constructor({ setting = () => undefined, ask = async () => undefined } = {}) {
    this.setting = setting;
    this.ask = ask;
    this.opened = new EventEmitter();
    this.closed = new EventEmitter();
    this.changed = new EventEmitter();
    this.willSave = new EventEmitter();
    this.saved = new EventEmitter();
    this.activeChanged = new EventEmitter();
    this.selected = new EventEmitter();
    this.tabs = new Tabs();
    /** All models, and those that extensions know. */
    this.models = [];
    this.documents = [];
    this.providers = new Map();
    this.subscriptions = new Map();
    this.active = undefined;
    this.saves = [];
    /** What other extensions do to a text that is saved: each is told the document and why. */
    this.participants = [];
    this.readOnly = false;
    this.largestShared = LARGEST_SHARED;
  }

  /** Files that are open and clean are read again when somebody new provides them. */
  register(scheme, provider) {
    this.providers.set(scheme, provider);
    const reload = (uri) => this.models.filter((model) => String(model.uri) === String(uri) && !model.isDirty)
      .forEach((model) => this.resolve(model));
    this.subscriptions.set(scheme, provider.onDidChangeFile((changes) => changes.forEach(({ uri }) => reload(uri))));
    this.models.filter((model) => model.uri.scheme === scheme).forEach(({ uri }) => reload(uri));
  }

  unregister(scheme) {
    this.subscriptions.get(scheme)?.dispose();
    this.providers.delete(scheme);
  }

  find(uri) {
    return this.models.find((model) => model.uri.toString() === uri.toString());
  }

  /** `backup` is what hot exit kept: the document is shown with it, and then called dirty. */
  async open(uri, { backup, chosen } = {}) {
    const open = this.find(uri);
    if (open) return open;
    const provider = this.providers.get(uri.scheme);
    if (!provider) throw FileSystemError.Unavailable(`no provider for ${uri}`);
    let [text, encoding, stat] = [backup, this.setting("files.encoding") ?? "utf8", undefined];
    if (backup === undefined) {
      stat = await provider.stat(uri);
      ({ text, encoding } = this.decoded(await provider.readFile(uri), chosen));
      if (this.find(uri)) return this.find(uri);
    }
    const model = new DocumentModel(uri, text, {
      changed: (document, contentChanges) =>
        this.documents.includes(document) && this.changed.fire({ document, contentChanges }),
      save: (document) => this.save(document, { reason: "manual" }),
    });
    Object.assign(model, { stat: stat && { ...stat, etag: etag(stat) }, encoding, chosen });
    this.models.push(model);
    if (text.length <= this.largestShared) {
      this.documents.push(model);
      this.opened.fire(model);
    }
    if (backup !== undefined) {
      model.savedState = -1;
      model.setDirty(true);
    }
    return model;
  }

  decoded(bytes, chosen) {
    const guesses = this.setting("files.autoGuessEncoding") === true;
    const encoding = encodingOf(bytes, { chosen, guesses, setting: this.setting("files.encoding") });
    return { encoding, text: decode(Buffer.from(bytes), encoding) };
  }

  /** Reads a file again unless it is dirty, being saved, or as it was; what is typed meanwhile wins. */
  async resolve(model, { force = false } = {}) {
    if (model.isDirty || model.isSaving) return;
    const provider = this.providers.get(model.uri.scheme);
    const { version } = model;
    try {
      const stat = await provider.stat(model.uri);
      if (!force && model.stat?.etag === etag(stat)) return;
      const { text, encoding } = this.decoded(await provider.readFile(model.uri), model.chosen);
      // An extension host is a little behind what is typed.
      await new Promise(setImmediate);
      if (model.version !== version || model.isClosed) return;
      this.learn(model, stat);
      model.encoding = encoding;
      model.reload(text);
    } catch (error) {
      this.readError = error;
    }
  }

  learn(model, stat) {
    if (!model.stat || model.stat.mtime <= stat.mtime) model.stat = { ...stat, etag: etag(stat) };
  }

  /** Revert File: what is on the disk counts. */
  async revert(model) {
    const wasDirty = model.isDirty;
    model.isDirty = false;
    this.readError = undefined;
    await this.resolve(model, { force: true });
    if (this.readError) model.isDirty = wasDirty;
    else if (wasDirty && this.documents.includes(model)) this.changed.fire({ document: model, contentChanges: [] });
  }

  /** Reopen with Encoding. */
  async reopenWith(model, encoding) {
    if (model.isDirty) await this.save(model, { reason: "manual" });
    model.chosen = encoding;
    await this.resolve(model, { force: true });
  }

  /** Another language: told as if the document were closed and opened. */
  setLanguage(document, languageId) {
    this.closed.fire(document);
    document.languageId = languageId;
    this.opened.fire(document);
  }

  /** `vscode.open`, which opens what extensions can't see, too. */
  async openTab(uri, options = {}, label) {
    const tab = this.tabs.open(new TabInputText(uri), options, label);
    const document = await this.open(uri);
    const isUp = !options.background && tab.group.activeTab === tab;
    if (isUp) await this.activate({ document, options, viewColumn: tab.group.viewColumn });
    return document;
  }

  async show(target, options = {}) {
    const document = target instanceof Uri ? await this.open(target) : target;
    if (!this.documents.includes(document)) throw new Error("files above 50 MB cannot be shared with extensions");
    this.tabs.open(new TabInputText(document.uri), options);
    await this.activate({ document, options, viewColumn: this.tabs.activeGroup.viewColumn });
    return this.active;
  }

  /** A file that is looked at again is read again if it has changed. */
  async activate(editor) {
    const isShared = editor && this.documents.includes(editor.document);
    this.active = isShared ? { ...editor, selections: [{ active: { line: 0, character: 0 } }] } : undefined;
    if (!editor) this.tabs.activeGroup.activeTab = undefined;
    this.activeChanged.fire(this.active);
    if (editor?.document.stat) await this.resolve(editor.document);
  }

  /** The user puts the cursor there. */
  select(line, character = 0) {
    this.active.selections = [{ active: { line, character } }];
    this.selected.fire({ textEditor: this.active, selections: this.active.selections });
  }

  /** Closes tabs, after a question for one with a dirty text. Its document lives on for a while. */
  async close(tabs) {
    for (const tab of tabs) {
      const model = tab.input.uri && this.find(tab.input.uri);
      if (!model?.isDirty || this.tabs.with(model.uri).some((other) => !tabs.includes(other))) continue;
      const answer = await this.ask("close", "Do you want to save the changes?", ["Save", "Don't Save"]);
      if (answer === undefined) return false;
      if (answer === "Save") await this.save(model, { reason: "manual" });
      else await this.revert(model);
    }
    this.tabs.close(tabs);
    if (this.active && this.tabs.with(this.active.document.uri).length === 0) this.activate(undefined);
    return true;
  }

  /** Some minutes later: documents without a tab are closed. */
  expire() {
    const left = this.documents.filter((document) => !document.isDirty && this.tabs.with(document.uri).length === 0);
    left.forEach((document) => this.closeDocument(document));
  }

  closeDocument(document) {
    this.documents = this.documents.filter((each) => each !== document);
    this.models = this.models.filter((each) => each !== document);
    document.isClosed = true;
    if (this.active?.document === document) this.activate(undefined);
    this.closed.fire(document);
  }

  /** Two saves of one document are one after the other. */
  save(model, how) {
    const saved = (model.saving ?? Promise.resolve()).then(() => this.saveNow(model, how));
    model.saving = saved.catch(() => {});
    return saved;
  }

  /** Participants run first, whoever asks; only Save without Formatting passes them over. */
  async saveNow(model, { reason, skipsParticipants = false }) {
    if (model.isClosed) throw new Error("Document has been closed");
    const provider = this.providers.get(model.uri.scheme);
    this.saves.push({ document: model, reason, skipsParticipants });
    model.isSaving = true;
    try {
      if (!skipsParticipants) this.participate(model, reason);
      await this.waitForListeners(model);
      const { version, state } = model;
      const text = model.getText();
      const stat = await provider.stat(model.uri);
      if (model.stat && model.stat.mtime < stat.mtime && model.stat.etag !== etag({ ...stat, mtime: model.stat.mtime }))
        throw new Error("the content of the file is newer");
      if (stat.permissions) throw new Error("the file is read-only");
      await provider.writeFile(model.uri, encode(text, model.encoding), { create: true, overwrite: true });
      this.learn(model, await provider.stat(model.uri));
      model.savedState = state;
      if (model.version === version) model.setDirty(false);
      if (this.documents.includes(model)) this.saved.fire(model);
      return true;
    } catch (error) {
      this.saveError = error;
      return false;
    } finally {
      model.isSaving = false;
    }
  }

  /** Extensions may have a save wait, but not for long. */
  async waitForListeners(document) {
    if (!this.documents.includes(document)) return;
    const waits = [];
    this.willSave.fire({ document, reason: 1, waitUntil: (wait) => waits.push(wait) });
    let timer;
    await Promise.race([Promise.allSettled(waits), new Promise((resolve) => (timer = setTimeout(resolve, 1750)))]);
    clearTimeout(timer);
  }

  /** Trimming, which a save by hand does under the cursor, too, and what other extensions do. */
  participate(model, reason) {
    if (this.setting("files.trimTrailingWhitespace") === true) {
      const edits = model.lines.flatMap((text, line) => {
        const kept = text.trimEnd().length;
        return kept === text.length ? []
          : [{ start: { line, character: kept }, end: { line, character: text.length }, text: "" }];
      });
      if (edits.length > 0) model.edit(edits);
    }
    this.participants.forEach((participant) => participant(model, reason));
  }

  /** Refused if the document changed since: the extension was a little behind the editor. */
  async applyEdit({ edits }) {
    const document = this.find(edits[0].uri);
    const version = document?.version;
    await new Promise(setImmediate);
    if (!document || document.version !== version || this.readOnly) return false;
    document.edit(edits.map(({ range, text }) => ({ start: range.start, end: range.end, text })));
    return true;
  }

  /** An extension reads or writes a file by itself. */
  files() {
    const provider = (uri) => this.providers.get(uri.scheme);
    return {
      readFile: (uri) => provider(uri).readFile(uri),
      stat: (uri) => provider(uri).stat(uri),
      writeFile: async (uri, bytes) => {
        await provider(uri).writeFile(uri, bytes, { create: true, overwrite: true });
        await provider(uri).stat(uri);
      },
    };
  }
}

const etag = ({ mtime, size }) => `${mtime} ${size}`;

module.exports = { Editors };
