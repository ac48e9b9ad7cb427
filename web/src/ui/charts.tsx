/** Small charts on the battle's clock; a press on one moves the clock. */
import { battle, lang, beat, seek } from "../state/store";
import { PARTS, RESOLVE } from "../record/survey";
import { number, say } from "../words/words";
import type { Sample } from "../record/survey";

const W = 278;
const press = (e: PointerEvent, last: number, w: number): void => {
  if (e.type === "pointermove" && !(e.buttons & 1)) return;
  const r = (e.currentTarget as Element).getBoundingClientRect();
  seek(((e.clientX - r.left) / r.width) * (W / w) * last);
};

export interface Curve { of: (s: Sample) => number; name: string; kind: "main" | "dashed" | "plain" }
export function Curves({ curves, most, height = 64, label }: { curves: Curve[]; most?: number; height?: number; label: string }) {
  const b = battle.value!, all = b.chronicle.samples, step = Math.max(1, Math.floor(all.length / 220)), s = all.filter((_, i) => i % step === 0);
  const last = Math.max(1, b.last), w = 230, tx = (v: number): number => 2 + (v / last) * (w - 2);
  const top = most ?? Math.max(1, ...s.flatMap((q) => curves.map((c) => c.of(q)))), y = (v: number): number => height - 4 - (v / top) * (height - 10), p = tx(beat.value);
  const here = b.chronicle.sampleAt(beat.value);
  const ends = curves.map((c) => ({ c, v: here ? c.of(here) : 0 })).sort((a, z) => z.v - a.v);
  // Words of neighbouring curves keep twelve pixels from one another, and all stay inside.
  const words = ends.map(({ v }) => y(v) + 4);
  for (let i = 1; i < words.length; ++i) words[i] = Math.max(words[i], words[i - 1] + 12);
  const over = Math.max(0, (words[words.length - 1] ?? 0) - height);
  return (
    <svg width={W} height={height + 2} role="img" aria-label={label} onPointerDown={(e) => press(e, last, w)} onPointerMove={(e) => press(e, last, w)}>
      <line x1={2} x2={w} y1={y(0)} y2={y(0)} stroke="var(--rule)" />
      {curves.map((c) => <path key={c.name} d={"M" + s.map((q) => `${tx(q.second).toFixed(1)} ${y(c.of(q)).toFixed(1)}`).join("L")} fill="none"
        stroke={c.kind === "main" ? "var(--cinnabar)" : c.kind === "dashed" ? "var(--ink3)" : "var(--steady)"} stroke-width={c.kind === "main" ? 1.8 : 1.3} stroke-dasharray={c.kind === "dashed" ? "4 2.5" : undefined} />)}
      <line x1={p} x2={p} y1={2} y2={height - 4} stroke="var(--cinnabar)" stroke-dasharray="1 3" />
      {here && ends.map(({ c, v }, i) => {
        return <g key={c.name}>{c.kind === "main" && <circle cx={p} cy={y(v)} r={2.8} fill="var(--cinnabar)" />}<text x={w + 8} y={words[i] - over} class={c.kind === "main" ? "felt" : ""}>{c.name}</text></g>;
      })}
    </svg>
  );
}

/** Resolve of one side as stacked shares. */
export function StatesChart({ side }: { side: number }) {
  const l = lang.value, b = battle.value!, all = b.chronicle.samples, step = Math.max(1, Math.floor(all.length / 140)), s = all.filter((_, i) => i % step === 0), H = 44, last = Math.max(1, b.last), tx = (v: number): number => 2 + (v / last) * (W - 4);
  const sum = s.map((q) => { let n = 0; for (let k = 0; k < PARTS; ++k) n += q.resolve[side * PARTS + k]; return Math.max(1, n); });
  const y = (i: number, upTo: number): number => { let n = 0; for (let j = 0; j < upTo; ++j) n += s[i].resolve[side * PARTS + j]; return H - (n / sum[i]) * H; };
  return (
    <svg width={W} height={H + 2} role="img" aria-label={say(l, "resolve")} onPointerDown={(e) => press(e, last, W)} onPointerMove={(e) => press(e, last, W)}>
      {s.length > 1 && RESOLVE.map((name, k) => <path key={name} d={"M" + s.map((q, i) => `${tx(q.second).toFixed(1)} ${y(i, k + 1).toFixed(1)}`).join("L") + "L" + s.map((q, i) => `${tx(q.second).toFixed(1)} ${y(i, k).toFixed(1)}`).reverse().join("L") + "Z"} fill={`var(--${name})`} />)}
      <line x1={tx(beat.value)} x2={tx(beat.value)} y1={0} y2={H + 2} stroke="var(--cinnabar)" stroke-width="1.5" />
    </svg>
  );
}

/** What it was like among the men of a side: how many fought, how far they saw, how loud it was. What the record holds none of is not drawn. */
export function FieldCharts({ side }: { side: number }) {
  const l = lang.value, here = battle.value!.chronicle.sampleAt(beat.value);
  if (!here) return null;
  return (
    <>
      <h3>{say(l, "chartFight")}<small>{number(here.fighting[side])}</small></h3>
      <Curves label={say(l, "chartFight")} height={40} curves={[{ of: (s) => s.fighting[side], name: "", kind: "main" }]} />
      <h3>{say(l, "chartSight")}<small>{say(l, "m", number(here.sight_m[side]))}</small></h3>
      <Curves label={say(l, "chartSight")} height={40} curves={[{ of: (s) => s.sight_m[side], name: "", kind: "plain" }]} />
      <h3>{say(l, "chartNoise")}<small>{say(l, "dba", Math.round(here.noise_dba[side]))}</small></h3>
      <Curves label={say(l, "chartNoise")} height={40} most={110} curves={[{ of: (s) => Math.max(0, s.noise_dba[side]), name: "", kind: "plain" }]} />
    </>
  );
}
