import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Film } from "../../src/record/film";
import { RecordFile } from "../../src/record/file";
import { MemorySource } from "../../src/record/source";
import { survey } from "../../src/record/survey";
import { airAbsorption, groundEffect, ambient, shadowShare, SOUND_M_S } from "../../src/senses/acoustics";
import { contour } from "../../src/senses/contour";
import { farthest, hearing, kindOf, makersOf, noiseAt, overAt, reachField, voices } from "../../src/senses/hearing";
import { AIR, ELEMENT, PERCEPT, SOUND, SPECTRA } from "../../src/senses/parameters";
import { clearAt, fan, openSight, skyline } from "../../src/senses/sight";
import { personNow } from "../../src/sheet/bodies";
import { field, person } from "./field";

/** key -> value of a file of parameters. */
function data(name: string): Map<string, number> {
  const text = readFileSync(new URL(`../../../data/parameters/${name}.toml`, import.meta.url), "utf8"), out = new Map<string, number>();
  for (const m of text.matchAll(/^\[(\w+)\]\s*\nvalue = (\S+)/gm)) out.set(m[1], Number(m[2]));
  return out;
}

describe("the numbers of ear and eye", () => {
  it("are those of the data files", () => {
    const sound = data("sound"), percept = data("percept"), element = data("element"), hz = [63, 125, 250, 500, 1000, 2000, 4000];
    for (const [name, octaves] of Object.entries(SPECTRA)) octaves.forEach((db, b) => expect([name, hz[b], db]).toEqual([name, hz[b], sound.get(`${name}_${hz[b]}_db`)]));
    for (const [k, v] of Object.entries(SOUND)) expect([k, v]).toEqual([k, sound.get(k)]);
    for (const [k, v] of Object.entries(PERCEPT)) expect([k, v]).toEqual([k, percept.get(k)]);
    for (const [k, v] of Object.entries(ELEMENT)) expect([k, v]).toEqual([k, element.get(k)]);
  });
});

describe("the law of the ear", () => {
  it("takes from sound what ISO 9613-1 says: 0.1 dB/km at 63 Hz, 4 dB/km at 1 kHz, 33 dB/km at 4 kHz, 10 degrees, 70 %", () => {
    const air = { ...AIR, humidity_percent: 70 };
    expect(1000 * airAbsorption(63.0957, air)).toBeCloseTo(0.12, 1);
    expect(1000 * airAbsorption(1000, air)).toBeCloseTo(3.66, 1);
    expect(1000 * airAbsorption(3981.0717, air)).toBeGreaterThan(31);
    expect(1000 * airAbsorption(3981.0717, air)).toBeLessThan(34);
  });
  it("lets porous ground take most at 250 and 500 Hz and give at 63", () => {
    expect(groundEffect(0, 1000)).toBeLessThan(-3);
    expect(groundEffect(2, 500)).toBeGreaterThan(groundEffect(5, 500));
  });
  it("casts a shadow against the wind only", () => {
    expect(shadowShare(800, 5)).toBeGreaterThan(0.9);
    expect(shadowShare(800, -5)).toBe(0);
    expect(shadowShare(800, 0)).toBe(0);
  });
  it("lets a beat run 337 m in a second at ten degrees", () => expect(SOUND_M_S).toBeCloseTo(337.3, 0));
});

describe("a drum", () => {
  it("is heard farther down the wind than against it, and farther across than against", () => {
    const { h, frame } = field(), f = frame({ wind: [6, 0] }), [v] = voices(h, f), quiet = makersOf(h, f, f), land = ambient(6), at = (x: number, y: number): number => overAt(v, noiseAt(quiet, land, x, y), f.wind, x, y);
    expect(at(1500, 0)).toBeGreaterThan(at(0, 1500) - 0.01);
    expect(at(1500, 0)).toBeGreaterThan(at(-1500, 0) + 10);
  });
  it("is drowned where men fight, and heard beyond them", () => {
    const { h, frame } = field(), men = 400, xy = new Float32Array(2 * men), look = new Uint8Array(4 * men);
    for (let i = 0; i < men; ++i) { xy[2 * i] = 600 + (i % 20); xy[2 * i + 1] = Math.floor(i / 20); look[4 * i + 2] = 5; }
    const hh = { ...h, men }, f = frame({ xy, look }), [v] = voices(hh, f), m = makersOf(hh, f, f), land = ambient(0), at = (x: number): number => overAt(v, noiseAt(m, land, x, 10), f.wind, x, 10);
    expect(at(610)).toBeLessThan(at(300) - 15);
    expect(at(900)).toBeGreaterThan(at(610));
    const rings = contour(reachField(v, m, f.wind, farthest(v, f.wind)));
    expect(rings.length).toBeGreaterThan(0);
  });
  it("of two lords who beat, one hears the other, and a man in a fight hears less", () => {
    const { h, frame } = field(), f = frame({ wind: [0, 9] }), calm = hearing(h, f, f, { x: 300, y: 0, fights: false, person: null }), own = hearing(h, f, f, { x: 0, y: 0, fights: false, person: 0 });
    expect(calm.heard[0].heard).toBe(true);
    expect(own.heard).toEqual([]);
    const far = farthest(voices(h, f)[0], f.wind) - 250;
    expect(hearing(h, f, f, { x: far, y: 0, fights: false, person: null }).heard[0].heard).toBe(true);
    expect(hearing(h, f, f, { x: far, y: 0, fights: true, person: null }).heard[0].heard).toBe(false);
  });
  it("is a drum unless the record names horns or gongs alone", () => {
    expect(kindOf(person())).toBe("drum");
    expect(kindOf(person({ drums: 0 }))).toBe("drum");
    expect(kindOf(person({ drums: 0, horns: 2 }))).toBe("horn");
    expect(kindOf(person({ drums: 0, gongs: 1 }))).toBe("gong");
  });
  it("of the little battle is reckoned audible to everyone of whom the record says that he heard it", async () => {
    const bytes = new Uint8Array(readFileSync(new URL("../data/tiny.lgv", import.meta.url))), file = (await RecordFile.open(new MemorySource(bytes)))!, film = new Film(file), h = file.header;
    const e = (await survey(file, 0)).events;
    let told = 0;
    for (let i = 0; i < e.count; ++i) {
      if (e.kind[i] !== 42) continue;
      const second = Math.min(59, Math.ceil(e.tick[i] / h.ticks_per_second)), f = await film.frame(second), g = await film.frame(second + 1), q = personNow(f.persons, e.subject[i]);
      const what = hearing(h, f, g, { x: q.x, y: q.y, fights: false, person: e.subject[i] }).heard.find((v) => v.voice.person === e.other[i]);
      expect(what?.over_db ?? -Infinity).toBeGreaterThan(PERCEPT.drum_threshold_db - 3);
      ++told;
    }
    expect(told).toBeGreaterThan(0);
  });
});

