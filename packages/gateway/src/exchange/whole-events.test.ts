import fc from "fast-check";
import { scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { eventsToRead } from "./events-to-read.js";
import { WholeEvents } from "./whole-events.js";

const EVENTS = [
  'data: {"delta":"one"}\n\n',
  ": a comment\n\n",
  'event: x\r\ndata: {"delta":"ü€😀"}\r\n\r\n',
  'data: {"usage":null,"delta":"two"}\n\n',
  'data: {"usage" : null}\n\n',
  'data: {"usage":{"prompt_tokens":9}}\n\n',
  'data: {"usage":null,"response":{"usage":{"input_tokens":9}}}\r\n\r\n',
  "data: [DONE]\n\n",
];
/** Those that report something, with the mentions of nothing that may come along in the same chunk. */
const reporting = (raw: string): boolean => /"usage" ?: ?\{/.test(raw);

function scanned(chunks: readonly Uint8Array[], all: boolean): string[] {
  const whole = new WholeEvents();
  const parts = chunks.map((chunk) => whole.add(chunk)).filter((part) => part !== undefined);
  return parts.flatMap((part) => eventsToRead(part, all)).map(({ raw }) => raw);
}

/** The bytes of a text, cut at these places. */
function pieces(text: string, cuts: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index]));
}

describe("the events of a stream", () => {
  it("finds the same events wherever the bytes are cut", () => {
    const events = fc.array(fc.constantFrom(...EVENTS), { maxLength: 8 });
    fc.assert(
      fc.property(events, fc.array(fc.nat(), { maxLength: 12 }), (sent, cuts) => {
        const chunks = pieces(sent.join(""), cuts);
        expect(scanned(chunks, true)).toEqual(sent);
        expect(scanned(chunks, false).filter(reporting)).toEqual(sent.filter(reporting));
      }),
      { numRuns: scaled(2000) },
    );
  });

  it("gives every byte of the stream, and parts that end where an event does", () => {
    const events = fc.array(fc.constantFrom(...EVENTS, "data: half of an event"), { maxLength: 8 });
    fc.assert(
      fc.property(events, fc.array(fc.nat(), { maxLength: 12 }), (sent, cuts) => {
        const whole = new WholeEvents();
        const parts = pieces(sent.join(""), cuts).map((chunk) => whole.add(chunk)?.toString() ?? "");
        for (const part of parts) expect(part).toMatch(/^$|\n\r?\n$/);
        expect(parts.join("") + (whole.rest()?.toString() ?? "")).toBe(sent.join(""));
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("gives nothing of a stream that reports nothing", () => {
    const quiet = EVENTS.filter((raw) => !reporting(raw));
    expect(scanned(pieces(quiet.join(""), [7, 40, 41, 90]), false)).toEqual([]);
  });

  it("lets go of an event without an end, and reads those after it", () => {
    const huge = new Uint8Array(9 * 1024 * 1024).fill(0x61);
    const [event = ""] = EVENTS;
    expect(scanned([huge, huge, Buffer.from("\n\n"), Buffer.from(event)], true).at(-1)).toBe(event);
  });
});
