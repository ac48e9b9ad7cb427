/** Smoke and dust as a wash in three soft steps, with brush strokes along the wind; fire as strokes blown by the wind. */
import type { Frame, Header } from "../record/types";
import { FULL, NOISE, Uniforms, program, texture, type GL } from "./gl";
import { rgb, type Palette } from "./palette";
import type { View } from "./camera";
import { luck } from "./lines";

const SMOKE = `precision highp float; precision highp int;
in vec2 at; out vec4 colour;
uniform vec2 corner, span, camera, size, wind; uniform float mpp, mixing, strength, whiteStrength, dustStrength; uniform vec3 black, white, dust;
uniform sampler2D before, after;
${NOISE}
float perM(float level) { float l = level * 255.0; return 0.05 * l / max(255.0 - l, 0.02); }
void main() {
  vec2 m = camera + (at - 0.5) * size * mpp, along = normalize(wind + vec2(1e-4, 0.0)), side = vec2(-along.y, along.x);
  vec2 q = vec2(dot(m, side), dot(m, along)); float sway = fbm(m / 420.0, 2) * 1.6;
  vec2 uv = (m + (vec2(noise(m / 31.0), noise(m / 31.0 + 9.0)) - 0.5) * 22.0 - corner) / span;
  vec3 s = mix(texture(before, uv).rgb, texture(after, uv).rgb, mixing);
  float stroke = 0.8 + 0.4 * (0.7 * fbm(vec2(q.x / 58.0 + sway, q.y / 330.0), 3) + 0.3 * fbm(vec2(q.x / 17.0 + sway * 2.0, q.y / 120.0), 2));
  vec3 a = 1.0 - exp(-18.0 * vec3(perM(s.r), perM(s.g), perM(s.b)) * stroke);
  vec3 steps = 0.55 * a + 0.45 * (smoothstep(0.12, 0.22, a) * 0.3 + smoothstep(0.38, 0.5, a) * 0.3 + smoothstep(0.66, 0.78, a) * 0.4);
  float A = steps.r * strength, B = steps.g * whiteStrength, D = steps.b * dustStrength, sum = 1.0 - (1.0 - A) * (1.0 - B) * (1.0 - D);
  colour = vec4((black * A + white * B + dust * D) / (A + B + D + 1e-6), 1.0) * sum;
}`;

export class Smoke {
  private u: Uniforms;
  private planes: { second: number; t: WebGLTexture }[] = [];
  constructor(private gl: GL, private header: Header) { this.u = new Uniforms(gl, program(gl, FULL, SMOKE)); }

  /** Smoke is recorded every five seconds; between two samples the wash goes over from one to the other. */
  private plane(f: Frame): { second: number; t: WebGLTexture } {
    const at = f.second - (f.second % 5);
    let p = this.planes.find((q) => q.second === at);
    if (!p) {
      const { nx, ny } = this.header.smoke, data = new Uint8Array(3 * nx * ny), gl = this.gl;
      for (let i = 0; i < nx * ny; ++i) { data[3 * i] = f.smokeBlack[i]; data[3 * i + 1] = f.smokeWhite[i]; data[3 * i + 2] = f.dust[i] ?? 0; }
      p = { second: at, t: texture(gl, { internal: gl.RGB8, format: gl.RGB, type: gl.UNSIGNED_BYTE }, nx, ny, data, true) };
      this.planes.push(p);
      if (this.planes.length > 3) gl.deleteTexture(this.planes.shift()!.t);
    }
    return p;
  }

  forget(): void { for (const p of this.planes) this.gl.deleteTexture(p.t); this.planes = []; }

  paint(view: View, p: Palette, f: Frame, second: number, under: boolean, share: number, what: { smoke: boolean; dust: boolean }): void {
    const g = this.header.smoke;
    if (g.nx * g.ny === 0 || f.smokeBlack.length === 0) return;
    const gl = this.gl, after = this.plane(f), wash = (under ? p.smokeUnder : p.smokeOver) * share;
    const before = this.planes.find((q) => q.second === after.second - 5) ?? after;
    this.u.use().f("corner", g.x0_m, g.y0_m).f("span", g.nx * g.cell_m, g.ny * g.cell_m).f("camera", view.camera.x, view.camera.y)
      .f("size", view.sheet.w, view.sheet.h).f("mpp", view.mpp).f("wind", f.wind[0], f.wind[1])
      .f("mixing", Math.min(1, Math.max(0, (second - after.second) / 5)))
      .f("strength", what.smoke ? wash : 0).f("whiteStrength", what.smoke ? wash : 0).f("dustStrength", what.dust ? wash : 0).f("dust", ...rgb(p.dust))
      .f("black", ...rgb(p.smokeBlack)).f("white", ...rgb(p.smokeWhite))
      .texture("before", 0, before.t).texture("after", 1, after.t);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }
}

