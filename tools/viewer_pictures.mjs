// Takes the pictures of the viewer that stand in the handbook, from a recorded run and its fork, as PNG of few colours below 150 kB each.
//   node tools/viewer_pictures.mjs RUN FORK [--out docs/pictures] [--at SECONDS] [--only NAME] [--program LINGHE]
// RUN: a finished run of xiaoling-rally; FORK: `linghe fork RUN --at 1:00 --intervention '{ kind = "set_wind", speed_m_s = 8, from_deg = 0 }'`.
// Look at each before it is kept: the script knows that a picture is small, not that it is good.
import { mkdirSync, writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { ROOT, atRest, chrome, fromWeb, newPage, serve, shown, stop, words } from "./viewer_lib.mjs";

const { quantize, applyPalette } = fromWeb("gifenc");
const SIZE = { width: 1366, height: 768 }, MOST_BYTES = 150_000;
/** From fine to coarse: share of the size, colours. The first that is small enough is taken. */
const STEPS = [[1, 256], [1, 128], [1, 64], [0.8, 128], [0.8, 64], [0.65, 64], [0.5, 64]];
const FORK_S = 60;

const { options, rest } = words([]);
if (rest.length !== 2) stop("two runs are wanted", "node tools/viewer_pictures.mjs RUN FORK");
const out = options.out ?? `${ROOT}docs/pictures`, at = Number(options.at ?? 300);

const CRC = Uint32Array.from({ length: 256 }, (_, n) => { let c = n; for (let k = 0; k < 8; ++k) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1; return c >>> 0; });
function chunk(kind, body) {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(kind, "latin1"), body, Buffer.alloc(4)]);
  whole.writeUInt32BE(body.length, 0);
  let c = 0xffffffff;
  for (const byte of whole.subarray(4, -4)) c = CRC[(c ^ byte) & 255] ^ (c >>> 8);
  whole.writeUInt32BE((c ^ 0xffffffff) >>> 0, whole.length - 4);
  return whole;
}
/** PNG with a palette: one byte a pixel, no filter. */
function png(rgba, width, height, colours) {
  const palette = quantize(rgba, colours), index = applyPalette(rgba, palette), rows = Buffer.alloc((width + 1) * height), head = Buffer.alloc(13);
  for (let y = 0; y < height; ++y) Buffer.from(index.buffer, index.byteOffset + y * width, width).copy(rows, y * (width + 1) + 1);
  head.writeUInt32BE(width, 0); head.writeUInt32BE(height, 4); head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), chunk("IHDR", head), chunk("PLTE", Buffer.from(palette.flatMap((c) => c.slice(0, 3)))),
    chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
/** The pixels of a screenshot at a share of its size; unpacked by the browser. */
async function pixels(bench, shot, share) {
  const told = await bench.evaluate(async ([b64, k]) => {
    const bytes = Uint8Array.from(atob(b64), (c) => c.charCodeAt(0)), picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const w = Math.round(picture.width * k), h = Math.round(picture.height * k), pen = new OffscreenCanvas(w, h).getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, w, h);
    const data = new Blob([pen.getImageData(0, 0, w, h).data]), reader = new FileReader();
    await new Promise((go) => { reader.onload = go; reader.readAsDataURL(data); });
    return { w, h, b64: reader.result.slice(reader.result.indexOf(",") + 1) };
  }, [shot.toString("base64"), share]);
  return { ...told, rgba: new Uint8Array(Buffer.from(told.b64, "base64")) };
}
async function keep(bench, name, shot) {
  for (const [share, colours] of STEPS) {
    const { rgba, w, h } = await pixels(bench, shot, share), file = png(rgba, w, h, colours);
    if (file.length > MOST_BYTES) continue;
    writeFileSync(`${out}/${name}.png`, file);
    console.log(`${name}.png  ${w} x ${h}, ${colours} colours, ${Math.ceil(file.length / 1000)} kB`);
    return;
  }
  throw new Error(`${name} is larger than ${MOST_BYTES} bytes at every step`);
}

