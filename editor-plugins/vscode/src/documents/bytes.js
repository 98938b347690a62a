// @ts-check
"use strict";

const { shown } = require("./edits");
const { withLineFeeds } = require("../text/lines");

const BYTE_ORDER_MARK = "\ufeff";

/**
 * A memo's file. The mark says that it is UTF-8, whatever the settings say or VS Code would guess.
 * @param {string} text @returns {Buffer}
 */
function bytesOf(text) {
  return Buffer.from(BYTE_ORDER_MARK + text, "utf8");
}

/** @param {string} text @returns {number} the size of a memo's file, in bytes */
function sizeOf(text) {
  return Buffer.byteLength(BYTE_ORDER_MARK, "utf8") + Buffer.byteLength(text, "utf8");
}

/**
 * What is written to a memo's file.
 * @param {Uint8Array} content
 * @param {import("vscode").TextDocument} [document] the memo, if it is open
 * @param {import("./states").States} [states] those of the document
 * @returns {string | undefined} nothing if it is no UTF-8, or what VS Code saves of the document itself
 */
function textOf(content, document, states) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
  if (!document || !states) return text;
  const own = shown(document);
  return states.had(withLineFeeds(text)) || withLineFeeds(text) === own || isPoorer(text, own) ? undefined : text;
}

/**
 * Whether a text is another one saved in an encoding that has not all of its characters.
 * @param {string} text @param {string} original
 */
function isPoorer(text, original) {
  if (/[^\0-\x7f]/.test(text) || !text.includes("?")) return false;
  return withLineFeeds(text).replace(/\?+/g, "?") === original.replace(/[?\x80-\uffff]+/g, "?");
}

module.exports = { bytesOf, sizeOf, textOf };
