import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { browser, newPage, start, type Faults, type Served } from "./page";

interface Told { ok: boolean; men: number; units: number; problems: object[] }
type Making = Served & { kept: Record<string, Record<string, string>> };
let chrome: Browser, served: Making, told: (files: Record<string, string>) => Told;
const SOUND: Told = { ok: true, men: 400, units: 9, problems: [] };
const SHOTS = process.env.LINGHE_SHOTS;
beforeAll(async () => { chrome = await browser(); served = (await start({ check: (f: Record<string, string>) => told(f) })) as Making; });
afterAll(async () => { await chrome?.close(); served?.server.close(); });
afterEach(() => { told = () => SOUND; });
told = () => SOUND;

/** The editor, open on a new battle, its map drawn. */
async function making(o: { size?: { width: number; height: number }; lang?: string; theme?: string; change?: boolean; more?: Record<string, unknown> } = {}): Promise<Page & Faults> {
  const page = await newPage(chrome, o.size ?? { width: 1366, height: 768 }, o.more);
  await page.goto(`${served.url}#lang=${o.lang ?? "en"}&theme=${o.theme ?? "light"}`);
  if (o.change) await page.getByRole("button", { name: /Change this battle|改此战例|改此戰例/ }).first().click();
  else await page.getByRole("button", { name: /^(New battle|新战例|新戰例)$/ }).click();
  await drawn(page);
  return page;
}
async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(() => Number(document.querySelector<HTMLElement>(".makemap")?.dataset.drawn ?? 0) > 0, null, { polling: 100, timeout: 60_000 });
  await page.waitForTimeout(200);
}
/** The text of a file as it stands in the editor. */
async function textOf(page: Page, name = "scenario.toml"): Promise<string> {
  const before = await page.locator('[role=tab][aria-selected="true"]').innerText();
  await page.getByRole("tab", { name: "Text" }).click();
  await page.locator(".texts").getByRole("button", { name, exact: true }).click();
  const text = await page.locator("#maketext").inputValue();
  await page.getByRole("tab", { name: before }).click();
  return text;
}
/** A place of the map in pixels of the page, by the camera that the map tells of. */
async function at(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await page.locator(".makemap").boundingBox())!, [cx, cy, mpp] = await eyeOf(page);
  return { x: box.x + box.width / 2 + (x - cx) / mpp, y: box.y + box.height / 2 - (y - cy) / mpp };
}
const eyeOf = (page: Page): Promise<number[]> => page.locator(".makemap").evaluate((e: HTMLElement) => e.dataset.eye!.split(" ").map(Number));
async function pull(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const a = await at(page, ...from), b = await at(page, ...to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}
const tool = (page: Page, name: string) => page.getByRole("toolbar").getByRole("button", { name, exact: true });
const press = async (page: Page, x: number, y: number): Promise<void> => { const p = await at(page, x, y); await page.mouse.click(p.x, p.y); };
async function shot(page: Page, name: string): Promise<void> { if (SHOTS) { mkdirSync(SHOTS, { recursive: true }); await page.screenshot({ path: `${SHOTS}/${name}.png` }); } }

describe("making a battle", () => {
  it("begins from the gallery, with a new one or with one that is there", async () => {
    const page = await making();
    await page.getByRole("heading", { name: "A new battle" }).waitFor();
    await page.getByText("Sound: 400 men in 9 units").waitFor();
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.getByRole("button", { name: /Change this battle: Tiny/ }).click();
    await page.getByRole("heading", { name: /Tiny fight at a stream/ }).waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("drags a unit, turns it, widens it; undoes and does it again", async () => {
    const page = await making();
    await pull(page, [0, 150], [100, 250]);
    await page.getByRole("heading", { name: "Household" }).waitFor();
    const moved = await textOf(page), place = /id = "household"[\s\S]*?at = \[(-?\d+), (-?\d+)\]/.exec(moved)!;
    expect(Math.abs(Number(place[1]) - 100)).toBeLessThan(8);
    expect(Math.abs(Number(place[2]) - 250)).toBeLessThan(8);
    expect(moved).toContain("# Strewn over a box: 160 men in four units.");
    await page.getByRole("tab", { name: "Chosen" }).click();
    // It faces south: the handle of its facing lies below it.
    const c = await at(page, Number(place[1]), Number(place[2])), mpp = (await eyeOf(page))[2], reach = 24 + 7.4 / mpp;
    await page.mouse.move(c.x, c.y + reach); await page.mouse.down(); await page.mouse.move(c.x + 60, c.y + 10, { steps: 3 }); await page.mouse.move(c.x + 80, c.y, { steps: 3 }); await page.mouse.up();
    expect(await textOf(page)).toMatch(/id = "household"[\s\S]*?heading_deg = 90/);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.keyboard.press("Control+z");
    expect(await textOf(page)).toMatch(/id = "household"[\s\S]*?at = \[0, 150\]\nheading_deg = 180/);
    await page.keyboard.press("Control+Shift+Z");
    expect(await textOf(page)).toBe(moved);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("draws a river, a wall with a gate, a wood, a fire, and gives each its form", async () => {
    const page = await making();
    await tool(page, "River").click();
    for (const [x, y] of [[-300, 330], [-100, 250], [0, 330]]) await press(page, x, y);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "new river" }).waitFor();
    await page.getByLabel("depth in the middle half of the water m").fill("1.2");
    await page.keyboard.press("Tab");
    let map = await textOf(page, "map.toml");
    expect(map).toMatch(/id = "river"\nname = .*\nline = \[\[-?\d+, -?\d+\], \[-?\d+, -?\d+\], \[-?\d+, -?\d+\]\]/);
    expect(map).toContain("depth_m = 1.2");
    expect(map).toContain("# Let the line run beyond the map.");
    await tool(page, "Wall").click();
    for (const [x, y] of [[200, -300], [500, -300]]) await press(page, x, y);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "wall" }).waitFor();
    await tool(page, "Gate in a wall").click();
    await press(page, 350, -302);
    await page.getByRole("heading", { name: "gate" }).waitFor();
    await tool(page, "Wood, crop, fuel").click();
    for (const [x, y] of [[300, 100], [500, 100], [450, 250]]) await press(page, x, y);
    await page.keyboard.press("Enter");
    await page.locator(".form summary").click();
    await page.getByLabel("fuel model of data/fuels.toml", { exact: false }).selectOption("FM3");
    map = await textOf(page, "map.toml");
    expect(map).toMatch(/gate = \[\{ id = "gate", at = \[3[45]\d(\.\d)?, -30\d(\.\d)?\], width_m = 6, open = true \}\]/);
    expect(map).toMatch(/cover = "wood"\nring = \[\[.*\]\]\nfuel = "FM3"/);
    await tool(page, "Fire").click();
    for (const [x, y] of [[-400, -200], [-200, -200]]) await press(page, x, y);
    await page.keyboard.press("Enter");
    expect(await textOf(page)).toMatch(/\[\[ignition\]\]\nid = "fire"\nline = \[\[/);
    await tool(page, "Strewn men").click();
    await pull(page, [-500, -350], [-350, -250]);
    expect(await textOf(page)).toMatch(/\[\[bodies\]\]\nid = "bodies"\nname = .*\nforce = "northern"/);
    await shot(page, "make-drawn");
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("edits persons, orders, wind and weather in forms made of the schema", async () => {
    const page = await making();
    await page.getByRole("tab", { name: "Everything" }).click();
    await page.locator(".list").getByRole("button", { name: "The general", exact: true }).click();
    await page.getByLabel("0 timid .. 1 calm").fill("0.25");
    await page.keyboard.press("Tab");
    await page.getByLabel("what is to be done").selectOption("withdraw");
    await page.getByRole("button", { name: /^Wind at \+0:00/ }).click();
    await page.getByLabel("speed at 10 m height m/s").fill("7.5");
    await page.getByLabel("speed at 10 m height m/s").press("Tab");
    await page.locator(".course").getByRole("button", { name: "Add: Wind" }).click();
    await page.getByLabel("where it comes from: 0 north, 90 east, 180 south °").fill("270");
    await page.keyboard.press("Tab");
    await page.getByRole("tab", { name: "Everything" }).click();
    await page.locator(".list").getByRole("button", { name: "Air and ground" }).click();
    await page.locator("summary").click();
    await page.getByLabel("wetness of the ground", { exact: false }).fill("0.6");
    await page.getByLabel("wetness of the ground", { exact: false }).press("Tab");
    await page.getByRole("tab", { name: "Everything" }).click();
    await page.locator(".list").getByRole("button", { name: "north bank" }).click();
    await page.getByLabel("its id").fill("bank");
    await page.getByLabel("its id").press("Tab");
    const text = await textOf(page);
    expect(text).toContain('order = { verb = "withdraw", place = "bank" }');
    expect(text).toContain('after_gather = [{ verb = "hold_line", place = "bank" }]');
    expect(text).not.toContain("north_bank");
    expect(text).toContain("traits = { experience = 0.6, composure = 0.25 }");
    expect(text).toMatch(/at_s = 0\nspeed_m_s = 7.5/);
    expect(text).toMatch(/\[\[wind\]\]\nat_s = 300\nspeed_m_s = 7.5\nfrom_deg = 270/);
    expect(text).toContain("gust_share = 0.2\nground_wetness = 0.6");
    expect(text).toContain("# Wind: where it comes from");
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("shows what is wrong where it is: in the form, on the map, in the list and in the text", async () => {
    told = (f) => {
      const line = f["scenario.toml"].split("\n").findIndex((l) => l === "men = 4000") + 1;
      return line ? { ok: false, men: 0, units: 0, problems: [{ severity: "error", file: "scenario.toml", line, column: 1, key: "unit.household.men", reason: "4000 men do not fit on the ground there", remedy: "give fewer, or move it" }] } : SOUND;
    };
    const page = await making();
    await press(page, 0, 150);
    await page.getByLabel("men at the start, leader included").fill("4000");
    await page.keyboard.press("Tab");
    const sentence = page.locator(".form .wrong", { hasText: "4000 men do not fit" });
    await sentence.waitFor();
    expect(await page.getByLabel("men at the start, leader included").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("status").getByText("1 to mend").waitFor();
    expect(await page.getByRole("button", { name: "Fight it" }).isDisabled()).toBe(true);
    await shot(page, "make-wrong");
    await page.getByRole("button", { name: "scenario.toml, line" }).click();
    expect(await page.locator("#maketext").evaluate((a: HTMLTextAreaElement) => a.value.slice(a.selectionStart, a.selectionEnd))).toBe("men = 4000");
    await page.locator(".verdict").getByRole("button", { name: /unit.household.men/ }).click();
    await sentence.waitFor();
    await page.getByLabel("men at the start, leader included").fill("40");
    await page.keyboard.press("Tab");
    await page.getByText("Sound: 400 men").waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("takes a text written by hand, and says at which line it cannot be read", async () => {
    const page = await making();
    await page.getByRole("tab", { name: "Text" }).click();
    const area = page.locator("#maketext"), before = await area.inputValue();
    await area.fill(before.replace("minutes = 10", "minutes = = 10"));
    await page.getByRole("button", { name: "Take over" }).click();
    await page.getByText(/scenario.toml, line 6/).waitFor();
    await area.fill(before.replace("minutes = 10", "minutes = 12 # by hand"));
    await page.getByRole("button", { name: "Take over" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await area.inputValue()).toBe(before);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("is done by keyboard alone", async () => {
    const page = await making();
    await page.locator(".makemap").focus();
    await page.keyboard.press("n");
    for (let i = 0; i < 20 && !/Household/.test(await page.locator(".form h2").innerText().catch(() => "")); ++i) await page.keyboard.press("n");
    await page.keyboard.press("ArrowRight"); await page.keyboard.press("Shift+ArrowUp"); await page.keyboard.press("Alt+ArrowLeft");
    expect(await textOf(page)).toMatch(/id = "household"[\s\S]*?at = \[9, 250\]/);
    await tool(page, "Road").focus();
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.classList.contains("makemap"))).toBe(true);
    await page.keyboard.press("Enter");
    expect(await textOf(page, "map.toml")).toContain('[[road]]\nid = "road"');
    await page.locator(".makemap").focus();
    await page.keyboard.press("Delete");
    expect(await textOf(page, "map.toml")).not.toContain("[[road]]");
    await page.getByRole("tab", { name: "Chosen" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tab", { name: "Everything" }).getAttribute("aria-selected")).toBe("true");
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("saves under a name, over itself, and never over what is there", async () => {
    const page = await making();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Name of its folder").fill("../out");
    await page.getByRole("button", { name: "Save in the scenarios' folder" }).click();
    expect(Object.keys(served.kept)).toEqual([]);
    await page.getByLabel("Name of its folder").fill("own-battle");
    await page.getByRole("button", { name: "Save in the scenarios' folder" }).click();
    await page.getByText("own-battle · saved").waitFor();
    expect(served.kept["own-battle"]["scenario.toml"]).toContain('id = "own-battle"');
    await press(page, 0, 150);
    await page.locator(".makemap").focus();
    await page.keyboard.press("ArrowUp");
    await page.getByText("own-battle · changed since it was saved").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("own-battle · saved").waitFor();
    expect(served.kept["own-battle"]["scenario.toml"]).toContain("at = [0, 160]");
    await page.getByRole("button", { name: "Save as" }).click();
    await page.getByRole("button", { name: "Save in the scenarios' folder" }).click();
    await page.getByText("there is a folder of that name already").waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("is put on the list of battles to be fought, and can be stopped", async () => {
    const page = await making();
    await page.getByLabel("Luck (seed)").fill("5");
    await page.getByRole("button", { name: "Fight it" }).click();
    await page.getByLabel("Name of its folder").fill("fought");
    await page.locator(".drop").getByRole("button", { name: "Fight it" }).click();
    await page.getByText("being fought: 40%").waitFor();
    expect(served.calls.filter((c) => c.path === "/api/jobs" && c.method === "POST").length).toBe(1);
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => served.jobs.every((j) => j.state === "cancelled")).toBe(true);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("survives a reload of the page", async () => {
    const page = await making();
    await press(page, 0, 150);
    await page.locator(".makemap").focus();
    await page.keyboard.press("ArrowUp");
    const text = await textOf(page);
    page.on("dialog", (d) => void d.accept());
    await page.reload();
    await page.getByRole("button", { name: "Go on with the draft" }).click();
    await drawn(page);
    expect(await textOf(page)).toBe(text);
    await page.context().close();
  });

  it("is taken away as a folder or as its files, also where there is no server", async () => {
    const plain = (await start({ isStatic: true })) as Making, page = await newPage(chrome);
    await page.goto(plain.url + "#lang=en");
    // The page of an export opens on its first recording; the gallery is there only until it is read.
    await page.locator(".sheet").first().waitFor();
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.getByRole("button", { name: "New battle" }).click();
    await drawn(page);
    await page.getByText("First look only").waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Fight it" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Download" }).click();
    const [all] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "All as a folder (zip)" }).click()]);
    expect(readFileSync((await all.path())!).readUInt32LE(0)).toBe(0x04034b50);
    expect(all.suggestedFilename()).toBe("new-battle.zip");
    const [one] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "map.toml alone" }).click()]);
    expect(readFileSync((await one.path())!, "utf8")).toContain("[[river]]");
    expect(plain.calls.some((c) => c.path.startsWith("/api"))).toBe(false);
    expect(page.errors).toEqual([]);
    await page.context().close();
    plain.server.close();
  });

  it("opens the files of a folder, and refuses what it cannot read in words", async () => {
    const page = await newPage(chrome), file = (name: string, body: string) => ({ name, mimeType: "application/toml", buffer: Buffer.from(body) });
    await page.goto(served.url + "#lang=en");
    await page.setInputFiles("input[accept='.toml']", [file("scenario.toml", "[[[")]);
    expect(await page.getByRole("alert").first().innerText()).toMatch(/went wrong/);
    await page.setInputFiles("input[accept='.toml']", ["scenario.toml", "map.toml"].map((n) => fileURLToPath(new URL(`../../../scenarios/ford/${n}`, import.meta.url))));
    await page.getByRole("heading", { name: /Falling back over two fords/ }).waitFor();
    await drawn(page);
    await page.locator(".list").getByRole("button", { name: "western ford" }).waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("shows hostile names as text and runs nothing of them", async () => {
    const evil = "<img src=x onerror=window.hurt=1>", page = await newPage(chrome), read = (n: string): string => readFileSync(new URL(`../../../scenarios/tiny/${n}`, import.meta.url), "utf8");
    const scenario = read("scenario.toml").replaceAll(/name = \{ en = "[^"]*"/g, `name = { en = "${evil}"`).replace(/title = \{ en = "[^"]*"/, `title = { en = "${evil}"`) + `\n[parameters]\n"<script>hurt=1</script>" = 1\n"__proto__.x" = 2\n`;
    told = () => ({ ok: false, men: 0, units: 0, problems: [{ severity: "error", file: evil, line: 3, column: 1, key: evil, reason: evil, remedy: evil }] });
    await page.goto(served.url + "#lang=en");
    await page.setInputFiles("input[accept='.toml']", [{ name: "scenario.toml", mimeType: "", buffer: Buffer.from(scenario) }, { name: "map.toml", mimeType: "", buffer: Buffer.from(read("map.toml").replace('en = "the stream"', `en = "${evil}"`)) }]);
    await drawn(page);
    await page.getByRole("tab", { name: "Everything" }).click();
    await page.locator(".list").getByRole("button", { name: evil }).first().click();
    await page.locator(".verdict").getByText(evil).first().waitFor();
    await page.getByRole("tab", { name: "Everything" }).click();
    await page.locator(".list").getByRole("button", { name: "The battle" }).click();
    await page.waitForTimeout(400);
    expect(await page.locator(".form h2").innerText()).toContain("<img src=x");
    expect(await page.evaluate(() => (window as unknown as { hurt?: number }).hurt)).toBeUndefined();
    expect(await page.locator("img").count()).toBe(0);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("passes axe, in both lights, three languages, and on a tablet", async () => {
    const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    for (const o of [{ lang: "en", theme: "light" }, { lang: "zh-Hans", theme: "dusk" }, { lang: "zh-Hant", theme: "light", size: { width: 768, height: 1024 }, more: { hasTouch: true } }, { lang: "en", theme: "dusk", size: { width: 1024, height: 768 } }]) {
      const page = await making(o);
      const judge = async (): Promise<void> => {
        await page.evaluate(axe);
        expect(await page.evaluate(async () => {
          const r = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run();
          return r.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(" | ")}`);
        })).toEqual([]);
      };
      await shot(page, `make-${o.lang}-${o.theme}-${o.size?.width ?? 1366}`);
      const p = await at(page, 0, 150);
      await judge();
      await page.mouse.click(p.x, p.y);
      await page.locator(".form").waitFor();
      await judge();
      await page.locator("[role=tab]").nth(2).click();
      await judge();
      await page.locator("[role=tab]").nth(0).click();
      await shot(page, `make-chosen-${o.lang}-${o.theme}-${o.size?.width ?? 1366}`);
      expect(page.errors).toEqual([]);
      await page.context().close();
    }
  });
});
