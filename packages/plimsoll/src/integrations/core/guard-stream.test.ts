import { describe, expect, it } from "vitest";
import { chatter } from "../../engine/manager-test-support.js";
import { OVERFLOW, setUp } from "./call-compactor-test-support.js";

interface Event {
  readonly type: string;
  readonly error?: unknown;
  readonly usage?: unknown;
}

const reading = {
  hasOutput: (event: Event) => event.type === "delta" || event.type === "done",
  failureOf: (event: Event) => event.error,
  usageOf: (event: Event) => event.usage,
};
const GOOD: Event[] = [{ type: "created" }, { type: "delta" }, { type: "done", usage: { input_tokens: 9 } }];

/** Streams the scripted attempts one after the other; a thrown Error ends an attempt. */
async function play(attempts: (Event | Error)[][]) {
  const { compactor } = setUp();
  const sent: number[] = [];
  let closed = 0;
  async function* open(items: object[]) {
    const events = attempts[sent.length] ?? [];
    sent.push(items.length);
    try {
      for (const event of events) {
        if (event instanceof Error) throw event;
        yield await Promise.resolve(event);
      }
    } finally {
      closed++;
    }
  }
  const seen: string[] = [];
  let error: unknown;
  try {
    for await (const event of compactor.stream({ items: chatter(30) }, open, reading)) seen.push(event.type);
  } catch (thrown) {
    error = thrown;
  }
  return { seen, error, sent, closed };
}

describe("a stream with compaction", () => {
  it("passes events on in order", async () => {
    expect(await play([GOOD])).toMatchObject({ seen: ["created", "delta", "done"], error: undefined });
  });

  it("recovers from a refusal that is thrown before anything, or after events without output", async () => {
    for (const events of [[OVERFLOW], [{ type: "created" }, { type: "in_progress" }, OVERFLOW]]) {
      const { seen, error, sent, closed } = await play([events, GOOD]);
      expect(error).toBeUndefined();
      expect(seen).toEqual(["created", "delta", "done"]);
      expect(sent[1]).toBeLessThan(sent[0] as number);
      expect(closed).toBe(2);
    }
  });

  it("recovers from a refusal that an event tells of, and closes the refused stream", async () => {
    const failed = { type: "failed", error: { code: "context_length_exceeded", message: "too long" } };
    const { seen, error, closed } = await play([[{ type: "created" }, failed, new Error("terminal")], GOOD]);
    expect({ seen, error, closed }).toEqual({
      seen: ["created", "delta", "done"],
      error: undefined,
      closed: 2,
    });
  });

  it("never sends again once output was shown", async () => {
    const { seen, error, sent } = await play([[{ type: "created" }, { type: "delta" }, OVERFLOW], GOOD]);
    expect(error).toBe(OVERFLOW);
    expect(seen).toEqual(["created", "delta"]);
    expect(sent).toHaveLength(1);
  });

  it("passes other failures on with all events before them", async () => {
    const other = new Error("The server is on fire.");
    const { seen, error } = await play([
      [{ type: "created" }, { type: "failed", error: { code: "x" } }, other],
    ]);
    expect(error).toBe(other);
    expect(seen).toEqual(["created", "failed"]);
  });

  it("passes a stream on that ends without output", async () => {
    expect(await play([[{ type: "created" }]])).toMatchObject({ seen: ["created"], error: undefined });
  });

  it("does not hold back more events than it must", async () => {
    const many = Array.from({ length: 300 }, (): Event => ({ type: "ping" }));
    const { seen, error } = await play([[...many, OVERFLOW], GOOD]);
    expect(seen).toHaveLength(300);
    expect(error).toBe(OVERFLOW);
  });
});
