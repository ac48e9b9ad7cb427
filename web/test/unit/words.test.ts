import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hant } from "../../src/words/hant";
import { shortened } from "../../src/words/shorten";
import { whereabouts } from "../../src/words/where";
import { NO_ROW } from "../../src/record/types";
import { tell } from "../../src/words/events";
import { clockText, number, pick, say } from "../../src/words/words";
import { field } from "./field";

/** Every character of Big5, in which traditional Chinese is written: what is simplified only is not among them. */
const big5 = (() => {
  const all = new Set<string>(), decode = new TextDecoder("big5");
  for (let a = 0xa1; a <= 0xf9; ++a) for (let b = 0x40; b <= 0xfe; ++b) if (b <= 0x7e || b >= 0xa1) for (const c of decode.decode(new Uint8Array([a, b]))) all.add(c);
  return all;
})();

/** All Chinese that a reader can meet: words of the viewer, and names of the shipped battles. */
function chinese(): string[] {
  const out: string[] = [], words = new URL("../../src/words/", import.meta.url), scenarios = new URL("../../../scenarios/", import.meta.url);
  for (const f of ["words.ts", "events.ts"]) for (const m of readFileSync(new URL(f, words), "utf8").matchAll(/"([^"\n]*[一-鿿][^"\n]*)"/g)) out.push(m[1]);
  for (const s of readdirSync(scenarios)) for (const f of ["scenario.toml", "map.toml"]) {
    try { for (const m of readFileSync(new URL(`${s}/${f}`, scenarios), "utf8").matchAll(/zh = "([^"]*)"/g)) out.push(m[1]); } catch { /* none */ }
  }
  return out;
}

describe("traditional Chinese", () => {
  it("leaves no character that is simplified only", () => {
    expect(big5.size).toBeGreaterThan(13000);
    const left = new Set(chinese().flatMap((t) => [...hant(t)].filter((c) => c >= "一" && c <= "鿿" && !big5.has(c))));
    expect([...left].join("")).toBe("");
  });
  it("chooses by the word where one simplified character stands for two", () => {
    for (const [hans, want] of [["已复制", "已複製"], ["聚复", "聚復"], ["后金马兵", "後金馬兵"], ["书签", "書籤"], ["三公里", "三公里"], ["没于噪声", "沒於噪聲"], ["于永绥", "于永綏"], ["尚余 3 秒", "尚餘 3 秒"], ["干预", "干預"], ["并列", "並列"], ["搏斗", "搏鬥"], ["皇后", "皇后"]])
      expect(hant(hans)).toBe(want);
  });
  it("is spoken at once beside the simplified", () => {
    expect(say("zh-Hans", "man")).toBe("单兵");
    expect(say("zh-Hant", "man")).toBe("單兵");
    expect(say("zh-Hant", "remaining", 7)).toBe("尚餘 7 秒");
  });
});

describe("words", () => {
  it("name every event, every order and every cause that the program knows, as the program does", () => {
    const room = new URL("../../../modules/", import.meta.url), engine = readFileSync(new URL("record/src/words.cpp", room), "utf8");
    for (const [list, word] of [["kVerbs", "verbs"], ["kCauses", "causes"]] as const) {
      const from = engine.indexOf(`Words ${list}[]`), named = [...engine.slice(from, engine.indexOf("};", from)).matchAll(/\{"(\w*)",\s*"([^"]*)",\s*"([^"]*)"\}/g)];
      expect(named.length).toBeGreaterThan(10);
      named.forEach((m, k) => expect([pick("en", word, k), pick("zh-Hans", word, k)]).toEqual([m[2], m[3]]));
    }
    const events = readFileSync(new URL("world/include/linghe/world/events.hpp", room), "utf8").replace(/\/\/.*$/gm, ""), from = events.indexOf("enum class EventKind");
    const kinds = [...events.slice(from, events.indexOf("};", from)).matchAll(/(\w+)\s*=\s*(\d+)/g)].filter((m) => m[2] !== "0"), h = { ...field().h, interventions: [] };
    expect(kinds.length).toBeGreaterThan(30);
    for (const m of kinds)
      expect(tell(h, "en", { id: 1, tick: 0, kind: Number(m[2]), subjectKind: 9, subject: 0, other: NO_ROW, x_m: 0, y_m: 0, value: 0, causes: [], parent: 0 }), m[1]).not.toMatch(/of kind/i);
  });
  it("say where somebody is by the nearest place with a name", () => {
    const { h } = field(), at = { on_map: true, is_line: false, x1_m: 0, y1_m: 0 };
    h.places = [{ ...at, id: "hill", name: { en: "the hill", zh: "山" }, x_m: 0, y_m: 0 }, { ...at, id: "bank", name: { en: "the bank", zh: "岸" }, is_line: true, x_m: -500, y_m: 800, x1_m: 500, y1_m: 800 }];
    expect(whereabouts(h, "en", 300, 300)).toBe("420 m north-east of the hill");
    expect(whereabouts(h, "zh-Hans", 300, 300)).toBe("山东北 420 米");
    expect(whereabouts(h, "en", 400, 700)).toBe("100 m south of the bank");
    expect(whereabouts(h, "en", 5, 5)).toBe("at the hill");
    h.places = [];
    expect(whereabouts(h, "en", 1234, -5)).toBe("1,234, −5");
  });
  it("are cut to the room there is", () => {
    expect(shortened("here he turns", 200)).toBe("here he turns");
    expect(shortened("here he turns", 60)).toBe("here he…");
    expect(shortened("此处回头向鼓", 50)).toBe("此处回…");
    expect(shortened("here", 5)).toBe("");
  });
  it("write numbers and times alike in both languages", () => {
    expect(number(-12345)).toBe("−12,345");
    expect(clockText(720)).toBe("+12:00");
    expect(clockText(-61)).toBe("−1:01");
  });
});
