// @ts-check
"use strict";

const vscode = require("vscode");
const { SCHEME } = require("../documents/addresses");
const { explained } = require("../server/words");
const { Backlinks } = require("../views/backlinks");
const { TagTree } = require("../views/tagtree");
const { Completion } = require("./completion");
const { Following } = require("./following");
const { Navigation } = require("./navigation");
const { Outlines } = require("./outlines");
const { Problems } = require("./problems");
const { Rename } = require("./rename");
const { Symbols } = require("./symbols");

/** Files may be memos, too: those that are none get nothing. */
const MEMOS = [
  { scheme: SCHEME }, { scheme: "file", language: "markdown" }, { scheme: "file", language: "plaintext" },
];

/**
 * All that VS Code shows of what the words of memos mean: links, headings, tags and tasks.
 * @param {{ server: import("../server/server").Server, sessions: import("../documents/sessions").Sessions,
 *   notes: import("../documents/notes").Notes, opening: import("../documents/opening").Opening,
 *   commands: import("../commands").Commands }} parts
 * @returns {{ refresh: () => void, dispose: () => void }}
 */
function showLinks({ server, sessions, notes, opening, commands }) {
  const outlines = new Outlines({ server, sessions, notes });
  const navigation = new Navigation({ outlines, opening });
  const symbols = new Symbols({ outlines, opening });
  const problems = new Problems(outlines);
  const backlinks = new Backlinks({ outlines, opening });
  const tags = new TagTree({ outlines, opening });
  const refresh = () => {
    problems.lookAgain();
    backlinks.refresh();
    tags.refresh();
  };
  /** @param {object} params */
  const rename = async (params) => {
    await Promise.all([sessions.delivered(), notes.delivered()]);
    const result = await server.request("rename", params).catch((error) => {
      // VS Code shows the words of what a provider throws.
      throw new Error(explained(error), { cause: error });
    });
    // The server tells this window of others' changes only.
    await Promise.all([...sessions.all].map(({ id }) => sessions.refresh(id)));
    commands.refresh();
    refresh();
    return result;
  };
  const following = new Following({
    outlines, opening, restore: (memo) => commands.restore(memo), refresh: () => commands.refresh(),
  });
  const open = commands.reported((/** @type {import("vscode").Uri} */ uri) => following.open(uri));
  const shown = vscode.Disposable.from(
    problems,
    backlinks,
    tags,
    backlinks.showIn("memo.backlinks"),
    tags.showIn("memo.tagList"),
    vscode.languages.registerCompletionItemProvider(MEMOS, new Completion(outlines), "[", "#", "^", "/"),
    vscode.languages.registerDefinitionProvider(MEMOS, navigation),
    vscode.languages.registerDocumentLinkProvider(MEMOS, navigation),
    vscode.languages.registerHoverProvider(MEMOS, navigation),
    vscode.languages.registerReferenceProvider(MEMOS, navigation),
    vscode.languages.registerDocumentSymbolProvider(MEMOS, symbols),
    vscode.languages.registerWorkspaceSymbolProvider(symbols),
    vscode.languages.registerRenameProvider(MEMOS, new Rename({ outlines, rename })),
    vscode.languages.registerCodeActionsProvider(MEMOS, problems),
    vscode.window.registerUriHandler({ handleUri: async (uri) => void await open(uri) }),
    commands.registerReported({
      today: () => following.today(),
      newFromTemplate: () => following.fromTemplate(),
      followLink: (argument) => following.follow(argument),
      createLinked: (title) => following.make(title),
      copyLink: (memo) => commands.one(memo, (target) => following.copyLink(target)),
      toggleTask: () => following.toggleTask(),
      renameTag: (row) => renameTag(row, rename),
    }),
  );
  return { refresh, dispose: () => shown.dispose() };
}

/**
 * @param {import("../views/tagtree").Row} row of the list of tags
 * @param {(params: object) => Promise<unknown>} rename
 */
async function renameTag({ tag: { name } }, rename) {
  const to = await vscode.window.showInputBox({ prompt: vscode.l10n.t("The tag's new name"), value: name });
  if (to !== undefined && to !== "" && to !== name) await rename({ tag: name, to: to.replace(/^#/, "") });
}

module.exports = { showLinks };
