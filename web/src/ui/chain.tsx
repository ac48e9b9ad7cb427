/** The why-chain: newest above, roots as black lozenges; each line moves clock and camera. And the causes with their shares. */
import { useEffect, useState } from "preact/hooks";
import { battle, chosen, go, lang, beat } from "../state/store";
import { currentRun } from "../state/open";
import { fork, isStatic, why, type Link } from "../state/server";
import { followWork, work } from "../state/work";
import type { OneEvent } from "../state/chronicle";
import { causeText, tell } from "../words/events";
import { clockText, nameOf, percent, say, type Word } from "../words/words";

const CALMS = new Set([7, 8, 9, 10, 11, 12]);

export function Shares({ e }: { e: OneEvent }) {
  const l = lang.value;
  if (e.causes.length === 0) return null;
  return <ul class="shares">{e.causes.map(([cause, share]) => <li key={cause}><span>{causeText(l, cause)}</span><u class={CALMS.has(cause) ? "calm" : ""} style={{ width: `${Math.round(share * 60)}px` }} /><b>{percent(share)}</b></li>)}</ul>;
}

export function Chain({ of }: { of: OneEvent }) {
  const l = lang.value, b = battle.value!, chain = b.chronicle.chain(of);
  return (
    <ol class="chain">
      {chain.map((e, i) => (
        <li key={e.id} class={i === 0 ? "now" : i === chain.length - 1 && e.parent === 0 ? "root" : ""}>
          <button onClick={() => go(b.secondOf(e.tick), e.x_m, e.y_m)}><time>{clockText(b.secondOf(e.tick) - b.zero)}</time><i /><span>{tell(b.header, l, e)}</span>
            <em>{i > 0 && i === chain.length - 1 && e.parent === 0 ? say(l, "root") : ""}</em></button>
          {i < 2 && <Shares e={e} />}
        </li>))}
    </ol>
  );
}

/** Models that may be taken out, by the causes that they stand behind. */
const WITHOUT: Record<number, [string, Word]> = { 2: ["shoot", "noShoot"], 3: ["contagion", "noContagion"], 4: ["contagion", "noContagion"], 5: ["smoke", "noSmoke"], 7: ["contagion", "noContagion"], 8: ["leader", "noLeader"],
  9: ["leader", "noLeader"], 10: ["drum", "noDrum"], 13: ["couriers", "noCouriers"], 15: ["shoot", "noShoot"], 16: ["fight", "noFight"], 23: ["couriers", "noCouriers"], 26: ["fire", "noFire"] };
const OF_KIND: Record<number, [string, Word]> = { 40: ["drum", "noDrum"], 42: ["drum", "noDrum"], 43: ["banner", "noBanner"], 61: ["fire", "noFire"], 31: ["couriers", "noCouriers"], 55: ["couriers", "noCouriers"] };

/** What came of an event, as the server tells it; and the experiment: the same luck without its chief cause. */
export function Asked({ e }: { e: OneEvent }) {
  const l = lang.value, b = battle.value!, [told, setTold] = useState<{ effects: Link[]; effects_left_out: number } | null>(null), [fault, setFault] = useState("");
  useEffect(() => {
    let here = true;
    setTold(null); setFault("");
    if (!isStatic && currentRun) why(currentRun, e.id).then((w) => { if (here) setTold(w); }, () => {});
    return () => { here = false; };
  }, [e.id]);
  if (isStatic || !currentRun) return null;
  const chief = [...e.causes].sort((p, q) => q[1] - p[1]).map(([c]) => WITHOUT[c]).find((w) => w !== undefined) ?? OF_KIND[e.kind];
  const first = b.chronicle.chain(e), root = first[first.length - 1], at = Math.max(0, Math.floor(b.secondOf(root.tick)) - 1);
  const tryIt = async (): Promise<void> => {
    try { followWork(await fork(currentRun!, at, { without: [chief[0]] }), at); }
    catch (x) { setFault(x instanceof Error ? x.message : String(x)); }
  };
  return (
    <>
      {told && told.effects.length > 0 && <><h3>{say(l, "effects")}</h3>
        <ol class="chain" data-testid="effects">{told.effects.slice(0, 6).map((q) => <li key={q.id}><button onClick={() => { chosen.value = { kind: "event", row: q.id, x: q.x_m, y: q.y_m }; go(b.secondOf(q.tick), q.x_m, q.y_m); }}>
          <time>{clockText(b.secondOf(q.tick) - b.zero)}</time><i /><span>{nameOf(l, q.words)}</span></button></li>)}</ol>
        {told.effects_left_out + Math.max(0, told.effects.length - 6) > 0 && <p class="quiet">{say(l, "more", told.effects_left_out + Math.max(0, told.effects.length - 6))}</p>}</>}
      {chief && <p><button class="do" disabled={work.value !== null} onClick={() => void tryIt()}>{say(l, "experiment")}</button> <span class="quiet">{say(l, "experimentHow", say(l, chief[1]))}</span></p>}
      {fault && <p role="alert">{fault}</p>}
    </>
  );
}

/** The last thing that happened to somebody, and why; below it what went before. */
export function WhyAndHistory({ kind, row }: { kind: number; row: number }) {
  const l = lang.value, b = battle.value!, every = b.chronicle.about(kind, row, b.tickOf(beat.value), 80), deeds = every.filter((e) => e.kind !== 50 || e.value > 300), all = deeds.length > 0 ? deeds : every, [first, ...before] = all;
  if (!first) return <><h3>{say(l, "why")}</h3><p class="quiet">{say(l, "noEvents")}</p></>;
  // What has a cause says more than what has none.
  const top = all.find((e) => e.parent !== 0 || e.causes.length > 0) ?? first;
  return (
    <>
      <h3>{say(l, "whyOf", tell(b.header, l, top))}</h3>
      <Chain of={top} />
      <Asked e={top} />
      {before.length > 0 && <><h3>{say(l, "history")}</h3>
        <ol class="chain">{all.filter((e) => e !== top).slice(0, 8).map((e) => (
          <li key={e.id}><button onClick={() => { chosen.value = { kind: "event", row: e.id, x: e.x_m, y: e.y_m }; go(b.secondOf(e.tick), e.x_m, e.y_m); }}>
            <time>{clockText(b.secondOf(e.tick) - b.zero)}</time><i /><span>{tell(b.header, l, e)}</span></button></li>))}</ol></>}
    </>
  );
}
