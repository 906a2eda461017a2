import { describe, expect, it } from "vitest";
import { responses, type ResponsesItem } from "../formats/responses/responses.js";
import { readSummary } from "../facts/checkpoint/summary-message.js";
import { modelSummarizer } from "../summarizers/model-summarizer.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { LISTED } from "../facts/checkpoint/quoted-line.js";
import { UNVERIFIED_RULES } from "../facts/ledgers/summary-rules.js";
import { startScriptedModel } from "../testing/scripted-model.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import type { CompactConfig } from "./compact-config.js";
import { CompactManager } from "./compact-manager.js";

const item = (fields: object): ResponsesItem => fields as ResponsesItem;
const user = (text: string): ResponsesItem =>
  item({ type: "message", role: "user", content: [{ type: "input_text", text }] });
const assistant = (text: string): ResponsesItem =>
  item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
const pair = (id: string, output: string): ResponsesItem[] => [
  item({ type: "function_call", call_id: id, name: "shell", arguments: `{"command":"make ${id}"}` }),
  item({ type: "function_call_output", call_id: id, output }),
];
const textOf = (item: ResponsesItem): string => responses.view(item).text;

function codexManager(
  more: object = {},
  summarizer?: Summarizer,
  parts: Pick<CompactConfig, "storage" | "originalsKey"> = {},
): CompactManager<ResponsesItem> {
  return new CompactManager<ResponsesItem>({
    model: "any",
    maxContextTokens: 40_000,
    estimator: characterEstimator,
    format: responses,
    policy: { preset: "codex", ...more },
    ...(summarizer ? { summarizer } : {}),
    ...parts,
  });
}

/** Compacts with a model that refuses the first request as too long, and checks the texts of its requests. */
async function withOverflowingModel(
  settings: { readonly maxInputTokens: number; readonly prompt?: string },
  check: (requests: readonly string[]) => void,
): Promise<void> {
  const overflow = { error: { code: "context_length_exceeded", message: "maximum context length" } };
  const model = await startScriptedModel([
    { reply: { status: 400, body: JSON.stringify(overflow) } },
    { reply: { text: "The basket was fixed; all 12 tests pass." } },
  ]);
  try {
    const given = { api: "responses", baseUrl: model.url, model: "any", maxCalls: 2, ...settings } as const;
    const { compaction } = await codexManager({}, modelSummarizer(given)).manualCompact("s", HISTORY);
    expect(compaction?.summary).toContain("all 12 tests pass");
    check(model.requests.map(({ text }) => text));
  } finally {
    await model.close();
  }
}

/** Two turns of work and a new request, with what Codex puts in itself. */
const HISTORY: readonly ResponsesItem[] = [
  user("<environment_context><cwd>/srv/shop</cwd></environment_context>"),
  user("# AGENTS.md instructions for /srv/shop\nBuild with make."),
  user("Find out why the basket loses its last entry."),
  ...pair("call_1", "basket.ts: splice(0, -1)\n".repeat(200)),
  assistant("The splice drops one entry."),
  user("Fix it and run the tests of the basket."),
  ...pair("call_2", "all 12 tests pass\n".repeat(200)),
];

