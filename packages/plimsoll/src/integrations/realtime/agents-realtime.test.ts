import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession, tool } from "@openai/agents-realtime";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Summarizer } from "../../summarizers/summarizer.js";
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
import { compactRealtime, type RealtimeCompactor } from "./realtime-compactor.js";
import type { RealtimeCompactorOptions } from "./realtime-compactor-options.js";
import type { RealtimeCompactionEvent } from "./realtime-summary.js";
import { startServer, textsOf } from "./realtime-test-support.js";

const WINDOW = 4000;

describe("a RealtimeSession of @openai/agents-realtime", () => {
  const events: RealtimeCompactionEvent[] = [];
  let server: RealtimeServer;
  let session: RealtimeSession;
  let compactor: RealtimeCompactor;

  afterEach(async () => {
    events.length = 0;
    await compactor.close();
    session.close();
    await server.close();
  });

  async function open(options: RealtimeCompactorOptions = {}): Promise<void> {
    server = await startServer({ maxContextTokens: WINDOW });
    const trackOrder = tool({
      name: "track_order",
      description: "Says where an order is.",
      parameters: z.object({ order: z.string().nullable(), turn: z.number() }),
      execute: ({ turn }) => compactor.boundOutput({ name: "track_order", output: supportOutput(turn) }),
    });
    const agent = new RealtimeAgent({ name: "support", instructions: POLICY, tools: [trackOrder] });
    const transport = new OpenAIRealtimeWebSocket({ url: server.url, useInsecureApiKey: true });
    session = new RealtimeSession(agent, { transport });
    session.on("error", () => undefined);
    compactor = compactRealtime(session, {
      maxContextTokens: WINDOW,
      onEvent: (event) => events.push(event),
      ...options,
    });
    await session.connect({ apiKey: "ek_test", url: server.url });
  }

  /** The user says something; resolves with the answer, after all functions that the model calls on the way. */
  async function ask(text: string): Promise<string> {
    const answered = new Promise<string>((resolve) => {
      session.transport.on("turn_done", function hear({ response }) {
        const output = response.output as readonly { readonly type: string }[];
        if (output.some(({ type }) => type === "function_call")) return;
        session.transport.off("turn_done", hear);
        const message = output.find(({ type }) => type === "message") as
          | { readonly content?: readonly { readonly transcript?: string }[] }
          | undefined;
        resolve(message?.content?.[0]?.transcript ?? "");
      });
    });
    session.sendMessage(text);
    return answered;
  }

  async function call(turns: number = SUPPORT_TURNS): Promise<string> {
    let answer = "";
    for (let turn = 1; turn <= turns; turn++) {
      answer = await ask(supportRequest(turn));
      await compactor.settled();
    }
    return answer;
  }

  it("goes on for three windows: no orphan, nothing over the window, a fact of the second turn in sight", async () => {
    await open();
    expect(await call()).toBe(`Your customer number is ${CUSTOMER_NUMBER}.`);
    expect(server.violations).toEqual([]);
    expect(server.peakTokens).toBeLessThan(WINDOW);
    expect(events.length).toBeGreaterThanOrEqual(3);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["compacted"]));
    const sight = textsOf(server.items);
    expect(sight).toContain(FIRST_RULE);
    expect(sight).toContain(CORRECTED_RULE);
    expect(compactor.transcript.filter(({ role }) => role === "user")).toHaveLength(SUPPORT_TURNS);
  });

  it("follows with its own history: the summary first, nothing that left", async () => {
    await open();
    await call();
    const messages = server.items.filter(({ type }) => type === "message").map(({ id }) => id);
    const known = session.history.filter(({ type }) => type === "message").map(({ itemId }) => itemId);
    expect(known).toEqual(messages);
    expect(known[0]).toBe(compactor.summaries.at(-1)?.id);
  });

  it("goes on where the summarizer fails", async () => {
    const broken: Summarizer = { name: "broken", summarize: () => Promise.reject(new Error("503")) };
    await open({ summarizer: broken });
    await call();
    expect(server.violations).toEqual([]);
    expect(new Set(compactor.summaries.map(({ summarizer }) => summarizer))).toEqual(new Set(["extractive"]));
    const sight = textsOf(server.items);
    expect(sight).toContain(FIRST_RULE);
    expect(sight).toContain(CORRECTED_RULE);
  });

  it("has its window back when it connects again", async () => {
    await open();
    await call(20);
    const before = textsOf(server.items);
    expect(compactor.summaries.length).toBeGreaterThan(0);
    server.disconnect();
    await new Promise<void>((resolve) => {
      if (session.transport.status === "disconnected") resolve();
      else session.transport.on("connection_change", (status) => status === "disconnected" && resolve());
    });
    const replayed = new Promise<void>((resolve) => {
      session.transport.on("*", () => {
        if (events.at(-1)?.type === "replayed") resolve();
      });
    });
    await session.connect({ apiKey: "ek_test", url: server.url });
    await compactor.settled();
    if (events.at(-1)?.type !== "replayed") await replayed;
    expect(server.connections).toBe(2);
    expect(textsOf(server.items)).toBe(before);
    expect(await ask("And what was my customer number again?")).toBe(
      `Your customer number is ${CUSTOMER_NUMBER}.`,
    );
    expect(server.violations).toEqual([]);
  });
});
