/** Frames of a record in any order: keeps a few chunks unpacked, walks forwards, jumps back by the chunk before. */
import { sections } from "./bytes";
import type { RecordFile } from "./file";
import { MenWalker } from "./men";
import { SceneWalker } from "./scene";
import type { Frame } from "./types";

/** How far back the trail of a man reaches. */
export const TRAIL_S = 30;
const KEPT_BYTES = 256 << 20;

class Reel {
  readonly men: MenWalker;
  readonly scene: SceneWalker;
  second: number;
  constructor(file: RecordFile, readonly chunk: number, raw: Uint8Array) {
    const parts = sections(raw);
    this.men = new MenWalker(file.header.men, parts);
    this.scene = new SceneWalker(file.header, parts);
    this.second = file.chunks[chunk].first;
    this.scene.step(this.second);
  }
  step(): void {
    this.men.step();
    this.scene.step(++this.second);
  }
}

export class Film {
  private raws = new Map<number, Promise<Uint8Array>>();
  private sizes = new Map<number, number>();
  private reel: Reel | null = null;
  /** places of the last half minute, by second */
  private past = new Map<number, Float32Array>();
  constructor(private file: RecordFile) {}

  /** The unpacked chunk, from memory when it is there. */
  private raw(k: number): Promise<Uint8Array> {
    let raw = this.raws.get(k);
    if (raw) { this.raws.delete(k); this.raws.set(k, raw); return raw; }
    raw = this.file.raw(k);
    this.raws.set(k, raw);
    raw.then((bytes) => { this.sizes.set(k, bytes.length); this.forget(k); }, () => this.raws.delete(k));
    return raw;
  }

  private forget(except: number): void {
    let sum = 0;
    for (const size of this.sizes.values()) sum += size;
    for (const k of this.raws.keys()) {
      if (sum <= KEPT_BYTES || this.raws.size <= 3) return;
      if (k === except) continue;
      sum -= this.sizes.get(k) ?? 0;
      this.raws.delete(k);
      this.sizes.delete(k);
    }
  }

  /** Fetches what will be needed soon; errors come up again when the chunk is asked for. */
  prefetch(second: number, ahead: number): void {
    const from = this.file.chunkOf(second);
    for (let k = from; k <= from + ahead && k < this.file.chunks.length; ++k) this.raw(k).catch(() => {});
  }

  /**
   * The picture of a second. Whoever is in haste does without the part of the trails that lies in the chunk before: one chunk less to
   * fetch and unpack.
   */
  async frame(second: number, haste = false): Promise<Frame> {
    const last = this.file.seconds - 1, want = Math.max(0, Math.min(second, last)), first = this.file.chunks[this.file.chunkOf(want)].first;
    const from = Math.max(0, want - TRAIL_S);
    if (!this.reel || this.reel.second > want || this.reel.second < from || !(haste || this.past.has(from))) await this.jump(haste ? Math.max(first, from) : from);
    while (this.reel!.second < want) await this.forward();
    return this.picture(want);
  }

  /** Whether the trails of a picture just made are as long as they should be. */
  whole(second: number): boolean { return this.past.has(Math.max(0, second - TRAIL_S)); }

  private async jump(second: number): Promise<void> {
    const k = this.file.chunkOf(second);
    this.reel = new Reel(this.file, k, await this.raw(k));
    this.past.clear();
    this.keep();
    while (this.reel.second < second) { this.reel.step(); this.keep(); }
  }

  private async forward(): Promise<void> {
    const reel = this.reel!, ref = this.file.chunks[reel.chunk];
    if (reel.second + 1 < ref.first + ref.seconds) reel.step();
    else this.reel = new Reel(this.file, reel.chunk + 1, await this.raw(reel.chunk + 1));
    this.keep();
  }

  private keep(): void {
    const { men, second } = this.reel!, xy = new Float32Array(2 * men.n);
    for (let i = 0; i < men.n; ++i) { xy[2 * i] = men.x[i] / 10; xy[2 * i + 1] = men.y[i] / 10; }
    this.past.set(second, xy);
    this.past.delete(second - TRAIL_S - 1);
  }

  private picture(second: number): Frame {
    const { men, scene } = this.reel!, n = men.n, look = new Uint8Array(4 * n);
    for (let i = 0; i < n; ++i) {
      look[4 * i] = men.heading[i]; look[4 * i + 1] = men.a[i]; look[4 * i + 2] = men.b[i]; look[4 * i + 3] = men.c[i];
    }
    const xy = this.past.get(second)!;
    let oldest = Math.max(0, second - TRAIL_S);
    while (!this.past.has(oldest)) ++oldest; // in haste: as far back as is known
    return {
      second, xy: xy.slice(), trail: this.past.get(oldest)!.slice(), look, unit: men.unit.slice(),
      wind: scene.wind, smokeBlack: scene.black.slice(), smokeWhite: scene.white.slice(), fire: scene.fire.slice(), dust: scene.dust.slice(), weather: scene.weather, rain_mm_h: scene.rain_mm_h, light_lux: scene.light_lux,
      units: scene.units.slice(), persons: scene.persons.slice(),
      couriers: scene.couriers, arrows: scene.arrows, beliefs: scene.beliefs,
    };
  }
}
