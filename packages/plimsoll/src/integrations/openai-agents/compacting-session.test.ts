import {
  type AgentInputItem,
  MemorySession,
  type Session,
  run,
  Agent,
  setTracingDisabled,
} from "@openai/agents";
import { assistantMessage, ScriptedModel } from "@openai/agents/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import { agentsCompaction } from "./agents-compaction.js";
import { chatCommand } from "./chat-command.js";
import { CompactingSession } from "./compacting-session.js";

const user = (content: string): AgentInputItem => ({ type: "message", role: "user", content });

/** `count` turns with a tool call each, about a hundred tokens a turn. */
function turns(count: number, from = 0): AgentInputItem[] {
  return Array.from({ length: count }, (_, index): AgentInputItem[] => {
    const number = from + index;
    const callId = `call_${number}`;
    return [
      user(`Question ${number}: where is container TCKU${4000 + number}? ${"Please look. ".repeat(6)}`),
      { type: "function_call", callId, name: "look", arguments: `{"n":${number}}`, status: "completed" },
      {
        type: "function_call_result",
        callId,
        name: "look",
        status: "completed",
        output: { type: "text", text: `Bay ${number}. ${"Nothing else is near. ".repeat(6)}` },
      },
      assistantMessage(`It is in bay ${number}.`),
    ];
  }).flat();
}

async function setUp(items: AgentInputItem[], more: object = {}) {
  const underlying = new MemorySession({ sessionId: "s", initialItems: items });
  const session = new CompactingSession(underlying, {
    model: "gpt-5",
    maxContextTokens: 4000,
    estimator: characterEstimator,
    policy: { hardCapBuffer: 200 },
    ...more,
  });
  return { session, underlying };
}

const summaryOf = (items: AgentInputItem[]): string =>
  JSON.stringify(items.find((item) => JSON.stringify(item).includes("COMPACT-SUMMARY")) ?? "");

describe("CompactingSession", () => {
  beforeAll(() => setTracingDisabled(true));

  it("gives runs a window on the history, and keeps the full transcript", async () => {
    const history = turns(60);
    const { session, underlying } = await setUp(history);
    const window = await session.getItems();
    expect(window.length).toBeLessThan(history.length / 2);
    expect(summaryOf(window)).toContain("COMPACT-SUMMARY v1");
    expect(window.at(-1)).toEqual(history.at(-1));
    expect(await underlying.getItems()).toEqual(history);
    expect(await session.transcript()).toEqual(history);
    expect(await session.getSessionId()).toBe("s");
  });

  it("stores what a run adds and nothing of its own", async () => {
    const { session, underlying } = await setUp(turns(60));
    const model = new ScriptedModel([[assistantMessage("Fine.")]]);
    await run(new Agent({ name: "a", model }), "How are you?", { session });
    const stored = await underlying.getItems();
    expect(stored.slice(0, 240)).toEqual(turns(60));
    expect(stored.slice(240)).toMatchObject([
      { role: "user", content: "How are you?" },
      { role: "assistant" },
    ]);
    expect(JSON.stringify(model.calls[0]?.request.input)).toContain("COMPACT-SUMMARY v1");
  });

  it("finds its compactions again in another process, where the storage is durable", async () => {
    const storage = memoryStorage();
    const history = turns(60);
    const first = await (await setUp(history, { storage })).session.getItems();
    const { session } = await setUp([...history, ...turns(1, 60)], { storage });
    const again = await session.getItems();
    expect(again.slice(0, first.length)).toEqual(first);
    expect(again).toHaveLength(first.length + 4);
  });

  it("prepares a compaction after a run, and takes it over before the next", async () => {
    let asked = 0;
    const summarizer = { name: "counted", summarize: () => Promise.resolve({ text: `Summary ${++asked}.` }) };
    const { session } = await setUp(turns(20), {
      summarizer,
      prepareAtPct: 0.7,
      policy: { hardCapBuffer: 200, keepUserTokens: 0 },
    });
    expect(summaryOf(await session.getItems())).toBe('""');
    await session.addItems(turns(12, 20));
    await session.settled();
    expect(asked).toBe(1);
    expect(summaryOf(await session.getItems())).toBe('""');
    await session.addItems(turns(6, 32));
    await session.settled();
    expect(summaryOf(await session.getItems())).toContain("Summary 1.");
    expect(asked).toBe(1);
  });

  it("compacts after a run what is due, so that the next run does not wait for it", async () => {
    let asked = 0;
    const summarizer = { name: "counted", summarize: () => Promise.resolve({ text: `Summary ${++asked}.` }) };
    const { session } = await setUp(turns(20), { summarizer, prepareAtPct: 0 });
    await session.addItems(turns(40, 20));
    await session.settled();
    expect(asked).toBe(1);
    expect(summaryOf(await session.getItems())).toContain("Summary 1.");
  });

  it("gives the newest items under a limit, and no result without its call", async () => {
    const { session } = await setUp(turns(3));
    expect(await session.getItems(2)).toEqual([assistantMessage("It is in bay 2.")]);
    expect(await session.getItems(3)).toHaveLength(3);
    expect(await session.getItems(0)).toEqual([]);
  });

  it("forgets everything when it is cleared, and lets items be taken off", async () => {
    const { session, underlying } = await setUp(turns(60));
    await session.getItems();
    expect(await session.popItem()).toMatchObject({ role: "assistant" });
    expect((await session.getItems()).at(-1)).toMatchObject({ type: "function_call_result" });
    await session.clearSession();
    expect(await underlying.getItems()).toEqual([]);
    expect(await session.getItems()).toEqual([]);
    await session.close();
  });

  it("adds what summaries cost to the usage of the run, once", async () => {
    const summarizer = {
      name: "paid",
      summarize: (request: { onUsage?(usage: object): void }) => {
        request.onUsage?.({ inputTokens: 900, outputTokens: 40, cachedTokens: 0 });
        return Promise.resolve({ text: "Containers were looked for." });
      },
    };
    const { session } = await setUp(turns(60), { summarizer });
    const model = new ScriptedModel([[assistantMessage("One.")], [assistantMessage("Two.")]]);
    const agent = new Agent({ name: "a", model });
    const first = await run(agent, "Go on.", { session });
    expect(first.state.usage.requestUsageEntries).toMatchObject([
      { endpoint: "plimsoll.summary", inputTokens: 900, outputTokens: 40 },
    ]);
    const second = await run(agent, "Go on.", { session });
    expect(second.state.usage.inputTokens).toBe(0);
    expect(await session.runCompaction()).toBeNull();
    expect(await session.runCompaction({ force: true })).toMatchObject({
      usage: { endpoint: "plimsoll.summary" },
    });
  });

  it("never fails a finished run, whatever fails in it", async () => {
    const { session } = await setUp(turns(60), {
      exporters: [],
      shouldCompact: () => {
        throw new Error("no disk");
      },
    });
    const model = new ScriptedModel([[assistantMessage("Fine.")]]);
    const { finalOutput } = await run(new Agent({ name: "a", model }), "Hello.", { session });
    expect(finalOutput).toBe("Fine.");
    expect(await session.runCompaction({ force: true })).toBeNull();
  });
});

