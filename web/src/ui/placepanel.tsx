import { battle, go, lang } from "../state/store";
import { status, type Frame } from "../record/types";
import { sightAt } from "../sheet/sheet";
import { clockText, decimal, number, pick, say } from "../words/words";
import { tell } from "../words/events";
import { Asked, Chain, Shares } from "./chain";

export function PlacePanel({ x, y, found }: { x: number; y: number; found: [Frame, Frame, number] | null }) {
  const l = lang.value, b = battle.value!, m = b.header.map, i = Math.floor((x - m.x0_m) / m.cell_m), j = Math.floor((y - m.y0_m) / m.cell_m), inside = i >= 0 && j >= 0 && i < m.nx && j < m.ny, c = j * m.nx + i;
  let near = 0;
  if (found) for (let k = 0; k < b.header.men; ++k) if (status(found[0].look[4 * k + 1]) === 0 && Math.hypot(found[0].xy[2 * k] - x, found[0].xy[2 * k + 1] - y) < 50) ++near;
  return (
    <>
      <div class="who"><span /><div><h2>{say(l, "place")}</h2><p>{decimal(x, 0)} · {decimal(y, 0)}</p></div></div>
      <dl>
        {inside && <><dt>{say(l, "cover")}</dt><dd>{pick(l, "covers", b.layers.cover[c])}</dd><dt>{say(l, "height")}</dt><dd>{say(l, "m", decimal(b.layers.height_m[c], 1))}</dd>
          {b.layers.water_m[c] > 0 && <><dt>{say(l, "water")}</dt><dd>{say(l, "m", decimal(b.layers.water_m[c], 2))}</dd></>}</>}
        <dt>{say(l, "menHere")}</dt><dd>{number(near)}</dd>
        {found && <><dt>{say(l, "smokeHere")}</dt><dd>{say(l, "seesM", number(sightAt(b.header, found[0], x, y)))}</dd></>}
      </dl>
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
