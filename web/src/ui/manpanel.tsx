import { battle, chosen, lang } from "../state/store";
import { doing, fear, goal, heart, horse, status, wound, type Frame } from "../record/types";
import { armOf } from "../sheet/bodies";
import { decimal, nameOf, number, pick, say, type Word } from "../words/words";
import { Badge } from "./personpanel";
import { Senses, SensesSwitch } from "./senses";
import { WhyAndHistory } from "./chain";

const HEARTS: Word[] = ["steady", "shaken", "wavering", "routing", "rallying", "resigned", "surrendered", "lastStand"];
const STATUS: Word[] = ["fit", "disabled", "dead", "captured", "drowned", "left", "burnt"];
const WOUNDS: Word[] = ["none", "lightWound", "serious", "mortal"];
const HORSES: Word[] = ["onFoot", "mounted", "horseLost"];

export function ManPanel({ row, found }: { row: number; found: [Frame, Frame, number] | null }) {
  const l = lang.value, b = battle.value!, h = b.header;
  if (!found) return <p class="quiet">{say(l, "opening")}</p>;
  const [, a, bb, c] = found[0].look.subarray(4 * row, 4 * row + 4), home = b.layers.homeUnit[row], u = h.units[home], under = found[0].unit[row];
  const person = h.persons.findIndex((p) => p.man === row);
  return (
    <>
      <div class="who"><Badge colours={u?.colours ?? 0} arm={u ? armOf(h, home) : "horse"} />
        <div><h2>{person >= 0 ? nameOf(l, h.persons[person].name) : say(l, "manOf", number(b.layers.number[row] + 1), nameOf(l, u?.name))}</h2><p>{nameOf(l, h.troops[b.layers.troop[row]]?.name)}</p></div>
        <div class="chip">{say(l, status(a) === 0 ? HEARTS[heart(a)] : STATUS[status(a)] ?? "out")}</div></div>
      <dl>
        <dt>{say(l, "state")}</dt><dd>{say(l, STATUS[status(a)] ?? "out")}</dd><dt>{say(l, "heart")}</dt><dd>{say(l, HEARTS[heart(a)])}</dd>
        <dt>{say(l, "fear")}</dt><dd>{decimal(fear(c) / 63)}</dd><dt>{say(l, "does")}</dt><dd>{pick(l, "doings", doing(bb))}</dd><dt>{say(l, "goesTo")}</dt><dd>{pick(l, "goals", goal(bb))}</dd>
        <dt>{say(l, "wound")}</dt><dd>{say(l, WOUNDS[wound(c)])}</dd><dt>{say(l, "horse")}</dt><dd>{say(l, HORSES[horse(a)] ?? "onFoot")}</dd>
        {status(a) === 0 && <Senses kind="man" row={row} found={found} />}
        <dt>{say(l, "unit")}</dt><dd>{h.units[under] ? <button onClick={() => { chosen.value = { kind: "unit", row: under }; }}>{nameOf(l, h.units[under].name)}</button> : say(l, "none")}</dd>
        {person >= 0 && <><dt>{say(l, "person")}</dt><dd><button onClick={() => { chosen.value = { kind: "person", row: person }; }}>{nameOf(l, h.persons[person].name)}</button></dd></>}
      </dl>
      {status(a) === 0 && <SensesSwitch />}
      <WhyAndHistory kind={0} row={row} />
    </>
  );
}
