import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import type { RealtimeReply, WireEvent } from "plimsoll-testkit";
import { CompactedSession, reply, request, TRIGGER } from "./compacted-session-test-support.js";
import { compactRealtime } from "./realtime-compactor.js";
import { textsOf } from "./realtime-test-support.js";

describe("a compactor", () => {
  let session: CompactedSession;

  beforeEach(() => {
    session = new CompactedSession();
  });

  afterEach(() => session.close());

  it("puts the summary first and deletes only after the acknowledgement, each item once", async () => {
    await session.open();
    await session.speak(8);
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
    expect(session.creations()).toHaveLength(1);
    expect(session.creations()[0]).toMatchObject({
      previous_item_id: "root",
      item: { id: "sum_001", role: "system" },
    });
    expect(new Set(session.deletions().map((event) => event["item_id"])).size).toBe(
      session.deletions().length,
    );
    expect(session.server.violations).toEqual([]);
    expect(session.ids()[0]).toBe("sum_001");
    for (const { item } of session.sent("conversation.item.create") as unknown as { item: { id?: string } }[])
      expect(item.id?.length ?? 0).toBeLessThanOrEqual(32);
  });

  for (const keepTurns of [1, 2, 3]) {
    it(`keeps the last ${keepTurns} turns of the user word for word`, async () => {
      await session.open({ keepTurns });
      await session.speak(7);
      await session.compactor.settled();
      expect(session.told()).toEqual(["compacted"]);
      const kept = session.server.items.filter(({ role }) => role === "user").map((item) => textsOf([item]));
      expect(kept).toEqual([5, 6, 7].slice(-keepTurns).map(request));
    });
  }

  it("acts on audio tokens, which only the usage tells", async () => {
    const spoken = { text: "Yes, it is there, on the second shelf from above.", audioTokens: 300 };
    await session.open({}, { respond: () => [spoken], maxContextTokens: 10_000 });
    for (let turn = 1; turn <= 4; turn++) {
      const before = session.client.count("response.done");
      session.server.speak(`Is the box number ${turn} still where it was?`, { audioTokens: 100 });
      await session.client.answer(before);
    }
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
    expect(textsOf(session.server.items).length / 4).toBeLessThan(TRIGGER);
  });

  it("acts on the length of the content where no usage says so", async () => {
    await session.open({ triggerTokens: 1_000_000, triggerCharacters: 3000 });
    await session.speak(5);
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
  });

  it("keeps turns that come while the summary is written, and writes one at a time", async () => {
    let finish: () => void = () => undefined;
    let asked = 0;
    const written = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow: Summarizer = {
      name: "slow",
      async summarize({ mustKeep = [] }) {
        asked++;
        await written;
        return { text: ["The shelves were counted.", ...mustKeep.map(({ text }) => text)].join("\n") };
      },
    };
    await session.open({ summarizer: slow });
    await session.speak(10);
    expect(session.creations()).toEqual([]);
    finish();
    await session.compactor.settled();
    expect(asked).toBe(1);
    const kept = session.server.items.filter(({ role }) => role === "user").map((item) => textsOf([item]));
    expect(kept).toEqual([5, 6, 7, 8, 9, 10].slice(-kept.length).map(request));
    expect(kept.length).toBeGreaterThanOrEqual(4);
    expect(session.server.violations).toEqual([]);
  });

  it("does nothing while a response is active", async () => {
    let finish: () => void = () => undefined;
    const spoken = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const respond = async (conversation: readonly RealtimeItem[]): Promise<readonly RealtimeReply[]> => {
      if (textsOf(conversation.slice(-1)) === request(6)) await spoken;
      return [reply];
    };
    await session.open({ triggerTokens: 900 }, { respond });
    await session.speak(5);
    const before = session.client.count("response.done");
    session.server.speak(request(6));
    await session.client.until(() =>
      session.client.events.some(({ type }) => type.endsWith("transcription.completed")),
    );
    expect(await session.compactor.compact()).toBeUndefined();
    expect(session.creations()).toEqual([]);
    finish();
    await session.client.answer(before);
    await session.compactor.settled();
    expect(session.creations()).toHaveLength(1);
    expect(session.server.violations).toEqual([]);
  });

  it("does nothing while a call waits, and never touches it", async () => {
    const call = { call: "call_1", name: "count", arguments: '{"shelf":1}' };
    let responses = 0;
    await session.open(
      {},
      { respond: () => (++responses === 1 ? [call, reply] : [reply]), maxContextTokens: 10_000 },
    );
    session.client.create({
      type: "message",
      role: "user",
      content: [{ type: "input_text", text: "Begin." }],
    });
    session.client.send({ type: "response.create" });
    await session.client.until(() => session.client.count("response.done") === 1);
    await session.speak(7);
    expect(session.compactor.summaries).toEqual([]);
    await session.speak(10);
    await session.compactor.settled();
    // A call that nobody answered for eight turns does not hold up the others any more, and stays where it is.
    expect(session.told()).toContain("compacted");
    expect(session.server.items.some(({ type }) => type === "function_call")).toBe(true);
    session.client.create({ type: "function_call_output", call_id: "call_1", output: "seventeen" });
    await session.speak(11);
    expect(session.client.count("error")).toBe(0);
    expect(textsOf(session.server.items)).toContain("seventeen");
    expect(session.server.violations).toEqual([]);
  });

  it("waits for transcripts that are still missing", async () => {
    const isTranscript = (event: WireEvent): boolean => event.type.includes("input_audio_transcription");
    await session.open({}, { fault: (event) => (isTranscript(event) ? "hold" : "pass") });
    await session.speak(6);
    const before = session.client.count("response.done");
    session.server.speak(request(7));
    await session.client.answer(before);
    await session.compactor.settled();
    expect(session.compactor.summaries).toEqual([]);
    session.server.release();
    await session.client.until(() => session.told().length > 0);
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
    expect(textsOf(session.server.items)).toContain(request(7));
  });

  it("does not wait for transcripts where the session makes none", async () => {
    const isTranscript = (event: WireEvent): boolean => event.type.includes("input_audio_transcription");
    await session.open({}, { fault: (event) => (isTranscript(event) ? "drop" : "pass") });
    session.client.send({ type: "session.update", session: { audio: { input: { transcription: null } } } });
    const before = session.client.count("response.done");
    session.server.speak(request(0));
    await session.client.answer(before);
    await session.speak(7);
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
  });

  it("gives an output in short that is too large to stay, after the short one is acknowledged", async () => {
    const call = { call: "call_1", name: "list_shelves", arguments: "{}" };
    await session.open(
      { policy: { toolOutputMaxTokens: 250 } },
      {
        respond: (conversation) =>
          conversation.at(-1)?.role === "user" && textsOf(conversation.slice(-1)).includes("List")
            ? [call]
            : [reply],
      },
    );
    session.client.output = () =>
      Array.from({ length: 60 }, (_, row) => `shelf ${row}: ${row * 13} boxes counted`).join("\n");
    await session.speak(4);
    await session.client.ask("List the shelves.");
    await session.speak(6);
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
    const outputs = session.server.items.filter(({ type }) => type === "function_call_output");
    expect(outputs).toHaveLength(1);
    expect(outputs[0]).toMatchObject({ id: "sum_001_1", call_id: "call_1" });
    expect(outputs[0]!.output!.length).toBeLessThan(1200);
    expect(session.server.violations).toEqual([]);
  });

  it("compacts when it is asked to", async () => {
    await session.open();
    await session.speak(4);
    expect(session.compactor.summaries).toEqual([]);
    expect(await session.compactor.compact()).toMatchObject({ id: "sum_001", turns: { first: 1, last: 2 } });
    expect(await session.compactor.compact()).toBeUndefined();
    expect(session.server.violations).toEqual([]);
  });

  it("goes on where its listener throws", async () => {
    await session.open({
      onEvent: () => {
        throw new Error("the listener's own");
      },
    });
    await session.speakCalmly(14);
    expect(session.compactor.summaries.length).toBeGreaterThan(1);
  });

  it("refuses what it cannot work with", async () => {
    await session.open();
    expect(() => compactRealtime({} as never)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    expect(() => compactRealtime(session.client.socket, { keepTurns: 0 })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
    await expect(session.compactor.protect("nobody")).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
  });
});
