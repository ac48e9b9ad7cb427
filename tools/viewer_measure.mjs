// Measures the viewer on recorded runs: opening, seeks (cold and warm), decoding, drawing, pictures a second, weight of the page.
//   node tools/viewer_measure.mjs RUN... [--card] [--times N] [--write] [--program LINGHE]
// --card: Chromium with the graphics card of this machine instead of SwiftShader; --write: the table into docs/performance.md.
// Everything is timed inside the page (performance.now), by what the page shows: from the press on the timeline until the picture of that
// second has been painted. Draw times are those of the page's own work; what a card still does afterwards is not seen by them,
// pictures a second are. Cold: this reader has neither fetched nor unpacked that chunk; its bytes may lie in the browser's or the system's
// memory, for the survey has read the whole record before. Run it while nothing else runs.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, extname, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { LONGEST_MS, ROOT, chrome, newPage, serve, shown, stop, words } from "./viewer_lib.mjs";

const SIZE = { width: 1366, height: 768 };
const CHUNK_S = 60; // a chunk of view.lgv (docs/handbook/formats/view-file.md)
const PLAY_MS = 8000; // at each distance
const REST_MS = 1500; // the hand rests between two seeks: the page then fetches the next chunk
const X0 = 56, RIGHT = 22; // margins of the timeline (web/src/ui/timeline.tsx)
const SCALES = ["Blocks", "Field", "Company", "Man"];
const FONTS = new Set([".woff", ".woff2", ".ttf", ".otf"]);
const PAGE = `${ROOT}docs/performance.md`, BEGIN = "<!-- viewer: begin -->", END = "<!-- viewer: end -->";

const { options, rest } = words(["--card", "--write"]);
if (rest.length === 0) stop("which run?", "node tools/viewer_measure.mjs RUN...");
const times = Number(options.times ?? 20);

/** In the page, before anything of it runs: when the first picture stood, and how long from a press to another one. */
function watch() {
  const held = { opened: 0, from: 0, before: "", took: 0 };
  window.measured = held;
  window.addEventListener("pointerdown", () => { held.from = performance.now(); held.before = document.querySelector(".sheet")?.dataset.second ?? ""; held.took = 0; }, true);
  new MutationObserver((all) => {
    for (const m of all) {
      const second = m.target.dataset?.second;
      if (second === undefined) continue;
      const now = performance.now();
      held.opened ||= now;
      if (held.from > 0 && held.took === 0 && second !== held.before) held.took = now - held.from;
    }
  }).observe(document, { attributes: true, attributeFilter: ["data-second"], subtree: true });
}

const pause = () => new Promise((go) => { setTimeout(go, REST_MS); });
const sorted = (list) => [...list].sort((a, b) => a - b);
const share = (list, q) => { const s = sorted(list); return s.length === 0 ? NaN : s[Math.min(s.length - 1, Math.ceil(q * s.length) - 1)]; };
const ms = (v) => (Number.isFinite(v) ? v.toFixed(v < 10 ? 1 : 0) : "-");
const spread = (list) => `${ms(share(list, 0.5))} / ${ms(share(list, 0.95))} / ${ms(share(list, 1))}`;

/** Presses on the timeline at a second and waits for its picture. */
async function seek(page, second, last) {
  const line = await page.locator("footer svg[role=slider]").boundingBox(), x = line.x + X0 + (second / last) * (line.width - RIGHT - X0);
  await page.mouse.click(x, line.y + 70); // on the ribbon of resolve: marks of events above would catch it
  await page.waitForFunction(() => window.measured.took > 0, null, { polling: 20, timeout: LONGEST_MS });
  return page.evaluate(() => { const d = document.querySelector(".sheet").dataset; return { took: window.measured.took, decode: Number(d.decodeMs), draw: Number(d.drawMs) }; });
}

/** How long one painting takes while the battle plays, and how many pictures a second come. */
const play = (page, span) => page.evaluate(async (most) => {
  const sheet = document.querySelector(".sheet"), draws = [];
  const eye = new MutationObserver(() => draws.push(Number(sheet.dataset.drawMs)));
  eye.observe(sheet, { attributes: true, attributeFilter: ["data-draw-ms"] });
  const from = performance.now();
  await new Promise((go) => { setTimeout(go, most); });
  eye.disconnect();
  return { draws, per_s: (1000 * draws.length) / (performance.now() - from) };
}, span);

