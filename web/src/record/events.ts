/** Section 37: the events of a chunk, sixteen columns. */
import { Cursor } from "./bytes";
import { NO_ROW, type Events } from "./types";

export function readEvents(c: Cursor | undefined): Events {
  const count = c ? c.varint() : 0;
  const e: Events = {
    count, id: new Uint32Array(count), tick: new Int32Array(count), kind: new Uint8Array(count),
    subjectKind: new Uint8Array(count), subject: new Uint32Array(count), other: new Uint32Array(count),
    x_m: new Float32Array(count), y_m: new Float32Array(count), value: new Int32Array(count),
    causes: new Uint8Array(3 * count), shares: new Uint8Array(3 * count), parent: new Uint32Array(count),
  };
  if (!c || count === 0) return e;
  const column = (): Cursor => { const size = c.varint(), at = c.at; c.take(size); return new Cursor(c.bytes, at, at + size); };
  const delta = (into: (i: number, v: number) => void): void => {
    const col = column();
    let v = 0;
    for (let i = 0; i < count; ++i) into(i, (v += col.zigzag()));
  };
  delta((i, v) => { e.id[i] = v; });
  delta((i, v) => { e.tick[i] = v; });
  e.kind.set(column().take(count));
  e.subjectKind.set(column().take(count));
  delta((i, v) => { e.subject[i] = v; });
  const other = column();
  for (let i = 0; i < count; ++i) { const v = other.varint(); e.other[i] = v === 0 ? NO_ROW : v - 1; }
  delta((i, v) => { e.x_m[i] = v / 10; });
  delta((i, v) => { e.y_m[i] = v / 10; });
  const value = column();
  for (let i = 0; i < count; ++i) e.value[i] = value.zigzag();
  for (const into of [e.causes, e.shares]) {
    for (let k = 0; k < 3; ++k) {
      const col = column();
      for (let i = 0; i < count; ++i) into[3 * i + k] = col.u8();
    }
  }
  const parent = column();
  for (let i = 0; i < count; ++i) { const d = parent.zigzag(); e.parent[i] = d === 0 ? 0 : e.id[i] - d; }
  return e;
}
