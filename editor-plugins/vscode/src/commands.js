// @ts-check
"use strict";

const vscode = require("vscode");
const { idOf, isMemo, isPast, revisionOf } = require("./documents/addresses");
const { explained } = require("./server/words");
const { search } = require("./views/search");
const { share } = require("./views/share");
const { showHistory } = require("./views/history");
const { pickTags } = require("./views/tags");
const { titleOf } = require("./views/tree");

/**
 * @typedef {object} Parts
 * @property {import("./server/server").Server} server
 * @property {import("./documents/sessions").Sessions} sessions
 * @property {import("./documents/notes").Notes} notes
 * @property {import("./documents/filesystem").MemoFileSystem} files
 * @property {import("./documents/opening").Opening} opening
 * @property {import("./views/tree").MemoTree} list
 * @property {import("./views/tree").MemoTree} trash
 * @property {import("vscode").LogOutputChannel} log
 */

/**
 * @typedef {{
 *   id: string, version?: number, displayTitle?: string, properties?: { tags?: string[] }, textTags?: string[]
 * }} Target
 */

const MOST_LISTED = 1000;

/** Everything that a user can ask for. */
class Commands {
  /** @param {Parts} parts */
  constructor({ server, sessions, notes, files, opening, list, trash, log }) {
    this.server = server;
    this.sessions = sessions;
    this.notes = notes;
    this.files = files;
    this.opening = opening;
    this.list = list;
    this.trash = trash;
    this.log = log;
  }

  /** @returns {import("vscode").Disposable} */
  register() {
    /** @type {Record<string, (...args: any[]) => unknown>} */
    const commands = {
      new: () => this.new(),
      open: (memo) => this.opening.open(memo),
      openBeside: (memo) => this.one(memo, (target) => this.openBeside(target)),
      search: () => this.search(),
      delete: async (memo, memos) => this.delete(await this.chosen(memo, memos)),
      restore: (memo, memos) => this.restore(memo, memos),
      deleteForGood: async (memo, memos) => this.deleteForGood(await this.chosen(memo, memos)),
      share: (memo) => this.one(memo, (target) => this.share(target)),
      pin: (memo) => this.one(memo, ({ id }) => this.update(id, { pinned: true })),
      unpin: (memo) => this.one(memo, ({ id }) => this.update(id, { pinned: null })),
      tags: (memo) => this.one(memo, (target) => this.tags(target)),
      history: (memo) => this.one(memo, (target) => showHistory({
        server: this.server,
        uriFor: async (shown) => this.opening.uriFor({ ...shown, path: await this.opening.pathOf(shown) }),
        restore: (id, revision) => this.restoreRevision(id, revision),
        reported: (action) => this.reported(action),
      }, target)),
      restoreRevision: (uri) => this.restoreShownRevision(uri),
      flush: () => this.flush(),
      refresh: () => this.refresh(),
      showMore: (trashed) => (trashed ? this.trash : this.list).showMore(),
    };
    // What helps where a server hangs waits for none.
    const always = {
      showLog: () => this.log.show(),
      openSettings: () => vscode.commands.executeCommand("workbench.action.openSettings", "@ext:memo-ls.memo-ls"),
      restartServer: () => this.server.restart(),
    };
    return vscode.Disposable.from(this.registerReported(commands), ...Object.entries(always).map(([name, action]) =>
      vscode.commands.registerCommand(`memo.${name}`, action)));
  }

  /**
   * @param {Record<string, (...args: any[]) => unknown>} commands by their names
   * @returns {import("vscode").Disposable}
   */
  registerReported(commands) {
    return vscode.Disposable.from(...Object.entries(commands).map(([name, action]) =>
      vscode.commands.registerCommand(`memo.${name}`, this.reported(action))));
  }

  /** @param {Target} memo */
  openBeside(memo) {
    return this.opening.open(memo, { viewColumn: vscode.ViewColumn.Beside });
  }

  search() {
    search({ server: this.server, open: this.reported((memo, options) => this.opening.open(memo, options)) });
  }

  async new() {
    const { id } = await this.server.request("createMemo", { text: "" });
    this.list.refresh();
    await this.opening.open({ id, displayTitle: "" }, { preview: false });
  }

  /** @param {Target[]} memos */
  async delete(memos) {
    if (memos.length === 0 || !await this.mayDelete(memos)) return;
    const shown = await this.remove(memos, false);
    // The command is done; whether this is taken back may never be said.
    this.reported(() => this.offerUndo(memos, shown))();
  }

  /** @param {Target[]} memos @returns {Promise<boolean>} */
  async mayDelete(memos) {
    const settings = vscode.workspace.getConfiguration("memo");
    if (settings.get("confirmDelete") === false) return true;
    const detail = vscode.l10n.t("It goes to the trash, from where it can be brought back.");
    const always = vscode.l10n.t("Delete, and Don't Ask Again");
    const answer = await asked(memos, detail, vscode.l10n.t("Delete"), always);
    if (answer === always) await settings.update("confirmDelete", false, vscode.ConfigurationTarget.Global);
    return answer !== undefined;
  }

  /** @param {Target[]} memos that went to the trash @param {Target[]} shown those of them that were open */
  async offerUndo(memos, shown) {
    const message = memos.length > 1 ? vscode.l10n.t("{0} memos are in the trash.", memos.length)
      : memos[0].displayTitle === undefined ? vscode.l10n.t("The memo is in the trash.")
        : vscode.l10n.t("\"{0}\" is in the trash.", titleOf({ displayTitle: memos[0].displayTitle }));
    const undo = vscode.l10n.t("Undo");
    if (await vscode.window.showInformationMessage(message, undo) !== undo) return;
    await this.restore(undefined, memos);
    for (const memo of shown) await this.opening.open(memo, { preview: false });
  }

