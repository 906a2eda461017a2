import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import type { PlainMessage } from "../../formats/plain/plain.js";
import { LONG, OVERFLOW, setUp } from "./call-compactor-test-support.js";

const ahead = (items: readonly PlainMessage[]) => ({
  items,
  size: JSON.stringify(items).length,
  maxContextTokens: 40_000,
});
const OPENING: readonly PlainMessage[] = [
  { role: "user", content: "Never delete data/. Find the leak." },
  { role: "assistant", content: "I look." },
  { role: "user", content: "Go on." },
];

describe("a request that clearly fits", () => {
  it("goes out at once and is followed when it was answered, in order", async () => {
    const { compactor, events, named } = setUp({ catchUpLater: true });
    const first = await compactor.begin(ahead(OPENING));
    expect(first.items).toEqual(OPENING);
    expect(events).toEqual([]);
    first.succeeded({ input_tokens: 60, output_tokens: 5 });
    const longer: PlainMessage[] = [...OPENING, { role: "assistant", content: "Found." }];
    const second = await compactor.begin(ahead(longer));
    expect(second.sessionId).toBe(first.sessionId);
    expect(events).toEqual([]);
    second.succeeded({ input_tokens: 70, output_tokens: 5 });
    await compactor.settled();
    expect(named("compact.token_estimate")).toMatchObject([
      { anchored: false },
      { anchored: true, reported: 60 },
    ]);
    const { constraints } = await compactor.manager().checkpoint(first.sessionId ?? "");
    expect(JSON.stringify(constraints)).toContain("Never delete data/");
    await compactor.close();
  });

  it("is made smaller where the provider refuses it all the same", async () => {
    const { compactor } = setUp({ catchUpLater: true });
    const call = await compactor.begin({ ...ahead(LONG), maxContextTokens: 400_000 });
    expect(call.items).toEqual(LONG);
    const smaller = await call.failed(OVERFLOW);
    expect(smaller?.length).toBeLessThan(LONG.length);
    expect(call.compactions).toHaveLength(1);
    call.succeeded();
    const next = await compactor.begin(ahead([...LONG, { role: "user", content: "And now?" }]));
    expect(next.items.length).toBeLessThan(LONG.length);
    await compactor.close();
  });

  it("leaves nothing behind where its conversation was forgotten before it was followed", async () => {
    const storage = memoryStorage();
    const { compactor } = setUp({ catchUpLater: true, storage, maxConversations: 2 });
    compactor.ownStorage();
    const list = (number: number): PlainMessage[] => [{ role: "user", content: `Find leak ${number}.` }];
    const calls = [];
    for (let number = 0; number < 8; number++) calls.push(await compactor.begin(ahead(list(number))));
    for (const call of calls) call.succeeded({ input_tokens: 60, output_tokens: 5 });
    await compactor.close();
    const kept = (await storage.sessions()).map(({ sessionId }) => sessionId);
    expect(kept.sort()).toEqual(calls.slice(-2).map(({ sessionId }) => sessionId));
  });

  it("waits for what the requests before it left where it does not fit clearly", async () => {
    const { compactor, named } = setUp({ catchUpLater: true });
    (await compactor.begin(ahead(OPENING))).succeeded({ input_tokens: 60, output_tokens: 5 });
    const { size: _, ...unsized } = ahead([...OPENING, { role: "assistant", content: "Found." }]);
    await compactor.begin(unsized);
    expect(named("compact.token_estimate")).toMatchObject([{ anchored: false }, { reported: 60 }]);
    await compactor.close();
  });

  it("is followed before it is sent where its session may have a past, or the caller has a rule", async () => {
    for (const [more, sessionId] of [
      [{ catchUpLater: true }, "named"],
      [{ catchUpLater: true, shouldCompact: () => undefined }, undefined],
      [{}, undefined],
    ] as const) {
      const { compactor, named } = setUp(more);
      await compactor.begin({ ...ahead(OPENING), ...(sessionId === undefined ? {} : { sessionId }) });
      expect(named("compact.token_estimate")).toHaveLength(1);
      await compactor.close();
    }
  });
});
