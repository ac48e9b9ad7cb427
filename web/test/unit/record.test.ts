import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Film } from "../../src/record/film";
import { RecordFile } from "../../src/record/file";
import { GrowingSource, MemorySource, openUrl } from "../../src/record/source";
import { survey } from "../../src/record/survey";
import { UNIT_COLUMNS, doing, heart, status } from "../../src/record/types";

const path = new URL("../data/tiny.lgv", import.meta.url);
const bytes = new Uint8Array(readFileSync(path));
const open = async (): Promise<RecordFile> => (await RecordFile.open(new MemorySource(bytes)))!;

/** The reader that stands at the end of the handbook's page on the view file. */
function handbook(second: number): number[] {
  const page = readFileSync(new URL("../../../docs/handbook/formats/view-file.md", import.meta.url), "utf8");
  const code = /```python\n([\s\S]*?)```/.exec(page)![1];
  const out = execFileSync("python3", ["-", path.pathname, String(second)], { input: code, encoding: "utf8" });
  return out.trim().split(/\s+/).map(Number);
}

describe("a record", () => {
  it("tells who fights where", async () => {
    const f = await open();
    expect(f.header.scenario_id).toBe("tiny");
    expect(f.header.men).toBe(200);
    expect(f.layers.homeUnit.length).toBe(200);
    expect(f.layers.height_m.length).toBe(f.header.map.nx * f.header.map.ny);
    expect(f.whole).toBe(true);
    expect(f.seconds).toBe(61);
  });

  it.each([0, 1, 17, 59, 60])("puts every man where the handbook's reader puts him at second %i", async (second) => {
    const want = handbook(second), frame = await new Film(await open()).frame(second);
    expect(frame.xy.length).toBe(want.length);
    want.forEach((v, i) => expect(Math.abs(frame.xy[i] - v)).toBeLessThan(0.051));
  });

  it("shows the same second the same way whether walked to or jumped to", async () => {
    const film = new Film(await open()), other = new Film(await open());
    for (let s = 0; s < 55; ++s) await film.frame(s);
    const walked = await film.frame(55), jumped = await other.frame(55), back = await film.frame(20);
    expect(walked.xy).toEqual(jumped.xy);
    expect(walked.look).toEqual(jumped.look);
    expect(walked.units).toEqual(jumped.units);
    expect(walked.beliefs).toEqual(jumped.beliefs);
    expect(back.xy).toEqual((await new Film(await open()).frame(20)).xy);
  });

  it("leaves a trail that lies where the man was half a minute before", async () => {
    const film = new Film(await open()), then = await film.frame(20), now = await film.frame(50);
    expect(now.trail).toEqual(then.xy);
  });

  it("is shown in haste with the men in their places, and with whole trails when there is time", async () => {
    const file = await open(), quick = new Film(file), calm = new Film(file), hurried = await quick.frame(50, true), right = await calm.frame(50);
    expect(hurried.xy).toEqual(right.xy);
    expect(hurried.look).toEqual(right.look);
    expect(quick.whole(50)).toBe(true); // its trail lies in the same chunk
    const late = await quick.frame(60, true);
    expect(quick.whole(60)).toBe(true); // walked to, not jumped
    const jumped = new Film(file), short = await jumped.frame(60, true), k = file.chunkOf(60);
    expect(short.xy).toEqual(late.xy);
    if (file.chunks[k].first > 30) {
      expect(jumped.whole(60)).toBe(false);
      expect((await jumped.frame(60)).trail).toEqual(late.trail);
      expect(jumped.whole(60)).toBe(true);
    }
  });

  it("knows the causes and parents of events", async () => {
    const f = await open(), e = (await survey(f, 0)).events;
    expect(e.count).toBeGreaterThan(10);
    for (let i = 1; i < e.count; ++i) expect(e.id[i]).toBeGreaterThan(e.id[i - 1]);
    for (let i = 0; i < e.count; ++i) expect(e.parent[i]).toBeLessThan(e.id[i]);
    expect(e.causes.some((c) => c > 0)).toBe(true);
  });

  it("counts every man in exactly one part of the resolve", async () => {
    const f = await open(), s = await survey(f, 0), frame = await new Film(f).frame(30);
    const sample = s.samples.find((p) => p.second === 30)!;
    expect(sample.resolve.reduce((a, b) => a + b, 0)).toBe(200);
    let routing = 0;
    for (let i = 0; i < 200; ++i) if (status(frame.look[4 * i + 1]) === 0 && heart(frame.look[4 * i + 1]) === 3) ++routing;
    expect(sample.resolve[3] + sample.resolve[9]).toBe(routing);
    expect(sample.units.length).toBe(f.header.units.length * UNIT_COLUMNS);
    let fights = 0;
    for (let i = 0; i < 200; ++i) if (status(frame.look[4 * i + 1]) === 0 && doing(frame.look[4 * i + 2]) === 5) ++fights;
    expect(sample.fighting.reduce((a, b) => a + b, 0)).toBe(fights);
    for (const db of sample.noise_dba) { expect(db).toBeGreaterThan(30); expect(db).toBeLessThan(110); }
    for (const m of sample.sight_m) { expect(m).toBeGreaterThan(0); expect(m).toBeLessThanOrEqual(2000); }
  });
});

describe("the bytes of a record", () => {
  const server = (ranges: boolean) => async (_: string, init: RequestInit): Promise<Response> => {
    const m = /bytes=(\d+)-(\d+)/.exec((init.headers as Record<string, string>).Range ?? "");
    if (!ranges || !m) return new Response(bytes.slice(), { status: 200 });
    const part = bytes.slice(Number(m[1]), Number(m[2]) + 1);
    return new Response(part, { status: 206, headers: { "Content-Range": `bytes ${m[1]}-${m[2]}/${bytes.length}` } });
  };
  it.each([true, false])("come by ranges, or whole where the server knows none (%s)", async (ranges) => {
    const f = (await RecordFile.open(await openUrl("x", {}, server(ranges))))!;
    expect((await new Film(f).frame(33)).xy).toEqual((await new Film(await open()).frame(33)).xy);
  });

  it("may come drop by drop while the battle goes on", async () => {
    const s = new GrowingSource();
    let f: RecordFile | null = null, grew = 0;
    for (let at = 0; at < bytes.length; at += 977) {
      s.push(bytes.subarray(at, at + 977));
      if (!f) f = await RecordFile.open(s); else if (await f.walk()) ++grew;
    }
    expect(f!.seconds).toBe(61);
    expect(grew).toBeGreaterThan(0);
    expect((await new Film(f!).frame(40)).xy).toEqual((await new Film(await open()).frame(40)).xy);
  });

  it("are refused when one bit is wrong", async () => {
    const f = await open(), bad = bytes.slice();
    bad[f.chunks[0].offset + 500] ^= 4;
    const g = (await RecordFile.open(new MemorySource(bad)))!;
    await expect(g.raw(0)).rejects.toThrow(/damaged/);
  });
});
