/** The why-chain: newest above, roots as black lozenges; each line moves clock and camera. And the causes with their shares. */
import { battle, chosen, go, lang, beat } from "../state/store";
import type { OneEvent } from "../state/chronicle";
import { causeText, tell } from "../words/events";
import { clockText, percent, say } from "../words/words";

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
      {before.length > 0 && <><h3>{say(l, "history")}</h3>
        <ol class="chain">{all.filter((e) => e !== top).slice(0, 8).map((e) => (
          <li key={e.id}><button onClick={() => { chosen.value = { kind: "event", row: e.id, x: e.x_m, y: e.y_m }; go(b.secondOf(e.tick), e.x_m, e.y_m); }}>
            <time>{clockText(b.secondOf(e.tick) - b.zero)}</time><i /><span>{tell(b.header, l, e)}</span></button></li>))}</ol></>}
    </>
  );
}
