/** All of a chunk that is not men: wind, smoke, fire, units, persons, couriers, arrows, beliefs. */
import type { Cursor } from "./bytes";
import { PERSON_COLUMNS, UNIT_COLUMNS, type Arrows, type Belief, type Courier, type Header } from "./types";

export const SCENE_SECONDS = 5;
const ARROW_CELL_M = 50;
/** Sections that are only in the minutes that have something of theirs, and not in older records. */
const enum AtNeed { weather = 39, dust = 40, errands = 41 }

export class SceneWalker {
  wind: [number, number] = [0, 0];
  readonly black: Uint8Array; readonly white: Uint8Array;
  fire: Uint8Array;
  readonly dust: Uint8Array;
  readonly weather: boolean;
  rain_mm_h = 0;
  light_lux: number | null = null;
  readonly units: Int32Array; readonly persons: Int32Array;
  couriers: Courier[] = [];
  arrows: Arrows[] = [];
  private slots = new Map<number, Belief>();
  private arrowRow: number;

  constructor(private header: Header, private parts: Map<number, Cursor>) {
    const cells = header.smoke.nx * header.smoke.ny;
    this.black = new Uint8Array(cells);
    this.white = new Uint8Array(cells);
    this.fire = new Uint8Array((parts.get(38)?.left ?? 0) > 0 ? header.map.nx * header.map.ny : 0);
    this.weather = (parts.get(AtNeed.weather)?.left ?? 0) > 0;
    this.dust = new Uint8Array((parts.get(AtNeed.dust)?.left ?? 0) > 0 ? cells : 0);
    this.units = new Int32Array(header.units.length * UNIT_COLUMNS);
    this.persons = new Int32Array(header.persons.length * PERSON_COLUMNS);
    this.arrowRow = Math.max(1, Math.ceil((header.map.nx * header.map.cell_m) / ARROW_CELL_M - 1e-6));
  }

  get beliefs(): Belief[] { return [...this.slots.values()]; }

  /** Reads the rows of `second`; call once for each second of the chunk, in order. */
  step(second: number): void {
    const wind = this.parts.get(30);
    if (wind) this.wind = [wind.zigzag() / 100, wind.zigzag() / 100];
    if (second % SCENE_SECONDS === 0) {
      this.readSmoke();
      this.readFire();
      this.readWeather();
      this.rows(this.parts.get(32), this.units);
    }
    this.rows(this.parts.get(33), this.persons);
    this.readCouriers();
    this.readArrows();
    this.readBeliefs();
  }

  private rows(c: Cursor | undefined, into: Int32Array): void {
    if (c) for (let i = 0; i < into.length; ++i) into[i] += c.zigzag();
  }

  private readSmoke(): void {
    const c = this.parts.get(31);
    if (!c || this.black.length === 0) return;
    for (const plane of [this.black, this.white]) {
      const delta = c.take(plane.length);
      for (let i = 0; i < plane.length; ++i) plane[i] += delta[i];
    }
  }

  private readFire(): void {
    const c = this.parts.get(38);
    if (!c || this.fire.length === 0) return;
    let cell = 0;
    for (let left = c.varint(); left > 0; --left) {
      cell += c.varint();
      this.fire[cell++] = c.u8();
    }
  }

  /** Rain as varint in um/h, then light as zigzag in mlx (below 0: not known); dust as a plane of smoke. */
  private readWeather(): void {
    const c = this.parts.get(AtNeed.weather), d = this.parts.get(AtNeed.dust);
    if (c && this.weather) {
      this.rain_mm_h = c.varint() / 1000;
      const mlx = c.zigzag();
      this.light_lux = mlx < 0 ? null : mlx / 1000;
    }
    if (d) { const delta = d.take(this.dust.length); for (let i = 0; i < this.dust.length; ++i) this.dust[i] += delta[i]; }
  }

  private readCouriers(): void {
    const c = this.parts.get(34);
    if (!c) return;
    const out: Courier[] = [], dm = (): number => c.zigzag() / 10;
    for (let left = c.varint(); left > 0; --left) {
      out.push({ id: c.varint(), order: c.varint() - 1, from: c.varint() - 1, to: c.varint() - 1,
        x_m: dm(), y_m: dm(), goal_x_m: dm(), goal_y_m: dm(), state: c.u8() });
    }
    const e = this.parts.get(AtNeed.errands);
    if (e) for (const r of out) { const v = e.varint(); r.event = Math.floor(v / 2); r.report = v % 2 === 1; }
    this.couriers = out;
  }

  private readArrows(): void {
    const c = this.parts.get(35), map = this.header.map;
    if (!c) return;
    const out: Arrows[] = [];
    let cell = 0;
    for (let left = c.varint(); left > 0; --left) {
      cell += c.varint();
      const row = Math.floor(cell / this.arrowRow), column = cell % this.arrowRow;
      out.push({ x_m: map.x0_m + (column + 0.5) * ARROW_CELL_M, y_m: map.y0_m + (row + 0.5) * ARROW_CELL_M,
        count: c.varint() });
    }
    this.arrows = out;
  }

  private readBeliefs(): void {
    const c = this.parts.get(36);
    if (!c) return;
    for (let left = c.varint(); left > 0; --left) {
      const slot = c.varint(), kind = c.u8();
      if (kind === 0) { this.slots.delete(slot); continue; }
      this.slots.set(slot, { slot, kind, owner: c.varint(), subject: c.varint(), x_m: c.zigzag() / 10, y_m: c.zigzag() / 10,
        spread_m: c.varint() / 10, men: c.varint() - 1, confidence: c.u8() / 255, alive: c.u8() / 255,
        tick: c.zigzag(), source: c.u8(), told_by: c.varint() - 1 });
    }
  }
}
