import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Anthropic from "@anthropic-ai/sdk";
import { startScriptedAnthropic } from "plimsoll-testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { CLEARED_RESULT } from "./clear-tool-uses.js";

type Message = Anthropic.Beta.BetaMessageParam;
type Edit = NonNullable<Anthropic.Beta.BetaContextManagementConfig["edits"]>[number];

const MODEL = "kimi-k2.6";
const BETAS: Anthropic.Beta.AnthropicBeta[] = ["context-management-2025-06-27"];
const USES = 6;

interface Sent {
  readonly body: { readonly messages: readonly Message[]; readonly context_management?: unknown };
  readonly headers: Readonly<Record<string, unknown>>;
}

async function setUp(vendor: string, model = MODEL, upstreamModel = "claude-opus-4-7") {
  const upstream = await startScriptedAnthropic({ contextWindow: 200_000 });
  onTestFinished(() => upstream.close());
  const route = testRoute({
    model,
    // The scripted server knows no other names.
    upstreamModel,
    vendor,
    baseUrl: `${upstream.origin}/v1`,
    key: "k",
    window: 200_000,
    outputReserve: 8_000,
    policy: "off",
  });
  const gateway = await runGateway({
    routes: [{ ...route, upstream: { ...route.upstream, protocol: "anthropic" } }],
  });
  const client = new Anthropic({
    baseURL: gateway.baseURL.replace(/\/v1$/u, ""),
    apiKey: "any",
    maxRetries: 0,
    logLevel: "off",
  });
  const sent = (): Sent => {
    const { body, headers } = upstream.requests.at(-1) ?? { body: {}, headers: {} };
    return { body: body as Sent["body"], headers };
  };
  const results = (): unknown[] =>
    sent()
      .body.messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .flatMap((block) => (block.type === "tool_result" ? [block.content] : []));
  return { upstream, client, gateway, sent, results };
}

const result = (step: number): string => `Step ${step}. ${"The pump ran as it should. ".repeat(150)}`;

/** Six steps of two tools in turn. */
function conversation(): Message[] {
  const messages: Message[] = [{ role: "user", content: "Never delete data/. Find the fault." }];
  for (let step = 0; step < USES; step++) {
    const name = step % 2 === 0 ? "run" : "read";
    messages.push(
      { role: "assistant", content: [{ type: "tool_use", id: `t${step}`, name, input: { step } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `t${step}`, content: result(step) }] },
    );
  }
  return messages;
}

const TOOLS: Anthropic.Beta.BetaTool[] = ["run", "read"].map((name) => ({
  name,
  input_schema: { type: "object", properties: {} },
}));

const request = (model: string, edits: Edit[]) => ({
  model,
  max_tokens: 500,
  messages: conversation(),
  tools: TOOLS,
  betas: BETAS,
  context_management: { edits },
});

