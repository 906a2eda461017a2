import type { Upstream } from "../routes/route.js";
import { withoutKey } from "./without-key.js";

const ERROR = Buffer.from('"error"');

/**
 * A part of a stream as it came, unless it reports an error that repeats the key that the upstream was sent. Words of the model are
 * left alone: the key of a local server may be any word.
 */
export function errorsWithoutKey(chunk: Uint8Array, upstream: Pick<Upstream, "key">): Uint8Array {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const key = upstream.key();
  if (!key || !bytes.includes(key) || !bytes.includes(ERROR)) return chunk;
  // Bytes of half a character at either end of the part must stay as they are.
  return Buffer.from(withoutKey(bytes.toString("latin1"), upstream), "latin1");
}
