/** A view file over any source: header, layers, list of chunks, and the raw bytes of a chunk. */
import { decompress } from "fzstd";
import { Cursor, crc32c, sections } from "./bytes";
import type { Source } from "./source";
import type { ChunkRef, Header, Layers } from "./types";

const FRAME = 16;
const enum Block { header = 1, chunk = 2, index = 3, footer = 4 }

export class RecordError extends Error {}

interface BlockHead { type: number; length: number; crc: number; raw: Uint8Array }

function headOf(bytes: Uint8Array): BlockHead {
  const c = new Cursor(bytes);
  const type = c.u16(), magic = c.u16(), length = c.u32();
  c.u32();
  if (magic !== 0x474c) throw new RecordError("this is no file of Linghe, or it is damaged");
  return { type, length, crc: c.u32(), raw: bytes.subarray(0, 12) };
}

/** Unpacks one zstd frame and checks the size it should have. */
export function unpacked(frame: Uint8Array, size: number): Uint8Array {
  const out = decompress(frame, new Uint8Array(size));
  if (out.length !== size) throw new RecordError("a part of the record is damaged");
  return out;
}

export class RecordFile {
  header!: Header;
  layers!: Layers;
  chunks: ChunkRef[] = [];
  /** False while the run goes on or where it was cut. */
  whole = false;
  private walked = 0;

  private constructor(private source: Source) {}

  /** Null when the header has not come yet (a stream that has just begun). */
  static async open(source: Source): Promise<RecordFile | null> {
    const f = new RecordFile(source);
    if (source.size() < FRAME) return null;
    const head = headOf(await source.read(0, FRAME));
    if (head.type !== Block.header) throw new RecordError("this is no view file of Linghe");
    if (source.size() < FRAME + head.length) return null;
    f.readHeader(await f.payload(0, head));
    f.walked = FRAME + head.length;
    if (!(await f.readIndex())) await f.walk();
    return f;
  }

  /** Seconds at hand. */
  get seconds(): number {
    const last = this.chunks[this.chunks.length - 1];
    return last ? last.first + last.seconds : 0;
  }

  chunkOf(second: number): number {
    let low = 0, high = this.chunks.length - 1;
    while (low < high) {
      const mid = (low + high + 1) >> 1;
      if (this.chunks[mid].first <= second) low = mid; else high = mid - 1;
    }
    return low;
  }

  /** The uncompressed sections of chunk k. */
  async raw(k: number): Promise<Uint8Array> {
    const ref = this.chunks[k], block = await this.source.read(ref.offset, ref.length);
    const head = headOf(block);
    this.check(head, block.subarray(FRAME));
    const size = new Cursor(block, FRAME + 24).u64();
    return unpacked(block.subarray(FRAME + 40), size);
  }

  private check(head: BlockHead, payload: Uint8Array): void {
    if (crc32c(payload, crc32c(head.raw)) !== head.crc) throw new RecordError("a block of the record is damaged");
  }

  private async payload(offset: number, head: BlockHead): Promise<Uint8Array> {
    const bytes = await this.source.read(offset + FRAME, head.length);
    this.check(head, bytes);
    return bytes;
  }

  private readHeader(bytes: Uint8Array): void {
    const c = new Cursor(bytes);
    const magic = String.fromCharCode(...c.take(8)), version = c.u32();
    if (magic !== "LGHVIEW\n") throw new RecordError("this is no view file of Linghe");
    if (version !== 1) throw new RecordError(`view file of version ${version}; this viewer reads version 1`);
    const json = c.take(c.u32());
    this.header = JSON.parse(new TextDecoder().decode(json)) as Header;
    const size = c.u64();
    this.layers = readLayers(unpacked(c.take(c.left), size), this.header);
  }

  private async readIndex(): Promise<boolean> {
    const size = this.source.size();
    if (size < FRAME + 16) return false;
    const tail = await this.source.read(size - 32, 32);
    if (new TextDecoder().decode(tail.subarray(24)) !== "LGHVEND\n") return false;
    const at = new Cursor(tail, 16).u64();
    const head = headOf(await this.source.read(at, FRAME));
    const c = new Cursor(await this.payload(at, head));
    const count = c.u32();
    for (let k = 0; k < count; ++k) {
      const offset = c.u64(), length = c.u32(), first = c.u32(), seconds = c.u32(), flags = c.u32();
      this.chunks.push({ offset, length, first, seconds, partial: (flags & 1) !== 0 });
    }
    this.whole = true;
    return true;
  }

  /** Goes on from where the last walk ended; true when chunks were found. */
  async walk(): Promise<boolean> {
    if (this.whole) return false;
    const before = this.chunks.length;
    while (this.source.size() >= this.walked + FRAME) {
      const head = headOf(await this.source.read(this.walked, FRAME));
      if (this.source.size() < this.walked + FRAME + head.length) break;
      if (head.type === Block.footer) this.whole = true;
      if (head.type === Block.chunk) this.addChunk(new Cursor(await this.source.read(this.walked + FRAME, 40)), head);
      this.walked += FRAME + head.length;
    }
    return this.chunks.length > before;
  }

  private addChunk(c: Cursor, head: BlockHead): void {
    const first = c.u32(), seconds = c.u32();
    c.take(24);
    const partial = (c.u32() & 1) !== 0, last = this.chunks[this.chunks.length - 1];
    const ref = { offset: this.walked, length: FRAME + head.length, first, seconds, partial };
    // A partial chunk, written at a suspension, is written anew whole when the run goes on.
    if (last && last.first === first) this.chunks[this.chunks.length - 1] = ref;
    else this.chunks.push(ref);
  }
}

function centimetres(c: Cursor | undefined, n: number): Float32Array {
  const out = new Float32Array(n);
  let cm = 0;
  if (c) for (let i = 0; i < n; ++i) out[i] = (cm += c.zigzag()) / 100;
  return out;
}

function readLayers(bytes: Uint8Array, h: Header): Layers {
  const parts = sections(bytes), cells = h.map.nx * h.map.ny;
  const u8 = (id: number, n: number): Uint8Array => parts.get(id)?.take(n).slice() ?? new Uint8Array(n);
  const u16 = (id: number): Uint16Array => {
    const out = new Uint16Array(h.men), c = parts.get(id);
    if (c) for (let i = 0; i < h.men; ++i) out[i] = c.u16();
    return out;
  };
  return {
    height_m: centimetres(parts.get(1), cells), water_m: centimetres(parts.get(2), cells),
    cover: u8(3, cells), bank: u8(4, cells),
    homeUnit: u16(5), number: u16(6), troop: u8(7, h.men), side: u8(8, h.men),
  };
}
