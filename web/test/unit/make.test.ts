import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { firstLook } from "../../src/make/check";
import { sketch } from "../../src/make/land";
import { faultIn, fieldsOf, fuelModels, troops } from "../../src/make/schema";
import { anchorOf, formed, handlesOf, headingTo, missed, ontoWall, shifted } from "../../src/make/shapes";
import { choicesFor, entries, freeId, fresh, namedBy, namings, tableOf, thingAt, unitsOf, type Kind } from "../../src/make/things";
import { Doc, print, type Path, type Table, type Value } from "../../src/make/toml";
import { words } from "../../src/make/words";
import { zip } from "../../src/make/zip";
import { hant } from "../../src/words/hant";

const root = new URL("../../../scenarios/", import.meta.url);
const text = (name: string, file = "scenario.toml"): string => readFileSync(new URL(`${name}/${file}`, root), "utf8");
const blank = (file: string): string => readFileSync(new URL(`../../src/make/blank/${file}`, import.meta.url), "utf8");
const SHIPPED = ["tiny", "ford", "drum-field", "grass-fire", "xiaoling-rally", "xiaoling-fire"];
const look = (scenario: string, map: string | null) => firstLook({ scenario: new Doc(scenario), map: map === null ? null : new Doc(map) }, { scenario: "scenario.toml", map: "map.toml" });
/** The lines that differ, old and new. */
function differ(a: string, b: string): { gone: string[]; come: string[] } {
  const count = (t: string): Map<string, number> => t.split("\n").reduce((m, l) => m.set(l, (m.get(l) ?? 0) + 1), new Map<string, number>()), x = count(a), y = count(b), out = { gone: [] as string[], come: [] as string[] };
  for (const [l, n] of x) for (let k = y.get(l) ?? 0; k < n; ++k) out.gone.push(l);
  for (const [l, n] of y) for (let k = x.get(l) ?? 0; k < n; ++k) out.come.push(l);
  return out;
}

