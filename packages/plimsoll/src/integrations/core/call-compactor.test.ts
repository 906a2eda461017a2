import { describe, expect, it, vi } from "vitest";
import { itemId } from "../../conversation/item-id.js";
import { chatter, say } from "../../engine/manager-test-support.js";
import type { PlainMessage } from "../../formats/plain/plain.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import { CallCompactor } from "./call-compactor.js";
import { LONG, OVERFLOW, setUp, tokensOf } from "./call-compactor-test-support.js";

const answer = (items: PlainMessage[]) => Promise.resolve({ items, usage: undefined });
const usageOf = (result: { usage: unknown }) => result.usage;

describe("a call with compaction", () => {
  it("sends a list that fits as it is, and a compacted one where it does not", async () => {
    const { compactor } = setUp();
    const short = chatter(3);
    expect((await compactor.call({ items: short }, answer, usageOf)).items).toEqual(short);
    const { items } = await compactor.call({ items: LONG }, answer, usageOf);
    expect(tokensOf(items)).toBeLessThan(4000);
    expect(items.at(-1)).toBe(LONG.at(-1));
  });

  it("finds the compaction of a history that is sent again, and keeps the prefix byte-stable", async () => {
    const { compactor, named } = setUp();
    const first = await compactor.call({ items: LONG }, answer, usageOf);
    const more = [...structuredClone(LONG), ...chatter(1, 60)];
    const second = await compactor.call({ items: more }, answer, usageOf);
    expect(JSON.stringify(second.items.slice(0, first.items.length))).toBe(JSON.stringify(first.items));
    expect(named("compact.compacted")).toHaveLength(1);
  });

  it("keeps what the caller protects, word for word", async () => {
    const { compactor } = setUp({ protect: (item) => item.content.includes("A-1007") });
    const { items } = await compactor.call({ items: LONG }, answer, usageOf);
    expect(items).toContain(LONG[14]);
    expect(items).not.toContain(LONG[16]);
  });

  it("falls back to the embedded summarizer where the caller's fails", async () => {
    const failing = { name: "failing", summarize: () => Promise.reject(new Error("503")) };
    const { compactor } = setUp({ summarizer: failing });
    const { items } = await compactor.call({ items: LONG }, answer, usageOf);
    const summary = items.find(({ content }) => content.startsWith("<COMPACT-SUMMARY v1>"));
    expect(summary?.content).toContain("A-10");
  });

  it("keeps the state of runs apart that began alike", async () => {
    const { compactor } = setUp();
    const rule = say("user", "You must never touch the billing table, whatever happens.");
    const hello = chatter(1);
    await compactor.call({ items: hello }, answer, usageOf);
    const one = await compactor.call({ items: [...hello, rule, ...chatter(60, 1)] }, answer, usageOf);
    const two = await compactor.call({ items: [...hello, ...chatter(60, 1)] }, answer, usageOf);
    expect(JSON.stringify(one.items)).toContain("billing table");
    expect(JSON.stringify(two.items)).not.toContain("billing table");
  });

  it("goes on from its compaction where the last messages are taken back, and knows nothing of them", async () => {
    let asked = 0;
    const { compactor } = setUp({
      summarizer: { name: "counted", summarize: () => Promise.resolve({ text: `Summary ${++asked}.` }) },
    });
    const rule = say("user", "You must never touch the billing table, whatever happens.");
    await compactor.call({ items: LONG }, answer, usageOf);
    await compactor.call({ items: [...LONG, rule] }, answer, usageOf);
    const retaken = [...LONG, say("user", "What is next?")];
    const { items } = await compactor.call({ items: retaken }, answer, usageOf);
    expect(asked).toBe(1);
    expect(JSON.stringify(items)).toContain("Summary 1.");
    const later = await compactor.call({ items: [...retaken, ...chatter(40, 60)] }, answer, usageOf);
    expect(asked).toBe(2);
    expect(JSON.stringify(later.items)).not.toContain("billing table");
    expect(await compactor.manager().readArchived("c2", itemId(LONG[3] as PlainMessage))).toEqual(LONG[3]);
  });

  it("compacts harder and sends again when the provider says that the request is too long", async () => {
    const { compactor } = setUp();
    const sizes: number[] = [];
    const refuseTwice = (items: PlainMessage[]) => {
      sizes.push(tokensOf(items));
      return sizes.length < 3 ? Promise.reject(OVERFLOW) : answer(items);
    };
    const { items } = await compactor.call({ items: chatter(30) }, refuseTwice, usageOf);
    expect(sizes).toHaveLength(3);
    expect(sizes[1]).toBeLessThan(sizes[0] as number);
    expect(sizes[2]).toBeLessThan(sizes[1] as number);
    expect(items.at(-1)?.content).toContain("Answer 29");
  });

  it("gives the provider's error after two smaller requests, and at once where nothing can be removed", async () => {
    const { compactor } = setUp();
    let calls = 0;
    const refuse = () => (calls++, Promise.reject(OVERFLOW));
    await expect(compactor.call({ items: chatter(30) }, refuse, usageOf)).rejects.toBe(OVERFLOW);
    expect(calls).toBe(3);
    calls = 0;
    await expect(compactor.call({ items: [say("user", "hi")] }, refuse, usageOf)).rejects.toBe(OVERFLOW);
    expect(calls).toBe(1);
  });

  it("passes every other error on, and does not call again", async () => {
    const { compactor } = setUp();
    const error = Object.assign(new Error("Rate limit reached"), { status: 429 });
    let calls = 0;
    const refuse = () => (calls++, Promise.reject(error));
    await expect(compactor.call({ items: LONG }, refuse, usageOf)).rejects.toBe(error);
    expect(calls).toBe(1);
  });

  it("goes on with what was sent last when compaction fails, and tells once", async () => {
    let broken = false;
    const { compactor, named } = setUp({
      shouldCompact: () => {
        if (broken) throw new Error("no disk");
        return undefined;
      },
    });
    const first = await compactor.call({ items: LONG }, answer, usageOf);
    broken = true;
    const more = chatter(1, 60);
    for (const items of [
      [...LONG, ...more],
      [...LONG, ...more, ...chatter(1, 61)],
    ]) {
      const sent = await compactor.call({ items }, answer, usageOf);
      expect(sent.items).toEqual([...first.items, ...items.slice(LONG.length)]);
    }
    expect(named("compact.passed_through")).toMatchObject([
      { integration: "test", cause: "failed", reason: expect.stringMatching(/no disk$/) as string },
    ]);
  });

  it("sends the request all the same where it cannot fit whatever is removed", async () => {
    const { compactor, named } = setUp();
    const items = [say("system", "x ".repeat(20_000)), say("user", "hi")];
    expect((await compactor.call({ items }, answer, usageOf)).items).toEqual(items);
    expect(named("compact.passed_through")).toHaveLength(1);
  });

  it("leaves a history alone that the server keeps, and tells once", async () => {
    const { compactor, named } = setUp();
    for (let run = 0; run < 3; run++) {
      const request = { items: LONG, serverManaged: "conversationId is set" };
      expect((await compactor.call(request, answer, usageOf)).items).toEqual(LONG);
    }
    expect(named("compact.passed_through")).toMatchObject([
      { cause: "server_managed", reason: "conversationId is set", severity: "warning" },
    ]);
    expect(named("compact.compacted")).toEqual([]);
  });

  it("says on the console that it does not know a format where no exporter is set, once", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const compactor = new CallCompactor<object>("test", { model: "gpt-5", maxContextTokens: 4000 });
    const items = [{ speaker: "me", words: "hello" }];
    for (let run = 0; run < 3; run++) {
      const { items: sent } = await compactor.begin({ items });
      expect(sent).toEqual(items);
    }
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^plimsoll \(test\).*No known format/)]]);
    warn.mockRestore();
  });

  it("stands on the usage that the provider reports", async () => {
    const { compactor, named } = setUp();
    const items = chatter(10);
    await compactor.call({ items }, answer, () => ({ input_tokens: 1500, output_tokens: 20 }));
    await compactor.call({ items: [...items, ...chatter(1, 10)] }, answer, usageOf);
    expect(named("compact.token_estimate").at(-1)).toMatchObject({ anchored: true });
  });

  it("keeps the window of the model that is asked, where none is given", async () => {
    const { compactor, named } = setUp({ model: undefined, maxContextTokens: undefined } as object);
    await compactor.call({ items: chatter(1), model: "gpt-4o" }, answer, usageOf);
    await compactor.call({ items: chatter(2), model: "gpt-4.1" }, answer, usageOf);
    const [small, large] = named("compact.token_estimate").map((event) => Number(event["max"]));
    expect(large).toBeGreaterThan((small as number) * 4);
  });

  it("forgets conversations beyond its bound, archive and all", async () => {
    const { compactor } = setUp({ maxConversations: 1 });
    await compactor.call({ items: LONG }, answer, usageOf);
    await compactor.call({ items: chatter(1, 99) }, answer, usageOf);
    await compactor.settled();
    expect(await compactor.manager().remove("c1")).toBe(false);
  });
});

