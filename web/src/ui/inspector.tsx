/** Who or what is chosen: facts beat, fear over time, strength, why. */
import { battle, boxed, chosen, lang, beat, other } from "../state/store";
import { nameOf, number, say } from "../words/words";
import { CourierPanel } from "./courierpanel";
import { ManPanel } from "./manpanel";
import { PersonPanel } from "./personpanel";
import { EventPanel, PlacePanel } from "./placepanel";
import { UnitPanel } from "./unitpanel";
import { FieldCharts, StatesChart } from "./charts";
import { Differences } from "./differences";
import { tally } from "./picking";
import { hostOf } from "./plates";

export function Inspector() {
  const b = battle.value!, c = chosen.value;
  const found = b.around(beat.value, 0);
  return (
    <>
      {other.value && <Differences />}
      {boxed.value && <BoxCount />}
      {!c ? <Overview /> : c.kind === "person" ? <PersonPanel row={c.row} found={found} /> : c.kind === "unit" ? <UnitPanel row={c.row} found={found} />
        : c.kind === "man" ? <ManPanel row={c.row} found={found} /> : c.kind === "event" ? <EventPanel id={c.row} /> : c.kind === "courier" ? <CourierPanel id={c.row} found={found} /> : <PlacePanel x={c.x!} y={c.y!} found={found} />}
    </>
  );
}

function BoxCount() {
  const l = lang.value, b = battle.value!, found = b.around(beat.value, 0);
  if (!found) return null;
  return (
    <section aria-live="polite">
      <h3>{say(l, "box")}<small><button onClick={() => { boxed.value = null; }}>{say(l, "close")}</button></small></h3>
      <dl>{tally(b, found[0], boxed.value!).map((t) => <><dt>{nameOf(l, b.header.sides[t.side].name)}</dt>
        <dd>{number(t.fit)} · {number(t.routing)} {say(l, "inFlight")} · {number(t.out)} {say(l, "out")}</dd></>)}</dl>
    </section>
  );
}

/** Nothing is chosen: the commanders, and the resolve of each side. */
function Overview() {
  const l = lang.value, b = battle.value!, h = b.header, host = hostOf(b);
  return (
    <>
      <div class="who"><svg width="36" height="26" aria-hidden="true"><rect x="1" y="1" width="34" height="22" fill="none" stroke="currentColor" stroke-width="1.5" /></svg>
        <div><h2>{nameOf(l, h.title)}</h2><p>{say(l, "menCount", number(h.men))} · {say(l, "minutes", Math.round(b.last / 60))}</p></div></div>
      {h.sides.map((s, side) => (
        <section key={s.id}>
          <h3>{nameOf(l, s.name)}</h3>
          <dl>{h.persons.map((p, k) => p.named && p.side === side ? <><dt><button onClick={() => { chosen.value = { kind: "person", row: k }; }}>{nameOf(l, p.name)}</button></dt><dd>{nameOf(l, h.forces[p.commands]?.name)}</dd></> : null)}</dl>
          {(side === host || h.sides.length < 3) && <StatesChart side={side} />}
          {side === host && <FieldCharts side={side} />}
        </section>))}
    </>
  );
}
