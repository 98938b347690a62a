// @ts-check
"use strict";

const { createHash } = require("node:crypto");

const MOST = 10000;
// What is being saved when a document becomes clean arrives within that.
const LATE_MS = 2000;
const LONG = 1000000;
const SAMPLES = 64;
const SAMPLE_LENGTH = 1000;

/** The states that a document had since it was clean: what VS Code saves is one of them, maybe a little late. */
class States {
  constructor() {
    /** @type {Map<string, number>} oldest first, and until when it was shown */
    this.all = new Map();
    this.last = "";
  }

  /** @param {string} text with "\n" for every line end */
  add(text) {
    if (this.all.has(this.last)) this.all.set(this.last, Date.now());
    this.last = stateOf(text);
    this.all.delete(this.last);
    this.all.set(this.last, Infinity);
    if (this.all.size > MOST) this.all.delete(/** @type {string} */ (this.all.keys().next().value));
  }

  /** The document is clean. */
  settle() {
    for (const [state, until] of this.all) if (until < Date.now() - LATE_MS) this.all.delete(state);
  }

  /** @param {string} text with "\n" for every line end @returns {boolean} */
  had(text) {
    return this.all.has(stateOf(text));
  }
}

/**
 * What tells a text from others. Of a long one, which is typed into key by key, its length and samples do.
 * @param {string} text with "\n" for every line end @returns {string}
 */
function stateOf(text) {
  const hash = createHash("sha256");
  if (text.length <= LONG) return hash.update(text).digest("base64").slice(0, 16);
  const step = Math.floor((text.length - SAMPLE_LENGTH) / SAMPLES);
  for (let sample = 0; sample <= SAMPLES; sample++) {
    hash.update(text.slice(sample * step, sample * step + SAMPLE_LENGTH));
  }
  return hash.update(String(text.length)).digest("base64").slice(0, 16);
}

module.exports = { States, stateOf };
