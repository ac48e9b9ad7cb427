/** What the page and its worker say to each other. */
import type { Surveyed } from "../record/survey";
import type { ChunkRef, Frame, Header, Layers } from "../record/types";

export type Address =
  | { kind: "url"; url: string; token: string | null }
  | { kind: "bytes"; bytes: ArrayBuffer }
  | { kind: "live"; url: string; protocols: string[] };

export type Ask =
  | { ask: "open"; address: Address }
  /** ahead: chunks that will be wanted soon; 0 where somebody looks for a moment and nothing may keep him waiting */
  | { ask: "frames"; id: number; seconds: number[]; ahead: number }
  | { ask: "survey" };

export type Answer =
  | { answer: "opened"; header: Header; layers: Layers; seconds: number; whole: boolean }
  | { answer: "grown"; seconds: number; whole: boolean }
  /** mended: the same picture once more, now with its whole trails */
  | { answer: "frame"; id: number; frame: Frame; ms: number; mended: boolean }
  | { answer: "surveyed"; part: Surveyed; chunks: number }
  | { answer: "bytes"; got: number; of: number }
  | { answer: "failed"; id: number | null; message: string };

export type { ChunkRef };
