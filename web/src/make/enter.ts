/** The door to the editor: its own part of the page is fetched when somebody goes through it. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { pane, trouble } from "../state/store";

type Editor = typeof import("./make");
export const editor = signal<ComponentType | null>(null);
export async function enterMake(open: (e: Editor) => void | Promise<void>): Promise<void> {
  try {
    const e = await import("./make");
    await open(e);
    trouble.value = null;
    editor.value = e.Make;
    pane.value = "make";
  } catch (e) { trouble.value = e instanceof Error ? e.message : String(e); }
}
export function hasDraft(): boolean { try { return sessionStorage.getItem("linghe.draft") !== null; } catch { return false; } }
