import { describe, expect, it } from "vitest";
import { recognizeOverflow } from "plimsoll/tokens";
import { MODEL, eventsOf, refusal, withServer } from "./openai-test-support.js";

const words = (count: number, word = "word"): string => Array.from({ length: count }, () => word).join(" ");

describe("usage", () => {
  it("counts items, instructions, tools and output formats", async () => {
    await withServer({}, async (_, client) => {
      const count = async (extra: object): Promise<number> =>
        (await client.responses.inputTokens.count({ model: MODEL, input: words(100), ...extra }))
          .input_tokens;
      const bare = await count({});
      expect(bare).toBeGreaterThanOrEqual(100);
      expect(bare).toBeLessThan(120);
      expect(await count({ instructions: words(50) })).toBe(bare + 54);
      const tool = { type: "function", name: "look", description: words(30), parameters: {}, strict: false };
      expect(await count({ tools: [tool] })).toBeGreaterThan(bare + 30);
      const image = {
        type: "input_image",
        image_url: `data:image/png;base64,${"A".repeat(4000)}`,
        detail: "auto",
      };
      const withImage = await count({ input: [{ role: "user", content: [image] }] });
      expect(withImage).toBeGreaterThan(1000);
      expect(withImage).toBeLessThan(1200);
    });
  });

  it("counts the output, reasoning included, and takes what a reply declares", async () => {
    await withServer({}, async (server, client) => {
      server.reply([{ type: "reasoning", tokens: 90 }, words(40)]);
      const counted = await client.responses.create({ model: MODEL, input: "a" });
      expect(counted.usage?.output_tokens_details.reasoning_tokens).toBe(90);
      expect(counted.usage?.output_tokens).toBeGreaterThanOrEqual(130);
      expect(counted.usage?.total_tokens).toBe(
        (counted.usage?.input_tokens ?? 0) + (counted.usage?.output_tokens ?? 0),
      );
      server.reply("b", { usage: { inputTokens: 9000, cachedTokens: 8000 } });
      const declared = await client.responses.create({ model: MODEL, input: "a" });
      expect(declared.usage).toMatchObject({
        input_tokens: 9000,
        input_tokens_details: { cached_tokens: 8000 },
      });
    });
  });

  it("reports the common prefix with earlier requests in steps of 128 tokens from 1024", async () => {
    await withServer({}, async (_, client) => {
      const cached = async (input: string, key?: string): Promise<number | undefined> => {
        const body = { model: MODEL, input, ...(key === undefined ? {} : { prompt_cache_key: key }) };
        return (await client.responses.create(body)).usage?.input_tokens_details.cached_tokens;
      };
      expect(await cached(words(2000))).toBe(0);
      const again = await cached(words(2100));
      expect(again).toBeGreaterThan(1800);
      expect((again ?? 1) % 128).toBe(0);
      expect(await cached(words(2100, "other"))).toBe(0);
      expect(await cached(words(2100), "another key")).toBe(0);
      expect(await cached(words(900))).toBe(0);
    });
  });

  it("reports the whole earlier turn of a chain as cached", async () => {
    await withServer({}, async (_, client) => {
      const first = await client.responses.create({ model: MODEL, input: words(3000) });
      const second = await client.responses.create({
        model: MODEL,
        input: "and now?",
        previous_response_id: first.id,
      });
      const inputTokens = first.usage?.input_tokens ?? 0;
      const { cached_tokens } = second.usage?.input_tokens_details ?? { cached_tokens: -1 };
      expect(cached_tokens).toBe(inputTokens - (inputTokens % 128));
    });
  });
});

describe("a request over the context window", () => {
  const input = words(2000);

  it("is refused with HTTP 400, as is a compaction of it", async () => {
    await withServer({ contextWindow: 1500 }, async (_, client) => {
      for (const request of [
        () => client.responses.create({ model: MODEL, input }),
        () => client.responses.compact({ model: MODEL, input }),
      ]) {
        const error = await refusal(request());
        expect(error).toMatchObject({ status: 400, code: "context_length_exceeded", param: "input" });
        expect(recognizeOverflow(error).overflow).toBe(true);
      }
      expect((await client.responses.create({ model: MODEL, input: words(1000) })).status).toBe("completed");
    });
  });

  it("is refused with an `error` event", async () => {
    await withServer({ contextWindow: 1500, overflow: "error_event" }, async (_, client) => {
      const stream = await client.responses.create({ model: MODEL, input, stream: true });
      const error = await refusal(eventsOf(stream));
      expect(error.status).toBeUndefined();
      expect(error.code).toBe("context_length_exceeded");
      expect((await refusal(client.responses.create({ model: MODEL, input }))).status).toBe(400);
    });
  });

  it("is refused with `response.failed`, streaming or not", async () => {
    await withServer({ contextWindow: 1500, overflow: "failed" }, async (_, client) => {
      const events = await eventsOf(await client.responses.create({ model: MODEL, input, stream: true }));
      expect(events.map(({ type }) => type)).toEqual([
        "response.created",
        "response.in_progress",
        "response.failed",
      ]);
      const response = await client.responses.create({ model: MODEL, input });
      expect([response.status, response.error?.code]).toEqual(["failed", "context_length_exceeded"]);
      expect((await refusal(client.responses.retrieve(response.id))).status).toBe(404);
    });
  });
});
