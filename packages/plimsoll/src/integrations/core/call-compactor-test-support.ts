import { chatter } from "../../engine/manager-test-support.js";
import { callbackExporter } from "../../events/callback-exporter.js";
import type { CompactEvent } from "../../events/compact-event.js";
import { plain, type PlainMessage } from "../../formats/plain/plain.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import { CallCompactor } from "./call-compactor.js";
import type { CompactionOptions } from "./compaction-options.js";

export const OVERFLOW: Error = Object.assign(
  new Error("Your input exceeds the context window of this model."),
  {
    status: 400,
    code: "context_length_exceeded",
  },
);

/** A compactor for plain messages with a window of 4000 tokens. */
export function setUp(more: CompactionOptions<PlainMessage> = {}) {
  const events: CompactEvent[] = [];
  let count = 0;
  const compactor = new CallCompactor<PlainMessage>("test", {
    model: "gpt-5",
    maxContextTokens: 4000,
    estimator: characterEstimator,
    format: plain,
    clock: () => 1_800_000_000_000,
    newSessionId: () => `c${++count}`,
    exporters: [callbackExporter((event) => void events.push(event))],
    prepareAtPct: 0,
    ...more,
    policy: { hardCapBuffer: 200, ...more.policy },
  });
  const named = (name: string) => events.filter((event) => event.event === name);
  return { compactor, events, named };
}

/** Tokens as the estimator of `setUp` counts them, without envelopes. */
export const tokensOf = (items: readonly PlainMessage[]): number =>
  items.reduce((sum, item) => sum + characterEstimator.count(item.content), 0);

export const LONG: readonly PlainMessage[] = chatter(60);
