// A small server for tests and for looking: the built client, records by ranges, and as much of the server's API as the client asks.
// node test/server.mjs PORT NAME=view.lgv ...   (--static: as a static export)
import { createServer } from "node:http";
import { readFileSync, statSync, openSync, readSync, closeSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const KINDS = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; worker-src 'self'; media-src blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The header of a record, for the gallery. */
function headerOf(path) {
  const fd = openSync(path, "r"), head = Buffer.alloc(32);
  readSync(fd, head, 0, 32, 0);
  const json = Buffer.alloc(head.readUInt32LE(28));
  readSync(fd, json, 0, json.length, 32);
  closeSync(fd);
  return JSON.parse(json.toString("utf8"));
}

const SCENARIOS = new URL("../../scenarios/", import.meta.url);
/** As `linghe check` would: what is asked for by a test, else nothing wrong. */
const sound = () => ({ ok: true, men: 200, units: 5, problems: [] });

export function serve({ port = 0, check = sound, kept = {}, runs = {}, isStatic = false, ranges = true, jobs = [], calls = [], notes = {} } = {}) {
  const gallery = () => ({
    scenarios: isStatic ? [] : [{ id: "tiny", title: { en: "Tiny fight at a stream", zh: "溪边小战" }, men: 200, minutes: 1 }],
    runs: Object.entries(runs).map(([id, path]) => {
      const h = headerOf(path);
      return { id, scenario_id: h.scenario_id, title: h.title, seed: h.seed, men: h.men, finished: true, size: statSync(path).size };
    }),
  });
  const json = (res, code, body) => { res.writeHead(code, { "Content-Type": "application/json" }); res.end(JSON.stringify(body)); };
  const file = (req, res, path) => {
    const size = statSync(path).size, m = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? "");
    const type = KINDS[extname(path)] ?? "application/octet-stream";
    if (m && ranges) {
      const from = Number(m[1]), to = Math.min(size - 1, m[2] === "" ? size - 1 : Number(m[2]));
      if (from > to) { res.writeHead(416, { "Content-Range": `bytes */${size}` }); res.end(); return; }
      const fd = openSync(path, "r"), part = Buffer.alloc(to - from + 1);
      readSync(fd, part, 0, part.length, from);
      closeSync(fd);
      res.writeHead(206, { "Content-Type": type, "Content-Range": `bytes ${from}-${to}/${size}`, "Content-Length": part.length });
      res.end(part);
      return;
    }
    let body = readFileSync(path);
    if (isStatic && path.endsWith("index.html")) body = Buffer.from(body.toString("utf8").replace("<head>", '<head><meta name="linghe-mode" content="static">'));
    res.writeHead(200, { "Content-Type": type, "Content-Length": body.length, "Content-Security-Policy": CSP });
    res.end(body);
  };
  /** Battles as texts: shipped ones from the source, kept ones from memory. */
  const battles = (req, res, path) => {
    const id = /^\/api\/scenario\/([\w-]+)$/.exec(path)?.[1], tag = (f) => `"${Object.values(f).join("").length}"`;
    if (req.method === "GET" && id) {
      const own = kept[id], files = own ?? Object.fromEntries(["scenario.toml", "map.toml"].map((n) => [n, readFileSync(new URL(`${id}/${n}`, SCENARIOS), "utf8")]));
      res.setHeader("ETag", tag(files));
      return json(res, 200, { id, name: id, shipped: !own, own: !!own, files });
    }
    let body = "";
    req.on("data", (d) => { body += d; });
    req.on("end", () => {
      const asked = JSON.parse(body);
      if (id === "check") return json(res, 200, check(asked.files));
      if (req.method === "PUT" && !kept[id]) return json(res, 403, { error: { what: "that battle cannot be written over", how: "save it under another name" } });
      const name = id ?? asked.name;
      if (!/^[a-z][a-z0-9-]{0,63}$/.test(name)) return json(res, 400, { error: { what: "that is no name for a battle", how: "a letter first" } });
      if (!id && kept[name]) return json(res, 409, { error: { what: "there is a folder of that name already", how: "choose another name" } });
      kept[name] = { ...kept[name], ...asked.files };
      res.setHeader("ETag", tag(kept[name]));
      return json(res, id ? 200 : 201, { id: name, name });
    });
    return undefined;
  };
  const server = createServer((req, res) => {
    const path = decodeURIComponent(new URL(req.url, "http://x").pathname);
    calls.push({ method: req.method, path, token: req.headers["x-linghe-token"] ?? null });
    try {
      if (isStatic && path === "/data/gallery.json") return json(res, 200, gallery());
      if (isStatic && path === "/data/view.lgv") return file(req, res, Object.values(runs)[0]);
      const run = /^\/data\/runs\/([^/]+)\/view\.lgv$/.exec(path);
      if (run && runs[run[1]]) return file(req, res, runs[run[1]]);
      if (!isStatic && path === "/api/gallery") return json(res, 200, gallery());
      if (!isStatic && path === "/api/jobs" && req.method === "GET") return json(res, 200, jobs);
      if (!isStatic && path === "/api/jobs" && req.method === "POST") {
        let body = "";
        req.on("data", (d) => { body += d; });
        req.on("end", () => { const j = { id: String(jobs.length + 1), kind: "run", state: "running", progress: 0.4, remaining_s: 7, scenario: JSON.parse(body).scenario }; jobs.push(j); json(res, 200, { id: j.id }); });
        return undefined;
      }
      if (!isStatic && path.startsWith("/api/scenario")) return battles(req, res, path);
      const job = /^\/api\/jobs\/(\w+)$/.exec(path);
      if (job && req.method === "DELETE") { for (const j of jobs) if (j.id === job[1]) j.state = "cancelled"; return json(res, 200, {}); }
      const note = /^\/api\/notes\/([^/]+)$/.exec(path);
      if (note && req.method === "GET") return json(res, 200, notes[note[1]] ?? {});
      if (note && req.method === "PUT") {
        let body = "";
        req.on("data", (d) => { body += d; });
        req.on("end", () => { notes[note[1]] = JSON.parse(body); json(res, 200, {}); });
        return undefined;
      }
      if (isStatic && path === "/data/notes.json" && notes.given) return json(res, 200, notes.given);
      if (path.startsWith("/api/")) return json(res, 501, { error: { what: "not built yet", how: "" } });
      return file(req, res, join(DIST, normalize("/" + (path === "/" ? "index.html" : path))));
    } catch { res.writeHead(404); res.end(); return undefined; }
  });
  return new Promise((done) => server.listen(port, "127.0.0.1", () => done({ server, url: `http://127.0.0.1:${server.address().port}/`, jobs, calls, kept, notes })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2).filter((a) => !a.startsWith("--"));
  const runs = Object.fromEntries(args.slice(1).map((a) => a.split("=")));
  const { url } = await serve({ port: Number(args[0] ?? 8088), runs, isStatic: process.argv.includes("--static") });
  console.log(url);
}
