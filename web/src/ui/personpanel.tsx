import { battle, belief, chosen, lang, seer, theme } from "../state/store";
import { NO_PERSON, NO_ROW, type Frame } from "../record/types";
import { bodiesOf, bodyNow, personAt, personNow, type Arm } from "../sheet/bodies";
import { bannerOf, lightness } from "../table/palette";
import { PERSON_COLUMNS } from "../record/types";
import { decimal, nameOf, number, pick, say } from "../words/words";
import { Curves } from "./charts";
import { Senses, SensesSwitch } from "./senses";
import { WhyAndHistory } from "./chain";
import { ghostText } from "../sheet/ghosts";

const ICONS: Record<Exclude<Arm, "guns">, string> = { horse: "M4 20 32 4", foot: "M4 20 32 4M4 4l28 16", bow: "M9 15a10 10 0 0 1 18 0M8 16h20", wagons: "M11 8v10h14V8" };
export function Badge({ colours, arm = "horse" }: { colours: number; arm?: Arm }) {
  const c = battle.value!.header.colours[colours];
  if (!c) return <svg width="36" height="26" />;
  const b = bannerOf(c, theme.value), ink = lightness(b.fill) > 0.55 ? "#23262B" : "#FBF8F1", line = b.pale ? "#FBF8F1" : theme.value === "light" ? "#23262B" : "#0B0E12";
  return (
    <svg width="36" height="26" aria-hidden="true">
      <rect x="1" y="1" width="34" height="22" fill={b.border ?? b.fill} stroke={line} stroke-width="1.5" />
      {b.border && <rect x="4" y="4" width="28" height="16" fill={b.fill} />}
      {arm === "guns" ? <circle cx="18" cy="12" r="3" fill={ink} /> : <path d={ICONS[arm]} fill="none" stroke={ink} stroke-width="1.2" />}
    </svg>
  );
}

export function PersonPanel({ row, found }: { row: number; found: [Frame, Frame, number] | null }) {
  const l = lang.value, b = battle.value!, h = b.header, p = h.persons[row];
  if (!p || !found) return <p class="quiet">{say(l, "opening")}</p>;
  const [f, g, t] = found, q = personAt(f, g, t, row), body = bodiesOf(h).find((o) => o.commander === row), mine = body && bodyNow(h, body, f.units, f.persons);
  const unit = h.units[p.rides_with];
  const beliefs = f.beliefs.filter((o) => o.owner === row && o.kind === 1 && h.persons[o.subject]?.named).sort((m, n) => n.confidence - m.confidence).slice(0, 6);
  const at = (s: { persons: Int32Array }, c: number): number => s.persons[row * PERSON_COLUMNS + c] / 255;
  return (
    <>
      <div class="who"><Badge colours={unit?.colours ?? 0} />
        <div><h2>{nameOf(l, p.name)}</h2><p>{nameOf(l, h.forces[p.commands]?.name ?? unit?.name)}</p></div>
        <div class="chip">{q.alive ? pick(l, "verbs", q.verb) : say(l, "out")}</div></div>
      <dl>
        {body && mine && <><dt>{say(l, "withHim")}</dt><dd>{mine.inHand > body.men ? number(mine.inHand) : say(l, "of2", number(mine.inHand), number(body.men))}</dd></>}
        {q.alive && <Senses kind="person" row={row} found={found} />}
        <dt>{say(l, "towards")}</dt><dd>{q.towards < NO_PERSON && h.persons[q.towards] ? <button onClick={() => { chosen.value = { kind: "person", row: q.towards }; }}>{nameOf(l, h.persons[q.towards].name)}</button> : say(l, "nobody")}</dd>
      </dl>
      {q.alive && <SensesSwitch />}
      <h3>{say(l, "fearFelt")}<small>{say(l, "fearNow", decimal(q.felt), decimal(q.shown))}</small></h3>
      <Curves most={1} label={say(l, "fearFelt")} curves={[{ of: (s) => at(s, 2), name: say(l, "felt"), kind: "main" }, { of: (s) => at(s, 3), name: say(l, "shown"), kind: "dashed" }]} />
      {p.named && <h3>{say(l, "believesOf")}<small><button onClick={() => { const on = seer.value === row; seer.value = on ? null : row; belief.value = on ? 0 : 0.56; }}>{say(l, seer.value === row ? "truth" : "seenBy")}</button></small></h3>}
      {beliefs.length > 0 && <dl>{beliefs.map((o) => {
        const true_ = personNow(f.persons, o.subject), [who, line] = ghostText(h, l, o, b.tickOf(f.second));
        return <><dt>{who}</dt><dd>{line}{true_.alive ? " · " + say(l, "fromTruth", number(Math.hypot(true_.x - o.x_m, true_.y - o.y_m))) : ""}</dd></>;
      })}</dl>}
      <WhyAndHistory kind={2} row={row} />
      {p.superior !== NO_ROW && h.persons[p.superior] && <p class="quiet">{say(l, "commander")}: <button class="txt" onClick={() => { chosen.value = { kind: "person", row: p.superior }; }}>{nameOf(l, h.persons[p.superior].name)}</button></p>}
    </>
  );
}
