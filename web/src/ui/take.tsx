/** What can be taken away: a picture of now, a film or a GIF of any span. */
import { useEffect, useState } from "preact/hooks";
import { battle, beat, lang, now, speed } from "../state/store";
import { clockText, say } from "../words/words";
import { film, FORMATS, picture, playable, save, stage, type FilmKind } from "./capture";

export function Take() {
  const l = lang.value, b = battle.value!, [from, setFrom] = useState(Math.floor(now.value)), [seconds, setSeconds] = useState(60), [half, setHalf] = useState(false);
  const [share, setShare] = useState(-1), [fault, setFault] = useState(""), [can, setCan] = useState<FilmKind[]>(["gif"]), [halt] = useState({ now: false });
  const name = (at: number): string => `${b.header.scenario_id}-${b.header.seed}-${Math.round(at)}`, until = Math.min(b.last, from + seconds);
  useEffect(() => { void playable().then(setCan); }, []);
  const make = async (kind: FilmKind): Promise<void> => {
    halt.now = false; setFault(""); setShare(0);
    try {
      const made = stage && (await film(stage, { kind, from, seconds: until - from, speed: speed.value, half: half || kind === "gif" }, setShare, () => halt.now));
      if (made && !halt.now) save(made, `${name(from)}.${kind}`);
    } catch (e) { setFault(e instanceof Error ? e.message : say(l, "noCodec")); }
    setShare(-1);
  };
  const whole = (text: string, least: number): number => Math.max(least, Math.round(Number(text) || least));
  return (
    <section class="drop" aria-label={say(l, "takeAway")}>
      <h2>{say(l, "takeAway")}</h2>
      <p><button class="do" onClick={() => { if (stage) void picture(stage).then((p) => save(p, name(beat.value) + ".png")); }}>{say(l, "picture")}</button></p>
      <h2>{say(l, "moving")}</h2>
      <label>{say(l, "beginAt")}<input type="number" min="0" max={b.last} value={from} onInput={(e) => setFrom(Math.min(b.last, whole(e.currentTarget.value, 0)))} /><button class="do" onClick={() => setFrom(Math.floor(now.value))}>{say(l, "now")}</button></label>
      <label>{say(l, "seconds")}<input type="number" min="1" max="7200" value={seconds} onInput={(e) => setSeconds(whole(e.currentTarget.value, 1))} /><button class="do" onClick={() => { setFrom(0); setSeconds(Math.max(1, Math.ceil(b.last))); }}>{say(l, "all")}</button></label>
      <label><input type="checkbox" checked={half} onChange={(e) => setHalf(e.currentTarget.checked)} />{say(l, "halfSize")}</label>
      <p class="quiet">{say(l, "filmSpan", clockText(from - b.zero), Math.round(until - from), speed.value)}</p>
      {share < 0 ? <div class="row2">{FORMATS.map(({ kind, word }) => <button key={kind} class="do" disabled={!can.includes(kind)} onClick={() => void make(kind)}>{say(l, word)}</button>)}</div>
        : <p aria-live="polite">{say(l, "making", Math.round(share * 100))} <button class="do" onClick={() => { halt.now = true; }}>{say(l, "cancel")}</button></p>}
      {can.length === 1 && <p class="quiet">{say(l, "noCodec")}</p>}
      {fault && <p role="alert">{fault}</p>}
    </section>
  );
}
