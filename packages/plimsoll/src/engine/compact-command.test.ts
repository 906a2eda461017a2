import { describe, expect, it } from "vitest";
import { chat, type ChatMessage } from "../formats/chat/chat.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { syntheticHistory } from "../testing/synthetic-history.js";
import {
  type CompactCommandEvent,
  type CompactCommandOptions,
  type CompactCommandRun,
  createCompactCommand,
  parseCompactCommand,
} from "./compact-command.js";
import { CompactManager } from "./compact-manager.js";

const LONG = syntheticHistory({ seed: 3, format: "chat", turns: 12 }) as ChatMessage[];
const SHORT: ChatMessage[] = [{ role: "user", content: "Hello" }];

const managerOf = (maxContextTokens = 4000): CompactManager<ChatMessage> =>
  new CompactManager<ChatMessage>({
    model: "any",
    maxContextTokens,
    estimator: characterEstimator,
    format: chat,
  });

async function play(
  items: readonly ChatMessage[],
  run: CompactCommandRun,
  options: Partial<CompactCommandOptions<ChatMessage>> = {},
) {
  const command = createCompactCommand({ manager: managerOf(), sessionId: "s", ...options });
  const events: CompactCommandEvent<ChatMessage>[] = [];
  const steps = command.run(items, run);
  for (;;) {
    const { value, done } = await steps.next();
    if (done) return { events, types: events.map(({ type }) => type), sent: value };
    events.push(value);
  }
}

describe("createCompactCommand", () => {
  it("is a turn of its own when somebody asks for it", async () => {
    const { events, types, sent } = await play(LONG, { variant: "manual" });
    expect(types).toEqual(["turn_started", "compacted", "warning", "turn_complete"]);
    expect(events[1]).toMatchObject({ by: "local", items: sent });
    expect(events[2]).toMatchObject({
      message: expect.stringMatching(/^Compaction 1 .+ you can read them back/),
    });
    expect(sent.length).toBeLessThan(LONG.length);
  });

  it("says that there is nothing to do, and changes nothing", async () => {
    const { events, types, sent } = await play(SHORT, { variant: "manual" });
    expect(types).toEqual(["turn_started", "turn_complete"]);
    expect(events.at(-1)).toMatchObject({ status: "nothing_to_do" });
    expect(sent).toBe(SHORT);
  });

  it("belongs to the turn of the request where it comes by itself, and only where it is due", async () => {
    expect((await play(LONG, { variant: "automatic" })).types).toEqual(["compacted", "warning"]);
    expect((await play(SHORT, { variant: "automatic" })).types).toEqual([]);
  });

  it("has the provider compact where it can, and sends what that gives", async () => {
    const window = SHORT;
    const asked: number[] = [];
    const remote = async (items: readonly ChatMessage[]) => {
      asked.push(items.length);
      return window;
    };
    const manual = await play(LONG, { variant: "manual" }, { remote });
    expect(manual.types).toEqual(["turn_started", "compacted", "warning", "turn_complete"]);
    expect(manual.events[1]).toMatchObject({ by: "remote" });
    expect(manual.sent).toEqual(window);
    await play(SHORT, { variant: "automatic" }, { remote });
    expect(asked).toEqual([LONG.length]);
  });

  it("compacts by itself where the provider fails, or fails, as it is told", async () => {
    const remote = async () => Promise.reject(new Error("404 no such route"));
    const local = await play(LONG, { variant: "manual" }, { remote });
    expect(local.types).toEqual(["turn_started", "remote_failed", "compacted", "warning", "turn_complete"]);
    const failed = await play(LONG, { variant: "manual" }, { remote, onRemoteFailure: "fail" });
    expect(failed.types).toEqual(["turn_started", "turn_complete"]);
    expect(failed.events.at(-1)).toMatchObject({ status: "failed", error: { message: "404 no such route" } });
    expect(failed.sent).toBe(LONG);
    const automatic = play(LONG, { variant: "automatic" }, { remote, onRemoteFailure: "fail" });
    await expect(automatic).rejects.toThrow("404 no such route");
  });

  it.each([
    ["gives back what it was given", async (items: readonly ChatMessage[]) => items],
    [
      "empties what it was given",
      async (items: readonly ChatMessage[]) => (items as ChatMessage[]).splice(0),
    ],
  ])("compacts by itself where the provider %s", async (_what, remote) => {
    const { types, events, sent } = await play(
      LONG,
      { variant: "manual" },
      { remote, manager: managerOf(40_000) },
    );
    expect(types).toEqual(["turn_started", "remote_failed", "compacted", "warning", "turn_complete"]);
    expect(events[2]).toMatchObject({ by: "local" });
    expect(sent.length).toBeLessThan(LONG.length);
  });

  it("is refused while a task runs, and while it runs itself", async () => {
    const busy = await play(LONG, { variant: "manual" }, { isBusy: () => true });
    expect(busy.types).toEqual(["refused"]);
    expect(busy.sent).toBe(LONG);
    const command = createCompactCommand({ manager: managerOf(), sessionId: "s" });
    const first = command.run(LONG, { variant: "manual" });
    await first.next();
    const second = command.run(LONG, { variant: "manual" });
    expect((await second.next()).value).toMatchObject({ type: "refused" });
    await first.return(LONG);
    const third = command.run(LONG, { variant: "manual" });
    expect((await third.next()).value).toMatchObject({ type: "turn_started" });
  });

  it("says how many tokens there were and are, whoever compacted", async () => {
    const remote = async () => SHORT;
    for (const options of [{}, { remote }]) {
      const { events } = await play(LONG, { variant: "manual" }, options);
      const { tokensBefore = 0, tokensAfter = 0 } = events[1] as {
        tokensBefore?: number;
        tokensAfter?: number;
      };
      expect(tokensAfter).toBeGreaterThan(0);
      expect(tokensBefore).toBeGreaterThan(tokensAfter);
    }
  });

  it("keeps the whole conversation, with what was compacted marked", async () => {
    const manager = managerOf();
    const { sent } = await play(LONG, { variant: "manual" }, { manager });
    const grown = [...sent, { role: "user", content: "And now?" } as ChatMessage];
    const { items, compactions } = await manager.transcript("s", grown);
    expect(items.map(({ item }) => item)).toEqual([...LONG, grown.at(-1)]);
    expect(compactions).toMatchObject([{ version: 1, after: LONG.length }]);
    const shown = items.filter(({ state }) => state === "shown").map(({ item }) => item);
    expect(shown).toEqual(grown.filter((item) => LONG.includes(item) || item === grown.at(-1)));
  });
});

describe("parseCompactCommand", () => {
  it.each([
    ["/compact", ""],
    ["  /compact keep the API  ", "keep the API"],
    ["/compaction", undefined],
    ["please /compact", undefined],
  ])("reads %j as %j", (text, note) => expect(parseCompactCommand(text)).toBe(note));
});
