// @ts-check
"use strict";

// What is typed in a moment is on its way in so many pieces at most; which of them arrived nobody knows after a crash.
const MOST_STATES = 64;

/**
 * Remembers, over a crash or a reload of the window too, what a document stood on before edits that no server took, and
 * which of its states went to the server last: VS Code keeps the document itself.
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

  /** @param {string} id @param {string} state of the text that is being sent */
  sent(id, state) {
    const states = this.states(id);
    if (states[states.length - 1] === state) return;
    this.memento.update(statesKey(id), [...states, state].slice(-MOST_STATES));
  }

  /** @param {string} id @param {string} state of the text that the server has for certain */
  taken(id, state) {
    const states = this.states(id);
    if (states.length !== 1 || states[0] !== state) this.memento.update(statesKey(id), [state]);
  }

  /**
   * @param {string} id @param {string} state
   * @returns {boolean} whether it is the last that was taken, or a later one
   */
  wasSent(id, state) {
    return this.states(id).includes(state);
  }

  /** @param {string} id of a document that is closed */
  forget(id) {
    this.memento.update(statesKey(id), undefined);
  }

  /** @param {string} id @returns {string[]} oldest first */
  states(id) {
    return this.memento.get(statesKey(id)) ?? [];
  }
}

/** @param {string} id */
const key = (id) => `memo.unsent.${id}`;
/** @param {string} id */
const statesKey = (id) => `memo.sent.${id}`;

module.exports = { Unsent };
