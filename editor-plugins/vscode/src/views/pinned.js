// @ts-check
"use strict";

const vscode = require("vscode");
const { idOf, isMemo } = require("../documents/addresses");

/**
 * Tells menus whether the memo in the editor is pinned: they offer to pin it or to unpin it, never both.
 * @param {{ list: import("./tree").MemoTree, server: import("../server/server").Server }} parts
 * @returns {import("vscode").Disposable}
 */
function showPinned({ list, server }) {
  let asked = 0;
  const update = async () => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const id = uri && isMemo(uri) ? idOf(uri) : undefined;
    const number = ++asked;
    const properties = id === undefined ? {} : await propertiesOf(id);
    if (number === asked) vscode.commands.executeCommand("setContext", "memo.isPinned", properties.pinned === true);
  };
  /** @param {string} id @returns {Promise<{ pinned?: boolean }>} */
  const propertiesOf = async (id) => list.memos.find((memo) => memo.id === id)?.properties ??
    server.request("getMemo", { id }).then(({ properties }) => properties, () => ({}));
  update();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(update),
    list.onDidChangeTreeData(update),
    server.onDidChangeState((state) => state === "running" && !server.isSilent && update()),
  );
}

module.exports = { showPinned };
