import type { CompactManager, CompactResult } from "plimsoll";
import type { JsonRecord } from "../json/json-record.js";
import type { CompactionContent } from "./compaction-content.js";
import { messageDigest } from "./message-digest.js";

/** A conversation that its client wants to be compacted now. */
export interface CompactNow {
  readonly session: string;
  readonly items: readonly JsonRecord[];
  readonly instructions?: string;
  readonly tools: readonly unknown[];
  /** Tokens that the prompt may have. */
  readonly budget: number;
  readonly id: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
  readonly signal: AbortSignal;
}

/** The compacted list may have so much of the window: the client has room to work, and does not compact again at once. */
const TARGET_SHARE = 0.25;
const LEAST_TARGET = 1_000;

/**
 * Compacts a conversation. It never fails for a reason of its own: where nothing can be made smaller, the conversation itself is
 * what it goes on from.
 */
export async function compactNow(
  manager: CompactManager<object>,
  { session, items, instructions, tools, budget, id, createdAt, signal }: CompactNow,
): Promise<CompactionContent> {
  const result = await tryCompact(manager, session, {
    items,
    options: {
      tools,
      signal,
      maxContextTokens: budget,
      targetTokens: Math.max(LEAST_TARGET, Math.floor(budget * TARGET_SHARE)),
      ...(instructions === undefined ? {} : { instructions }),
    },
  });
  const window = (result?.items ?? items) as readonly JsonRecord[];
  const { compaction } = result ?? {};
  return {
    version: 1,
    id,
    session,
    createdAt,
    items: window.filter((item) => !isApplication(item)),
    users: items.filter(({ role }) => role === "user").map(messageDigest),
    tokensBefore: compaction?.tokensBefore ?? result?.measurement.tokens ?? 0,
    tokensAfter: compaction?.tokensAfter ?? result?.measurement.tokens ?? 0,
    degraded: result === undefined || result.degraded !== undefined,
  };
}

interface Compacting {
  readonly items: readonly JsonRecord[];
  readonly options: NonNullable<Parameters<CompactManager<object>["manualCompact"]>[2]>;
}

async function tryCompact(
  manager: CompactManager<object>,
  session: string,
  { items, options }: Compacting,
): Promise<CompactResult<object> | undefined> {
  try {
    return await manager.manualCompact(session, items, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return undefined;
  }
}

/** The client repeats its own instructions; they are no part of what was said. */
const isApplication = ({ role, type }: JsonRecord): boolean =>
  role === "system" || role === "developer" || type === "additional_tools";
