/** The ground as a good campaign map has it: relief drawn, land cover with organic edges, water, burnt grass. */
import { FULL, NOISE, Uniforms, kinds, program, texture, type GL } from "./gl";
import type { Land } from "./land";
import { rgb, type Palette } from "./palette";
import type { View } from "./camera";

const GROUND = `precision highp float;
precision highp int;
in vec2 at; out vec4 colour;
uniform vec2 corner, span, camera, size; uniform float mpp, cell, dpr, lightShare, shadeShare, hasFire, wetness, gloom;
uniform sampler2D height, slope, shore, cover, cover2, fire, lines;
uniform vec3 paper, grass, grass2, burnt, burnt2, sand, water, deep, wood, crop, reed, hi, lo, contour;
${NOISE}
float heightAt(vec2 m) { vec2 p = (m - corner) / cell - 0.5; ivec2 i = ivec2(floor(p)), top = textureSize(height, 0) - 1; vec2 f = fract(p);
  float a = texelFetch(height, clamp(i, ivec2(0), top), 0).r, b = texelFetch(height, clamp(i + ivec2(1, 0), ivec2(0), top), 0).r;
  float c = texelFetch(height, clamp(i + ivec2(0, 1), ivec2(0), top), 0).r, d = texelFetch(height, clamp(i + ivec2(1, 1), ivec2(0), top), 0).r;
  return mix(mix(a, b, f.x), mix(c, d, f.x), f.y); }
float edge(float share, float n) { return smoothstep(0.36, 0.64, share + (n - 0.5) * 0.55 * step(0.001, share) * step(share, 0.999)); }
void main() {
  vec2 m = camera + (at - 0.5) * size * mpp, uv = (m - corner) / span;
  float man = 1.0 - smoothstep(0.25, 0.36, mpp), near = 1.0 - smoothstep(1.4, 2.4, mpp);
  float tone = fbm(m / vec2(230.0, 150.0), 3);
  vec3 c = mix(grass, grass2, clamp(tone * 1.3 - 0.15, 0.0, 1.0));
  if (near > 0.0) c = mix(c, grass2, near * 0.35 * fbm(m / (man > 0.5 ? 2.2 : 14.0), 2));
  float ragged = fbm(m / 46.0, 3), fine = fbm(m / 15.0, 2);
  vec4 k = texture(cover, uv), k2 = texture(cover2, uv);
  c = mix(c, mix(crop, grass2, 0.3 * fine), edge(k.a, ragged) * 0.9);
  c = mix(c, mix(reed, grass2, 0.4 * fine), edge(k2.r, ragged) * 0.8);
  c = mix(c, mix(wood, grass2, 0.35 * fine), edge(k.b, ragged) * 0.85);
  c = mix(c, mix(grass, sand, 0.55), edge(k2.g, ragged) * 0.7);
  float b = edge(k.r, ragged);
  if (hasFire > 0.5) b = max(b, smoothstep(0.2, 0.8, texture(fire, uv).r * 3.0 + (ragged - 0.5) * 0.8));
  b *= fbm(m / vec2(150.0, 110.0) + 40.0, 3) > 0.69 ? 0.25 : 1.0;   // islands of grass that the fire spared
  if (b > 0.0) c = mix(c, mix(burnt, burnt2, clamp(fbm(m / vec2(120.0, 60.0), 4) * 1.6 - 0.3, 0.0, 1.0)), b * 0.93);
  vec2 d = texture(shore, uv).rg;
  float bed = max(smoothstep(4.0, -6.0, d.y), edge(k.g, ragged));
  c = mix(c, mix(sand, grass2, fbm(m / vec2(70.0, 24.0), 3) * 0.5), bed);
  float wobble = (fbm(m / 38.0, 2) - 0.5) * 5.0;
  float wet = smoothstep(2.5, -1.5, d.x + wobble);
  c = mix(c, mix(water, deep, smoothstep(0.0, -24.0, d.x)), wet);
  vec2 s = texture(slope, uv).rg;
  float exaggerate = (mpp > 2.0 ? 0.95 : mpp > 0.6 ? 0.8 : 0.5), soft = 1.0 - wet * 0.8;
  float rough = man * 0.05 * (noise(m / 1.3) - 0.5);
  float sh = clamp((s.x - s.y) * 5.8 * exaggerate + rough, -1.0, 1.0) * soft;  // light from the north-west
  c = sh > 0.0 ? mix(c, hi, sh * lightShare) : mix(c, lo, -sh * shadeShare);
  if (man < 0.5 && d.y > 8.0) {
    float f = heightAt(m) / 2.0, w = max(length(s) * mpp / 2.0 / dpr, 1e-4), e = abs(f - round(f)) / w;
    if (e < 1.1 && length(s) > 0.0008) c = mix(c, contour, (1.0 - e / 1.1) * (mod(abs(round(f)), 5.0) < 0.5 ? 0.5 : 0.26) * (1.0 - b * 0.6));
  }
  c += (hash(ivec2(gl_FragCoord.xy)) - 0.5) * (b > 0.5 ? 0.035 : 0.02);
  c *= 1.0 - 0.06 * wetness;                                            // rain darkens the ground
  c = mix(c, c * vec3(0.52, 0.58, 0.74), gloom);                        // so does the failing light
  vec2 off = max(max(corner - m, m - corner - span), vec2(0.0));
  c = mix(c, paper, smoothstep(0.0, 60.0, max(off.x, off.y)) * 0.999);
  vec4 l = texture(lines, vec2(at.x, 1.0 - at.y));
  colour = vec4(c * (1.0 - l.a) + l.rgb, 1.0);
}`;

