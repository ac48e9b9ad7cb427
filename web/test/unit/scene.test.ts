import { describe, expect, it } from "vitest";
import { Cursor } from "../../src/record/bytes";
import { SceneWalker } from "../../src/record/scene";
import { notHeld } from "../../src/state/held";
import { field, person } from "./field";

const varint = (v: number): number[] => (v < 128 ? [v] : [(v % 128) + 128, ...varint(Math.floor(v / 128))]);
const zigzag = (v: number): number[] => varint(v >= 0 ? 2 * v : -2 * v - 1);
/** A rider at x, in dm; the rest of section 34 does not matter here. */
const rider = (id: number, x: number): number[] => [...varint(id), 1, 1, 2, ...zigzag(x), 0, 0, 0, 0];
const { h, frame } = field(4, 20); // 2 x 2 cells of smoke
const walk = (parts: Record<number, number[]>): SceneWalker =>
  new SceneWalker(h, new Map(Object.entries(parts).map(([id, b]) => [Number(id), new Cursor(Uint8Array.from(b))])));

describe("the air of a minute", () => {
  it("has the dust and the weather of the last five seconds", () => {
    const s = walk({ 39: [...varint(0), ...zigzag(-1), ...varint(2500), ...zigzag(90_000_000)], 40: [0, 10, 0, 0, 5, 246, 0, 0] });
    expect(s.weather).toBe(true);
    s.step(60);
    expect([s.rain_mm_h, s.light_lux, [...s.dust]]).toEqual([0, null, [0, 10, 0, 0]]);
    for (let t = 61; t < 65; ++t) s.step(t);
    expect([...s.dust]).toEqual([0, 10, 0, 0]);
    s.step(65);
    expect([s.rain_mm_h, s.light_lux, [...s.dust]]).toEqual([2.5, 90_000, [5, 0, 0, 0]]);
  });

  it("is clear and dry where its sections are missing", () => {
    const s = walk({});
    for (let t = 0; t <= 5; ++t) s.step(t);
    expect([s.weather, s.rain_mm_h, s.light_lux, s.dust.length]).toEqual([false, 0, null, 0]);
  });
});

describe("riders of a record", () => {
  it("are read with the event of their order or report", () => {
    const s = walk({ 34: [1, ...rider(7, 100), 2, ...rider(7, 110), ...rider(9, 0), 0], 41: [...varint(600_000), ...varint(600_000), ...varint(35)] });
    s.step(0);
    expect(s.couriers.map((r) => [r.id, r.event, r.report])).toEqual([[7, 300_000, false]]);
    s.step(1);
    expect(s.couriers.map((r) => [r.id, r.event, r.report])).toEqual([[7, 300_000, false], [9, 17, true]]);
    s.step(2);
    expect(s.couriers).toEqual([]);
  });

  it("bear no event in an older record", () => {
    const s = walk({ 34: [1, ...rider(7, 100)] });
    s.step(0);
    expect(s.couriers[0].event).toBeUndefined();
    expect(s.couriers[0].report).toBeUndefined();
  });
});

describe("what a record does not hold", () => {
  it("is told of an older one", () => expect(notHeld(h, frame())).toEqual(["dust", "rain", "daylight", "hornsGongs"]));
  it("is the light alone where horns and gongs are named, and nothing where place and date are known", () => {
    const now = { ...h, persons: [person({ horns: 0, gongs: 0 })] };
    expect(notHeld(now, frame())).toEqual(["daylight"]);
    expect(notHeld(now, frame({ weather: true, light_lux: 80_000 }))).toEqual([]);
  });
});
