import { readFileSync } from "node:fs";
import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { isRecord } from "../wire-record.js";
import { MODEL, asInput, clientOf, eventsOf, refusal, withServer } from "./openai-test-support.js";
import { startScriptedOpenAI } from "./scripted-openai.js";

const words = (count: number): string => Array.from({ length: count }, () => "word").join(" ");
const user = (text: string) => ({ role: "user" as const, content: text });
const call = { type: "function_call", call_id: "call_1", name: "look", arguments: "{}" };
const output = { type: "function_call_output", call_id: "call_1", output: words(3000) };
const history = asInput([
  user("Task one."),
  { role: "assistant", content: "On it." },
  call,
  output,
  user("Next."),
]);

async function count(client: OpenAI, input: OpenAI.Responses.ResponseInput): Promise<number> {
  return (await client.responses.inputTokens.count({ model: MODEL, input })).input_tokens;
}

describe("POST /responses/compact", () => {
  it("returns every user message and then one compaction item that costs little", async () => {
    await withServer({ compactionTokens: 250 }, async (_, client) => {
      const compacted = await client.responses.compact({ model: MODEL, input: history });
      expect(compacted.object).toBe("response.compaction");
      expect(compacted.output).toMatchObject([
        { type: "message", role: "user", content: [{ type: "input_text", text: "Task one." }] },
        { type: "message", role: "user", content: [{ type: "input_text", text: "Next." }] },
        { type: "compaction", encrypted_content: expect.stringMatching(/^gAAAAA/u) },
      ]);
      expect(compacted.usage.input_tokens).toBe(await count(client, history));
      const users = await count(client, [user("Task one."), user("Next.")]);
      expect(await count(client, asInput(compacted.output))).toBe(users + 254);
    });
  });

  it("takes its own output again, user messages and all, and a chain", async () => {
    await withServer({}, async (_, client) => {
      const once = await client.responses.compact({ model: MODEL, input: history });
      const twice = await client.responses.compact({
        model: MODEL,
        input: asInput([...once.output, user("Last.")]),
      });
      expect(twice.output.map(({ type }) => type)).toEqual(["message", "message", "message", "compaction"]);
      const first = await client.responses.create({ model: MODEL, input: history });
      const chained = await client.responses.compact({ model: MODEL, previous_response_id: first.id });
      expect(chained.output.map(({ type }) => type)).toEqual(["message", "message", "compaction"]);
      const error = await refusal(
        client.responses.create({ model: MODEL, input: "a", previous_response_id: chained.id }),
      );
      expect(error.code).toBe("previous_response_not_found");
    });
  });

  it("refuses parameters of the create route", async () => {
    await withServer({}, async (_, client) => {
      for (const parameter of ["stream", "store"]) {
        const error = await refusal(
          client.post("/responses/compact", { body: { model: MODEL, input: "a", [parameter]: false } }),
        );
        expect([error.code, error.message]).toEqual([
          "unknown_parameter",
          `400 Unknown parameter: '${parameter}'.`,
        ]);
      }
    });
  });
});

describe("an encrypted item", () => {
  it("is readable only for the account and the server that it was made for", async () => {
    await withServer({}, async (server, client) => {
      const compacted = await client.responses.compact({ model: MODEL, input: history });
      const input = asInput(compacted.output);
      expect((await client.responses.create({ model: MODEL, input })).status).toBe("completed");
      const other = await refusal(clientOf(server, "key-2").responses.create({ model: MODEL, input }));
      expect(other).toMatchObject({ status: 400, code: "invalid_encrypted_content", param: null });
      expect(other.message).toContain("organization_id did not match the target organization");
      await withServer({}, async (_, foreign) => {
        const error = await refusal(foreign.responses.create({ model: MODEL, input }));
        expect(error.message).toContain("could not be decrypted or parsed");
      });
    });
  });

  it("is refused when a single character was changed", async () => {
    await withServer({}, async (_, client) => {
      const compacted = await client.responses.compact({ model: MODEL, input: "a" });
      const sealed = compacted.output.at(-1);
      const content = sealed?.type === "compaction" ? sealed.encrypted_content : "";
      const changed = `${content.slice(0, 60)}${content[60] === "A" ? "B" : "A"}${content.slice(61)}`;
      const input = asInput([{ type: "compaction", encrypted_content: changed }]);
      expect((await refusal(client.responses.create({ model: MODEL, input }))).code).toBe(
        "invalid_encrypted_content",
      );
    });
  });

  it("survives a restart of a server with the same secret", async () => {
    const first = await startScriptedOpenAI({ secret: "kept" });
    const { output: items } = await clientOf(first).responses.compact({ model: MODEL, input: "a" });
    await first.close();
    await withServer({ secret: "kept" }, async (_, client) => {
      const response = await client.responses.create({ model: MODEL, input: asInput(items) });
      expect(response.status).toBe("completed");
    });
  });
});