async function measure(browser, url, run, folder) {
  const opened = [];
  let page;
  for (let k = 0; k < 3; ++k) {
    await page?.context().close();
    page = await newPage(browser, SIZE);
    await page.addInitScript(watch);
    await page.goto(`${url}&run=${run.id}&lang=en&theme=light`);
    await shown(page);
    opened.push(await page.evaluate(() => window.measured.opened));
  }
  const card = await page.evaluate(() => { const gl = document.createElement("canvas").getContext("webgl2"), more = gl?.getExtension("WEBGL_debug_renderer_info"); return gl ? gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER) : "no WebGL"; });
  // The survey reads the whole record beside the table: seeks are measured when it has come to its end.
  const last = Number(await page.locator("footer svg[role=slider]").getAttribute("aria-valuemax"));
  await page.waitForFunction(() => { const [done, of] = (document.querySelector(".sheet").dataset.surveyed ?? "0/0").split("/").map(Number); return of > 0 && done >= of; }, null, { polling: 200, timeout: LONGEST_MS });
  // Every other chunk once, far from the one before: nothing there has been fetched or unpacked by this reader.
  const chunks = Math.floor(last / CHUNK_S / 2), cold = [], warm = [], decode = [];
  let step = Math.max(1, Math.round(chunks * 0.618));
  const divides = (a, b) => (b === 0 ? a : divides(b, a % b));
  while (divides(step, chunks) > 1) ++step;
  for (let k = 1; k <= Math.min(times, chunks - 1); ++k) {
    const second = ((k * step) % chunks) * 2 * CHUNK_S + CHUNK_S / 2;
    const far = await seek(page, second, last);
    cold.push(far.took); decode.push(far.decode);
    await pause();
    const near = await seek(page, second + 6, last);
    warm.push(near.took);
    await pause();
  }
  const drawn = [];
  await seek(page, Math.min(last / 3, 600), last);
  for (const scale of SCALES) {
    await page.getByRole("button", { name: scale, exact: true }).click();
    await page.locator(".scales button[aria-pressed=true]", { hasText: scale }).waitFor();
    await page.locator(".sheet").focus();
    await page.keyboard.press(" ");
    const { draws, per_s } = await play(page, PLAY_MS);
    await page.keyboard.press(" ");
    drawn.push({ scale, draws, per_s });
  }
  await page.context().close();
  return { name: basename(resolve(folder)), men: run.men, minutes: run.seconds / 60, mb: statSync(`${folder}/view.lgv`).size / 1e6, opened, cold, warm, decode, drawn, card };
}

/** What is sent when the page is opened, compressed as a file server would, fonts left out. */
function weight() {
  let bytes = 0;
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (!FONTS.has(extname(path))) bytes += gzipSync(readFileSync(path), { level: 9 }).length;
    }
  };
  walk(`${ROOT}web/dist`);
  return bytes;
}

function told(all) {
  const lines = [`Chromium ${all[0].chromium}, drawn by ${all[0].card}; ${cpus().length} x ${cpus()[0].model.trim()}, ${new Date().toISOString().slice(0, 10)}; page ${SIZE.width} x ${SIZE.height}. Times in milliseconds, median / 95 % / longest.`,
    `The page with all its parts, gzip, without fonts: ${(weight() / 1e6).toFixed(2)} MB (1.5 MB is aimed at).`, "",
    "| run | men | minutes | view.lgv, MB | opening | seek, cold | seek, warm | decode | " + SCALES.map((s) => `draw: ${s} (pictures a second)`).join(" | ") + " |",
    "|---|---|---|---|---|---|---|---|" + SCALES.map(() => "---|").join("")];
  for (const r of all) lines.push(`| ${r.name} | ${r.men.toLocaleString("en-GB")} | ${r.minutes.toFixed(0)} | ${r.mb.toFixed(0)} | ${spread(r.opened)} | ${spread(r.cold)} | ${spread(r.warm)} | ${spread(r.decode)} | ${r.drawn.map((d) => `${spread(d.draws)} (${d.per_s.toFixed(0)})`).join(" | ")} |`);
  return lines.join("\n");
}

const server = await serve(rest, options.program), browser = await chrome(options.card === true), all = [];
try {
  for (let k = 0; k < rest.length; ++k) {
    all.push({ chromium: browser.version(), ...(await measure(browser, server.url, server.runs[k], rest[k])) });
    console.error(`${rest[k]} is measured`);
  }
} finally {
  await browser.close();
  await server.end();
}
console.log(told(all));
if (options.write) {
  const page = readFileSync(PAGE, "utf8"), from = page.indexOf(BEGIN), to = page.indexOf(END);
  if (from < 0 || to < from) stop(`${PAGE} has no place for the table`, `${BEGIN} and ${END} on lines of their own`);
  writeFileSync(PAGE, `${page.slice(0, from + BEGIN.length)}\n${told(all)}\n${page.slice(to)}`);
}
