/** The men of one chunk, walked second by second in whole decimetres. */
import type { Cursor } from "./bytes";

const enum Flag { moved = 1, state = 2, unit = 4, wide = 8 }
const EMPTY = new Uint8Array(0);

export class MenWalker {
  readonly x: Int32Array; readonly y: Int32Array;
  readonly vx: Int8Array; readonly vy: Int8Array;
  readonly heading: Uint8Array; readonly a: Uint8Array; readonly b: Uint8Array; readonly c: Uint8Array;
  readonly unit: Uint16Array;
  private counts: Cursor;
  private rows: Cursor | undefined;
  private streams: { flags: Uint8Array; dx: Uint8Array; dy: Uint8Array; dvx: Uint8Array; dvy: Uint8Array; dh: Uint8Array;
    sa: Uint8Array; sb: Uint8Array; sc: Uint8Array };
  private wide: Cursor | undefined;
  private units: Cursor | undefined;
  private atFlag = 0; private atMove = 0; private atTurn = 0; private atState = 0;

  constructor(readonly n: number, parts: Map<number, Cursor>) {
    const key = parts.get(2), counts = parts.get(3);
    if (!key || !counts) throw new RangeError("a chunk has no men");
    const i8 = (): Int8Array => new Int8Array(key.take(n).slice().buffer);
    this.vx = i8(); this.vy = i8();
    this.heading = key.take(n).slice();
    this.a = key.take(n).slice(); this.b = key.take(n).slice(); this.c = key.take(n).slice();
    this.unit = new Uint16Array(n);
    for (let i = 0; i < n; ++i) this.unit[i] = key.u16();
    this.x = new Int32Array(n); this.y = new Int32Array(n);
    for (const place of [this.x, this.y]) {
      let v = 0;
      for (let i = 0; i < n; ++i) place[i] = v = v + key.zigzag();
    }
    this.counts = counts;
    counts.u32();
    this.rows = parts.get(10);
    const all = (id: number): Uint8Array => { const c = parts.get(id); return c ? c.take(c.left) : EMPTY; };
    this.streams = { flags: all(11), dx: all(12), dy: all(13), dvx: all(14), dvy: all(15), dh: all(16),
      sa: all(17), sb: all(18), sc: all(19) };
    this.units = parts.get(20);
    this.wide = parts.get(21);
  }

  /** One second further; `each` hears of every man whose byte A changes (row, before, after). */
  step(each?: (row: number, before: number, after: number) => void): void {
    const { x, y, vx, vy, n } = this, s = this.streams;
    for (let i = 0; i < n; ++i) { x[i] += vx[i]; y[i] += vy[i]; }
    const count = this.counts.u32();
    let row = -1;
    for (let k = 0; k < count; ++k) {
      row += this.rows!.varint() + 1;
      if (row >= n) throw new RangeError("a row of men does not exist");
      const flags = s.flags[this.atFlag++];
      if (flags & Flag.moved) {
        if (flags & Flag.wide) { x[row] = this.wide!.i32(); y[row] = this.wide!.i32(); }
        else {
          x[row] += (s.dx[this.atMove] << 24) >> 24;
          y[row] += (s.dy[this.atMove++] << 24) >> 24;
        }
        vx[row] += s.dvx[this.atTurn]; vy[row] += s.dvy[this.atTurn];
        this.heading[row] += s.dh[this.atTurn++];
      }
      if (flags & Flag.state) {
        const t = this.atState++;
        if (each && this.a[row] !== s.sa[t]) each(row, this.a[row], s.sa[t]);
        this.a[row] = s.sa[t]; this.b[row] = s.sb[t]; this.c[row] = s.sc[t];
      }
      if (flags & Flag.unit) this.unit[row] = this.units!.u16();
    }
  }
}