/** Where the first drum is beaten: the place that near pictures look at. */
async function drum(page) {
  await page.keyboard.press("t");
  await page.locator("section.drop.wide").getByRole("button", { name: /^The drum beside/ }).first().click();
  await page.keyboard.press("t");
  await page.getByRole("button", { name: "Link to this moment" }).click();
  await page.waitForFunction(() => location.hash.includes("&x="));
  const q = new URLSearchParams(new URL(page.url()).hash.slice(1));
  return { x: q.get("x"), y: q.get("y") };
}

mkdirSync(out, { recursive: true });
const server = await serve(rest, options.program), [run, fork] = server.runs, browser = await chrome(false);
const bench = await newPage(browser, SIZE);

async function take(name, act) {
  if (options.only && options.only !== name) return;
  const page = await newPage(browser, SIZE);
  try {
    await act(page);
    await keep(bench, name, await atRest(page));
  } finally { await page.context().close(); }
}
async function table(page, { of = run, t = at, lang = "en", theme = "light", camera = "" } = {}) {
  await page.goto(`${server.url}&run=${of.id}&t=${t}&lang=${lang}&theme=${theme}${camera}`);
  await shown(page, t);
}
async function beside(page, lang = "en") {
  await table(page, { lang });
  await page.keyboard.press("c");
  await page.locator(`[data-testid=runs] li[data-run="${fork.id}"]`).getByRole("button", { name: lang === "en" ? "Compare" : "对照" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".sheet[data-second]").length === 2);
}
async function forkBox(page) {
  await table(page, { t: FORK_S });
  await page.keyboard.press("f");
  await page.getByLabel("Wind from (0 north, 90 east)").fill("0");
  await page.getByLabel("Speed (m/s)").fill("8");
}
async function gallery(page, lang) {
  await page.goto(`${server.url}&lang=${lang}&theme=light`);
  await page.locator("main li button").nth(1).waitFor();
}

try {
  const first = await newPage(browser, SIZE);
  await table(first, { t: 0 });
  const where = await drum(first), near = (mpp) => `&x=${where.x}&y=${where.y}&m=${mpp}`;
  await first.context().close();
  // The four distances (web/src/table/camera.ts), by day; the field by dusk and in Chinese.
  await take("viewer-block", (page) => table(page, { camera: near(7.6) }));
  await take("viewer-field", (page) => table(page, { camera: near(3.32) }));
  await take("viewer-company", (page) => table(page, { camera: near(1.02) }));
  await take("viewer-man", (page) => table(page, { camera: near(0.105) }));
  await take("viewer-field-dusk", (page) => table(page, { camera: near(3.32), theme: "dusk" }));
  await take("viewer-field-zh", (page) => table(page, { camera: near(3.32), lang: "zh-Hans" }));
  // The same moment as it is, and as one commander believes it to be.
  for (const [name, share] of [["viewer-truth", "0"], ["viewer-belief", "1"]])
    await take(name, async (page) => {
      await table(page, { camera: near(3.32) });
      await page.selectOption("#seer", { index: 1 });
      await page.locator("section.see input[type=range]").fill(share);
    });
  await take("viewer-compare", (page) => beside(page));
  await take("viewer-compare-zh", (page) => beside(page, "zh-Hans"));
  await take("viewer-fork", forkBox);
  await take("viewer-gallery-zh", (page) => gallery(page, "zh-Hans"));
  await take("viewer-editor", async (page) => {
    await gallery(page, "en");
    await page.getByRole("button", { name: /^Change this battle: The rally/ }).click();
    await page.getByText(/^Sound:/).waitFor();
  });
  // Those of the tutorial, in its order.
  await take("tutorial-1", (page) => gallery(page, "en"));
  await take("tutorial-2", (page) => table(page, { t: FORK_S }));
  await take("tutorial-3", forkBox);
  await take("tutorial-4", (page) => beside(page));
  await take("tutorial-5", async (page) => {
    await table(page, { of: fork });
    await page.locator("aside dl").first().getByRole("button").first().click();
    await page.locator("aside .chain button").first().waitFor();
    await page.locator("aside .chain").first().scrollIntoViewIfNeeded();
  });
} finally {
  await browser.close();
  await server.end();
}
