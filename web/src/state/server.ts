/** The server's side of things; in a static folder there is none, and what the server answers 501 is hidden. */
export const isStatic = document.querySelector('meta[name="linghe-mode"]')?.getAttribute("content") === "static";
let token: string | null = null;
export const setToken = (t: string | null): void => { token = t; };
export const tokenNow = (): string | null => token;

export interface GalleryScenario { id: string; title: { en: string; zh: string }; men?: number; minutes?: number }
export interface GalleryRun {
  id: string; scenario_id: string; title: { en: string; zh: string } | string; seed: number | string; finished: boolean; state?: string; interventions?: unknown[]; men?: number; seconds?: number; size?: number;
  view?: string;
}
export interface Gallery { scenarios: GalleryScenario[]; runs: GalleryRun[] }
export interface Job { id: string; kind: string; state: "queued" | "running" | "done" | "failed" | "cancelled"; progress: number; remaining_s?: number; run?: string; error?: unknown; scenario?: string; title?: string }

const headers = (): Record<string, string> => (token ? { "X-Linghe-Token": token } : {});
export class NotThere extends Error {}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const r = await fetch(path, { method, headers: { ...headers(), ...(body === undefined ? {} : { "Content-Type": "application/json" }) }, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store" });
  if (r.status === 501) throw new NotThere(path);
  if (!r.ok) {
    const e = (await r.json().catch(() => ({}))) as { error?: { what?: string; how?: string } | string };
    throw new Error(typeof e.error === "string" ? e.error : e.error ? [e.error.what, e.error.how].filter(Boolean).join(" ") : `${r.status}`);
  }
  return (r.status === 204 ? undefined : await r.json()) as T;
}

export async function gallery(): Promise<Gallery> {
  const g = await ask<Partial<Gallery>>("GET", isStatic ? "data/gallery.json" : "api/gallery");
  return { scenarios: g.scenarios ?? [], runs: g.runs ?? [] };
}
export const runUrl = (r: GalleryRun): string => new URL(isStatic ? (r.view ?? "data/view.lgv") : `data/runs/${encodeURIComponent(r.id)}/view.lgv`, location.href).href;
export const jobs = async (): Promise<Job[]> => { const j = await ask<Job[] | { jobs: Job[] }>("GET", "api/jobs"); return Array.isArray(j) ? j : j.jobs; };
export const startRun = (scenario: string, seed: number): Promise<{ id: string }> => ask("POST", "api/jobs", { kind: "run", scenario, seed });
export const resumeRun = (run: string): Promise<{ id: string }> => ask("POST", "api/jobs", { kind: "resume", run });
export interface Link { id: number; tick: number; kind: string; x_m: number; y_m: number; words: { en: string; zh: string }; causes: { cause: string; words: { en: string; zh: string }; share: number }[] }
export const why = (run: string, event: number): Promise<{ links: Link[]; broken_off: boolean; effects: Link[]; effects_left_out: number }> => ask("GET", `api/why?run=${encodeURIComponent(run)}&event=${event}`);
export const fork = (run: string, at_s: number, change: unknown): Promise<{ id: string; run?: string }> => ask("POST", "api/fork", { run, at_s, change });
export const cancelJob = (id: string): Promise<void> => ask("DELETE", `api/jobs/${encodeURIComponent(id)}`);
export const notes = (run: string): Promise<{ bookmarks?: { second: number; note: string }[] }> => ask("GET", `api/notes/${encodeURIComponent(run)}`);
export const keepNotes = (run: string, what: unknown): Promise<void> => ask("PUT", `api/notes/${encodeURIComponent(run)}`, what);

/** Notes that a static export brings with it; none is no fault. */
export async function givenNotes(): Promise<{ bookmarks?: unknown }> {
  try { const r = await fetch("data/notes.json"); return r.ok ? ((await r.json()) as { bookmarks?: unknown }) : {}; } catch { return {}; }
}

const wsUrl = (path: string): string => { const u = new URL(path, location.href); u.protocol = u.protocol === "https:" ? "wss:" : "ws:"; u.hash = ""; return u.href; };
export const protocols = (): string[] => ["linghe.1", ...(token ? [`token.${token}`] : [])];
export const liveUrl = (run: string): string => wsUrl(`api/live/${encodeURIComponent(run)}`);

/** Calls back when jobs or the gallery change; returns how to stop listening. */
export function listen(changed: () => void): () => void {
  if (isStatic) return () => {};
  let socket: WebSocket | null = null, stopped = false, failures = 0, timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    if (stopped) return;
    socket = new WebSocket(wsUrl("api/events"), protocols());
    socket.onopen = () => { failures = 0; };
    socket.onmessage = changed;
    socket.onclose = () => { if (!stopped && ++failures < 4) timer = setTimeout(open, 3000 * failures); };
  };
  open();
  return () => { stopped = true; clearTimeout(timer); socket?.close(); };
}
