import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { itemId } from "../conversation/item-id.js";
import { chat } from "../formats/chat/chat.js";
import { plain } from "../formats/plain/plain.js";
import { createArchive } from "../stores/create-archive.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { archivedFormat } from "./archived-format.js";
import { createRecall } from "./create-recall.js";
import { readPart } from "./read-part.js";
import { recallTools } from "./recall-tools.js";

const TS = "2026-01-01T00:00:00.000Z";

async function archived(contents: readonly string[], maxCharacters?: number) {
  const storage = memoryStorage();
  const items = contents.map((content) => ({ role: "user", content }));
  await storage.append(
    "s",
    items.map((item) => ({ kind: "item" as const, id: itemId(item), ts: TS, data: item })),
  );
  const options = { archive: createArchive(storage), sessionId: "s", format: plain as never };
  const recall = createRecall(maxCharacters === undefined ? options : { ...options, maxCharacters });
  return { recall, ids: items.map(itemId), storage };
}

describe("recallTools", () => {
  it("are said to read only, to change nothing and to stay inside", async () => {
    const { recall } = await archived(["hello"]);
    for (const { title, annotations } of recallTools(recall)) {
      expect(title).not.toBe("");
      expect(annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
  });
});

describe("search", () => {
  it("finds places by their words, those with most of them first, and shows what stands around", async () => {
    const { recall, ids } = await archived([
      "The limit was discussed.",
      `${"x".repeat(300_000)} the retry limit is 17 ${"y".repeat(300_000)}`,
      "Nothing of interest.",
    ]);
    const hits = await recall.search("Retry LIMIT");
    expect(hits.map((hit) => hit.id)).toEqual([ids[1], ids[0]]);
    expect(hits[0]?.snippet).toContain("the retry limit is 17");
    expect(hits[0]?.snippet.length).toBeLessThan(400);
  });

  it("goes by the rarest word of the query", async () => {
    const lines = Array.from({ length: 5000 }, (_, line) => `ok ${line} - case number ${line} of the suite`);
    const { recall } = await archived([lines.join("\n")]);
    expect((await recall.search("case number 4321 of"))[0]).toMatchObject({ line: 4322 });
  });

  it("finds what was said, not the answers of earlier searches that repeat it", async () => {
    const storage = memoryStorage();
    const call = {
      id: "call_1",
      type: "function",
      function: { name: "mcp__recall_search", arguments: '{"query":"order"}' },
    };
    const items = [
      { role: "user", content: "The order is A-17." },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content: '[{"id":"item_1","snippet":"The order is A-17."}]' },
    ];
    await storage.append(
      "s",
      items.map((item) => ({ kind: "item" as const, id: itemId(item), ts: TS, data: item })),
    );
    const recall = createRecall({ archive: createArchive(storage), sessionId: "s", format: chat as never });
    expect((await recall.search("order A-17")).map((hit) => hit.id)).toEqual([itemId(items[0] as object)]);
    expect(await recall.list()).toHaveLength(3);
  });

  it("finds the outputs of other calls under an id that a search had too", async () => {
    const storage = memoryStorage();
    const answered = (name: string, content: string): object[] => [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "0", type: "function", function: { name, arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "0", content },
    ];
    const items = [
      ...answered("recall_search", "found: order A-17"),
      ...answered("read_file", "The order is A-17."),
    ];
    await storage.append(
      "s",
      items.map((item) => ({ kind: "item" as const, id: itemId(item), ts: TS, data: item })),
    );
    const recall = createRecall({ archive: createArchive(storage), sessionId: "s", format: chat as never });
    expect((await recall.search("order A-17")).map((hit) => hit.id)).toEqual([itemId(items[3] as object)]);
  });

  it("says in which line a match stands, and bounds its answers", async () => {
    const { recall } = await archived([
      "one\ntwo\nneedle here",
      ...Array.from({ length: 300 }, (_, n) => `needle ${n}`),
    ]);
    expect(await recall.search("needle", { limit: 5000 })).toHaveLength(100);
    const [hit] = await recall.search("needle here");
    expect(hit).toMatchObject({ line: 3, role: "user" });
    expect(await recall.search("absent")).toEqual([]);
    await expect(recall.search("  ")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("read", () => {
  it("reads by lines, by range, around a text, or from the beginning", async () => {
    const { recall, ids } = await archived(["alpha\nbeta\ngamma\ndelta"]);
    const id = ids[0] as string;
    expect(await recall.read(id)).toMatchObject({
      text: "alpha\nbeta\ngamma\ndelta",
      complete: true,
      lines: 4,
    });
    expect(await recall.read(id, { lines: [2, 3] })).toMatchObject({
      text: "beta\ngamma",
      firstLine: 2,
      lastLine: 3,
    });
    expect(await recall.read(id, { range: [6, 10] })).toMatchObject({ text: "beta", firstLine: 2 });
    expect((await recall.read(id, { around: "GAMMA" })).text).toContain("gamma");
    await expect(recall.read("item_x")).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
    const ended = await archived(["one\ntwo\n"]);
    const after = await ended.recall.read(ended.ids[0] ?? "", { lines: [3, 9] });
    expect(after).toMatchObject({ text: "", firstLine: 2, lastLine: 2, lines: 2 });
    await expect(recall.read(id, { lines: [3, 2] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(recall.read(id, { around: "omega" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("puts any text together again from bounded parts, and never gives half a character", () => {
    const unit = fc.constantFrom("a", "\n", "😀", "字", " ");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), fc.integer({ min: 2, max: 50 }), (text, max) => {
        let read = "";
        while (read.length < text.length) {
          const part = readPart({ id: "i", text }, { range: [read.length, text.length] }, max);
          expect(part.text.length).toBeGreaterThan(0);
          expect(part.text.length).toBeLessThanOrEqual(max);
          read += part.text;
        }
        expect(read).toBe(text);
      }),
      { numRuns: scaled(1000) },
    );
  });
});

describe("list", () => {
  it("lists the newest first, by pages", async () => {
    const { recall, ids } = await archived(["one", "two\nlines", "three"]);
    expect((await recall.list()).map((entry) => entry.id)).toEqual(ids.toReversed());
    expect(await recall.list({ limit: 1, offset: 1 })).toMatchObject([
      { id: ids[1], lines: 2, preview: "two lines" },
    ]);
  });
});

describe("recallTools", () => {
  it("answer with JSON, and with a clear error to wrong arguments", async () => {
    const { recall, ids } = await archived(["the budget is 500 euros"]);
    const tools = new Map(recallTools(recall).map((tool) => [tool.name, tool]));
    const call = async (name: string, input: unknown) =>
      JSON.parse((await tools.get(name)?.execute(input)) ?? "") as unknown;
    expect(await call("recall_search", { query: "budget" })).toMatchObject([{ id: ids[0] }]);
    expect(await call("recall_read", { id: ids[0] })).toMatchObject({ text: "the budget is 500 euros" });
    expect(await call("recall_list", undefined)).toHaveLength(1);
    expect(await call("recall_search", {})).toMatchObject({ error: { code: "INVALID_INPUT" } });
    expect(await call("recall_read", { id: "item_none" })).toMatchObject({ error: { code: "UNKNOWN_ITEM" } });
  });
});

describe("archivedFormat", () => {
  it("takes the format from the newest compaction, or from the items", async () => {
    const { storage } = await archived(["hello"]);
    expect((await archivedFormat(storage, "s")).name).toBe("chat");
    await storage.append("s", [{ kind: "compaction", id: "cmp_1", ts: TS, data: { format: "anthropic" } }]);
    expect((await archivedFormat(storage, "s")).name).toBe("anthropic");
    await storage.append("s", [{ kind: "compaction", id: "cmp_2", ts: TS, data: { format: "claude-code" } }]);
    expect((await archivedFormat(storage, "s")).name).toBe("claude-code");
  });
});