describe("a compaction_trigger", () => {
  const input = asInput([...history, { type: "compaction_trigger" }]);

  it("is answered with exactly one compaction item, streaming or not, and uses up no reply", async () => {
    await withServer({}, async (server, client) => {
      server.reply("for later");
      const events = await eventsOf(await client.responses.create({ model: MODEL, input, stream: true }));
      expect(events.map(({ type }) => type)).toEqual([
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.output_item.done",
        "response.completed",
      ]);
      const response = await client.responses.create({ model: MODEL, input });
      expect(response.output.map(({ type }) => type)).toEqual(["compaction"]);
      expect(response.usage?.input_tokens).toBe(await count(client, history));
      const next = asInput([user("Task one."), ...response.output, user("Go on.")]);
      expect((await client.responses.create({ model: MODEL, input: next })).output_text).toBe("for later");
      const chained = await client.responses.create({
        model: MODEL,
        input: "Go on.",
        previous_response_id: response.id,
      });
      expect(chained.usage?.input_tokens).toBeLessThan(500);
    });
  });

  it("is announced with the newer event on request", async () => {
    await withServer({ compactingEvents: true }, async (_, client) => {
      const stream = client.responses.stream({ model: MODEL, input });
      const types = (await eventsOf(stream)).map(({ type }) => type);
      expect(types.slice(2, -1)).toEqual([
        "response.output_item.added",
        "response.compaction.compacting",
        "response.output_item.done",
      ]);
      expect((await stream.finalResponse()).output).toMatchObject([{ type: "compaction" }]);
    });
  });

  it("gives a finished item only with `output_item.done`", async () => {
    await withServer({}, async (_, client) => {
      const events = await eventsOf(await client.responses.create({ model: MODEL, input, stream: true }));
      const itemOf = (type: string): unknown =>
        events.flatMap((event) => (event.type === type && "item" in event ? [event.item] : []))[0];
      const send = (item: unknown): Promise<unknown> =>
        client.responses.create({ model: MODEL, input: asInput([item]) });
      expect((await refusal(send(itemOf("response.output_item.added")))).code).toBe(
        "invalid_encrypted_content",
      );
      await send(itemOf("response.output_item.done"));
    });
  });
});

/** Field names and types of a value; a run of equal deltas is one event. */
function shapeOf(value: unknown): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.map(shapeOf);
  if (!isRecord(value)) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shapeOf(field)]));
}

function streamShapes(events: readonly OpenAI.Responses.ResponseStreamEvent[]): unknown[] {
  const kept = events.filter(
    (event, index) => !(event.type.endsWith("delta") && events[index - 1]?.type === event.type),
  );
  return kept.map((event) => {
    const shape = { ...(shapeOf(event) as Record<string, unknown>), type: event.type };
    if (!("item" in event)) return shape;
    return { ...shape, item: { ...(shape as { item?: object }).item, type: event.item.type } };
  });
}

describe("context_management", () => {
  const context_management = [{ type: "compaction", compact_threshold: 2000 }];
  const request = { model: MODEL, context_management };

  it("streams the events of the recorded compaction, with their fields", async () => {
    await withServer({}, async (server, client) => {
      server.reply("The answer in a few words.");
      const stream = await client.responses.create({
        ...request,
        input: history,
        store: false,
        stream: true,
      });
      const path = new URL("./__fixtures__/recorded-compaction-shapes.json", import.meta.url);
      const recorded = JSON.parse(readFileSync(path, "utf8")) as Record<string, never>[];
      // The one field that is newer than the recording, and required by the published schema.
      const usage = recorded.at(-1)?.["response"]?.["usage"]?.["input_tokens_details"] as unknown as object;
      Object.assign(usage, { cache_write_tokens: "number" });
      expect(streamShapes(await eventsOf(stream))).toEqual(recorded);
    });
  });

  it("compacts from the threshold on, again and again, and drops what precedes from the chain", async () => {
    await withServer({ compactionTokens: 100 }, async (_, client) => {
      let previous: string | null = null;
      const compactions: boolean[] = [];
      const sizes: number[] = [];
      for (let turn = 0; turn < 8; turn += 1) {
        const response: OpenAI.Responses.Response = await client.responses.create({
          ...request,
          input: words(900),
          previous_response_id: previous,
        });
        previous = response.id;
        compactions.push(response.output.some(({ type }) => type === "compaction"));
        sizes.push(response.usage?.input_tokens ?? 0);
      }
      expect(compactions).toEqual([false, false, true, false, false, true, false, false]);
      expect(Math.max(...sizes)).toBeLessThan(3000);
      expect(sizes[3]).toBeLessThan(1050);
    });
  });

  it("ignores what a stateless client still sends before the latest item", async () => {
    await withServer({}, async (_, client) => {
      const first = await client.responses.create({ ...request, input: history, store: false });
      const everything = asInput([...history, ...first.output, user("More.")]);
      const pruned = asInput([first.output.at(-1), user("More.")]);
      expect(await count(client, everything)).toBe(await count(client, pruned));
      const second = await client.responses.create({ ...request, input: everything, store: false });
      expect(second.output.map(({ type }) => type)).toEqual(["message"]);
    });
  });

  it("keeps a new call behind the compaction, so that its output finds it", async () => {
    await withServer({}, async (server, client) => {
      server.reply({ type: "function_call", name: "look", arguments: {}, call_id: "call_9" });
      const first = await client.responses.create({ ...request, input: history });
      expect(first.output.map(({ type }) => type)).toEqual(["compaction", "function_call"]);
      const second = await client.responses.create({
        ...request,
        previous_response_id: first.id,
        input: [{ type: "function_call_output", call_id: "call_9", output: "seen" }],
      });
      expect(second.output_text).toBe("Understood.");
    });
  });

  it.each([
    [[{ type: "compaction", compact_threshold: 10 }], "integer_below_min_value"],
    [[{ type: "compaction", compact_threshold: "many" }], "invalid_type"],
    [[{ type: "trimming" }], "invalid_value"],
    ["compaction", "invalid_type"],
    [[null], "invalid_type"],
  ])("is refused as %j", async (value, code) => {
    await withServer({}, async (_, client) => {
      const body = { model: MODEL, input: "a", context_management: value as never };
      expect((await refusal(client.responses.create(body))).code).toBe(code);
    });
  });
});