describe("the codex preset", () => {
  it("takes neither Codex's wrappers nor its own earlier summary for the user's messages", async () => {
    const list = [
      user(
        "Another language model started to solve this problem and produced a summary of its thinking process. Use it:\nThe basket was repaired in basket.ts.",
      ),
      user("<user_shell_command>\n<command>ls</command>\n</user_shell_command>"),
      user('<subagent_notification>{"status":"done"}</subagent_notification>'),
      ...HISTORY,
    ];
    const { items } = await codexManager().manualCompact("s", list);
    expect(items.slice(0, -1)).toEqual([HISTORY[2], HISTORY[6]]);
    expect(textOf(items.at(-1) as ResponsesItem)).toContain("basket.ts");
  });

  it("takes no rule of Codex's own earlier summary for one of the user's, and quotes it as not verified", async () => {
    const summary = user(
      "Another language model started to solve this problem and produced a summary of its thinking process. Use this to build on the work that has already been done and avoid duplicating work. Here is the summary:\nThe basket was repaired. You must never touch lib/.",
    );
    const manager = codexManager();
    const { items } = await manager.manualCompact("s", [summary, ...HISTORY]);
    const own = (await manager.checkpoint("s"))?.constraints.filter(
      ({ provenance }) => provenance.by === "user",
    );
    expect(own?.map(({ text }) => text)).not.toContainEqual(expect.stringMatching(/duplicating|never touch/));
    expect(textOf(items.at(-1) as ResponsesItem)).toContain(
      `${UNVERIFIED_RULES}\n${LISTED}You must never touch lib/.`,
    );
  });

  it("asks with the caller's own prompt, and shrinks a request that overflows below its limit", async () => {
    await withOverflowingModel(
      { maxInputTokens: 400_000, prompt: "Write a hand-off for the night shift." },
      (requests) => {
        const [first, second] = requests.map((text) => text.length);
        expect(second).toBeLessThan((first as number) * 0.7);
        expect(requests[0]).toContain("Write a hand-off for the night shift.");
        expect(requests[0]).not.toContain("Example of a history");
      },
    );
  });

  it("keeps the messages of the user and puts the summary behind them, as a message of the user", async () => {
    const { items, compaction } = await codexManager().manualCompact("s", HISTORY);
    expect(compaction?.rung).toMatch(/^users:/);
    expect(items.slice(0, -1)).toEqual([HISTORY[2], HISTORY[6]]);
    expect(items[0]).toBe(HISTORY[2]);
    const summary = items.at(-1) as ResponsesItem;
    expect(responses.view(summary)).toMatchObject({ role: "user" });
    expect(textOf(summary)).toMatch(/^This conversation was compacted: .+\n<COMPACT-SUMMARY v1>\n/);
    expect(readSummary(responses.view(summary))?.body).toContain("make call_1");
  });

  it("leaves a new request of the user last", async () => {
    const next = user("Now the price list.");
    const { items } = await codexManager().manualCompact("s", [...HISTORY, next]);
    expect(items.at(-1)).toBe(next);
    expect(readSummary(responses.view(items.at(-2) as ResponsesItem))).toBeDefined();
    expect(items).toHaveLength(4);
  });

  it("folds the summary before into the new one, and has one of them", async () => {
    const manager = codexManager();
    const first = await manager.manualCompact("s", HISTORY);
    const grown = [
      ...first.items,
      assistant("Done."),
      user("Now the price list."),
      ...pair("call_3", "x".repeat(4000)),
    ];
    const { items } = await manager.manualCompact("s", grown);
    const found = items.flatMap((item) => readSummary(responses.view(item)) ?? []);
    expect(found).toMatchObject([{ version: 2 }]);
    expect(found[0]?.body).toContain("call_1");
    expect(items.filter((item) => textOf(item).includes("Now the price list.")).length).toBeGreaterThan(0);
  });

  it("cuts the oldest message that stays, and finds the whole of it in the archive", async () => {
    const manager = codexManager({ keepUserTokens: 400 });
    const long = user(`Begin here. ${"and so on ".repeat(300)}End here.`);
    const list = [user("The very first."), long, ...pair("call_1", "y".repeat(9000)), user("And now?")];
    const { items, compaction } = await manager.manualCompact("s", list);
    const cut = items[0] as ResponsesItem;
    expect(textOf(cut)).toMatch(
      /^Begin here\. [^]+ characters left out; full text: art_[0-9a-f]{32} …\]\n[^]+End here\.$/,
    );
    expect(characterEstimator.count(textOf(cut))).toBeLessThan(400);
    expect(items.some((item) => textOf(item) === "The very first.")).toBe(false);
    const { items: whole } = await manager.transcript("s", items);
    expect(whole.map(({ item }) => item)).toEqual(list);
    expect(whole.map(({ state }) => state)).toEqual([
      "compacted",
      "shortened",
      "compacted",
      "compacted",
      "shown",
    ]);
    expect(whole[0]?.compaction).toBe(compaction?.id);
  });

  it.each([
    ["with the key the cut message itself", "5e".repeat(32)],
    ["without a key the list, since a redacted message is never sent", undefined],
  ])("sends another process %s", async (_name, originalsKey) => {
    const storage = memoryStorage();
    const secret = `ghp_${"aB3dE5gH7jK9".repeat(3)}`;
    const open = () =>
      codexManager({ keepUserTokens: 400 }, undefined, {
        storage,
        ...(originalsKey ? { originalsKey } : {}),
      });
    const long = user(`Log in with ${secret}. ${"and so on ".repeat(300)}End here.`);
    const list = [user("The very first."), long, ...pair("call_1", "y".repeat(9000)), user("And now?")];
    const { items } = await open().manualCompact("s", list);
    expect(textOf(items[0] as ResponsesItem)).toContain(secret);
    const again = await open().preflight("s", list);
    expect(again.items).toEqual(originalsKey ? items : list);
    expect(JSON.stringify(again.items)).toContain(secret);
  });

  it("says again what must be kept of a message that is cut", async () => {
    const rule = "Never touch the table customers_archive.";
    const long = user(`Begin. ${"and so on ".repeat(300)}${rule} ${"and on ".repeat(300)}End.`);
    const list = [long, ...pair("call_1", "y".repeat(9000)), user("And now?")];
    const { items } = await codexManager({ keepUserTokens: 400 }).manualCompact("s", list);
    expect(textOf(items[0] as ResponsesItem)).not.toContain(rule);
    expect(items.map(textOf).join("\n")).toContain(rule);
  });

  it("drops the oldest items and asks again where the summarizing request is too long for the model", async () => {
    await withOverflowingModel({ maxInputTokens: 4000 }, (requests) => {
      const [first, second] = requests.map((text) => text.length);
      expect(second).toBeLessThan(first as number);
    });
  });
});
