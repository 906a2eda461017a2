import { describe, expect, it } from "vitest";
import { EMPTY_VIEW } from "../../conversation/item-view.js";
import { headAndTail, renderItem } from "./render-item.js";

const limits = { result: 100, arguments: 100 };

describe("renderItem", () => {
  it("prints who says, thinks, calls and answers what", () => {
    const view = {
      ...EMPTY_VIEW,
      text: "I look.",
      reasoning: "Maybe the cache.",
      calls: [{ callId: "1", name: "read", arguments: '{"path":"a.ts"}' }],
      results: [
        { callId: "1", name: "read", text: "content", isError: false },
        { callId: "2", name: "", text: "boom", isError: true },
      ],
      attachments: [{ kind: "image" as const, characters: 5, detail: "" }],
    };
    expect(renderItem(view, limits).split("\n")).toEqual([
      "assistant: I look.",
      "assistant thinks: Maybe the cache.",
      'assistant calls read: {"path":"a.ts"}',
      "result of read: content",
      "result (error): boom",
      "assistant: [image attached]",
    ]);
  });

  it("bounds results and arguments, not the text", () => {
    const long = "x".repeat(1000);
    const view = {
      ...EMPTY_VIEW,
      text: long,
      calls: [{ callId: "1", name: "write", arguments: long }],
      results: [{ callId: "1", name: "", text: long, isError: false }],
    };
    const text = renderItem(view, limits);
    expect(text).toContain(`assistant: ${long}`);
    expect(text.match(/\[900 characters left out\]/g)?.length).toBe(2);
  });
});

describe("renderItem with a limit for messages", () => {
  it("bounds text and reasoning each, and names of any length", () => {
    const view = {
      ...EMPTY_VIEW,
      text: "x".repeat(1000),
      reasoning: "y".repeat(1000),
      calls: [{ callId: "1", name: "n".repeat(5000), arguments: "" }],
    };
    const text = renderItem(view, { ...limits, text: 90 });
    expect(text.match(/\[910 characters left out\]/g)?.length).toBe(2);
    expect(text.length).toBeLessThan(700);
  });
});

describe("headAndTail", () => {
  it("keeps more of the head than of the tail and says what is missing", () => {
    expect(headAndTail("abcdefghijkl", 6)).toBe("abcd\n[6 characters left out]\nkl");
    expect(headAndTail("short", 6)).toBe("short");
  });

  it("never cuts inside a surrogate pair", () => {
    for (let limit = 1; limit < 12; limit++) {
      expect(() => encodeURIComponent(headAndTail("😀".repeat(10), limit))).not.toThrow();
    }
  });
});
