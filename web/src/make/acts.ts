/** Saving, taking away, and fighting what was made. */
import { signal } from "@preact/signals";
import { openRun } from "../state/open";
import { cancelJob, gallery, isStatic, jobs, listen, startRun, type Job } from "../state/server";
import { faultOf } from "../state/work";
import { lang } from "../state/store";
import { dirty, docs, notice, origin, save, texts } from "./draft";
import { Refused } from "./keep";
import { tell } from "./words";
import { zip } from "./zip";

export const drop = signal<"save" | "fight" | "take" | null>(null);
export const job = signal<Job | null>(null);
const words = (e: unknown): string => (e instanceof Refused && e.status === 412 ? tell(lang.value, "conflict") : e instanceof Error ? e.message : String(e));

export async function keepIt(name: string | null): Promise<boolean> {
  notice.value = "";
  try { await save(name); drop.value = null; return true; }
  catch (e) { notice.value = words(e); return false; }
}
/** A name for the folder out of the battle's own id. */
export function nameWish(): string {
  const id = docs.value.scenario.value.id, text = origin.value.own ? origin.value.name : typeof id === "string" ? id : "battle", plain = text.toLowerCase().replace(/[^a-z0-9-]+/g, "-").replace(/^[^a-z]+/, "").slice(0, 50) || "battle";
  return origin.value.own || origin.value.id === null ? plain : `my-${plain}`;
}

export function takeAway(only: string | null): void {
  const all = texts.value, folder = nameWish(), bytes = only ? new Blob([all[only]], { type: "application/toml" }) : new Blob([zip(Object.fromEntries(Object.entries(all).map(([n, t]) => [`${folder}/${n}`, t])))], { type: "application/zip" });
  const a = document.createElement("a"), url = URL.createObjectURL(bytes);
  a.href = url; a.download = only ?? `${folder}.zip`; a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

let stop: (() => void) | null = null;
/** Saved, put on the list, and shown as soon as there is something to see. */
export async function fight(seed: number): Promise<void> {
  if (isStatic) { notice.value = tell(lang.value, "needsServer"); return; }
  if (!origin.value.own) { drop.value = "fight"; return; }
  if (dirty.value && !(await keepIt(null))) return;
  try {
    const begun = (await startRun(origin.value.id!, seed)) as { id: string; run?: string };
    stop?.();
    let over = false;
    const end = (): void => { over = true; quit(); clearInterval(timer); job.value = null; stop = null; };
    const look = async (): Promise<void> => {
      const j = (await jobs()).find((q) => q.id === begun.id);
      if (over || !j) return;
      job.value = j;
      if (j.state === "failed") { end(); notice.value = tell(lang.value, "failed", faultOf(j)); return; }
      if (j.state === "cancelled") { end(); return; }
      if (j.state === "queued") return;
      const run = (await gallery()).runs.find((r) => r.id === (begun.run ?? j.run));
      if (!over && run) { end(); await openRun(run); }
    };
    const again = (): void => { look().catch((e: unknown) => { end(); notice.value = words(e); }); };
    const timer = setInterval(again, 1000), quit = listen(again);
    stop = end;
    again();
  } catch (e) { notice.value = words(e); }
}
export const giveUpFight = (): void => { if (job.value) void cancelJob(job.value.id).catch(() => {}); };
