/** What lies on the map: the title plate with its sentences, whose eyes one looks through, the four distances. */
import { battle, belief, camera, go, lang, beat, seer } from "../state/store";
import { telling } from "../clock/jumps";
import { SCALES, scaleOf, type ScaleName } from "../table/camera";
import { PARTS } from "../record/survey";
import { SENTENCES } from "../sheet/numerals";
import { tell } from "../words/events";
import { nameOf, number, say } from "../words/words";
import { glide } from "./glide";

export function Plates() {
  const l = lang.value, scale = scaleOf(camera.value.mpp);
  return (
    <>
      {(scale === "field" || scale === "block") && <Cartouche />}
      <SeenBy />
      <div class="seg scales" role="group" aria-label={say(l, "scale")}>
        {(["block", "field", "company", "man"] as ScaleName[]).map((s) =>
          <button key={s} aria-pressed={scale === s} onClick={() => glide({ ...camera.value, mpp: SCALES[s] })}>{say(l, s)}</button>)}
      </div>
    </>
  );
}

function Cartouche() {
  const l = lang.value, b = battle.value!, h = b.header, second = Math.floor(beat.value / 5) * 5, s = b.chronicle.sampleAt(second);
  const host = hostOf(b), told = telling(b, SENTENCES);
  let lead = "";
  if (s) {
    const r = s.resolve.subarray(host * PARTS, host * PARTS + PARTS), sum = r.reduce((a, c) => a + c, 0);
    lead = nameOf(l, h.sides[host].name) + (l === "en" ? ": " : "：") + say(l, "summary", number(sum), number(r[0] + r[1] + r[2]), number(r[3] + r[4]), number(r[5]));
  }
  return (
    <>
      {l !== "en" && <div class="plate albumslip" aria-hidden="true"><b>{nameOf(l, { en: "", zh: h.title.zh + "图" })}</b><i>凌河</i></div>}
      <section class="plate cart" aria-label={nameOf(l, h.title)}>
        <h2>{nameOf(l, h.title)}</h2>
        {lead && <p>{lead}</p>}
        {told.length > 0 && <ol>{told.map((e, i) => (
          <li key={e.id}><button onClick={() => go(b.secondOf(e.tick), e.x_m, e.y_m)}><span class="num" aria-hidden="true">{i + 1}</span><span>{tell(h, l, e)}</span></button></li>))}</ol>}
      </section>
    </>
  );
}

/** The host of the great banner, else the first side. */
export const hostOf = (b: NonNullable<typeof battle.value>): number => b.header.persons.find((p) => p.great_banner)?.side ?? 0;

function SeenBy() {
  const l = lang.value, h = battle.value!.header;
  const set = (v: string): void => { seer.value = v === "" ? null : Number(v); belief.value = v === "" ? 0 : belief.value || 0.56; };
  return (
    <section class="plate see">
      <div class="row"><label for="seer">{say(l, "seenBy")}</label>
        <select id="seer" value={seer.value === null ? "" : String(seer.value)} onChange={(e) => set(e.currentTarget.value)}>
          <option value="">{say(l, "everyone")}</option>
          {h.persons.map((p, k) => p.named ? <option key={p.id} value={String(k)}>{nameOf(l, p.name)}</option> : null)}
        </select></div>
      {seer.value !== null && <>
        <input type="range" min="0" max="1" step="0.02" value={belief.value} aria-label={`${say(l, "truth")} – ${say(l, "believes")}`} onInput={(e) => { belief.value = Number(e.currentTarget.value); }} />
        <div class="ends"><span>{say(l, "truth")}</span><span>{say(l, "believes")}</span></div></>}
    </section>
  );
}
