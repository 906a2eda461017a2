import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callDelta, chunk, eventsOf, vendorWith } from "./chat-test-support.js";

/** A text in pieces, cut where the numbers say. */
function cut(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => text.slice(from, places[index])).filter((piece) => piece !== "");
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });
const words = fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom(...'ab <>/think{}"\\\n') });
const vendor = vendorWith({ thinkTags: true, replay: "always" });

describe("the way in which a stream is cut", () => {
  it("does not show in text, tags and arguments", () => {
    fc.assert(
      fc.property(
        fc.record({ content: words, thought: fc.option(words), args: fc.dictionary(words, words) }),
        cuts,
        ({ content, thought, args }, places) => {
          const text = thought === null ? content : `<think>${thought}</think>\n\n${content}`;
          const json = JSON.stringify(args);
          const stream = (pieces: (whole: string) => string[]) => [
            ...pieces(text).map((piece) => chunk({ content: piece })),
            chunk(callDelta(0, { id: "a", name: "exec", text: "" })),
            ...pieces(json).map((piece) => chunk(callDelta(0, { text: piece }))),
            chunk({}, "tool_calls"),
            "[DONE]",
          ];
          const whole = eventsOf(
            stream((value) => [value]),
            { vendor },
          );
          const inPieces = eventsOf(
            stream((value) => cut(value, places)),
            { vendor },
          );
          expect(inPieces).toEqual(whole);
        },
      ),
    );
  });
});

describe("reasoning in a stream", () => {
  const END = { type: "end", reason: "completed" };

  it("between tags is told as reasoning, wherever the tags are cut", () => {
    const stream = ["\n<th", "ink>I lo", "ok.</thi", "nk>\n", "\nHi <think> there"];
    expect(eventsOf([...stream.map((content) => chunk({ content })), chunk({}, "stop")], { vendor })).toEqual(
      [
        { type: "reasoning", delta: "I look." },
        { type: "reasoning_payload", kind: "think", data: "I look." },
        { type: "text", delta: "Hi <think> there" },
        END,
      ],
    );
  });

  it.each(["reasoning_content", "reasoning"])(
    "in the field %s comes with what must be sent back",
    (field) => {
      const events = eventsOf(
        [chunk({ [field]: "I " }), chunk({ [field]: "look." }), chunk({ content: "Hi" }, "stop")],
        {
          vendor,
        },
      );
      expect(events).toEqual([
        { type: "reasoning", delta: "I look." },
        { type: "reasoning_payload", kind: "reasoning_content", data: "I look." },
        { type: "text", delta: "Hi" },
        END,
      ]);
    },
  );

  it("is told once where tags repeat what a field told", () => {
    const events = eventsOf(
      [
        chunk({ reasoning_content: "I look.", content: "<think>I look.</think>" }),
        chunk({ content: "Hi" }, "stop"),
      ],
      { vendor },
    );
    expect(events.filter(({ type }) => type === "reasoning")).toEqual([
      { type: "reasoning", delta: "I look." },
    ]);
    expect(events.filter(({ type }) => type === "text")).toEqual([{ type: "text", delta: "Hi" }]);
  });

  it("comes whole in its details, and calls wait for what comes last", () => {
    const details = (entry: object) => ({ reasoning_details: [entry] });
    const events = eventsOf(
      [
        chunk(details({ type: "reasoning.text", index: 0, text: "I " })),
        chunk(details({ type: "reasoning.text", index: 0, text: "look.", signature: "s" })),
        chunk(callDelta(0, { id: "a", name: "exec", text: "{}" })),
        chunk(details({ type: "reasoning.encrypted", index: 1, data: "sealed" })),
        chunk({}, "tool_calls"),
      ],
      { vendor: vendorWith({ replay: "always", lateDetails: true }) },
    );
    expect(events).toEqual([
      { type: "reasoning", delta: "I look." },
      {
        type: "reasoning_payload",
        kind: "reasoning_details",
        data: [
          { type: "reasoning.text", index: 0, text: "I look.", signature: "s" },
          { type: "reasoning.encrypted", index: 1, data: "sealed" },
        ],
      },
      { type: "call", key: "0", id: "a", name: "exec" },
      { type: "arguments", key: "0", delta: "{}" },
      { type: "call_end", key: "0" },
      END,
    ]);
  });

  it("that repeats all before it is told once", () => {
    const details = (text: string) =>
      chunk({ reasoning_details: [{ type: "reasoning.text", index: 0, text }] });
    const cumulative = vendorWith({ replay: "always", cumulativeDeltas: true });
    const told = (stream: readonly unknown[]) =>
      eventsOf([...stream, chunk({}, "stop")], { vendor: cumulative }).filter(
        ({ type }) => type === "reasoning",
      );
    expect(told([details("The user"), details("The user asks.")])).toEqual([
      { type: "reasoning", delta: "The user asks." },
    ]);
    expect(told([details("a"), details("and"), details(" so")])).toEqual([
      { type: "reasoning", delta: "aand so" },
    ]);
  });
});
