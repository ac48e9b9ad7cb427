/** Where the bytes of a record come from: ranges of a file server, memory, or a stream that still grows. */
export interface Source {
  /** Bytes known to exist now. */
  size(): number;
  read(from: number, length: number): Promise<Uint8Array>;
}

export class MemorySource implements Source {
  constructor(private bytes: Uint8Array) {}
  size(): number { return this.bytes.length; }
  async read(from: number, length: number): Promise<Uint8Array> {
    if (from + length > this.bytes.length) throw new Error("the file is shorter than it says");
    return this.bytes.subarray(from, from + length);
  }
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Progress = (bytes: number, of: number) => void;

class RangeSource implements Source {
  constructor(private url: string, private total: number, private headers: Record<string, string>,
              private get: Fetch, private progress: Progress) {}
  private got = 0;
  size(): number { return this.total; }
  async read(from: number, length: number): Promise<Uint8Array> {
    const r = await this.get(this.url, { headers: { ...this.headers, Range: `bytes=${from}-${from + length - 1}` } });
    if (r.status !== 206) throw new Error(`the server answered ${r.status} instead of a part of the file`);
    const bytes = new Uint8Array(await r.arrayBuffer());
    if (bytes.length !== length) throw new Error("the server sent another part than was asked for");
    this.progress((this.got += bytes.length), this.total);
    return bytes;
  }
}

const FIRST = 65536;

/** Asks for the first part; a server that does not honour ranges sends the whole, which then is kept in memory. */
export async function openUrl(url: string, headers: Record<string, string> = {}, get: Fetch = fetch,
                              progress: Progress = () => {}): Promise<Source> {
  const r = await get(url, { headers: { ...headers, Range: `bytes=0-${FIRST - 1}` } });
  if (r.status === 206) {
    const total = Number(/\/(\d+)\s*$/.exec(r.headers.get("Content-Range") ?? "")?.[1] ?? NaN);
    const first = new Uint8Array(await r.arrayBuffer());
    if (!Number.isFinite(total)) throw new Error("the server does not say how long the file is");
    if (first.length >= total) return new MemorySource(first.subarray(0, total));
    return withHead(first, new RangeSource(url, total, headers, get, progress));
  }
  if (r.status !== 200) throw new Error(`the server answered ${r.status}`);
  return new MemorySource(await whole(r, progress));
}

async function whole(r: Response, progress: Progress): Promise<Uint8Array> {
  const total = Number(r.headers.get("Content-Length") ?? 0), parts: Uint8Array[] = [];
  if (!r.body) return new Uint8Array(await r.arrayBuffer());
  const reader = r.body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    progress((size += value.length), total);
  }
  return joined(parts, size);
}

export function joined(parts: Uint8Array[], size: number): Uint8Array {
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) { out.set(p, at); at += p.length; }
  return out;
}

/** Serves what the first request brought from memory. */
function withHead(head: Uint8Array, rest: Source): Source {
  return {
    size: () => rest.size(),
    read: async (from, length) => from + length <= head.length
      ? head.subarray(from, from + length)
      : rest.read(from, length),
  };
}

/** Bytes that come in over time, kept in pieces of 4 MB. */
export class GrowingSource implements Source {
  private static readonly PIECE = 4 << 20;
  private pieces: Uint8Array[] = [];
  private length = 0;
  size(): number { return this.length; }
  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const inside = this.length % GrowingSource.PIECE;
      if (inside === 0) this.pieces.push(new Uint8Array(GrowingSource.PIECE));
      const n = Math.min(bytes.length - at, GrowingSource.PIECE - inside);
      this.pieces[this.pieces.length - 1].set(bytes.subarray(at, at + n), inside);
      at += n;
      this.length += n;
    }
  }
  async read(from: number, length: number): Promise<Uint8Array> {
    if (from + length > this.length) throw new Error("these bytes have not come yet");
    const out = new Uint8Array(length), P = GrowingSource.PIECE;
    for (let at = 0; at < length;) {
      const k = Math.floor((from + at) / P), inside = (from + at) % P, n = Math.min(length - at, P - inside);
      out.set(this.pieces[k].subarray(inside, inside + n), at);
      at += n;
    }
    return out;
  }
}
