import { Transform, type TransformCallback } from "node:stream";
import zlib from "node:zlib";
import { Decompress } from "fzstd";
import { ApiError } from "./api-error.js";
import { zstdProblem } from "./zstd-problem.js";

/** Of zstd: 32 MB, four times what decoders must take. */
const MAX_WINDOW_LOG = 25;
/** What is decompressed before others get their turn. */
const SLICE = 16 * 1024;

/** Makes the stream that decompresses a body, of which the first bytes are there. Its reader counts what comes out. */
export type BodyDecoder = (first: Buffer) => Transform;

/**
 * How a body is decompressed; undefined if it is not compressed.
 *
 * @throws ApiError 415.
 */
export function bodyDecoder(encoding: string | undefined): BodyDecoder | undefined {
  const name = (encoding ?? "identity").trim().toLowerCase();
  if (name === "" || name === "identity") return undefined;
  if (name === "gzip" || name === "x-gzip") return () => zlib.createGunzip();
  if (name === "deflate") return inflate;
  if (name === "br") return () => zlib.createBrotliDecompress();
  if (name === "zstd") return zstdDecoder;
  throw new ApiError(
    415,
    "The content-encoding of the body is not supported. Use gzip, deflate, br, zstd, or none.",
    { code: "unsupported_content_encoding", headers: { "accept-encoding": "gzip, deflate, br, zstd" } },
  );
}

/** What Node has since 22.15; its types come later. */
interface NativeZstd {
  createZstdDecompress?(options: { readonly params: Readonly<Record<number, number>> }): Transform;
  readonly constants: { readonly ZSTD_d_windowLogMax?: number };
}

function zstdDecoder(): Transform {
  const native = zlib as unknown as NativeZstd;
  const parameter = native.constants.ZSTD_d_windowLogMax;
  if (native.createZstdDecompress === undefined || parameter === undefined) return new PortableZstd();
  return native.createZstdDecompress({ params: { [parameter]: MAX_WINDOW_LOG } });
}

/** `deflate` is zlib's format, but some clients send it without zlib's header. */
function inflate(first: Buffer): Transform {
  const head = first.length > 1 ? first.readUInt16BE(0) : 1;
  return (head & 0x0f00) === 0x0800 && head % 31 === 0 ? zlib.createInflate() : zlib.createInflateRaw();
}

/** Zstandard where Node has none: the whole body is looked over before any of it is decompressed. */
class PortableZstd extends Transform {
  readonly #chunks: Buffer[] = [];

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#chunks.push(chunk);
    done();
  }

  override _flush(done: TransformCallback): void {
    const body = Buffer.concat(this.#chunks);
    const problem = zstdProblem(body);
    if (problem === "too large") {
      return done(new ApiError(413, "The zstd body needs more memory or work than this gateway gives one."));
    }
    if (problem !== undefined) return done(new Error("no zstd"));
    this.#decompress(body).then(() => done(), done);
  }

  async #decompress(body: Buffer): Promise<void> {
    const decoder = new Decompress((part) => {
      if (this.destroyed) throw new Error("stopped");
      this.push(part);
    });
    for (let at = 0; at < body.length; at += SLICE) {
      if (this.destroyed) return;
      decoder.push(body.subarray(at, at + SLICE), at + SLICE >= body.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
