/** A courier: from whom, to whom, what he carries, how far he has still to go. */
import { battle, chosen, go, lang } from "../state/store";
import type { Courier, Frame } from "../record/types";
import type { Battle } from "../state/battle";
import { tell } from "../words/events";
import { clockText, nameOf, number, pick, say, type Lang } from "../words/words";
import { whereabouts } from "../words/where";
import { Chain } from "./chain";

/** What he carries, in a few words: the order's verb, or a report. */
export function burden(l: Lang, b: Battle, f: Frame, r: Courier): string {
  const e = b.burdens.of(f, r);
  return e ? pick(l, "verbs", e.value) : say(l, "report");
}

export function CourierPanel({ id, found }: { id: number; found: [Frame, Frame, number] | null }) {
  const l = lang.value, b = battle.value!, h = b.header, r = found?.[0].couriers.find((q) => q.id === id);
  if (!found) return <p class="quiet">{say(l, "opening")}</p>;
  if (!r) return <><div class="who"><span /><div><h2>{say(l, "courier")}</h2></div></div><p class="quiet">{say(l, "courierGone")}</p></>;
  const who = (k: number) => h.persons[k] ? <button onClick={() => { chosen.value = { kind: "person", row: k }; }}>{nameOf(l, h.persons[k].name)}</button> : say(l, "nobody");
  const f = found[0], e = b.burdens.of(f, r);
  return (
    <>
      <div class="who"><svg width="36" height="26" aria-hidden="true"><path d="M34 13 4 3l7 10-7 10z" fill="none" stroke="currentColor" stroke-width="1.5" /></svg>
        <div><h2>{say(l, "courier")}</h2><p>{burden(l, b, f, r)}</p></div><div class="chip">{pick(l, "courierStates", r.state)}</div></div>
      <dl>
        <dt>{say(l, "from")}</dt><dd>{who(r.from)}</dd><dt>{say(l, "to")}</dt><dd>{who(r.to)}</dd>
        <dt>{say(l, "carries")}</dt><dd>{burden(l, b, f, r)}</dd>
        <dt>{say(l, "stillToGo")}</dt><dd>{say(l, "m", number(Math.hypot(r.goal_x_m - r.x_m, r.goal_y_m - r.y_m)))}</dd>
        <dt>{say(l, "whereAre")}</dt><dd>{whereabouts(h, l, r.x_m, r.y_m)}</dd>
      </dl>
      {e && <><h3>{say(l, "whyOf", tell(h, l, e))}</h3><Chain of={e} /><p><button class="do" onClick={() => go(b.secondOf(e.tick), e.x_m, e.y_m)}>{clockText(b.secondOf(e.tick) - b.zero)}</button></p></>}
    </>
  );
}
