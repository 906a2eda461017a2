import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { compactingFetch } from "./compacting-fetch.js";

interface Body {
  readonly messages: readonly unknown[];
  readonly system?: string;
  readonly thread?: { readonly type: string; readonly previous_message_id?: string };
}

const WINDOW = 3_000;
const STEPS = 24;
const RULE = "Never write to the table of payments.";
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
const refusal = (message: string) =>
  Response.json({ type: "error", error: { type: "invalid_request_error", message } }, { status: 400 });

/** Holds threads as Anthropic's API does: a request that continues one has its new messages only. */
function providerWithThreads() {
  const held = new Map<string, readonly unknown[]>();
  const seen: Body[] = [];
  let replies = 0;
  const send = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const body = JSON.parse(String(init?.body)) as Body;
    seen.push(body);
    const messages = [...(held.get(body.thread?.previous_message_id ?? "") ?? []), ...body.messages];
    if (messages.length === body.messages.length && body.thread?.type === "continue")
      return refusal("messages: at least one message is required");
    const tokens = tokensOf(messages);
    if (tokens > WINDOW) return refusal(`prompt is too long: ${tokens} tokens > ${WINDOW} maximum`);
    replies += 1;
    const id = `msg_${replies}`;
    const use = { type: "tool_use", id: `toolu_${replies}`, name: "read", input: { page: replies } };
    const isOver = replies >= STEPS;
    const content = [isOver ? { type: "text", text: "All pages are read." } : use];
    held.set(id, [...messages, { role: "assistant", content }]);
    return Response.json({
      id,
      type: "message",
      role: "assistant",
      model: "claude-example",
      content,
      stop_reason: isOver ? "end_turn" : "tool_use",
      stop_sequence: null,
      usage: { input_tokens: tokens, output_tokens: 20 },
    });
  };
  return { send, seen };
}

describe("compactingFetch, where the provider holds the conversation", () => {
  it("lets the tool runner's threads pass, and compacts the whole history that it sends when one is full", async () => {
    const { send, seen } = providerWithThreads();
    const settings = { maxContextTokens: WINDOW, policy: { hardCapBuffer: 200 }, exporters: [] };
    const fetch = compactingFetch(settings, send);
    const client = new Anthropic({ apiKey: "none", baseURL: "http://127.0.0.1", maxRetries: 0, fetch });
    const runner = client.beta.messages.toolRunner({
      model: "claude-example",
      max_tokens: 200,
      messages: [{ role: "user", content: `Read all pages. ${RULE}` }],
      tools: [
        {
          type: "custom",
          name: "read",
          input_schema: { type: "object" },
          run: (input) => `Page ${JSON.stringify(input)}: ${"nothing is missing here. ".repeat(40)}`,
          parse: (input) => input,
        },
      ],
    });
    const { content } = await runner.runUntilDone();
    expect(content).toEqual([{ type: "text", text: "All pages are read." }]);
    const continued = seen.filter(({ thread }) => thread?.type === "continue");
    expect(continued.length).toBeGreaterThan(10);
    for (const { messages } of continued) expect(messages).toHaveLength(1);
    const compacted = seen.filter(({ messages }) => JSON.stringify(messages).includes("COMPACT-SUMMARY"));
    expect(compacted.length).toBeGreaterThan(1);
    for (const { messages } of compacted) expect(JSON.stringify(messages)).toContain(RULE);
    await fetch.close();
  });
});