describe("background compaction", () => {
  const filling = chatter(24);
  const usage = { input_tokens: 2500, output_tokens: 50 };

  it("prepares a summary from the soft threshold on, and takes it over at the hard one", async () => {
    let asked = 0;
    const summarizer = {
      name: "counted",
      summarize: () => (asked++, Promise.resolve({ text: "So far so good." })),
    };
    const { compactor, named } = setUp({ prepareAtPct: 0.6, summarizer });
    const first = await compactor.call({ items: filling }, answer, () => usage);
    expect(first.items).toEqual(filling);
    await compactor.settled();
    expect(asked).toBe(1);
    const { items } = await compactor.call({ items: [...filling, ...chatter(14, 24)] }, answer, usageOf);
    expect(asked).toBe(1);
    expect(JSON.stringify(items)).toContain("So far so good.");
    expect(items.slice(-28)).toEqual(chatter(14, 24));
    expect(named("compact.compacted")).toHaveLength(1);
  });

  it("prepares nothing in a process that sees one turn of a conversation, and does in one that sees the next", async () => {
    let asked = 0;
    const summarizer = { name: "counted", summarize: () => Promise.resolve({ text: `Summary ${++asked}.` }) };
    const half = chatter(24);
    for (let turn = 0; turn < 4; turn++) {
      const { compactor } = setUp({ prepareAtPct: 0.6, summarizer });
      half.push(...chatter(1, 24 + turn));
      await compactor.call({ items: half.slice(0, -1), sessionId: "s" }, answer, () => usage);
      await compactor.settled();
    }
    expect(asked).toBe(0);
    const { compactor } = setUp({ prepareAtPct: 0.6, summarizer });
    for (const items of [half.slice(0, -1), [...half, ...chatter(1, 30).slice(0, 1)]]) {
      await compactor.call({ items, sessionId: "s" }, answer, () => usage);
      await compactor.settled();
    }
    expect(asked).toBe(1);
  });

  it("compacts anew where the items that it consumed are not there any more", async () => {
    let asked = 0;
    const summarizer = { name: "counted", summarize: () => Promise.resolve({ text: `Summary ${++asked}.` }) };
    const { compactor } = setUp({ prepareAtPct: 0.6, summarizer });
    for (const items of [filling.slice(0, 1), filling])
      await compactor.call({ items, sessionId: "s" }, answer, () => usage);
    await compactor.settled();
    const edited = [say("user", "Something else."), ...filling.slice(1), ...chatter(18, 24)];
    const { items } = await compactor.call({ items: edited, sessionId: "s" }, answer, usageOf);
    expect(asked).toBe(2);
    expect(JSON.stringify(items)).toContain("Summary 2.");
    expect(tokensOf(items)).toBeLessThan(4000);
  });

  it("does not let anybody wait for it: below the hard limit requests go out while it runs", async () => {
    let release: (value: { text: string }) => void = () => undefined;
    const written = new Promise<{ text: string }>((resolve) => {
      release = resolve;
    });
    const { compactor, named } = setUp({
      prepareAtPct: 0.6,
      policy: { triggerPct: 0.7 },
      summarizer: { name: "slow", summarize: () => written },
    });
    const quarter = chatter(24);
    await compactor.call({ items: quarter }, answer, () => ({ input_tokens: 2500, output_tokens: 10 }));
    const over = [...quarter, ...chatter(9, 24)];
    expect((await compactor.call({ items: over }, answer, usageOf)).items).toEqual(over);
    expect(named("compact.trigger_decision").at(-1)).toMatchObject({ trigger: "held" });
    release({ text: "Orders were asked for." });
    await compactor.settled();
    const { items } = await compactor.call({ items: [...over, ...chatter(1, 33)] }, answer, usageOf);
    expect(JSON.stringify(items)).toContain("Orders were asked for.");
  });

  it("tells the next call what it cost, used or not", async () => {
    const spent = { inputTokens: 900, outputTokens: 40, cachedTokens: 8 };
    const summarizer: Summarizer = {
      name: "paid",
      summarize: (request) => {
        request.onUsage?.(spent);
        return Promise.resolve({ text: "So far so good." });
      },
    };
    const { compactor } = setUp({ prepareAtPct: 0.6, summarizer });
    await compactor.begin({ items: filling.slice(0, 1), sessionId: "s" });
    const first = await compactor.begin({ items: filling, sessionId: "s" });
    first.succeeded(usage);
    await compactor.settled();
    const next = await compactor.begin({ items: [...filling, ...chatter(1, 24)], sessionId: "s" });
    expect(next.compactions).toEqual([]);
    expect(next.summaryUsage).toEqual([spent]);
  });

  it("is not made where the provider compacts", async () => {
    let asked = 0;
    const { compactor } = setUp({
      prepareAtPct: 0.6,
      policy: { strategy: "remote" },
      remote: { name: "provider", compact: () => Promise.resolve(undefined) },
      summarizer: { name: "counted", summarize: () => Promise.resolve({ text: `Summary ${++asked}.` }) },
    });
    await compactor.call({ items: filling }, answer, () => usage);
    await compactor.settled();
    expect(asked).toBe(0);
  });

  it("fails without anybody noticing", async () => {
    const { compactor } = setUp({
      prepareAtPct: 0.6,
      summarizer: { name: "broken", summarize: () => Promise.reject(new Error("no model")) },
    });
    await compactor.call({ items: filling }, answer, () => usage);
    const { items } = await compactor.call({ items: [...filling, ...chatter(14, 24)] }, answer, usageOf);
    expect(tokensOf(items)).toBeLessThan(4000);
    await compactor.settled();
  });
});
