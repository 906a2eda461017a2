import {
  type Checkpoint,
  CompactError,
  type CompactManager,
  type CompactResult,
  type ManualCompactOptions,
  type Summarizer,
} from "plimsoll";
import type { PriceOverrides } from "plimsoll/tokens";
import type { JsonRecord } from "../json/json-record.js";
import type { Route } from "../routes/route.js";
import { accountOf } from "./account-of.js";
import type { CallSummarizer } from "./call-summarizer.js";
import type { CompactionOrigin, Degradation } from "./compaction-account.js";
import type { CompactionContent } from "./compaction-content.js";
import type { ClientApi } from "./compactors.js";
import { isApplicationItem } from "./is-application-item.js";
import { messageDigest } from "./message-digest.js";
import { summaryDegradation } from "./summary-degradation.js";

/** A conversation that its client wants to be compacted now. */
export interface CompactNow {
  readonly origin: CompactionOrigin;
  /** @default "gateway" */
  readonly by?: "gateway" | "upstream";
  readonly route: Route;
  readonly session: string;
  readonly items: readonly JsonRecord[];
  readonly instructions?: string;
  /** What its client wants the summary to pay attention to. */
  readonly note?: string;
  /** The API of the client. @default "responses" */
  readonly api?: ClientApi;
  readonly tools: readonly unknown[];
  /** Tokens that the prompt may have. */
  readonly budget: number;
  readonly id: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
  readonly signal: AbortSignal;
  readonly prices?: PriceOverrides;
  /** Writes the summary. @default the manager's own */
  readonly summarizer?: CallSummarizer | undefined;
  /** The manager's own, if it is not the embedded one. */
  readonly configured?: Summarizer | undefined;
}

/**
 * The compacted list may have so much of the window: the client has room to work, and does not compact again at once. Where what
 * must stay does not fit, the next share is tried.
 */
const TARGET_SHARES = [0.25, 0.5, 0.75, 0.95] as const;
const LEAST_TARGET = 1_000;

/**
 * Compacts a conversation. It never fails for a reason of its own: where nothing can be made smaller, the conversation itself is
 * what it goes on from.
 */
export async function compactNow(
  manager: CompactManager<object>,
  asked: CompactNow,
): Promise<CompactionContent> {
  const { api = "responses", session, items, budget, id, createdAt } = asked;
  const { result, failed } = await tryCompact(manager, session, { items, options: optionsOf(asked) });
  const { summarizer, configured } = asked;
  const writer = summarizer ?? configured;
  const window = (result?.items ?? items) as readonly JsonRecord[];
  const checkpoint = await checkpointOf(manager, session);
  const tokens = result?.measurement.tokens ?? 0;
  return {
    version: 1,
    id,
    session,
    createdAt,
    // A Responses client repeats its instructions with every request.
    items: api === "responses" ? window.filter((item) => !isApplicationItem(item)) : window,
    users: items.filter(({ role }) => role === "user").map(messageDigest),
    account: accountOf({
      ...circumstancesOf(asked),
      api,
      itemsBefore: items.length,
      tokens,
      ...(result?.compaction ? { report: result.compaction } : {}),
      ...(checkpoint ? { checkpoint } : {}),
      ...(writer?.model === undefined ? {} : { summaryModel: writer.model }),
      degraded: [
        ...summaryDegradation(writer, result?.compaction),
        ...degradations({ result, failed, isTooLarge: tokens > targetOf(budget, 0.25) }),
      ],
    }),
  };
}

const circumstancesOf = ({ origin, by, route, prices }: CompactNow) => ({
  origin,
  route,
  ...(by ? { by } : {}),
  ...(prices ? { prices } : {}),
});

function optionsOf({
  tools,
  signal,
  budget,
  summarizer,
  instructions,
  note,
}: CompactNow): Compacting["options"] {
  return {
    tools,
    signal,
    maxContextTokens: budget,
    ...(summarizer ? { summarizer } : {}),
    ...(instructions === undefined ? {} : { instructions }),
    ...(note === undefined ? {} : { note }),
  };
}

interface Compacting {
  readonly items: readonly JsonRecord[];
  readonly options: ManualCompactOptions & { readonly maxContextTokens: number };
}

interface Outcome {
  readonly result?: CompactResult<object>;
  readonly failed?: string;
}

async function tryCompact(
  manager: CompactManager<object>,
  session: string,
  { items, options }: Compacting,
): Promise<Outcome> {
  let failed = "";
  for (const share of TARGET_SHARES) {
    const targetTokens = targetOf(options.maxContextTokens, share);
    try {
      return { result: await manager.manualCompact(session, items, { ...options, targetTokens }) };
    } catch (error) {
      if (options.signal?.aborted) throw error;
      failed = error instanceof Error ? error.message : String(error);
      if (!CompactError.isInstance(error) || !TOO_SMALL.has(error.code)) break;
    }
  }
  return { failed };
}

const TOO_SMALL: ReadonlySet<string> = new Set(["INSUFFICIENT_BUDGET", "CONSTRAINTS_DO_NOT_FIT"]);

const targetOf = (budget: number, share: number): number =>
  Math.max(LEAST_TARGET, Math.floor(budget * share));

/** The state of the session; a compaction does without it where it cannot be had. */
export function checkpointOf(
  manager: CompactManager<object>,
  session: string,
): Promise<Checkpoint | undefined> {
  return manager.checkpoint(session).catch(() => undefined);
}

function degradations({
  result,
  failed,
  isTooLarge,
}: {
  readonly result: CompactResult<object> | undefined;
  readonly failed: string | undefined;
  readonly isTooLarge: boolean;
}): Degradation[] {
  const found: Degradation[] = [];
  if (failed !== undefined) found.push({ kind: "whole", reason: failed });
  else if (result && !result.compaction && isTooLarge)
    found.push({ kind: "whole", reason: result.decision.reason });
  if (result?.degraded) found.push({ kind: "store", reason: result.degraded.reason });
  return found;
}
