import { beforeAll, describe, expect, it } from "vitest";
import { CompactManager } from "../engine/compact-manager.js";
import type { CompactEvent } from "../events/compact-event.js";
import { responses } from "../formats/responses/responses.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import type { LoadLine } from "./load-line.js";
import { readLoadLine } from "./read-load-line.js";

const MAX = 6650;
const page = (number: number) => ({
  type: "message",
  role: "user",
  content: Array.from(
    { length: 84 },
    (_, line) => `${line}:00 berth ${(number * 60 + line) % 41}: the Petrel lands ${number * 7 + line} tons.`,
  ).join("\n"),
});
const answer = (number: number) => ({
  type: "message",
  role: "assistant",
  content: `Page ${number} is read.`,
});

/** What a gateway does: it looks at a list, sends it, prepares ahead, and compacts when asked or when it must. */
describe("requests on the load line", () => {
  const events: CompactEvent[] = [];
  const sent: number[] = [];
  let line: LoadLine;
  let ids: readonly string[];

  beforeAll(async () => {
    const manager = new CompactManager<object>({
      model: "gpt-5",
      format: responses as never,
      estimator: heuristicEstimator,
      exporters: [{ name: "test", export: (event) => void events.push(event) }],
    });
    const items: object[] = [];
    const window = { maxContextTokens: MAX };
    const send = async (number: number, max = MAX): Promise<void> => {
      items.push(page(number));
      await manager.decide("s", [...items], window);
      if (max < MAX)
        await manager.manualCompact("s", [...items], { maxContextTokens: max, targetTokens: 2000 });
      const usage = sent.length === 0 ? {} : { usage: { input_tokens: sent.at(-1) } };
      const { measurement } = await manager.preflight("s", [...items], { ...window, ...usage });
      sent.push(measurement.tokens);
      items.push(answer(number));
    };
    for (let number = 0; number < 4; number++) await send(number);
    await manager.prepare("s", items.slice(0, -1), { ...window, ahead: true });
    await send(4);
    await send(5);
    await manager.manualCompact("s", [...items], { ...window, targetTokens: 2000 });
    await send(6);
    await send(7, 4000);
    const { compactions } = await manager.transcript("s");
    ids = compactions.map(({ id }) => id);
    line = readLoadLine({ events, records: [], standing: new Set(ids), pricesOf: () => undefined });
    await manager.close();
  });

  it("has one point for each request, as large as what was sent", () => {
    expect(line.points.map(({ tokens }) => tokens)).toEqual(sent);
    expect(line.points.map(({ request }) => request)).toEqual(sent.map((_, index) => index + 1));
  });

  it("has one mark for each compaction, at the request that was sent smaller for it, or comes next", () => {
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(line.marks.map(({ id }) => id)).toEqual(ids);
    expect(line.marks.map(({ request }) => request)).toEqual([5, 7, 8]);
    expect(line.marks[0]?.after).toBe(sent[4]);
    for (const { request, before, after } of line.marks) {
      expect(after).toBeLessThanOrEqual(sent[request - 1] ?? 0);
      expect(before).toBeGreaterThan(after);
    }
  });

  it("keeps the limits of the window that was named, whatever was planned for another", () => {
    expect(line.max).toBe(MAX);
    expect(line.hardLimit).toBeLessThan(MAX);
    for (const event of events)
      if (event.event === "compact.token_estimate") expect([MAX, 4000]).toContain(event.max);
  });
});
