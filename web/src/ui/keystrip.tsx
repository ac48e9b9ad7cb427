/** The key under the map: only what can stand on it. */
import { battle, camera, lang } from "../state/store";
import { nameOf, say, type Word } from "../words/words";
import { bannerOf } from "../table/palette";
import { theme } from "../state/store";

const ARMS: [Word, number[], string, number][] = [["armLance", [0, 2], "M1 11h16", 1.1], ["armBow", [1, 3], "M9 2a7 7 0 0 1 0 10", 1.2], ["armGun", [4, 5], "M6 11h10", 2.2]];
export function KeyStrip() {
  const l = lang.value, h = battle.value!.header;
  const sides = h.sides.map((s, i) => ({ text: say(l, i === 0 ? "sideFirst" : i === 1 ? "sideSecond" : "sideThird", nameOf(l, s.name)), i, c: h.colours.find((c) => c.side === i) }));
  return (
    <section class="keystrip" aria-label={say(l, "key")}>
      <span><svg width="14" height="14"><circle cx="7" cy="7" r="4" fill="currentColor" /></svg>{say(l, "steady")}</span>
      <span><svg width="14" height="14"><circle cx="7" cy="7" r="4" fill="currentColor" fill-opacity=".35" stroke="currentColor" stroke-width="1.5" stroke-dasharray="3 2" /></svg>{say(l, "shaken")}</span>
      <span><svg width="14" height="14"><circle cx="8" cy="7" r="3.4" fill="none" stroke="currentColor" stroke-width="1.4" /><path d="M0 7h4" stroke="currentColor" /></svg>{say(l, "routing")}</span>
      <span><svg width="14" height="14"><circle cx="7" cy="7" r="4" fill="none" stroke="currentColor" stroke-width="1.4" /><circle cx="7" cy="7" r="1.7" fill="currentColor" /></svg>{say(l, "rallying")}</span>
      <span><svg width="14" height="14"><path d="M3 9l8-4" stroke="currentColor" stroke-width="1.6" /></svg>{say(l, "fallen")}</span>
      {camera.value.mpp < 0.95 && ARMS.filter(([, arms]) => h.troops.some((t) => arms.includes(t.arm))).map(([word, , d, wide]) =>
        <span key={word}><svg width="18" height="14"><circle cx="5" cy="7" r="3.2" fill="currentColor" fill-opacity=".35" /><path d={d} fill="none" stroke="currentColor" stroke-width={wide} /></svg>{say(l, word)}</span>)}
      {sides.map((s) => {
        const fill = s.c ? bannerOf(s.c, theme.value).fill : "#7A4E7E";
        return <span key={s.i}><svg width="14" height="14">{s.i === 1
          ? <><rect x="2" y="2" width="10" height="10" fill="#6B6861" /><rect x="3.2" y="3.2" width="7.6" height="7.6" fill={fill} stroke="#FBF8F1" stroke-width="1.6" /></>
          : s.i === 0 ? <circle cx="7" cy="7" r="4.4" fill={fill} stroke="#23262B" stroke-width="1.8" /> : <path d="M2 12 7 2l5 10z" fill={fill} stroke="#23262B" stroke-width="1.6" />}</svg>{s.text}</span>;
      })}
      <span><svg width="18" height="14"><ellipse cx="9" cy="7" rx="8" ry="5" fill="none" stroke="var(--belief)" stroke-width="1.4" stroke-dasharray="3 2.4" /></svg>{say(l, "belief")}</span>
      <span><svg width="14" height="14"><path d="M13 7 2 2.5 4.5 7 2 11.5z" fill="#E2B33B" stroke="#23262B" stroke-width="1.3" /></svg>{say(l, "courier")}</span>
      <span><svg width="14" height="14"><circle cx="7" cy="7" r="2" fill="none" stroke="var(--cinnabar)" stroke-width="1.6" /><circle cx="7" cy="7" r="5.6" fill="none" stroke="var(--cinnabar)" /></svg>{say(l, "drumBeat")}</span>
    </section>
  );
}
