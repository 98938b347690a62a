"use strict";

const { EventEmitter } = require("./values");
const { strict } = require("./strict");

/** What a user sees and answers: messages, choices, the status bar, lists. */
class Screen {
  constructor(manifest) {
    this.manifest = manifest;
    this.messages = [];
    /** Answers to come: for each question a function of its message and choices. */
    this.answers = [];
    this.logLines = [];
    this.logShown = 0;
    this.trees = new Map();
    this.views = new Map();
    this.statusMessages = [];
    this.pickShown = new EventEmitter();
    this.pick = undefined;
    this.statusItem = undefined;
    this.savePath = undefined;
    /** What an editor would have written to its own log. */
    this.errors = [];
  }

  ask(kind, message, choices) {
    this.messages.push({ kind, message, choices });
    return Promise.resolve(this.answers.shift()?.(message, choices));
  }

  message(kind) {
    return (message, ...rest) => {
      const options = typeof rest[0] === "object" ? rest.shift() : {};
      this.messages.push({ kind, message, ...options, choices: rest });
      return Promise.resolve(rest.length > 0 ? this.answers.shift()?.(message, rest) : undefined);
    };
  }

  quickPick() {
    const events =
      { accept: new EventEmitter(), value: new EventEmitter(), hide: new EventEmitter(), button: new EventEmitter() };
    const fire = events.value.fire.bind(events.value);
    events.value.fire = (value) => {
      pick.value = value;
      fire(value);
    };
    const pick = strict("QuickPick", {
      title: "", placeholder: "", value: "", items: [], selectedItems: [], busy: false, canSelectMany: false,
      onDidAccept: events.accept.event, onDidChangeValue: events.value.event, onDidHide: events.hide.event,
      onDidTriggerItemButton: events.button.event,
      show: () => {
        this.pick = { ...this.pick, pick, events };
        this.pickShown.fire(pick);
      },
      hide: () => events.hide.fire(undefined),
      dispose: () => {},
    });
    return pick;
  }

  /** What a choice shows of its items, in that order: those that match best by their labels come first. */
  shown({ pick } = this.pick) {
    const words = pick.value.toLowerCase();
    const matches = ({ label }) => words !== "" && isSpelled(words, label.replace(/\$\([^)]*\)/g, "").toLowerCase());
    const place = ({ label }) => label.toLowerCase().indexOf(words);
    return pick.items.filter((item) => words === "" || item.alwaysShow || matches(item)).sort((a, b) =>
      matches(b) - matches(a) || (matches(a) ? place(a) - place(b) || a.label.localeCompare(b.label) : 0));
  }

  logChannel(name, options) {
    if (!options?.log) throw new Error("the log is a log output channel");
    const line = (level) => (text) => this.logLines.push(`${level}: ${text}`);
    return strict("LogOutputChannel", {
      info: line("info"), warn: line("warn"), error: line("error"), show: () => this.logShown++, dispose: () => {},
    });
  }

  treeView(id, { treeDataProvider }) {
    const declared = Object.values(this.manifest.contributes.views).flat().map((view) => view.id);
    if (!declared.includes(id)) throw new Error(`package.json has no view ${id}`);
    const visibility = new EventEmitter();
    const view = strict("TreeView", {
      visible: true,
      selection: [],
      message: undefined,
      onDidChangeVisibility: visibility.event,
      reveal: async (element, { select = true } = {}) => {
        treeDataProvider.getParent(element);
        if (select) view.selection = [element];
      },
      dispose: () => this.trees.delete(id),
    });
    const tree = { view, progress: 0, rows: new Map(), show: (visible) => {
      view.visible = visible;
      visibility.fire({ visible });
      if (visible) this.treeShown(treeDataProvider, tree);
    } };
    this.trees.set(id, treeDataProvider);
    this.views.set(id, tree);
    this.treeShown(treeDataProvider, tree);
    treeDataProvider.onDidChangeTreeData((element) => this.treeShown(treeDataProvider, tree, element));
    return view;
  }

  /** Asks for what a visible tree shows, as an editor does at once and after each change: with a bar, if it is all. */
  async treeShown(provider, tree, element) {
    await new Promise(setImmediate);
    if (!tree.view.visible) return;
    if (element) {
      // Only what was given before is known.
      if (tree.rows.has(element)) tree.rows.set(element, provider.getTreeItem(element));
      return;
    }
    tree.progress++;
    tree.rows = new Map((await provider.getChildren()).map((each) => [each, provider.getTreeItem(each)]));
    const ids = [...tree.rows.values()].map(({ id }) => id).filter(Boolean);
    if (new Set(ids).size < ids.length) this.errors.push(new Error(`Element with id ${ids} is already registered`));
  }

  statusBarItem(id, alignment, priority) {
    this.statusItem = strict("StatusBarItem", {
      id, alignment, priority, name: "", text: "", tooltip: "", command: "", backgroundColor: undefined, visible: false,
      accessibilityInformation: undefined,
      show: () => (this.statusItem.visible = true), hide: () => (this.statusItem.visible = false), dispose: () => {},
    });
    return this.statusItem;
  }
}

/** Whether the letters are there in this order. */
function isSpelled(letters, text) {
  let at = 0;
  return [...letters].every((letter) => (at = text.indexOf(letter, at) + 1) > 0);
}

module.exports = { Screen };
