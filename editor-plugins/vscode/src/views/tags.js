// @ts-check
"use strict";

const vscode = require("vscode");

/**
 * Asks for a memo's tags: those that memos have already, and what is typed.
 * @param {string[]} current @param {string[]} known
 * @returns {Promise<string[] | undefined>} nothing if it was given up
 */
function pickTags(current, known) {
  /** @type {import("vscode").QuickPick<import("vscode").QuickPickItem>} */
  const pick = vscode.window.createQuickPick();
  const items = [...new Set([...current, ...known])].map((label) => ({ label }));
  pick.canSelectMany = true;
  pick.title = vscode.l10n.t("Tags");
  pick.placeholder = vscode.l10n.t("Choose tags, or type a new one");
  pick.items = items;
  pick.selectedItems = items.filter(({ label }) => current.includes(label));
  let before = pick.selectedItems;
  pick.onDidChangeValue((value) => {
    const typed = value.trim();
    const selected = pick.selectedItems;
    const isNew = typed !== "" && !items.some(({ label }) => label === typed);
    const chosen = selected.filter((item) => !items.includes(item) && item.label !== typed);
    pick.items = [...(isNew ? [{ label: typed, description: vscode.l10n.t("new") }] : []), ...chosen, ...items];
    pick.selectedItems = selected.filter((item) => pick.items.includes(item));
    before = pick.selectedItems;
  });
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const tags = new Set(pick.selectedItems.map(({ label }) => label));
      // Typed, and then Enter: that tag is meant. If one was ticked since, the words only served to find it.
      const isUntouched = tags.size === before.length && before.every(({ label }) => tags.has(label));
      const typed = pick.value.trim();
      if (typed !== "" && isUntouched) tags.add(typed);
      resolve([...tags]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

module.exports = { pickTags };
