/** What the page shows now. One clock, one camera, one choice; tables and panels only look. */
import { batch, computed, signal } from "@preact/signals";
import type { Chosen, Show } from "../sheet/sheet";
import type { Camera } from "../table/camera";
import type { Theme } from "../table/palette";
import type { Lang } from "../words/words";
import type { Battle } from "./battle";

export const battle = signal<Battle | null>(null);
export const other = signal<Battle | null>(null); // the second run, laid beside the first
export const lang = signal<Lang>("en");
export const theme = signal<Theme>("light");
export const camera = signal<Camera>({ x: 0, y: 0, mpp: 3.3 });
export const now = signal(0); // seconds since the beginning of the record
/** The clock in whole seconds, for panels: they need not be drawn anew with every picture. */
export const beat = computed(() => Math.floor(now.value));
/** Where the second run leaves the first, when it is a fork made here. */
export const forkedAt = signal<number | null>(null);
export const playing = signal(false);
export const speed = signal(8);
export const chosen = signal<Chosen>(null);
export const seer = signal<number | null>(null);
export const belief = signal(0);
export const show = signal<Show>({ smoke: true, dust: true, rain: true, trails: true, names: true, sweeps: true, signals: true, reach: true, couriers: true, eyes: false, app6: false });
export const pane = signal<"gallery" | "table" | "make">("gallery");
export const help = signal(false);
export const menu = signal<"layers" | "take" | "twin" | "fork" | null>(null);
export const trouble = signal<string | null>(null);
export const loading = signal<{ got: number; of: number } | null>(null);
export const still = signal(false);
export const sheetHeight = signal<"low" | "half" | "full">("half"); // of the inspector, on a tablet
export const folded = signal(false); // the inspector is put away, the map has the whole width

export interface Bookmark { second: number; note: string }
export const bookmarks = signal<Bookmark[]>([]);

export const SPEEDS = [1, 2, 4, 8, 16, 32, 60, 120] as const;
export const clock = computed(() => now.value - (battle.value?.zero ?? 0));

export function seek(second: number): void {
  const b = battle.value;
  now.value = Math.max(0, Math.min(second, b?.last ?? 0));
}
/** Moves clock and camera to where something happened. */
export function go(second: number, x?: number, y?: number): void {
  batch(() => {
    seek(second);
    playing.value = false;
    if (x !== undefined && y !== undefined) camera.value = { ...camera.value, x, y };
  });
}
export const faster = (by: number): void => {
  const k = SPEEDS.findIndex((s) => s >= speed.value);
  speed.value = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, k + by))];
};

const KEY = "linghe.layout";
export function remember(): void {
  try { localStorage.setItem(KEY, JSON.stringify({ lang: lang.value, theme: theme.value, speed: speed.value, show: show.value, sheet: sheetHeight.value, folded: folded.value })); } catch { /* private window */ }
}
export function recall(): void {
  try {
    const v = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<{ lang: Lang; theme: Theme; speed: number; show: Show; sheet: "low" | "half" | "full"; folded: boolean }>;
    const tongue = navigator.language.toLowerCase();
    lang.value = v.lang ?? (/^zh-(hant|tw|hk|mo)/.test(tongue) ? "zh-Hant" : tongue.startsWith("zh") ? "zh-Hans" : "en");
    theme.value = v.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dusk" : "light");
    if (v.speed) speed.value = v.speed;
    if (v.show) show.value = { ...show.value, ...v.show };
    if (v.sheet === "low" || v.sheet === "half" || v.sheet === "full") sheetHeight.value = v.sheet;
    folded.value = v.folded === true;
  } catch { /* nothing was kept */ }
  const q = matchMedia("(prefers-reduced-motion: reduce)");
  still.value = q.matches;
  q.addEventListener("change", () => { still.value = q.matches; });
}
/** A rectangle of the map whose men are to be counted. */
export const boxed = signal<{ x0: number; y0: number; x1: number; y1: number } | null>(null);
