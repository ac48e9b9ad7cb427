import { readFileSync, writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TINY, browser, clock, newPage, shown, start, type Served } from "./page";

let chrome: Browser, served: Served;
beforeAll(async () => { chrome = await browser(); served = await start(); });
afterAll(async () => { await chrome?.close(); served?.server.close(); });
const AT = "#run=tiny&lang=en&theme=light&t=20";

describe("the table", () => {
  it("draws the battle: another picture at another second, at another distance and by another light", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url + AT);
    await shown(page, 20);
    await page.waitForTimeout(800);
    const pictures = [await page.locator(".sheet").screenshot()];
    await page.keyboard.press("ArrowRight");
    await shown(page, 30);
    pictures.push(await page.locator(".sheet").screenshot());
    await page.getByRole("button", { name: "Man", exact: true }).click();
    await page.waitForTimeout(900);
    pictures.push(await page.locator(".sheet").screenshot());
    await page.getByRole("button", { name: "Dusk" }).click();
    await page.waitForTimeout(400);
    pictures.push(await page.locator(".sheet").screenshot());
    for (let i = 1; i < pictures.length; ++i) expect(pictures[i].equals(pictures[i - 1])).toBe(false);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("says so calmly when a record is damaged", async () => {
    const page = await newPage(chrome), bytes = readFileSync(TINY), bad = join(mkdtempSync(join(tmpdir(), "lgv-")), "bad.lgv");
    bytes[40] ^= 1;
    writeFileSync(bad, bytes);
    await page.goto(served.url);
    await page.setInputFiles("input[type=file]", bad);
    expect(await page.getByRole("alert").first().innerText()).toMatch(/damaged/);
    await page.context().close();
  });
});

describe("the clock", () => {
  it("plays, stops, goes both ways, jumps to events and keeps bookmarks", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url + AT);
    await shown(page, 20);
    expect(await clock(page)).toBe("+0:20");
    await page.keyboard.press(".");
    await shown(page, 21);
    await page.keyboard.press(",");
    await page.keyboard.press("ArrowLeft");
    await shown(page, 10);
    await page.keyboard.press("m");
    await page.keyboard.press("End");
    await shown(page, 60);
    await page.keyboard.press("1");
    await shown(page, 10);
    await page.keyboard.press("Home");
    await page.keyboard.press(" ");
    await page.waitForFunction(() => Number(document.querySelector<HTMLElement>(".sheet")!.dataset.second) > 3, null, { polling: 100 });
    await page.keyboard.press(" ");
    await page.waitForTimeout(300);
    const at = await clock(page);
    await page.waitForTimeout(500);
    expect(await clock(page)).toBe(at);
    await page.getByRole("button", { name: "Next event" }).click();
    await page.waitForTimeout(300);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("opens at the moment and place of a link", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url + AT + "&x=5&y=5&m=0.5");
    await shown(page, 20);
    await page.getByRole("button", { name: "Link to this moment" }).click();
    expect(page.url()).toMatch(/run=tiny&t=20&x=5\.0&y=5\.0&m=0\.5/);
    await page.context().close();
  });
});

