/** The editor and `linghe serve` together: a battle is made, checked by the program, kept, fought and watched. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browser, newPage, shown } from "./page";

const PROGRAM = process.env.LINGHE_PROGRAM ?? fileURLToPath(new URL("../../../build/rel/bin/linghe", import.meta.url));
const built = existsSync(PROGRAM);
if (!built) console.warn(`make-real.test.ts is skipped: ${PROGRAM} is not built`);
let chrome: Browser, server: ChildProcess, home = "", url = "";

describe.skipIf(!built)("the editor and the server", () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "linghe-make-"));
    server = spawn(PROGRAM, ["serve", "--json", "--no-open", "--web", fileURLToPath(new URL("../../dist", import.meta.url))], { cwd: home, stdio: ["ignore", "pipe", "inherit"] });
    url = await new Promise<string>((go, fail) => {
      let said = "";
      server.once("exit", (code) => fail(new Error(`linghe serve ended with ${code}`)));
      server.stdout!.on("data", (d: Buffer) => { said += d.toString(); if (said.includes("\n")) go((JSON.parse(said) as { url: string }).url); });
    });
    chrome = await browser();
  });
  afterAll(async () => {
    await chrome?.close();
    server?.removeAllListeners("exit");
    server?.kill("SIGTERM");
    if (home) rmSync(home, { recursive: true, force: true });
  });

  it("make a battle, tell what is wrong with it, keep it, fight it and show it", async () => {
    const page = await newPage(chrome);
    await page.goto(url + "&lang=en&theme=light");
    await page.getByRole("button", { name: "New battle" }).click();
    await page.getByText("Sound: 400 men in 9 units").waitFor({ timeout: 30_000 });
    await page.getByRole("tab", { name: "Everything" }).click();
    await page.locator(".list").getByRole("button", { name: "Household" }).click();
    // In the stream: only the program knows that nobody can be formed there.
    await page.getByLabel("where its middle stands, formed in ranks: y, north (m)").fill("2000");
    await page.keyboard.press("Tab");
    await page.getByRole("status").getByText(/to mend/).waitFor({ timeout: 30_000 });
    expect(await page.locator(".verdict li").first().innerText()).toMatch(/household/);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Sound: 400 men in 9 units").waitFor({ timeout: 30_000 });
    await page.getByRole("tab", { name: "Everything" }).click();
    await page.locator(".list").getByRole("button", { name: "The battle" }).click();
    await page.getByLabel("length of the run").fill("0.5");
    await page.keyboard.press("Tab");
    await page.getByText("Sound: 400 men in 9 units").waitFor({ timeout: 30_000 });
    await page.getByRole("button", { name: "Fight it" }).click();
    await page.getByLabel("Name of its folder").fill("made-here");
    await page.locator(".drop").getByRole("button", { name: "Fight it" }).click();
    await shown(page);
    const kept = join(home, "scenarios/made-here");
    expect(readFileSync(join(kept, "scenario.toml"), "utf8")).toContain("minutes = 0.5");
    expect(readFileSync(join(kept, "map.toml"), "utf8")).toContain("# Let the line run beyond the map.");
    execFileSync(PROGRAM, ["check", kept + "/", "--quiet"]);
    expect(await page.locator("h1").innerText()).toMatch(/A new battle/);
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.getByRole("button", { name: "Change this battle: A new battle" }).click();
    await page.getByText("made-here · saved").waitFor();
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.getByRole("button", { name: /Change this battle: The fire/ }).click();
    await page.getByText(/Sound: 79,500 men/).waitFor({ timeout: 60_000 });
    expect(page.errors).toEqual([]);
    await page.context().close();
  });
});