describe("a text that is changed in place", () => {
  it("is read as Python reads it", () => {
    const files = SHIPPED.flatMap((name) => ["scenario.toml", "map.toml"].map((file) => new URL(`${name}/${file}`, root).pathname));
    const code = "import json,sys\ntry:\n import tomllib as t\nexcept ImportError:\n import tomli as t\njson.dump([t.load(open(p,'rb')) for p in sys.argv[1:]],sys.stdout)";
    const want = JSON.parse(execFileSync("python3", ["-c", code, ...files], { encoding: "utf8" })) as unknown[];
    files.forEach((f, i) => expect(JSON.parse(JSON.stringify(new Doc(readFileSync(f, "utf8")).value))).toEqual(want[i]));
  }, 20_000);

  it("changes the one line of the one value and keeps every comment", () => {
    const before = text("xiaoling-fire"), doc = new Doc(before), i = entries(doc.value, "person").findIndex((p) => p.id === "khan");
    for (const [path, value, gone, come] of [
      [["weather", "temperature_c"], 3, "temperature_c = 11          # mean of October at Jinzhou", "temperature_c = 3          # mean of October at Jinzhou"],
      [["wind", 1, "from_deg"], 45.5, "from_deg = 191", "from_deg = 45.5"],
      [["person", i, "traits", "composure"], 0.5, null, null],
      [["side", 0, "after_gather", 2, "deadline_min"], 20, null, null],
    ] as [Path, Value, string | null, string | null][]) {
      const after = doc.set(path, value), d = differ(before, after.text);
      expect(after.get(path)).toEqual(value);
      expect(d.gone.length).toBe(1); expect(d.come.length).toBe(1);
      if (gone) { expect(d.gone[0]).toBe(gone); expect(d.come[0]).toBe(come); }
    }
  });

  it("gains a key behind its sisters, a table where there was none, an entry behind the last of its kind", () => {
    const doc = new Doc(text("tiny"));
    const a = doc.set(["bodies", 0, "ranks"], 2);
    expect(a.get(["bodies", 0, "ranks"])).toBe(2);
    expect(differ(doc.text, a.text)).toEqual({ gone: [], come: ["ranks = 2"] });
    const b = doc.set(["time", "date"], "1631-10-31");
    expect(b.text.endsWith('\n[time]\ndate = "1631-10-31"\n')).toBe(true);
    const c = doc.append(["unit"], { id: "new", name: { en: 'a "quoted" name', zh: "新" }, men: 5 });
    expect(entries(c.value, "unit").map((u) => u.id)).toEqual(["staff", "broken", "rearguard", "new"]);
    expect(c.text.indexOf('id = "new"')).toBeLessThan(c.text.indexOf("# A hundred pursuers"));
    expect(differ(doc.text, c.text).gone).toEqual([]);
    const d = doc.set(["person", 0, "belief", "confidence"], 1);
    expect(d.get(["person", 0, "belief"])).toEqual({ confidence: 1 });
    const e = doc.append(["rain"], { at_s: 0, mm_h: 2 });
    expect(entries(e.value, "rain")).toEqual([{ at_s: 0, mm_h: 2 }]);
    const f = doc.set(["minutes"], 4).set(["seed"], 9);
    expect(f.get(["seed"])).toBe(9);
    expect(f.text.indexOf("seed = 9")).toBeLessThan(f.text.indexOf("[weather]"));
  });

  it("loses what is removed with the comment above it, and nothing else", () => {
    const doc = new Doc(text("tiny")), a = doc.remove(["unit", 1]);
    expect(entries(a.value, "unit").map((u) => u.id)).toEqual(["staff", "rearguard"]);
    expect(a.text).not.toContain("streams away past him");
    expect(a.text).toContain("# A company that still stands at the ramp.");
    expect(differ(doc.text, a.text).come).toEqual([]);
    expect(new Doc(text("ford")).remove(["side", 0, "after_gather", 0]).get(["side", 0, "after_gather"])).toEqual([{ verb: "collect", commanders: 1 }]);
    expect(doc.remove(["side", 0, "after_gather", 0]).get(["side", 0, "after_gather"])).toEqual([]);
    expect(doc.remove(["person", 0, "traits", "experience"]).get(["person", 0, "traits"])).toEqual({ composure: 0.9, reputation: 0.7, latency_s: 5 });
    expect(doc.remove(["person", 0, "traits", "latency_s"]).get(["person", 0, "traits"])).toEqual({ experience: 0.8, composure: 0.9, reputation: 0.7 });
    expect(doc.remove(["weather"]).get(["weather"])).toBeUndefined();
    expect(doc.remove(["nothing", 3]).text).toBe(doc.text);
  });

  it("keeps the way in which it is written: dots, quotes, line ends, lists over lines", () => {
    const odd = 'weather.temperature_c = 4 # air\r\n"strange key" = 1\r\n[[a]]\r\nb = [\r\n  [1, 2], # first\r\n  [3, 4],\r\n]\r\n[a.c]\r\nd = \'x\'\r\n[[a]]\r\nb = []';
    const doc = new Doc(odd);
    expect(doc.set(["weather", "temperature_c"], 5).text).toContain("weather.temperature_c = 5 # air\r\n");
    expect(doc.set(["weather", "humidity_percent"], 50).text).toContain("# air\r\nweather.humidity_percent = 50\r\n");
    expect(doc.set(["strange key"], 2).get(["strange key"])).toBe(2);
    const more = doc.append(["a", 0, "b"], [5, 6]);
    expect(more.get(["a", 0, "b"])).toEqual([[1, 2], [3, 4], [5, 6]]);
    expect(more.text).toContain("# first");
    expect(doc.set(["a", 0, "c", "d"], "y").get(["a", 0, "c"])).toEqual({ d: "y" });
    expect(entries(doc.remove(["a", 0]).value, "a")).toEqual([{ b: [] }]);
    expect(doc.remove(["a", 0]).text).not.toContain("[a.c]");
    expect(entries(doc.append(["a"], { b: [[9, 9]] }).value, "a").length).toBe(3);
    expect(doc.set(["new", "k"], 1).get(["new"])).toEqual({ k: 1 });
    const inline = new Doc("wind = [{ at_s = 0 }]\n");
    expect(inline.append(["wind"], { at_s: 9 }).text).toBe("wind = [{ at_s = 0 }, { at_s = 9 }]\n");
    expect(new Doc("").set(["a"], 1).get(["a"])).toBe(1);
  });

  it("stands any text: quotes, markup, half characters, keys that are words of the language", () => {
    for (const evil of ['"]\nid = "x', "<img src=x onerror=alert(1)>", "\\", "\u0000\u0007\u007f", "\ud800", "旗\u2028", "'''", '"""', "#"]) {
      const doc = new Doc(text("tiny")).set(["unit", 0, "name", "en"], evil);
      expect(doc.get(["unit", 0, "name", "en"])).toBe(evil.replace("\ud800", "\ufffd"));
      expect(doc.get(["unit", 0, "id"])).toBe("staff");
    }
    const proto = new Doc('__proto__ = { polluted = true }\n[constructor]\na = 1\n');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(proto.value)).toEqual(["__proto__", "constructor"]);
    expect(() => print(NaN)).toThrow();
    expect(() => new Doc("[[[")).toThrow();
  });

  it("lives through four hundred changes at random and says the same after each", () => {
    let doc = new Doc(text("ford")), n = 7;
    const luck = (k: number): number => { n = (n * 1103515245 + 12345) % 2147483648; return Math.floor((n / 2147483648) * k); };
    const comments = doc.text.split("\n").filter((l) => l.startsWith("#")).length;
    for (let i = 0; i < 400; ++i) {
      const kind = ["bodies", "place", "wind", "person"][luck(4)], all = entries(doc.value, kind), k = luck(all.length), before = JSON.parse(JSON.stringify(doc.value)) as Record<string, Record<string, unknown>[]>;
      if (all.length > 6) { doc = doc.remove([kind, k]); before[kind].splice(k, 1); }
      else if (luck(3) === 0) { const v = { id: `x${i}`, at: [luck(99), -luck(99)], order: { verb: "hold" } }; doc = doc.append([kind], v); before[kind].push(v); }
      else { const key = ["at", "note", "order"][luck(3)], v = key === "at" ? [luck(9), luck(9) / 4] : key === "note" ? `n${i}` : { verb: "hold", at: [i, i] }; doc = doc.set([kind, k, key], v); before[kind][k][key] = v; }
      expect(JSON.parse(JSON.stringify(doc.value))).toEqual(before);
    }
    expect(doc.text.split("\n").filter((l) => l.startsWith("#")).length).toBe(comments);
  });

  it("tells which value stands at a line", () => {
    const source = text("tiny"), doc = new Doc(source), lines = source.split("\n");
    const at = (part: string): number => lines.findIndex((l) => l.startsWith(part)) + 1;
    expect(doc.pathAt(at("drums = 1"), 1)).toEqual(["person", 0, "drums"]);
    expect(doc.pathAt(at("[[bodies]]"), 1)).toEqual(["bodies", 0]);
    expect(doc.pathAt(at("[weather]"), 1)).toEqual(["weather"]);
    expect(doc.placeOf(["person", 0, "drums"]).line).toBe(at("drums = 1"));
    const traits = at("traits = { experience = 0.8");
    expect(doc.pathAt(traits, lines[traits - 1].indexOf("composure") + 1)).toEqual(["person", 0, "traits", "composure"]);
  });
});

