"use strict";

const values = require("./values");
const { Editors } = require("./editors");
const { Screen } = require("./window");
const { strict } = require("./strict");

const BUILT_IN = ["setContext", "vscode.diff", "workbench.action.openSettings"];

/** A VS Code for one window: the module that the extension sees, and the user's side of it. */
function createWindow({ manifest, bundle = {}, settings = {}, language = "en", memento = new Map() }) {
  const editors = new Editors();
  const screen = new Screen(manifest);
  const commands = new Map();
  const executed = [];
  const context = {};
  const configurationChanged = new values.EventEmitter();
  const declaredSettings = manifest.contributes.configuration.properties;
  const declaredCommands = manifest.contributes.commands.map(({ command }) => command);
  const texts = new Set();
  const outside = { clipboard: "", opened: [], written: new Map() };

  const execute = async (command, ...args) => {
    executed.push([command, ...args]);
    if (command === "vscode.diff") editors.activeTab = { input: new values.TabInputTextDiff(args[0], args[1]) };
    if (command === "setContext") context[args[0]] = args[1];
    if (commands.has(command)) return commands.get(command)(...args);
    if (!BUILT_IN.includes(command)) throw new Error(`there is no command ${command}`);
    return undefined;
  };
  const setting = (section) => (key, fallback) => {
    const name = `${section}.${key}`;
    if (section === "memo" && !(name in declaredSettings)) throw new Error(`package.json has no setting ${name}`);
    return settings[name] ?? declaredSettings[name]?.default ?? fallback;
  };

  const vscode = strict("vscode", {
    ...values,
    l10n: strict("l10n", {
      t: (text, ...args) => {
        texts.add(text);
        return (language === "en" ? text : bundle[text]).replace(/\{(\d+)\}/g, (_, index) => args[index]);
      },
    }),
    env: strict("env", {
      language,
      clipboard: { writeText: async (text) => (outside.clipboard = text) },
      openExternal: async (uri) => outside.opened.push(uri),
    }),
    commands: strict("commands", {
      executeCommand: execute,
      registerCommand: (command, handler) => {
        if (!declaredCommands.includes(command)) throw new Error(`package.json has no command ${command}`);
        if (commands.has(command)) throw new Error(`command '${command}' already exists`);
        commands.set(command, handler);
        return new values.Disposable(() => commands.delete(command));
      },
    }),
    workspace: strict("workspace", {
      get textDocuments() {
        return editors.documents;
      },
      workspaceFolders: undefined,
      fs: { writeFile: async (uri, bytes) => outside.written.set(uri.fsPath, Buffer.from(bytes).toString("utf8")) },
      onDidOpenTextDocument: editors.opened.event,
      onDidCloseTextDocument: editors.closed.event,
      onDidChangeTextDocument: editors.changed.event,
      onDidChangeConfiguration: configurationChanged.event,
      applyEdit: (edit) => editors.applyEdit(edit),
      getConfiguration: (section) => strict("configuration", { get: setting(section) }),
      registerFileSystemProvider: (scheme, provider) => {
        if (!manifest.activationEvents.includes(`onFileSystem:${scheme}`))
          throw new Error(`nothing activates ${scheme}:`);
        editors.providers.set(scheme, provider);
        return new values.Disposable(() => editors.providers.delete(scheme));
      },
      registerTextDocumentContentProvider: (scheme, provider) => {
        outside[scheme] = provider;
        return new values.Disposable(() => {});
      },
    }),
    window: strict("window", {
      get activeTextEditor() {
        return editors.active;
      },
      get tabGroups() {
        return {
          all: [{ tabs: editors.tabs }],
          activeTabGroup: { activeTab: editors.activeTab },
          close: async (tabs) => editors.close(tabs)
        };
      },
      onDidChangeActiveTextEditor: editors.activeChanged.event,
      showTextDocument: (target, options) => editors.show(target, options),
      showErrorMessage: screen.message("error"),
      showWarningMessage: screen.message("warning"),
      showQuickPick: (items, options) => screen.ask("pick", options.placeHolder, items),
      showSaveDialog: async ({ defaultUri }) => screen.savePath?.(defaultUri),
      setStatusBarMessage: (message) => screen.statusMessages.push(message),
      createQuickPick: () => screen.quickPick(),
      createOutputChannel: (name, options) => screen.logChannel(name, options),
      createStatusBarItem: (...args) => screen.statusBarItem(...args),
      createTreeView: (id, options) => screen.treeView(id, options),
    }),
  });
  const change = (values_) => {
    Object.assign(settings, values_);
    configurationChanged.fire(
      { affectsConfiguration: (section) => Object.keys(values_).some((name) => `${name}.`.startsWith(`${section}.`)) });
  };
  const workspaceState = { get: (key) => memento.get(key), update: async (key, value) => {
    if (value === undefined) memento.delete(key);
    else memento.set(key, value);
  } };
  return {
    vscode,
    editors,
    screen,
    commands,
    executed,
    context,
    texts,
    outside,
    memento,
    execute,
    change,
    workspaceState
  };
}

module.exports = { createWindow };
