// @ts-check
"use strict";

/**
 * Remembers, over a reload of the window too, what a document stood on before edits that no server took: VS Code keeps
 * the document itself.
 */
class Unsent {
  /** @param {import("vscode").Memento} memento */
  constructor(memento) {
    this.memento = memento;
  }

  /** @param {string} id @returns {string | undefined} */
  take(id) {
    return this.memento.get(key(id));
  }

  /** @param {string} id @param {() => string} text asked only if nothing is kept yet */
  keep(id, text) {
    if (this.take(id) === undefined) this.memento.update(key(id), text());
  }

  /** @param {string} id */
  drop(id) {
    if (this.take(id) !== undefined) this.memento.update(key(id), undefined);
  }
}

/** @param {string} id */
const key = (id) => `memo.unsent.${id}`;

module.exports = { Unsent };
