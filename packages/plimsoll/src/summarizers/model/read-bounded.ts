import { ModelFailure } from "./model-failure.js";

/** The body of a response as text; a body above `limit` bytes is refused and not read to its end. */
export async function readBounded(response: Response, limit: number): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > limit) {
      await reader.cancel();
      throw new ModelFailure("final", `the answer is larger than ${limit} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
