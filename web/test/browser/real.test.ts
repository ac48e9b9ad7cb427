/** Page and `linghe serve` together: a run of `tiny`, fought by the program, watched through the server that it brings. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browser, clock, newPage, shown, type Faults } from "./page";

const PROGRAM = process.env.LINGHE_PROGRAM ?? fileURLToPath(new URL("../../../build/rel/bin/linghe", import.meta.url));
const built = existsSync(PROGRAM);
if (!built) console.warn(`real.test.ts is skipped: ${PROGRAM} is not built (cmake --build --preset rel --target linghe)`);

let chrome: Browser, server: ChildProcess, home = "", url = "", token = "", origin = "";

const linghe = (...words: string[]): string => execFileSync(PROGRAM, words, { cwd: home, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
function serve(): Promise<void> {
  server = spawn(PROGRAM, ["serve", "--json", "--no-open", "--web", fileURLToPath(new URL("../../dist", import.meta.url))], { cwd: home, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((go, fail) => {
    let said = "";
    server.once("exit", (code) => fail(new Error(`linghe serve ended with ${code}`)));
    server.stdout!.on("data", (d: Buffer) => {
      said += d.toString();
      if (!said.includes("\n")) return;
      ({ url, token } = JSON.parse(said) as { url: string; token: string });
      origin = new URL(url).origin;
      go();
    });
  });
}
const api = async (path: string): Promise<unknown> => (await fetch(origin + path, { headers: { "X-Linghe-Token": token } })).json();
interface Run { id: string; name: string; finished: boolean; state: string }
const runs = async (): Promise<Run[]> => ((await api("/api/gallery")) as { runs: Run[] }).runs;
/** The page with the kept run on its table; the battle lasts a minute. */
async function table(at = 20): Promise<Page & Faults> {
  const page = await newPage(chrome), kept = (await runs()).find((r) => r.name === "kept")!;
  await page.goto(`${url}&run=${kept.id}&lang=en&theme=light&t=${at}`);
  await shown(page, at);
  return page;
}