describe("context_management on an upstream without it", () => {
  it("clears old tool results, keeps what the edit says, and reports it, whole, streamed and counted", async () => {
    const { client, sent, results, upstream } = await setUp("moonshot");
    const asked = request(MODEL, [
      {
        type: "clear_tool_uses_20250919",
        trigger: { type: "input_tokens", value: 2_000 },
        keep: { type: "tool_uses", value: 2 },
        exclude_tools: ["read"],
        clear_tool_inputs: true,
      },
    ]);
    const whole = await client.beta.messages.create(asked);
    expect(results()).toEqual([CLEARED_RESULT, result(1), CLEARED_RESULT, result(3), result(4), result(5)]);
    expect(sent().body).not.toHaveProperty("context_management");
    expect(sent().headers["anthropic-beta"]).toBeUndefined();
    expect(JSON.stringify(sent().body)).toContain('"id":"t0","name":"run","input":{}');
    const [edit] = whole.context_management?.applied_edits ?? [];
    expect(edit).toMatchObject({ type: "clear_tool_uses_20250919", cleared_tool_uses: 2 });
    expect(edit?.cleared_input_tokens).toBeGreaterThan(1_000);
    const streamed = await client.beta.messages.stream(asked).finalMessage();
    expect(streamed.context_management).toEqual(whole.context_management);
    expect(streamed.content).toMatchObject([{ type: "text", text: "Understood." }]);
    const count = await client.beta.messages.countTokens({
      model: MODEL,
      messages: asked.messages,
      tools: TOOLS,
      betas: BETAS,
      context_management: asked.context_management,
    });
    expect(count.context_management?.original_input_tokens).toBeGreaterThan(count.input_tokens + 1_000);
    expect(upstream.refusals).toEqual([]);
  });

  it.each([
    ["below its trigger", { trigger: { type: "tool_uses", value: USES } }],
    [
      "if it would clear too little",
      { clear_at_least: { type: "input_tokens", value: 90_000 }, trigger: { type: "tool_uses", value: 1 } },
    ],
  ] as const)("clears nothing %s, and says so", async (_case, more) => {
    const { client, results } = await setUp("deepseek");
    const answer = await client.beta.messages.create(
      request(MODEL, [{ type: "clear_tool_uses_20250919", ...more }]),
    );
    expect(results()).toEqual(Array.from({ length: USES }, (_, step) => result(step)));
    expect(answer.context_management?.applied_edits).toEqual([]);
  });

  it("clears the thinking of earlier turns", async () => {
    const { client, sent } = await setUp("glm");
    const turn = (text: string): Message[] => [
      { role: "user", content: `Question ${text}` },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: `Thought ${text}`, signature: "s" },
          { type: "text", text: `Answer ${text}` },
        ],
      },
    ];
    const asked = {
      model: MODEL,
      max_tokens: 500,
      messages: [...turn("one"), ...turn("two"), { role: "user" as const, content: "Go on." }],
      betas: BETAS,
    };
    const edits: Edit[] = [{ type: "clear_thinking_20251015" }];
    // The scripted upstream checks signatures, as Anthropic does; what was sent is what counts here.
    await client.beta.messages.create({ ...asked, context_management: { edits } }).catch(() => undefined);
    expect(JSON.stringify(sent().body)).not.toContain("Thought one");
    expect(JSON.stringify(sent().body)).toMatch(/Answer one.*Thought two/u);
  });

  it("compacts above the trigger of an edit, and reads what another upstream compacted", async () => {
    const { client, sent, gateway, upstream } = await setUp("minimax");
    const edits: Edit[] = [{ type: "compact_20260112", trigger: { type: "input_tokens", value: 4_000 } }];
    const answer = await client.beta.messages.create(request(MODEL, edits));
    expect(answer.usage.input_tokens).toBeLessThan(4_000);
    expect(JSON.stringify(sent().body)).toContain("Never delete data/.");
    expect(gateway.records.at(-1)?.notes.compaction).toBe("requested");
    await client.beta.messages.create({
      ...request(MODEL, []),
      messages: [
        { role: "user", content: "What was said long ago" },
        {
          role: "assistant",
          content: [
            { type: "compaction", content: "The user wants the fault.", encrypted_content: "x" },
            { type: "text", text: "I go on." },
          ],
        },
        { role: "user", content: "Good." },
      ],
    });
    const body = JSON.stringify(sent().body);
    expect(body).toContain("The user wants the fault.");
    expect(body).not.toContain("long ago");
    expect(upstream.refusals).toEqual([]);
  });

  it("compacts once for a client that does not take the block over, and goes on from that", async () => {
    const { client, gateway, upstream } = await setUp("moonshot");
    const edits: Edit[] = [
      {
        type: "clear_tool_uses_20250919",
        trigger: { type: "tool_uses", value: 1 },
        keep: { type: "tool_uses", value: 5 },
      },
      { type: "compact_20260112", trigger: { type: "input_tokens", value: 3_000 } },
    ];
    const messages = conversation();
    for (let step = USES; step < USES + 3; step++) {
      messages.push(
        { role: "assistant", content: [{ type: "tool_use", id: `t${step}`, name: "run", input: {} }] },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: `t${step}`, content: "Done." }],
        },
      );
      const metadata = { user_id: "ada" };
      await client.beta.messages.create({ ...request(MODEL, edits), metadata, messages: [...messages] });
    }
    const headers = { "x-api-key": "any" };
    const { data } = (await (await fetch(`${gateway.baseURL}/compactions`, { headers })).json()) as {
      data: unknown[];
    };
    expect(data).toHaveLength(1);
    expect(upstream.refusals).toEqual([]);
  });

  it("refuses an edit that it does not know", async () => {
    const { client } = await setUp("moonshot");
    const edits = [{ type: "clear_all" }] as unknown as Edit[];
    await expect(client.beta.messages.create(request(MODEL, edits))).rejects.toThrow(
      /context_management\.edits\[0\]\.type.*clear_tool_uses_20250919/u,
    );
  });
});