describe("the schema", () => {
  it("gives each key a form in both languages", () => {
    for (const [file, tables] of [["scenario", ["", "weather", "wind", "unit", "bodies", "person", "order", "side"]], ["map", ["", "river", "ramp", "wall", "gate", "cover"]]] as const) for (const t of tables) {
      const fields = fieldsOf(file, t);
      expect(fields.length).toBeGreaterThan(0);
      for (const f of fields) { expect(f.label.en).not.toBe(""); expect(f.label.zh).not.toBe(f.label.en); expect(f.type).not.toBe(undefined); }
    }
    const unit = Object.fromEntries(fieldsOf("scenario", "unit").map((f) => [f.key, f]));
    expect(unit.men).toMatchObject({ type: "integer", unit: "men", low: 1, required: true });
    expect(unit.at.type).toBe("point"); expect(unit.box.type).toBe("box"); expect(unit.order).toMatchObject({ type: "table", of: "order" });
    expect(unit.troop).toMatchObject({ type: "ref", to: "troop" }); expect(unit.name.type).toBe("name");
    expect(fieldsOf("map", "wall").find((f) => f.key === "gate")).toMatchObject({ type: "tables", of: "gate" });
    expect(fieldsOf("map", "patch")).toEqual([]);
    expect(tableOf({ file: "map", path: ["patch", 0] })).toBe("cover");
    expect(tableOf({ file: "map", path: ["wall", 0, "gate", 1] })).toBe("gate");
  });
  it("knows the kinds of men and of fuel that the program brings", () => {
    expect(troops().map((t) => t.id)).toContain("ming_foot");
    expect(troops().find((t) => t.id === "jin_horse")?.mounted).toBe(true);
    expect(fuelModels().map((f) => f.id)).toContain("FM3");
  });
  it("says what a value is not, and what would be right", () => {
    const f = (file: "scenario" | "map", t: string, k: string) => fieldsOf(file, t).find((q) => q.key === k)!;
    expect(faultIn(f("scenario", "wind", "speed_m_s"), 500)?.remedy.en).toBe("give 0 to 60 m/s");
    expect(faultIn(f("scenario", "wind", "speed_m_s"), 5)).toBeNull();
    expect(faultIn(f("scenario", "unit", "men"), 1.5)?.remedy.zh).toContain("整数");
    expect(faultIn(f("scenario", "unit", "box"), [0, 0, 0, 5])).not.toBeNull();
    expect(faultIn(f("map", "river", "line"), [[0, 0], [0, 0]])).not.toBeNull();
    expect(faultIn(f("scenario", "unit", "id"), "A b")).not.toBeNull();
  });
});

