/** A zip of a few texts, stored as they are: enough for a folder of a battle. APPNOTE 6.3, local headers, central directory, UTF-8 names. */
const TABLE = new Uint32Array(256).map((_, n) => { let c = n; for (let k = 0; k < 8; ++k) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1; return c; });
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const b of bytes) c = (c >>> 8) ^ TABLE[(c ^ b) & 255];
  return (c ^ 0xffffffff) >>> 0;
}

export function zip(files: Record<string, string>, when = new Date()): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder(), time = (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1);
  const date = (Math.max(0, when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate();
  const all = Object.entries(files).map(([name, body]) => ({ name: text.encode(name), body: text.encode(body) }));
  const size = all.reduce((n, f) => n + 30 + 46 + 2 * f.name.length + f.body.length, 22), out = new Uint8Array(size), view = new DataView(out.buffer);
  let at = 0;
  const u16 = (v: number): void => { view.setUint16(at, v, true); at += 2; }, u32 = (v: number): void => { view.setUint32(at, v, true); at += 4; };
  const raw = (b: Uint8Array): void => { out.set(b, at); at += b.length; };
  const common = (f: { name: Uint8Array; body: Uint8Array }): void => {
    u16(20); u16(0x0800); u16(0); u16(time); u16(date); u32(crc32(f.body)); u32(f.body.length); u32(f.body.length); u16(f.name.length); u16(0);
  };
  const starts = all.map((f) => { const start = at; u32(0x04034b50); common(f); raw(f.name); raw(f.body); return start; });
  const directory = at;
  all.forEach((f, i) => { u32(0x02014b50); u16(20); common(f); u16(0); u16(0); u16(0); u32(0); u32(starts[i]); raw(f.name); });
  const length = at - directory;
  u32(0x06054b50); u16(0); u16(0); u16(all.length); u16(all.length); u32(length); u32(directory); u16(0);
  return out;
}
