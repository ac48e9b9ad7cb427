/** Pictures and films of the table; here its view leaves word where it is to be found. */
import type { Battle } from "../state/battle";
import type { Word } from "../words/words";

export interface Stage { battle: Battle; canvases(): HTMLCanvasElement[]; paint(found: NonNullable<ReturnType<Battle["around"]>>): void; redraw(): void }
export let stage: Stage | null = null;
export const register = (s: Stage): void => { stage = s; };

/** Both canvases laid on one another. */
export function still(s: Stage): HTMLCanvasElement {
  const [ground, pen] = s.canvases(), out = document.createElement("canvas");
  out.width = ground.width; out.height = ground.height;
  const c = out.getContext("2d")!;
  c.drawImage(ground, 0, 0);
  c.drawImage(pen, 0, 0);
  return out;
}

export function save(blob: Blob, name: string): void {
  const a = document.createElement("a"), url = URL.createObjectURL(blob);
  a.href = url; a.download = name; a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function picture(s: Stage): Promise<Blob> {
  return new Promise((done, fail) => still(s).toBlob((b) => (b ? done(b) : fail(new Error("no picture"))), "image/png"));
}

export type FilmKind = "mp4" | "webm" | "gif";
export const FORMATS: { kind: FilmKind; word: Word }[] = [{ kind: "mp4", word: "filmMp4" }, { kind: "webm", word: "film" }, { kind: "gif", word: "filmGif" }];
export interface Order { kind: FilmKind; from: number; seconds: number; speed: number; half: boolean }

/** A GIF counts in hundredths of a second: 12.5 pictures a second are eight of them exactly. */
const FPS: Record<FilmKind, number> = { mp4: 25, webm: 25, gif: 12.5 };

/** Moments of battle, evenly apart, one for each picture of the film. */
export function moments(o: Order, last: number): number[] {
  const fps = FPS[o.kind], n = Math.max(1, Math.round((o.seconds / o.speed) * fps));
  return Array.from({ length: n }, (_, k) => Math.min(last, o.from + (k * o.speed) / fps));
}

const CODECS = { mp4: ["avc", "vp9", "av1"], webm: ["vp9", "vp8"] } as const;
type Codec = "avc" | "vp9" | "av1" | "vp8";
async function codecFor(kind: "mp4" | "webm", w: number, h: number): Promise<Codec | null> {
  const { canEncodeVideo } = await import("mediabunny");
  for (const c of CODECS[kind]) if (await canEncodeVideo(c, { width: w, height: h })) return c;
  return null;
}
/** What this browser can make; a GIF always. */
export async function playable(): Promise<FilmKind[]> {
  const can: FilmKind[] = [];
  for (const kind of ["mp4", "webm"] as const) try { if (await codecFor(kind, 1280, 720)) can.push(kind); } catch { /* no WebCodecs here */ }
  return [...can, "gif"];
}

interface Encoder { add(k: number): Promise<void>; end(): Promise<Blob> }

async function videoOf(kind: "mp4" | "webm", sheet: HTMLCanvasElement): Promise<Encoder> {
  const { Output, Mp4OutputFormat, WebMOutputFormat, BufferTarget, CanvasSource, QUALITY_HIGH } = await import("mediabunny");
  const codec = await codecFor(kind, sheet.width, sheet.height), fps = FPS[kind];
  if (!codec) throw new Error("no codec of this browser makes such a film");
  const output = new Output({ format: kind === "mp4" ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat(), target: new BufferTarget() });
  const source = new CanvasSource(sheet, { codec, bitrate: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  return {
    add: (k) => source.add(k / fps, 1 / fps),
    end: async () => { await output.finalize(); return new Blob([output.target.buffer!], { type: `video/${kind}` }); },
  };
}

async function gifOf(sheet: HTMLCanvasElement): Promise<Encoder> {
  const { GIFEncoder, quantize, applyPalette } = await import("gifenc");
  const gif = GIFEncoder(), c = sheet.getContext("2d")!, { width, height } = sheet;
  return {
    add: async () => {
      const { data } = c.getImageData(0, 0, width, height), palette = quantize(data, 256, { format: "rgb565" });
      gif.writeFrame(applyPalette(data, palette, "rgb565"), width, height, { palette, delay: 1000 / FPS.gif });
      await new Promise((go) => setTimeout(go, 0)); // the page stays alive
    },
    end: async () => { gif.finish(); return new Blob([gif.bytes().slice().buffer], { type: "image/gif" }); },
  };
}

/** Steps the clock picture by picture and encodes each: no jitter, however slow the machine. Null when it was stopped. */
export async function film(s: Stage, o: Order, heard: (share: number) => void, stop: () => boolean): Promise<Blob | null> {
  const first = still(s), sheet = document.createElement("canvas"), scale = o.half ? 0.5 : 1, all = moments(o, s.battle.last);
  sheet.width = Math.max(2, Math.round(first.width * scale) & ~1); sheet.height = Math.max(2, Math.round(first.height * scale) & ~1);
  const c = sheet.getContext("2d", { willReadFrequently: o.kind === "gif" })!, to = o.kind === "gif" ? await gifOf(sheet) : await videoOf(o.kind, sheet);
  c.imageSmoothingQuality = "high";
  for (let k = 0; k < all.length && !stop(); ++k) {
    s.paint(await s.battle.moment(all[k]));
    for (const layer of s.canvases()) c.drawImage(layer, 0, 0, first.width * scale, first.height * scale);
    await to.add(k);
    heard((k + 1) / all.length);
  }
  const made = await to.end();
  s.redraw();
  return stop() ? null : made;
}
