// @ts-check
"use strict";

const KEY = "memo.server.process";
const PATIENCE_MS = 3000;

/**
 * The server of an extension that crashed may still be saving what it was sent last. Read before that is stored, a memo
 * would lack it, and get it later as another's words: so the next server starts once it has ended.
 */
class FormerServer {
  /** @param {import("vscode").Memento} memento the window's */
  constructor(memento) {
    this.memento = memento;
    this.id = /** @type {number | undefined} */ (memento.get(KEY));
    // Its number may be another process's by now.
    this.deadline = Date.now() + PATIENCE_MS;
  }

  /** Whether to wait for its end. */
  get isEnding() {
    if (this.id === undefined || Date.now() >= this.deadline || !isAlive(this.id)) this.id = undefined;
    return this.id !== undefined;
  }

  /** @param {number | undefined} id of the server that runs from now on; none if it ended as it should */
  follow(id) {
    this.memento.update(KEY, id);
  }
}

/** @param {number} id of a process @returns {boolean} */
function isAlive(id) {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

module.exports = { FormerServer };
