import { type Format, formatByName } from "plimsoll";
import { describe, expect, it } from "vitest";
import { ownText } from "./own-text.js";

const format = formatByName("responses") as unknown as Format;
const output = (callId: string, text: string): object => ({
  type: "function_call_output",
  call_id: callId,
  output: text,
});
const header = (size: number): string => `[log: ${size} characters; full output: item_${"a".repeat(32)}]`;

describe("ownText", () => {
  it("names the headers of evidence, not what was given or quoted", () => {
    const kept = output("c1", "[log: as it came]\nline");
    const given = [kept, output("c2", "first\nsecond"), output("c3", "[quoted]\nmore")];
    const result = [kept, output("c2", `${header(4211)}\nfirst`), output("c3", "[quoted]")];
    expect(ownText({ given, result, format })).toEqual([header(4211)]);
  });

  it("names the notes in evidence that have numbers of their own", () => {
    const given = [output("c1", "GET / 200\nGET / 500\n[×4711 alike]")];
    const note =
      "GET / 200 [×8000 alike]\n… 1204 lines\nGET / 500 [500: 3 of 8000 lines]\nx [×7]\n[×4711 alike]";
    const result = [output("c1", `${header(4211)}\n${note}`)];
    expect(ownText({ given, result, format, targetTokens: 4_000 })).toEqual([
      header(4211),
      "[×8000 alike]",
      "… 1204 lines",
      "[500: 3 of 8000 lines]",
    ]);
  });

  it("stays within a tenth of the target, or 100 tokens", () => {
    const given = Array.from({ length: 20 }, (_, index) => output(`c${index}`, "text"));
    const result = given.map((_, index) => output(`c${index}`, header(1000 + index)));
    expect(ownText({ given, result, format })).toHaveLength(2);
    expect(ownText({ given, result, format, targetTokens: 4000 }).length).toBeGreaterThan(8);
  });
});
