/** Lines of one value in a field of numbers: marching squares, joined into ways, corners cut once. */
import type { Field } from "./hearing";

export type Way = [number, number][];

/** Ways along which the field is nought; metres of the map. */
export function contour(f: Field): Way[] {
  const next = new Map<number, number[]>(), at = new Map<number, [number, number]>(), { n, value } = f;
  // An edge is named by its lower left corner and whether it goes right (0) or up (1).
  const edge = (i: number, j: number, up: 0 | 1): number => {
    const id = 2 * (j * n + i) + up;
    if (!at.has(id)) {
      const a = value[j * n + i], b = value[(j + up) * n + i + 1 - up], t = a / (a - b);
      at.set(id, [f.x0 + (i + (up ? 0 : t)) * f.step, f.y0 + (j + (up ? t : 0)) * f.step]);
    }
    return id;
  };
  const join = (a: number, b: number): void => { for (const [p, q] of [[a, b], [b, a]]) next.set(p, [...(next.get(p) ?? []), q]); };
  for (let j = 0; j + 1 < n; ++j) for (let i = 0; i + 1 < n; ++i) {
    const c = [value[j * n + i], value[j * n + i + 1], value[(j + 1) * n + i + 1], value[(j + 1) * n + i]].map((v) => v > 0);
    const sides = [() => edge(i, j, 0), () => edge(i + 1, j, 1), () => edge(i, j + 1, 0), () => edge(i, j, 1)];
    const cut = [0, 1, 2, 3].filter((k) => c[k] !== c[(k + 1) % 4]);
    if (cut.length === 2) join(sides[cut[0]](), sides[cut[1]]());
    // A saddle: the middle decides which corners hang together.
    else if (cut.length === 4) {
      const middle = value[j * n + i] + value[j * n + i + 1] + value[(j + 1) * n + i + 1] + value[(j + 1) * n + i] > 0;
      const turn = c[0] === middle ? 0 : 1;
      join(sides[turn](), sides[turn + 1]()); join(sides[turn + 2](), sides[(turn + 3) % 4]());
    }
  }
  return ways(next, at).map(cutCorners);
}

function ways(next: Map<number, number[]>, at: Map<number, [number, number]>): Way[] {
  const out: Way[] = [], done = new Set<number>();
  const follow = (start: number): void => {
    const way: Way = [];
    let id: number | undefined = start;
    while (id !== undefined && !done.has(id)) { done.add(id); way.push(at.get(id)!); id = next.get(id)!.find((q) => !done.has(q)); }
    const last = next.get(start)!;
    if (way.length > 2 && last.length === 2) way.push(way[0]); // it closes on itself
    if (way.length > 3) out.push(way);
  };
  for (const [id, to] of next) if (to.length === 1 && !done.has(id)) follow(id);
  for (const id of next.keys()) if (!done.has(id)) follow(id);
  return out;
}

function cutCorners(w: Way): Way {
  const closed = w[0][0] === w[w.length - 1][0] && w[0][1] === w[w.length - 1][1], out: Way = closed ? [] : [w[0]];
  for (let i = 0; i + 1 < w.length; ++i) {
    const [a, b] = [w[i], w[i + 1]];
    out.push([0.75 * a[0] + 0.25 * b[0], 0.75 * a[1] + 0.25 * b[1]], [0.25 * a[0] + 0.75 * b[0], 0.25 * a[1] + 0.75 * b[1]]);
  }
  out.push(closed ? out[0] : w[w.length - 1]);
  return out;
}
