/** The few words of WebGL2 that the table needs. */
export type GL = WebGL2RenderingContext;

export function program(gl: GL, vertex: string, fragment: string, attributes: string[] = []): WebGLProgram {
  const p = gl.createProgram()!;
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
    const s = gl.createShader(kind)!;
    gl.shaderSource(s, "#version 300 es\n" + text);
    gl.compileShader(s);
    if (!gl.getShaderParameter(s, gl.COMPILE_STATUS) && !gl.isContextLost())
      throw new Error(`a shader does not compile: ${gl.getShaderInfoLog(s)}`);
    gl.attachShader(p, s);
  }
  attributes.forEach((name, i) => gl.bindAttribLocation(p, i, name));
  gl.linkProgram(p);
  if (!gl.getProgramParameter(p, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`a shader does not link: ${gl.getProgramInfoLog(p)}`);
  return p;
}

/** Uniforms by name, looked up once. */
export class Uniforms {
  private at = new Map<string, WebGLUniformLocation | null>();
  constructor(private gl: GL, readonly program: WebGLProgram) {}
  private of(name: string): WebGLUniformLocation | null {
    if (!this.at.has(name)) this.at.set(name, this.gl.getUniformLocation(this.program, name));
    return this.at.get(name)!;
  }
  use(): this { this.gl.useProgram(this.program); return this; }
  f(name: string, ...v: number[]): this {
    const l = this.of(name), gl = this.gl;
    if (v.length === 1) gl.uniform1f(l, v[0]);
    else if (v.length === 2) gl.uniform2f(l, v[0], v[1]);
    else if (v.length === 3) gl.uniform3f(l, v[0], v[1], v[2]);
    else gl.uniform4f(l, v[0], v[1], v[2], v[3]);
    return this;
  }
  i(name: string, v: number): this { this.gl.uniform1i(this.of(name), v); return this; }
  texture(name: string, unit: number, t: WebGLTexture): this {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(this.gl.TEXTURE_2D, t);
    return this.i(name, unit);
  }
}

export interface TextureKind { internal: number; format: number; type: number }
export const kinds = (gl: GL) => ({
  r8: { internal: gl.R8, format: gl.RED, type: gl.UNSIGNED_BYTE },
  rgba8: { internal: gl.RGBA8, format: gl.RGBA, type: gl.UNSIGNED_BYTE },
  r32f: { internal: gl.R32F, format: gl.RED, type: gl.FLOAT },
  rg16f: { internal: gl.RG16F, format: gl.RG, type: gl.FLOAT },
});

export function texture(gl: GL, kind: TextureKind, w: number, h: number, data: ArrayBufferView | null, linear: boolean): WebGLTexture {
  const t = gl.createTexture()!;
  gl.bindTexture(gl.TEXTURE_2D, t);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.texImage2D(gl.TEXTURE_2D, 0, kind.internal, w, h, 0, kind.format, kind.type, data);
  const filter = linear ? gl.LINEAR : gl.NEAREST;
  for (const [name, v] of [[gl.TEXTURE_MIN_FILTER, filter], [gl.TEXTURE_MAG_FILTER, filter],
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, name, v);
  return t;
}

/** A triangle that covers the whole target; no buffer is needed. */
export const FULL = `
out vec2 at;
void main() { at = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2)); gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0); }`;

export const NOISE = `
float hash(ivec2 p) { uint n = uint(p.x) * 374761393u + uint(p.y) * 668265263u; n = (n ^ (n >> 13)) * 1274126177u;
  return float(n ^ (n >> 16)) / 4294967296.0; }
float noise(vec2 p) { ivec2 i = ivec2(floor(p)); vec2 f = fract(p), u = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + ivec2(1, 0)), u.x), mix(hash(i + ivec2(0, 1)), hash(i + ivec2(1, 1)), u.x), u.y); }
float fbm(vec2 p, int octaves) { float s = 0.0, a = 0.5, n = 0.0;
  for (int i = 0; i < octaves; ++i) { s += a * noise(p); n += a; p = p * 2.03 + vec2(17.1, 9.7); a *= 0.5; } return s / n; }`;
