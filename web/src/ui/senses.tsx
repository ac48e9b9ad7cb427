/** What he sees and hears where he stands, in words; and the switch that shows it on the table. */
import { battle, chosen, lang, show } from "../state/store";
import type { Frame, Header } from "../record/types";
import { hearing, type Hearing } from "../senses/hearing";
import { fan, openSight, skyline } from "../senses/sight";
import { earOf, sightAt } from "../sheet/sheet";
import { personAt } from "../sheet/bodies";
import type { Battle } from "../state/battle";
import { nameOf, number, say, type Lang, type Word } from "../words/words";

const lines = new WeakMap<Battle, Float32Array>();
const HAZY_M = 1500;

export function senses(b: Battle, [f, g, t]: [Frame, Frame, number], kind: "man" | "person", row: number): { sight_m: number; smoke: boolean; ear: Hearing } | null {
  const h = b.header, who = earOf(h, f, { kind, row });
  if (!who) return null;
  const at = kind === "person" ? personAt(f, g, t, row) : { x: f.xy[2 * row], y: f.xy[2 * row + 1] };
  let line = lines.get(b);
  if (!line) lines.set(b, line = skyline(h, b.layers));
  return { sight_m: openSight(fan(h, line, f, at.x, at.y)), smoke: sightAt(h, f, at.x, at.y) < HAZY_M, ear: hearing(h, f, g, { ...at, ...who }) };
}

export function heardText(l: Lang, h: Header, ear: Hearing): string {
  const best = ear.heard[0];
  if (!best) return say(l, "nothing");
  const what = say(l, best.voice.kind as Word, nameOf(l, h.persons[best.voice.person].name));
  return best.heard ? say(l, "hearsOver", what, number(best.off_m), Math.round(best.over_db)) : say(l, "hearsNot", what, number(best.off_m));
}

export function Senses({ kind, row, found }: { kind: "man" | "person"; row: number; found: [Frame, Frame, number] }) {
  const l = lang.value, b = battle.value!, s = senses(b, found, kind, row);
  if (!s) return null;
  return (
    <>
      <dt>{say(l, "sees")}</dt><dd>{say(l, s.sight_m >= HAZY_M ? "seesM" : s.smoke ? "seesSmoke" : "seesGround", number(Math.round(s.sight_m / 10) * 10))}</dd>
      <dt>{say(l, "hears")}</dt><dd>{heardText(l, b.header, s.ear)}</dd>
      <dt>{say(l, "noise")}</dt><dd>{say(l, "dba", Math.round(s.ear.noise_dba))}</dd>
    </>
  );
}
export function SensesSwitch() {
  const l = lang.value, on = show.value.eyes;
  if (chosen.value === null) return null;
  return <p class="senses"><button class="do" aria-pressed={on} onClick={() => { show.value = { ...show.value, eyes: !on }; }}>{say(l, "eyes")}<kbd>V</kbd></button> {on && <span class="quiet">{say(l, "eyesHow")}</span>}</p>;
}
