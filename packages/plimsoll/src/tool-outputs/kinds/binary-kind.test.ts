import { describe, expect, it } from "vitest";
import { makeEvidence } from "../make-evidence.js";
import { evidenceOf } from "./recorded-outputs-test-support.js";

describe("evidence of binary data", () => {
  it("says that base64 of an image is one, and shows nothing of it", () => {
    const text = evidenceOf(["binary", "base64-png"], 100);
    expect(text).toContain("PNG image; base64 or another text encoding; content not shown");
    expect(text).not.toContain("iVBOR");
  });

  it("reads the signature of a file in its hexadecimal dump", () => {
    expect(evidenceOf(["binary", "xxd-elf"], 100)).toContain("ELF executable; hexadecimal dump");
  });

  it("spends nothing on the marks of repeated lines in a dump", () => {
    const row = (at: number): string =>
      `${at.toString(16).padStart(8, "0")}  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|`;
    const dump = [...Array(400).keys()]
      .map((at) => (at > 200 && at % 8 === 3 ? "*" : row(at * 16)))
      .join("\n");
    const { text } = makeEvidence(
      { text: dump },
      { maxTokens: 300, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(text).toContain("\n00000020  7f 45");
    expect(text).not.toMatch(/^\*$/m);
  });

  it("has what a message says around an attachment that is longer", () => {
    const data = `${"JVBERi0xLjQKJcfsj6IKNSAwIG9iago8PC9MZW5ndGggNiAwIFIvRmlsdGVyIC9G".repeat(1)}\n`.repeat(
      300,
    );
    const text = `Subject: Berth contract\nMIME-Version: 1.0\n\nThe contract ends on 30 June.\n\n--b1\nContent-Type: application/pdf; name="contract.pdf"\n\n${data}--b1--\n`;
    const shown = makeEvidence(
      { text },
      { maxTokens: 200, count: (part) => Math.ceil(part.length / 4) },
    ).text;
    for (const told of ["Subject: Berth contract", "ends on 30 June", "contract.pdf"])
      expect(shown).toContain(told);
    expect(shown).not.toContain("JVBERi0xLjQK");
  });
});
