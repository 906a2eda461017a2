import { describe, expect, it } from "vitest";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { CompactManager } from "./compact-manager.js";

const WORDS = "never change the harbour plan before Anna has checked src/main.ts and npm test is green".split(
  " ",
);

/** A session of about 60,000 tokens. */
const ITEMS = Array.from({ length: 60 }, (_, turn) => [
  { role: "user", content: `Step ${turn}: ${WORDS.slice(turn % 7).join(" ")}.` },
  {
    role: "assistant",
    content: null,
    tool_calls: [
      {
        id: `call_${turn}`,
        type: "function",
        function: { name: "bash", arguments: `{"command":"${turn}"}` },
      },
    ],
  },
  {
    role: "tool",
    tool_call_id: `call_${turn}`,
    content: Array.from({ length: 60 }, (_, line) => `${turn}:${line} src/file${line}.ts is in order`).join(
      "\n",
    ),
  },
]).flat();

/** Counts the turns of the event loop until it is stopped. */
function turnCounter(): { turns(): number; stop(): void } {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  return { turns: () => turns, stop: () => clearImmediate(next) };
}

describe("a long compaction", () => {
  it("leaves many turns to others, and lets a call of another session end before it", async () => {
    const manager = new CompactManager({
      model: "",
      maxContextTokens: 200_000,
      storage: memoryStorage(),
      exporters: [],
    });
    await manager.manualCompact("warm", ITEMS.slice(0, 12), { targetTokens: 300 });
    const ended: string[] = [];
    const counter = turnCounter();
    const long = manager
      .manualCompact("long", ITEMS, { targetTokens: 6_000 })
      .then(({ compaction }) => ended.push(compaction ? "long" : "nothing compacted"));
    await manager.preflight("other", ITEMS.slice(0, 3)).then(() => ended.push("other"));
    await long;
    counter.stop();
    expect(ended).toEqual(["other", "long"]);
    expect(counter.turns()).toBeGreaterThan(40);
    await manager.close();
  });
});
