"use strict";

const values = require("./values");
const { Editors } = require("./editors");
const { Screen } = require("./window");
const { strict } = require("./strict");

const UPDATED = { 1: "user" };

/** A VS Code for one window: the module that the extension sees, and the user's side of it. */
function createWindow({
  manifest, bundle = {}, settings = {}, language = "en", memento = new Map(), folders, isTrusted = true,
}) {
  const screen = new Screen(manifest);
  const editors = new Editors({ setting: (name) => settings[name], ask: (...question) => screen.ask(...question) });
  const commands = new Map();
  const executed = [];
  const context = {};
  const configurationChanged = new values.EventEmitter();
  const declaredSettings = manifest.contributes.configuration.properties;
  const declaredCommands = manifest.contributes.commands.map(({ command }) => command);
  const texts = new Set();
  const outside = { clipboard: "", opened: [], written: new Map() };
  /** What an editor asks, by the kind of provider; and what it marks. */
  const languages = { providers: {}, marked: new Map() };
  const provider = (kind) => (selector, given) => {
    const isOurs = ({ scheme, language }) =>
      scheme === "memo" || (scheme === "file" && ["markdown", "plaintext"].includes(language));
    if (![selector].flat().every(isOurs)) throw new Error(`only memos are ours, not ${JSON.stringify(selector)}`);
    languages.providers[kind] = given;
    return new values.Disposable(() => delete languages.providers[kind]);
  };

  /** The commands of VS Code itself; those about the active editor mean the one that is active by then. */
  const builtIn = {
    setContext: (key, value) => (context[key] = value),
    "workbench.action.openSettings": () => {},
    "vscode.open": (uri, options, label) => editors.openTab(uri, opened(options), label),
    "vscode.diff": async (original, modified, label, options) => {
      const tab = editors.tabs.open(new values.TabInputTextDiff(original, modified), opened(options), label);
      const document = await editors.open(modified);
      await editors.activate({ document, options: options ?? {}, viewColumn: tab.group.viewColumn });
    },
    "workbench.action.files.saveWithoutFormatting": async () => {
      await new Promise(setImmediate);
      const { input } = editors.tabs.activeGroup.activeTab ?? {};
      const model = input && editors.find(input.modified ?? input.uri);
      if (model) await editors.save(model, { reason: "manual", skipsParticipants: true });
    },
  };
  const execute = async (command, ...args) => {
    executed.push([command, ...args]);
    if (commands.has(command)) return commands.get(command)(...args);
    if (!(command in builtIn)) throw new Error(`there is no command ${command}`);
    return builtIn[command](...args);
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
      uriScheme: "vscode",
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
      workspaceFolders: folders?.map((folder) => ({ uri: values.Uri.file(folder) })),
      isTrusted,
      onDidChangeWorkspaceFolders: new values.EventEmitter().event,
      fs: strict("fs", {
        writeFile: async (uri, bytes) => {
          if (uri.scheme !== "file") return editors.files().writeFile(uri, bytes);
          return outside.written.set(uri.fsPath, Buffer.from(bytes).toString("utf8"));
        },
      }),
      onDidOpenTextDocument: editors.opened.event,
      onDidCloseTextDocument: editors.closed.event,
      onDidChangeTextDocument: editors.changed.event,
      onWillSaveTextDocument: editors.willSave.event,
      onDidSaveTextDocument: editors.saved.event,
      onDidChangeConfiguration: configurationChanged.event,
      applyEdit: (edit) => editors.applyEdit(edit),
      getConfiguration: (section) => strict("configuration", {
        get: setting(section),
        update: async (key, value, target) => {
          setting(section)(key);
          if (!UPDATED[target]) throw new Error(`no such place for a setting: ${target}`);
          change({ [`${section}.${key}`]: value });
        },
      }),
      registerFileSystemProvider: (scheme, provider) => {
        if (!manifest.activationEvents.includes(`onFileSystem:${scheme}`))
          throw new Error(`nothing activates ${scheme}:`);
        editors.register(scheme, provider);
        return new values.Disposable(() => editors.unregister(scheme));
      },
      registerTextDocumentContentProvider: (scheme, provider) => {
        outside[scheme] = provider;
        return new values.Disposable(() => {});
      },
    }),
    languages: strict("languages", {
      registerCompletionItemProvider: provider("completion"),
      registerDefinitionProvider: provider("definition"),
      registerDocumentLinkProvider: provider("links"),
      registerHoverProvider: provider("hover"),
      registerReferenceProvider: provider("references"),
      registerDocumentSymbolProvider: provider("documentSymbols"),
      registerRenameProvider: provider("rename"),
      registerCodeActionsProvider: provider("codeActions"),
      registerWorkspaceSymbolProvider: (given) => {
        languages.providers.workspaceSymbols = given;
        return new values.Disposable(() => {});
      },
      createDiagnosticCollection: () => strict("DiagnosticCollection", {
        set: (uri, diagnostics) => languages.marked.set(uri.toString(), diagnostics),
        delete: (uri) => languages.marked.delete(uri.toString()),
        dispose: () => languages.marked.clear(),
      }),
    }),
    window: strict("window", {
      registerUriHandler: (handler) => {
        if (!manifest.activationEvents.includes("onUri")) throw new Error("nothing activates the extension for a link");
        languages.providers.uris = handler;
        return new values.Disposable(() => {});
      },
      showInputBox: (options) => screen.ask("input", options.prompt, options.value),
      get activeTextEditor() {
        return editors.active;
      },
      get tabGroups() {
        return strict("tabGroups", {
          all: editors.tabs.groups,
          activeTabGroup: editors.tabs.activeGroup,
          onDidChangeTabs: editors.tabs.changed.event,
          close: (tabs) => editors.close([tabs].flat()),
        });
      },
      onDidChangeActiveTextEditor: editors.activeChanged.event,
      onDidChangeTextEditorSelection: editors.selected.event,
      showTextDocument: (target, options) => editors.show(target, options),
      showErrorMessage: screen.message("error"),
      showInformationMessage: screen.message("information"),
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
  let isFrozen = false;
  const workspaceState = { get: (key) => memento.get(key), update: async (key, value) => {
    if (isFrozen) return;
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
    languages,
    memento,
    execute,
    change,
    workspaceState,
    /** The extension crashed: what it remembers stays as it is. */
    freeze: () => (isFrozen = true),
  };
}

/** Options as extensions give them, to those of a tab. */
function opened({ preview, ...options } = {}) {
  return { ...options, pinned: options.pinned ?? (preview === undefined ? undefined : !preview) };
}

module.exports = { createWindow };
