// @ts-check
"use strict";

// 1980-01-01 00:00, the first time that a zip can hold: the same files make the same bytes, whenever and wherever.
const DATE = (1 << 5) | 1;
const UTF8_NAMES = 0x800;
const VERSION = 20;

/**
 * A zip archive, nothing compressed, since compressors differ (APPNOTE.TXT 6.3, sections 4.3 and 4.4).
 * @param {Map<string, Buffer>} files by name
 * @returns {Buffer}
 */
function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const fields = entry(content, Buffer.byteLength(name));
    const local = Buffer.concat([number(4, 0x04034b50), fields, Buffer.from(name), content]);
    const made = Buffer.concat([
      number(4, 0x02014b50), number(2, VERSION), fields, number(2, 0), number(2, 0), number(2, 0), number(4, 0),
      number(4, offset), Buffer.from(name)
    ]);
    parts.push(local);
    directory.push(made);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = [number(4, 0x06054b50), number(4, 0), number(2, files.size), number(2, files.size), number(4, size),
    number(4, offset), number(2, 0)];
  return Buffer.concat([...parts, ...directory, ...end]);
}

/** @param {Buffer} content @param {number} nameLength @returns {Buffer} what both headers of an entry have */
function entry(content, nameLength) {
  return Buffer.concat([
    number(2, VERSION), number(2, UTF8_NAMES), number(2, 0), number(2, 0), number(2, DATE), number(4, crc32(content)),
    number(4, content.length), number(4, content.length), number(2, nameLength), number(2, 0)
  ]);
}

/** @param {2 | 4} bytes @param {number} value @returns {Buffer} least significant byte first */
function number(bytes, value) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

/** @param {Buffer} bytes @returns {number} the checksum of zip and PNG */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

module.exports = { crc32, zip };
