import { describe, expect, it } from "vitest";
import { chatter } from "../../engine/manager-test-support.js";
import { plain, type PlainMessage } from "../../formats/plain/plain.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import { CallCompactor } from "./call-compactor.js";
import { LONG } from "./call-compactor-test-support.js";
import { ItemIdentity } from "./item-identity.js";

type Numbered = PlainMessage & { readonly id?: string };

const withoutId = ({ role, content }: Numbered): Numbered => ({ role, content });
const numbered = (items: readonly PlainMessage[]): Numbered[] =>
  items.map((item, index) => ({ ...item, id: `m${index}` }));

describe("ItemIdentity", () => {
  it("gives back the very objects of the list, also for equal items of an earlier one", () => {
    const identity = new ItemIdentity(withoutId);
    const first = identity.read(numbered(chatter(2)));
    const items = structuredClone(chatter(2));
    const second = identity.read(items);
    const made = { role: "assistant", content: "a summary" };
    const restored = second.restore([made, first.known[1] as Numbered, second.known[2] as Numbered]);
    expect(restored[0]).toBe(made);
    expect(restored[1]).toBe(items[1]);
    expect(restored[2]).toBe(items[2]);
  });

  it("finds the compaction of a conversation whose items lost their ids meanwhile", async () => {
    const compactor = new CallCompactor<Numbered>(
      "test",
      { model: "gpt-5", maxContextTokens: 4000, estimator: characterEstimator, format: plain },
      withoutId,
    );
    const inRun = numbered(LONG);
    const first = await compactor.begin({ items: inRun });
    expect(first.items.at(-1)).toBe(inRun.at(-1));
    const readBack = [...structuredClone(LONG), ...chatter(1, 60)];
    const second = await compactor.begin({ items: readBack });
    expect(second.sessionId).toBe(first.sessionId);
    const summaryIn = (items: readonly Numbered[]) =>
      items.find(({ content }) => content.startsWith("<COMPACT-SUMMARY"));
    expect(summaryIn(second.items)).toBeDefined();
    expect(summaryIn(second.items)).toEqual(summaryIn(first.items));
    expect(second.items.at(-3)).toBe(readBack.at(-3));
  });
});
