import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicProtocol } from "./anthropic/anthropic-protocol.js";
import { geminiProtocol } from "./gemini/gemini-protocol.js";
import type { Protocol, UpstreamEvent } from "./protocol.js";
import { readStream, testRequest, testVendor, user } from "./protocol-test-support.js";

const WORDS = [
  ..."type index delta text thinking partial_json signature citation content_block message usage error".split(
    " ",
  ),
  ..."stop_reason candidates content parts functionCall args thought thoughtSignature finishReason".split(
    " ",
  ),
  ..."message_start message_delta message_stop content_block_start content_block_delta content_block_stop".split(
    " ",
  ),
  ..."tool_use server_tool_use input text_delta thinking_delta input_json_delta signature_delta max_tokens".split(
    " ",
  ),
  ..."pause_turn end_turn usageMetadata groundingMetadata webSearchQueries groundingChunks web uri name id".split(
    " ",
  ),
];

/** Anything, of the words that the protocols look for, and most of it wrong. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<unknown>(0, 1, -1, null, true, "", ...WORDS),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...WORDS), tie("value"), { maxKeys: 6 }),
  ),
}));
const event: fc.Arbitrary<UpstreamEvent> = fc.record({ event: fc.constantFrom("", ...WORDS), data: value });

describe.each([
  ["anthropic", anthropicProtocol as Protocol],
  ["gemini", geminiProtocol as Protocol],
])("any stream of %s", (name, protocol) => {
  it("is read without an exception, and ends once", () => {
    const from = { request: testRequest([user("x")], { webSearch: {} }), vendor: testVendor(name) };
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const answer = readStream(protocol, events, from);
        const ends = answer.filter(({ type }) => type === "end" || type === "failed");
        expect(ends).toEqual([answer.at(-1)]);
      }),
      { numRuns: 1500 },
    );
  });
});