describe.skipIf(!built)("page and server", () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "linghe-page-"));
    mkdirSync(join(home, "runs"));
    linghe("run", "tiny", "--out", "runs/kept", "--quiet");
    await serve();
    chrome = await browser();
  });
  afterAll(async () => {
    await chrome?.close();
    server?.removeAllListeners("exit");
    server?.kill("SIGTERM");
    if (home) rmSync(home, { recursive: true, force: true });
  });

  it("lists battles and runs, and takes the token out of the address", async () => {
    const page = await newPage(chrome);
    await page.goto(url + "&lang=en");
    await page.getByTestId("runs").waitFor();
    expect(page.url()).not.toContain(token);
    await page.getByRole("heading", { name: "Battles" }).waitFor({ timeout: 30_000 });
    await page.reload();
    await page.getByTestId("runs").waitFor(); // the token is still known to this tab
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("is let in by its token only", async () => {
    const page = await newPage(chrome);
    await page.goto(origin + "/#lang=en");
    await page.getByRole("alert").waitFor();
    expect(await page.getByTestId("runs").count()).toBe(0);
    expect((await fetch(origin + "/api/gallery")).status).toBeGreaterThanOrEqual(400);
    await page.context().close();
  });

  it("plays a recording by single ranges under the server's own policy", async () => {
    const page = await newPage(chrome), answers: number[] = [];
    page.on("response", (r) => { if (r.url().endsWith("view.lgv")) answers.push(r.status()); });
    const kept = (await runs()).find((r) => r.name === "kept")!;
    await page.goto(`${url}&run=${kept.id}&lang=en&t=20`);
    await shown(page, 20);
    await page.keyboard.press("End");
    await shown(page, 60);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.every((s) => s === 206)).toBe(true);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("keeps bookmarks and notes with the run", async () => {
    const page = await table(20);
    await page.keyboard.press("m");
    await page.keyboard.press("l");
    await page.getByLabel("Note").first().fill("here he turns");
    await page.getByLabel("Note").first().blur();
    const kept = (await runs()).find((r) => r.name === "kept")!;
    await expect.poll(() => api(`/api/notes/${kept.id}`), { timeout: 5000 }).toEqual({ bookmarks: [{ second: 20, note: "here he turns" }] });
    expect(existsSync(join(home, "runs/kept/notes.json"))).toBe(true);
    await page.context().close();
    const later = await table(5);
    await later.keyboard.press("1");
    await shown(later, 20);
    await later.context().close();
  });

  it("tells what came of an event", async () => {
    const page = await table(60);
    await page.keyboard.press("n");
    const panel = page.locator("aside");
    await expect.poll(async () => {
      if (await page.locator(".chain button").count()) return true;
      await page.keyboard.press("n");
      return false;
    }, { timeout: 15_000, interval: 300 }).toBe(true);
    const asked: string[] = [];
    page.on("response", (r) => { if (r.url().includes("/api/why")) asked.push(String(r.status())); });
    await page.locator(".chain button").last().click();
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(0);
    expect(await panel.innerText()).toMatch(/Why/);
    expect(asked.every((s) => s === "200")).toBe(true);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("fights a battle while it is watched, and says when it is done", async () => {
    const page = await newPage(chrome), frames: number[] = [];
    page.on("websocket", (w) => { if (w.url().includes("/api/live/")) w.on("framereceived", (f) => frames.push(f.payload.length)); });
    await page.goto(url + "&lang=en");
    await page.getByTestId("runs").waitFor();
    const row = page.locator("li", { hasText: "Tiny" }).filter({ has: page.getByRole("button", { name: "Fight it" }) }).first();
    await row.getByLabel("Luck (seed)").fill("7");
    await row.getByRole("button", { name: "Fight it" }).click();
    await expect.poll(async () => (await runs()).length, { timeout: 30_000 }).toBe(2);
    await expect.poll(async () => (await runs()).every((r) => r.finished), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => page.getByTestId("runs").locator("li").count(), { timeout: 15_000 }).toBe(2);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("shows a long battle live from its first seconds, and cancels it", async () => {
    const page = await newPage(chrome), live: number[] = [];
    page.on("websocket", (w) => { if (w.url().includes("/api/live/")) w.on("framereceived", (f) => live.push(f.payload.length)); });
    await page.goto(url + "&lang=en");
    await page.getByTestId("runs").waitFor();
    const before = (await runs()).length;
    const row = page.locator("li", { hasText: "Xiaoling" }).filter({ has: page.getByRole("button", { name: "Fight it" }) }).first();
    await row.getByRole("button", { name: "Fight it" }).click();
    await expect.poll(async () => (await runs()).filter((r) => r.state === "running").length, { timeout: 60_000, interval: 500 }).toBe(1);
    expect((await runs()).length).toBe(before + 1);
    await page.getByTestId("runs").getByRole("button", { name: "Watch" }).first().click({ timeout: 20_000 });
    await shown(page);
    expect(live.length).toBeGreaterThan(0);
    await page.keyboard.press("g");
    await page.getByRole("button", { name: "Cancel" }).first().click();
    await expect.poll(async () => (await runs()).filter((r) => r.state === "running").length, { timeout: 60_000, interval: 500 }).toBe(0);
    await page.getByRole("button", { name: "Go on" }).first().waitFor();
    expect(page.errors).toEqual([]);
    await page.context().close();
  });

  it("forks at the moment on the clock and lays both side by side", async () => {
    const page = await table(20);
    await page.keyboard.press("f");
    await page.getByLabel("What is to change").selectOption("set_wind");
    await page.getByLabel("Wind from (0 north, 90 east)").fill("0");
    await page.getByRole("button", { name: "Fight on from here" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".sheet").length === 2, null, { polling: 200, timeout: 60_000 });
    await page.getByText("Differences now").waitFor();
    expect(await page.getByTestId("notch").count()).toBe(1);
    expect(await clock(page)).toBe("+0:20");
    const forked = JSON.parse(readFileSync(join(home, "runs/kept-fork/manifest.json"), "utf8")) as unknown;
    expect(JSON.stringify(forked)).toMatch(/set_wind/);
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});
