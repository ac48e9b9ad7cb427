/** What the survey of a record brings, chunk by chunk: events to be asked, samples for charts. */
import type { Sample, Surveyed } from "../record/survey";
import type { Events } from "../record/types";
import { markOf } from "../words/events";

export interface OneEvent {
  id: number; tick: number; kind: number; subjectKind: number; subject: number; other: number;
  x_m: number; y_m: number; value: number; causes: [number, number][]; parent: number;
}

export class Chronicle {
  private parts: Events[] = [];
  /** events of units, persons, signals and fires: what a timeline can bear */
  told: OneEvent[] = [];
  samples: Sample[] = [];
  done = 0; of = 0;

  add(part: Surveyed, chunks: number): void {
    this.done = Math.max(this.done, part.chunk + 1);
    this.of = chunks;
    this.parts[part.chunk] = part.events;
    const from = part.samples[0]?.second ?? 0;
    this.samples = this.samples.filter((s) => s.second < from).concat(part.samples);
    const first = part.events.count > 0 ? part.events.id[0] : Infinity;
    this.told = this.told.filter((e) => e.id < first);
    for (let i = 0; i < part.events.count; ++i) if (markOf(part.events.kind[i])) this.told.push(one(part.events, i));
  }

  get count(): number { return this.parts.reduce((n, p) => n + (p?.count ?? 0), 0); }

  byId(id: number): OneEvent | null {
    for (const p of this.parts) {
      if (!p || p.count === 0 || p.id[0] > id || p.id[p.count - 1] < id) continue;
      let low = 0, high = p.count - 1;
      while (low < high) { const mid = (low + high) >> 1; if (p.id[mid] < id) low = mid + 1; else high = mid; }
      if (p.id[low] === id) return one(p, low);
    }
    return null;
  }

  /** Newest first, at most `most`, not later than `tick`. */
  about(subjectKind: number, subject: number, tick: number, most: number): OneEvent[] {
    const out: OneEvent[] = [];
    for (let k = this.parts.length - 1; k >= 0 && out.length < most; --k) {
      const p = this.parts[k];
      if (!p || p.count === 0 || p.tick[0] > tick) continue;
      for (let i = p.count - 1; i >= 0 && out.length < most; --i)
        if (p.tick[i] <= tick && p.subject[i] === subject && p.subjectKind[i] === subjectKind) out.push(one(p, i));
    }
    return out;
  }

  /** The event and what lies behind it, newest first, down to a root. */
  chain(e: OneEvent, most = 12): OneEvent[] {
    const out = [e];
    for (let at: OneEvent | null = e; at && at.parent !== 0 && out.length < most;) {
      at = this.byId(at.parent);
      if (at) out.push(at);
    }
    return out;
  }

  sampleAt(second: number): Sample | null {
    let low = 0, high = this.samples.length - 1;
    if (high < 0 || this.samples[0].second > second) return null;
    while (low < high) { const mid = (low + high + 1) >> 1; if (this.samples[mid].second <= second) low = mid; else high = mid - 1; }
    return this.samples[low];
  }
}

function one(p: Events, i: number): OneEvent {
  const causes: [number, number][] = [];
  for (let k = 0; k < 3; ++k) if (p.causes[3 * i + k] !== 0) causes.push([p.causes[3 * i + k], p.shares[3 * i + k] / 255]);
  return { id: p.id[i], tick: p.tick[i], kind: p.kind[i], subjectKind: p.subjectKind[i], subject: p.subject[i], other: p.other[i],
    x_m: p.x_m[i], y_m: p.y_m[i], value: p.value[i], causes, parent: p.parent[i] };
}
