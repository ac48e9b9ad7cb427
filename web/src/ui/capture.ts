/** Where the makers of pictures and films find the table of the first run. */
import type { Battle } from "../state/battle";

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

/** Steps the clock picture by picture and encodes each: no jitter, however slow the machine. */
export async function film(s: Stage, from: number, seconds: number, speed: number, fps: number, heard: (share: number) => void, stop: () => boolean): Promise<Blob> {
  const { Output, WebMOutputFormat, BufferTarget, CanvasSource, QUALITY_HIGH, canEncodeVideo } = await import("mediabunny");
  const first = still(s), w = first.width & ~1, h = first.height & ~1, sheet = document.createElement("canvas");
  sheet.width = w; sheet.height = h;
  const c = sheet.getContext("2d")!, codec = (await canEncodeVideo("vp9", { width: w, height: h })) ? "vp9" : "vp8";
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new CanvasSource(sheet, { codec, bitrate: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  const n = Math.max(1, Math.round((seconds / speed) * fps));
  for (let k = 0; k < n && !stop(); ++k) {
    const found = await s.battle.moment(Math.min(s.battle.last, from + (k * speed) / fps));
    s.paint(found);
    const [ground, pen] = s.canvases();
    c.drawImage(ground, 0, 0); c.drawImage(pen, 0, 0);
    await source.add(k / fps, 1 / fps);
    heard((k + 1) / n);
  }
  await output.finalize();
  s.redraw();
  return new Blob([output.target.buffer!], { type: "video/webm" });
}
