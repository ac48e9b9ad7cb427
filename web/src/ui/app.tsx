/** The page: gallery or table, and what lies around it. */
import { useEffect } from "preact/hooks";
import { battle, folded, lang, other, pane, sheetHeight, trouble } from "../state/store";
import { giveUp, work } from "../state/work";
import { startClock } from "../clock/clock";
import { editor } from "../make/enter";
import { startKeys } from "./keys";
import { Drops } from "./drops";
import { Gallery } from "./gallery";
import { Header } from "./header";
import { Help } from "./help";
import { Inspector } from "./inspector";
import { KeyStrip } from "./keystrip";
import { Plates } from "./plates";
import { TableView } from "./tableview";
import { Timeline } from "./timeline";
import { nameOf, say } from "../words/words";

export function App() {
  useEffect(() => { const a = startClock(), b = startKeys(); return () => { a(); b(); }; }, []);
  const b = battle.value, l = lang.value;
  const Make = pane.value === "make" ? editor.value : null;
  if (Make) return <Make />;
  if (!b || pane.value === "gallery") return <><Gallery /><Help /></>;
  const beside = other.value;
  return (
    <div class={folded.value ? "room folded" : "room"}>
      <Header />
      <main class={beside ? "map two" : "map"}>
        <TableView key={b.name} battle={b} main={true} />
        {beside && <TableView key={"2" + beside.name} battle={beside} main={false} />}
        {beside ? <div class="which plate">{say(l, "first", nameOf(l, b.header.title) + " · " + b.header.seed)}　{say(l, "second", nameOf(l, beside.header.title) + " · " + beside.header.seed)}</div> : <Plates />}
        {trouble.value && <Trouble text={trouble.value} />}
        {work.value && <div class="work plate" role="status"><span>{say(l, "forkWork", Math.round(100 * work.value.progress))}{work.value.remaining_s !== undefined ? " · " + say(l, "remaining", Math.round(work.value.remaining_s)) : ""}</span> <button class="do" onClick={giveUp}>{say(l, "cancel")}</button></div>}
      </main>
      <KeyStrip />
      <aside class={sheetHeight.value} aria-label={say(l, "state")}>
        <button class="pull" aria-label={say(l, "menu")} onClick={() => { sheetHeight.value = sheetHeight.value === "low" ? "half" : sheetHeight.value === "half" ? "full" : "low"; }} />
        <Inspector />
      </aside>
      <Timeline />
      <Drops />
      <Help />
    </div>
  );
}

export function Trouble({ text }: { text: string }) {
  const l = lang.value;
  return (
    <div class="plate tell" role="alert">
      <b>{say(l, "error")}</b><p>{text}</p><p class="quiet">{say(l, "errorStill")} {say(l, "errorDo")}</p>
      <button class="do" onClick={() => { trouble.value = null; }}>{say(l, "close")}</button>
    </div>
  );
}
