/**
 * Page and `linghe serve` together: a run of `tiny`, fought by the program, watched through the server that it brings. Every case waits for
 * states (an answer, a job's end, a picture that has come to rest), never for a span of time: a machine under load is slow, not wrong.
 * Making a battle against the real server stands in make-real.test.ts.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { browser, clock, newPage, shown, type Faults } from "./page";

const PROGRAM = process.env.LINGHE_PROGRAM ?? fileURLToPath(new URL("../../../build/rel/bin/linghe", import.meta.url));
const built = existsSync(PROGRAM);
if (!built) console.warn(`real.test.ts is skipped: ${PROGRAM} is not built (cmake --build --preset rel --target linghe)`);

/** The longest that any one state is waited for; what comes sooner goes on at once. */
const LONGEST_MS = 240_000;
const until = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: LONGEST_MS, interval: 250 });
/** The same before and after cases, where `expect.poll` is not to be had. */
const holds = (look: () => Promise<void>): Promise<void> => vi.waitFor(look, { timeout: LONGEST_MS, interval: 250 });

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

interface Run { id: string; name: string; finished: boolean; state: string }
interface Battle { id: string; title: { en: string }; men: number }
interface Job { id: string; state: string; run: string; error?: unknown }
async function api<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const r = await fetch(origin + path, { method, headers: { "X-Linghe-Token": token, ...(body === undefined ? {} : { "Content-Type": "application/json" }) }, body: body === undefined ? undefined : JSON.stringify(body) });
  return (await r.json()) as T;
}
const runs = async (): Promise<Run[]> => (await api<{ runs: Run[] }>("/api/gallery")).runs;
const kept = async (): Promise<Run> => (await runs()).find((r) => r.name === "kept")!;
const jobs = async (): Promise<Job[]> => { const j = await api<Job[] | { jobs: Job[] }>("/api/jobs"); return Array.isArray(j) ? j : j.jobs; };
const underWay = async (): Promise<Job[]> => (await jobs()).filter((j) => j.state === "queued" || j.state === "running");
/** How a job ended. One that failed ends the waiting too. */
async function ended(id: string): Promise<string> {
  await until(async () => (await underWay()).some((j) => j.id === id)).toBe(false);
  const job = await api<Job>(`/api/jobs/${id}`);
  return job.state === "failed" ? `failed: ${JSON.stringify(job.error)}` : job.state;
}

async function fresh(): Promise<Page & Faults> {
  const page = await newPage(chrome);
  page.setDefaultTimeout(LONGEST_MS);
  return page;
}
/** The page with the kept run on its table; the battle lasts a minute. */
async function table(at = 20): Promise<Page & Faults> {
  const page = await fresh();
  await page.goto(`${url}&run=${(await kept()).id}&lang=en&theme=light&t=${at}`);
  await shown(page, at, LONGEST_MS);
  return page;
}
async function galleryPage(): Promise<Page & Faults> {
  const page = await fresh();
  await page.goto(url + "&lang=en&theme=light");
  await page.getByTestId("runs").waitFor();
  return page;
}
const battleRow = (page: Page, title: string): Locator => page.locator("main li", { hasText: title }).filter({ has: page.getByRole("button", { name: "Fight it" }) });
const runRow = (page: Page, run: string): Locator => page.getByTestId("runs").locator(`li[data-run="${run}"]`);
/** The job that an act of the page asks the server for. */
async function begun(page: Page, path: string, act: () => Promise<void>): Promise<Job> {
  const [answer] = await Promise.all([page.waitForResponse((r) => new URL(r.url()).pathname === path && r.request().method() === "POST"), act()]);
  expect(answer.status()).toBe(202);
  return (await answer.json()) as Job;
}

/** The picture of the map once it has come to rest: two alike, one after the other. */
async function picture(page: Page): Promise<Buffer> {
  let last = await page.locator(".sheet").first().screenshot();
  await until(async () => { const next = await page.locator(".sheet").first().screenshot(), same = next.equals(last); last = next; return same; }).toBe(true);
  return last;
}
/** What the upper canvas holds, without the plates that lie over it. */
const penOf = (page: Page): Promise<string> => page.evaluate(() => document.querySelectorAll<HTMLCanvasElement>(".sheet canvas")[1].toDataURL());
async function pen(page: Page): Promise<string> {
  let last = await penOf(page);
  await until(async () => { const next = await penOf(page), same = next === last; last = next; return same; }).toBe(true);
  return last;
}

