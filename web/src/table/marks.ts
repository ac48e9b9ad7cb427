/** Shaders of the men: trails, marks of the middle distances, riders from above, strokes where men fell. */
import { Uniforms, program, type GL } from "./gl";
import { MEN_ATTRIBUTES } from "./men";

const COMMON = `precision highp float; precision highp int;
in vec2 placeA, placeB; in uvec4 lookA, lookB, stamp; in vec2 trailA;
uniform vec2 camera, size; uniform float mpp, t, dpr; uniform vec4 eye; uniform float truth; uniform sampler2D banners, fan;
uint statusOf(uint a) { return a & 7u; } uint heartOf(uint a) { return (a >> 3) & 7u; }
vec2 onSheet(vec2 m) { return (m - camera) / mpp; }             // CSS pixels from the middle, y up
vec4 clip(vec2 px) { return vec4(px / (size * 0.5), 0.0, 1.0); }
float turn() { float a = float(lookA.x), b = float(lookB.x), d = mod(b - a + 128.0, 256.0) - 128.0; return (a + d * t) * 0.0245436926; }
float seen(vec2 m) { vec2 d = m - eye.xy; float r = length(d);             // what a chosen man sees: his fan of rays
  if (eye.w < 0.5 || truth >= 1.0) return truth;
  float clear = r < 4.0 ? 1.0 : r >= eye.z ? 0.0 : textureLod(fan, vec2(r / eye.z, atan(d.y, d.x) * 0.159154943), 0.0).r;
  return max(truth, smoothstep(0.02, 0.3, clear)); }
const vec4 NOWHERE = vec4(2.0, 2.0, 2.0, 1.0);`;

const corner = `vec2 q = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;`;

const TRAIL_V = COMMON + `
uniform float alpha; uniform vec3 paleTrail; out vec4 tint; out float across;
void main() { ${corner}
  uint heart = heartOf(lookA.y);
  vec2 a = onSheet(trailA), b = onSheet(mix(placeA, placeB, t)), d = b - a; float l = length(d);
  float w = heart == 3u ? 0.26 : heart == 4u ? 0.34 : heart == 2u ? 0.22 : (stamp.y & 32u) != 0u ? 0.17 : 0.0;
  if (statusOf(lookA.y) != 0u || l < 2.5 || l > 900.0 || w == 0.0) { gl_Position = NOWHERE; return; }
  vec3 fill = texelFetch(banners, ivec2(int(stamp.x), 0), 0).rgb;
  if (dot(fill, vec3(0.3, 0.59, 0.11)) > 0.85) fill = paleTrail;
  tint = vec4(fill, w * alpha * seen(mix(placeA, placeB, t)));
  vec2 n = vec2(-d.y, d.x) / l; across = q.y;
  gl_Position = clip(mix(a, b, q.x * 0.5 + 0.5) + n * q.y * (0.35 + 0.5 / dpr)); }`;
const TRAIL_F = `precision highp float; in vec4 tint; in float across; out vec4 c;
void main() { c = vec4(tint.rgb, 1.0) * tint.a * smoothstep(1.0, 0.3, abs(across)); }`;

const DEAD_V = COMMON + `
uniform float alpha; uniform vec3 ink; out vec4 tint; out vec2 p; out vec2 box;
void main() { ${corner}
  uint s = statusOf(lookA.y);
  if (s == 0u || s == 3u || s == 5u) { gl_Position = NOWHERE; return; }
  vec2 m = placeA; float l = max(mpp > 2.0 ? 1.1 : 1.9, 0.55 / mpp), w = max(0.45, 0.16 / mpp), a = float(stamp.w) * 0.0246 + turn();
  box = vec2(l, w); p = q * (box + 1.0 / dpr); tint = vec4(ink, alpha * seen(m));
  gl_Position = clip(onSheet(m) + vec2(cos(a) * p.x - sin(a) * p.y, sin(a) * p.x + cos(a) * p.y)); }`;
const DEAD_F = `precision highp float; in vec4 tint; in vec2 p, box; uniform float dpr; out vec4 c;
void main() { vec2 d = abs(p) - box; c = vec4(tint.rgb, 1.0) * tint.a * clamp(0.5 - max(d.x, d.y) * dpr, 0.0, 1.0); }`;

