/** Decoders must take windows of this size; they need not take larger ones. */
const MAX_WINDOW = 8 * 1024 * 1024;
const MAGIC = 0xfd2fb528;
/** Bytes that the window of a frame may be moved by in all: some seconds of work at most. */
const MAX_WORK = 16 * 1024 ** 3;
const MAX_FRAMES = 64;

/**
 * Walks over the blocks of a body without decompressing them. The decoder that needs no native code moves its whole
 * window at every block, so many small blocks behind a large window would keep it busy for hours.
 *
 * @returns what is wrong with the body; undefined if it may be decompressed.
 */
export function zstdProblem(body: Buffer): "invalid" | "too large" | undefined {
  let at = 0;
  let work = 0;
  for (let frames = 0; at < body.length; frames += 1) {
    if (frames === MAX_FRAMES) return "too large";
    const frame = readFrame(body, at);
    if (frame === undefined) return "invalid";
    work += frame.window * frame.blocks;
    if (frame.window > MAX_WINDOW || work > MAX_WORK) return "too large";
    at = frame.end;
  }
  return undefined;
}

interface Frame {
  readonly window: number;
  readonly blocks: number;
  readonly end: number;
}

function readFrame(body: Buffer, start: number): Frame | undefined {
  if (start + 8 > body.length) return undefined;
  const magic = body.readUInt32LE(start);
  if (magic >>> 4 === 0x184d2a5)
    return { window: 0, blocks: 0, end: start + 8 + body.readUInt32LE(start + 4) };
  if (magic !== MAGIC) return undefined;
  const flags = body.readUInt8(start + 4);
  const isSingle = (flags & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = flags >> 6 === 0 ? Number(isSingle) : 1 << (flags >> 6);
  const sizeAt = start + 5 + Number(!isSingle) + dictionaryBytes;
  const blocksAt = sizeAt + sizeBytes;
  if (blocksAt > body.length) return undefined;
  const window = isSingle ? contentSize(body, sizeAt, sizeBytes) : windowSize(body.readUInt8(start + 5));
  const blocks = readBlocks(body, blocksAt);
  return blocks && { window, blocks: blocks.count, end: blocks.end + ((flags & 4) === 0 ? 0 : 4) };
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(body: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(body.readBigUInt64LE(at));
  return body.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}

function readBlocks(
  body: Buffer,
  start: number,
): { readonly count: number; readonly end: number } | undefined {
  let at = start;
  for (let count = 1; at + 3 <= body.length; count += 1) {
    const header = body.readUIntLE(at, 3);
    const isRun = ((header >> 1) & 3) === 1;
    at += 3 + (isRun ? 1 : header >> 3);
    if ((header & 1) === 1) return at <= body.length ? { count, end: at } : undefined;
  }
  return undefined;
}
