import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The body of an answer, decompressed. Upstreams are not asked to compress, and some do. Undefined for an encoding that nobody here
 * knows.
 */
export function decodedBody(body: Readable, encoding: string | undefined): Readable | undefined {
  if (encoding === undefined || encoding === "" || encoding === "identity") return body;
  const open = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  // A failure of either reaches the one who reads.
  return open && pipeline(body, open(), () => undefined);
}
