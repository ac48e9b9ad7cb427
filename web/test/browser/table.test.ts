/** What lies on the table beside the men: eyes and ears, notes, hands on glass, films, symbols, habits. */
import { readFileSync } from "node:fs";
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from "mediabunny";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browser, clock, newPage, shown, start, type Faults, type Served } from "./page";

let chrome: Browser, served: Served;
beforeAll(async () => { chrome = await browser(); served = await start(); });
afterAll(async () => { await chrome?.close(); served?.server.close(); });

async function table(at = 20, more = "", size?: { width: number; height: number }, how: Record<string, unknown> = {}): Promise<Page & Faults> {
  const page = await newPage(chrome, size, how);
  await page.goto(`${served.url}#run=tiny&lang=en&theme=light&t=${at}${more}`);
  await shown(page, at);
  await page.waitForTimeout(500);
  return page;
}
const picture = async (page: Page): Promise<Buffer> => { await page.waitForTimeout(350); return page.locator(".sheet").first().screenshot(); };

describe("eyes and ears", () => {
  it("lend the table the eyes of a chosen man, and give them back", async () => {
    const page = await table();
    await page.locator("aside").getByRole("button", { name: "The captain" }).click();
    const truth = await picture(page);
    await page.keyboard.press("v");
    const seen = await picture(page);
    expect(seen.equals(truth)).toBe(false);
    await page.keyboard.press("v");
    expect((await picture(page)).equals(truth)).toBe(true);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("say how far he sees, what he hears and over what noise", async () => {
    const page = await table(50);
    await page.locator("aside").getByRole("button", { name: "The captain" }).click();
    const text = await page.locator("aside").innerText();
    expect(text).toMatch(/Sees\s+[\d,]+ m/);
    expect(text).toMatch(/the drum of The lord, \d+ m off/);
    expect(text).toMatch(/Noise about him\s+\d+ dB/);
    await page.context().close();
  });

  it("draw how far the drum carries, by a layer that can be put away", async () => {
    const page = await table(50, "&x=0&y=0&m=12"), box = async (): Promise<void> => { await page.keyboard.press("l"); await page.getByLabel("How far signals carry").click(); await page.keyboard.press("l"); };
    const on = await picture(page);
    await box();
    expect((await picture(page)).equals(on)).toBe(false);
    await page.context().close();
  });

  it("name what the record does not hold", async () => {
    const page = await table();
    await page.keyboard.press("l");
    expect(await page.getByRole("region", { name: "Layers" }).innerText()).toMatch(/This record holds none of: Dust, Rain, daylight, horns and gongs/);
    await page.context().close();
  });
});

describe("notes", () => {
  it("are written beside a bookmark and kept with the run", async () => {
    const page = await table(20);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Note at +0:20" }).fill("here he turns");
    await page.keyboard.press("Enter");
    expect(await page.getByTestId("ribbon").innerHTML()).toContain("here he turns");
    await expect.poll(() => served.notes.tiny).toEqual({ bookmarks: [{ second: 20, note: "here he turns" }] });
    await page.context().close();
    const later = await table(5);
    await expect.poll(() => later.getByTestId("ribbon").count(), { timeout: 10_000 }).toBe(1);
    await later.keyboard.press("1");
    await shown(later, 20);
    await later.getByTestId("ribbon").click();
    await later.getByText("kept with the run").waitFor();
    await later.getByRole("button", { name: "Remove" }).click();
    expect(await later.getByTestId("ribbon").count()).toBe(0);
    await expect.poll(() => served.notes.tiny).toEqual({ bookmarks: [] });
    expect(later.errors).toEqual([]);
    await later.context().close();
  });

  it("lie in the browser where there is only a folder, and begin with those that came with it", async () => {
    const plain = await start({ isStatic: true, notes: { given: { bookmarks: [{ second: 7, note: "from the teacher" }, { second: "x" }, null] } } }), page = await newPage(chrome);
    await page.goto(plain.url + "#lang=en&t=20");
    await shown(page);
    await expect.poll(() => page.getByTestId("ribbon").count(), { timeout: 10_000 }).toBe(1);
    await page.keyboard.press("1");
    await shown(page, 7);
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Note at +0:07" }).fill("mine");
    await page.getByText("kept in this browser").waitFor();
    await page.keyboard.press("Enter");
    await page.reload();
    await shown(page);
    await expect.poll(() => page.getByTestId("ribbon").innerHTML()).toContain("mine");
    await page.context().close();
    plain.server.close();
  });
});

describe("symbols and words", () => {
  it("draw APP-6 in place of blocks when asked", async () => {
    const page = await table(20, "&x=0&y=0&m=7.6");
    const blocks = await picture(page);
    await page.keyboard.press("l");
    await page.getByLabel("APP-6 symbols").check();
    await page.keyboard.press("l");
    expect((await picture(page)).equals(blocks)).toBe(false);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("tell who listens which event he has jumped to", async () => {
    const page = await table(0);
    await expect.poll(async () => { await page.keyboard.press("]"); return page.getByTestId("spoken").innerText(); }).toMatch(/^\+0:\d\d .+/);
    await page.context().close();
  });

  it("give every place in the twin by name, and riders on the way", async () => {
    const page = await table(20);
    await page.keyboard.press("t");
    const twin = page.getByRole("region", { name: "In words" });
    expect(await twin.innerText()).toMatch(/\d+ m (north|south|east|west)|at /);
    await page.context().close();
  });
});

describe("hands on glass", () => {
  it("choose by a long press and count by drawing on; a short drag still moves the map", async () => {
    const page = await table(20, "", { width: 1024, height: 768 }, { hasTouch: true }), cdp = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number, y?: number): Promise<unknown> => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: y! }] });
    await touch("touchStart", 420, 200);
    await page.waitForTimeout(650);
    await expect.poll(() => page.locator("aside h2").first().innerText(), { timeout: 8000 }).not.toMatch(/Tiny/);
    await touch("touchMove", 600, 260); await touch("touchMove", 700, 320); await touch("touchEnd");
    await page.getByText("In the box").waitFor();
    const before = await picture(page);
    await touch("touchStart", 420, 200); await touch("touchMove", 470, 230); await touch("touchMove", 520, 240); await touch("touchEnd");
    expect((await picture(page)).equals(before)).toBe(false);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

describe("habits", () => {
  it("keep layers, light, panel and speed for the next time", async () => {
    const page = await table(20);
    await page.keyboard.press("i");
    await page.keyboard.press("=");
    await page.keyboard.press("l");
    await page.getByLabel("Trails").click();
    expect(await page.locator("aside").isVisible()).toBe(false);
    await page.reload();
    await shown(page);
    expect(await page.locator("aside").isVisible()).toBe(false);
    await page.keyboard.press("l");
    expect(await page.getByLabel("Trails").isChecked()).toBe(false);
    expect(await page.locator("button.sp").innerText()).toBe("×16");
    await page.context().close();
  });

  it("hold still where less motion is wished: the camera goes at once, nothing flutters", async () => {
    const page = await table(50, "&x=0&y=0&m=3", undefined, { reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Man", exact: true }).click();
    await page.getByRole("button", { name: "Link to this moment" }).click();
    expect(page.url()).toMatch(/m=0\.1050/);
    expect(await clock(page)).toBe("+0:50");
    await page.context().close();
  });

  it.each(["layers", "take", "note", "eyes"])("have nothing that axe-core finds wrong: %s", async (what) => {
    const page = await table(20);
    if (what === "eyes") { await page.locator("aside").getByRole("button", { name: "The captain" }).click(); await page.keyboard.press("v"); }
    else await page.keyboard.press({ layers: "l", take: "s", note: "e" }[what]!);
    await page.waitForTimeout(400);
    await page.evaluate(readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8"));
    const found = await page.evaluate(async () => {
      const r = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run();
      return r.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
    });
    expect(found).toEqual([]);
    await page.context().close();
  });
});

describe("films", () => {
  async function made(button: string): Promise<Buffer> {
    const page = await table(20, "", { width: 900, height: 600 });
    await page.keyboard.press("s");
    await page.getByLabel("From second").fill("20");
    await page.getByLabel("Seconds of battle").fill("8");
    await page.getByLabel("half the size").check();
    const [d] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), page.getByRole("button", { name: button }).click()]);
    const bytes = readFileSync((await d.path())!);
    expect(page.errors).toEqual([]);
    await page.context().close();
    return bytes;
  }
  async function gaps(bytes: Buffer): Promise<number[]> {
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }), track = (await input.getPrimaryVideoTrack())!, at: number[] = [];
    for await (const p of new EncodedPacketSink(track).packets()) at.push(p.timestamp);
    at.sort((a, b) => a - b);
    return at.slice(1).map((t, i) => t - at[i]);
  }

  it.each([["Film (MP4)", /ftyp/], ["Film (WebM)", /webm/]])("%s: every picture as long as the other", async (button, magic) => {
    const bytes = await made(button), all = await gaps(bytes);
    expect(bytes.subarray(0, 64).toString("latin1")).toMatch(magic);
    expect(all.length).toBe(24); // a second of film: 25 pictures
    for (const gap of all) expect(gap).toBeCloseTo(0.04, 2);
  });

  it("Film (GIF): every picture eight hundredths of a second, and they differ", async () => {
    const bytes = await made("Film (GIF)"), delays: number[] = [];
    expect(bytes.subarray(0, 6).toString()).toBe("GIF89a");
    for (let i = 0; i + 8 < bytes.length; ++i) if (bytes[i] === 0x21 && bytes[i + 1] === 0xf9 && bytes[i + 2] === 4 && bytes[i + 7] === 0) delays.push(bytes.readUInt16LE(i + 4));
    expect(delays.length).toBeGreaterThanOrEqual(13);
    expect(delays.filter((d) => d === 8).length).toBeGreaterThanOrEqual(13);
  });
});
