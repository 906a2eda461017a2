import { callbackExporter } from "../events/callback-exporter.js";
import type { CompactEvent } from "../events/compact-event.js";
import { plain, type PlainMessage } from "../formats/plain/plain.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { characterEstimator } from "../testing/character-estimator.js";
import type { CompactConfig } from "./compact-config.js";
import { CompactManager } from "./compact-manager.js";

/** A plain message. */
export const say = (role: string, content: string, meta?: Record<string, unknown>): PlainMessage => ({
  role,
  content,
  ...(meta ? { meta } : {}),
});

/** `count` turns of a question and an answer, some fifty tokens each. */
export function chatter(count: number, from = 0): PlainMessage[] {
  return Array.from({ length: count }, (_, turn) => [
    say(
      "user",
      `Question ${from + turn}: what happens with order A-${1000 + from + turn}? ${"please explain. ".repeat(10)}`,
    ),
    say(
      "assistant",
      `Answer ${from + turn}: the order is in state ${turn % 3}. ${"It will be sent soon. ".repeat(8)}`,
    ),
  ]).flat();
}

export function setUp(more: Partial<CompactConfig<PlainMessage>> = {}) {
  const events: CompactEvent[] = [];
  const storage = memoryStorage();
  const manager = new CompactManager<PlainMessage>({
    model: "gpt-5",
    maxContextTokens: 4000,
    estimator: characterEstimator,
    format: plain,
    storage,
    clock: () => 1_800_000_000_000,
    exporters: [callbackExporter((event) => void events.push(event))],
    ...more,
    policy: { hardCapBuffer: 200, ...more.policy },
  });
  return { manager, events, storage };
}

export const named = (events: CompactEvent[], name: string) => events.filter((event) => event.event === name);
