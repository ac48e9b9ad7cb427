import { useEffect, useRef } from "preact/hooks";
import { help, lang } from "../state/store";
import { say, type Word } from "../words/words";

const ROWS: [string[], Word][] = [
  [["space"], "kSpace"], [["←", "→"], "kArrows"], [[",", "."], "kFrame"], [["[", "]"], "kEvent"], [["−", "="], "speed"], [["1…9"], "kMarks"], [["M"], "kMark"], [["E"], "kNote"],
  [["z", "x", "0"], "kZoom"], [["alt ←↑→↓"], "kPan"], [["N"], "kTab"], [["B"], "belief"], [["V"], "eyes"], [["I"], "kFold"], [["W"], "why"], [["G"], "gallery"], [["L"], "layers"], [["C"], "compare"], [["F"], "fork"], [["T"], "twin"], [["S"], "takeAway"], [["?"], "kHelp"], [["esc"], "kEsc"],
];
/** The sheet of keys of a room of the page: its words are spoken by whoever opens it. */
export function KeySheet({ title, rows, how, close }: { title: string; rows: [string[], string][]; how: string; close: string }) {
  const box = useRef<HTMLDivElement>(null), open = help.value;
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement as HTMLElement | null;
    box.current?.focus();
    return () => before?.focus?.();
  }, [open]);
  if (!open) return null;
  return (
    <div class="help" role="dialog" aria-modal="true" aria-label={title} onClick={(e) => { if (e.target === e.currentTarget) help.value = false; }}>
      <div ref={box} tabIndex={-1}>
        <h2>{title}</h2>
        <dl>{rows.map(([keys, does]) => <><dt>{keys.map((k) => <kbd key={k}>{k}</kbd>)}</dt><dd>{does}</dd></>)}</dl>
        <p class="quiet">{how}</p>
        <button class="do" onClick={() => { help.value = false; }}>{close}</button>
      </div>
    </div>
  );
}

export function Help() {
  const l = lang.value;
  return <KeySheet title={say(l, "keys")} rows={ROWS.map(([keys, word]) => [keys, say(l, word)])} how={`${say(l, "boxHint")} ${say(l, "touchHint")}`} close={say(l, "close")} />;
}
