import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { MALFORMED_KINDS, syntheticHistory, syntheticTurns } from "plimsoll/testing";
import { MODEL, asInput, refusal, withServer } from "./openai-test-support.js";

describe("a synthetic session", () => {
  it("is accepted whole, and counts the same when it is chained turn by turn", async () => {
    await withServer({ respond: () => [] }, async (_, client) => {
      const options = { seed: 11, turns: 30, toolDensity: 0.9, parallelCalls: 0.5 };
      let previous: string | null = null;
      let inputTokens = 0;
      for (const turn of syntheticTurns(options)) {
        const response: OpenAI.Responses.Response = await client.responses.create({
          model: MODEL,
          input: asInput(turn),
          previous_response_id: previous,
        });
        previous = response.id;
        inputTokens = response.usage?.input_tokens ?? 0;
      }
      const whole = await client.responses.create({
        model: MODEL,
        input: asInput(syntheticHistory(options)),
      });
      expect(whole.usage?.input_tokens).toBe(inputTokens);
      expect(whole.usage?.input_tokens_details.cached_tokens).toBeGreaterThan(inputTokens - 129);
    });
  });

  it.each(["orphan_result", "call_without_result", "result_before_call"] as const)(
    "is refused with a pair that is broken as %s",
    async (kind) => {
      expect(MALFORMED_KINDS).toContain(kind);
      await withServer({}, async (_, client) => {
        const items = syntheticHistory({
          seed: 3,
          turns: 10,
          toolDensity: 1,
          malformedPairs: 1,
          malformedKinds: [kind],
        });
        const error = await refusal(client.responses.create({ model: MODEL, input: asInput(items) }));
        expect(error.message).toMatch(/No tool (?:call|output) found for function call/u);
      });
    },
  );
});
