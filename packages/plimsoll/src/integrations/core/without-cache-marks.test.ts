import { describe, expect, it } from "vitest";
import { withoutCacheMarks } from "./without-cache-marks.js";

const ephemeral = { type: "ephemeral" };

describe("withoutCacheMarks", () => {
  it.each([
    [
      "on the message",
      { role: "user", content: "a", cache_control: ephemeral },
      { role: "user", content: "a" },
    ],
    [
      "on a part",
      { role: "user", content: [{ type: "text", text: "a", cache_control: ephemeral }, "b"] },
      { role: "user", content: [{ type: "text", text: "a" }, "b"] },
    ],
    [
      "among the options of a provider",
      { role: "user", content: "a", providerOptions: { anthropic: { cacheControl: ephemeral } } },
      { role: "user", content: "a" },
    ],
    [
      "beside other options, of a message and of its parts",
      {
        role: "user",
        content: [{ type: "text", text: "a", providerOptions: { bedrock: { cachePoint: {}, x: 1 } } }],
        providerOptions: { anthropic: { cacheControl: ephemeral }, plimsoll: { protected: true } },
      },
      {
        role: "user",
        content: [{ type: "text", text: "a", providerOptions: { bedrock: { x: 1 } } }],
        providerOptions: { plimsoll: { protected: true } },
      },
    ],
    [
      "in the fields that a class has no place for",
      { type: "human", content: "a", additional_kwargs: { cache_control: ephemeral, protected: true } },
      { type: "human", content: "a", additional_kwargs: { protected: true } },
    ],
  ])("takes out a mark %s", (_, message, expected) => {
    expect(withoutCacheMarks(message)).toEqual(expected);
  });

  it("gives back a message without a mark, and what is none", () => {
    const message = {
      role: "user",
      content: [{ type: "text", text: "a" }],
      providerOptions: { openai: { a: 1 } },
    };
    expect(withoutCacheMarks(message)).toBe(message);
    const list = [1];
    expect(withoutCacheMarks(list)).toBe(list);
  });
});
