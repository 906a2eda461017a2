import { describe, expect, it } from "vitest";
import { chat, CompactManager, heuristicEstimator } from "plimsoll";
import type { ChatMessage } from "plimsoll/formats";
import { createItemMeter } from "plimsoll/tokens";
import { LONG_SESSION_TURNS, longSession } from "./long-session.js";
import { type LongSessionHost, type LongSessionStage, playLongSession } from "./play-long-session.js";

type Project = (history: readonly ChatMessage[], error?: unknown) => Promise<readonly ChatMessage[]>;

/** A plain loop over Chat Completions messages that sends what `project` makes of the history. */
function plainHost({ session, model, execute }: LongSessionStage, project: Project): LongSessionHost {
  const history: ChatMessage[] = [];
  return {
    async turn({ user, protected: isProtected }) {
      const said = { role: "user", content: user, ...(isProtected ? { meta: { protected: true } } : {}) };
      history.push(said);
      for (;;) {
        const request = { format: chat, instructions: session.instructions, tools: session.tools };
        let reply = model.respond({ ...request, items: await project(history) });
        if (reply.kind === "overflow")
          reply = model.respond({ ...request, items: await project(history, new Error(reply.message)) });
        if (reply.kind === "overflow") throw new Error(reply.message);
        if (reply.kind === "text") {
          history.push({ role: "assistant", content: reply.text });
          return reply.text;
        }
        const calls = reply.calls.map(({ id, name, arguments: values }) => ({
          id,
          type: "function",
          function: { name, arguments: JSON.stringify(values) },
        }));
        const made: object = { role: "assistant", content: null, tool_calls: calls };
        history.push(made as ChatMessage);
        for (const call of reply.calls) {
          const output: object = { role: "tool", tool_call_id: call.id, content: execute(call) };
          history.push(output as ChatMessage);
        }
      }
    },
  };
}

const whole: Project = (history) => Promise.resolve(history);

function compacting(window: number): Project {
  const manager = new CompactManager<ChatMessage>({
    model: "scripted",
    maxContextTokens: window,
    estimator: heuristicEstimator,
    clock: () => 0,
    format: chat,
  });
  const { instructions, tools } = longSession();
  return async (history, error) =>
    (await manager.preflight("long", history, { instructions, tools, error })).items;
}

describe("the long session", () => {
  it("is 60 turns and three windows long, and is completed by a model that sees everything", async () => {
    const session = { ...longSession(), window: 1_000_000 };
    const verdict = await playLongSession(session, (stage) => plainHost(stage, whole));
    expect(verdict).toMatchObject({
      completed: true,
      turns: LONG_SESSION_TURNS,
      failure: "",
      overWindow: [],
      orphans: [],
      withoutPolicy: [],
      refused: [],
      repeatedCalls: 0,
      policyObeyed: true,
      factUsed: true,
      correctionUsed: true,
    });
    expect(verdict.largestRequest).toBeGreaterThan(3 * longSession().window);
    expect(verdict.largestRequest).toBeLessThan(4 * longSession().window);
  });

  it("has one output of most of a window", async () => {
    const session = longSession();
    const outputs = session.turns.flatMap((turn) => turn.steps("").flat().map(session.execute));
    const meter = createItemMeter(chat, heuristicEstimator);
    const sizes = outputs.map((output) => meter.text(output)).sort((left, right) => right - left);
    expect(sizes[0]).toBeGreaterThan(0.6 * session.window);
    expect(sizes[0]).toBeLessThan(0.9 * session.window);
    expect(sizes[1]).toBeLessThan(0.1 * session.window);
  });

  it("ends at the first request that the provider refuses where nothing compacts", async () => {
    const verdict = await playLongSession(longSession(), (stage) => plainHost(stage, whole));
    expect(verdict).toMatchObject({ completed: false, factUsed: false });
    expect(verdict.failure).toContain("maximum context length is 16000 tokens");
    expect(verdict.turns).toBeLessThan(30);
  });

  it.each([{ refuses: [] }, { refuses: [9, 40] }])(
    "is completed with compaction where $refuses are refused",
    async ({ refuses }) => {
      const session = longSession();
      const verdict = await playLongSession(
        session,
        (stage) => plainHost(stage, compacting(session.window)),
        {
          refuses,
        },
      );
      expect(verdict).toMatchObject({
        completed: true,
        overWindow: [],
        orphans: [],
        withoutPolicy: [],
        refused: refuses,
        policyObeyed: true,
        factUsed: true,
        correctionUsed: true,
      });
    },
  );

  it("is lost by a model that is only shown the last messages", async () => {
    const session = longSession();
    const recent: Project = (history) => {
      const start = history.findLastIndex(({ role }) => role === "user");
      return Promise.resolve(history.slice(start));
    };
    const verdict = await playLongSession(session, (stage) => plainHost(stage, recent));
    expect(verdict).toMatchObject({
      completed: true,
      policyObeyed: false,
      factUsed: false,
      correctionUsed: false,
    });
    expect(verdict.withoutPolicy.length).toBeGreaterThan(50);
  });

  it("is the same for the same seed and another for another", () => {
    const texts = (seed: number): string[] => longSession({ seed }).turns.map(({ user }) => user);
    expect(texts(1)).toEqual(texts(1));
    expect(texts(1)).not.toEqual(texts(2));
  });

  it("tells a result without its call, and ends where the model asks for the same again and again", async () => {
    const orphaning: Project = (history) => {
      const asked = history.findLast(({ role }) => role === "user");
      const last = history.at(-1);
      return Promise.resolve([asked, ...(last === asked ? [] : [last])].filter((message) => !!message));
    };
    const verdict = await playLongSession(longSession(), (stage) => plainHost(stage, orphaning));
    expect(verdict).toMatchObject({ completed: false, turns: 1 });
    expect(verdict.failure).toContain("300 requests");
    expect(verdict.orphans.length).toBeGreaterThan(200);
    expect(verdict.repeatedCalls).toBeGreaterThan(200);
  });
});