const MARK_V = COMMON + `
uniform float alpha; out vec2 p; flat out vec4 form; flat out uvec4 kind; flat out uint arm; flat out vec3 fill; flat out vec4 edge; flat out float strength;
void main() { ${corner}
  if (statusOf(lookA.y) != 0u) { gl_Position = NOWHERE; return; }
  vec2 m = mix(placeA, placeB, t);
  bool foot = (stamp.y & 32u) == 0u;
  float near = 1.0 - smoothstep(1.7, 2.4, mpp);
  float l = max(mix(1.5, 2.1, near), 1.15 / mpp) * (foot ? 0.72 : 1.0), w = max(mix(0.78, 1.1, near), 0.42 / mpp);
  float armed = 1.0 - smoothstep(0.72, 0.98, mpp);                      // near enough to tell what he carries
  arm = (stamp.y >> 2) & 7u; form = vec4(l, w, near, armed); kind = uvec4(stamp.y & 3u, heartOf(lookA.y), lookA.w & 3u, stamp.z);
  fill = texelFetch(banners, ivec2(int(stamp.x), 0), 0).rgb; edge = texelFetch(banners, ivec2(int(stamp.x), 1), 0);
  strength = alpha * seen(m); p = q * (vec2(l + w, w) + 2.2 + armed * vec2(1.3 * l, w)); float a = turn();
  vec2 at = onSheet(m);
  if (abs(at.x) > size.x * 0.5 + 30.0 || abs(at.y) > size.y * 0.5 + 30.0 || strength < 0.004) { gl_Position = NOWHERE; return; }
  gl_Position = clip(at + vec2(cos(a) * p.x - sin(a) * p.y, sin(a) * p.x + cos(a) * p.y)); }`;
const MARK_F = `precision highp float; precision highp int;
in vec2 p; flat in vec4 form; flat in uvec4 kind; flat in uint arm; flat in vec3 fill; flat in vec4 edge; flat in float strength;
uniform float dpr; uniform vec3 dark, pale, hollow, cinnabar, ink; out vec4 c;
float cover(float d) { return clamp(0.5 - d * dpr, 0.0, 1.0); }
void over(inout vec4 c, vec3 rgb, float a) { c = vec4(rgb, 1.0) * a + c * (1.0 - a); }
void main() {
  float l = form.x, w = form.y, d;
  if (kind.x == 1u) { vec2 b = abs(p) - vec2(l, w); d = max(b.x, b.y); }
  else if (kind.x == 2u) { d = max(-p.x - l, dot(vec2(abs(p.y), p.x), normalize(vec2(2.0 * l, w * 1.7))) - w * 0.75); }
  else { vec2 b = vec2(max(abs(p.x) - l, 0.0), p.y); d = length(b) - w; }
  uint h = kind.y; bool loose = h == 2u || h == 3u || h == 4u, gone = h == 5u || h == 6u;
  bool big = w > 1.6;
  float line = kind.x == 1u ? 0.42 : loose ? 0.34 : h == 7u ? 0.9 : 0.55;
  float la = kind.x == 1u ? 0.78 : loose || gone ? 0.5 : 1.0;
  if (h == 1u && big && abs(p.x) < l * 0.3) la = 0.0;
  if (h == 1u && !big) la *= 0.75;
  float r = loose ? d + w * 0.16 : d;
  c = vec4(0.0);
  over(c, kind.x == 1u ? pale : dark, la * cover(r - line));
  vec3 f = fill;
  if (edge.a > 0.5 && p.x < -l * 0.38) f = edge.rgb;
  float inside = cover(r);
  if (big && (h == 3u || h == 4u || gone)) { over(c, hollow, inside); over(c, f, inside * (1.0 - cover(r + 0.9)));
    if (h == 4u) over(c, f, cover(length(p) - w * 0.5)); }
  else if (big && h == 2u) { over(c, p.y > 0.0 ? hollow : f, inside); over(c, f, inside * (1.0 - cover(r + 0.7))); }
  else over(c, gone ? mix(f, hollow, 0.5) : f, inside);
  if (h == 6u && big) over(c, pale, cover(abs(p.x) - 0.7) * inside);
  if (form.w > 0.0 && !gone) {                                          // lance or spear a long stroke, bow an arc, gun a bar, wagon an open box
    float y = p.y + w * 1.05, e = max(abs(p.x - l * 0.55) - l * (arm == 0u ? 1.3 : 0.95), abs(y) - 0.34);
    if (arm == 1u || arm == 3u) e = max(abs(length(p - vec2(l * 0.35, 0.0)) - max(w * 1.5, l * 0.85)) - 0.36, l * 0.75 - p.x);
    if (arm == 4u || arm == 5u) e = max(abs(p.x - l * 0.8) - l * 0.75, abs(y) - 0.7);
    if (arm == 6u) e = max(abs(max(abs(p.x) - l * 1.2, abs(p.y) - w * 1.6)) - 0.4, -p.x - l);
    over(c, ink, 0.85 * form.w * cover(e));
    if (arm == 0u && big) over(c, ink, 0.5 * form.w * cover(abs(r + 1.0) - 0.3));   // heavy armour: a doubled line
  }
  if (kind.z > 0u && form.z > 0.5) over(c, cinnabar, cover(length(p - vec2(l * 0.3, w)) - max(0.55, w * 0.35)));
  if (kind.w >= 2u) { float ring = abs(length(p) - l - w - 0.4) - 0.55; over(c, kind.w == 3u ? cinnabar : dark, cover(ring) * 0.9); }
  c *= strength;
}`;

