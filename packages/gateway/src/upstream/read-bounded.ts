import { BrokenOff } from "./broken-off.js";

/** The text of a body up to a number of bytes; what is longer is cut and not waited for. @throws BrokenOff */
export async function readBounded(
  body: AsyncIterable<Uint8Array> & { destroy(): void },
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch (error) {
    throw new BrokenOff(error);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}
