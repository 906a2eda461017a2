import { describe, expect, it } from "vitest";
import { EMPTY_VIEW, type ItemView } from "../conversation/item-view.js";
import { createItemMeter, ENVELOPE_TOKENS } from "./create-item-meter.js";
import type { TokenEstimator } from "./token-estimator.js";

interface Wire {
  readonly view: Partial<ItemView>;
}

function meterWithRecord(): {
  views: Wire[];
  counted: string[];
  meter: ReturnType<typeof createItemMeter<Wire>>;
} {
  const views: Wire[] = [];
  const counted: string[] = [];
  const estimator: TokenEstimator = {
    name: "characters",
    count(text) {
      counted.push(text);
      return text.length;
    },
  };
  const format = {
    view(wire: Wire): ItemView {
      views.push(wire);
      return { ...EMPTY_VIEW, ...wire.view };
    },
  };
  return { views, counted, meter: createItemMeter(format, estimator) };
}

const call: Wire = {
  view: {
    text: "I will look into the file.",
    reasoning: "The file may say more.",
    calls: [
      { callId: "call_1", name: "read_the_whole_file", arguments: '{"path":"notes.md"}' },
      { callId: "call_2", name: "list_every_folder", arguments: "{}" },
    ],
  },
};
const result: Wire = {
  view: {
    role: "tool",
    results: [{ callId: "call_1", name: "read", text: "Nothing to see here.", isError: false }],
    attachments: [{ kind: "image", characters: 9000, detail: "low" }],
  },
};

describe("createItemMeter", () => {
  it("adds up text, reasoning, calls and the envelope", () => {
    const { meter } = meterWithRecord();
    const content = 26 + 22 + 19 + 19 + 17 + 2;
    expect(meter.tokens(call)).toBe(content + ENVELOPE_TOKENS.item + 2 * ENVELOPE_TOKENS.callOrResult);
  });

  it("adds up results, attachments and the envelope", () => {
    const { meter } = meterWithRecord();
    expect(meter.tokens(result)).toBe(20 + 85 + ENVELOPE_TOKENS.item + ENVELOPE_TOKENS.callOrResult);
    expect(meter.viewTokens(meter.view(result))).toBe(meter.tokens(result));
  });

  it("costs an empty item its envelope and never asks the estimator", () => {
    const { meter, counted } = meterWithRecord();
    expect(meter.tokens({ view: {} })).toBe(ENVELOPE_TOKENS.item);
    expect(counted).toEqual([]);
  });

  it("reads and counts the same object once", () => {
    const { meter, views, counted } = meterWithRecord();
    const first = meter.tokens(call);
    const afterFirst = counted.length;
    expect(meter.tokens(call)).toBe(first);
    expect(meter.view(call)).toBe(meter.view(call));
    expect(views).toEqual([call]);
    expect(counted).toHaveLength(afterFirst);
  });

  it("tokenizes nothing again for fresh clones", () => {
    const { meter, views, counted } = meterWithRecord();
    const items = Array.from({ length: 50 }, (_, index) => ({
      view: { text: `The ${index}th message of many.` },
    }));
    const total = items.reduce((sum, item) => sum + meter.tokens(item), 0);
    expect(counted).toHaveLength(50);
    const again = structuredClone(items).reduce((sum, item) => sum + meter.tokens(item), 0);
    expect(again).toBe(total);
    expect(counted).toHaveLength(50);
    expect(views).toHaveLength(100);
  });

  it("forgets texts beyond the bound of its cache", () => {
    const counted: string[] = [];
    const estimator = { name: "one", count: (text: string) => counted.push(text) };
    const meter = createItemMeter({ view: () => EMPTY_VIEW }, estimator, { maxCachedCharacters: 40 });
    for (const text of ["a", "b", "a"]) meter.text(text.repeat(30));
    expect(counted).toHaveLength(3);
  });
});
