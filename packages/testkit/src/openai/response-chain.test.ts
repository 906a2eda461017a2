import { describe, expect, it } from "vitest";
import { MODEL, asInput, eventsOf, refusal, withServer } from "./openai-test-support.js";

const echo = { respond: ({ items }: { readonly items: readonly unknown[] }) => JSON.stringify(items) };

describe("a chain of responses", () => {
  it("gives the model the earlier input and output, and not the earlier instructions", async () => {
    await withServer({}, async (server, client) => {
      server.reply("two");
      const first = await client.responses.create({ model: MODEL, input: "one", instructions: "Be brief." });
      server.reply("four");
      const second = await client.responses.create({
        model: MODEL,
        input: "three",
        previous_response_id: first.id,
      });
      expect(second.instructions).toBeNull();
      const whole = [
        { role: "user" as const, content: "one" },
        { role: "assistant" as const, content: "two" },
        { role: "user" as const, content: "three" },
      ];
      const { input_tokens } = await client.responses.inputTokens.count({ model: MODEL, input: whole });
      expect(second.usage?.input_tokens).toBe(input_tokens);
      expect((await client.responses.retrieve(second.id)).previous_response_id).toBe(first.id);
    });
  });

  it("takes the outputs of calls that stand earlier in the chain, and no input at all", async () => {
    await withServer(echo, async (server, client) => {
      server.reply({ type: "function_call", name: "look", arguments: {}, call_id: "call_1" });
      const first = await client.responses.create({ model: MODEL, input: "look" });
      const second = await client.responses.create({
        model: MODEL,
        previous_response_id: first.id,
        input: [{ type: "function_call_output", call_id: "call_1", output: "seen" }],
      });
      expect(second.output_text).toContain("seen");
      const third = await client.responses.create({ model: MODEL, previous_response_id: second.id });
      expect(JSON.parse(third.output_text)).toHaveLength(4);
    });
  });

  it("does not exist for a response that was not stored or is not known", async () => {
    await withServer({}, async (_, client) => {
      const unstored = await client.responses.create({ model: MODEL, input: "a", store: false });
      for (const id of [unstored.id, "resp_unknown"]) {
        const error = await refusal(
          client.responses.create({ model: MODEL, input: "b", previous_response_id: id }),
        );
        expect(error).toMatchObject({
          status: 400,
          code: "previous_response_not_found",
          param: "previous_response_id",
          message: `400 Previous response with id '${id}' not found.`,
        });
      }
      expect((await refusal(client.responses.retrieve(unstored.id))).status).toBe(404);
    });
  });

  it("is missing with the configured status", async () => {
    await withServer({ missingResponseStatus: 404 }, async (_, client) => {
      const error = await refusal(
        client.responses.create({ model: MODEL, input: "b", previous_response_id: "resp_x" }),
      );
      expect([error.status, error.code]).toEqual([404, "previous_response_not_found"]);
    });
  });
});

describe("item ids", () => {
  const reasoningTurn = [{ type: "reasoning", summary: "hm" }, "done"] as const;

  it("of stored reasoning are looked up", async () => {
    await withServer({}, async (server, client) => {
      server.reply([...reasoningTurn]);
      const first = await client.responses.create({ model: MODEL, input: "a" });
      const references = first.output.map(({ id }) => ({ type: "item_reference" as const, id: id ?? "" }));
      const again = await client.responses.create({
        model: MODEL,
        input: [...references, { role: "user", content: "b" }],
      });
      expect(again.status).toBe("completed");
    });
  });

  it("of unstored reasoning are refused where nothing else carries the reasoning", async () => {
    await withServer({}, async (server, client) => {
      server.reply([...reasoningTurn]);
      const bare = await client.responses.create({ model: MODEL, input: "a", store: false });
      const error = await refusal(
        client.responses.create({ model: MODEL, input: asInput(bare.output), store: false }),
      );
      const id = bare.output[0]?.id;
      expect(error.status).toBe(404);
      expect(error.message).toBe(
        `404 Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
      );
    });
  });

  it("of unstored items are accepted with encrypted reasoning, as stateless clients send them", async () => {
    await withServer({}, async (server, client) => {
      server.reply([...reasoningTurn]);
      const first = await client.responses.create({
        model: MODEL,
        input: "a",
        store: false,
        include: ["reasoning.encrypted_content"],
      });
      const second = await client.responses.create({
        model: MODEL,
        store: false,
        input: asInput([{ role: "user", content: "a" }, ...first.output, { role: "user", content: "b" }]),
      });
      expect(second.status).toBe("completed");
    });
  });

  it("of unstored items are all refused on request", async () => {
    await withServer({ unpersistedIds: "all" }, async (_, client) => {
      const first = await client.responses.create({ model: MODEL, input: "a", store: false });
      expect(
        (await refusal(client.responses.create({ model: MODEL, input: asInput(first.output) }))).status,
      ).toBe(404);
      const stripped = asInput(first.output.map((item) => ({ ...item, id: undefined })));
      expect((await client.responses.create({ model: MODEL, input: stripped })).status).toBe("completed");
    });
  });

  it("of a compaction are never refused: its window is replayed as it came", async () => {
    await withServer({ unpersistedIds: "all" }, async (_, client) => {
      const compacted = await client.responses.compact({ model: MODEL, input: "a" });
      const replayed = { model: MODEL, input: asInput(compacted.output), store: false };
      expect((await client.responses.create(replayed)).status).toBe("completed");
      const trigger = asInput([{ role: "user", content: "a" }, { type: "compaction_trigger" }]);
      const triggered = await client.responses.create({ model: MODEL, input: trigger, store: false });
      const again = { model: MODEL, input: asInput(triggered.output) };
      expect((await client.responses.create(again)).status).toBe("completed");
    });
  });

  it("may stand only once", async () => {
    await withServer({}, async (_, client) => {
      const first = await client.responses.create({ model: MODEL, input: "a" });
      const error = await refusal(
        client.responses.create({
          model: MODEL,
          previous_response_id: first.id,
          input: asInput(first.output),
        }),
      );
      expect(error.message).toContain(`Duplicate item found with id ${first.output[0]?.id}.`);
    });
  });
});

describe("encrypted reasoning", () => {
  it("comes on request or always, and counts when it is sent back", async () => {
    await withServer({ encryptReasoning: true }, async (server, client) => {
      server.reply([{ type: "reasoning", tokens: 500 }, "done"]);
      const events = await eventsOf(
        await client.responses.create({ model: MODEL, input: "a", stream: true }),
      );
      const done = events.find((event) => event.type === "response.output_item.done");
      const ended = events.at(-1);
      expect(ended?.type === "response.completed" && ended.response.usage?.output_tokens_details).toEqual({
        reasoning_tokens: 500,
      });
      const [reasoning] = done?.type === "response.output_item.done" ? [done.item] : [];
      expect(reasoning).toHaveProperty("encrypted_content", expect.stringMatching(/^gAAAAA/u));
      const count = async (items: unknown[]): Promise<number> =>
        (await client.responses.inputTokens.count({ model: MODEL, input: asInput(items) })).input_tokens;
      const answer = { role: "assistant", content: "done" };
      const difference = (await count([reasoning, answer])) - (await count([answer]));
      expect(difference).toBe(504);
    });
  });
});
