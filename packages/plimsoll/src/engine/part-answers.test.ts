import { describe, expect, it } from "vitest";
import type { CompactEvent } from "../events/compact-event.js";
import { parseEvent } from "../events/parse-event.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { CompactManager } from "./compact-manager.js";

const history = Array.from({ length: 60 }, (_, number) => [
  {
    role: "user",
    content: `Question ${number}: what is the state of order A-${number}? ${"word ".repeat(60)}`,
  },
  { role: "assistant", content: `Order A-${number} is on its way. ${"answer ".repeat(60)}` },
]).flat();

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
const fail = (): never => {
  throw new RangeError("trap");
};
const answering = (answer: object): (() => Promise<object>) => {
  return async () =>
    Object.defineProperties(
      { text: "What was asked is answered." },
      Object.getOwnPropertyDescriptors(answer),
    );
};

/** Summarizers that break the contract in one way each. */
const BROKEN: Readonly<Record<string, object>> = {
  "has no name": { summarize: answering({}) },
  "has a name that is no text": { name: cyclic, summarize: answering({}) },
  "has a name of five million characters": { name: "x".repeat(5_000_000), summarize: answering({}) },
  "drops fewer entries than none": { name: "own", summarize: answering({ dropped: -1 }) },
  "drops entries that are no number": { name: "own", summarize: answering({ dropped: cyclic }) },
  "drops half an entry": { name: "own", summarize: answering({ dropped: 0.5 }) },
  "has a model that is no text": { name: "own", model: cyclic, summarize: answering({ model: cyclic }) },
  "has an answer that cannot be read": {
    name: "own",
    summarize: answering({
      get dropped() {
        return fail();
      },
    }),
  },
  "reports usage that is no number": {
    name: "own",
    async summarize(request: { onUsage?(usage: object): void }) {
      request.onUsage?.({ input: Number.NaN, output: -1, cached: "much", total: cyclic });
      return { text: "What was asked is answered." };
    },
  },
};

describe("a summarizer of the caller's", () => {
  it.each(Object.entries(BROKEN))("that %s does not fail the run", async (_, summarizer) => {
    const events: CompactEvent[] = [];
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 8000,
      summarizer: summarizer as Summarizer,
      exporters: [{ name: "list", export: (event) => void events.push(event) }],
    });
    const { compaction } = await manager.preflight("s", history);
    expect(compaction?.summary).toBeDefined();
    expect(events.map(({ event }) => event)).toContain("compact.summary_created");
    for (const event of events) {
      expect(parseEvent(event)).toEqual(event);
      expect(JSON.stringify(event).length).toBeLessThan(50_000);
    }
  });

  it("is told of when what it says is wrong", async () => {
    const events: CompactEvent[] = [];
    const summarizer = { name: "own", summarize: answering({ dropped: -1 }) } as unknown as Summarizer;
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 8000,
      summarizer,
      exporters: [{ name: "list", export: (event) => void events.push(event) }],
    });
    await manager.preflight("s", history);
    expect(events.find(({ event }) => event === "compact.summary_created")).toMatchObject({
      summarizer: "own",
      dropped_entries: 0,
    });
    expect(events.find(({ event }) => event === "compact.part_failed")).toMatchObject({
      part: "event compact.summary_created",
      reason: "field dropped_entries is -1; it must be a whole number from 0",
    });
  });
});
