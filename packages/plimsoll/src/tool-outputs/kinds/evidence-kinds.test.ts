import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { classifyOutput } from "../classify-output.js";
import { makeEvidence } from "../make-evidence.js";
import { EVIDENCE_KINDS } from "./evidence-kinds.js";
import { recordedOutput, RECORDED_OUTPUTS } from "./recorded-outputs-test-support.js";
import { readCallHints } from "../call-hints.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const REFERENCE = "art_0123456789abcdef";

describe("the kinds of evidence", () => {
  it("have a recorded output of a real program each", () => {
    expect(readdirSync(RECORDED_OUTPUTS).sort()).toEqual(Object.keys(EVIDENCE_KINDS).sort());
  });
});

describe.each(Object.keys(EVIDENCE_KINDS))("evidence of the kind %s", (kind) => {
  const files = readdirSync(`${RECORDED_OUTPUTS}${kind}`).map((file) => [file.replace(/\.txt$/, "")]);

  it.each(files)("is chosen for %s by its content", (program) => {
    expect(classifyOutput({ text: recordedOutput(kind, program) })).toBe(kind);
  });

  it.each(files)("is bounded and names the whole, whatever the budget, for %s", (program) => {
    const text = recordedOutput(kind, program);
    for (const maxTokens of [40, 120, 250]) {
      const options = { maxTokens, count, reference: REFERENCE };
      const evidence = makeEvidence({ text }, options);
      expect(evidence.kind).toBe(kind);
      expect(count(evidence.text)).toBeLessThanOrEqual(maxTokens);
      expect(evidence.text.length).toBeLessThan(text.length);
      expect(evidence.text.split("\n")[0]).toContain(`full output: ${REFERENCE}`);
      expect(makeEvidence({ text }, options)).toEqual(evidence);
    }
  });

  it.each(files)("says how much there was of %s", (program) => {
    const text = recordedOutput(kind, program);
    const [header] = makeEvidence({ text }, { maxTokens: 250, count }).text.split("\n");
    expect(header).toMatch(new RegExp(`^\\[${kind}: ${text.length} characters, \\d+ lines, ~\\d+ tokens; `));
    expect(header).toMatch(/; (?:kept \d+|shortened)\]$/);
  });

  it("finds nothing to do in an empty text", () => {
    const hints = readCallHints(undefined);
    const source = { text: "", lines: 0, bodyStart: 0, hints, maxTokens: 100, count };
    const { pieces } = EVIDENCE_KINDS[kind as keyof typeof EVIDENCE_KINDS].extract(source);
    expect(pieces.length).toBeLessThan(5);
  });
});
