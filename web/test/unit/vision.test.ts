/**
 * Whether the colours can be told apart by those who see fewer: Machado, Oliveira and Fernandes, A physiologically-based model for
 * simulation of color vision deficiency, IEEE TVCG 15 (2009) 1291, severity 1, on linear sRGB; difference by CIEDE2000.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { palette, rgb, type Theme } from "../../src/table/palette";
import { RESOLVE } from "../../src/record/survey";

type Vec = [number, number, number];
const EYES: Record<string, Vec[]> = {
  "full colour vision": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

function labOf(hex: string, eye: Vec[]): Vec {
  const from = rgb(hex).map(linear) as Vec, [r, g, b] = eye.map((row) => Math.min(1, Math.max(0, row[0] * from[0] + row[1] * from[1] + row[2] * from[2])));
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047), y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b), z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000 as in G. Sharma, W. Wu, E. N. Dalal, Color Res. Appl. 30 (2005) 21. */
function difference([l1, a1, b1]: Vec, [l2, a2, b2]: Vec): number {
  const rad = Math.PI / 180, mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2, g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const p1 = a1 * (1 + g), p2 = a2 * (1 + g), c1 = Math.hypot(p1, b1), c2 = Math.hypot(p2, b2), hue = (p: number, b: number): number => (p === 0 && b === 0 ? 0 : (Math.atan2(b, p) / rad + 360) % 360);
  const h1 = hue(p1, b1), h2 = hue(p2, b2), apart = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const dL = l2 - l1, dC = c2 - c1, dH = 2 * Math.sqrt(c1 * c2) * Math.sin((apart / 2) * rad), L = (l1 + l2) / 2, C = (c1 + c2) / 2;
  const h = c1 * c2 === 0 ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const t = 1 - 0.17 * Math.cos((h - 30) * rad) + 0.24 * Math.cos(2 * h * rad) + 0.32 * Math.cos((3 * h + 6) * rad) - 0.2 * Math.cos((4 * h - 63) * rad);
  const sL = 1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2), sC = 1 + 0.045 * C, sH = 1 + 0.015 * C * t;
  const rT = -2 * Math.sqrt(C ** 7 / (C ** 7 + 25 ** 7)) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad);
  return Math.sqrt((dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 + rT * (dC / sC) * (dH / sH));
}

interface Cloth { id: string; side: string; border: boolean; light: string; dusk: string }
/** The cloths of every scenario, each fill once. */
function cloths(): Cloth[][] {
  const folder = new URL("../../../scenarios/", import.meta.url), out: Cloth[][] = [];
  for (const name of readdirSync(folder)) {
    let text = "";
    try { text = readFileSync(new URL(`${name}/scenario.toml`, folder), "utf8"); } catch { continue; }
    const value = (block: string, key: string): string => new RegExp(`^${key} = "([^"]*)"`, "m").exec(block)?.[1] ?? "";
    out.push(text.split("[[colours]]").slice(1).map((rest) => rest.split(/^\[/m)[0]).map((b) => ({ id: `${name} ${value(b, "id")}`, side: value(b, "side"), border: value(b, "border_light") !== "", light: value(b, "fill_light"), dusk: value(b, "fill_dusk") })));
  }
  return out;
}

/** Told apart by colour alone; and, where side (line and shape of the mark) tells too, what is enough. */
const ALONE = 10, WITH_FORM = 6;
const cases = (["light", "dusk"] as Theme[]).flatMap((theme) => Object.keys(EYES).map((eye) => [theme, eye] as const));

describe("colour differences", () => {
  it("are those of the published test data", () => {
    expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
    expect(difference([50, 2.5, 0], [58, 24, 15])).toBeCloseTo(19.4535, 4);
    expect(difference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
    expect(difference([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
  });
  it.each(cases)("keep the states of men apart by %s with %s", (theme, eye) => {
    const p = palette(theme).resolve, close: string[] = [];
    p.forEach((a, i) => p.slice(i + 1).forEach((b, k) => {
      const d = difference(labOf(a, EYES[eye]), labOf(b, EYES[eye]));
      if (d < ALONE) close.push(`${RESOLVE[i]} ${RESOLVE[i + 1 + k]} ${d.toFixed(1)}`);
    }));
    expect(close).toEqual([]);
  });
  it.each(cases)("keep the banners of each battle apart by %s with %s", (theme, eye) => {
    const close: string[] = [];
    for (const battle of cloths()) battle.forEach((a, i) => battle.slice(i + 1).forEach((b) => {
      if (a[theme] === b[theme]) return; // plain and bordered: the border tells
      const d = difference(labOf(a[theme], EYES[eye]), labOf(b[theme], EYES[eye]));
      if (d < (a.side === b.side ? ALONE : WITH_FORM)) close.push(`${a.id} ${b.id} ${d.toFixed(1)}`);
    }));
    expect(close).toEqual([]);
  });
  it.each(cases)("keep belief, signals and ink apart by %s with %s", (theme, eye) => {
    const p = palette(theme), close: string[] = [], all = { ink: p.ink, cinnabar: p.cinnabar, belief: p.belief };
    Object.entries(all).forEach(([n, a], i, list) => list.slice(i + 1).forEach(([m, b]) => {
      const d = difference(labOf(a, EYES[eye]), labOf(b, EYES[eye]));
      if (d < ALONE) close.push(`${n} ${m} ${d.toFixed(1)}`);
    }));
    expect(close).toEqual([]);
  });
  it("never give two cloths of one side the same fill without a border between them", () => {
    for (const battle of cloths()) battle.forEach((a, i) => battle.slice(i + 1).forEach((b) => {
      if (a.side === b.side && a.light === b.light) expect([a.id, b.id, a.border !== b.border]).toEqual([a.id, b.id, true]);
    }));
  });
  it("are the same in the page's own style", () => {
    const css = readFileSync(new URL("../../src/style.css", import.meta.url), "utf8"), [day, night] = [css.indexOf(":root"), css.indexOf('html[data-theme="dusk"] {')];
    for (const [theme, from] of [["light", day], ["dusk", night]] as const) RESOLVE.forEach((name, k) => {
      const block = css.slice(from, css.indexOf("}", from));
      expect([theme, name, new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1]]).toEqual([theme, name, palette(theme).resolve[k].toLowerCase()]);
    });
  });
});
