import { describe, expect, it } from "vitest";
import { RealtimeLedger } from "./realtime-ledger.js";
import { UNTRANSCRIBED } from "./read-realtime-item.js";
import { textsOf } from "./realtime-test-support.js";

const message = (id: string, role: string, text: string): Record<string, unknown> => ({
  id,
  type: "message",
  role,
  object: "realtime.item",
  status: "completed",
  content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
});

const spoken = (id: string, transcript: string | null): Record<string, unknown> => ({
  id,
  type: "message",
  role: "user",
  content: [{ type: "input_audio", transcript }],
});

function ledgerOf(...items: Record<string, unknown>[]): RealtimeLedger {
  const ledger = new RealtimeLedger();
  for (const item of items) ledger.hear({ type: "conversation.item.added", item });
  return ledger;
}

const ids = (ledger: RealtimeLedger): string[] => ledger.entries.map(({ id }) => id);

describe("RealtimeLedger", () => {
  it("puts items where the server puts them", () => {
    const ledger = ledgerOf(message("a", "user", "one"), message("b", "assistant", "two"));
    ledger.hear({
      type: "conversation.item.added",
      previous_item_id: "a",
      item: message("c", "user", "between"),
    });
    ledger.hear({
      type: "conversation.item.added",
      previous_item_id: null,
      item: message("d", "system", "first"),
    });
    expect(ids(ledger)).toEqual(["d", "a", "c", "b"]);
  });

  it("knows an item once, however often it is told of, and by its older names too", () => {
    const ledger = ledgerOf(message("a", "user", "one"), message("a", "user", "one"));
    ledger.hear({ type: "conversation.item.created", item: message("b", "user", "two") });
    ledger.hear({ type: "conversation.item.done", item: message("b", "user", "two") });
    ledger.hear({ type: "conversation.item.retrieved", item: message("x", "user", "not known") });
    expect(ids(ledger)).toEqual(["a", "b"]);
    expect(ledger.characters).toBe(6);
  });

  it("keeps the same object while nothing new is said of it", () => {
    const ledger = ledgerOf({ ...message("a", "user", "one"), status: "in_progress" });
    const before = ledger.entries[0]?.item;
    ledger.hear({ type: "conversation.item.done", item: message("a", "user", "one") });
    expect(ledger.entries[0]?.item).toBe(before);
  });

  it("misses a transcript until it comes, and counts what the speech cost", () => {
    const ledger = ledgerOf(spoken("a", null));
    expect(ledger.missesTranscript).toBe(true);
    ledger.hear({
      type: "conversation.item.input_audio_transcription.completed",
      item_id: "a",
      content_index: 0,
      transcript: "hello",
      usage: { type: "duration", seconds: 3.2 },
    });
    expect(ledger.missesTranscript).toBe(false);
    expect(ledger.entries[0]?.item).toMatchObject({ audio_tokens: 32, content: [{ transcript: "hello" }] });
    ledger.hear({ type: "conversation.item.retrieved", item: spoken("a", null) });
    expect(textsOf([ledger.entries[0]!.item])).toBe("hello");
  });

  it("gives up a transcript that failed", () => {
    const ledger = ledgerOf(spoken("a", null));
    ledger.hear({ type: "conversation.item.input_audio_transcription.failed", item_id: "a" });
    expect(textsOf([ledger.entries[0]!.item])).toBe(UNTRANSCRIBED);
  });

  it("leaves sound out: a minute of it is no part of a transcript", () => {
    const ledger = ledgerOf({
      id: "a",
      type: "message",
      role: "assistant",
      content: [{ type: "output_audio", transcript: "yes", audio: "UklGR".repeat(1000) }],
    });
    expect(JSON.stringify(ledger.entries[0]?.item)).not.toContain("UklGR");
  });

  it("gives calls to a compaction only with their outputs", () => {
    const call = { id: "b", type: "function_call", call_id: "c1", name: "look", arguments: "{}" };
    const ledger = ledgerOf(message("a", "user", "look"), call);
    expect(ledger.window.map(({ id }) => id)).toEqual(["a"]);
    expect(ledger.unanswered.map(({ id }) => id)).toEqual(["b"]);
    ledger.hear({
      type: "conversation.item.added",
      item: { id: "d", type: "function_call_output", call_id: "c1", output: "seen" },
    });
    expect(ledger.window.map(({ id }) => id)).toEqual(["a", "b", "d"]);
  });

  it("numbers the turns of the user, several messages in a row being one", () => {
    const ledger = ledgerOf(
      message("a", "system", "rules"),
      message("b", "user", "one"),
      message("c", "user", "and more"),
      message("d", "assistant", "well"),
      message("e", "user", "two"),
    );
    expect(ledger.entries.map(({ turn }) => turn)).toEqual([0, 1, 1, 1, 2]);
  });

  it("begins a new turn after a response that left no item", () => {
    const ledger = ledgerOf(message("a", "user", "one"));
    ledger.hear({ type: "response.done", response: { status: "failed", output: [] } });
    ledger.hear({ type: "conversation.item.added", item: message("b", "user", "two") });
    expect(ledger.turns).toBe(2);
  });

  it("does not take in what a response beside the conversation says", () => {
    const ledger = ledgerOf(message("a", "user", "one"));
    ledger.hear({ type: "response.output_item.done", item: message("z", "assistant", "aside") });
    ledger.hear({ type: "response.done", response: { output: [message("z", "assistant", "aside")] } });
    expect(ids(ledger)).toEqual(["a"]);
  });

  it("is not brought back by late events to what has left", () => {
    const ledger = ledgerOf(
      message("a", "user", "one"),
      message("b", "assistant", "two"),
      message("c", "user", "three"),
    );
    const summary = { type: "message", role: "system", content: [{ type: "input_text", text: "a summary" }] };
    const source = ledger.window;
    ledger.adopt(source, [summary, source[2]!.item], new Map([[summary, "sum_001"]]));
    expect(ids(ledger)).toEqual(["sum_001", "c"]);
    expect([...ledger.leaving.keys()]).toEqual(["a", "b"]);
    ledger.hear({ type: "conversation.item.deleted", item_id: "a" });
    ledger.hear({ type: "conversation.item.added", item: message("a", "user", "one") });
    expect(ids(ledger)).toEqual(["sum_001", "c"]);
    expect([...ledger.leaving.keys()]).toEqual(["b"]);
    expect(ledger.transcript).toHaveLength(3);
  });

  it("passes over events that make no sense", () => {
    const ledger = ledgerOf(message("a", "user", "one"));
    for (const event of [
      { type: "conversation.item.added" },
      { type: "conversation.item.added", item: { id: 7 } },
      { type: "conversation.item.added", item: { id: "x".repeat(1000) } },
      { type: "conversation.item.deleted", item_id: null },
      { type: "conversation.item.input_audio_transcription.completed", item_id: "a", transcript: 5 },
      { type: "response.done", response: null },
      {
        type: "response.done",
        response: { output: [null, 3, { id: "a" }], usage: { output_token_details: 1 } },
      },
    ])
      ledger.hear(event);
    expect(ids(ledger)).toEqual(["a"]);
  });
});