describe("the first look", () => {
  it.each(SHIPPED)("finds nothing wrong with %s", (name) => { expect(look(text(name), text(name, "map.toml"))).toEqual([]); });
  it("finds nothing wrong with a new battle", () => { expect(look(blank("scenario.toml"), blank("map.toml"))).toEqual([]); });
  it("tells each mistake with its file, line, key, reason and remedy, and whose it is", () => {
    const bad = text("tiny").replace("speed_m_s = 4", "speed_m_s = 500").replace("drums = 1\n", "drums = 1.5\n").replace('force = "ming"', 'force = "nobody"').replace("retreat = [0, 340]\n", "").replace("humidity_percent", "humidty_percent");
    const found = look(bad, text("tiny", "map.toml").replace("depth_m = 0.5", "depth_m = -1")), by = Object.fromEntries(found.map((p) => [p.key, p])), lineOf = (part: string): number => bad.split("\n").findIndex((l) => l.startsWith(part)) + 1;
    expect(by["wind[0].speed_m_s"]).toMatchObject({ file: "scenario.toml", line: lineOf("speed_m_s = 500"), thing: { file: "scenario", path: ["wind", 0] } });
    expect(by["person.lord.drums"].line).toBe(lineOf("drums = 1.5"));
    expect(by["bodies.pursuit.force"].reason.en).toContain("nobody");
    expect(by["side.jin.retreat"].reason.en).toBe("missing");
    expect(by["weather.humidty_percent"].remedy.en).toContain("humidity_percent");
    expect(by["river.stream.depth_m"]).toMatchObject({ file: "map.toml", thing: { file: "map", path: ["river", 0] } });
    for (const p of found) { expect(p.reason.zh).not.toBe(""); expect(p.remedy.zh).not.toBe(""); }
    expect(look(text("tiny"), null).some((p) => p.key === "map")).toBe(true);
  });
});