describe("asking", () => {
  it("shows a commander, his fear, what he believes and why he does what he does", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url + AT);
    await shown(page, 20);
    await page.locator("aside").getByRole("button", { name: "The lord" }).click();
    const panel = page.locator("aside");
    await panel.getByText("Fear, felt and shown").waitFor();
    expect(await panel.innerText()).toMatch(/With him/);
    await page.selectOption("#seer", { label: "The captain" });
    await page.locator("input[type=range]").fill("1");
    await page.waitForTimeout(400);
    const believed = await page.locator(".sheet").screenshot();
    await page.locator("input[type=range]").fill("0");
    await page.waitForTimeout(400);
    expect((await page.locator(".sheet").screenshot()).equals(believed)).toBe(false);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("goes from unit to unit by keyboard and lets a chain of causes move the clock", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url + "#run=tiny&lang=en&theme=light&t=60");
    await shown(page, 60);
    await page.waitForTimeout(500);
    await page.keyboard.press("n");
    await page.locator("aside").getByText("Household").first().waitFor();
    const found = await (async () => {
      for (let i = 0; i < 6; ++i) {
        if (await page.locator(".chain button").count()) return true;
        await page.keyboard.press("n");
        await page.waitForTimeout(150);
      }
      return false;
    })();
    expect(found).toBe(true);
    await page.locator(".chain button").last().click();
    await page.waitForTimeout(300);
    expect(await clock(page)).not.toBe("");
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("counts the men in a box drawn with shift", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url + AT);
    await shown(page, 20);
    await page.keyboard.down("Shift");
    await page.mouse.move(320, 330); await page.mouse.down(); await page.mouse.move(780, 560, { steps: 4 }); await page.mouse.up();
    await page.keyboard.up("Shift");
    expect(await page.locator("aside").innerText()).toMatch(/In the box/);
    await page.context().close();
  });
});

describe("habits", () => {
  it("speaks English and Chinese in both scripts, at once", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url + AT);
    await shown(page, 20);
    await page.getByRole("button", { name: "简体中文" }).click();
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
    expect(await page.locator(".scales").innerText()).toMatch(/单兵/);
    await page.getByRole("button", { name: "繁體中文" }).click();
    expect(await page.locator(".scales").innerText()).toMatch(/單兵/);
    await page.context().close();
  });

  it("lists its keys, and has the battle in words", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url + AT);
    await shown(page, 20);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("t");
    const twin = page.getByRole("region", { name: "In words" });
    expect(await twin.getByRole("row").count()).toBeGreaterThan(2);
    expect(await twin.innerText()).toMatch(/Ming/);
    await page.context().close();
  });

  it.each([[1366, 768], [1024, 768], [768, 1024]])("fits %i x %i without scrolling sideways", async (width, height) => {
    const page = await newPage(chrome, { width, height });
    await page.goto(served.url + AT);
    await shown(page, 20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.locator("footer").isVisible()).toBe(true);
    await page.context().close();
  });

  it.each(["gallery", "table", "twin", "dusk", "help"])("has nothing that axe-core finds wrong: %s", async (what) => {
    const page = await newPage(chrome);
    await page.goto(served.url + (what === "gallery" ? "" : AT + (what === "dusk" ? "" : "")));
    if (what === "gallery") await page.getByTestId("runs").waitFor(); else await shown(page, 20);
    if (what === "dusk") await page.getByRole("button", { name: "Dusk" }).click();
    if (what === "twin") await page.keyboard.press("t");
    if (what === "help") await page.keyboard.press("?");
    await page.waitForTimeout(500);
    const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const r = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run();
      return r.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
    });
    expect(found).toEqual([]);
    await page.context().close();
  });
});