const RIDER_V = COMMON + `
uniform float alpha; out vec2 p; flat out uvec4 kind; flat out uvec4 more; flat out vec3 fill; flat out vec4 edge; flat out float strength;
void main() { ${corner}
  uint s = statusOf(lookA.y);
  if (s == 5u || s == 3u && false) { gl_Position = NOWHERE; return; }
  vec2 m = mix(placeA, placeB, t), at = onSheet(m);
  if (s != 0u && s != 3u || abs(at.x) > size.x * 0.5 + 60.0 || abs(at.y) > size.y * 0.5 + 60.0) { gl_Position = NOWHERE; return; }
  kind = uvec4(stamp.y & 3u, heartOf(lookA.y), lookA.w & 3u, stamp.z);
  uint arm = (stamp.y >> 2) & 7u;
  if (arm == 0u && (lookA.z & 15u) == 6u) arm = 3u;                       // who shoots has his bow in hand
  more = uvec4(arm, (lookA.y >> 6) & 3u, stamp.w, s);
  fill = texelFetch(banners, ivec2(int(stamp.x), 0), 0).rgb; edge = texelFetch(banners, ivec2(int(stamp.x), 1), 0);
  strength = alpha * seen(m); p = q * 2.5; float a = turn();
  vec2 r = p / mpp;
  gl_Position = clip(at + vec2(cos(a) * r.x - sin(a) * r.y, sin(a) * r.x + cos(a) * r.y)); }`;
