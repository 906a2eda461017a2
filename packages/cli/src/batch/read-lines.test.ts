import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { readLines } from "./read-lines.js";

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect(text: string, size: number, maxBytes: number = 1000): Promise<(string | undefined)[]> {
  const lines: (string | undefined)[] = [];
  for await (const { bytes } of readLines(chunksOf(Buffer.from(text), size), { maxBytes })) {
    lines.push(bytes && Buffer.from(bytes).toString());
  }
  return lines;
}

describe("readLines", () => {
  it("gives the same lines however the stream is cut", async () => {
    const text = fc.array(fc.constantFrom("a", "é", "漢", "\n", "\r\n")).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (content, size) => {
        const expected = content.split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(await collect(content, size)).toEqual(expected);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("leaves out the content of a line that is too long and goes on with the next", async () => {
    expect(await collect("short\nmuch too long\nlast", 3, 6)).toEqual(["short", undefined, "last"]);
  });
});
