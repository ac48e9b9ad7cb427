import { useEffect, useRef } from "preact/hooks";
import { help, lang } from "../state/store";
import { say, type Word } from "../words/words";

const ROWS: [string[], Word][] = [
  [["space"], "kSpace"], [["←", "→"], "kArrows"], [[",", "."], "kFrame"], [["[", "]"], "kEvent"], [["−", "="], "speed"], [["1…9"], "kMarks"], [["M"], "kMark"], [["E"], "kNote"],
  [["z", "x", "0"], "kZoom"], [["alt ←↑→↓"], "kPan"], [["N"], "kTab"], [["B"], "belief"], [["V"], "eyes"], [["I"], "kFold"], [["W"], "why"], [["G"], "gallery"], [["L"], "layers"], [["C"], "compare"], [["F"], "fork"], [["T"], "twin"], [["S"], "takeAway"], [["?"], "kHelp"], [["esc"], "kEsc"],
];
export function Help() {
  const box = useRef<HTMLDivElement>(null), open = help.value, l = lang.value;
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement as HTMLElement | null;
    box.current?.focus();
    return () => before?.focus?.();
  }, [open]);
  if (!open) return null;
  return (
    <div class="help" role="dialog" aria-modal="true" aria-label={say(l, "keys")} onClick={(e) => { if (e.target === e.currentTarget) help.value = false; }}>
      <div ref={box} tabIndex={-1}>
        <h2>{say(l, "keys")}</h2>
        <dl>{ROWS.map(([keys, word]) => <><dt>{keys.map((k) => <kbd key={k}>{k}</kbd>)}</dt><dd>{say(l, word)}</dd></>)}</dl>
        <p class="quiet">{say(l, "boxHint")} {say(l, "touchHint")}</p>
        <button class="do" onClick={() => { help.value = false; }}>{say(l, "close")}</button>
      </div>
    </div>
  );
}
