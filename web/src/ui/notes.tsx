/** Bookmarks with their notes: ribbons on the timeline, and the slip on which a note is written. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { battle, bookmarks, lang, now, seek } from "../state/store";
import { inOrder, keepBookmarks, keptWith } from "../state/open";
import { shortened, widthOf } from "../words/shorten";
import { clockText, say } from "../words/words";

/** The second of the bookmark that is being written on. */
export const noting = signal<number | null>(null);

/** Sets a bookmark here; one a second is enough. */
export function mark(): number {
  const second = Math.round(now.value);
  if (!bookmarks.value.some((m) => m.second === second)) {
    bookmarks.value = inOrder([...bookmarks.value, { second, note: "" }]);
    keepBookmarks();
  }
  return second;
}
/** Opens the note of the bookmark here, or sets one. */
export function annotate(): void {
  noting.value = bookmarks.value.find((m) => Math.abs(m.second - now.value) < 1)?.second ?? mark();
}
export function unmark(second: number): void {
  bookmarks.value = bookmarks.value.filter((m) => m.second !== second);
  noting.value = null;
  keepBookmarks();
}
export function write(second: number, note: string): void {
  bookmarks.value = bookmarks.value.map((m) => (m.second === second ? { ...m, note } : m));
  keepBookmarks();
}

const WIDE_PX = 150;

/** Ribbons of the bookmarks, numbered, with what is written on them where there is room. */
export function Ribbons({ tx, bottom, end }: { tx: (s: number) => number; bottom: number; end: number }) {
  const l = lang.value, all = bookmarks.value;
  return (
    <>
      {all.map((m, i) => {
        const x = tx(m.second), next = all[i + 1] ? tx(all[i + 1].second) - 8 : end, text = shortened(m.note, Math.min(WIDE_PX, next - x - 10));
        return (
          <g key={m.second} class="ribbon" data-testid="ribbon" onPointerDown={(e) => { e.stopPropagation(); seek(m.second); noting.value = noting.value === m.second ? null : m.second; }}>
            <title>{`${say(l, "bookmark")} ${i + 1} · ${clockText(m.second - battle.value!.zero)}${m.note ? " · " + m.note : ""}`}</title>
            {text && <rect x={x} y={bottom - 17} width={widthOf(text) + 12} height={16} fill="var(--panel)" fill-opacity="0.9" />}
            <path d={`M${x - 5} ${bottom - 17}v23l5-4.5 5 4.5v-23z`} fill="var(--cinnabar)" />
            <text x={x} y={bottom - 6} text-anchor="middle" class="count">{i + 1}</text>
            {text && <text x={x + 8} y={bottom - 5} class="said">{text}</text>}
          </g>);
      })}
    </>
  );
}

/** The slip over the timeline on which a note is written. Enter or Escape puts it away. */
export function NoteSlip({ tx, width }: { tx: (s: number) => number; width: number }) {
  const l = lang.value, m = bookmarks.value.find((o) => o.second === noting.value), field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => { field.current?.focus(); }, [m?.second]);
  if (!m) return null;
  const put = (text: string): void => { if (text !== m.note) write(m.second, text); };
  return (
    <div class="noteslip plate" role="dialog" aria-label={say(l, "noteAt", clockText(m.second - battle.value!.zero))} style={{ left: `${Math.max(4, Math.min(width - 276, tx(m.second) - 20))}px` }}>
      <label><span>{say(l, "noteAt", clockText(m.second - battle.value!.zero))}</span>
        <textarea ref={field} rows={3} value={m.note} maxLength={2000} onChange={(e) => put(e.currentTarget.value)}
          onKeyDown={(e) => { if (e.key === "Escape" || (e.key === "Enter" && !e.shiftKey)) { put(e.currentTarget.value); e.preventDefault(); e.stopPropagation(); noting.value = null; } }} /></label>
      <p><button class="do" onClick={() => { noting.value = null; }}>{say(l, "close")}</button> <button class="txt" onClick={() => unmark(m.second)}>{say(l, "takeOff")}</button>
        <span class="quiet">{say(l, keptWith.value === "run" ? "keptRun" : "keptHere")}</span></p>
    </div>
  );
}
