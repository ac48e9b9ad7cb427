/** One walk over a chunk without places: its events, and the state of both hosts every few seconds. */
import { sections } from "./bytes";
import { readEvents } from "./events";
import type { RecordFile } from "./file";
import { MenWalker } from "./men";
import { SCENE_SECONDS, SceneWalker } from "./scene";
import { ambient, weighted } from "../senses/acoustics";
import { makersFrom, noiseAt } from "../senses/hearing";
import { doing, heart, smokePerM, status, type Events, type Header } from "./types";

/** Parts of a host's resolve, from the bottom of the ribbon up. */
export const RESOLVE = ["steady", "shaken", "wavering", "routing", "rallying", "out"] as const;
export const PARTS = RESOLVE.length;

export interface Sample {
  second: number;
  /** men of side s in part p at [s * PARTS + p] */
  resolve: Uint32Array;
  units: Int32Array; persons: Int32Array;
  /** mean extinction of the whole grid is of no use; this is the wind (m/s) */
  wind: [number, number];
  /** of each side's men on their feet, some dozens asked: how far smoke and dust let the middle one see (m, 2000 at most), and the
   *  noise about him (dB(A)); men who fight hand to hand, all of them */
  sight_m: Float32Array; noise_dba: Float32Array; fighting: Uint32Array;
}
export interface Surveyed { chunk: number; events: Events; samples: Sample[] }

/** Of the byte A: which part of the ribbon a man belongs to. */
export function partOf(a: number): number {
  if (status(a) !== 0) return 5;
  const h = heart(a);
  return h <= 4 ? h : h === 7 ? 0 : 5; // last stand counts as steady; resigned and surrendered are out
}

/** Asked of so many men of a side, and so often: an hour of battle must stay cheap. */
const ASKED = 36, FELT_SECONDS = 30;
const median = (v: number[]): number => (v.length === 0 ? 0 : v.sort((p, q) => p - q)[v.length >> 1]);

/** What it is like to stand there. */
function feel(h: Header, side: Uint8Array, men: MenWalker, scene: SceneWalker): Pick<Sample, "sight_m" | "noise_dba" | "fighting"> {
  const makers = makersFrom(h.map, { n: men.n, x: (i) => men.x[i] / 10, y: (i) => men.y[i] / 10, a: (i) => men.a[i], b: (i) => men.b[i], pace: (i) => Math.hypot(men.vx[i], men.vy[i]) / 10 });
  const sides = h.sides.length, fighting = new Uint32Array(sides), fit: number[][] = h.sides.map(() => []), land = ambient(Math.hypot(scene.wind[0], scene.wind[1])), g = h.smoke;
  for (let i = 0; i < men.n; ++i) if (status(men.a[i]) === 0) { fit[side[i]].push(i); if (doing(men.b[i]) === 5) ++fighting[side[i]]; }
  const sightOf = (i: number): number => {
    const c = Math.floor((men.y[i] / 10 - g.y0_m) / g.cell_m) * g.nx + Math.floor((men.x[i] / 10 - g.x0_m) / g.cell_m);
    return Math.min(2000, 3 / Math.max(1e-6, smokePerM(scene.black[c] ?? 0) + smokePerM(scene.white[c] ?? 0) + smokePerM(scene.dust[c] ?? 0)));
  };
  const asked = fit.map((all) => { const step = Math.max(1, Math.floor(all.length / ASKED)); return all.filter((_, k) => k % step === 0); });
  return { fighting, sight_m: Float32Array.from(asked, (a) => median(a.map(sightOf))), noise_dba: Float32Array.from(asked, (a) => median(a.map((i) => weighted(noiseAt(makers, land, men.x[i] / 10, men.y[i] / 10))))) };
}

export async function survey(file: RecordFile, chunk: number): Promise<Surveyed> {
  const parts = sections(await file.raw(chunk)), ref = file.chunks[chunk], h = file.header;
  const men = new MenWalker(h.men, parts), scene = new SceneWalker(h, parts), side = file.layers.side;
  const counts = new Uint32Array(h.sides.length * PARTS);
  for (let i = 0; i < men.n; ++i) ++counts[side[i] * PARTS + partOf(men.a[i])];
  const samples: Sample[] = [];
  let felt: ReturnType<typeof feel> | null = null;
  for (let s = ref.first; s < ref.first + ref.seconds; ++s) {
    if (s > ref.first) {
      men.step((row, before, after) => {
        --counts[side[row] * PARTS + partOf(before)];
        ++counts[side[row] * PARTS + partOf(after)];
      });
    }
    scene.step(s);
    if (s % SCENE_SECONDS === 0) {
      if (!felt || s % FELT_SECONDS === 0) felt = feel(h, side, men, scene);
      samples.push({ second: s, resolve: counts.slice(), units: scene.units.slice(), persons: scene.persons.slice(),
        wind: scene.wind, ...felt });
    }
  }
  return { chunk, events: readEvents(parts.get(37)), samples };
}
