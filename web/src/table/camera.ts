/** Looks straight down, north up. Metres of the map to pixels of the sheet (CSS pixels, y down). */
export interface Camera { x: number; y: number; /** metres a CSS pixel */ mpp: number }
export interface Sheet { w: number; h: number; dpr: number }

export const SCALES = { block: 7.6, field: 3.32, company: 1.02, man: 0.105 } as const;
export type ScaleName = keyof typeof SCALES;
export const FINEST = 0.02, COARSEST = 40;

export const scaleOf = (mpp: number): ScaleName => (mpp > 5 ? "block" : mpp > 2 ? "field" : mpp > 0.3 ? "company" : "man");

/** Weights of neighbouring levels cross-fade over a factor of 1.3; nothing pops. */
const fade = (mpp: number, edge: number): number => {
  const t = Math.min(1, Math.max(0, (Math.log(mpp / edge) / Math.log(1.3) + 0.5)));
  return t * t * (3 - 2 * t);
};
export const levels = (mpp: number): { man: number; mark: number; block: number } => {
  const notMan = fade(mpp, 0.3), block = fade(mpp, 5);
  return { man: 1 - notMan, mark: notMan * (1 - block), block };
};

export class View {
  constructor(readonly camera: Camera, readonly sheet: Sheet) {}
  get mpp(): number { return this.camera.mpp; }
  X(x: number): number { return (x - this.camera.x) / this.camera.mpp + this.sheet.w / 2; }
  Y(y: number): number { return (this.camera.y - y) / this.camera.mpp + this.sheet.h / 2; }
  worldX(px: number): number { return (px - this.sheet.w / 2) * this.camera.mpp + this.camera.x; }
  worldY(py: number): number { return this.camera.y - (py - this.sheet.h / 2) * this.camera.mpp; }
  sees(px: number, py: number, margin = 0): boolean {
    return px > -margin && py > -margin && px < this.sheet.w + margin && py < this.sheet.h + margin;
  }
}

/** Zooms so that the place under the pointer stays under the pointer. */
export function zoomedAt(view: View, px: number, py: number, factor: number): Camera {
  const mpp = Math.min(COARSEST, Math.max(FINEST, view.mpp * factor)), x = view.worldX(px), y = view.worldY(py);
  return { mpp, x: x - (px - view.sheet.w / 2) * mpp, y: y + (py - view.sheet.h / 2) * mpp };
}
