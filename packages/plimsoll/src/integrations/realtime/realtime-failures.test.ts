import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import type { WireEvent } from "plimsoll-testkit";
import {
  CompactedSession,
  isSummaryAnswer,
  itemId,
  reply,
  request,
} from "./compacted-session-test-support.js";
import { textsOf } from "./realtime-test-support.js";

describe("a compactor whose server or summarizer fails", () => {
  let session: CompactedSession;

  beforeEach(() => {
    session = new CompactedSession();
  });

  afterEach(() => session.close());

  it("asks for the summary where its acknowledgement is lost", async () => {
    await session.open(
      {},
      { fault: (event) => (isSummaryAnswer(event) && !event.type.endsWith("retrieved") ? "drop" : "pass") },
    );
    await session.speak(8);
    await session.server.until(() => session.creations().length === 1);
    expect(session.deletions()).toEqual([]);
    session.timers.fire();
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
    expect(session.sent("conversation.item.retrieve")).toHaveLength(1);
    expect(session.server.violations).toEqual([]);
  });

  it("deletes nothing where the server never says that the summary is there, and tries again later", async () => {
    let silent = true;
    await session.open({}, { fault: (event) => (silent && isSummaryAnswer(event) ? "drop" : "pass") });
    await session.speak(7);
    await session.server.until(() => session.creations().length === 1);
    session.timers.fire();
    await session.server.until(() => session.sent("conversation.item.retrieve").length === 1);
    session.timers.fire();
    await session.compactor.settled();
    expect(session.told()).toEqual(["failed"]);
    expect(session.deletions()).toEqual([]);
    silent = false;
    await session.speak(8);
    await session.compactor.settled();
    expect(session.told()).toEqual(["failed", "compacted"]);
    expect(session.server.violations).toEqual([]);
    expect(session.ids().filter((id) => id.startsWith("sum_"))).toEqual(["sum_002"]);
  });

  it("waits for an acknowledgement that is late", async () => {
    await session.open({}, { fault: (event) => (isSummaryAnswer(event) ? "hold" : "pass") });
    await session.speak(7);
    await session.server.until(() => session.creations().length === 1);
    await session.client.ask("And what about the cellar?");
    expect(session.deletions()).toEqual([]);
    session.server.release();
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
    expect(session.server.violations).toEqual([]);
    expect(textsOf(session.server.items)).toContain("And what about the cellar?");
  });

  it("is not confused by acknowledgements that come twice", async () => {
    await session.open(
      {},
      { fault: (event) => (event.type.startsWith("conversation.item.") ? "double" : "pass") },
    );
    await session.speakCalmly(20);
    expect(new Set(session.told())).toEqual(new Set(["compacted"]));
    expect(session.server.violations).toEqual([]);
    expect(session.compactor.window).toHaveLength(session.server.items.length);
  });

  it("asks for an item where the acknowledgement of its deletion is lost, and finds it gone", async () => {
    let dropped = 0;
    await session.open(
      {},
      { fault: (event) => (event.type === "conversation.item.deleted" && ++dropped <= 2 ? "drop" : "pass") },
    );
    await session.speak(7);
    await session.server.until(() => dropped > 2);
    await session.client.until(() => session.client.count("conversation.item.deleted") === dropped - 2);
    session.timers.fire();
    await session.compactor.settled();
    expect(session.events).toMatchObject([{ type: "compacted", undeleted: [] }]);
    expect(session.server.violations).toEqual([]);
  });

  it("changes nothing where the server refuses the summary, and does not try without end", async () => {
    let refusing = true;
    const refuse = (event: WireEvent): string | undefined =>
      refusing && itemId(event).startsWith("sum_") ? "no capacity" : undefined;
    await session.open({}, { refuse, maxContextTokens: 10_000 });
    await session.speak(20);
    await session.compactor.settled();
    expect(new Set(session.told())).toEqual(new Set(["failed"]));
    expect(session.deletions()).toEqual([]);
    expect(session.creations().length).toBeLessThan(6);
    refusing = false;
    await session.speak(40);
    await session.compactor.settled();
    expect(session.told()).toContain("compacted");
    expect(session.server.violations).toEqual([]);
  });

  it("replays everything where the connection is lost before the acknowledgement", async () => {
    let broken = true;
    await session.open({}, { fault: (event) => (broken && isSummaryAnswer(event) ? "hold" : "pass") });
    await session.speak(7);
    await session.server.until(() => session.creations().length === 1);
    session.server.disconnect();
    await session.compactor.settled();
    expect(session.told()).toEqual(["failed"]);
    expect(session.deletions()).toEqual([]);
    broken = false;
    session.compactor.attach(session.connect().socket);
    await session.client.opened();
    await session.compactor.settled();
    expect(session.server.connections).toBe(2);
    expect(session.events[1]).toEqual({ type: "replayed", items: 14, refused: [] });
    expect(session.told()).toEqual(["failed", "replayed", "compacted"]);
    const replayed = session
      .sent("conversation.item.create")
      .slice(-15, -1)
      .map(({ item }) => item as RealtimeItem);
    expect(textsOf(replayed.filter(({ role }) => role === "user"))).toBe(
      [1, 2, 3, 4, 5, 6, 7].map(request).join("\n"),
    );
    expect(session.ids()[0]).toBe("sum_001");
    expect(session.server.violations).toEqual([]);
  });

  it("replays the new window where the connection is lost among the deletions", async () => {
    await session.open(
      {},
      { fault: (event) => (event.type === "conversation.item.deleted" ? "hold" : "pass") },
    );
    await session.speak(7);
    await session.server.until(() => session.deletions().length > 0);
    session.server.disconnect();
    await session.compactor.settled();
    expect(session.told()).toEqual(["compacted"]);
    session.compactor.attach(session.connect().socket);
    await session.client.opened();
    await session.compactor.settled();
    expect(session.events.at(-1)).toEqual({ type: "replayed", items: 5, refused: [] });
    expect(session.ids()[0]).toBe("sum_001");
    expect(session.server.items.filter(({ role }) => role === "user").map((item) => textsOf([item]))).toEqual(
      [request(6), request(7)],
    );
    expect(await session.client.ask("Go on.")).toBe("text" in reply ? reply.text : "");
    expect(session.server.violations).toEqual([]);
  });

  it("prunes where the summarizer never answers", async () => {
    const mute: Summarizer = { name: "mute", summarize: () => new Promise(() => undefined) };
    await session.open({ summarizer: mute, fallbackSummarizer: "none", summarizeMs: 20 });
    await session.speak(7);
    await session.client.until(() => session.told().length > 0);
    await session.compactor.settled();
    expect(session.events).toMatchObject([{ type: "compacted", summary: { summarizer: "none" } }]);
    expect(textsOf(session.server.items)).toContain("left the window without a summary");
    await session.speakCalmly(14);
    expect(session.server.violations).toEqual([]);
  });

  it("asks for a reset after the most summaries, and starts to count anew with a new connection", async () => {
    await session.open({ maxSummaries: 2 }, { maxContextTokens: 10_000 });
    await session.speakCalmly(24);
    await session.compactor.settled();
    const asked = session.events.findIndex(({ type }) => type === "reset_requested");
    expect(session.told().slice(0, asked)).toEqual(["compacted", "compacted"]);
    expect(session.events[asked]).toMatchObject({ summaries: 2 });
    expect(session.told().slice(asked + 1)).toEqual([]);
    expect(session.creations()).toHaveLength(2);
    expect(session.server.violations).toEqual([]);
    session.events.length = 0;
    session.compactor.attach(session.connect().socket);
    await session.client.opened();
    await session.compactor.settled();
    await session.speakCalmly(30);
    await session.compactor.settled();
    expect(session.told().slice(0, 2)).toEqual(["replayed", "compacted"]);
    const numbers = session.compactor.summaries.map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it("compacts and asks again where a response is refused as too long, once in a turn", async () => {
    await session.open({}, { overflow: (response) => response === 5 || response >= 8 });
    await session.speak(4);
    const before = session.client.count("response.done");
    await session.client.ask(request(5));
    await session.client.until(() => session.client.count("response.done") === before + 2);
    expect(session.told()).toEqual(["compacted"]);
    expect(textsOf(session.server.items.slice(-1))).toBe("text" in reply ? reply.text : "");
    await session.speak(2);
    const asked = session.sent("response.create").length;
    for (let turn = 1; turn <= 3; turn++) {
      await session.client.ask("And then?");
      await session.compactor.settled();
    }
    expect(session.sent("response.create").length - asked).toBeLessThanOrEqual(6);
    expect(session.server.violations).toEqual([]);
  });
});
