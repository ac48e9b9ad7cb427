/** An event as a sentence, its mark on the timeline and its rank when few may be told. */
import type { Header } from "../record/types";
import { NO_ROW } from "../record/types";
import { both, nameOf, number, pick, type Lang } from "./words";
import type { OneEvent } from "../state/chronicle";

export type MarkKind = "fire" | "signal" | "order" | "rally" | "rout" | "person" | "change";
interface Kind { en: string; zh: string; mark: MarkKind | null; rank: number; short?: [string, string] }

const K: Record<number, Kind> = {
  1: { en: "a man's heart changes: {M}", zh: "一人心志有变：{M}", mark: null, rank: 0 }, 2: { en: "a man is wounded", zh: "一人受伤", mark: null, rank: 0 },
  3: { en: "a man is disabled", zh: "一人重伤不能战", mark: null, rank: 0 }, 4: { en: "a man dies", zh: "一人战死", mark: null, rank: 0 },
  5: { en: "a man is taken", zh: "一人被俘", mark: null, rank: 0 }, 6: { en: "a man drowns", zh: "一人溺死", mark: null, rank: 0 },
  9: { en: "a man burns to death", zh: "一人烧死", mark: null, rank: 0 }, 7: { en: "a man joins a passing body", zh: "一人归入过往之队", mark: null, rank: 0 },
  8: { en: "a man turns to a signal", zh: "一人循号令而回", mark: null, rank: 0 },
  12: { en: "a wounded man is taken up by comrades", zh: "一伤者为同袍抬起", mark: null, rank: 0 }, 13: { en: "a wounded man is laid down", zh: "一伤者被放下", mark: null, rank: 0 },
  20: { en: "{S} breaks: {V} men in flight", zh: "{S}溃散，{V}人奔逃", mark: "rout", rank: 3 }, 21: { en: "{S} rallies: {V} men in hand", zh: "{S}复聚，{V}人在列", mark: "rally", rank: 3 },
  22: { en: "{S} has another leader", zh: "{S}易将", mark: null, rank: 2 }, 23: { en: "{S} comes in to {O} with {V} men", zh: "{S}（{V}人）来到{O}处", mark: "rally", rank: 4 },
  30: { en: "{S} orders {O} to {W}", zh: "{S}命{O}{W}", mark: "order", rank: 5, short: ["orders", "下令"] }, 31: { en: "{S} receives the order of {O} to {W}", zh: "{S}得{O}之令：{W}", mark: "order", rank: 4 },
  32: { en: "{S} has done what he was ordered", zh: "{S}奉令已毕", mark: "order", rank: 3 }, 33: { en: "an order to {S} fails", zh: "{S}之令未成", mark: "order", rank: 4 },
  34: { en: "a courier is lost", zh: "一骑传令者失踪", mark: "order", rank: 4 }, 35: { en: "{S} refuses the order of {O} to {W}", zh: "{S}不从{O}之令：{W}", mark: "order", rank: 6, short: ["refuses", "抗令"] },
  36: { en: "{S} obeys {O}, and reports that it can hardly be done: {W}", zh: "{S}从{O}之令而陈其难成：{W}", mark: "order", rank: 4 },
  37: { en: "{S} obeys {O} in silence, without hope in it: {W}", zh: "{S}知其难成，默从{O}之令：{W}", mark: "order", rank: 4 },
  38: { en: "his men talk {S} into it: {W}", zh: "部下劝{S}：{W}", mark: "person", rank: 5 }, 40: { en: "the drum beside {S} begins to beat", zh: "{S}身旁鼓声起", mark: "signal", rank: 10, short: ["drum", "击鼓"] },
  41: { en: "the drum beside {S} falls silent", zh: "{S}身旁鼓声止", mark: "signal", rank: 6 }, 42: { en: "{S} hears the drum of {O}", zh: "{S}闻{O}之鼓", mark: "signal", rank: 3 },
  43: { en: "the banner of {S} goes up", zh: "{S}之大纛立起", mark: "signal", rank: 8, short: ["banner", "立旗"] }, 44: { en: "the banner of {S} goes down", zh: "{S}之大纛倒下", mark: "signal", rank: 8, short: ["banner down", "旗倒"] },
  50: { en: "{S} now takes {O} to be {V} m from where he thought him", zh: "{S}以为{O}距先前所想之处{V}米", mark: "person", rank: 2 }, 51: { en: "{S} resolves to {W}", zh: "{S}决意{W}", mark: "person", rank: 5 },
  52: { en: "{S} turns back towards {O}", zh: "{S}掉头转向{O}", mark: "rally", rank: 8 }, 53: { en: "{S} meets {O}", zh: "{S}与{O}相会", mark: "person", rank: 6 },
  54: { en: "{S} falls", zh: "{S}倒下", mark: "person", rank: 9 }, 55: { en: "{S} has a report from {O}", zh: "{S}得{O}之报", mark: "order", rank: 2 },
  60: { en: "a fire goes out", zh: "一处火熄", mark: "fire", rank: 4 }, 61: { en: "the grass is lit", zh: "草地火起", mark: "fire", rank: 9, short: ["fire", "起火"] }, 62: { en: "the fire has burnt to the water", zh: "火已烧至水边", mark: "fire", rank: 5 },
  63: { en: "the fire leaps a break", zh: "火越隔火带", mark: "fire", rank: 5 }, 70: { en: "intervention: {I}", zh: "外加干预：{I}", mark: "change", rank: 12, short: ["change", "干预"] },
};
const HEARTS: [string, string][] = [["steady", "镇定"], ["shaken", "惊惧"], ["wavering", "动摇"], ["in flight", "溃散"], ["rallying", "重整"], ["resigned", "认命"], ["surrendered", "投降"], ["at his last stand", "死战"]];

