/** One Chromium and one server for a whole file of tests. */
import type { Browser, Page } from "playwright-core";
// @ts-expect-error plain JavaScript, so that it runs without a build
import { serve } from "../server.mjs";
// @ts-expect-error likewise
import { open } from "../chromium.mjs";

export interface Served { url: string; jobs: { id: string; state: string }[]; calls: { method: string; path: string; token: string | null }[]; notes: Record<string, unknown>; server: { close(): void } }
export const TINY = new URL("../data/tiny.lgv", import.meta.url).pathname;
export const start = (o: Record<string, unknown> = {}): Promise<Served> => serve({ runs: { tiny: TINY, again: TINY }, ...o }) as Promise<Served>;
export const browser = (): Promise<Browser> => open() as Promise<Browser>;

export interface Faults { errors: string[] }
/** A page that remembers every error and every breach of the security policy. */
export async function newPage(b: Browser, size = { width: 1366, height: 768 }, more: Record<string, unknown> = {}): Promise<Page & Faults> {
  const context = await b.newContext({ viewport: size, locale: "en-GB", colorScheme: "light", ...more });
  const page = (await context.newPage()) as Page & Faults;
  page.errors = [];
  page.on("pageerror", (e) => page.errors.push(e.message));
  page.on("console", (m) => { if (/Content Security Policy|Refused to/i.test(m.text())) page.errors.push(m.text()); });
  return page;
}
/** Waits, by a timer, until the table has drawn a moment. */
export async function shown(page: Page, second?: number, timeout = 60_000): Promise<void> {
  await page.waitForFunction((s) => {
    const at = document.querySelector<HTMLElement>(".sheet")?.dataset.second;
    return at !== undefined && (s === undefined || s === null || Math.abs(Number(at) - s) < 0.01);
  }, second ?? null, { polling: 100, timeout });
}
export const clock = (page: Page): Promise<string> => page.getByTestId("clock").innerText();
