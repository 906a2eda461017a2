import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import type { PlainMessage } from "../formats/plain.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

const subject = fc.constantFrom(
  "the billing table",
  "src/api/routes.ts",
  "port 8443",
  "release/2.x",
  "生产数据库",
);
const rule = fc
  .oneof(
    fc.tuple(
      fc.constantFrom("Never touch", "Do not delete", "Always back up"),
      subject,
      fc.integer({ min: 1, max: 99_999 }),
    ),
    fc.tuple(
      fc.constantFrom("You must not change", "Only ever read"),
      subject,
      fc.integer({ min: 1, max: 99_999 }),
    ),
  )
  .map(([verb, what, number]) => `${verb} ${what} before step ${number}.`);
const chinese = fc
  .tuple(fc.constantFrom("不要修改", "必须保留", "禁止删除"), fc.integer({ min: 1, max: 99_999 }))
  .map(([verb, number]) => `${verb}订单${number}的记录。`);
const rules = fc.uniqueArray(fc.oneof(rule, chinese), { minLength: 1, maxLength: 4 });

/** Summarizers that forget, alter or turn around what they were given. */
const SUMMARIZERS: Readonly<Record<string, (text: string) => string>> = {
  forgets: () => "The work goes well.",
  "changes a digit": (text) => text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)),
  "drops the negation": (text) =>
    text
      .replaceAll("Never ", "")
      .replaceAll("Do not ", "Do ")
      .replaceAll("must not", "must")
      .replaceAll("不要", ""),
  "cuts everything": (text) => text.slice(0, 20),
};

function scripted(change: (text: string) => string): Summarizer {
  return {
    name: "scripted",
    summarize: async ({ remainder }) => ({
      text:
        change(
          remainder
            .map(({ view }) => view.text)
            .join("\n")
            .slice(0, 600),
        ) || "Nothing.",
    }),
  };
}

/** The rules stand where the user said them: at the beginning, in the middle, one message each. */
function session(constraints: readonly string[], filler: number): PlainMessage[] {
  const items = chatter(filler);
  constraints.forEach((text, index) =>
    items.splice(index * 4, 0, say("user", `Go on with part ${index}. ${text}`)),
  );
  return items;
}

const shown = (items: readonly PlainMessage[]): string => items.map(({ content }) => content).join("\n");

describe("a constraint of the user", () => {
  it.each(["extractive", ...Object.keys(SUMMARIZERS)])(
    "is never lost, over several compactions, by a summarizer that is: %s",
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(
          rules,
          fc.integer({ min: 12, max: 30 }),
          fc.integer({ min: 200, max: 900 }),
          async (constraints, filler, target) => {
            const change = SUMMARIZERS[kind];
            const { manager } = setUp(change ? { summarizer: scripted(change) } : {});
            let items = session(constraints, filler);
            for (let round = 0; round < 3; round++) {
              try {
                items = (await manager.manualCompact("s", items, { targetTokens: target })).items;
              } catch (error) {
                if (CompactError.isInstance(error) && error.code === "CONSTRAINTS_DO_NOT_FIT") return;
                throw error;
              }
              for (const text of constraints) expect(shown(items)).toContain(text);
              items = [...items, ...chatter(10, 50 + round * 20)];
            }
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  it("gives way to the one that corrects it", async () => {
    const { manager } = setUp();
    const items = [
      say("user", "Never retry more than 3 times."),
      ...chatter(20),
      say("user", "Change of plan: retry at most 5 times instead of 3 times."),
      ...chatter(20, 30),
    ];
    const { items: window } = await manager.manualCompact("s", items, { targetTokens: 700 });
    expect(shown(window)).toContain("retry at most 5 times instead of 3 times.");
  });

  it("is kept whole where its lines were broken at a column, and is known again in them", async () => {
    const broken =
      "Go on.\n\nNever push to the release branch without\nasking Ada first, and always sign\nthe commits.";
    const whole = "Never push to the release branch without asking Ada first, and always sign the commits.";
    const { manager } = setUp({ summarizer: scripted(() => "The work goes well.") });
    const items = [say("user", broken), ...chatter(20)];
    const { items: window, compaction } = await manager.manualCompact("s", items, { targetTokens: 700 });
    expect(compaction?.summary).toContain(whole);
    const again = await manager.manualCompact("s", [...window, ...chatter(20, 60), say("user", broken)], {
      targetTokens: 700,
    });
    expect(shown(again.items).replace(/\s+/g, " ").split(whole).length - 1).toBe(1);
  });

  it("stops a compaction that has no room for it, and nothing is changed", async () => {
    const { manager, storage } = setUp({ maxContextTokens: 100_000 });
    const items = [say("user", `Never do this: ${"touch the table of orders ".repeat(60)}.`), ...chatter(30)];
    await expect(manager.manualCompact("s", items, { targetTokens: 120 })).rejects.toMatchObject({
      code: "CONSTRAINTS_DO_NOT_FIT",
      details: { sessionId: "s" },
    });
    expect(await storage.read("s", ["compaction"])).toEqual([]);
    expect((await manager.preflight("s", items)).items).toBe(items);
  });
});

describe("the fidelity of a summary", () => {
  it("is told in the result and in an event: what was put back, put right and taken out", async () => {
    const summarizer: Summarizer = {
      name: "scripted",
      summarize: async () => ({
        text: "Order A-99177 was shipped from /srv/nowhere/ledger.db.\nAll is well.",
      }),
    };
    const { manager, events } = setUp({ summarizer });
    const items = [say("user", "Ship the orders. Never ship on a Sunday."), ...chatter(20)];
    const { compaction } = await manager.manualCompact("s", items, { targetTokens: 900 });
    expect(compaction?.summary).toContain("Never ship on a Sunday.");
    expect(compaction?.summary).not.toContain("A-99177");
    expect(compaction?.summary).not.toContain("/srv/nowhere");
    expect(compaction?.summary).toContain("All is well.");
    expect(compaction?.fidelity).toMatchObject({ restored: 1, removed: 2, revised: false, invented: [] });
    expect(named(events, "compact.verified")).toMatchObject([
      { restored: 1, removed: 2, missing: 0, mutated: 0 },
    ]);
  });

  it("asks the author once to put right what it lost, and takes the better answer", async () => {
    const asked: string[] = [];
    const summarizer: Summarizer = {
      name: "scripted",
      summarize: async () => ({ text: "The orders are on their way." }),
      revise: async (instruction) => {
        asked.push(instruction);
        return { text: "The orders are on their way.\nNever ship on a Sunday." };
      },
    };
    const { manager } = setUp({ summarizer });
    const items = [say("user", "Ship the orders. Never ship on a Sunday."), ...chatter(20)];
    const { compaction } = await manager.manualCompact("s", items, { targetTokens: 900 });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("Never ship on a Sunday.");
    expect(compaction?.summary).toBe("The orders are on their way.\nNever ship on a Sunday.");
    expect(compaction?.fidelity).toMatchObject({ restored: 0, revised: true });
  });

  it("holds for a summary that the caller edited, which may say what is new", async () => {
    const { manager } = setUp();
    const items = [say("user", "Ship the orders. Never ship on a Sunday."), ...chatter(20)];
    const prepared = await manager.prepare("s", items, { targetTokens: 900 });
    const { compaction } = await manager.commitPrepared(prepared, {
      summary: "Ask Ada-7731 about the crates.",
    });
    expect(compaction?.summary).toContain("Never ship on a Sunday.");
    expect(compaction?.summary).toContain("Ask Ada-7731 about the crates.");
  });
});
