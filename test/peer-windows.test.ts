import { syntheticHistory } from "plimsoll/testing";
import { describe, expect, it } from "vitest";
import { pruneWithAiSdk } from "../bench/peers/ai-sdk.mjs";
import { keepLikeCodex } from "../bench/peers/codex.mjs";
import { clearWithLangChain, trimWithLangChain } from "../bench/peers/langchain.mjs";
import { limitWithMastra } from "../bench/peers/mastra.mjs";

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly call_id?: string;
}

interface Request {
  readonly items: readonly object[];
  readonly target: number;
  size(items: readonly object[]): number;
  tokens(items: readonly object[]): number;
}

type Peer = (request: Request) => Promise<Item[]>;

const PEERS: Readonly<Record<string, Peer>> = {
  trimWithLangChain,
  clearWithLangChain,
  pruneWithAiSdk,
  limitWithMastra,
};

const items: readonly object[] = syntheticHistory({
  seed: 5,
  turns: 12,
  format: "responses",
  toolDensity: 0.8,
  parallelCalls: 0.5,
  reasoning: 0.3,
});

/** A quarter of the characters stands in for a tokenizer. */
const size = (window: readonly object[]): number => Math.ceil(JSON.stringify(window).length / 4);
const request = (target: number): Request => ({ items, target, size, tokens: size });

const callIds = (window: readonly Item[], type: string): (string | undefined)[] =>
  window.filter((item) => item.type === type).map((item) => item.call_id);

describe.each(Object.entries(PEERS))("the comparison's %s", (_name, compact) => {
  it("returns the very items it was given where all of them fit", async () => {
    const window = await compact(request(10 * size(items)));
    const unreasoned = (list: readonly object[]): object[] =>
      list.filter((item) => (item as Item).type !== "reasoning");
    expect(unreasoned(window)).toEqual(unreasoned(items));
  });

  it("fits a small target without tearing a call from its result", async () => {
    const target = Math.floor(size(items) / 5);
    const window = await compact(request(target));
    expect(window.length).toBeGreaterThan(0);
    expect(size(window)).toBeLessThanOrEqual(target);
    const calls = callIds(window, "function_call");
    expect(callIds(window, "function_call_output").toSorted()).toEqual(calls.toSorted());
  });
});

describe("the comparison's rule of Codex", () => {
  it("keeps messages of the user, the newest whole, the oldest without its middle", async () => {
    const words = (name: string, count: number): object => ({
      role: "user",
      content: `${name} `.repeat(count),
    });
    const list = [words("first", 400), { role: "assistant", content: "no" }, words("second", 50)];
    const window: Item[] = await keepLikeCodex({ ...request(400), items: list });
    expect(window.map(({ role }) => role)).toEqual(["user", "user"]);
    expect(JSON.stringify(window[0])).toMatch(/first \w*…\d+ tokens truncated…\w* first/);
    expect(JSON.stringify(window[1])).toContain("second ".repeat(50));
  });
});
