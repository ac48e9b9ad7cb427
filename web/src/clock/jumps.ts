/** Jumps to the next or previous thing that matters, and the six sentences of the title plate. */
import type { Battle } from "../state/battle";
import type { OneEvent } from "../state/chronicle";
import { weightOf } from "../words/events";

const LEAST = 5;
export function nextEvent(b: Battle, second: number, step: 1 | -1): OneEvent | null {
  let found: OneEvent | null = null;
  for (const e of b.chronicle.told) {
    const s = b.secondOf(e.tick);
    if (weightOf(b.header, e) < LEAST) continue;
    if (step > 0 && s > second + 0.6) return e;
    if (step < 0 && s < second - 0.6) found = e;
  }
  return step < 0 ? found : null;
}

/** The most telling events so far told, at most `most`, no two of the same kind about the same one, in order of time. */
export function telling(b: Battle, most: number): OneEvent[] {
  const seen = new Set<string>(), kinds = new Map<number, number>(), out: OneEvent[] = [];
  const byWeight = [...b.chronicle.told].sort((p, q) => weightOf(b.header, q) - weightOf(b.header, p) || p.tick - q.tick);
  for (const e of byWeight) {
    const key = `${e.kind} ${e.subject}`, n = kinds.get(e.kind) ?? 0;
    if (seen.has(key) || n >= 2) continue;
    seen.add(key);
    kinds.set(e.kind, n + 1);
    out.push(e);
    if (out.length >= most) break;
  }
  return out.sort((p, q) => p.tick - q.tick);
}
