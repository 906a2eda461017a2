import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { itemId } from "../conversation/item-id.js";
import { plain } from "../formats/plain/plain.js";
import { createArchive } from "../stores/create-archive.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { createRecall, type RecallOptions } from "./create-recall.js";
import { recallFrom } from "./recall-from.js";
import type { Recall } from "./recall.js";

interface Said {
  readonly role: string;
  readonly content: string;
}

const append = (storage: StorageAdapter, items: readonly Said[]): Promise<void> =>
  storage.append(
    "s",
    items.map((item) => ({ kind: "item", id: itemId(item), ts: "2026-01-01T00:00:00.000Z", data: item })),
  );

function recallOver(storage: StorageAdapter, more: Partial<RecallOptions> = {}): Recall {
  return createRecall({ archive: createArchive(storage), sessionId: "s", format: plain as never, ...more });
}

async function firstHits(items: readonly Said[], query: string): Promise<string[]> {
  const storage = memoryStorage();
  await append(storage, items);
  const hits = await recallOver(storage).search(query);
  return [...new Set(hits.map(({ id }) => items.find((item) => itemId(item) === id)?.content ?? id))];
}

const LOG = Array.from(
  { length: 400 },
  (_, line) => `[${line}] the report job wrote page ${line} of the report`,
);

describe("search", () => {
  it("ranks a long output by its best passage: it neither wins by length nor drowns a sentence", async () => {
    const sentence = { role: "user", content: "The report goes to Tomasz." };
    const log = { role: "tool", content: LOG.join("\n") };
    expect((await firstHits([sentence, log], "Who gets the report?"))[0]).toBe(sentence.content);
    const deep = { role: "tool", content: [...LOG, "fatal: disk quota exceeded", ...LOG].join("\n") };
    expect((await firstHits([sentence, deep], "disk quota exceeded"))[0]).toBe(deep.content);
  });

  it("prefers what people say to what tools print, and the newer of two, where all else is equal", async () => {
    const tool = { role: "tool", content: "The gate code is 4711" };
    const user = { role: "user", content: "The gate code is 4712" };
    expect(await firstHits([user, tool], "gate code")).toEqual([user.content, tool.content]);
    const newer = { role: "user", content: "The gate code is 4713" };
    expect(await firstHits([user, newer], "gate code")).toEqual([newer.content, user.content]);
  });

  it("finds names of code by their parts, and parts by the name", async () => {
    const items = [
      { role: "assistant", content: "I renamed maxIdleConnections." },
      { role: "assistant", content: "I renamed the button." },
    ];
    expect((await firstHits(items, "idle connection"))[0]).toBe(items[0]?.content);
    expect((await firstHits(items, "MAX_IDLE_CONNECTIONS"))[0]).toBe(items[0]?.content);
  });

  it("shows the same text once", async () => {
    const storage = memoryStorage();
    const same = ["user", "assistant", "tool"].map((role) => ({ role, content: "The mast is oak." }));
    await append(storage, same);
    expect(await recallOver(storage).search("mast")).toHaveLength(1);
  });

  it("finds what is appended after a search, and no longer what was removed", async () => {
    const storage = memoryStorage();
    const recall = recallOver(storage);
    await append(storage, [{ role: "user", content: "The mast is oak." }]);
    expect(await recall.search("mast")).toHaveLength(1);
    await append(storage, [{ role: "user", content: "The second mast is pine." }]);
    expect(await recall.search("pine mast")).toHaveLength(2);
    await storage.remove("s");
    expect(await recall.search("mast")).toEqual([]);
  });

  it("gives the same hits whether it has searched before or not", async () => {
    const word = fc.constantFrom(
      "mast",
      "sail",
      "oak",
      "report",
      "invoice",
      "bill",
      "sailing",
      "hull",
      "the",
    );
    const content = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(" "));
    const item = fc.record({ role: fc.constantFrom("user", "assistant", "tool"), content });
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 12 }),
        fc.array(item, { maxLength: 12 }),
        word,
        async (...given) => {
          const [before, after, query] = given;
          const grown = memoryStorage();
          await append(grown, before);
          const recall = recallOver(grown);
          await recall.search("mast");
          await append(grown, after);
          const whole = memoryStorage();
          await append(whole, [...before, ...after]);
          expect(await recall.search(query)).toEqual(await recallOver(whole).search(query));
        },
      ),
      { numRuns: scaled(300) },
    );
  });

  it("asks a similarity about what the words found", async () => {
    const storage = memoryStorage();
    const items = ["The mast is oak.", "The mast was a gift of the harbour master."].map((content) => ({
      role: "user",
      content,
    }));
    await append(storage, items);
    const asked: string[][] = [];
    const similarity = {
      scores: (_: string, texts: readonly string[]) => {
        asked.push([...texts]);
        return texts.map((text) => (text.includes("gift") ? 1 : 0));
      },
    };
    const [hit] = await recallOver(storage, { similarity }).search("mast oak");
    expect(asked).toHaveLength(1);
    expect(hit?.snippet).toContain("gift");
    const [without] = await recallOver(storage).search("mast oak");
    expect(without?.snippet).toContain("oak");
  });
});

describe("recallFrom", () => {
  it("asks for the recall when it is used", async () => {
    const storage = memoryStorage();
    await append(storage, [{ role: "user", content: "The mast is oak." }]);
    let opened = 0;
    const recall = recallFrom(() => {
      opened += 1;
      return recallOver(storage);
    });
    expect(opened).toBe(0);
    const [hit] = await recall.search("mast");
    expect((await recall.read(hit?.id ?? "")).text).toBe("The mast is oak.");
    expect(await recall.list()).toHaveLength(1);
  });
});
