// Frames: a game's text in parts, each short enough for a QR code on a phone's screen, and joined again: see docs/record.md.

const FRAME = /(SPADES\d{1,3})\/(\d{1,3})\/(\d{1,3})\/([0-9a-f]{4})\.([\w-]+)/;

// A screen 360 pixels wide has some 330 for a QR code with its white edge, and error correction L is enough for a clean screen. A frame is read
// while it is shown, so a module has 4 pixels: 73 modules, which hold 458 bytes. One that stays has 117 modules at most, which hold 1273: the link of a
// game that has just begun. The picture of a blurred camera with 720 lines still gives it.
const LETTERS = 430; // and a head
const ALONE = 1273;

/**
 * What the QR codes say: the link, which any camera opens, or the frames of the text in it.
 * @param {string} link
 * @param {string} text
 */
export function framesOf(link, text) {
  if (link.length <= ALONE) return [link];
  const [mark, letters] = text.split(".");
  const all = Math.ceil(letters.length / LETTERS);
  const size = Math.ceil(letters.length / all);
  const parts = Array.from({ length: all }, (_, i) => letters.slice(i * size, (i + 1) * size));
  return parts.map((part, i) => `${mark}/${i + 1}/${all}/${sumOf(text)}.${part}`);
}

/**
 * Joins frames in any order. It takes one, and says how many of how many it has, and their text once it has all; null for what is no frame.
 * One of another game begins again.
 */
export function joining() {
  /** @type {Map<number, string>} */
  const parts = new Map();
  let of = "";
  return (/** @type {string} */ read) => {
    const [, mark, number, count, sum, letters] = FRAME.exec(read) ?? [];
    const [n, all] = [Number(number), Number(count)];
    if (!mark || n < 1 || n > all) return null;
    if (of !== (of = `${mark}/${all}/${sum}`)) parts.clear();
    parts.set(n, letters);
    const text = parts.size < all ? "" : `${mark}.${Array.from({ length: all }, (_, i) => parts.get(i + 1)).join("")}`;
    const isWhole = text && sumOf(text) === sum;
    if (text && !isWhole) parts.clear(); // one was misread
    return { part: parts.size, all, text: isWhole ? text : "" };
  };
}

const sumOf = (/** @type {string} */ text) => hex(crc16(new TextEncoder().encode(text)), 4);

/** @type {(number: number, digits: number) => string} */
export const hex = (number, digits) => number.toString(16).padStart(digits, "0");

/**
 * CRC-16 of CCITT, as docs/record.md has it.
 * @param {Uint8Array} bytes
 */
export function crc16(bytes) {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum;
}
