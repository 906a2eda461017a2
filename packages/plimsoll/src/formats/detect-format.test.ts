import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FormatSample } from "../testing/format-contract.js";
import { detectFormat } from "./detect-format.js";
import { formatByName, FORMATS } from "./registry.js";

function itemsOf(name: string): object[] {
  const text = readFileSync(new URL(`./${name}/__fixtures__/${name}.json`, import.meta.url), "utf8");
  return Object.values(JSON.parse(text) as Record<string, FormatSample>).map((sample) => sample.item);
}

describe("detectFormat", () => {
  it("takes role and text alone for chat", () => {
    expect(
      detectFormat([
        { role: "user", content: "a" },
        { role: "assistant", content: "b" },
      ]).name,
    ).toBe("chat");
  });

  it("takes role and text with metadata for plain", () => {
    const items = [
      { role: "user", content: "a" },
      { role: "assistant", content: "b", meta: {} },
    ];
    expect(detectFormat(items).name).toBe("plain");
  });

  it("keeps chat with tool calls chat when a message has metadata", () => {
    const items = [...itemsOf("chat"), { role: "user", content: "a", meta: { protected: true } }];
    expect(detectFormat(items).name).toBe("chat");
  });

  it("keeps anthropic blocks anthropic when a message has metadata", () => {
    const items = [...itemsOf("anthropic"), { role: "user", content: "a", meta: { protected: true } }];
    expect(detectFormat(items).name).toBe("anthropic");
  });

  it("lets one typed item decide for responses, with unknown types beside it", () => {
    const items = [{ role: "user", content: "a" }, { type: "hologram" }, { type: "compaction_trigger" }];
    expect(detectFormat(items).name).toBe("responses");
  });

  it("takes whole Anthropic responses for anthropic", () => {
    const response = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: [{ type: "text", text: "a" }],
    };
    expect(detectFormat([{ role: "user", content: "a" }, response]).name).toBe("anthropic");
  });

  it("follows a hint where several formats fit and no further", () => {
    const bare = [{ role: "user", content: "a" }];
    expect(detectFormat(bare, "anthropic").name).toBe("anthropic");
    expect(detectFormat(bare, "responses").name).toBe("responses");
    expect(detectFormat(bare, "gemini").name).toBe("chat");
  });

  it("takes an empty list for responses", () => {
    expect(detectFormat([]).name).toBe("responses");
    expect(detectFormat([], "chat").name).toBe("chat");
  });

  it("names the first item that it does not recognise", () => {
    const items = [
      { role: "user", content: "a" },
      { speaker: "b", words: "c" },
    ];
    expect(() => detectFormat(items)).toThrow(
      expect.objectContaining({
        code: "UNKNOWN_FORMAT",
        message: expect.stringMatching(/item 1 has the keys speaker, words\. Name the format: /),
        details: expect.objectContaining({ index: 1, keys: ["speaker", "words"] }),
      }) as Error,
    );
    expect(() => detectFormat([null])).toThrow(/item 0 is not an object/);
  });

  it("looks at both ends of a long list", () => {
    const bare = Array.from({ length: 1000 }, () => ({ role: "user", content: "a" }));
    expect(detectFormat(bare.with(999, { role: "user", content: "a", meta: {} } as never)).name).toBe(
      "plain",
    );
    expect(() => detectFormat(bare.with(801, {} as never))).toThrow(/item 801/);
    expect(detectFormat(bare.with(500, {} as never)).name).toBe("chat");
  });
});

describe("formatByName", () => {
  it("finds a format by its own name", () => {
    for (const name of Object.keys(FORMATS)) expect(formatByName(name).name).toBe(name);
  });

  it("lists the names it knows", () => {
    for (const name of ["chatt", "toString", "__proto__"]) {
      expect(() => formatByName(name)).toThrow(Object.keys(FORMATS).join(", "));
    }
  });
});