describe("a contour", () => {
  it("of a cone is one closed ring at its radius", () => {
    const n = 41, step = 10, value = new Float32Array(n * n);
    for (let j = 0; j < n; ++j) for (let i = 0; i < n; ++i) value[j * n + i] = 120 - Math.hypot((i - 20) * step, (j - 20) * step);
    const [ring, ...more] = contour({ x0: -200, y0: -200, step, n, value });
    expect(more).toEqual([]);
    expect(ring[0]).toEqual(ring[ring.length - 1]);
    for (const [x, y] of ring) expect(Math.abs(Math.hypot(x, y) - 120)).toBeLessThan(1.5);
  });
  it("parts two islands and a hole", () => {
    const n = 60, step = 10, value = new Float32Array(n * n);
    for (let j = 0; j < n; ++j) for (let i = 0; i < n; ++i) {
      const d = Math.hypot(i * step - 150, j * step - 300), e = Math.hypot(i * step - 450, j * step - 300);
      value[j * n + i] = Math.max(Math.min(100 - d, d - 40), 60 - e);
    }
    expect(contour({ x0: 0, y0: 0, step, n, value }).length).toBe(3);
  });
});

describe("an eye", () => {
  const see = (x: number, y: number, prepare: (f: ReturnType<typeof field>) => object = () => ({})): number => {
    const made = field(), more = prepare(made), f = made.frame(more), at = fan(made.h, skyline(made.h, made.layers), f, 0, 0);
    return clearAt(at, x, y);
  };
  it("sees far over flat clear ground, and not beyond what matters", () => {
    const { h, layers, frame } = field(), f = fan(h, skyline(h, layers), frame(), 0, 0);
    expect(clearAt(f, 1500, 300)).toBeGreaterThan(0.5);
    expect(openSight(f)).toBeGreaterThan(2900);
    expect(clearAt(f, 3100, 0)).toBe(0);
  });
  it("does not see behind a hill, but its near slope", () => {
    const hill = ({ h, layers }: ReturnType<typeof field>): object => {
      for (let j = 0; j < h.map.ny; ++j) for (let i = 0; i < h.map.nx; ++i) layers.height_m[j * h.map.nx + i] = 12 * Math.exp(-(((h.map.x0_m + (i + 0.5) * 10 - 500) / 60) ** 2));
      return {};
    };
    expect(see(450, 0, hill)).toBeGreaterThan(0);
    expect(see(700, 0, hill)).toBe(0);
    expect(see(-700, 0, hill)).toBeGreaterThan(0);
  });
  it("looks three extinction lengths into smoke", () => {
    const smoke = ({ frame }: ReturnType<typeof field>): object => ({ smokeBlack: frame().smokeBlack.fill(128) }); // 0.05 / m: sight 60 m
    expect(see(45, 0, smoke)).toBeGreaterThan(0);
    expect(see(80, 0, smoke)).toBe(0);
  });
  it("does not see through a wall, but through its gate", () => {
    const wall = ({ h }: ReturnType<typeof field>): object => {
      h.map.walls = [{ id: "w", line: [{ x_m: 200, y_m: -400 }, { x_m: 200, y_m: 400 }], height_m: 6, thickness_m: 3, gates: [{ at: { x_m: 200, y_m: 0 }, width_m: 40 }], name_en: "", name_zh: "" }];
      return {};
    };
    expect(see(400, 0, wall)).toBeGreaterThan(0);
    expect(see(400, 250, wall)).toBe(0);
    expect(see(150, 100, wall)).toBeGreaterThan(0);
  });
  it("is dimmed by rain where the record tells of it", () => {
    const dry = see(2000, 0), wet = see(2000, 0, () => ({ rain_mm_h: 30, weather: true }));
    expect(wet).toBeLessThan(dry);
  });
});