interface Words { en: string; zh: string }
interface Link { id: number; kind: string; tick: number; words: Words; causes: { cause: string; words: Words; share: number }[] }
interface Why { links: Link[]; effects: Link[]; effects_left_out: number; broken_off: boolean }
/**
 * Goes through the list of events in words and asks the server about each, as a press on it does, until `fits` holds; the page then shows
 * that event, and what the server said of it comes back.
 */
async function ask(page: Page, fits: (w: Why) => boolean, named?: RegExp): Promise<Why> {
  const list = page.locator("section.drop.wide");
  if ((await list.count()) === 0) await page.keyboard.press("t");
  const events = list.locator("table").last().getByRole("button", named ? { name: named } : {});
  await until(() => events.count()).toBeGreaterThan(0); // the survey of the record has brought them
  for (let k = 0; k < (await events.count()); ++k) {
    const [answer] = await Promise.all([page.waitForResponse((r) => new URL(r.url()).pathname === "/api/why"), events.nth(k).click()]);
    expect(answer.status()).toBe(200);
    const told = (await answer.json()) as Why;
    expect(told.links[0].id).toBe(Number(new URL(answer.url()).searchParams.get("event")));
    if (fits(told)) return told;
  }
  throw new Error("no event of the list is of that kind");
}

describe.skipIf(!built)("page and server", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "linghe-page-"));
    mkdirSync(join(home, "runs"));
    linghe("run", "tiny", "--out", "runs/kept", "--quiet");
    await serve();
    // The server reads the titles of the shipped battles after it has opened: until then it does not know their ids.
    await holds(async () => { expect((await api<{ scenarios: Battle[] }>("/api/gallery")).scenarios.filter((s) => s.men > 0).map((s) => s.title.en)).toContain("Tiny fight at a stream"); });
    chrome = await browser();
  }, 600_000);
  afterEach(async () => {
    // Also after a case that failed in its midst: the next one must find neither pages nor work in hand.
    for (const context of chrome.contexts()) await context.close();
    for (const job of await underWay()) await api(`/api/jobs/${job.id}`, "DELETE");
    await holds(async () => { expect(await underWay()).toEqual([]); });
  }, 600_000);
  afterAll(async () => {
    await chrome?.close();
    if (server && server.exitCode === null) {
      server.removeAllListeners("exit");
      const gone = once(server, "exit");
      server.kill("SIGTERM");
      await gone;
    }
    if (home) rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }, 600_000);

  it("lists battles and runs, and takes the token out of the address", async () => {
    const page = await galleryPage();
    expect(page.url()).not.toContain(token);
    await battleRow(page, "Tiny fight").waitFor();
    await page.reload();
    await page.getByTestId("runs").waitFor(); // the token is still known to this tab
    expect(page.errors).toEqual([]);
  });

  it("is let in by its token only", async () => {
    const page = await fresh();
    await page.goto(origin + "/#lang=en");
    await page.getByRole("alert").waitFor();
    expect(await page.getByTestId("runs").count()).toBe(0);
    expect((await fetch(origin + "/api/gallery")).status).toBeGreaterThanOrEqual(400);
  });

  it("plays a recording by single ranges under the server's own policy", async () => {
    const page = await fresh(), answers: number[] = [];
    page.on("response", (r) => { if (r.url().endsWith("view.lgv")) answers.push(r.status()); });
    await page.goto(`${url}&run=${(await kept()).id}&lang=en&t=20`);
    await shown(page, 20, LONGEST_MS);
    await page.keyboard.press("End");
    await shown(page, 60, LONGEST_MS);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.every((s) => s === 206)).toBe(true);
    expect(page.errors).toEqual([]);
  });

  it("draws another picture at every distance, at another moment and by another light", async () => {
    const page = await table(20), pictures = [await picture(page)];
    for (const scale of ["Blocks", "Field", "Company", "Man"]) {
      await page.getByRole("button", { name: scale, exact: true }).click();
      await page.locator(`.scales button[aria-pressed="true"]`, { hasText: scale }).waitFor();
      pictures.push(await picture(page));
    }
    await page.getByRole("button", { name: "Company", exact: true }).click();
    await page.locator(`.scales button[aria-pressed="true"]`, { hasText: "Company" }).waitFor();
    await picture(page);
    await page.keyboard.press("ArrowRight");
    await shown(page, 30, LONGEST_MS);
    pictures.push(await picture(page));
    await page.getByRole("button", { name: "Dusk" }).click();
    pictures.push(await picture(page));
    expect(new Set(pictures.map((p) => p.toString("base64"))).size).toBe(pictures.length);
    expect(page.errors).toEqual([]);
  });

  it("moves the clock both ways, plays, jumps to events, and opens at the moment of a link", async () => {
    const page = await table(20), second = (): Promise<number> => page.evaluate(() => Number(document.querySelector<HTMLElement>(".sheet")!.dataset.second));
    await page.keyboard.press("ArrowLeft");
    await shown(page, 10, LONGEST_MS);
    for (let k = 0; k < 3; ++k) await page.keyboard.press("-"); // x1: a slow machine shall not come to the end before it looks
    await page.keyboard.press(" ");
    await until(second).toBeGreaterThan(11);
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.keyboard.press("End");
    await shown(page, 60, LONGEST_MS);
    // Events come with the survey, which reads on while the table is shown already.
    await until(async () => { await page.getByRole("button", { name: "Previous event" }).click(); return page.getByTestId("spoken").textContent(); }).toMatch(/\+\d+:\d\d /);
    expect(await second()).toBeLessThan(60);
    await page.keyboard.press("End");
    await shown(page, 60, LONGEST_MS);
    await page.getByRole("button", { name: "Link to this moment" }).click();
    await until(() => page.url()).toMatch(/&t=60&x=/);
    const link = new URL(page.url()).hash.slice(1), later = await fresh();
    await later.goto(`${url}&${link}&lang=en`);
    await shown(later, 60, LONGEST_MS);
    expect(page.errors.concat(later.errors)).toEqual([]);
  });

  it("keeps bookmarks and notes with the run", async () => {
    const page = await fresh(), run = await kept(), path = `/api/notes/${run.id}`;
    const read = page.waitForResponse((r) => r.url().endsWith(path) && r.request().method() === "GET");
    await page.goto(`${url}&run=${run.id}&lang=en&theme=light&t=20`);
    await shown(page, 20, LONGEST_MS);
    await read; // what lay with the run is known; before that nothing is written over it
    await page.keyboard.press("m");
    await page.getByTestId("ribbon").waitFor();
    await page.keyboard.press("l");
    const note = page.locator("section.drop").getByRole("textbox", { name: "Note", exact: true });
    await note.fill("here he turns");
    await note.blur();
    await until(() => api(path)).toEqual({ bookmarks: [{ second: 20, note: "here he turns" }] });
    expect(JSON.parse(readFileSync(join(home, "runs/kept/notes.json"), "utf8"))).toEqual({ bookmarks: [{ second: 20, note: "here he turns" }] });
    const later = await table(5);
    await later.getByTestId("ribbon").waitFor(); // the key of a bookmark does nothing until the notes have been read
    await later.keyboard.press("1");
    await shown(later, 20, LONGEST_MS);
    expect(page.errors.concat(later.errors)).toEqual([]);
  });

  it("shows the field as one commander believes it, against the truth, and through his eyes", async () => {
    const page = await table(30);
    await page.selectOption("#seer", { label: "The captain" });
    const slider = page.locator("section.see input[type=range]");
    await slider.fill("0");
    const truth = await pen(page);
    await slider.fill("1");
    expect(await pen(page)).not.toBe(truth);
    await slider.blur(); // keys go to the field that is written in
    const before = await picture(page);
    await page.keyboard.press("v");
    expect((await picture(page)).equals(before)).toBe(false);
    expect(page.errors).toEqual([]);
  });

  it("asks the server why an event came about, and shows its causes", async () => {
    const page = await table(60), panel = page.locator("aside");
    const told = await ask(page, (w) => w.links[0].causes.length > 0 && w.links.length > 1);
    // The causes that the server names stand in the panel, with their shares, and the chain has as many links.
    const shares = panel.locator("ul.shares").first().locator("li");
    await until(() => shares.count()).toBe(told.links[0].causes.length);
    const stand = await shares.allInnerTexts();
    for (const cause of told.links[0].causes) {
      const line = stand.find((t) => t.includes(cause.words.en));
      expect(line, `${cause.words.en} is not among: ${stand.join(" | ")}`).toBeDefined();
      expect(Math.abs(Number(/(\d+)\s*%/.exec(line!)![1]) - 100 * cause.share)).toBeLessThanOrEqual(1);
    }
    const chain = panel.locator("ol.chain").first().getByRole("button");
    expect(await chain.count()).toBe(told.links.length);
    // A press on the root moves the clock to it.
    await chain.last().click();
    await shown(page, told.links[told.links.length - 1].tick / 10, LONGEST_MS);
    expect(page.errors).toEqual([]);
  });

  it("tells what came of an event, as the server says it", async () => {
    const page = await table(60), told = await ask(page, (w) => w.effects.length > 0 && w.effects.some((e) => e.causes.length > 0));
    const effects = page.getByTestId("effects").getByRole("button");
    await until(() => effects.count()).toBe(Math.min(6, told.effects.length));
    const lines = await effects.allInnerTexts();
    told.effects.slice(0, 6).forEach((e, k) => expect(lines[k]).toContain(e.words.en)); // his words name the causes with their shares
    const [answer] = await Promise.all([page.waitForResponse((r) => new URL(r.url()).pathname === "/api/why"), effects.first().click()]);
    expect(((await answer.json()) as Why).links[0].id).toBe(told.effects[0].id);
    await shown(page, told.effects[0].tick / 10, LONGEST_MS);
    expect(page.errors).toEqual([]);
  });

  it("counts the men in a box, and shows a person with his fear", async () => {
    const page = await table(20);
    await page.locator("aside").getByRole("button", { name: "The lord" }).click();
    await page.locator("aside").getByText("Fear, felt and shown").first().waitFor();
    const box = (await page.locator(".sheet").boundingBox())!;
    await page.keyboard.down("Shift");
    await page.mouse.move(box.x + box.width * 0.32, box.y + box.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.72, box.y + box.height * 0.8, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await page.locator("aside").getByText("In the box").waitFor();
    expect(page.errors).toEqual([]);
  });

  it("fights a battle, says when it is done, and opens it", async () => {
    const page = await galleryPage(), row = battleRow(page, "Tiny fight");
    await row.getByLabel("Luck (seed)").fill("7");
    const job = await begun(page, "/api/jobs", () => row.getByRole("button", { name: "Fight it" }).click());
    expect(await ended(job.id)).toBe("done");
    await until(async () => (await runs()).find((r) => r.id === job.run)?.finished).toBe(true);
    await runRow(page, job.run).getByText("luck 7").waitFor();
    await runRow(page, job.run).getByRole("button", { name: "Open" }).click();
    await page.locator(`.sheet[data-run="${job.run}"]`).waitFor();
    await shown(page, undefined, LONGEST_MS);
    expect(page.errors).toEqual([]);
  });

  it("shows a long battle live while it is fought, cancels it, and goes on with it", async () => {
    const page = await galleryPage();
    let bytes = 0;
    page.on("websocket", (w) => { if (w.url().includes("/api/live/")) w.on("framereceived", (f) => { bytes += f.payload.length; }); });
    const job = await begun(page, "/api/jobs", () => battleRow(page, "The rally north of the Xiaoling").getByRole("button", { name: "Fight it" }).click());
    await until(async () => (await runs()).find((r) => r.id === job.run)?.state).toBe("running");
    await runRow(page, job.run).getByRole("button", { name: "Watch" }).click();
    await shown(page, undefined, LONGEST_MS);
    expect(bytes).toBeGreaterThan(0);
    const last = async (): Promise<number> => Number(await page.locator("footer svg[role=slider]").getAttribute("aria-valuemax"));
    const first = await last();
    await until(last).toBeGreaterThan(first); // the record grows under the eyes
    await page.keyboard.press("g");
    await page.locator("main li", { has: page.locator("progress") }).getByRole("button", { name: "Cancel" }).click();
    expect(await ended(job.id)).toBe("cancelled");
    await until(async () => (await runs()).find((r) => r.id === job.run)?.state).toBe("suspended");
    const again = await begun(page, "/api/jobs", () => runRow(page, job.run).getByRole("button", { name: "Go on" }).click());
    expect(again.run).toBe(job.run);
    await until(async () => (await api<Job>(`/api/jobs/${again.id}`)).state).toBe("running");
    expect(page.errors).toEqual([]);
  });

  it("forks with a north wind, lays both side by side, and tells why it went otherwise", async () => {
    const page = await table(20), run = await kept();
    await page.keyboard.press("f");
    await page.getByLabel("What is to change").selectOption("set_wind");
    await page.getByLabel("Wind from (0 north, 90 east)").fill("0");
    await page.getByLabel("Speed (m/s)").fill("8");
    const job = await begun(page, "/api/fork", () => page.getByRole("button", { name: "Fight on from here" }).click());
    expect(await ended(job.id)).toBe("done");
    // The page follows its work and lays the fork beside the first run by itself.
    await until(() => page.locator(".sheet").count()).toBe(2);
    await page.getByText("Differences now").waitFor();
    expect(await page.getByTestId("notch").count()).toBe(1);
    expect(await clock(page)).toBe("+0:20");
    const folder = join(home, "runs", (await runs()).find((r) => r.id === job.run)!.name);
    expect(readFileSync(join(folder, "manifest.json"), "utf8")).toMatch(/set_wind/);
    // Compare: alike up to the fork, no longer after it; the change is named.
    const told = await api<{ alike: boolean; parted_tick: number | null; changes: string[] }>("/api/compare", "POST", { a: run.id, b: job.run });
    expect(told.alike).toBe(false);
    expect(told.parted_tick).toBeGreaterThan(200);
    expect(told.changes.join(" ")).toMatch(/set_wind/);
    expect(linghe("compare", "runs/kept", folder)).toMatch(/They part before/);
    // Why: in the forked run, opened for itself, the change is an event, and later ones have causes.
    await page.keyboard.press("g");
    await runRow(page, job.run).getByText("changed").waitFor();
    await runRow(page, job.run).getByRole("button", { name: "Open" }).click();
    await page.locator(`.sheet[data-run="${job.run}"]`).waitFor();
    await until(() => page.locator(".sheet").count()).toBe(1);
    await page.keyboard.press("End");
    await shown(page, 60, LONGEST_MS);
    const change = await ask(page, () => true, /^Intervention/);
    expect(change.links[0].kind).toBe("intervention");
    await ask(page, (w) => w.links[0].causes.length > 0);
    expect(await page.locator("aside ul.shares li").count()).toBeGreaterThan(0);
    expect(page.errors).toEqual([]);
  });

  it("gives a picture, a film that every browser can make, and a report", async () => {
    const page = await table(20);
    await page.keyboard.press("s");
    const [png] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Picture (PNG)" }).click()]);
    expect(readFileSync((await png.path())!).subarray(1, 4).toString()).toBe("PNG");
    await page.getByLabel("From second").fill("20");
    await page.getByLabel("Seconds of battle").fill("4");
    const [gif] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Film (GIF)" }).click()]);
    expect(readFileSync((await gif.path())!).subarray(0, 6).toString()).toBe("GIF89a");
    const run = await kept(), job = await api<Job>("/api/jobs", "POST", { kind: "report", run: run.id });
    expect(await ended(job.id)).toBe("done");
    const report = await fetch(`${origin}/data/runs/${run.id}/report.html`, { headers: { "X-Linghe-Token": token } });
    expect(report.status).toBe(200);
    expect(report.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(page.errors).toEqual([]);
  });

  it("speaks both languages, lists its keys, keeps its layout, and gives axe-core nothing to find", async () => {
    const page = await table(20), axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    const faults = async (): Promise<string[]> => {
      await page.evaluate(axe);
      return page.evaluate(async () => {
        const r = await (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run();
        return r.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
      });
    };
    await picture(page);
    expect(await faults()).toEqual([]);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "简体中文" }).click();
    await page.locator(".scales", { hasText: "单兵" }).waitFor();
    await page.getByRole("button", { name: "繁體中文" }).click();
    await page.locator(".scales", { hasText: "單兵" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press("g");
    await page.getByTestId("runs").waitFor();
    expect(await faults()).toEqual([]);
    expect(page.errors).toEqual([]);
  });
});
