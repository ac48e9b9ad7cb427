/** Makes textures of the map: height, slope, distances to water and bank, shares of land cover. */
import type { Header, Layers, Point, ViewMap } from "../record/types";
import { kinds, texture, type GL } from "./gl";

export interface Land {
  map: ViewMap;
  height: WebGLTexture; slope: WebGLTexture; shore: WebGLTexture; cover: WebGLTexture; cover2: WebGLTexture;
  /** metres to the edge of water (x) and of the channel (y); negative inside */
  distance: Float32Array;
}

/** Squared distance of a place from a line of points. */
export function fromLine(points: Point[], x: number, y: number): number {
  let best = Infinity;
  for (let k = 0; k + 1 < points.length; ++k) {
    const a = points[k], dx = points[k + 1].x_m - a.x_m, dy = points[k + 1].y_m - a.y_m, l2 = dx * dx + dy * dy;
    const t = l2 > 0 ? Math.min(1, Math.max(0, ((x - a.x_m) * dx + (y - a.y_m) * dy) / l2)) : 0;
    const px = x - a.x_m - t * dx, py = y - a.y_m - t * dy;
    best = Math.min(best, px * px + py * py);
  }
  return best;
}

const FAR = 400;

function distances(map: ViewMap, layers: Layers): Float32Array {
  const { nx, ny, cell_m, x0_m, y0_m } = map, out = new Float32Array(2 * nx * ny).fill(FAR);
  for (const r of map.rivers ?? []) {
    for (let j = 0; j < ny; ++j) for (let i = 0; i < nx; ++i) {
      const d = Math.sqrt(fromLine(r.centre, x0_m + (i + 0.5) * cell_m, y0_m + (j + 0.5) * cell_m)), c = 2 * (j * nx + i);
      out[c] = Math.min(out[c], d - r.water_width_m / 2);
      out[c + 1] = Math.min(out[c + 1], d - Math.max(r.channel_width_m, r.water_width_m) / 2);
    }
  }
  addLakes(out, map, layers);
  return out;
}

/** Water that no river explains (imported maps): distance by a chamfer walk over the cells. */
function addLakes(out: Float32Array, map: ViewMap, layers: Layers): void {
  const { nx, ny, cell_m } = map, n = nx * ny, wet = new Uint8Array(n);
  let any = false;
  for (let c = 0; c < n; ++c) if (layers.water_m[c] > 0.05 && out[2 * c] > cell_m) { wet[c] = 1; any = true; }
  if (!any) return;
  const outside = chamfer(wet, 1, nx, ny), inside = chamfer(wet, 0, nx, ny);
  for (let c = 0; c < n; ++c) {
    const d = (wet[c] ? 0.5 - inside[c] : outside[c] - 0.5) * cell_m;
    out[2 * c] = Math.min(out[2 * c], d);
    out[2 * c + 1] = Math.min(out[2 * c + 1], d - cell_m);
  }
}

/** Distance in cells to the nearest cell of that kind. */
function chamfer(of: Uint8Array, kind: number, nx: number, ny: number): Float32Array {
  const d = new Float32Array(nx * ny).fill(1e6), S = Math.SQRT2;
  for (let c = 0; c < d.length; ++c) if (of[c] === kind) d[c] = 0;
  const pass = (j0: number, j1: number, step: number): void => {
    for (let j = j0; j !== j1; j += step) for (let k = 0; k < nx; ++k) {
      const i = step > 0 ? k : nx - 1 - k, c = j * nx + i, up = c - step * nx, back = i - step;
      if (back >= 0 && back < nx) d[c] = Math.min(d[c], d[c - step] + 1);
      if (j - step < 0 || j - step >= ny) continue;
      d[c] = Math.min(d[c], d[up] + 1);
      if (i > 0) d[c] = Math.min(d[c], d[up - 1] + S);
      if (i < nx - 1) d[c] = Math.min(d[c], d[up + 1] + S);
    }
  };
  pass(0, ny, 1);
  pass(ny - 1, -1, -1);
  return d;
}

function slopes(map: ViewMap, h: Float32Array): Float32Array {
  const { nx, ny, cell_m } = map, out = new Float32Array(2 * nx * ny);
  for (let j = 0; j < ny; ++j) for (let i = 0; i < nx; ++i) {
    const w = Math.max(0, i - 1), e = Math.min(nx - 1, i + 1), s = Math.max(0, j - 1), n = Math.min(ny - 1, j + 1);
    out[2 * (j * nx + i)] = (h[j * nx + e] - h[j * nx + w]) / (Math.max(1, e - w) * cell_m);
    out[2 * (j * nx + i) + 1] = (h[n * nx + i] - h[s * nx + i]) / (Math.max(1, n - s) * cell_m);
  }
  return out;
}

/** Shares of four covers as bytes, softened over three cells, so that the shader may draw an organic edge. */
function shares(map: ViewMap, cover: Uint8Array, of: number[]): Uint8Array {
  const { nx, ny } = map, out = new Uint8Array(4 * nx * ny);
  for (let j = 0; j < ny; ++j) for (let i = 0; i < nx; ++i) {
    for (let k = 0; k < of.length; ++k) {
      let sum = 0;
      for (let dj = -1; dj <= 1; ++dj) for (let di = -1; di <= 1; ++di) {
        const c = Math.min(ny - 1, Math.max(0, j + dj)) * nx + Math.min(nx - 1, Math.max(0, i + di));
        if (cover[c] === of[k]) sum += (2 - Math.abs(di)) * (2 - Math.abs(dj));
      }
      out[4 * (j * nx + i) + k] = Math.round((sum * 255) / 16);
    }
  }
  return out;
}

export function makeLand(gl: GL, h: Header, layers: Layers): Land {
  const map = h.map, k = kinds(gl), { nx, ny } = map, distance = distances(map, layers);
  return {
    map, distance,
    height: texture(gl, k.r32f, nx, ny, layers.height_m, false),
    slope: texture(gl, k.rg16f, nx, ny, slopes(map, layers.height_m), true),
    shore: texture(gl, k.rg16f, nx, ny, distance, true),
    cover: texture(gl, k.rgba8, nx, ny, shares(map, layers.cover, [2, 3, 7, 5]), true),
    cover2: texture(gl, k.rgba8, nx, ny, shares(map, layers.cover, [6, 0, 1, 8]), true),
  };
}
