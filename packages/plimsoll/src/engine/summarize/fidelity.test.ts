import { describe, expect, it } from "vitest";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import type { Summarizer, Summary } from "../../summarizers/summarizer.js";
import type { CompactConfig } from "../compact-config.js";
import type { PlainMessage } from "../../formats/plain/plain.js";
import { chatter, named, say, setUp as setUpManager } from "../manager-test-support.js";

/** The user's messages leave the window, so that the summary alone says what they said. */
const setUp = (more: Partial<CompactConfig<PlainMessage>> = {}) =>
  setUpManager({ ...more, policy: { keepUserTokens: 0, ...more.policy } });

const saying = (text: string): Summarizer => ({ name: "scripted", summarize: async () => ({ text }) });

const withLimit = () => [say("user", "Refund the orders. The refund limit is 250 USD."), ...chatter(20)];

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
    expect(compaction?.fidelity).toMatchObject({
      restored: 0,
      removed: 2,
      invented: ["A-99177", "srv/nowhere/ledger.db"],
      revised: false,
      refuted: [],
      unconfirmed: [],
    });
    expect(named(events, "compact.verified")).toMatchObject([
      { restored: 0, removed: 2, missing: 0, mutated: 0, refuted: 0, unconfirmed: 0 },
    ]);
  });

  it("needs no second request for rules that the author left out: code prints them", async () => {
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
    expect(asked).toEqual([]);
    expect(compaction?.summary).toMatch(/\n- Never ship on a Sunday\.\n/);
    expect(compaction?.summary).toContain(
      "\nNotes by the model (not verified):\n The orders are on their way.\nExtracts:\n",
    );
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

  it("does not take a model's word that a constraint no longer holds", async () => {
    const { manager } = setUp({
      summarizer: saying("Rules that no longer hold:\n- The refund limit is 250 USD."),
    });
    const { compaction } = await manager.manualCompact("s", withLimit(), { targetTokens: 900 });
    expect(compaction?.fidelity).toMatchObject({ refuted: ["Rules that no longer hold:"] });
    expect(compaction?.summary).toContain("\nConstraints of the user:\n- The refund limit is 250 USD.\n");
  });

  it.each([
    ["The refund limit is 350 USD.", "350"],
    ["The user lifted the refund limit.", "lifted"],
  ])("takes a sentence out that contradicts a rule, and tells of it: %s", async (claim, word) => {
    const { manager, events } = setUp({ summarizer: saying(`All goes well. ${claim}`) });
    const { compaction } = await manager.manualCompact("s", withLimit(), { targetTokens: 900 });
    expect(compaction?.summary).toContain("- The refund limit is 250 USD.");
    expect(compaction?.summary).toContain(" All goes well.");
    expect(compaction?.summary).not.toContain(word);
    expect(compaction?.fidelity).toMatchObject({ refuted: [claim] });
    expect(named(events, "compact.verified")).toMatchObject([{ refuted: 1 }]);
  });

  it("takes it out also where the user's own words stay in the window", async () => {
    const { manager } = setUpManager({ summarizer: saying("All goes well. The refund limit is 350 USD.") });
    const { items, compaction } = await manager.manualCompact("s", withLimit(), { targetTokens: 900 });
    expect(items).toContainEqual(withLimit()[0]);
    expect(compaction?.summary).toContain("All goes well.");
    expect(compaction?.summary).not.toContain("350");
  });

  it("takes a swapped path out, and takes no other rule for it", async () => {
    const rules = ["Only edit src/auth/login.ts.", "Only edit src/auth/session.ts."];
    const summarizer = saying(`${rules[1]} Only edit src/auth/logout.ts.`);
    const { manager } = setUp({ summarizer });
    const items = [say("user", rules.join(" ")), ...chatter(20)];
    const { compaction } = await manager.manualCompact("s", items, { targetTokens: 900 });
    for (const rule of rules) expect(compaction?.summary).toContain(`\n- ${rule}\n`);
    expect(compaction?.summary).not.toContain("logout");
    const { refuted = [], repaired = [], invented = [] } = compaction?.fidelity ?? {};
    expect(JSON.stringify([refuted, repaired, invented])).toContain("src/auth/logout.ts");
  });

  it("is checked in the caller's words as in any others: what is altered is put right, what is new is told", async () => {
    const { manager } = setUp();
    const prepared = await manager.prepare("s", withLimit(), { targetTokens: 900 });
    const { compaction } = await manager.commitPrepared(prepared, {
      summary: "The refund limit is 350 USD. Ask Ada-7731 about it.",
    });
    expect(compaction?.summary).toBe("The refund limit is 250 USD. Ask Ada-7731 about it.");
    expect(compaction?.fidelity).toMatchObject({ corrected: 1, removed: 0, invented: ["Ada-7731"] });
  });

  it("refuses the caller's words where they leave no room for what must be kept, rather than drop them", async () => {
    const { manager } = setUp();
    const prepared = await manager.prepare("s", withLimit(), { targetTokens: 900 });
    const note = "a note ".repeat(((prepared.summaryMaxTokens - 20) * 4) / 7).trim();
    await expect(manager.commitPrepared(prepared, { summary: note })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(
        /lacks 1 facts that must stay.*shorten the summary, or raise the target/,
      ),
    });
    expect((await manager.commitPrepared(prepared)).compaction?.summary).toContain("250 USD");
  });

  it("takes no summary of the caller's that is no text", async () => {
    const { manager } = setUp();
    const summary = 5 as unknown as string;
    const refusal = { code: "INVALID_INPUT", message: expect.stringContaining("summary") };
    const prepared = await manager.prepare("s", withLimit(), { targetTokens: 900 });
    await expect(manager.commitPrepared(prepared, { summary })).rejects.toMatchObject(refusal);
  });

  it("survives authors that answer with something else than a summary", async () => {
    const nothing = null as unknown as Summary;
    const strange = { anything: 1 } as unknown as Checkpoint;
    const authors: Summarizer[] = [
      { name: "null", summarize: async () => nothing },
      { ...saying("All goes well."), revise: async () => nothing },
      {
        ...saying("All goes well."),
        revise: () => {
          throw new TypeError("no");
        },
      },
      { name: "strange", summarize: async () => ({ text: "All goes well.", checkpoint: strange }) },
      {
        name: "forgetful",
        summarize: async ({ checkpoint }) => ({
          text: "All goes well.",
          ...(checkpoint ? { checkpoint: { ...checkpoint, constraints: [] } } : {}),
        }),
      },
    ];
    for (const summarizer of authors) {
      const { manager, storage } = setUp({ summarizer });
      const { compaction } = await manager.manualCompact("s", withLimit(), { targetTokens: 900 });
      expect(compaction?.summary).toContain("The refund limit is 250 USD.");
      const entries = await storage.read("s");
      const stored = entries.findLast(({ kind }) => kind === "checkpoint");
      expect(JSON.stringify(stored)).toContain('"constraints":[{"id"');
    }
  });
});
