/** What comes down from the header: layers, the battle in words, what can be taken away. */
import { useState } from "preact/hooks";
import { battle, bookmarks, chosen, go, beat, lang, menu, now, seek, show, speed } from "../state/store";
import { keepBookmarks } from "../state/open";
import { bodiesOf, bodyNow, personNow } from "../sheet/bodies";
import { tell, weightOf } from "../words/events";
import { clockText, nameOf, number, pick, say, type Word } from "../words/words";
import { film, picture, save, stage } from "./capture";
import { Fork } from "./fork";
import { mark } from "./keys";
import type { Show } from "../sheet/sheet";

export function Drops() {
  const m = menu.value;
  return m === "layers" ? <Layers /> : m === "take" ? <Take /> : m === "twin" ? <Twin /> : m === "fork" ? <Fork /> : null;
}

const LAYERS: [keyof Show, Word][] = [["smoke", "smoke"], ["trails", "trails"], ["names", "names"], ["sweeps", "sweeps"], ["signals", "signals"], ["couriers", "couriers"], ["app6", "app6"]];
function Layers() {
  const l = lang.value;
  return (
    <section class="drop" aria-label={say(l, "layers")}>
      <h2>{say(l, "layers")}</h2>
      {LAYERS.map(([key, word]) => <label key={key}><input type="checkbox" checked={show.value[key]} onChange={(e) => { show.value = { ...show.value, [key]: e.currentTarget.checked }; }} />{say(l, word)}</label>)}
      <h2>{say(l, "bookmarks")}</h2>
      <ul>{bookmarks.value.map((b, i) => <li key={i}><label><button class="do" onClick={() => seek(b.second)}>{clockText(b.second - battle.value!.zero)}</button>
        <input type="text" aria-label={say(l, "note")} value={b.note} onChange={(e) => { const note = e.currentTarget.value; bookmarks.value = bookmarks.value.map((o, k) => (k === i ? { ...o, note } : o)); keepBookmarks(); }} />
        <button class="txt" aria-label={say(l, "close")} onClick={() => { bookmarks.value = bookmarks.value.filter((_, k) => k !== i); keepBookmarks(); }}>×</button></label></li>)}</ul>
      <button class="do" onClick={() => mark()}>{say(l, "bookmark")}<kbd>M</kbd></button>
    </section>
  );
}

function Take() {
  const l = lang.value, [seconds, setSeconds] = useState(60), [share, setShare] = useState(-1), [fault, setFault] = useState("");
  const name = (): string => `${battle.value!.header.scenario_id}-${battle.value!.header.seed}-${Math.round(beat.value)}`;
  const [halt] = useState({ now: false });
  const make = async (): Promise<void> => {
    halt.now = false; setFault(""); setShare(0);
    try { if (stage) save(await film(stage, now.value, seconds, speed.value, 24, setShare, () => halt.now), name() + ".webm"); }
    catch (e) { setFault(e instanceof Error ? e.message : say(l, "noCodec")); }
    setShare(-1);
  };
  return (
    <section class="drop" aria-label={say(l, "takeAway")}>
      <h2>{say(l, "takeAway")}</h2>
      <p><button class="do" onClick={() => { if (stage) void picture(stage).then((b) => save(b, name() + ".png")); }}>{say(l, "picture")}</button></p>
      <label>{say(l, "seconds")}<input type="number" min="1" max="7200" value={seconds} onInput={(e) => setSeconds(Math.max(1, Number(e.currentTarget.value) || 1))} /></label>
      <p class="quiet">{say(l, "filmSpan", clockText(beat.value - battle.value!.zero), seconds, speed.value)}</p>
      {share < 0 ? <button class="do" onClick={() => void make()}>{say(l, "film")}</button>
        : <p aria-live="polite">{say(l, "making", Math.round(share * 100))} <button class="do" onClick={() => { halt.now = true; }}>{say(l, "cancel")}</button></p>}
      {fault && <p role="alert">{fault}</p>}
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
            <td class="n">{number(q.inHand)}</td><td class="n">{number(q.fleeing)}</td><td class="n">{number(q.fallen)}</td><td>{Math.round(q.x)}, {Math.round(q.y)}</td><td>{p ? pick(l, "verbs", personNow(f.persons, info.commander).verb) : ""}</td></tr>;
        })}</tbody>
      </table>
      <h2>{say(l, "list")}</h2>
      <table><tbody>{told.map((e) => <tr key={e.id}><td class="n">{clockText(b.secondOf(e.tick) - b.zero)}</td><td><button onClick={() => { chosen.value = { kind: "event", row: e.id, x: e.x_m, y: e.y_m }; go(b.secondOf(e.tick), e.x_m, e.y_m); }}>{tell(h, l, e)}</button></td></tr>)}</tbody></table>
    </section>
  );
}
