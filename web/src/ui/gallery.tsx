/** Battles to be fought, runs to be watched, work in hand. */
import { useEffect, useRef, useState } from "preact/hooks";
import { battle, lang, loading, pane, trouble } from "../state/store";
import { openBeside, openFile, openRun } from "../state/open";
import { cancelJob, gallery, isStatic, jobs, listen, resumeRun, startRun, type Gallery as All, type GalleryRun, type Job } from "../state/server";
import { faultOf } from "../state/work";
import { nameOf, number, percent, say } from "../words/words";
import { Switches } from "./header";
import { Trouble } from "./app";
import { MakeBar, ChangeButton } from "../make/bar";

export function Gallery() {
  const l = lang.value, [all, setAll] = useState<All>({ scenarios: [], runs: [] }), [work, setWork] = useState<Job[]>([]), [fault, setFault] = useState(""), file = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const look = (): void => {
      gallery().then((g) => { setAll(g); setFault(""); }, (e: unknown) => setFault(e instanceof Error ? e.message : String(e)));
      if (!isStatic) jobs().then(setWork, () => setWork([]));
    };
    look();
    const timer = isStatic ? undefined : setInterval(look, 4000), stop = listen(look);
    return () => { clearInterval(timer); stop(); };
  }, []);
  const titleOf = (r: GalleryRun): string => (typeof r.title === "string" ? r.title : nameOf(l, r.title)) || r.scenario_id;
  const again = (e: unknown): void => { trouble.value = e instanceof Error ? e.message : String(e); };
  return (
    <div class="gallery">
      <header>
        <div class="seal" aria-hidden="true">凌河</div><div class="word">{say(l, "word")}</div><div class="bar" /><h1 class="title">{say(l, "gallery")}</h1><div class="grow" />
        {battle.value && <button class="do" onClick={() => { pane.value = "table"; }}>{nameOf(l, battle.value.header.title)}</button>}
        <Switches />
        {loading.value && <div class="hairline" style={{ width: `${Math.round((100 * loading.value.got) / Math.max(1, loading.value.of))}%` }} />}
      </header>
      <main>
        {trouble.value && <Trouble text={trouble.value} />}
        {fault && <p role="alert">{say(l, "noServer")} {fault}</p>}
        <p class="quiet">{say(l, "empty")}</p>
        <p><input ref={file} class="hidden" tabIndex={-1} aria-hidden="true" type="file" accept=".lgv" onChange={(e) => { const f = e.currentTarget.files?.[0]; if (f) void openFile(f); }} />
          <button class="do" onClick={() => file.current?.click()}>{say(l, "openFile")}</button></p>
        {work.some((j) => j.state === "queued" || j.state === "running" || j.state === "failed") && <><h2>{say(l, "jobs")}</h2>
          <ul>{work.filter((j) => j.state !== "done" && j.state !== "cancelled").map((j) => <li key={j.id}>
            <div><b>{j.title || j.scenario || j.kind}</b><p>{say(l, j.state === "queued" ? "queued" : j.state === "failed" ? "failed" : "running")} {percent(j.progress)}{j.remaining_s !== undefined ? " · " + say(l, "remaining", Math.round(j.remaining_s)) : ""}{j.state === "failed" ? ": " + faultOf(j) : ""}</p></div>
            <progress value={j.progress} max={1} aria-label={say(l, "running")} />
            {j.state !== "failed" ? <button class="do" onClick={() => void cancelJob(j.id).catch(again)}>{say(l, "cancel")}</button> : <span />}</li>)}</ul></>}
        {all.runs.length > 0 && <><h2>{say(l, "runs")}</h2>
          <ul data-testid="runs">{all.runs.map((r) => <li key={r.id} data-run={r.id}>
            <div><b>{titleOf(r)}</b><p>{say(l, "seed", String(r.seed))}{r.men ? " · " + say(l, "menCount", number(r.men)) : ""}{r.seconds ? " · " + say(l, "minutes", Math.round(r.seconds / 60)) : ""}{r.interventions && r.interventions.length > 0 ? " · " + say(l, "changed") : ""}{r.finished ? "" : " · " + say(l, r.state === undefined || r.state === "running" ? "live" : "unfinished")}</p></div>
            {battle.value ? <button class="do" title={say(l, "chooseSecond")} onClick={() => void openBeside(r).then(() => { pane.value = "table"; }, again)}>{say(l, "compare")}</button> : <span />}
            {r.state === "broken" || r.state === "suspended" ? <button class="do" onClick={() => void resumeRun(r.id).catch(again)}>{say(l, "goOn")}</button> : null}
            <button class="do" onClick={() => void openRun(r)}>{say(l, r.finished ? "open" : "watch")}</button></li>)}</ul></>}
        <h2>{say(l, "scenarios")}</h2>
        <MakeBar />
        {all.scenarios.length > 0 && <>
          <ul>{all.scenarios.map((s) => <Scenario key={s.id} s={s} />)}</ul></>}
      </main>
    </div>
  );
}

function Scenario({ s }: { s: All["scenarios"][number] }) {
  const l = lang.value, [seed, setSeed] = useState(1);
  return (
    <li>
      <div><b>{nameOf(l, s.title)}</b><p>{s.men ? say(l, "menCount", number(s.men)) : ""}{s.minutes ? " · " + say(l, "minutes", s.minutes) : ""}</p></div>
      <label>{say(l, "seedLabel")} <input type="number" min="1" value={seed} onInput={(e) => setSeed(Math.max(1, Math.round(Number(e.currentTarget.value) || 1)))} /></label>
      <button class="do" onClick={() => void startRun(s.id, seed).catch((e: unknown) => { trouble.value = e instanceof Error ? e.message : String(e); })}>{say(l, "fight")}</button>
      <ChangeButton id={s.id} title={nameOf(l, s.title)} />
    </li>
  );
}
