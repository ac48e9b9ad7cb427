/** One GPU buffer a second of battle: places, what each man looks like; and what never changes about him. */
import { NO_ROW, type Frame, type Header, type Layers } from "../record/types";
import type { GL } from "./gl";
import { bannerOf, rgb, type Theme } from "./palette";

interface Slot { of: Frame | null; xy: WebGLBuffer; trail: WebGLBuffer; look: WebGLBuffer; used: number }

/** Attribute places, shared by all programs that draw men. */
export const MEN_ATTRIBUTES = ["placeA", "placeB", "lookA", "lookB", "stamp", "trailA"];

export class Men {
  readonly n: number;
  private slots: Slot[] = [];
  private fixed: WebGLBuffer;
  private use = 0;
  /** 64 banners: fill in the first row, border in the second (alpha 0: none) */
  readonly banners: WebGLTexture;

  constructor(private gl: GL, private header: Header, layers: Layers) {
    this.n = header.men;
    this.fixed = gl.createBuffer()!;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.fixed);
    gl.bufferData(gl.ARRAY_BUFFER, fixedBytes(header, layers), gl.STATIC_DRAW);
    this.banners = gl.createTexture()!;
  }

  setTheme(theme: Theme): void {
    const gl = this.gl, data = new Uint8Array(64 * 2 * 4);
    this.header.colours.slice(0, 64).forEach((c, i) => {
      const b = bannerOf(c, theme);
      data.set([...rgb(b.fill).map((v) => v * 255), 255], 4 * i);
      if (b.border) data.set([...rgb(b.border).map((v) => v * 255), 255], 4 * (64 + i));
    });
    gl.bindTexture(gl.TEXTURE_2D, this.banners);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 64, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  /** Sends a frame once; four seconds are kept. */
  private slot(f: Frame): Slot {
    const gl = this.gl;
    let s = this.slots.find((q) => q.of === f);
    if (!s) {
      if (this.slots.length < 4) {
        s = { of: null, xy: gl.createBuffer()!, trail: gl.createBuffer()!, look: gl.createBuffer()!, used: 0 };
        this.slots.push(s);
      } else s = this.slots.reduce((a, b) => (a.used < b.used ? a : b));
      s.of = f;
      for (const [buffer, data] of [[s.xy, f.xy], [s.trail, f.trail], [s.look, f.look]] as const) {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
      }
    }
    s.used = ++this.use;
    return s;
  }

  /** A grown or other record: what was sent is stale. */
  forget(): void { for (const s of this.slots) s.of = null; }

  bind(a: Frame, b: Frame): void {
    const gl = this.gl, sa = this.slot(a), sb = this.slot(b);
    const floats = (at: number, buffer: WebGLBuffer): void => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 0, 0);
      gl.vertexAttribDivisor(at, 1);
    };
    const bytes = (at: number, buffer: WebGLBuffer): void => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribIPointer(at, 4, gl.UNSIGNED_BYTE, 0, 0);
      gl.vertexAttribDivisor(at, 1);
    };
    floats(0, sa.xy); floats(1, sb.xy); bytes(2, sa.look); bytes(3, sb.look); bytes(4, this.fixed); floats(5, sa.trail);
  }
}

/** banner, side | arm << 2 | mounted << 5, leader (1 of a unit, 2 commander, 3 first in command), luck. */
function fixedBytes(h: Header, l: Layers): Uint8Array {
  const out = new Uint8Array(4 * h.men);
  for (let i = 0; i < h.men; ++i) {
    const unit = h.units[l.homeUnit[i]], troop = h.troops[l.troop[i]];
    out[4 * i] = Math.min(63, unit ? unit.colours : 0);
    out[4 * i + 1] = (l.side[i] & 3) | ((troop?.arm ?? 0) & 7) << 2 | (troop?.mounted ? 32 : 0);
    out[4 * i + 3] = (Math.imul(i + 1, 2654435761) >>> 24) & 255;
  }
  for (const p of h.persons) {
    if (p.man >= h.men) continue;
    const leader = p.great_banner ? 3 : p.named && p.commands !== NO_ROW ? 2 : p.named ? 2 : 1;
    out[4 * p.man + 2] = Math.max(out[4 * p.man + 2], leader);
  }
  return out;
}
