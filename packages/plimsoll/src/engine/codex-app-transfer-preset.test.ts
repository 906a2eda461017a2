import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { responses, type ResponsesItem } from "../formats/responses/responses.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { byteLength } from "../text/fits-bytes.js";
import { evidenceReference } from "../tool-outputs/evidence-reference.js";
import { makeEvidence } from "../tool-outputs/make-evidence.js";
import { CompactManager } from "./compact-manager.js";

const item = (fields: object): ResponsesItem => fields as ResponsesItem;

const OUTPUT = [
  "Chunk ID: 3f0a",
  "Process exited with code 1",
  "Original token count: 6123",
  "Output:",
  ...Array.from({ length: 300 }, (_, line) => `[12:00:${line % 60}] building src/unit-${line}.ts`),
  "src/basket.ts:42:7 - error TS2304: Cannot find name 'splice'.",
  "See https://example.com/build/7, and ./logs/build.log.",
].join("\n");

function bounded(output: string): Promise<string> {
  const manager = new CompactManager<ResponsesItem>({
    model: "any",
    maxContextTokens: 100_000,
    estimator: characterEstimator,
    format: responses,
    policy: { preset: "codex-app-transfer" },
  });
  const items = [
    item({ type: "message", role: "user", content: [{ type: "input_text", text: "Build." }] }),
    item({ type: "function_call", call_id: "call_7", name: "shell", arguments: '{"command":"make"}' }),
    item({ type: "function_call_output", call_id: "call_7", output }),
  ];
  return manager
    .preflight("s", items)
    .then((result) => responses.view(result.items[2] ?? {}).results[0]?.text ?? "");
}

describe("the codex-app-transfer preset", () => {
  it("bounds outputs by bytes and says what was stored, where, and what it names", async () => {
    const text = await bounded(OUTPUT);
    expect(byteLength(text)).toBeLessThanOrEqual(5_000);
    const reference = evidenceReference(text) ?? "";
    expect(reference).toMatch(/^art_/u);
    const told = text.replaceAll(reference, "art_1");
    expect(told.slice(0, told.indexOf("\n\n"))).toMatchInlineSnapshot(`
      "[command: 10833 characters, 306 lines, ~2709 tokens; exit code 1; original token count 6123; 1 error; kept 106; full output: art_1]
      [Tool output stored outside the context]
      What follows is a bounded extract, not the whole output.
      Artifact ID: art_1
      Tool call ID: call_7
      Artifact kind: command
      Original size: 10833 chars across 306 lines.
      Original token count: 6123
      Path hints:
      - src/basket.ts
      - src/unit-299.ts
      - src/unit-298.ts
      - src/unit-0.ts
      - src/unit-297.ts
      - src/unit-296.ts
      - src/unit-295.ts
      - src/unit-294.ts
      - src/unit-293.ts
      - src/unit-292.ts
      - src/unit-291.ts
      - src/unit-290.ts
      URL hints:
      - https://example.com/build/7"
    `);
    expect(text).toContain("error TS2304: Cannot find name 'splice'");
    expect(text.split("\n").at(-1)).toMatchInlineSnapshot(
      `"[Omitted the rest of the tool output. Original size: 10833 chars.]"`,
    );
  });

  it("leaves outputs of few bytes as they are, and counts bytes, not characters", async () => {
    const short = "é".repeat(2_400);
    expect(await bounded(short)).toBe(short);
    expect(evidenceReference(await bounded("é\n".repeat(1_700)))).toBeDefined();
  });

  it("keeps to its bytes and tokens, whatever the output", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 200 }), { minLength: 30, maxLength: 120 }),
        fc.integer({ min: 200, max: 4_000 }),
        (lines, maxBytes) => {
          const options = {
            maxTokens: 2_000,
            maxBytes,
            note: "artifact" as const,
            reference: `art_${"0".repeat(32)}`,
          };
          const { text, tokens } = makeEvidence(
            { text: lines.join("\n") },
            { ...options, count: (part) => characterEstimator.count(part) },
          );
          expect(tokens).toBeLessThanOrEqual(options.maxTokens);
          expect(byteLength(text)).toBeLessThanOrEqual(maxBytes);
        },
      ),
      { numRuns: 60 },
    );
  });
});