describe("the gallery", () => {
  it("opens runs, starts and cancels work, lays two runs side by side", async () => {
    const page = await newPage(chrome);
    await page.goto(served.url);
    await page.getByTestId("runs").waitFor();
    await page.getByRole("button", { name: "Fight it" }).click();
    await page.locator("main").getByText(/running 40%/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForFunction(() => !document.body.innerText.includes("running 40%"), null, { polling: 200 });
    expect(served.jobs.map((j) => j.state)).toEqual(["cancelled"]);
    await page.getByTestId("runs").getByRole("button", { name: "Open" }).first().click();
    await shown(page);
    await page.keyboard.press("c");
    await page.getByTestId("runs").getByRole("button", { name: "Compare" }).last().click();
    await page.waitForFunction(() => document.querySelectorAll(".sheet").length === 2, null, { polling: 200 });
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("takes the token out of the address and sends it with every question", async () => {
    const page = await newPage(chrome);
    served.calls.length = 0;
    await page.goto(served.url + "#token=sesame");
    await page.getByTestId("runs").waitFor();
    expect(page.url()).not.toMatch(/sesame/);
    expect(served.calls.filter((c) => c.path === "/api/gallery").every((c) => c.token === "sesame")).toBe(true);
    await page.context().close();
  });

  it("plays from a plain file server, even one that knows no ranges", async () => {
    for (const ranges of [true, false]) {
      const plain = await start({ isStatic: true, ranges }), page = await newPage(chrome);
      await page.goto(plain.url);
      await shown(page);
      expect(plain.calls.some((c) => c.path.startsWith("/api"))).toBe(false);
      await page.context().close();
      plain.server.close();
    }
  });
});

describe("taking away", () => {
  it("gives a picture and a film", async () => {
    const page = await newPage(chrome, { width: 1100, height: 640 });
    await page.goto(served.url + AT);
    await shown(page, 20);
    await page.keyboard.press("s");
    const [png] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Picture (PNG)" }).click()]);
    expect(readFileSync((await png.path())!).subarray(1, 4).toString()).toBe("PNG");
    await page.getByLabel("Seconds of battle").fill("4");
    await page.getByLabel("From second").fill("20");
    const [webm] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), page.getByRole("button", { name: "Film (WebM)" }).click()]);
    const bytes = readFileSync((await webm.path())!);
    expect(bytes.readUInt32BE(0)).toBe(0x1a45dfa3);
    expect(bytes.length).toBeGreaterThan(4000);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});

describe("a hostile record", () => {
  /** The tiny battle with names that would like to be markup; padded so that the JSON keeps its length. */
  function hostile(): string {
    const bytes = Buffer.from(readFileSync(TINY)), length = bytes.readUInt32LE(28), json = bytes.subarray(32, 32 + length).toString("utf8");
    const evil = "<img src=x onerror=window.hurt=1>", h = JSON.parse(json) as { units: { name: { en: string; zh: string } }[]; persons: { name: { en: string } }[]; build: string; title: { en: string } };
    for (const u of h.units) { u.name.en = evil; u.name.zh = ""; }
    h.persons[0].name.en = evil; h.title.en = evil; h.build = "";
    let text = JSON.stringify(h);
    const payload = Buffer.concat([bytes.subarray(16, 28), Buffer.alloc(4), Buffer.from(text), bytes.subarray(32 + length, 16 + bytes.readUInt32LE(4))]);
    payload.writeUInt32LE(Buffer.byteLength(text), 12);
    const shift = payload.length - bytes.readUInt32LE(4), head = Buffer.from(bytes.subarray(0, 16));
    head.writeUInt32LE(payload.length, 4);
    head.writeUInt32LE(crc(Buffer.concat([head.subarray(0, 12), payload])), 12);
    // Without index and footer the reader walks the blocks, so no offset has to be mended.
    const index = Number(bytes.readBigUInt64LE(bytes.length - 16)), rest = bytes.subarray(16 + bytes.readUInt32LE(4), index);
    void shift; text = "";
    const path = join(mkdtempSync(join(tmpdir(), "lgv-")), "evil.lgv");
    writeFileSync(path, Buffer.concat([head, payload, rest]));
    return path;
  }
  function crc(b: Buffer): number {
    let v = ~0;
    for (const byte of b) { v ^= byte; for (let k = 0; k < 8; ++k) v = v & 1 ? (v >>> 1) ^ 0x82f63b78 : v >>> 1; }
    return ~v >>> 0;
  }
  it("shows names as text and runs nothing of them", async () => {
    const s = await start({ runs: { evil: hostile() } }), page = await newPage(chrome);
    await page.goto(s.url + "#run=evil&lang=en&t=20");
    await shown(page);
    await page.keyboard.press("n");
    await page.waitForTimeout(300);
    await page.keyboard.press("t");
    await page.waitForTimeout(300);
    expect(await page.locator("aside h2").innerText()).toContain("<img src=x");
    expect(await page.evaluate(() => (window as unknown as { hurt?: number }).hurt)).toBeUndefined();
    expect(await page.locator("img").count()).toBe(0);
    expect(page.errors).toEqual([]);
    await page.context().close();
    s.server.close();
  });
});
