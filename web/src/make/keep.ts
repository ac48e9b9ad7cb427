/** Battles as texts on the server: read, checked, kept. */
import { NotThere, tokenNow } from "../state/server";

export interface Kept { id: string; name: string; tag: string }
export interface Given extends Kept { shipped: boolean; own: boolean; files: Record<string, string> }
export interface Told { ok: boolean; men: number; units: number; problems: { severity: "error" | "warning"; file: string; line: number; column: number; key: string; reason: string; remedy: string }[] }
export class Refused extends Error { constructor(message: string, readonly status: number) { super(message); } }

async function ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<{ told: unknown; tag: string }> {
  const token = tokenNow(), headers = { ...(token ? { "X-Linghe-Token": token } : {}), ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...more };
  const r = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store" });
  if (r.status === 501) throw new NotThere(path);
  const told = (await r.json().catch(() => ({}))) as { error?: { what?: string; how?: string } };
  if (!r.ok) throw new Refused([told.error?.what, told.error?.how].filter(Boolean).join("; ") || String(r.status), r.status);
  return { told, tag: r.headers.get("ETag") ?? "" };
}
const at = (id: string): string => `api/scenario/${encodeURIComponent(id)}`;

export async function readBattle(id: string): Promise<Given> { const { told, tag } = await ask("GET", at(id)); return { ...(told as Given), tag }; }
export const checkBattle = async (files: Record<string, string>, base: string | null): Promise<Told> => (await ask("POST", "api/scenario/check", { files, ...(base ? { base } : {}) })).told as Told;
export async function keepNew(name: string, files: Record<string, string>, base: string | null): Promise<Kept> { const { told, tag } = await ask("POST", "api/scenario", { name, files, ...(base ? { base } : {}) }); return { ...(told as Kept), tag }; }
export async function keepOver(id: string, files: Record<string, string>, before: string): Promise<Kept> { const { told, tag } = await ask("PUT", at(id), { files }, { "If-Match": before }); return { ...(told as Kept), tag }; }
