/** Beside the map: the form of what is chosen, the list of everything, the texts; below, what is wrong. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { lang, sheetHeight } from "../state/store";
import { isStatic } from "../state/server";
import { number } from "../words/words";
import { TomlFault } from "./toml";
import { addOther, Chosen } from "./forms";
import { chosen, counted, errors, eye, map, mapName, problems, scenario, setText, texts, verdict, valueOf } from "./draft";
import type { Problem } from "./check";
import type { FileKind } from "./schema";
import { anchorOf } from "./shapes";
import { arm } from "./mapview";
import { ASKS, entries, isSame, titleOf, type Kind, type Thing } from "./things";
import { inWords, kindName, tell, type Word } from "./words";

export const tab = signal<"chosen" | "everything" | "text">("everything");
const line = signal<{ file: string; line: number } | null>(null);

/** Chooses a thing and brings the map to it. */
export function goTo(t: Thing): void {
  chosen.value = t;
  tab.value = "chosen";
  const at = anchorOf(valueOf(t));
  if (at) eye.value = { ...eye.value, x: at[0], y: at[1] };
}

export function Panel() {
  const l = lang.value, now = tab.value, tabs: [typeof now, Word][] = [["chosen", "chosen"], ["everything", "everything"], ["text", "text"]];
  const turn = (e: KeyboardEvent): void => {
    const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    const i = (tabs.findIndex(([k]) => k === now) + by + tabs.length) % tabs.length;
    tab.value = tabs[i][0];
    document.getElementById(`tab-${tabs[i][0]}`)?.focus();
    e.preventDefault(); e.stopPropagation();
  };
  return (
    <aside class={`makeside ${sheetHeight.value}`} aria-label={tell(l, "make")}>
      <button class="pull" aria-label={tell(l, "everything")} onClick={() => { sheetHeight.value = sheetHeight.value === "low" ? "half" : sheetHeight.value === "half" ? "full" : "low"; }} />
      <div class="tabs" role="tablist" aria-label={tell(l, "make")} onKeyDown={turn}>
        {tabs.map(([k, w]) => <button key={k} id={`tab-${k}`} role="tab" aria-selected={now === k} aria-controls="makepanel" tabIndex={now === k ? 0 : -1} onClick={() => { tab.value = k; }}>{tell(l, w)}</button>)}
      </div>
      <div id="makepanel" role="tabpanel" aria-labelledby={`tab-${now}`} tabIndex={0} class="scroll">
        {now === "chosen" ? <Chosen /> : now === "everything" ? <Everything /> : <Texts />}
      </div>
      <Wrong />
    </aside>
  );
}

const ORDER: [FileKind, string][] = [["scenario", "side"], ["scenario", "colours"], ["scenario", "force"], ["scenario", "person"], ["scenario", "unit"], ["scenario", "bodies"], ["scenario", "place"],
  ["map", "river"], ["map", "ramp"], ["map", "hill"], ["map", "road"], ["map", "wall"], ["map", "ditch"], ["map", "patch"],
  ["scenario", "wind"], ["scenario", "rain"], ["scenario", "ignition"], ["scenario", "smoke"], ["scenario", "smoke_cloud"], ["scenario", "intervention"]];
const capital = (t: string): string => t.charAt(0).toUpperCase() + t.slice(1);
function Everything() {
  const l = lang.value, root = (t: Thing, name: string) => <li><button aria-pressed={isSame(t, chosen.value)} onClick={() => goTo(t)}>{name}</button></li>;
  return (
    <section class="list" aria-label={tell(l, "everything")}>
      <ul>{root({ file: "scenario", path: [] }, tell(l, "battle"))}{root({ file: "map", path: [] }, tell(l, "theMap"))}{root({ file: "scenario", path: ["weather"] }, tell(l, "weather"))}{root({ file: "scenario", path: ["time"] }, capital(kindName(l, "time")))}</ul>
      {ORDER.map(([file, kind]) => {
        const all = entries(file === "scenario" ? scenario.value : map.value, kind), name = kindName(l, kind), onMap = kind in ASKS;
        return <div class="kind" key={kind}><h2>{capital(name)}<small>{all.length || ""}</small><button class="plus" aria-label={tell(l, "addOf", name)} title={tell(l, "addOf", name)} onClick={() => { if (onMap) arm(kind as Kind); else { addOther(file, kind); tab.value = "chosen"; } }}>+</button></h2>
          {all.length > 0 && <ul>{all.map((v, i) => { const t: Thing = { file, path: [kind, i] }, bad = problems.value.some((p) => isSame(p.thing, t) && p.severity === "error");
            return <li key={i}><button class={bad ? "bad" : ""} aria-pressed={isSame(t, chosen.value)} onClick={() => goTo(t)}>{inWords(l, titleOf(t, v)) || name}{typeof v.men === "number" && <small>{number(v.men)}</small>}{typeof v.at_s === "number" && kind !== "ignition" && <small>{v.at_s} s</small>}</button>
              {kind === "wall" && entries(v, "gate").map((g, j) => { const gt: Thing = { file, path: ["wall", i, "gate", j] }; return <button key={j} class="sub" aria-pressed={isSame(gt, chosen.value)} onClick={() => goTo(gt)}>{kindName(l, "gate")} {inWords(l, titleOf(gt, g))}</button>; })}</li>; })}</ul>}</div>;
      })}
    </section>
  );
}

