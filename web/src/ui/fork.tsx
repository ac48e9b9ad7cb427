/** Fork: one thing is changed from this moment on, with the same luck; the new run appears in the gallery beside this one. */
import { useState } from "preact/hooks";
import { battle, beat, lang, menu } from "../state/store";
import { currentRun } from "../state/open";
import { fork, isStatic, NotThere } from "../state/server";
import { followWork } from "../state/work";
import { clockText, nameOf, say, type Word } from "../words/words";

const KINDS: [string, Word][] = [["set_wind", "forkSetWind"], ["silence_drum", "forkDrum"], ["strike_banner", "forkBanner"], ["kill_person", "forkKill"]];

export function Fork() {
  const l = lang.value, b = battle.value!, h = b.header, named = h.persons.flatMap((p, k) => (p.named ? [k] : []));
  const [kind, setKind] = useState("set_wind"), [person, setPerson] = useState(named.find((k) => h.persons[k].great_banner) ?? named[0] ?? 0), [from, setFrom] = useState(0), [speed, setSpeed] = useState(6), [told, setTold] = useState("");
  const go = async (): Promise<void> => {
    const at = beat.value, what = kind === "set_wind" ? { speed_m_s: speed, from_deg: from % 360 } : { person: h.persons[person].id };
    try {
      // Without at_s and id the server takes the moment of the fork itself.
      followWork(await fork(currentRun!, at, { interventions: [{ kind, ...what }] }), at);
      menu.value = null;
    } catch (e) { setTold(e instanceof NotThere ? say(l, "later") : e instanceof Error ? e.message : String(e)); }
  };
  return (
    <section class="drop" aria-label={say(l, "forkAt", clockText(beat.value - b.zero))}>
      <h2>{say(l, "forkAt", clockText(beat.value - b.zero))}</h2>
      {isStatic || !currentRun ? <p class="quiet">{say(l, "later")}</p> : <>
        <label>{say(l, "forkChange")}<select value={kind} onChange={(e) => setKind(e.currentTarget.value)}>{KINDS.map(([id, word]) => <option key={id} value={id}>{say(l, word)}</option>)}</select></label>
        {kind === "set_wind" ? <>
          <label>{say(l, "forkFrom")}<input type="number" min="0" max="360" value={from} onInput={(e) => setFrom(Number(e.currentTarget.value))} /></label>
          <label>{say(l, "forkSpeed")}<input type="number" min="0" max="60" value={speed} onInput={(e) => setSpeed(Number(e.currentTarget.value))} /></label></>
          : <label>{say(l, "person")}<select value={String(person)} onChange={(e) => setPerson(Number(e.currentTarget.value))}>{named.map((k) => <option key={k} value={String(k)}>{nameOf(l, h.persons[k].name)}</option>)}</select></label>}
        <p class="quiet">{say(l, "forkHow")}</p>
        <button class="do" onClick={() => void go()}>{say(l, "forkGo")}</button></>}
      {told && <p role="alert">{told}</p>}
    </section>
  );
}
