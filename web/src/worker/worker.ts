/** Reads, unpacks and walks a record away from the page's thread. */
import { Film } from "../record/film";
import { RecordFile } from "../record/file";
import { GrowingSource, MemorySource, openUrl } from "../record/source";
import { survey } from "../record/survey";
import type { Frame } from "../record/types";
import type { Address, Answer, Ask } from "./protocol";

const scope = self as unknown as DedicatedWorkerGlobalScope;
let file: RecordFile | null = null;
let film: Film | null = null;
let surveyed = 0, surveying = false, wantSurvey = false;
/** Only the newest question for a frame is worth an answer. */
let newest: { id: number; seconds: number[]; ahead: number } | null = null;
let busy = false;
const CALM_MS = 200;
let idle: ReturnType<typeof setTimeout> | undefined;

const say = (a: Answer, transfer: Transferable[] = []): void => scope.postMessage(a, transfer);
const failed = (id: number | null, e: unknown): void =>
  say({ answer: "failed", id, message: e instanceof Error ? e.message : String(e) });

function opened(f: RecordFile): void {
  file = f;
  film = new Film(f);
  say({ answer: "opened", header: f.header, layers: f.layers, seconds: f.seconds, whole: f.whole });
}

async function open(address: Address): Promise<void> {
  if (address.kind === "live") return openLive(address.url, address.protocols);
  const source = address.kind === "bytes"
    ? new MemorySource(new Uint8Array(address.bytes))
    : await openUrl(address.url, address.token ? { "X-Linghe-Token": address.token } : {}, (u, i) => fetch(u, i),
        (got, of) => say({ answer: "bytes", got, of }));
  const f = await RecordFile.open(source);
  if (!f) throw new Error("the file is empty");
  opened(f);
}

function openLive(url: string, protocols: string[]): void {
  const source = new GrowingSource(), socket = new WebSocket(url, protocols);
  let chain = Promise.resolve();
  socket.binaryType = "arraybuffer";
  const advance = async (): Promise<void> => {
    if (!file) {
      const f = await RecordFile.open(source);
      if (f && f.chunks.length > 0) opened(f);
      return;
    }
    if (await file.walk()) {
      say({ answer: "grown", seconds: file.seconds, whole: file.whole });
      void runSurvey();
    }
  };
  socket.onmessage = (m: MessageEvent<ArrayBuffer | string>) => {
    if (typeof m.data === "string") {
      chain = chain.then(() => { if (file) { file.whole = true; say({ answer: "grown", seconds: file.seconds, whole: true }); } });
      return;
    }
    source.push(new Uint8Array(m.data));
    chain = chain.then(advance).catch((e: unknown) => failed(null, e));
  };
  socket.onerror = () => failed(null, new Error("the live stream broke off"));
}

function buffers(f: Frame): Transferable[] {
  return [f.xy, f.trail, f.look, f.unit, f.smokeBlack, f.smokeWhite, f.fire, f.dust, f.units, f.persons].map((a) => a.buffer);
}

async function answerFrames(): Promise<void> {
  if (busy) return;
  busy = true;
  let last: typeof newest = null;
  while (newest && film) {
    last = newest;
    newest = null;
    for (const second of last.seconds) {
      await answer(last.id, second, last.ahead === 0, false);
      if (newest) break;
    }
  }
  busy = false;
  if (!last || last.seconds.length === 0) return;
  if (last.ahead > 0) film!.prefetch(last.seconds[last.seconds.length - 1], last.ahead);
  else { const q = last; idle = setTimeout(() => void calm(q.id, q.seconds), CALM_MS); }
}

async function answer(id: number, second: number, haste: boolean, mended: boolean): Promise<void> {
  const t0 = performance.now();
  try {
    const frame = await film!.frame(second, haste);
    say({ answer: "frame", id, frame, ms: performance.now() - t0, mended }, buffers(frame));
  } catch (e) { failed(id, e); }
}

/** He who sought the moment has found it and stays: what haste left out is made good, and the next chunk fetched. */
async function calm(id: number, seconds: number[]): Promise<void> {
  if (busy || newest || !film) return;
  busy = true;
  for (const second of seconds) if (!newest && !film.whole(second)) await answer(id, second, false, true);
  busy = false;
  if (newest) void answerFrames(); else film.prefetch(seconds[seconds.length - 1], 1);
}

async function runSurvey(): Promise<void> {
  if (surveying || !wantSurvey) return;
  surveying = true;
  while (file && surveyed < file.chunks.length) {
    try {
      say({ answer: "surveyed", part: await survey(file, surveyed), chunks: file.chunks.length });
    } catch (e) { failed(null, e); }
    ++surveyed;
    await new Promise((go) => setTimeout(go, 0)); // let a waiting question for a frame come first
  }
  surveying = false;
}

scope.onmessage = (m: MessageEvent<Ask>) => {
  const q = m.data;
  if (q.ask === "open") open(q.address).catch((e: unknown) => failed(null, e));
  else if (q.ask === "frames") { newest = q; clearTimeout(idle); void answerFrames(); }
  else { wantSurvey = true; void runSurvey(); }
};
