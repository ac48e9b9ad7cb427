/** One record on the table: its worker, the frames at hand, and its chronicle. */
import { signal, type Signal } from "@preact/signals";
import type { Frame, Header, Layers } from "../record/types";
import type { Address, Answer, Ask } from "../worker/protocol";
import { Burdens } from "./burdens";
import { Chronicle } from "./chronicle";

const KEPT = 10;

export class Battle {
  private told = new Chronicle();
  /** Rises whenever the survey has brought something. */
  readonly surveyed = signal(0);
  readonly seconds = signal(0);
  readonly whole = signal(true);
  readonly failure: Signal<string | null> = signal(null);
  /** Rises with every frame that comes. */
  readonly arrived = signal(0);
  /** Rises when a picture that is there comes once more with its whole trails. */
  readonly mended = signal(0);
  /** milliseconds the worker took for the last frame */
  frameMs = 0;
  private frames = new Map<number, Frame>();
  private waiting = new Set<number>();
  private asked = 0;
  private heard: (() => void)[] = [];
  private scout: Worker | null = null;
  readonly burdens = new Burdens(this);

  private constructor(readonly name: string, readonly address: Address, readonly header: Header, readonly layers: Layers,
                      private worker: Worker, seconds: number, whole: boolean) {
    this.seconds.value = seconds;
    this.whole.value = whole;
    worker.onmessage = (m: MessageEvent<Answer>) => this.hear(m.data);
    this.startSurvey();
  }

  static open(name: string, address: Address, progress: (got: number, of: number) => void): Promise<Battle> {
    const worker = newWorker();
    return new Promise((done, fail) => {
      worker.onmessage = (m: MessageEvent<Answer>) => {
        const a = m.data;
        if (a.answer === "bytes") progress(a.got, a.of);
        else if (a.answer === "failed") { worker.terminate(); fail(new Error(a.message)); }
        else if (a.answer === "opened") done(new Battle(name, address, a.header, a.layers, worker, a.seconds, a.whole));
      };
      worker.onerror = (e) => { worker.terminate(); fail(new Error(e.message || "the reader did not start")); };
      worker.postMessage({ ask: "open", address } satisfies Ask);
    });
  }

  close(): void { this.worker.terminate(); this.scout?.terminate(); }

  /** Whoever reads it in a panel is drawn anew when the survey goes on. */
  get chronicle(): Chronicle { void this.surveyed.value; return this.told; }
  /** The last second that may be shown. */
  get last(): number { return Math.max(0, this.seconds.value - 1); }
  get zero(): number { return this.header.clock_zero_tick / this.header.ticks_per_second; }
  tickOf(second: number): number { return Math.round(second * this.header.ticks_per_second); }
  secondOf(tick: number): number { return tick / this.header.ticks_per_second; }

  /** Both frames around a moment, when they are there; asks for what is missing. */
  around(second: number, ahead: number): [Frame, Frame, number] | null {
    void this.arrived.value;
    const s = Math.max(0, Math.min(Math.floor(second), this.last)), n = Math.min(s + 1, this.last);
    const want: number[] = [];
    for (let k = s; k <= Math.min(s + 1 + ahead, this.last); ++k) if (!this.frames.has(k)) want.push(k);
    if (want.some((k) => !this.waiting.has(k))) this.ask(want, ahead > 1 ? 2 : 0);
    const a = this.frames.get(s), b = this.frames.get(n);
    return a && b ? [a, b, n > s ? second - s : 0] : null;
  }

  /** For films: waits until the moment is there. */
  async moment(second: number): Promise<[Frame, Frame, number]> {
    for (;;) {
      const found = this.around(second, 2);
      if (found) return found;
      if (this.failure.value) throw new Error(this.failure.value);
      await new Promise<void>((go) => { this.heard.push(go); });
    }
  }

  private ask(seconds: number[], ahead: number): void {
    this.waiting = new Set(seconds);
    this.worker.postMessage({ ask: "frames", id: ++this.asked, seconds, ahead } satisfies Ask);
  }

  private startSurvey(): void {
    if (this.address.kind === "url") {
      // A second reader, so that the charts never keep the table waiting.
      this.scout = newWorker();
      this.scout.onmessage = (m: MessageEvent<Answer>) => {
        if (m.data.answer === "opened") this.scout!.postMessage({ ask: "survey" } satisfies Ask);
        else this.hear(m.data);
      };
      this.scout.postMessage({ ask: "open", address: this.address } satisfies Ask);
    } else this.worker.postMessage({ ask: "survey" } satisfies Ask);
  }

  private hear(a: Answer): void {
    if (a.answer === "frame") {
      this.frames.set(a.frame.second, a.frame);
      this.waiting.delete(a.frame.second);
      this.frameMs = a.ms;
      ++this.arrived.value;
      if (a.mended) ++this.mended.value;
      this.failure.value = null;
      this.trim(a.frame.second);
    } else if (a.answer === "surveyed") {
      this.told.add(a.part, a.chunks);
      ++this.surveyed.value;
    } else if (a.answer === "grown") {
      this.seconds.value = a.seconds;
      this.whole.value = a.whole;
    } else if (a.answer === "failed") {
      this.waiting.clear();
      this.failure.value = a.message;
    }
    const all = this.heard;
    this.heard = [];
    for (const go of all) go();
  }

  private trim(near: number): void {
    while (this.frames.size > KEPT) {
      let far = -1, d = -1;
      for (const k of this.frames.keys()) if (Math.abs(k - near) > d) { d = Math.abs(k - near); far = k; }
      this.frames.delete(far);
    }
  }
}

const newWorker = (): Worker => new Worker(new URL("../worker/worker.ts", import.meta.url), { type: "module" });
