/** The table: ground, smoke and men in WebGL2. Signals, names and furniture lie on a second canvas (sheet/). */
import type { Frame, Header, Layers } from "../record/types";
import { levels, View } from "./camera";
import { Ground } from "./ground";
import { makeLand, type Land } from "./land";
import { GroundLines } from "./lines";
import { Men } from "./men";
import { menPrograms, type MenPrograms } from "./marks";
import { palette, rgb, type Theme } from "./palette";
import { Smoke } from "./smoke";
import { Eyes, gloomOf } from "./eyes";
import type { Fan } from "../senses/sight";
import type { GL, Uniforms } from "./gl";

export interface Look {
  theme: Theme;
  /** 1 truth .. 0 only what the chosen man sees */
  truth: number;
  /** what he could see from where he stands; null: nobody is chosen */
  eye: Fan | null;
  /** how much of the paper lies on the ground that he cannot see, 0..1 */
  wash: number;
  showSmoke: boolean; showDust: boolean; showRain: boolean; showTrails: boolean;
}

export class Table {
  readonly land: Land;
  private gl: GL;
  private ground: Ground;
  private lines: GroundLines;
  private smoke: Smoke;
  private men: Men;
  private programs: MenPrograms;
  private eyes: Eyes;
  private theme: Theme | null = null;
  private fireAt = -1;

  constructor(readonly canvas: HTMLCanvasElement, header: Header, layers: Layers) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, preserveDrawingBuffer: true, powerPreference: "high-performance" });
    if (!gl) throw new Error("WebGL2 is not to be had in this browser");
    this.gl = gl;
    this.land = makeLand(gl, header, layers);
    this.ground = new Ground(gl, this.land);
    this.lines = new GroundLines(header, layers, this.land);
    this.smoke = new Smoke(gl, header);
    this.men = new Men(gl, header, layers);
    this.programs = menPrograms(gl);
    this.eyes = new Eyes(gl);
  }

  forget(): void { this.men.forget(); this.smoke.forget(); this.fireAt = -1; }

  paint(view: View, a: Frame, b: Frame, t: number, look: Look): void {
    const { gl } = this, { w, h, dpr } = view.sheet, p = palette(look.theme);
    const W = Math.round(w * dpr), H = Math.round(h * dpr);
    if (this.canvas.width !== W || this.canvas.height !== H) { this.canvas.width = W; this.canvas.height = H; }
    if (this.theme !== look.theme) { this.theme = look.theme; this.men.setTheme(look.theme); }
    const fire = a.second - (a.second % 5);
    if (a.fire.length > 0 && fire !== this.fireAt) { this.fireAt = fire; this.ground.setFire(a.fire); }
    gl.viewport(0, 0, W, H);
    const sky = { wet: look.showRain && a.rain_mm_h > 0 ? 1 : 0, gloom: gloomOf(a.light_lux) };
    this.ground.paint(view, p, sky, () => this.lines.paint(view, p, a.wind));
    this.eyes.set(look.eye);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const level = levels(view.mpp);
    this.mixing = t;
    this.men.bind(a, b);
    if (level.block < 1) this.stroke(view, look, "dead", 1 - level.block, (u) => u.f("ink", ...rgb(p.dead)), p.deadAlpha);
    else this.stroke(view, look, "dead", 1, (u) => u.f("ink", ...rgb(p.dead)), p.deadAlpha * 0.4);
    if (look.showTrails && level.mark > 0) this.stroke(view, look, "trail", level.mark, (u) => u.f("paleTrail", ...rgb(p.paleTrail)), 1);
    const second = a.second + t, seen = Math.max(look.truth, 0.25), air = { smoke: look.showSmoke, dust: look.showDust && a.dust.length > 0 };
    if (air.smoke || air.dust) this.smoke.paint(view, p, a, second, true, seen, air);
    if (level.mark > 0) this.stroke(view, look, "mark", level.mark, (u) => u.f("dark", ...rgb(p.outline)).f("pale", ...rgb(p.pale))
      .f("hollow", ...rgb(p.paper)).f("cinnabar", ...rgb(p.cinnabar)).f("ink", ...rgb(p.ink)), 1);
    if (level.man > 0) this.stroke(view, look, "rider", level.man, (u) => {
      u.f("dark", ...rgb(p.outline)).f("pale", ...rgb(p.pale)).f("hollow", ...rgb(p.paper)).f("cinnabar", ...rgb(p.cinnabar))
        .f("helmet", ...rgb(p.helmet)).f("weapon", ...rgb(p.weapon)).f("ink", ...rgb(p.ink));
      p.coats.forEach((hex, i) => u.f(`coats[${i}]`, ...rgb(hex)));
    }, 1);
    if (air.smoke || air.dust) this.smoke.paint(view, p, a, second, false, seen, air);
    if (look.eye && look.wash > 0) this.eyes.wash(view, p, look.eye, look.wash);
  }

  private mixing = 0;
  private stroke(view: View, look: Look, which: keyof MenPrograms, share: number, more: (u: Uniforms) => void, alpha: number): void {
    const { gl } = this, u = this.programs[which].use(), { w, h, dpr } = view.sheet;
    u.f("camera", view.camera.x, view.camera.y).f("size", w, h).f("mpp", view.mpp).f("dpr", dpr).f("t", this.mixing)
      .f("truth", look.truth).f("alpha", alpha * share);
    if (look.eye) u.f("eye", look.eye.x, look.eye.y, look.eye.reach_m, 1); else u.f("eye", 0, 0, 1, 0);
    u.texture("banners", 0, this.men.banners).texture("fan", 1, this.eyes.texture);
    more(u);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.men.n);
  }
}
