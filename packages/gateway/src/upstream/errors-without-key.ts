import type { Upstream } from "../routes/route.js";
import { withoutKey } from "./without-key.js";

const ERROR = Buffer.from('"error"');

/**
 * Whole events of a stream as they came, unless they report an error that repeats the key that the upstream was sent. Words of the
 * model are left alone: the key of a local server may be any word.
 */
export function errorsWithoutKey(bytes: Buffer, upstream: Pick<Upstream, "key">): Buffer {
  const key = upstream.key();
  if (!key || !bytes.includes(key) || !bytes.includes(ERROR)) return bytes;
  // Bytes that are no characters stay as they are.
  return Buffer.from(withoutKey(bytes.toString("latin1"), upstream), "latin1");
}
