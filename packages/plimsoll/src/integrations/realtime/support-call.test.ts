import { afterEach, describe, expect, it } from "vitest";
import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import type { RealtimeServer } from "plimsoll-testkit";
import {
  CORRECTED_RULE,
  CUSTOMER_NUMBER,
  FIRST_LANGUAGE,
  FIRST_RULE,
  POLICY,
  SUPPORT_TURNS,
  supportOutput,
  supportRequest,
} from "./support-call-test-support.js";
import { compactRealtime, type RealtimeCompactor } from "./realtime-compactor.js";
import type { RealtimeCompactorOptions } from "./realtime-compactor-options.js";
import type { RealtimeCompactionEvent } from "./realtime-summary.js";
import { openSupportCall, RawClient, startServer, textsOf } from "./realtime-test-support.js";

const WINDOW = 4000;

const brokenSummarizer: Summarizer = {
  name: "broken",
  model: "gpt-4o-mini",
  summarize: () => Promise.reject(new Error("503 overloaded")),
};

describe("a support call of sixty turns, three windows long", () => {
  const events: RealtimeCompactionEvent[] = [];
  let server: RealtimeServer;
  let compactor: RealtimeCompactor;
  let client: RawClient;

  afterEach(async () => {
    events.length = 0;
    await compactor.close();
    await client.close();
    await server.close();
  });

  /** Speaks all turns and gives the last answer. In a hurry, the next turn is spoken while a compaction is under way. */
  async function play({
    hurried = false,
    ...options
  }: RealtimeCompactorOptions & { readonly hurried?: boolean } = {}): Promise<string> {
    server = await startServer({ maxContextTokens: WINDOW });
    client = new RawClient(server.url);
    compactor = compactRealtime(client.socket, {
      maxContextTokens: WINDOW,
      clock: () => Date.parse("2026-11-15T12:00:00Z"),
      onEvent: (event) => events.push(event),
      ...options,
    });
    await openSupportCall(client, compactor);
    let answer = "";
    let settled = compactor.settled();
    for (let turn = 1; turn <= SUPPORT_TURNS; turn++) {
      answer = await client.ask(supportRequest(turn));
      await settled;
      settled = compactor.settled();
      if (!hurried) await settled;
    }
    await compactor.settled();
    return answer;
  }

  function expectSound(): void {
    expect(server.violations).toEqual([]);
    expect(server.peakTokens).toBeLessThan(WINDOW);
    const sight = textsOf(server.items);
    expect(sight).toContain(POLICY);
    expect(sight).toContain(FIRST_RULE);
    expect(sight).toContain(CORRECTED_RULE);
    // On the server the summary stands first, in the window where what it covers stood.
    const sorted = (items: readonly RealtimeItem[]): string[] =>
      items.map((item) => textsOf([item]).replace(/\n\[sum_\d{3}: .*\]$/, "")).sort();
    expect(sorted(compactor.window)).toEqual(sorted(server.items));
  }

  for (const hurried of [false, true]) {
    it(`ends with a fact of the second turn in sight${hurried ? ", also if the next turn begins at once" : ""}`, async () => {
      const answer = await play({ hurried });
      expect(answer).toBe(`Your customer number is ${CUSTOMER_NUMBER}.`);
      expectSound();
      expect(events.length).toBeGreaterThanOrEqual(3);
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["compacted"]));
      const told = textsOf(server.items)
        .split("\n")
        .filter((line) => line.includes(FIRST_LANGUAGE));
      expect(told.every((line) => line.startsWith("- Replaced: "))).toBe(true);
    });
  }

  it("numbers the summaries, which know their turns and fold the one before", async () => {
    await play();
    const { summaries } = compactor;
    expect(summaries.slice(0, 3).map(({ id, folds }) => [id, folds])).toEqual([
      ["sum_001", undefined],
      ["sum_002", "sum_001"],
      ["sum_003", "sum_002"],
    ]);
    for (const [index, { turns, madeAt }] of summaries.entries()) {
      expect(turns.first).toBe(1);
      expect(turns.last).toBeGreaterThan(summaries[index - 1]?.turns.last ?? 1);
      expect(madeAt).toBe("2026-11-15T12:00:00.000Z");
    }
    const { id, turns, folds } = summaries.at(-1)!;
    expect(server.items[0]).toMatchObject({ id, role: "system" });
    const made = "made 2026-11-15T12:00:00.000Z";
    const note = `[${id}: turns 1 to ${turns.last} of this conversation, ${made}, with ${folds} folded in]`;
    expect(textsOf(server.items.slice(0, 1)).endsWith(note)).toBe(true);
    expect(server.items.filter((item) => item.id.startsWith("sum_"))).toHaveLength(1);
  });

  it("keeps the whole transcript readable, the giant output too", async () => {
    const storage = memoryStorage();
    await play({ storage });
    const said = compactor.transcript.filter(({ role }) => role === "user");
    expect(said).toHaveLength(SUPPORT_TURNS);
    const recall = await compactor.manager.recall(compactor.sessionId);
    const [early] = await recall.search("question number 2 order A-70074 customer number");
    expect((await recall.read(early!.id)).text).toContain(CUSTOMER_NUMBER);
    const [hit] = await recall.search("parcel 20-1234 scanned");
    const row = supportOutput(20).split("\n")[1234]!;
    expect((await recall.read(hit!.id, { around: "parcel 20-1234" })).text).toContain(row);
  });

  it("can be taken back in the archive, compaction by compaction", async () => {
    await play();
    const { manager, sessionId, summaries } = compactor;
    const opening = compactor.transcript.find(({ role }) => role === "user");
    const back: boolean[] = [];
    for (let undone = 0; undone < summaries.length; undone++) {
      const { items } = await manager.undo(sessionId);
      back.push(items.some(({ id }) => id === opening?.id));
    }
    expect(back.slice(0, -1)).not.toContain(true);
    expect(back.at(-1)).toBe(true);
    await expect(manager.undo(sessionId)).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
  });

  it("goes on without a summary where the summarizer fails: the oldest leave, rules and policy stay", async () => {
    await play({ summarizer: brokenSummarizer, fallbackSummarizer: "none" });
    expectSound();
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["compacted"]));
    expect(new Set(compactor.summaries.map(({ summarizer }) => summarizer))).toEqual(new Set(["none"]));
    expect(textsOf(server.items)).toContain("left the window without a summary");
    const recall = await compactor.manager.recall(compactor.sessionId);
    expect(await recall.search(CUSTOMER_NUMBER)).not.toEqual([]);
  });

  it("records what each summary cost", async () => {
    const cheap: Summarizer = {
      name: "cheap",
      model: "gpt-4o-mini",
      summarize: ({ mustKeep = [], previous = "" }) =>
        Promise.resolve({
          text: [
            previous.slice(0, 200),
            `The customer number is ${CUSTOMER_NUMBER}.`,
            ...mustKeep.map(({ text }) => text),
          ].join("\n"),
          model: "gpt-4o-mini",
        }),
    };
    await play({ summarizer: cheap });
    for (const { cost, summarizer } of compactor.summaries) {
      expect(summarizer).toBe("cheap");
      expect(cost.model).toBe("gpt-4o-mini");
      expect(cost.inputTokens).toBeGreaterThan(1000);
      expect(cost.dollars).toBeCloseTo((cost.inputTokens * 0.15 + cost.outputTokens * 0.6) / 1e6, 9);
    }
  });
});
