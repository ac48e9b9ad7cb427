/** The editor: a battle is drawn on the table, filled in beside it, checked while it grows, saved, fought. */
import "./make.css";
import { effect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { lang, pane, sheetHeight, trouble } from "../state/store";
import { isStatic } from "../state/server";
import { percent } from "../words/words";
import { Switches } from "../ui/header";
import { Trouble } from "../ui/app";
import { KeySheet } from "../ui/help";
import { drop, fight, giveUpFight, job, keepIt, nameWish, takeAway } from "./acts";
import { Course } from "./course";
import { canRedo, canUndo, chosen, dirty, drawing, errors, eye, isOpen, notice, origin, redo, scenario, startChecking, texts, tool, undo, valueOf } from "./draft";
import { arm, finish, MakeMap, pointer, showWhole, zoomBy } from "./mapview";
import { Panel, tab } from "./panel";
import { gridStep } from "./sheet";
import { ASKS, titleOf, type Kind } from "./things";
import { inWords, tell, type Word } from "./words";

export { openBattle, openBlank, openTexts, recallDraft } from "./draft";

const ICONS: Record<Kind | "choose", string> = {
  choose: "M3 2l9 6-4 .8 2.4 4.4-1.800 1L6.200 9.800 3 12.600z", unit: "M2 4h12v8H2zM2 12 14 4", bodies: "M3 4h1M7 3h1M12 5h1M4 8h1M9 7h1M13 9h1M3 12h1M8 11h1M11 13h1", place: "M8 3l5 5-5 5-5-5z",
  river: "M1 6c4-3 5 3 8 1s4-2 6-1M1 11c4-3 5 3 8 1s4-2 6-1", ramp: "M1 5h4l2 3-2 3H1M15 5h-4L9 8l2 3h4", hill: "M2 12c3 0 3-8 6-8s3 8 6 8", road: "M3 14 6 2M13 14 10 2M8 4v2M8 8v2M8 12v1", wall: "M1 5h14v6H1zM5 5v6M9 5v6M13 5v6", gate: "M1 5h4v6H1zM11 5h4v6h-4zM5 8h1M10 8h1",
  ditch: "M1 6h14M1 11h14M3 6v2M7 6v2M11 6v2M3 11V9M7 11V9M11 11V9", patch: "M3 5c3-4 9-2 10 2s-3 7-6 6-7-3-4-8zM6 7v2M9 8v2", ignition: "M8 2c1 3 4 4 4 8a4 4 0 0 1-8 0c0-2 1-3 2-4 0 1 .6 2 1.200 2C8 6 7.600 4 8 2z", smoke: "M3 12c-2-1-1-4 1-4 0-3 5-4 6-1 3-1 5 2 3 4-1 2-8 2-10 1z",
};
const TOOLS: [Word, Kind[]][] = [["troops", ["unit", "bodies", "place"]], ["land", ["river", "ramp", "hill", "road", "wall", "gate", "ditch", "patch"]], ["fire", ["ignition", "smoke"]]];

/** Arrows go from tool to tool. */
function along(e: KeyboardEvent): void {
  const by = e.key === "ArrowDown" || e.key === "ArrowRight" ? 1 : e.key === "ArrowUp" || e.key === "ArrowLeft" ? -1 : 0;
  if (!by) return;
  const all = [...(e.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("button")], i = all.indexOf(document.activeElement as HTMLElement);
  all[(i + by + all.length) % all.length]?.focus();
  e.preventDefault(); e.stopPropagation();
}
function Tools() {
  const l = lang.value, one = (k: Kind | null, w: Word) => <button key={w} aria-pressed={tool.value === k} onClick={() => arm(k)}><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d={ICONS[k ?? "choose"]} fill="none" stroke="currentColor" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round" /></svg>{tell(l, w)}</button>;
  return (
    <div class="plate tools" role="toolbar" aria-label={tell(l, "tools")} aria-orientation="vertical" onKeyDown={along}>
      {one(null, "choose")}
      {TOOLS.map(([group, kinds]) => <div key={group} role="group" aria-label={tell(l, group)}>{kinds.map((k) => one(k, k))}</div>)}
    </div>
  );
}

function Drop() {
  const l = lang.value, which = drop.value, [name, setName] = useState("");
  useEffect(() => { if (which === "save" || which === "fight") { setName(nameWish()); requestAnimationFrame(() => document.getElementById("makename")?.focus()); } }, [which]);
  if (!which) return null;
  const go = async (e: Event): Promise<void> => {
    e.preventDefault();
    const then = drop.value === "fight";
    if (await keepIt(name) && then) await fight(seed());
  };
  return (
    <section class="drop" aria-label={tell(l, which === "take" ? "take" : "saveAs")}>
      <h2>{tell(l, which === "take" ? "take" : "saveAs")}</h2>
      {which === "take" ? <><p><button class="do" onClick={() => takeAway(null)}>{tell(l, "asZip")}</button></p>{Object.keys(texts.value).map((n) => <p key={n}><button class="do" onClick={() => takeAway(n)}>{tell(l, "asFile", n)}</button></p>)}{isStatic && <p class="quiet">{tell(l, "needsServer")}</p>}</>
        : <form onSubmit={(e) => void go(e)}><label for="makename">{tell(l, "name")}</label><input id="makename" type="text" value={name} pattern="[a-z][a-z0-9\-]{0,63}" required autocomplete="off" spellcheck={false} onInput={(e) => setName(e.currentTarget.value)} aria-describedby="namehow" /><p class="quiet" id="namehow">{tell(l, "nameHow")}</p><button class="do" type="submit">{tell(l, which === "fight" ? "run" : "keep")}</button></form>}
      {notice.value && <p class="wrong" role="alert">{notice.value}</p>}
      <p><button class="do small" onClick={() => { drop.value = null; }}>{tell(l, "giveUp")}</button></p>
    </section>
  );
}
const seed = (): number => Math.max(1, Math.round(Number(document.querySelector<HTMLInputElement>("#makeseed")?.value) || 1));

/** On a narrow screen the panel is a sheet from below: low while nothing is chosen, so that the map is seen. */
function useSheet(): void {
  const [before] = useState(() => { const b = sheetHeight.peek(); if (NARROW.matches) sheetHeight.value = "low"; return b; });
  useEffect(() => {
    const follow = effect(() => { if (chosen.value) { tab.value = "chosen"; if (NARROW.matches && sheetHeight.peek() === "low") sheetHeight.value = "half"; } });
    return () => { follow(); sheetHeight.value = before; };
  }, []);
}
const NARROW = matchMedia("(max-width: 1040px)");

const KEYS: [string[], Word][] = [[["ctrl Z"], "undo"], [["ctrl Y"], "redo"], [["V"], "choose"], [["N"], "kNext"], [["←↑→↓"], "kMove"], [["del"], "remove"], [["↵"], "kPlace"], [["z", "x", "0"], "kZoom"], [["?"], "kThis"], [["esc"], "giveUp"]];
function Keys() {
  const l = lang.value;
  return <KeySheet title={tell(l, "keys")} rows={KEYS.map(([keys, word]) => [keys, tell(l, word)])} how={tell(l, "keysHow")} close={tell(l, "close")} />;
}

export function Make() {
  useSheet();
  useEffect(() => {
    const stop = startChecking(), left = (e: BeforeUnloadEvent): void => { if (dirty.value && texts.value["scenario.toml"] !== undefined) e.preventDefault(); };
    window.addEventListener("beforeunload", left);
    return () => { stop(); window.removeEventListener("beforeunload", left); };
  }, []);
  if (!isOpen.value) return null;
  const l = lang.value, title = inWords(l, titleOf({ file: "scenario", path: [] }, scenario.value)), o = origin.value, t = tool.value, bad = errors.value.length, j = job.value;
  const hint = t === null ? tell(l, "hintChoose") : t === "gate" ? tell(l, "hintGate") : tell(l, ({ point: "hintPoint", box: "hintBox", line: "hintLine", ring: "hintRing" } as const)[ASKS[t]]);
  const step = gridStep(eye.value.mpp), c = chosen.value;
  return (
    <div class="room make">
      <header>
        <div class="seal" aria-hidden="true">凌河</div><div class="word">{tell(l, "make")}</div><div class="bar" />
        <h1 class="title">{title}<small>{o.own ? `${o.name} · ${tell(l, dirty.value ? "unsaved" : "saved")}` : tell(l, "untitled")}</small></h1>
        <div class="grow" />
        <button class="txt" onClick={() => { pane.value = "gallery"; }}>{tell(l, "gallery")}</button>
        <button class="txt" disabled={!canUndo.value} onClick={undo}>{tell(l, "undo")}</button>
        <button class="txt" disabled={!canRedo.value} onClick={redo}>{tell(l, "redo")}</button>
        {!isStatic && o.own && <button class="txt" disabled={!dirty.value} onClick={() => void keepIt(null)}>{tell(l, "save")}</button>}
        {!isStatic && <button class="txt" aria-expanded={drop.value === "save"} onClick={() => { drop.value = drop.value === "save" ? null : "save"; }}>{tell(l, o.own ? "saveAs" : "save")}</button>}
        <button class="txt" aria-expanded={drop.value === "take"} onClick={() => { drop.value = drop.value === "take" ? null : "take"; }}>{tell(l, "take")}</button>
        <Switches />
      </header>
      <main class="map">
        <MakeMap />
        <Tools />
        {trouble.value && <Trouble text={trouble.value} />}
        {(t !== null && (drawing.value.length > 0)) && <div class="work plate"><button class="do" onClick={finish}>{tell(l, "finish")}</button><button class="do" onClick={() => arm(null)}>{tell(l, "giveUp")}</button></div>}
        {j && <div class="work plate" role="status"><span>{j.state === "queued" ? tell(l, "waiting") : tell(l, "fought", percent(j.progress).replace("%", ""))}</span> <button class="do" onClick={giveUpFight}>{tell(l, "stop")}</button></div>}
        {notice.value && !drop.value && <div class="work plate note" role="alert"><span>{notice.value}</span> <button class="do" onClick={() => { notice.value = ""; }}>{tell(l, "giveUp")}</button></div>}
      </main>
      <section class="keystrip" aria-label={tell(l, "tools")}>
        <span id="makehint">{hint}</span><span class="grow" />
        <span>{pointer.value ? tell(l, "middle", pointer.value[0], pointer.value[1]) : ""}</span><span>{tell(l, "gridOf", step >= 1000 ? `${step / 1000} km` : `${step} m`)}</span>
        <button class="plus" aria-label={tell(l, "zoomIn")} onClick={() => zoomBy(1 / 1.6)}>+</button><button class="plus" aria-label={tell(l, "zoomOut")} onClick={() => zoomBy(1.6)}>−</button><button class="plus" aria-label={tell(l, "whole")} title={tell(l, "whole")} onClick={showWhole}>□</button>
      </section>
      <Panel />
      <footer>
        <div class="begin">
          <label>{tell(l, "luck")}<input id="makeseed" type="number" min="1" defaultValue="1" /></label>
          <button class="do" disabled={bad > 0 || isStatic || j !== null} title={isStatic ? tell(l, "needsServer") : bad > 0 ? tell(l, "mend") : tell(l, "runHow")} onClick={() => void fight(seed())}>{tell(l, "run")}</button>
          <p class="quiet">{isStatic ? "" : bad > 0 ? tell(l, "mend") : tell(l, "runHow")}</p>
        </div>
        <Course />
      </footer>
      <Drop />
      <div class="hidden" role="status">{c ? inWords(l, titleOf(c, valueOf(c))) : ""}</div>
      <Keys />
    </div>
  );
}
