/** One walk over a chunk without places: its events, and the state of both hosts every few seconds. */
import { sections } from "./bytes";
import { readEvents } from "./events";
import type { RecordFile } from "./file";
import { MenWalker } from "./men";
import { SCENE_SECONDS, SceneWalker } from "./scene";
import { heart, status, type Events } from "./types";

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
}
export interface Surveyed { chunk: number; events: Events; samples: Sample[] }

/** Of the byte A: which part of the ribbon a man belongs to. */
export function partOf(a: number): number {
  if (status(a) !== 0) return 5;
  const h = heart(a);
  return h <= 4 ? h : h === 7 ? 0 : 5; // last stand counts as steady; resigned and surrendered are out
}

export async function survey(file: RecordFile, chunk: number): Promise<Surveyed> {
  const parts = sections(await file.raw(chunk)), ref = file.chunks[chunk], h = file.header;
  const men = new MenWalker(h.men, parts), scene = new SceneWalker(h, parts), side = file.layers.side;
  const counts = new Uint32Array(h.sides.length * PARTS);
  for (let i = 0; i < men.n; ++i) ++counts[side[i] * PARTS + partOf(men.a[i])];
  const samples: Sample[] = [];
  for (let s = ref.first; s < ref.first + ref.seconds; ++s) {
    if (s > ref.first) {
      men.step((row, before, after) => {
        --counts[side[row] * PARTS + partOf(before)];
        ++counts[side[row] * PARTS + partOf(after)];
      });
    }
    scene.step(s);
    if (s % SCENE_SECONDS === 0) {
      samples.push({ second: s, resolve: counts.slice(), units: scene.units.slice(), persons: scene.persons.slice(),
        wind: scene.wind });
    }
  }
  return { chunk, events: readEvents(parts.get(37)), samples };
}