describe("things on the map", () => {
  const scenario = new Doc(text("ford")).value, map = new Doc(text("ford", "map.toml")).value;
  it("stand in ranks as the reader places them: units side by side, lines behind", () => {
    const f = formed({ men: 500, unit_size: 125, at: [0, -620], ranks: 5, gap_m: 40, heading_deg: 0, troop: "ming_foot" })!;
    expect(f.rects.length).toBe(4);
    expect(f.front).toBeCloseTo(25 * 0.9);
    expect(f.rects.map((r) => Math.round(r[0]))).toEqual([-94, -31, 31, 94]);
    const two = formed({ men: 100, unit_size: 50, at: [0, 5], lines: 2, gap_m: 6, heading_deg: 0, troop: "ming_horse" })!;
    expect(two.rects[1][1]).toBeCloseTo(5 - (4 * 3.7 + 6));
    expect(formed({ men: 10, at: [0, 0], heading_deg: 90, troop: "jin_horse" })!.ahead[0]).toBeCloseTo(1);
    expect(unitsOf({ men: 1100, unit_size: 275 })).toBe(4);
  });
  it("turn, widen and deepen by their handles", () => {
    const t = { file: "scenario" as const, path: ["unit", 0] }, v = { id: "u", men: 100, at: [0, 0], heading_deg: 0, troop: "jin_horse" }, all = handlesOf(t, v, map, 0.5), by = (n: string) => all.find((h) => h.name === n)!;
    expect(by("facing").pull(100, 0, true)).toEqual([{ path: ["unit", 0, "heading_deg"], value: 90 }]);
    expect(by("front").pull(30, 0, false)).toEqual([{ path: ["unit", 0, "frontage_m"], value: 60 }]);
    expect(by("ranks").pull(0, -20, false)[0]).toMatchObject({ path: ["unit", 0, "ranks"], value: 8 });
    expect(headingTo([0, 0], 0, -5)).toBe(180);
    const b = { id: "b", men: 600, unit_size: 150, at: [0, 0], gap_m: 20, heading_deg: 0, troop: "jin_horse" };
    expect(handlesOf({ file: "scenario", path: ["bodies", 0] }, b, map, 1).find((h) => h.name === "front")!.pull(200, 0, false)[0].path).toEqual(["bodies", 0, "gap_m"]);
  });
  it("have points that can be pulled, added and taken out, and widths", () => {
    const river = entries(map, "river")[0], t = { file: "map" as const, path: ["river", 0] }, all = handlesOf(t, river, map, 1);
    expect(all.filter((h) => h.name === "point").length).toBe(3);
    expect((all.find((h) => h.name === "between")!.pull(-700, 50, false)[0].value as number[][]).length).toBe(4);
    expect((all.find((h) => h.name === "point")!.drop!()[0].value as number[][]).length).toBe(2);
    expect(all.find((h) => h.name === "water")!.pull(-700, 200, false).map((c) => c.path[2])).toEqual(["water_width_m", "channel_width_m"]);
    expect(handlesOf({ file: "map", path: ["ramp", 1] }, entries(map, "ramp")[1], map, 1).find((h) => h.name === "width")).toBeDefined();
    expect(handlesOf({ file: "map", path: [] }, map, map, 1).length).toBe(4);
  });
  it("move whole, and a gate slides along its wall", () => {
    expect(shifted({ file: "scenario", path: ["place", 0] }, entries(scenario, "place")[0], 10, -5, map)).toEqual([{ path: ["place", 0, "at"], value: [-390, 80] }, { path: ["place", 0, "to"], value: [410, 105] }]);
    const walled: Table = { wall: [{ id: "w", line: [[0, 0], [100, 0]], height_m: 4, gate: [{ id: "g", at: [50, 0], width_m: 6 }] }] };
    expect(shifted({ file: "map", path: ["wall", 0, "gate", 0] }, { at: [50, 0] }, 20, 30, walled)).toEqual([{ path: ["wall", 0, "gate", 0, "at"], value: [70, 0] }]);
    expect(ontoWall(walled, 30, 9)).toMatchObject({ wall: 0, at: [30, 0] });
    expect(thingAt("map", ["wall", 0, "gate", 0, "width_m"]).path).toEqual(["wall", 0, "gate", 0]);
  });
  it("are hit where they lie and missed beside it", () => {
    const ming = entries(scenario, "bodies").findIndex((b) => b.id === "ming_horse"), t = { file: "scenario" as const, path: ["bodies", ming] }, v = entries(scenario, "bodies")[ming];
    expect(missed(t, v, 0, -420, 1)).toBeLessThan(Infinity);
    expect(missed(t, v, 0, -300, 1)).toBe(Infinity);
    const river = entries(map, "river")[0];
    expect(missed({ file: "map", path: ["river", 0] }, river, 0, 20, 1)).toBeLessThan(Infinity);
    expect(missed({ file: "map", path: ["river", 0] }, river, 0, 200, 1)).toBe(Infinity);
    expect(anchorOf(v)).toEqual([0, -420]);
  });
  it("come new with an id of their own, and right as they are", () => {
    const kinds: Kind[] = ["unit", "bodies", "place", "smoke", "ignition", "river", "ramp", "hill", "road", "wall", "ditch", "patch"], drawn = [[-50, 200], [60, 240], [70, 300]];
    let s = new Doc(text("ford")), m = new Doc(text("ford", "map.toml"));
    for (const k of kinds) { const v = fresh(k, s.value, m.value, drawn, null); if (["unit", "bodies", "place", "smoke", "ignition"].includes(k)) s = s.append([k], v); else m = m.append([k], v); }
    m = m.set(["wall", 0, "gate"], [fresh("gate", s.value, m.value, [[0, 220]], null)]);
    expect(look(s.text, m.text).filter((p) => p.severity === "error")).toEqual([]);
    expect(freeId(s.value, ["unit", "bodies"], "guards")).toBe("guards_2");
    expect(choicesFor("unit", s.value).map((c) => c.id)).toContain("red_front.2");
    expect(namings(scenario, { file: "scenario", path: ["bodies", 1] }).map((n) => [n.path.join("."), n.value])).toEqual([["person.1.rides_with", "red_front.1"]]);
    expect(namedBy(s.value, { file: "scenario", path: ["place", 1] }).length).toBeGreaterThan(1);
  });
  it("become a land with water in the river and a hill that rises", () => {
    const s = sketch(map), g = s.header.map, at = (x: number, y: number): number => Math.floor((y - g.y0_m) / g.cell_m) * g.nx + Math.floor((x - g.x0_m) / g.cell_m);
    expect(s.layers.water_m[at(0, 0)]).toBeCloseTo(0.8);
    expect(s.layers.water_m[at(0, 300)]).toBe(0);
    expect(s.layers.height_m[at(0, 600)] - s.layers.height_m[at(-1100, 800)]).toBeGreaterThan(18);
    expect(sketch({ box: "nonsense", river: [{ line: 7 }], patch: [{ cover: "lava" }] } as unknown as Table).layers.cover.length).toBeGreaterThan(0);
  });
});

describe("taking it away", () => {
  it("is a zip that others open", () => {
    const path = join(mkdtempSync(join(tmpdir(), "zip-")), "b.zip"), files = { "b/scenario.toml": text("tiny"), "b/map.toml": "# 地形\n" };
    writeFileSync(path, zip(files));
    const told = JSON.parse(execFileSync("python3", ["-c", "import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\njson.dump({n:z.read(n).decode() for n in z.namelist()},sys.stdout)", path], { encoding: "utf8" })) as unknown;
    expect(told).toEqual(files);
  });
  it("speaks traditional Chinese", () => {
    expect(hant(words())).toContain("戰例");
    expect(hant(words())).not.toMatch(/[战图从选宽删约见东无项开处阵马队旧错误点测载线随销绘于范辑]/);
  });
});
