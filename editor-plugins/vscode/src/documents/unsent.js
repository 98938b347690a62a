// @ts-check
"use strict";

const { createHash } = require("node:crypto");

/**
 * Remembers, over a reload of the window too, what a document stood on before edits that no server took, and which of
 * its texts a server took last: VS Code keeps the document itself.
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

  /** @param {string} id @param {string | undefined} text that the server has; none once the document is closed */
  delivered(id, text) {
    this.memento.update(deliveredKey(id), text && hash(text));
  }

  /** @param {string} id @param {string} text @returns {boolean} whether the server had it, and this window nothing newer */
  wasDelivered(id, text) {
    return this.memento.get(deliveredKey(id)) === hash(text);
  }
}

/** @param {string} id */
const key = (id) => `memo.unsent.${id}`;
/** @param {string} id */
const deliveredKey = (id) => `memo.delivered.${id}`;
/** @param {string} text */
const hash = (text) => createHash("sha256").update(text).digest("base64");

module.exports = { Unsent };
