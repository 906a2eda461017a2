import { describe, expect, it } from "vitest";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import type { Summarizer, Summary } from "../../summarizers/summarizer.js";
import { chatter, named, say, setUp } from "../manager-test-support.js";

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
      restored: 1,
      repaired: [{ class: "missing", kind: "constraint", text: "Never ship on a Sunday." }],
      removed: 2,
      invented: ["A-99177", "srv/nowhere/ledger.db"],
      revised: false,
    });
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

  it("does not take a model's word that a constraint no longer holds", async () => {
    const { manager } = setUp({
      summarizer: saying("Rules that no longer hold:\n- The refund limit is 250 USD."),
    });
    const { compaction } = await manager.manualCompact("s", withLimit(), { targetTokens: 900 });
    expect(compaction?.fidelity).toMatchObject({ restored: 1 });
    expect(compaction?.summary).toMatch(/^Constraints of the user:\n- The refund limit is 250 USD\.\n/);
  });

  it("names what a model altered, and what stood in its place", async () => {
    const summarizer = saying("All goes well. The refund limit is 350 USD.");
    const { manager } = setUp({ summarizer });
    const { compaction } = await manager.manualCompact("s", withLimit(), { targetTokens: 900 });
    expect(compaction?.summary).toContain("The refund limit is 250 USD.");
    expect(compaction?.summary).not.toContain("350");
    expect(compaction?.fidelity).toMatchObject({
      corrected: 1,
      repaired: [{ class: "mutated", instead: "The refund limit is 350 USD." }],
    });
  });

  it("puts a swapped path right where it stands, and takes no other rule for it", async () => {
    const rules = ["Only edit src/auth/login.ts.", "Only edit src/auth/session.ts."];
    const summarizer = saying(`${rules[1]} Only edit src/auth/logout.ts.`);
    const { manager } = setUp({ summarizer });
    const items = [say("user", rules.join(" ")), ...chatter(20)];
    const { compaction } = await manager.manualCompact("s", items, { targetTokens: 900 });
    expect(compaction?.summary).toBe(`${rules[1]} ${rules[0]}`);
    expect(compaction?.fidelity?.repaired).toMatchObject([{ class: "mutated", text: rules[0] }]);
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
