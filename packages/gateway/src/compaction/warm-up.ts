import { CompactManager, memoryStorage } from "plimsoll";
import type { CompactorsOptions } from "./compactors.js";

const SESSION = "warm-up";
const SENTENCE = "Please never change the file src/main.ts, and run npm test before each commit. ";

/** A conversation with something of everything that is looked for. */
const ITEMS: readonly object[] = Array.from({ length: 12 }, (_, turn) => [
  { role: "user", content: `${turn}. ${SENTENCE.repeat(8)}` },
  {
    role: "assistant",
    content: null,
    tool_calls: [
      {
        id: `call_${turn}`,
        type: "function",
        function: { name: "bash", arguments: '{"command":"npm test"}' },
      },
    ],
  },
  {
    role: "tool",
    tool_call_id: `call_${turn}`,
    content: "1 failed, 3 passed\nError: at src/main.ts:12\n".repeat(40),
  },
]).flat();

/**
 * Compacts a made-up conversation, so that the first real one does not wait until tokenizer, tables and patterns are loaded.
 * Nothing of it is kept or told to anybody.
 */
export async function warmUp({ estimator, policy }: CompactorsOptions["compaction"]): Promise<void> {
  const manager = new CompactManager({
    model: "",
    maxContextTokens: 100_000,
    storage: memoryStorage(),
    exporters: [],
    ...(estimator ? { estimator } : {}),
    ...(policy ? { policy } : {}),
  });
  try {
    await manager.preflight(SESSION, ITEMS);
    await manager.manualCompact(SESSION, ITEMS, { targetTokens: 2_000 });
  } catch {
    // What cannot be loaded is told by the request that needs it.
  } finally {
    await manager.close().catch(() => undefined);
  }
}