describe("context_management on a route that falls back", () => {
  it.each(["clear_tool_uses_20250919", "compact_20260112"] as const)(
    "is done by the gateway once the upstream that does it by itself cannot answer (%s)",
    async (type) => {
      const { upstream } = await setUp("moonshot");
      const busy = createServer((_, outgoing) => {
        const error = { type: "overloaded_error", message: "Overloaded" };
        outgoing.writeHead(529, { "content-type": "application/json" });
        outgoing.end(JSON.stringify({ type: "error", error }));
      });
      await once(busy.listen(0, "127.0.0.1"), "listening");
      onTestFinished(() => void busy.close());
      const common = { model: "claude-opus-4-7", key: "k", window: 200_000, outputReserve: 8_000 };
      const { port } = busy.address() as AddressInfo;
      const first = testRoute({ ...common, vendor: "anthropic", baseUrl: `http://127.0.0.1:${port}/v1` });
      const second = testRoute({ ...common, vendor: "moonshot", baseUrl: `${upstream.origin}/v1` });
      const upstreamOf = { ...second.upstream, protocol: "anthropic" as const };
      const gateway = await runGateway({
        routes: [{ ...first, fallbacks: [{ ...second, upstream: upstreamOf }] }],
      });
      const client = new Anthropic({
        baseURL: gateway.baseURL.replace(/\/v1$/u, ""),
        apiKey: "any",
        maxRetries: 0,
        logLevel: "off",
      });
      const edit = { type, trigger: { type: "input_tokens", value: 2_000 } } as Edit;
      const answer = await client.beta.messages.stream(request("claude-opus-4-7", [edit])).finalMessage();
      const body = JSON.stringify(upstream.requests.at(-1)?.body);
      expect(body).not.toContain("context_management");
      if (type === "compact_20260112") expect(answer.content[0]?.type).toBe("compaction");
      else {
        expect(answer.context_management?.applied_edits).toMatchObject([{ type, cleared_tool_uses: 3 }]);
        expect(body).toContain(CLEARED_RESULT);
      }
      expect(upstream.refusals).toEqual([]);
    },
  );
});

describe("context_management on Anthropic itself", () => {
  it("is passed on to older models as far as they do it, and compacted here", async () => {
    const { client, sent } = await setUp("anthropic", "old", "claude-sonnet-4-5");
    const clear: Edit = { type: "clear_tool_uses_20250919", trigger: { type: "tool_uses", value: 1 } };
    await client.beta.messages.create(request("old", [clear]));
    expect(sent().body.context_management).toEqual({ edits: [clear] });
    const compact: Edit = { type: "compact_20260112", trigger: { type: "input_tokens", value: 2_000 } };
    const answer = await client.beta.messages.create(request("old", [compact]));
    expect(answer.content[0]?.type).toBe("compaction");
    expect(sent().body).not.toHaveProperty("context_management");
  });

  it("is passed on byte for byte", async () => {
    const { client, sent, results } = await setUp("anthropic", "claude-opus-4-7");
    const edits: Edit[] = [
      { type: "clear_tool_uses_20250919", trigger: { type: "tool_uses", value: 1 } },
      { type: "compact_20260112", trigger: { type: "input_tokens", value: 50_000 } },
    ];
    await client.beta.messages.create(request("claude-opus-4-7", edits));
    expect(sent().body.context_management).toEqual({ edits });
    expect(sent().headers["anthropic-beta"]).toBe(BETAS[0]);
    expect(results()).not.toContain(CLEARED_RESULT);
  });
});
