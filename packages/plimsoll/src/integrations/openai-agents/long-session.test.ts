import { type AgentInputItem, MemorySession } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { pairItems } from "../../conversation/pairing.js";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { longSession } from "../../testing/long-session/long-session.js";
import { playLongSession } from "../../testing/long-session/play-long-session.js";
import { agentsCompaction } from "./agents-compaction.js";
import type { AgentsCompactionOptions } from "./agents-compaction-options.js";
import { type AgentsHostOptions, agentsHost, format } from "./long-session-test-support.js";

const script = longSession();

const isPolicy = (item: AgentInputItem): boolean =>
  "role" in item && item.role === "user" && JSON.stringify(item.content).includes(script.policy);

const options: AgentsCompactionOptions = {
  model: "scripted",
  maxContextTokens: script.window,
  estimator: heuristicEstimator,
  protect: isPolicy,
};

const GOOD = {
  completed: true,
  overWindow: [],
  orphans: [],
  withoutPolicy: [],
  policyObeyed: true,
  factUsed: true,
  correctionUsed: true,
};

async function play(host: AgentsHostOptions, refuses: number[] = []) {
  const session = new MemorySession();
  const verdict = await playLongSession(script, (stage) => agentsHost(stage, { session, ...host }), {
    refuses,
  });
  return { verdict, items: await session.getItems() };
}

/** The SDK's own session holds every message and every call with its full output. */
function expectComplete(items: AgentInputItem[]): void {
  const views = items.map((item) => format.view(item));
  const said = views.filter(({ role }) => role === "user").map(({ text }) => text);
  expect(said).toEqual(script.turns.map(({ user }) => user));
  const { links, orphanResults, missingResults } = pairItems(views);
  expect({ orphanResults, missingResults }).toEqual({ orphanResults: [], missingResults: [] });
  const outputs = views.flatMap(({ results }) => results.map(({ text }) => text));
  expect(outputs).toHaveLength(links.length);
  expect(outputs.some((text) => text.length > script.window)).toBe(true);
  expect(views.every(({ text }) => !text.includes("COMPACT-SUMMARY"))).toBe(true);
}

describe("a session of 60 turns, three windows long, in the Agents SDK", () => {
  it("ends early without compaction", async () => {
    const { verdict } = await play({});
    expect(verdict).toMatchObject({ completed: false });
  });

  it.each([false, true])("is completed with a model that compacts (streaming: %s)", async (stream) => {
    const compaction = agentsCompaction(options);
    const { verdict, items } = await play({ wrap: (model) => compaction.model(model), stream });
    expect(verdict).toMatchObject({ ...GOOD, refused: [] });
    expectComplete(items);
  });

  it.each([false, true])(
    "is completed where the provider refuses requests (streaming: %s)",
    async (stream) => {
      const compaction = agentsCompaction(options);
      const refuses = [9, 40, 41, 77];
      const { verdict, items } = await play({ wrap: (model) => compaction.model(model), stream }, refuses);
      expect(verdict).toMatchObject({ ...GOOD, refused: refuses });
      expectComplete(items);
    },
  );

  it("is completed where the summarizing model fails", async () => {
    const compaction = agentsCompaction({
      ...options,
      summarizer: { name: "broken", summarize: () => Promise.reject(new Error("no model")) },
    });
    const { verdict, items } = await play({ wrap: (model) => compaction.model(model) });
    expect(verdict).toMatchObject({ ...GOOD, refused: [] });
    expectComplete(items);
  });

  it("is completed with the input filter", async () => {
    const { filter } = agentsCompaction(options);
    const { verdict, items } = await play({ config: { callModelInputFilter: filter } });
    expect(verdict).toMatchObject({ ...GOOD, refused: [] });
    expectComplete(items);
  });
});
