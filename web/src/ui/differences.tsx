/** Two runs at one moment: what differs, side by side; the greatest differences bear a corner tick of cinnabar. */
import { battle, beat, lang, other } from "../state/store";
import { closeBeside } from "../state/open";
import { PARTS, RESOLVE } from "../record/survey";
import { bodiesOf, bodyNow } from "../sheet/bodies";
import { nameOf, number, say } from "../words/words";

const signed = (n: number): string => (n > 0 ? "+" : "") + number(n);

export function Differences() {
  const l = lang.value, a = battle.value!, b = other.value;
  if (!b) return null;
  const p = a.chronicle.sampleAt(beat.value), q = b.chronicle.sampleAt(Math.min(beat.value, b.last));
  if (!p || !q) return <p class="quiet">{say(l, "opening")}</p>;
  const rows = RESOLVE.map((part, k) => {
    let x = 0, y = 0;
    for (let s = 0; s < a.header.sides.length; ++s) { x += p.resolve[s * PARTS + k]; y += q.resolve[s * PARTS + k] ?? 0; }
    return { name: say(l, part), x, y };
  });
  const same = a.header.scenario_hash === b.header.scenario_hash || a.header.units.length === b.header.units.length;
  if (same) for (const body of bodiesOf(a.header)) {
    const x = bodyNow(a.header, body, p.units, p.persons).inHand, y = bodyNow(b.header, body, q.units, q.persons).inHand;
    rows.push({ name: nameOf(l, body.name), x, y });
  }
  const most = Math.max(1, ...rows.map((r) => Math.abs(r.y - r.x)));
  return (
    <section>
      <h3>{say(l, "differs")}<small><button class="txt" onClick={closeBeside}>{say(l, "stopCompare")}</button></small></h3>
      {b.header.interventions.length > 0 && <p class="quiet">{b.header.interventions.map((i) => i.text || i.id).join("; ")}</p>}
      <table class="diff"><thead><tr><th scope="col">{say(l, "inHand")}</th><th scope="col" class="n">{a.header.seed}</th><th scope="col" class="n">{b.header.seed}</th><th scope="col" class="n">±</th></tr></thead>
        <tbody>{rows.map((r) => <tr key={r.name} class={Math.abs(r.y - r.x) > most / 2 && r.x !== r.y ? "much" : ""}><td>{r.name}</td><td class="n">{number(r.x)}</td><td class="n">{number(r.y)}</td><td class="n">{r.x === r.y ? "" : signed(r.y - r.x)}</td></tr>)}</tbody></table>
    </section>
  );
}
