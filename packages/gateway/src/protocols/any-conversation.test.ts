import fc from "fast-check";
import { checkAgainstSchema } from "plimsoll-testkit/upstreams/check-against-schema-test-support";
import { checkMessagesRequest } from "plimsoll-testkit/upstreams/anthropic/check-messages-request";
import { claudeRules } from "plimsoll-testkit/upstreams/anthropic/claude-rules";
import { signedContent } from "plimsoll-testkit/upstreams/anthropic/conversation-hash";
import { checkGeminiRequest } from "plimsoll-testkit/upstreams/gemini/check-gemini-request";
import { geminiRules } from "plimsoll-testkit/upstreams/gemini/gemini-rules";
import { createSigner } from "plimsoll-testkit/upstreams/signer";
import { describe, expect, it } from "vitest";
import type { TranslatedRequest } from "../translation/translated-request.js";
import { type ReasoningSource, textsOf, turnLists } from "../translation/turns-test-support.js";
import { anthropicProtocol } from "./anthropic/anthropic-protocol.js";
import { geminiProtocol } from "./gemini/gemini-protocol.js";
import { LIST_FILES, testRequest, testVendor } from "./protocol-test-support.js";

const signer = createSigner("property");
const schema = {
  type: "object",
  properties: {
    list: { type: "array", items: { type: "object", properties: { n: { type: "integer", minimum: 1 } } } },
  },
};

const settings: fc.Arbitrary<Partial<TranslatedRequest>> = fc
  .record(
    {
      tools: fc.constantFrom([], [LIST_FILES], [LIST_FILES, { ...LIST_FILES, name: "read_file" }]),
      toolChoice: fc.constantFrom<TranslatedRequest["toolChoice"]>("auto", "none", "required", {
        name: "list_files",
      }),
      effort: fc.constantFrom("none", "minimal", "low", "medium", "high", "xhigh", "max", "odd"),
      outputFormat: fc.constantFrom<NonNullable<TranslatedRequest["outputFormat"]>>(
        { type: "json_object" },
        { type: "json_schema", name: "list", schema },
      ),
      webSearch: fc.constant({ allowedDomains: ["example.com"] }),
      parallelCalls: fc.boolean(),
      maxOutputTokens: fc.constantFrom(16, 2000, 32_000),
      temperature: fc.constantFrom(0, 0.7, 2),
      topP: fc.constant(0.9),
    },
    { requiredKeys: ["tools", "toolChoice"] },
  )
  // A choice names a tool that is there.
  .map((made) =>
    made.tools.length === 0 && typeof made.toolChoice === "object" ? { ...made, toolChoice: "auto" } : made,
  );

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function missingTexts(texts: readonly string[], body: unknown): string[] {
  const strings = stringsIn(body);
  return texts.filter((text) => text.trim() !== "" && !strings.some((string) => string.includes(text)));
}

/** Thinking that the vendor signed, that another signed, and that is not even thinking. */
function sources(
  vendor: string,
  model: string,
  own: Pick<ReasoningSource, "kind" | "data">,
): ReasoningSource[] {
  return [
    { vendor, model, ...own },
    {
      vendor: "another",
      model,
      ...own,
      data: () => ({ type: "thinking", thinking: "x", signature: "x.y", call: 0 }),
    },
    { vendor, model, kind: own.kind, data: () => "broken" },
  ];
}

describe.each([
  "claude-3-5-haiku-20241022",
  "claude-sonnet-4-20250514",
  "claude-sonnet-4-5",
  "claude-opus-4-6",
  "claude-opus-4-7",
  "claude-opus-5",
  "claude-opus-5-5",
])("any conversation with %s", (model) => {
  const vendor = testVendor("anthropic");
  const rules = claudeRules(model);
  const thinking = {
    kind: "thinking",
    data: (index: number) => ({
      type: "thinking",
      thinking: `thought ${index}`,
      signature: `h${index}.${signer.sign(signedContent(`thought ${index}`, `h${index}`))}`,
    }),
  };

  it("is taken by the API, fits its schema, and keeps every text", () => {
    expect(rules).toBeDefined();
    fc.assert(
      fc.property(turnLists(sources("anthropic", model, thinking)), settings, (turns, chosen) => {
        const request = testRequest(turns, { ...chosen, model });
        const { body, headers } = anthropicProtocol.toRequest(request, vendor);
        const betas = [headers["anthropic-beta"] ?? ""];
        checkMessagesRequest(body, { rules: rules!, signer, betas });
        expect(checkAgainstSchema("anthropic", body)).toEqual([]);
        expect(missingTexts(textsOf(turns), body)).toEqual([]);
        expect(anthropicProtocol.toRequest(request, vendor).body).toEqual(body);
      }),
      { numRuns: 150 },
    );
  });
});

describe.each([
  "gemini-2.0-flash",
  "gemini-2.5-pro",
  "gemini-2.5-flash",
  "gemini-3-pro-preview",
  "gemini-3-flash-preview",
])("any conversation with %s", (model) => {
  const vendor = testVendor("gemini");
  const rules = geminiRules(model);

  it("is taken by the API, fits its schema, and keeps every text", () => {
    expect(rules).toBeDefined();
    const signature = { kind: "thoughtSignature", data: () => ({ signature: "c2ln" }) };
    fc.assert(
      fc.property(turnLists(sources("gemini", model, signature)), settings, (turns, chosen) => {
        const request = testRequest(turns, { ...chosen, model });
        const { body } = geminiProtocol.toRequest(request, vendor);
        checkGeminiRequest(body, { rules: rules!, signer });
        expect(checkAgainstSchema("gemini", body)).toEqual([]);
        expect(missingTexts(textsOf(turns), body)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