  /** @param {Target[]} memos */
  async deleteForGood(memos) {
    const detail = vscode.l10n.t("It cannot be brought back.");
    const isMeant = memos.length > 0 && await asked(memos, detail, vscode.l10n.t("Delete for Good"));
    if (isMeant) await this.remove(memos, true);
  }

  /** @param {Target[]} memos @param {boolean} permanent @returns {Promise<Target[]>} those that were open */
  async remove(memos, permanent) {
    const shown = [];
    for (const memo of memos) {
      if (await this.opening.close(memo.id)) shown.push(memo);
      // Only what the person was asked about is destroyed: somebody may have restored it meanwhile.
      const version = permanent ? { baseVersion: memo.version } : {};
      await this.server.request("delete", { id: memo.id, permanent, ...version });
      // It may still be on the screen, beside its history.
      await this.sessions.refresh(memo.id);
    }
    this.refresh();
    return shown;
  }

  /** @param {Target} [memo] @param {Target[]} [memos] */
  async restore(memo, memos) {
    for (const target of await this.chosen(memo, memos)) {
      await this.server.request("restore", { id: target.id });
      await this.shownAgain(target);
    }
  }

  /** @param {Target} memo */
  async share(memo) {
    for (const session of this.sessions.withId(memo.id)) await session.delivered();
    await share(this.server, memo);
  }

  /** @param {import("vscode").Uri} [uri] */
  async restoreShownRevision(uri) {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const shown = input instanceof vscode.TabInputTextDiff ? input.original : uri;
    if (shown && isPast(shown)) await this.restoreRevision(idOf(shown), revisionOf(shown));
  }

  /** @param {string} id @param {string} revision */
  async restoreRevision(id, revision) {
    for (const session of this.sessions.withId(id)) await session.delivered();
    const { title } = await this.server.request("restore", { id, revision });
    await this.shownAgain({ id, displayTitle: title });
  }

  /**
   * Its text or its place changed here, so nobody else tells.
   * @param {Target} memo
   */
  async shownAgain(memo) {
    await this.sessions.refresh(memo.id);
    this.notes.refresh(memo.id);
    this.files.refresh(this.opening.uriFor(memo));
    this.refresh();
  }

  /** @param {Target} memo */
  async tags({ id }) {
    const { properties } = await this.server.request("getMemo", { id });
    const { memos } = await this.server.request("list", { limit: MOST_LISTED });
    const known = memos.flatMap((/** @type {Target} */ { properties, textTags = [] }) =>
      [...(properties?.tags ?? []), ...textTags]);
    const tags = await pickTags(properties.tags ?? [], known);
    if (tags) await this.update(id, { tags: tags.length > 0 ? tags : null });
  }

  /** @param {string} id @param {object} properties */
  async update(id, properties) {
    await this.sessions.updateProperties(id, properties);
    this.list.refresh();
  }

  async flush() {
    for (const session of this.sessions.all) await session.delivered();
    await this.server.request("flush", {});
    vscode.window.setStatusBarMessage(vscode.l10n.t("Everything is saved."), 3000);
  }

  refresh() {
    this.list.refresh();
    this.trash.refresh();
  }

  /** @template Result @param {Target | undefined} memo @param {(memo: Target) => Result} action */
  async one(memo, action) {
    const [target] = await this.chosen(memo);
    return target && action(target);
  }

  /**
   * Which memos are meant: those chosen in the list, the one in the editor, or one that the user is asked for.
   * @param {Target | import("vscode").Uri} [memo] @param {Target[]} [memos] @returns {Promise<Target[]>}
   */
  async chosen(memo, memos) {
    if (memos && memos.length > 0) return memos;
    const uri = memo instanceof vscode.Uri ? memo : memo ? undefined : vscode.window.activeTextEditor?.document.uri;
    if (memo && !(memo instanceof vscode.Uri)) return [memo];
    if (uri && (isMemo(uri) || isPast(uri))) return [{ id: idOf(uri) }];
    const { memos: all } = await this.server.request("list", { limit: MOST_LISTED, pinnedFirst: true });
    const items = all.map((/** @type {import("./views/tree").Summary} */ each) =>
      ({ label: titleOf(each), description: each.preview, memo: each }));
    const item =
      await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t("Which memo?"), matchOnDescription: true });
    return item ? [/** @type {any} */ (item).memo] : [];
  }

  /**
   * The same action, but it waits while the server starts, and says what went wrong instead of failing.
   * @template {any[]} Args
   * @param {(...args: Args) => unknown} action
   * @returns {(...args: Args) => Promise<unknown>}
   */
  reported(action) {
    return async (...args) => {
      try {
        await this.server.ready();
        return await action(...args);
      } catch (caught) {
        const error = /** @type {Error} */ (caught);
        this.log.error(`${error.stack ?? error}`);
        vscode.window.showErrorMessage(explained(error));
        return undefined;
      }
    };
  }
}

/**
 * @param {Target[]} targets @param {string} detail @param {string[]} actions
 * @returns {Promise<string | undefined>} the one chosen
 */
async function asked(targets, detail, ...actions) {
  const question = targets.length > 1 ? vscode.l10n.t("Really delete {0} memos?", targets.length)
    : targets[0].displayTitle === undefined ? vscode.l10n.t("Really delete this memo?")
      : vscode.l10n.t("Really delete \"{0}\"?", titleOf({ displayTitle: targets[0].displayTitle }));
  return vscode.window.showWarningMessage(question, { modal: true, detail }, ...actions);
}

module.exports = { Commands };
