/** Opens records: from the gallery, from a file of the user's, live; and closes what lay on the table before. */
import { batch, signal } from "@preact/signals";
import { Battle } from "./battle";
import { hasCamera, type Moment } from "./address";
import { startCamera } from "./framing";
import { gallery, givenNotes, isStatic, keepNotes, liveUrl, notes, protocols, runUrl, tokenNow, type GalleryRun } from "./server";
import { battle, belief, bookmarks, camera, chosen, forkedAt, loading, now, other, pane, playing, seer, trouble, type Bookmark } from "./store";
import type { Address } from "../worker/protocol";

export let currentRun: string | null = null;

export async function begin(at: Moment): Promise<void> {
  if (!isStatic && !at.run) return;
  try {
    const runs = (await gallery()).runs, run = at.run ? runs.find((r) => r.id === at.run) : runs[0];
    if (run) await openRun(run, at.t);
  } catch (e) { trouble.value = e instanceof Error ? e.message : String(e); }
}

const addressOf = (r: GalleryRun): Address => r.finished || isStatic || (r.state !== undefined && r.state !== "running")
  ? { kind: "url", url: runUrl(r), token: tokenNow() }
  : { kind: "live", url: liveUrl(r.id), protocols: protocols() };

export async function openRun(r: GalleryRun, at: number | null = null): Promise<void> {
  currentRun = r.id;
  bookmarks.value = [];
  known = null;
  await lay(r.id, addressOf(r), at);
  const kept = await keptBookmarks(r.id);
  if (currentRun !== r.id) return;
  // Whoever has set one meanwhile keeps it.
  const meanwhile = bookmarks.value;
  bookmarks.value = inOrder([...kept, ...meanwhile]);
  known = r.id;
  if (meanwhile.length > 0) keepBookmarks();
}
export async function openFile(file: File): Promise<void> {
  currentRun = null;
  bookmarks.value = [];
  await lay(file.name, { kind: "bytes", bytes: await file.arrayBuffer() }, null);
}
export async function openBeside(r: GalleryRun): Promise<void> {
  const before = other.value;
  forkedAt.value = null;
  other.value = await Battle.open(r.id, addressOf(r), (got, of) => { loading.value = { got, of }; });
  loading.value = null;
  before?.close();
}
export function closeBeside(): void { other.value?.close(); other.value = null; forkedAt.value = null; }

async function lay(name: string, address: Address, at: number | null): Promise<void> {
  trouble.value = null;
  loading.value = { got: 0, of: 1 };
  try {
    const b = await Battle.open(name, address, (got, of) => { loading.value = { got, of }; }), before = battle.value;
    batch(() => {
      closeBeside();
      battle.value = b;
      chosen.value = null; seer.value = null; belief.value = 0; playing.value = false;
      now.value = Math.min(b.last, at ?? Math.max(0, b.zero));
      if (!hasCamera()) camera.value = startCamera(b);
      pane.value = "table";
      document.title = `${b.header.title.en} · Linghe 凌河`;
    });
    before?.close();
  } catch (e) { trouble.value = e instanceof Error ? e.message : String(e); }
  loading.value = null;
}

const key = (run: string): string => `linghe.marks.${run}`;
/** Where bookmarks and notes lie: with the run, or in this browser only (a static folder, or a server that does not take them). */
export const keptWith = signal<"run" | "browser">(isStatic ? "browser" : "run");
async function keptBookmarks(run: string): Promise<Bookmark[]> {
  keptWith.value = "browser";
  if (!isStatic) try { const kept = whole((await notes(run)).bookmarks); keptWith.value = "run"; return kept; } catch { /* kept in this browser then */ }
  try {
    const here = localStorage.getItem(key(run));
    if (here !== null) return whole(JSON.parse(here));
  } catch { /* private window, or somebody else's text */ }
  return isStatic ? whole((await givenNotes()).bookmarks) : [];
}
/** By time, one a second; the first to come stays. */
export const inOrder = (list: Bookmark[]): Bookmark[] => list.filter((m, k) => list.findIndex((o) => o.second === m.second) === k).sort((a, b) => a.second - b.second);
/** Only what is a bookmark: the text may come from anywhere. */
function whole(list: unknown): Bookmark[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((m: Partial<Bookmark> | null) => (m && Number.isFinite(m.second) ? [{ second: Number(m.second), note: typeof m.note === "string" ? m.note : "" }] : []));
}
/** The run whose bookmarks have been read: nothing is written over what is not known yet. */
let known: string | null = null;
/** One writing after the other: two under way at once may come to the server the wrong way round, and the older would stay. */
let writing: Promise<void> = Promise.resolve();
export function keepBookmarks(): void {
  if (!currentRun || known !== currentRun) return;
  const run = currentRun, what = { bookmarks: bookmarks.value };
  try { localStorage.setItem(key(run), JSON.stringify(bookmarks.value)); } catch { /* private window */ }
  if (!isStatic) writing = writing.then(() => keepNotes(run, what)).then(() => { keptWith.value = "run"; }, () => { keptWith.value = "browser"; });
}
