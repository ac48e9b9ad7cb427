import { battle, chosen, lang } from "../state/store";
import { NO_PERSON, NO_ROW, UNIT_COLUMNS, type Frame } from "../record/types";
import { armOf, unitNow } from "../sheet/bodies";
import { decimal, nameOf, number, pick, say } from "../words/words";
import { Badge } from "./personpanel";
import { Curves } from "./charts";
import { WhyAndHistory } from "./chain";

export function UnitPanel({ row, found }: { row: number; found: [Frame, Frame, number] | null }) {
  const l = lang.value, b = battle.value!, h = b.header, u = h.units[row];
  if (!u || !found) return <p class="quiet">{say(l, "opening")}</p>;
  const q = unitNow(found[0].units, row), of = (s: { units: Int32Array }, c: number): number => s.units[row * UNIT_COLUMNS + c];
  const state = q.broken ? "broken" : q.collecting ? "collecting" : q.formed ? "formed" : "wavering", leader = h.persons[u.leader];
  return (
    <>
      <div class="who"><Badge colours={u.colours} arm={armOf(h, row)} />
        <div><h2>{nameOf(l, u.name)}</h2><p>{nameOf(l, h.troops[u.troop]?.name)} · {nameOf(l, h.colours[u.colours]?.name)}</p></div><div class="chip">{say(l, state)}</div></div>
      <dl>
        <dt>{say(l, "inHand")}</dt><dd>{say(l, "of2", number(q.inHand), number(u.men))}</dd>
        <dt>{say(l, "inFlight")}</dt><dd>{number(q.fleeing)}</dd><dt>{say(l, "fallen")}</dt><dd>{number(q.fallen)}</dd>
        <dt>{say(l, "resolveOf")}</dt><dd>{pick(l, "verbs", q.verb)}</dd><dt>{say(l, "mean")}</dt><dd>{decimal(q.fear)}</dd>
        <dt>{say(l, "commander")}</dt><dd>{q.commander < NO_PERSON && h.persons[q.commander] ? <button onClick={() => { chosen.value = { kind: "person", row: q.commander }; }}>{nameOf(l, h.persons[q.commander].name)}</button> : say(l, "nobody")}</dd>
        {u.leader !== NO_ROW && leader && <><dt>{say(l, "person")}</dt><dd>{nameOf(l, leader.name)}</dd></>}
      </dl>
      <h3>{say(l, "strength")}</h3>
      <Curves label={say(l, "strength")} most={u.men} curves={[{ of: (s) => of(s, 2), name: say(l, "inHand"), kind: "plain" }, { of: (s) => of(s, 3), name: say(l, "inFlight"), kind: "main" }, { of: (s) => of(s, 4), name: say(l, "fallen"), kind: "dashed" }]} />
      <h3>{say(l, "mean")}<small>{decimal(q.fear)}</small></h3>
      <Curves label={say(l, "mean")} most={1} height={44} curves={[{ of: (s) => of(s, 5) / 255, name: say(l, "fear"), kind: "main" }]} />
      <WhyAndHistory kind={1} row={row} />
    </>
  );
}
