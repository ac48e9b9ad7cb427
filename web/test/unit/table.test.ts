import { describe, expect, it } from "vitest";
import { affiliationOf, echelonOf, frameOf } from "../../src/sheet/app6";
import { armOf } from "../../src/sheet/bodies";
import { strokesOf } from "../../src/sheet/weather";
import { SceneWalker } from "../../src/record/scene";
import { Cursor } from "../../src/record/bytes";
import type { Header } from "../../src/record/types";
import { gloomOf } from "../../src/table/eyes";
import { moments } from "../../src/ui/capture";
import { field } from "./field";

describe("APP-6", () => {
  it("counts men to echelons, squad to corps", () => {
    expect([8, 50, 200, 900, 2500, 5000, 15000, 40000].map(echelonOf)).toEqual(["•", "•••", "I", "II", "III", "X", "XX", "XXX"]);
  });
  it("frames friend, foe and the rest by three shapes, seen from the host", () => {
    expect([0, 1, 2].map((s) => affiliationOf(s, 0))).toEqual(["friend", "hostile", "neutral"]);
    expect([0, 1, 2].map((s) => affiliationOf(s, 1))).toEqual(["hostile", "friend", "neutral"]);
    expect(frameOf("friend").w / frameOf("friend").h).toBeCloseTo(1.5);
    expect(frameOf("hostile").w).toBe(frameOf("hostile").h);
  });
  it("knows each arm that a record can name", () => {
    const arms = [0, 1, 2, 3, 4, 5, 6].map((arm) => armOf({ units: [{ troop: 0 }], troops: [{ arm, mounted: arm < 2 }] } as unknown as Header, 0));
    expect(arms).toEqual(["horse", "horse", "foot", "bow", "guns", "guns", "wagons"]);
  });
});

describe("a film", () => {
  it("has its pictures evenly apart, whatever its span", () => {
    for (const kind of ["mp4", "webm", "gif"] as const) {
      const all = moments({ kind, from: 12, seconds: 40, speed: 8, half: false }, 1e9), fps = kind === "gif" ? 12.5 : 25;
      expect(all.length).toBe(5 * fps + (kind === "gif" ? 0.5 : 0));
      expect(all[0]).toBe(12);
      for (let k = 1; k < all.length; ++k) expect(all[k] - all[k - 1]).toBeCloseTo(8 / fps, 9);
    }
  });
  it("stands still at the end of the record and has at least one picture", () => {
    expect(Math.max(...moments({ kind: "mp4", from: 50, seconds: 40, speed: 8, half: false }, 60))).toBe(60);
    expect(moments({ kind: "gif", from: 0, seconds: 0, speed: 120, half: true }, 60)).toEqual([0]);
  });
});

describe("weather", () => {
  it("is nothing where the record tells of none", () => {
    const { h } = field(4), s = new SceneWalker(h, new Map());
    s.step(0);
    expect([s.weather, s.rain_mm_h, s.light_lux, s.dust.length]).toEqual([false, 0, null, 0]);
    expect(strokesOf(0, 600_000)).toBe(0);
    expect(gloomOf(null)).toBe(0);
  });
  it("is read every five seconds where it tells: rain, light, dust that adds up", () => {
    const { h } = field(4), bytes = (...b: number[]): Cursor => new Cursor(Uint8Array.from(b));
    const s = new SceneWalker(h, new Map([[39, bytes(0xa0, 0x1f, 200, 1, 0, 1)], [40, bytes(3, 0, 0, 9, 2, 0, 0, 250)]]));
    s.step(0);
    expect([s.weather, s.rain_mm_h, s.light_lux]).toEqual([true, 4, 0.1]);
    expect([...s.dust]).toEqual([3, 0, 0, 9]);
    for (let k = 1; k <= 5; ++k) s.step(k);
    expect([s.rain_mm_h, s.light_lux]).toEqual([0, null]);
    expect([...s.dust]).toEqual([5, 0, 0, 3]);
  });
  it("rains thicker the harder it rains, and never hides the men", () => {
    expect(strokesOf(20, 600_000)).toBeGreaterThan(strokesOf(2, 600_000));
    expect(strokesOf(500, 600_000)).toBeLessThanOrEqual(900);
  });
  it("darkens the table only when light fails", () => {
    expect(gloomOf(60_000)).toBe(0);
    expect(gloomOf(10)).toBeGreaterThan(0.2);
    expect(gloomOf(0.1)).toBe(0.5);
  });
});