export const markOf = (kind: number): MarkKind | null => K[kind]?.mark ?? null;
export const isOfMen = (kind: number): boolean => kind < 20;

/** Whom an event is about, in words. */
export function subjectOf(h: Header, lang: Lang, kind: number, row: number): string {
  if (kind === 1) return nameOf(lang, h.units[row]?.name);
  if (kind === 2) return nameOf(lang, h.persons[row]?.name);
  if (kind === 0) return both(lang, `man ${row + 1}`, `第${row + 1}人`);
  return "";
}
function otherOf(h: Header, lang: Lang, e: OneEvent): string {
  if (e.other === NO_ROW) return both(lang, "nobody", "无人");
  if (e.kind === 7) return nameOf(lang, h.units[e.other]?.name);
  return nameOf(lang, h.persons[e.other]?.name);
}

export function tell(h: Header, lang: Lang, e: OneEvent): string {
  const k = K[e.kind];
  if (!k) return both(lang, `event of kind ${e.kind}`, `事件（第${e.kind}类）`);
  let text = both(lang, k.en, k.zh);
  if (e.kind === 23 && e.other === NO_ROW) text = both(lang, "{S} has arrived with {V} men", "{S}（{V}人）已到");
  const now = HEARTS[e.value & 255] ?? ["", ""];
  const said = text.replace("{S}", subjectOf(h, lang, e.subjectKind, e.subject)).replace("{O}", otherOf(h, lang, e)).replace("{V}", number(e.value))
    .replace("{W}", pick(lang, "verbs", e.value)).replace("{M}", both(lang, now[0], now[1])).replace("{I}", h.interventions[e.value]?.text ?? "");
  return lang === "en" ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}
/** A word over the timeline; empty where the mark alone will do. */
export function shortOf(h: Header, lang: Lang, e: OneEvent): string {
  const k = K[e.kind];
  if (k?.short) return both(lang, k.short[0], k.short[1]);
  return e.subjectKind === 2 && h.persons[e.subject]?.named ? subjectOf(h, lang, 2, e.subject) : "";
}
/** How much an event weighs when few may be told; deeds of named persons and of large bodies come first. */
export function weightOf(h: Header, e: OneEvent): number {
  const k = K[e.kind];
  if (!k) return 0;
  const p = e.subjectKind === 2 ? h.persons[e.subject] : undefined;
  return k.rank + (p?.great_banner ? 3 : p?.named ? 2 : 0) + (e.subjectKind === 1 ? Math.min(2, e.value / 400) : 0);
}
export const causeText = (lang: Lang, cause: number): string => pick(lang, "causes", cause);
