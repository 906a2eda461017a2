import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import type { PlainMessage } from "../formats/plain/plain.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { chatter, say, setUp } from "./manager-test-support.js";

const STORY =
  "I had a long call with the people from the warehouse this morning about what they do all day with the parcels that come " +
  "in from the other side of the river on the small blue trucks of the carrier, and ";
const shown = (items: readonly PlainMessage[]): string => items.map(({ content }) => content).join("\n");
const forgetful: Summarizer = {
  name: "forgetful",
  summarize: () => Promise.resolve({ text: "The work goes well." }),
};

/** Room for the message around a summary, its heading, and line breaks. */
const FRAME_TOKENS = 40;
const tokensOf = (rules: readonly string[]): number =>
  rules.reduce((sum, rule) => sum + characterEstimator.count(`- ${rule}\n`) + 1, FRAME_TOKENS);

const demand = fc
  .tuple(
    fc.constantFrom("labels must never be wider than", "you must not ship more parcels than"),
    fc.integer({ min: 1, max: 99_999 }),
  )
  .map(([words, number]) => `${words} ${number}.`);

describe("rules that do not fit whole", () => {
  const rule = "labels must never be wider than 80 mm, unless Ada agrees.";

  it.each([
    ["by the embedded summarizer", {}],
    ["by a model that forgets them", { summarizer: forgetful }],
    ["without a summary", { policy: { summarize: false } }],
  ] as const)("are said as far as they bind, %s, and whole again where there is room", async (_, config) => {
    const { manager } = setUp(config);
    const items = [say("user", STORY + rule), ...chatter(30)];
    const strict = { targetTokens: 60, strictTarget: true };
    const { items: window, compaction } = await manager.manualCompact("s", items, strict);
    expect(shown(window)).toContain(rule);
    expect(shown(window)).not.toContain(STORY);
    expect(compaction?.fidelity?.mustKeep).toMatchObject({ missing: 0, mutated: 0, stale: 0 });
    expect((await manager.checkpoint("s")).constraints.map(({ text }) => text)).toEqual([STORY + rule]);
    const later = [...window, ...chatter(30, 40)];
    const wide = await manager.manualCompact("s", later, { targetTokens: 700 });
    expect(shown(wide.items)).toContain(STORY + rule);
  });

  it("are never refused where a target holds all that binds of them", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(demand, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 30 }),
        async (demands, more) => {
          const { manager } = setUp();
          const items = [...demands.map((words) => say("user", STORY + words)), ...chatter(30)];
          const targetTokens = tokensOf(demands) + more;
          const { items: window } = await manager.manualCompact("s", items, {
            targetTokens,
            strictTarget: true,
          });
          for (const words of demands) expect(shown(window)).toContain(words);
        },
      ),
      { numRuns: scaled(40) },
    );
  });

  it("are refused where even that is larger than the target, with what is needed", async () => {
    const { manager, storage } = setUp();
    const items = [say("user", STORY + rule), ...chatter(30)];
    const refusal = manager.manualCompact("s", items, { targetTokens: 24, strictTarget: true });
    await expect(refusal).rejects.toMatchObject({ code: "CONSTRAINTS_DO_NOT_FIT" });
    await refusal.catch((error: { readonly details: { needed: number; available: number } }) => {
      expect(error.details.needed).toBeGreaterThanOrEqual(characterEstimator.count(rule));
      expect(error.details.needed).toBeLessThan(characterEstimator.count(STORY));
      expect(error.details.available).toBeLessThan(error.details.needed);
    });
    expect(await storage.read("s", ["compaction"])).toEqual([]);
  });

  it("come before a question to the user that would not fit beside them", async () => {
    const { manager } = setUp({ policy: { keepUserTokens: 0 } });
    const question = `Shall I now go on and delete all the old labels of ${"every parcel and ".repeat(12)} more?`;
    const items = [say("user", STORY + rule), ...chatter(30), say("assistant", question)];
    const { items: window } = await manager.manualCompact("s", items, {
      targetTokens: 60,
      strictTarget: true,
    });
    expect(shown(window)).toContain(rule);
  });
});
