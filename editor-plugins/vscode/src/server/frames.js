// @ts-check
"use strict";

const HEADER = "Content-Length: ";
const LONGEST_HEADER = 64;

/** @param {unknown} message @returns {Buffer} one frame: header, blank line, body */
function frame(message) {
  const body = Buffer.from(JSON.stringify(message), "utf8");
  return Buffer.concat([Buffer.from(`${HEADER}${body.length}\r\n\r\n`, "ascii"), body]);
}

/** Cuts bytes, however they come, into the messages they hold. */
class FrameReader {
  /** @param {(message: any) => void} onMessage */
  constructor(onMessage) {
    this.onMessage = onMessage;
    /** @type {Buffer[]} */
    this.chunks = [];
    this.size = 0;
    /** @type {number | undefined} the size of the body that is being read */
    this.bodySize = undefined;
  }

  /** @param {Buffer} chunk @throws {Error} if it is no frame, after which no other one can be found */
  push(chunk) {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.readHeader() && this.bodySize !== undefined && this.size >= this.bodySize) {
      const body = this.take(this.bodySize);
      this.bodySize = undefined;
      this.onMessage(JSON.parse(body.toString("utf8")));
    }
  }

  /** @returns {boolean} whether the header of the next body has been read */
  readHeader() {
    if (this.bodySize !== undefined) return true;
    const bytes = Buffer.concat(this.chunks);
    this.chunks = [bytes];
    const text = bytes.toString("latin1", 0, LONGEST_HEADER);
    if (!text.startsWith(HEADER.slice(0, text.length)))
      throw new Error("what it wrote is no message: is this program really memo-ls?");
    const end = text.indexOf("\r\n\r\n");
    if (end === -1) return false;
    this.take(end + 4);
    this.bodySize = Number(text.slice(HEADER.length, end));
    return true;
  }

  /** @param {number} count @returns {Buffer} the first bytes of what came */
  take(count) {
    const bytes = Buffer.concat(this.chunks);
    this.chunks = [bytes.subarray(count)];
    this.size = bytes.length - count;
    return bytes.subarray(0, count);
  }
}

module.exports = { frame, FrameReader };
