// Shared by viewer_pictures.mjs and viewer_measure.mjs: a server over run folders, and a Chromium before it.
// Wants the program (build/rel/bin/linghe) and the page (web/dist): scripts/viewer --build makes both.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { open } from "../web/test/chromium.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Packages of the page: they lie in web/node_modules. */
export const fromWeb = createRequire(new URL("../web/package.json", import.meta.url));
/** The longest that one state is waited for; a machine under load is slow, not wrong. */
export const LONGEST_MS = 600_000;
const LOOK_MS = 50;

export function stop(what, how) {
  console.error(`${basename(process.argv[1])}: ${what}\n  hint: ${how}`);
  process.exit(2);
}

/** Words of the command line: `--name value`, flags by name, the rest in order. */
export function words(flags) {
  const options = {}, rest = [];
  for (let k = 2; k < process.argv.length; ++k) {
    const word = process.argv[k];
    if (!word.startsWith("--")) { rest.push(word); continue; }
    if (flags.includes(word)) options[word.slice(2)] = true;
    else if (k + 1 < process.argv.length) options[word.slice(2)] = process.argv[++k];
    else stop(`${word} wants a value`, "see the head of this script");
  }
  return { options, rest };
}

/** `linghe serve` over the folders in which the runs lie; ends with `end()`. */
export async function serve(runs, program = `${ROOT}build/rel/bin/linghe`) {
  if (!existsSync(program)) stop(`${program} is not built`, "scripts/viewer --build, or name it with --program");
  if (!existsSync(`${ROOT}web/dist/index.html`)) stop("the page is not built", "scripts/viewer --build");
  for (const run of runs) if (!existsSync(`${run}/view.lgv`)) stop(`${run} holds no view.lgv`, "name the folder of a run");
  const child = spawn(program, ["serve", ...new Set(runs.map((r) => dirname(resolve(r)))), "--json", "--no-open", "--web", `${ROOT}web/dist`], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (d) => { said += d; });
  while (!said.includes("\n")) {
    if (child.exitCode !== null) stop(`linghe serve ended with ${child.exitCode}`, "see what it said above");
    await new Promise((go) => { setTimeout(go, LOOK_MS); });
  }
  const { url, token } = JSON.parse(said), origin = new URL(url).origin;
  const api = async (path) => (await fetch(origin + path, { headers: { "X-Linghe-Token": token } })).json();
  const ids = async () => {
    const told = (await api("/api/gallery")).runs;
    return runs.map((run) => told.find((r) => r.name === basename(resolve(run))) ?? stop(`the server does not list ${run}`, "is its name that of another run beside it?"));
  };
  const end = async () => { const gone = once(child, "exit"); child.kill("SIGTERM"); await gone; };
  return { url, api, runs: await ids(), end };
}

/** Chromium without a graphics card as the tests drive it, or with the one of this machine. */
export const chrome = (card) => (card
  ? fromWeb("playwright-core").chromium.launch({ executablePath: process.env.LINGHE_CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--ignore-gpu-blocklist", "--enable-gpu", "--font-render-hinting=none"] })
  : open());

export async function newPage(browser, size) {
  const page = await (await browser.newContext({ viewport: size, locale: "en-GB", colorScheme: "light", reducedMotion: "reduce" })).newPage();
  page.setDefaultTimeout(LONGEST_MS);
  return page;
}

/** Waits until the table has drawn a moment; without one, any. */
export const shown = (page, second) => page.waitForFunction((s) => {
  const at = document.querySelector(".sheet")?.dataset.second;
  return at !== undefined && (s === null || Math.abs(Number(at) - s) < 0.01);
}, second ?? null, { polling: LOOK_MS, timeout: LONGEST_MS });

/** A screenshot once the page has come to rest: three alike in a row. */
export async function atRest(page) {
  for (let alike = 0, last = null; ;) {
    const next = await page.screenshot();
    alike = last && next.equals(last) ? alike + 1 : 0;
    if (alike === 2) return next;
    last = next;
    await new Promise((go) => { setTimeout(go, 4 * LOOK_MS); });
  }
}