/** Keeps the ground in a texture of its own and paints it anew only when the camera, the theme or the fire moves. */
export class Ground {
  private u: Uniforms;
  private blit: Uniforms;
  private target: WebGLFramebuffer;
  private picture: WebGLTexture;
  private lines: WebGLTexture;
  private fire: WebGLTexture;
  private hasFire = false;
  private w = 0; private h = 0;
  private known = "";
  constructor(private gl: GL, private land: Land) {
    this.u = new Uniforms(gl, program(gl, FULL, GROUND));
    this.blit = new Uniforms(gl, program(gl, FULL,
      `precision mediump float; in vec2 at; out vec4 c; uniform sampler2D image; void main() { c = texture(image, at); }`));
    this.target = gl.createFramebuffer()!;
    const k = kinds(gl);
    this.picture = texture(gl, k.rgba8, 1, 1, null, true);
    this.lines = texture(gl, k.rgba8, 1, 1, new Uint8Array(4), true);
    this.fire = texture(gl, k.r8, 1, 1, new Uint8Array(1), true);
  }

  /** Other land in the place of the old: the editor's, whenever it was drawn on. */
  lay(land: Land): void {
    const { height, slope, shore, cover, cover2 } = this.land;
    for (const t of [height, slope, shore, cover, cover2]) this.gl.deleteTexture(t);
    this.land = land;
    this.known = "";
  }

  setFire(cells: Uint8Array): void {
    const gl = this.gl, { nx, ny } = this.land.map;
    if (cells.length === 0) { this.hasFire = false; return; }
    gl.deleteTexture(this.fire);
    this.fire = texture(gl, kinds(gl).r8, nx, ny, cells.map((v) => (v > 0 ? 85 : 0)), true);
    this.hasFire = true;
    this.known = "";
  }

  /** `paintLines` draws hachures, roads and the like on a canvas of the size of the sheet. */
  paint(view: View, p: Palette, sky: { wet: number; gloom: number }, paintLines: () => HTMLCanvasElement): void {
    const { gl } = this, { w, h, dpr } = view.sheet, W = Math.round(w * dpr), H = Math.round(h * dpr);
    const key = [view.camera.x, view.camera.y, view.mpp, W, H, p.paper, sky.wet, sky.gloom].join();
    if (key !== this.known) {
      this.known = key;
      if (W !== this.w || H !== this.h) {
        gl.bindTexture(gl.TEXTURE_2D, this.picture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, W, H, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
        this.w = W; this.h = H;
      }
      gl.bindTexture(gl.TEXTURE_2D, this.lines);
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, paintLines());
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
      this.fresh(view, p, sky, W, H);
    }
    gl.disable(gl.BLEND);
    this.blit.use().texture("image", 0, this.picture);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.enable(gl.BLEND);
  }

  private fresh(view: View, p: Palette, sky: { wet: number; gloom: number }, W: number, H: number): void {
    const { gl, land } = this, m = land.map, { w, h, dpr } = view.sheet;
    const into = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.picture, 0);
    gl.viewport(0, 0, W, H);
    gl.disable(gl.BLEND);
    const u = this.u.use();
    u.f("corner", m.x0_m, m.y0_m).f("span", m.nx * m.cell_m, m.ny * m.cell_m).f("camera", view.camera.x, view.camera.y)
      .f("size", w, h).f("mpp", view.mpp).f("cell", m.cell_m).f("dpr", dpr)
      .f("lightShare", p.lightShare).f("shadeShare", p.shadeShare).f("hasFire", this.hasFire ? 1 : 0)
      .f("wetness", sky.wet).f("gloom", sky.gloom);
    const colours: [string, string][] = [["paper", p.paper], ["grass", p.grass], ["grass2", p.grass2], ["burnt", p.burnt],
      ["burnt2", p.burnt2], ["sand", p.sand], ["water", p.water], ["deep", p.deep], ["wood", p.wood], ["crop", p.crop],
      ["reed", p.reed], ["hi", p.light], ["lo", p.shade], ["contour", p.contour]];
    for (const [name, hex] of colours) u.f(name, ...rgb(hex));
    u.texture("height", 0, land.height).texture("slope", 1, land.slope).texture("shore", 2, land.shore)
      .texture("cover", 3, land.cover).texture("cover2", 4, land.cover2).texture("fire", 5, this.fire).texture("lines", 6, this.lines);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindFramebuffer(gl.FRAMEBUFFER, into);
    gl.viewport(0, 0, W, H);
  }
}
