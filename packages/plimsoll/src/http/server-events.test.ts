import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventData, serverEvents } from "./server-events.js";

const END = fc.constantFrom("\n", "\r\n", "\r");

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function eventsOf(text: string, size = 7, limit?: number): Promise<string[]> {
  const raws: string[] = [];
  for await (const { raw } of serverEvents(inChunks(text, size), limit)) raws.push(raw);
  return raws;
}

describe("serverEvents", () => {
  it("loses nothing, wherever chunks and lines end", async () => {
    const line = fc.constantFrom("data: {}", "data:ü漢字", ": comment", "event: a", "id: 1", "");
    const stream = fc.array(fc.tuple(line, END)).map((parts) => parts.flat().join(""));
    await fc.assert(
      fc.asyncProperty(stream, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        expect((await eventsOf(text, size)).join("")).toBe(text);
      }),
    );
  });

  it("tells the data of every event, whichever line ends are used", async () => {
    await fc.assert(
      fc.asyncProperty(END, fc.integer({ min: 1, max: 9 }), async (end, size) => {
        const text = [
          ": hello",
          "event: a",
          "data: one",
          "data:two",
          "",
          "data: three",
          "",
          "data: last",
        ].join(end);
        const data = (await eventsOf(text, size))
          .map((raw) => eventData({ raw }))
          .filter((said) => said !== "");
        expect(data).toEqual(["one\ntwo", "three", "last"]);
      }),
    );
  });

  it("passes on what is too long for one event in pieces", async () => {
    const text = `data: ${"x".repeat(100)}\n\n`;
    const raws = await eventsOf(text, 10, 30);
    expect(raws.length).toBeGreaterThan(1);
    expect(raws.join("")).toBe(text);
  });
});
