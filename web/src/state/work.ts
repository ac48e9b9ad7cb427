/** One piece of work asked for from the table: followed to its end, then its run is laid beside the first. */
import { effect, signal } from "@preact/signals";
import { cancelJob, gallery, jobs, listen, type Job } from "./server";
import { openBeside } from "./open";
import { battle, forkedAt, trouble } from "./store";

export const work = signal<Job | null>(null);
let stop: (() => void) | null = null;

export function followWork(begun: { id: string; run?: string }, at: number): void {
  stop?.();
  const on = battle.value;
  let over = false;
  const end = (): void => { over = true; quit(); clearInterval(timer); left(); work.value = null; stop = null; };
  const look = async (): Promise<void> => {
    const job = (await jobs()).find((j) => j.id === begun.id);
    if (over || !job) return;
    work.value = job;
    if (job.state === "failed") { end(); trouble.value = faultOf(job); }
    if (job.state === "cancelled") end();
    if (job.state !== "done") return;
    end();
    const run = (await gallery()).runs.find((r) => r.id === begun.run);
    if (!run || battle.value !== on) return;
    await openBeside(run);
    forkedAt.value = at;
  };
  const again = (): void => { look().catch((e: unknown) => { end(); trouble.value = e instanceof Error ? e.message : String(e); }); };
  const timer = setInterval(again, 3000), quit = listen(again);
  // Whoever lays another battle on the table does not want the fork of this one beside it.
  const left = effect(() => { if (battle.value !== on) queueMicrotask(() => { if (!over) end(); }); });
  stop = end;
  again();
}
export const giveUp = (): void => { if (work.value) void cancelJob(work.value.id).catch(() => {}); };

export function faultOf(j: Job): string {
  const e = j.error as { what?: string; how?: string } | string | undefined;
  return typeof e === "string" ? e : [e?.what, e?.how].filter(Boolean).join("; ");
}