const RIDER_F = `precision highp float; precision highp int;
in vec2 p; flat in uvec4 kind, more; flat in vec3 fill; flat in vec4 edge; flat in float strength;
uniform float dpr, mpp; uniform vec3 dark, pale, hollow, cinnabar, helmet, weapon, ink, coats[6]; out vec4 c;
float cover(float d) { return clamp(0.5 - d / mpp * dpr, 0.0, 1.0); }       // d in metres
void over(inout vec4 c, vec3 rgb, float a) { c = vec4(rgb, 1.0) * a + c * (1.0 - a); }
float cone(vec2 q, vec2 a, vec2 b, float ra, float rb) { vec2 d = b - a; float h = clamp(dot(q - a, d) / dot(d, d), 0.0, 1.0);
  return length(q - a - d * h) - mix(ra, rb, h); }
float join(float a, float b, float k) { float h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0); return mix(b, a, h) - k * h * (1.0 - h); }
void main() {
  c = vec4(0.0); float px = mpp, luck = float(more.z) / 255.0; uint h = kind.y;
  bool mounted = more.y == 1u, second = kind.x == 1u;
  vec3 line = second ? pale : dark; bool free = h == 3u || h == 4u || h == 5u || h == 6u;
  over(c, vec3(0.11, 0.09, 0.07), 0.17 * smoothstep(0.25, -0.25, cone(p - vec2(0.0, -0.22), vec2(-0.8, 0.0), vec2(0.9, 0.0), 0.4, 0.3) - 0.1));
  if (mounted) {
    vec3 coat = coats[int(more.z) % 6];
    over(c, coat, cover(cone(p, vec2(-1.05, 0.0), vec2(-1.6, (luck - 0.5) * 0.4), 0.07, 0.03)));
    float body = join(cone(p, vec2(-0.72, 0.0), vec2(0.4, 0.0), 0.41, 0.33), cone(p, vec2(0.4, 0.0), vec2(1.2, 0.0), 0.27, 0.13), 0.18);
    body = join(body, cone(p, vec2(1.16, 0.0), vec2(1.42, 0.0), 0.15, 0.1), 0.05);
    over(c, line, cover(body - 0.9 * px)); over(c, coat, cover(body));
    over(c, mix(coat, vec3(0.0), 0.35), cover(cone(p, vec2(0.55, 0.0), vec2(1.18, 0.0), 0.05, 0.04)));
  }
  // weapon
  vec2 w = p - vec2(0.0, -0.02); float arm; uint a = more.x;
  if (a == 3u || a == 1u) { vec2 o = w - vec2(0.1, -0.4);     // a bow and its string
    arm = min(max(abs(length(o) - 0.52) - 0.034, 0.2 - o.x), max(abs(o.x - 0.2) - 0.012, abs(o.y) - 0.48)); }
  else if (a == 4u) arm = cone(w, vec2(-0.1, -0.5), vec2(1.0, -0.52), 0.06, 0.045);
  else if (a == 5u) arm = cone(w, vec2(-0.2, -0.5), vec2(0.8, -0.5), 0.03, 0.05);
  else if (a == 2u) arm = cone(w, vec2(-0.7, -0.5), vec2(1.25, -0.55), 0.03, 0.02);
  else arm = cone(w, vec2(-0.9, -0.5), vec2(1.7, -0.58), 0.035, 0.02);
  if (h == 5u || h == 6u) arm = cone(w, vec2(-0.6, -0.95), vec2(0.5, -1.1), 0.03, 0.03);
  over(c, weapon, cover(arm - 0.2 * px));
  // rider
  float r = mounted ? 0.5 : 0.42; vec2 q = p - vec2(-0.05, 0.0);
  float shoulders = length(q * vec2(1.25, 0.92)) - r;
  float d = second ? max(abs(q.x), abs(q.y)) - r * 0.86 : kind.x == 2u ? max(-q.x - r * 0.6, dot(vec2(abs(q.y), q.x), vec2(0.86, 0.5)) - r * 0.55) : (mounted ? length(q) - r : shoulders);
  float angle = atan(q.y, q.x), dash = 1.0;
  if (h == 1u || h == 2u) dash = step(0.36, fract(angle * 1.2732));
  if (h == 3u) over(c, line, 0.8 * cover(abs(p.y) - 0.5 * px) * step(p.x, -r - 0.1) * step(-1.15, p.x) * (mounted ? 0.0 : 1.0));
  over(c, line, dash * cover(d - 1.7 * px));
  over(c, free ? hollow : fill, cover(d));
  if (h == 2u) over(c, hollow, cover(d) * step(0.0, q.y));
  over(c, edge.a > 0.5 ? edge.rgb : fill, cover(d) * (1.0 - cover(d + 0.13)) * (h == 1u || h == 2u ? dash : 1.0));
  if (h == 4u) { over(c, dark, cover(length(q) - r * 0.42 - 0.6 * px)); over(c, fill, cover(length(q) - r * 0.42)); }
  else if (!free) over(c, helmet, cover(length(q) - r * 0.36));
  if (!free) over(c, mix(helmet, fill, 0.6), cover(length(q) - r * 0.1));
  if (h == 6u) over(c, pale, cover(abs(q.x) - 0.09) * cover(d));
  if (h == 7u) over(c, line, cover(abs(d - 0.22) - 0.05));
  if (kind.z > 0u) over(c, cinnabar, cover(length(q - vec2(0.05, r * 0.95)) - 0.13));
  if (kind.w >= 1u) { float ring = abs(length(q) - r - (kind.w >= 2u ? 0.48 : 0.34)) ;
    over(c, hollow, 0.8 * cover(ring - 1.6 * px)); over(c, kind.w == 3u ? cinnabar : ink, cover(ring - 0.7 * px)); }
  if (more.w == 3u) c *= 0.6;
  c *= strength;
}`;

export interface MenPrograms { trail: Uniforms; dead: Uniforms; mark: Uniforms; rider: Uniforms }
export function menPrograms(gl: GL): MenPrograms {
  const make = (v: string, f: string): Uniforms => new Uniforms(gl, program(gl, v, f, MEN_ATTRIBUTES));
  return { trail: make(TRAIL_V, TRAIL_F), dead: make(DEAD_V, DEAD_F), mark: make(MARK_V, MARK_F), rider: make(RIDER_V, RIDER_F) };
}