/** Places of flames now: burning cells of the map, and sources of smoke that the scenario declares to be aflame. */
export function flames(h: Header, f: Frame, view: View): { x: number; y: number; luck: number }[] {
  const out: { x: number; y: number; luck: number }[] = [], map = h.map, tick = f.second * h.ticks_per_second;
  const inside = (x: number, y: number): boolean => view.sees(view.X(x), view.Y(y), 30);
  const step = Math.max(2, view.mpp * 2.4);
  for (const s of h.smoke_sources) {
    if (!s.flaming || tick < s.from_tick || tick > s.until_tick) continue;
    const wide = Math.abs(s.x1_m - s.x0_m) >= Math.abs(s.y1_m - s.y0_m), length = wide ? s.x1_m - s.x0_m : s.y1_m - s.y0_m;
    for (let d = 0, n = 0; d < Math.abs(length); d += step, ++n) {
      const share = d / Math.abs(length), q = luck(Math.floor(d / 28), 5);
      if (q < 0.45 || luck(n, 3) < 0.2) continue; // a line of fire burns here and there
      const across = 0.15 + 0.7 * luck(Math.floor(d / 9), 11);
      const x = wide ? s.x0_m + share * length : s.x0_m + across * (s.x1_m - s.x0_m);
      const y = wide ? s.y0_m + across * (s.y1_m - s.y0_m) : s.y0_m + share * length;
      if (inside(x, y)) out.push({ x, y, luck: luck(n, 9) });
    }
  }
  if (f.fire.length > 0) {
    const c0 = Math.max(0, Math.floor((view.worldX(0) - map.x0_m) / map.cell_m)), c1 = Math.min(map.nx - 1, Math.ceil((view.worldX(view.sheet.w) - map.x0_m) / map.cell_m));
    const r0 = Math.max(0, Math.floor((view.worldY(view.sheet.h) - map.y0_m) / map.cell_m)), r1 = Math.min(map.ny - 1, Math.ceil((view.worldY(0) - map.y0_m) / map.cell_m));
    for (let j = r0; j <= r1; ++j) for (let i = c0; i <= c1; ++i) {
      if (f.fire[j * map.nx + i] !== 1) continue;
      const n = Math.max(1, Math.min(8, Math.round(map.cell_m / step)));
      for (let k = 0; k < n; ++k) out.push({ x: map.x0_m + (i + luck(i * 8 + k, j)) * map.cell_m, y: map.y0_m + (j + luck(j * 8 + k, i)) * map.cell_m, luck: luck(i + k, j) });
    }
  }
  return out.length > 6000 ? out.filter((_, i) => i % Math.ceil(out.length / 6000) === 0) : out;
}

export function paintFlames(c: CanvasRenderingContext2D, view: View, p: Palette, at: { x: number; y: number; luck: number }[],
                            wind: [number, number], flicker: number): void {
  if (at.length === 0) return;
  const z = view.mpp > 5 ? 0.65 : view.mpp > 2 ? 1 : view.mpp > 0.3 ? 2.2 : 5, lean = Math.max(-1, Math.min(1, wind[0] / 8)), up = 1 + Math.min(1, Math.abs(wind[1]) / 10);
  c.fillStyle = p.flame;
  c.globalAlpha = p.glow * 0.35;
  for (let i = 0; i < at.length; i += 4) { const r = 9 * z; c.beginPath(); c.arc(view.X(at[i].x), view.Y(at[i].y), r, 0, 6.2832); c.fill(); }
  c.globalAlpha = 1;
  c.lineCap = "round";
  c.lineWidth = 1.15 * Math.max(1, z * 0.55);
  for (const ember of [true, false]) {
    c.strokeStyle = ember ? p.ember : p.flame;
    c.beginPath();
    for (const f of at) {
      if (f.luck < 0.5 !== ember) continue;
      const x = view.X(f.x), y = view.Y(f.y), beat = 0.75 + 0.25 * Math.sin(flicker * 7 + f.luck * 40);
      const l = (1.4 + 7 * f.luck * f.luck) * z * beat * up * 0.8;
      c.moveTo(x, y);
      c.quadraticCurveTo(x + 1.4, y - l * 0.5, x + (0.35 + lean * 0.6) * l, y - l);
    }
    c.stroke();
  }
}