function Texts() {
  const l = lang.value, names = Object.keys(texts.value).sort((a, b) => (a === "scenario.toml" ? -1 : b === "scenario.toml" ? 1 : a < b ? -1 : 1)), [file, setFile] = useState(line.value?.file ?? names[0]), name = texts.value[file] === undefined ? names[0] : file, kept = texts.value[name] ?? "";
  const [typed, setTyped] = useState<string | null>(null), [fault, setFault] = useState("");
  useEffect(() => { setTyped(null); setFault(""); }, [name, kept]);
  useEffect(() => {
    const at = line.value, area = document.querySelector<HTMLTextAreaElement>("#maketext");
    if (!at || !area || at.file !== name) return;
    const from = kept.split("\n").slice(0, at.line - 1).join("\n").length + (at.line > 1 ? 1 : 0), to = kept.indexOf("\n", from);
    area.focus(); area.setSelectionRange(from, to < 0 ? kept.length : to);
    area.scrollTop = Math.max(0, (at.line - 6) * 16);
    line.value = null;
  });
  const take = (): void => {
    try { setText(name, typed ?? kept); setFault(""); }
    catch (e) { setFault(e instanceof TomlFault ? `${tell(l, "at", name, e.line)}: ${e.message}` : e instanceof Error ? e.message : String(e)); }
  };
  return (
    <section class="texts" aria-label={tell(l, "text")}>
      <div class="seg" role="group" aria-label={tell(l, "text")}>{names.map((n) => <button key={n} aria-pressed={n === name} onClick={() => setFile(n)}>{n}</button>)}</div>
      <textarea id="maketext" aria-label={name} spellcheck={false} wrap="off" value={typed ?? kept} onInput={(e) => setTyped(e.currentTarget.value)} aria-invalid={fault !== "" ? "true" : undefined} aria-describedby={fault ? "textfault" : undefined} />
      {fault && <p class="wrong" id="textfault" role="alert">{fault}</p>}
      <p class="quiet">{tell(l, "textHow")}</p>
      <div class="acts"><button class="do small" disabled={typed === null || typed === kept} onClick={take}>{tell(l, "takeText")}</button><button class="do small" disabled={typed === null} onClick={() => { setTyped(null); setFault(""); }}>{tell(l, "backText")}</button></div>
    </section>
  );
}

function Wrong() {
  const l = lang.value, all = problems.value, bad = errors.value.length, said = bad > 0 ? tell(l, "wrong", bad) : verdict.value === "looking" ? tell(l, "looking") : counted.value ? tell(l, "soundMen", number(counted.value.men), counted.value.units) : tell(l, "sound");
  const open = (p: Problem): void => { if (p.thing) goTo(p.thing); else if (p.file) { line.value = { file: p.file, line: p.line }; tab.value = "text"; } };
  return (
    <section class="verdict" aria-label={tell(l, "problems")} tabIndex={0}>
      <p role="status" class={bad ? "bad" : ""}>{said}{all.length > bad ? ` · ${tell(l, "warned", all.length - bad)}` : ""}</p>
      {isStatic && <p class="quiet">{tell(l, "pageOnly")}</p>}
      {all.length > 0 && <ol>{all.slice(0, 40).map((p, i) => <li key={i} class={p.severity}>
        <button onClick={() => open(p)}><b>{p.key || p.file}</b> {inWords(l, p.reason)}{p.remedy.en && <em>{inWords(l, p.remedy)}</em>}</button>
        {p.line > 0 && <button class="where" onClick={() => { line.value = { file: p.file, line: p.line }; tab.value = "text"; }}>{tell(l, "at", p.file === mapName.value ? p.file : p.file || "scenario.toml", p.line)}</button>}</li>)}</ol>}
    </section>
  );
}
