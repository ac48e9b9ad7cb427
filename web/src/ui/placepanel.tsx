import { battle, beat, chosen, go, lang } from "../state/store";
import { status, type Frame } from "../record/types";
import { sightAt } from "../sheet/sheet";
import { clockText, decimal, number, pick, say } from "../words/words";
import { tell } from "../words/events";
import { whereabouts } from "../words/where";
import { Asked, Chain, Shares } from "./chain";

/** An event this near happened here. */
const NEAR_M = 150;

export function PlacePanel({ x, y, found }: { x: number; y: number; found: [Frame, Frame, number] | null }) {
  const l = lang.value, b = battle.value!, m = b.header.map, i = Math.floor((x - m.x0_m) / m.cell_m), j = Math.floor((y - m.y0_m) / m.cell_m), inside = i >= 0 && j >= 0 && i < m.nx && j < m.ny, c = j * m.nx + i;
  const tick = b.tickOf(beat.value), told = b.chronicle.told.filter((e) => e.tick <= tick && Math.hypot(e.x_m - x, e.y_m - y) < NEAR_M).slice(-8).reverse();
  let near = 0;
  if (found) for (let k = 0; k < b.header.men; ++k) if (status(found[0].look[4 * k + 1]) === 0 && Math.hypot(found[0].xy[2 * k] - x, found[0].xy[2 * k + 1] - y) < 50) ++near;
  return (
    <>
      <div class="who"><span /><div><h2>{say(l, "place")}</h2><p>{whereabouts(b.header, l, x, y)} ({decimal(x, 0)} · {decimal(y, 0)})</p></div></div>
      <dl>
        {inside && <><dt>{say(l, "cover")}</dt><dd>{pick(l, "covers", b.layers.cover[c])}</dd><dt>{say(l, "height")}</dt><dd>{say(l, "m", decimal(b.layers.height_m[c], 1))}</dd>
          {b.layers.water_m[c] > 0 && <><dt>{say(l, "water")}</dt><dd>{say(l, "m", decimal(b.layers.water_m[c], 2))}</dd></>}</>}
        <dt>{say(l, "menHere")}</dt><dd>{number(near)}</dd>
        {found && <><dt>{say(l, "smokeHere")}</dt><dd>{say(l, "seesM", number(sightAt(b.header, found[0], x, y)))}</dd></>}
      </dl>
      {told.length > 0 && <><h3>{say(l, "hereBefore")}</h3>
        <ol class="chain">{told.map((e) => <li key={e.id}><button onClick={() => { chosen.value = { kind: "event", row: e.id, x: e.x_m, y: e.y_m }; go(b.secondOf(e.tick), e.x_m, e.y_m); }}>
          <time>{clockText(b.secondOf(e.tick) - b.zero)}</time><i /><span>{tell(b.header, l, e)}</span></button></li>)}</ol></>}
    </>
  );
}

export function EventPanel({ id }: { id: number }) {
  const l = lang.value, b = battle.value!, e = b.chronicle.byId(id);
  if (!e) return <p class="quiet">{say(l, "noEvents")}</p>;
  return (
    <>
      <div class="who"><span /><div><h2>{tell(b.header, l, e)}</h2><p>{clockText(b.secondOf(e.tick) - b.zero)}</p></div></div>
      <Shares e={e} />
      <h3>{say(l, "why")}</h3>
      {e.parent === 0 && e.causes.length === 0 ? <p class="quiet">{say(l, "noCause")}</p> : <Chain of={e} />}
      <Asked e={e} />
      <p><button class="do" onClick={() => go(b.secondOf(e.tick), e.x_m, e.y_m)}>{clockText(b.secondOf(e.tick) - b.zero)}</button></p>
    </>
  );
}