describe("the session of a decorator", () => {
  const compacting = (storage = memoryStorage()) => {
    const asked: string[] = [];
    const compaction = agentsCompaction({
      model: "gpt-5",
      maxContextTokens: 4000,
      estimator: characterEstimator,
      policy: { hardCapBuffer: 200, keepUserTokens: 0 },
      prepareAtPct: 0,
      storage,
      summarizer: {
        name: "counted",
        summarize: ({ sessionId }) => {
          asked.push(sessionId);
          return Promise.resolve({ text: `Summary ${asked.length}.` });
        },
      },
    });
    return { compaction, asked };
  };
  const play = async (
    { compaction }: ReturnType<typeof compacting>,
    session: Session,
    runs: number,
  ): Promise<ScriptedModel> => {
    const answers = Array.from({ length: runs }, () => [assistantMessage("It is there. ".repeat(200))]);
    const model = new ScriptedModel(answers);
    const agent = new Agent({ name: "a", model: compaction.model(model) });
    for (let number = 0; number < runs; number++) await run(agent, `Question ${number}?`, { session });
    return model;
  };

  it("leaves the work to the decorator: as many summaries as that writes alone, all in one session", async () => {
    const both = compacting();
    const underlying = new MemorySession({ sessionId: "s" });
    const session = both.compaction.session(underlying);
    const model = await play(both, session, 16);
    const alone = compacting();
    await play(alone, new MemorySession({ sessionId: "s" }), 16);
    expect(both.asked.length).toBeGreaterThan(1);
    expect(both.asked.length).toBeLessThanOrEqual(alone.asked.length + 1);
    expect(JSON.stringify(model.calls.at(-1)?.request.input)).toContain("COMPACT-SUMMARY");
    expect(await session.transcript()).toHaveLength(32);
    expect(await session.getItems()).toEqual(await underlying.getItems());
    expect(await chatCommand(session, "/remember")).toContain(`Summary ${both.asked.length}.`);
    expect(await chatCommand(session, "/undo")).toContain("Undid the newest compaction");
  });

  it("finds its compactions again in another process, and none of another session's", async () => {
    const storage = memoryStorage();
    const before = compacting(storage);
    const underlying = new MemorySession({ sessionId: "s" });
    await play(before, before.compaction.session(underlying), 12);
    expect(before.asked.length).toBeGreaterThan(0);
    const after = compacting(storage);
    const model = await play(after, after.compaction.session(underlying), 1);
    expect(after.asked).toEqual([]);
    expect(JSON.stringify(model.calls[0]?.request.input)).toContain("COMPACT-SUMMARY");
    const other = await play(after, after.compaction.session(new MemorySession({ sessionId: "t" })), 2);
    expect(JSON.stringify(other.calls)).not.toContain("COMPACT-SUMMARY");
  });
});

describe("chatCommand", () => {
  it("compacts, tells what is remembered, and takes it back", async () => {
    const { session } = await setUp(turns(20));
    expect(await chatCommand(session, "Where is the crane?")).toBeUndefined();
    expect(await chatCommand(session, "/undo")).toContain("no compaction");
    expect(await chatCommand(session, "/compact keep the bays")).toMatch(/^\d+ items became a summary/);
    expect(await chatCommand(session, "/compact")).toContain("Nothing was compacted.");
    expect(await chatCommand(session, "/remember")).toContain("Summary of what it does not see any more:");
    expect(await chatCommand(session, "/undo")).toContain("80 items again");
    expect(await session.getItems()).toHaveLength(80);
  });

  it("does not promise what the next request takes back", async () => {
    const { session } = await setUp(turns(60));
    await chatCommand(session, "/compact");
    const reply = await chatCommand(session, "/undo");
    expect(reply).toMatch(
      /^Undid the newest compaction, but the next request compacts these 240 items again\. /,
    );
    expect(await session.getItems()).not.toHaveLength(240);
  });

  it("tells an error instead of throwing it", async () => {
    const { session } = await setUp(turns(20));
    session.transcript = () => Promise.reject(new Error("no disk"));
    expect(await chatCommand(session, "/compact")).toBe("Nothing was compacted. no disk");
  });
});
