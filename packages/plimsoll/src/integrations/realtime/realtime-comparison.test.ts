import { readFileSync } from "node:fs";
import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from "@openai/agents-realtime";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CompactManager } from "../../engine/compact-manager.js";
import type { RealtimeServer } from "plimsoll-testkit";
import {
  CORRECTED_RULE,
  CUSTOMER_NUMBER,
  FIRST_RULE,
  POLICY,
  SUPPORT_TURNS,
  supportOutput,
  supportRequest,
} from "./support-call-test-support.js";
import { compactRealtime } from "./realtime-compactor.js";
import { startServer, textsOf } from "./realtime-test-support.js";

const WINDOW = 4000;
const TRIGGER = 2800;

/** An application on the real SDK, with the same agent, functions and words in every way. */
class SupportApplication {
  readonly server: RealtimeServer;
  readonly session: RealtimeSession;
  bound: (output: string) => Promise<string> = (output) => Promise.resolve(output);
  usedTokens = 0;
  #answered = 0;

  constructor(server: RealtimeServer) {
    this.server = server;
    const trackOrder = tool({
      name: "track_order",
      description: "Says where an order is.",
      parameters: z.object({ order: z.string().nullable(), turn: z.number() }),
      execute: ({ turn }) => this.bound(supportOutput(turn)),
    });
    const agent = new RealtimeAgent({ name: "support", tools: [trackOrder] });
    const transport = new OpenAIRealtimeWebSocket({ url: server.url, useInsecureApiKey: true });
    this.session = new RealtimeSession(agent, { transport });
    this.session.on("error", () => undefined);
    this.session.transport.on("usage_update", ({ totalTokens }) => {
      this.usedTokens = totalTokens;
    });
  }

  async connect(): Promise<void> {
    await this.session.connect({ apiKey: "ek_test", url: this.server.url });
    const content = [{ type: "input_text", text: POLICY }];
    const item = { id: "policy", type: "message", role: "system", content };
    this.session.transport.sendEvent({ type: "conversation.item.create", item });
    await this.server.until(() => this.server.items.length === 1);
  }

  async ask(text: string): Promise<void> {
    const { transport } = this.session;
    const answered = new Promise<boolean>((resolve) => {
      transport.on("turn_done", function hear({ response }) {
        const output = response.output as readonly { readonly type: string }[];
        if (output.some(({ type }) => type === "function_call")) return;
        transport.off("turn_done", hear);
        resolve(output.some(({ type }) => type === "message"));
      });
    });
    this.session.sendMessage(text);
    if (await answered) this.#answered++;
  }

  async call(afterTurn: () => Promise<void>): Promise<void> {
    for (let turn = 1; turn <= SUPPORT_TURNS; turn++) {
      await this.ask(supportRequest(turn));
      await afterTurn();
    }
  }

  /** A row of the table in the documentation. */
  async row(name: string): Promise<string> {
    const { server } = this;
    const sight = textsOf(server.items.filter((item) => textsOf([item]) !== supportRequest(SUPPORT_TURNS)));
    const calls = new Set(
      server.items.filter(({ type }) => type === "function_call").map((item) => item.call_id),
    );
    const orphans = server.items.filter(
      ({ type, call_id: id }) => type === "function_call_output" && !calls.has(id),
    );
    const inputTokens = (Math.round(server.inputTokens / 10_000) * 10_000).toLocaleString("en");
    const early = server.violations.filter((text) => text.includes("before a summary")).length;
    const inSight = [CUSTOMER_NUMBER, FIRST_RULE, CORRECTED_RULE, POLICY].map((text) =>
      sight.includes(text) ? "yes" : "no",
    );
    const row = [
      name,
      `${this.#answered} of ${SUPPORT_TURNS}`,
      ...inSight,
      orphans.length,
      early,
      inputTokens,
    ];
    this.session.close();
    await server.close();
    return `| ${row.join(" | ")} |`;
  }
}

async function withPlimsoll(): Promise<string> {
  const application = new SupportApplication(await startServer({ maxContextTokens: WINDOW }));
  const compactor = compactRealtime(application.session, {
    maxContextTokens: WINDOW,
    triggerTokens: TRIGGER,
  });
  application.bound = (output) => compactor.boundOutput({ name: "track_order", output });
  await application.connect();
  await application.call(() => compactor.settled());
  await compactor.close();
  return application.row("Plimsoll");
}

/** At the same trigger, with the same summarizer: what an application writes with the SDK's own function. */
async function withUpdateHistory(name: string, most: number): Promise<string> {
  const application = new SupportApplication(await startServer({ maxContextTokens: WINDOW }));
  application.bound = (output) => Promise.resolve(output.slice(0, most));
  const { session, server } = application;
  const manager = new CompactManager({
    model: "gpt-realtime",
    maxContextTokens: WINDOW,
    policy: { pruning: "recency", keepRecentTurns: 2 },
  });
  await application.connect();
  let made = 0;
  await application.call(async () => {
    if (application.usedTokens < TRIGGER) return;
    const messages = session.history.flatMap((item) => (item.type === "message" ? [item] : []));
    const plain = messages.map(({ role, content }) => ({
      role,
      content: content
        .map((part) => ("text" in part ? part.text : "transcript" in part ? (part.transcript ?? "") : ""))
        .join("\n"),
    }));
    const { compaction } = await manager.manualCompact("sdk", plain);
    if (!compaction) return;
    const id = `summary_${++made}`;
    const summary = {
      itemId: id,
      type: "message" as const,
      role: "system" as const,
      content: [{ type: "input_text" as const, text: compaction.summary }],
    };
    session.updateHistory((history) => [summary, ...history.slice(-6)]);
    await server.until(() => server.items.some((item) => item.id === id));
    application.usedTokens = 0;
  });
  return application.row(name);
}

async function withTruncation(): Promise<string> {
  const application = new SupportApplication(
    await startServer({ maxContextTokens: WINDOW, truncateTo: 0.8 }),
  );
  await application.connect();
  await application.call(() => Promise.resolve());
  return application.row("server truncation, `retention_ratio: 0.8`");
}

describe("what is kept of a support call of sixty turns", () => {
  it("is what the documentation says, for Plimsoll, the SDK's own function and the server's truncation", async () => {
    const rows = [
      await withPlimsoll(),
      await withUpdateHistory("`session.updateHistory`", Number.POSITIVE_INFINITY),
      await withUpdateHistory("`session.updateHistory`, outputs cut to 2,000 characters", 2000),
      await withTruncation(),
    ];
    const page = readFileSync(
      new URL("../../../../../docs/integrations/realtime.md", import.meta.url),
      "utf8",
    );
    for (const row of rows) expect(page).toContain(row);
  });
});
