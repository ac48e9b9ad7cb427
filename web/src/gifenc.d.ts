/** The part of gifenc (no types of its own) that films use. */
declare module "gifenc" {
  export type GifPalette = number[][];
  export interface Gif {
    writeFrame(index: Uint8Array, width: number, height: number, o: { palette: GifPalette; delay?: number; repeat?: number }): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  export function GIFEncoder(): Gif;
  export function quantize(rgba: Uint8Array | Uint8ClampedArray, colours: number, o?: { format?: "rgb565" | "rgb444" | "rgba4444" }): GifPalette;
  export function applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: GifPalette, format?: "rgb565" | "rgb444" | "rgba4444"): Uint8Array;
}
