// @ts-check
"use strict";

const { crc32 } = require("./zip");

const SIZE = 128;
const PAPER = [255, 236, 153];
const FOLD = [230, 190, 80];
const INK = [74, 63, 36];
const NOTHING = [0, 0, 0];

/**
 * The extension's icon: a sheet with a folded corner and three lines. Drawn here, so that no picture has to be kept.
 * @returns {Buffer} a PNG of 128 by 128
 */
function icon() {
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 4));
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const colour = colourAt(x, y);
      rows.set([...colour, colour === NOTHING ? 0 : 255], y * (1 + SIZE * 4) + 1 + x * 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("IDAT", stored(rows)),
    chunk("IEND", Buffer.alloc(0))]);
}

/** @param {number} x @param {number} y */
function colourAt(x, y) {
  if (x < 20 || x >= 108 || y < 12 || y >= 116) return NOTHING;
  if (x >= 80 && y >= 88) return x - 80 + (y - 88) > 28 ? NOTHING : FOLD;
  const isLine = x >= 36 && x < (y > 74 ? 68 : 92) && y >= 36 && y < 88 && (y - 36) % 20 < 6;
  return isLine ? INK : PAPER;
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  const checksum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/**
 * @param {Buffer} data
 * @returns {Buffer} a zlib stream that compresses nothing, and is the same everywhere (RFC 1950, 1951)
 */
function stored(data) {
  const parts = [Buffer.from([0x78, 0x01])];
  for (let at = 0; at < data.length; at += 0xffff) {
    const block = data.subarray(at, at + 0xffff);
    const head = Buffer.alloc(5);
    head[0] = at + block.length === data.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    parts.push(head, block);
  }
  let low = 1;
  let high = 0;
  for (const byte of data) {
    low = (low + byte) % 65521;
    high = (high + low) % 65521;
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(high * 65536 + low);
  return Buffer.concat([...parts, checksum]);
}

module.exports = { icon };
