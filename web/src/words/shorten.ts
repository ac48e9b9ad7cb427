/** Width of small text in pixels, roughly; Chinese characters are square. */
export const widthOf = (text: string): number => [...text].reduce((n, c) => n + (c > "⺀" ? 12 : 6.3), 0);

/** As much of a text as goes into so many pixels; nothing when hardly a letter does. */
export function shortened(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  let out = "";
  for (const c of text) { if (widthOf(out + c) > room - 10) break; out += c; }
  return out.length > 1 ? out.trimEnd() + "…" : "";
}
