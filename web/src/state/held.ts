/** What a record does not hold, so that nobody looks for it on the table. */
import type { Frame, Header } from "../record/types";
import type { Word } from "../words/words";

export function notHeld(h: Header, f: Frame): Word[] {
  const out: Word[] = [], tells = h.persons.some((p) => p.horns !== undefined || p.gongs !== undefined);
  // Who writes horns and gongs writes dust and rain wherever there are any: without them the air is clear and dry.
  if (!tells && f.dust.length === 0) out.push("dust");
  if (!tells && !f.weather) out.push("rain");
  if (f.light_lux === null) out.push("daylight");
  if (!tells) out.push("hornsGongs");
  return out;
}
