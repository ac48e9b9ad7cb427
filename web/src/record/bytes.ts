/** A cursor over little-endian bytes. Reading past the end throws: a record is either whole or refused. */
export class Cursor {
  private view: DataView;
  constructor(readonly bytes: Uint8Array, public at = 0, public end = bytes.length) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  get left(): number { return this.end - this.at; }
  private need(n: number): number {
    const at = this.at;
    if (at + n > this.end) throw new RangeError("a section of the record ends too early");
    this.at = at + n;
    return at;
  }
  u8(): number { return this.bytes[this.need(1)]; }
  i8(): number { return (this.bytes[this.need(1)] << 24) >> 24; }
  u16(): number { return this.view.getUint16(this.need(2), true); }
  u32(): number { return this.view.getUint32(this.need(4), true); }
  i32(): number { return this.view.getInt32(this.need(4), true); }
  u64(): number { return Number(this.view.getBigUint64(this.need(8), true)); }
  take(n: number): Uint8Array { const at = this.need(n); return this.bytes.subarray(at, at + n); }
  /** Up to 53 bits. */
  varint(): number {
    let low = 0, shift = 0;
    while (this.at < this.end) {
      const byte = this.bytes[this.at++];
      if (shift < 28) low |= (byte & 127) << shift;
      else low = (low >>> 0) + (byte & 127) * 2 ** shift;
      if (byte < 128) return shift < 28 ? low : low;
      shift += 7;
      if (shift > 63) break;
    }
    throw new RangeError("a number of the record has no end");
  }
  zigzag(): number {
    const v = this.varint();
    return v <= 0xffffffff ? (v >>> 1) ^ -(v & 1) : v % 2 === 0 ? v / 2 : -(v + 1) / 2;
  }
}

/** Sections "id u16, size u32, bytes" of a chunk or of the layers. */
export function sections(bytes: Uint8Array): Map<number, Cursor> {
  const c = new Cursor(bytes), out = new Map<number, Cursor>();
  while (c.left > 0) {
    const id = c.u16(), size = c.u32(), from = c.at;
    c.take(size);
    out.set(id, new Cursor(bytes, from, from + size));
  }
  return out;
}

const table = new Int32Array(256);
for (let i = 0; i < 256; ++i) {
  let v = i;
  for (let k = 0; k < 8; ++k) v = v & 1 ? (v >>> 1) ^ 0x82f63b78 : v >>> 1;
  table[i] = v;
}
/** CRC-32C (Castagnoli), as the framing of blocks has it. */
export function crc32c(bytes: Uint8Array, before = 0): number {
  let v = ~before;
  for (let i = 0; i < bytes.length; ++i) v = table[(v ^ bytes[i]) & 255] ^ (v >>> 8);
  return ~v >>> 0;
}
