/** What comes down from the header: layers, the battle in words, what can be taken away. */
import { battle, bookmarks, chosen, go, beat, lang, menu, seek, show } from "../state/store";
import { bodiesOf, bodyNow, personNow } from "../sheet/bodies";
import { tell, weightOf } from "../words/events";
import { clockText, nameOf, number, pick, say, type Word } from "../words/words";
import { whereabouts } from "../words/where";
import { burden } from "./courierpanel";
import { notHeld } from "../state/held";
import { Fork } from "./fork";
import { mark, unmark, write } from "./notes";
import { Take } from "./take";
import type { Show } from "../sheet/sheet";

export function Drops() {
  const m = menu.value;
  return m === "layers" ? <Layers /> : m === "take" ? <Take /> : m === "twin" ? <Twin /> : m === "fork" ? <Fork /> : null;
}

const LAYERS: [keyof Show, Word][] = [["smoke", "smoke"], ["dust", "dust"], ["rain", "rain"], ["trails", "trails"], ["names", "names"], ["sweeps", "sweeps"], ["signals", "signals"], ["reach", "reach"], ["couriers", "couriers"], ["eyes", "eyesLong"], ["app6", "app6"]];
function missing(): Word[] {
  const b = battle.value!, f = b.around(beat.value, 0)?.[0];
  return f ? notHeld(b.header, f) : [];
}
function Layers() {
  const l = lang.value;
  return (
    <section class="drop" aria-label={say(l, "layers")}>
      <h2>{say(l, "layers")}</h2>
      {LAYERS.map(([key, word]) => <label key={key}><input type="checkbox" checked={show.value[key]} onChange={(e) => { show.value = { ...show.value, [key]: e.currentTarget.checked }; }} />{say(l, word)}</label>)}
      {missing().length > 0 && <p class="none-held">{say(l, "notHeld", missing().map((w) => say(l, w)).join(l === "en" ? ", " : "、"))}</p>}
      <h2>{say(l, "bookmarks")}</h2>
      <ul>{bookmarks.value.map((b) => <li key={b.second}><label><button class="do" onClick={() => seek(b.second)}>{clockText(b.second - battle.value!.zero)}</button>
        <input type="text" aria-label={say(l, "note")} value={b.note} onChange={(e) => write(b.second, e.currentTarget.value)} />
        <button class="txt" aria-label={say(l, "takeOff")} onClick={() => unmark(b.second)}>×</button></label></li>)}</ul>
      <button class="do" onClick={() => { mark(); }}>{say(l, "bookmark")}<kbd>M</kbd></button>
    </section>
  );
}

/** Table of bodies and list of events: the map is never the only way. */
function Twin() {
  const l = lang.value, b = battle.value!, h = b.header, f = b.around(beat.value, 0)?.[0];
  const tick = b.tickOf(beat.value), told = b.chronicle.told.filter((e) => weightOf(h, e) >= 3 && Math.abs(e.tick - tick) < 6000).slice(-200);
  return (
    <section class="drop wide" aria-label={say(l, "twin")}>
      <h2>{say(l, "table")} · {clockText(beat.value - b.zero)}</h2>
      <table>
        <thead><tr><th scope="col">{say(l, "body")}</th><th scope="col">{say(l, "commander")}</th><th scope="col" class="n">{say(l, "inHand")}</th><th scope="col" class="n">{say(l, "inFlight")}</th><th scope="col" class="n">{say(l, "fallen")}</th><th scope="col">{say(l, "whereAre")}</th><th scope="col">{say(l, "resolveOf")}</th></tr></thead>
        <tbody>{f && bodiesOf(h).map((info) => {
          const q = bodyNow(h, info, f.units, f.persons), p = h.persons[info.commander];
          return <tr key={info.force}><td>{nameOf(l, info.forceName)}</td><td>{p ? <button onClick={() => { chosen.value = { kind: "person", row: info.commander }; }}>{nameOf(l, p.name)}</button> : say(l, "nobody")}</td>
            <td class="n">{number(q.inHand)}</td><td class="n">{number(q.fleeing)}</td><td class="n">{number(q.fallen)}</td><td>{whereabouts(h, l, q.x, q.y)}</td><td>{p ? pick(l, "verbs", personNow(f.persons, info.commander).verb) : ""}</td></tr>;
        })}</tbody>
      </table>
      {f && f.couriers.length > 0 && <><h2>{say(l, "onTheWay")}</h2>
        <table><thead><tr><th scope="col">{say(l, "from")}</th><th scope="col">{say(l, "to")}</th><th scope="col">{say(l, "carries")}</th><th scope="col">{say(l, "whereAre")}</th><th scope="col">{say(l, "state")}</th></tr></thead>
          <tbody>{f.couriers.map((r) => <tr key={r.id}><td>{r.from >= 0 ? nameOf(l, h.persons[r.from]?.name) : ""}</td><td>{nameOf(l, h.persons[r.to]?.name)}</td><td><button onClick={() => { chosen.value = { kind: "courier", row: r.id }; }}>{burden(l, b, f, r)}</button></td>
            <td>{whereabouts(h, l, r.x_m, r.y_m)}</td><td>{pick(l, "courierStates", r.state)}</td></tr>)}</tbody></table></>}
      <h2>{say(l, "list")}</h2>
      <table><tbody>{told.map((e) => <tr key={e.id}><td class="n">{clockText(b.secondOf(e.tick) - b.zero)}</td><td><button onClick={() => { chosen.value = { kind: "event", row: e.id, x: e.x_m, y: e.y_m }; go(b.secondOf(e.tick), e.x_m, e.y_m); }}>{tell(h, l, e)}</button></td></tr>)}</tbody></table>
    </section>
  );
}
