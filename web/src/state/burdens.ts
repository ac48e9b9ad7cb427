/**
 * What couriers carry: the event that the record names. Older records name a rider's order only by its row in a table that they do not
 * hold, so there it is sought among the events: given by his sender to his addressee, not before he can have ridden here from where it was
 * given. Without one it is a report.
 */
import type { Courier, Frame } from "../record/types";
import type { Battle } from "./battle";
import type { OneEvent } from "./chronicle";

const ORDER_GIVEN = 30, FASTEST_M_S = 14, SLACK_M = 150, OLDEST_S = 1200;

export class Burdens {
  private known = -1;
  private given = new Map<string, OneEvent[]>();
  constructor(private battle: Battle) {}

  private all(from: number, to: number): OneEvent[] {
    const told = this.battle.chronicle.told;
    if (told.length !== this.known) {
      this.known = told.length;
      this.given.clear();
      for (const e of told) {
        if (e.kind !== ORDER_GIVEN) continue;
        const key = `${e.subject} ${e.other}`, list = this.given.get(key);
        if (list) list.push(e); else this.given.set(key, [e]);
      }
    }
    return this.given.get(`${from} ${to}`) ?? [];
  }

  /** The order he rides with, null for a report. Of several riders between the same two the younger has the younger order. */
  of(f: Frame, r: Courier): OneEvent | null {
    if (r.report) return null;
    // The minute of its giving may not be surveyed yet: until then it is sought as in an older record.
    const named = r.event ? this.battle.chronicle.byId(r.event) : null;
    if (named?.kind === ORDER_GIVEN) return named;
    const now = this.battle.tickOf(f.second), fits = this.all(r.from, r.to).filter((e) => {
      const age = this.battle.secondOf(now - e.tick);
      return age >= 0 && age < OLDEST_S && Math.hypot(r.x_m - e.x_m, r.y_m - e.y_m) <= SLACK_M + FASTEST_M_S * age;
    });
    const younger = f.couriers.filter((q) => q.from === r.from && q.to === r.to && q.id > r.id).length;
    return fits[fits.length - 1 - younger] ?? null;
  }
}
