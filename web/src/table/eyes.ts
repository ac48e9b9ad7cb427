/** What a chosen man sees, on the table: his fan of rays as a texture, and paper over the ground that he does not see. */
import { RAYS, STEPS, type Fan } from "../senses/sight";
import type { View } from "./camera";
import { FULL, kinds, program, texture, Uniforms, type GL } from "./gl";
import { rgb, type Palette } from "./palette";

const WASH = `precision highp float;
in vec2 at; out vec4 colour;
uniform vec2 camera, size, eye; uniform float mpp, reach, share; uniform vec3 paper; uniform sampler2D fan;
void main() {
  vec2 d = camera + (at - 0.5) * size * mpp - eye; float r = length(d);
  float clear = r >= reach ? 0.0 : texture(fan, vec2(r / reach, atan(d.y, d.x) * 0.159154943)).r;
  clear = max(smoothstep(0.0, 0.35, clear), 1.0 - smoothstep(8.0, 20.0, r));
  float a = 0.7 * share * (1.0 - clear);
  colour = vec4(paper * a, a);
}`;

/** How dark the table grows as the light fails: none down to 10,000 lux (a dull day), half at a tenth of one (a full moon). */
export const gloomOf = (lux: number | null): number => (lux === null ? 0 : Math.round(50 * Math.min(1, Math.max(0, (4 - Math.log10(Math.max(lux, 1e-3))) / 5))) / 100);

export class Eyes {
  readonly texture: WebGLTexture;
  private u: Uniforms;
  private sent: Fan | null = null;
  constructor(private gl: GL) {
    this.u = new Uniforms(gl, program(gl, FULL, WASH));
    this.texture = texture(gl, kinds(gl).r8, STEPS, RAYS, new Uint8Array(RAYS * STEPS), true);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.REPEAT);
  }
  set(f: Fan | null): void {
    if (f === null || f === this.sent) return;
    this.sent = f;
    const gl = this.gl;
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, STEPS, RAYS, gl.RED, gl.UNSIGNED_BYTE, f.clear);
  }
  wash(view: View, p: Palette, f: Fan, share: number): void {
    this.u.use().f("camera", view.camera.x, view.camera.y).f("size", view.sheet.w, view.sheet.h).f("eye", f.x, f.y).f("mpp", view.mpp)
      .f("reach", f.reach_m).f("share", share).f("paper", ...rgb(p.paper)).texture("fan", 0, this.texture);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
  }
}
