import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import { plain } from "../formats/plain/plain.js";
import { createArchive } from "../stores/create-archive.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { createRecall } from "./create-recall.js";
import type { Recall } from "./recall.js";

/** Something that was said or shown, and a question in other words about it. */
interface AskedFact {
  readonly lang: string;
  readonly role: string;
  readonly text: string;
  readonly question: string;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const FACTS = JSON.parse(read("./__fixtures__/questions.json")) as AskedFact[];
const OUTPUTS = "../tool-outputs/kinds/__fixtures__/";
const OUTPUT_CHARACTERS = 6000;

/** Recorded outputs of real tools, in parts as large as a tool shows them. */
function outputs(): string[] {
  return readdirSync(new URL(OUTPUTS, import.meta.url)).flatMap((kind) =>
    readdirSync(new URL(`${OUTPUTS}${kind}/`, import.meta.url)).flatMap((name) => {
      const text = read(`${OUTPUTS}${kind}/${name}`);
      const parts = Math.min(8, Math.ceil(text.length / OUTPUT_CHARACTERS));
      return Array.from({ length: parts }, (_, part) =>
        text.slice(part * OUTPUT_CHARACTERS, (part + 1) * OUTPUT_CHARACTERS),
      );
    }),
  );
}

/** A session in which every fact stands among the outputs of tools. */
async function askedSession(): Promise<Recall> {
  const storage = memoryStorage();
  const work = outputs();
  const items = FACTS.flatMap(({ role, text }, number) => {
    const between = [0, 1, 2].map((step) => work[(number * 3 + step) % work.length] ?? "");
    const shown = between.map((content, step) => ({
      role: "tool",
      content: `${content}\n# ${number}.${step}`,
    }));
    return [...shown, { role, content: text }];
  });
  await storage.append(
    "s",
    items.map((item) => ({
      kind: "item" as const,
      id: itemId(item),
      ts: "2026-01-01T00:00:00.000Z",
      data: item,
    })),
  );
  return createRecall({ archive: createArchive(storage), sessionId: "s", format: plain as never });
}

const groupOf = (lang: string): string => {
  if (lang === "en") return "English";
  return ["zh", "ja", "ko"].includes(lang) ? "Chinese, Japanese and Korean" : "other languages";
};

describe("natural questions", () => {
  let recall: Recall;
  beforeAll(async () => {
    recall = await askedSession();
  });

  it.each([
    ["English", 0.8],
    ["Chinese, Japanese and Korean", 0.95],
    ["other languages", 0.95],
  ])("in %s find what they ask for among the first three", async (group, share) => {
    const asked = FACTS.filter(({ lang }) => groupOf(lang) === group);
    const missed: string[] = [];
    for (const { role, text, question } of asked) {
      const ids = (await recall.search(question)).map(({ id }) => id);
      const first = [...new Set(ids)].slice(0, 3);
      if (!first.includes(itemId({ role, content: text }))) missed.push(question);
    }
    expect(1 - missed.length / asked.length, missed.join("\n")).toBeGreaterThanOrEqual(share);
  });
});
