import type { CompactionReport } from "../../engine/compact-result.js";
import type { CompactManager } from "../../engine/compact-manager.js";
import type { PreparedCompaction } from "../../engine/commit/prepared-compaction.js";
import { CompactError } from "../../errors/compact-error.js";
import { realtime, type RealtimeItem } from "../../formats/realtime/realtime.js";
import { readSummary } from "../../facts/checkpoint/summary-message.js";
import type { Outcome } from "./acknowledgements.js";
import { type ConversationWriter, ROOT } from "./conversation-writer.js";
import type { RealtimeActivity } from "./realtime-activity.js";
import type { LedgerEntry, RealtimeLedger } from "./realtime-ledger.js";
import { type RealtimeSummary, summaryId } from "./realtime-summary.js";
import { summaryWireItem, toWireItem } from "./read-realtime-item.js";
import { removeLeaving, type WhenQuiet } from "./remove-leaving.js";
import type { SummarySpending } from "./summary-spending.js";

/** The inputs of one compaction. */
export interface CompactionRoom {
  readonly manager: CompactManager<RealtimeItem>;
  readonly sessionId: string;
  readonly ledger: RealtimeLedger;
  readonly activity: RealtimeActivity;
  readonly writer: ConversationWriter;
  /** Tokens that must be freed for a new summary to be worth it. */
  readonly leastGain: number;
  /** The most tokens of the summary, if less than the policy allows. */
  readonly summaryMaxTokens?: number;
  readonly spending: SummarySpending;
  /** The number of the next summary, and the summary before it. */
  readonly number: number;
  readonly previous?: RealtimeSummary;
  readonly signal: AbortSignal;
  now(): string;
  readonly whenQuiet: WhenQuiet;
}

export type CompactionOutcome =
  | {
      readonly outcome: "compacted";
      readonly summary: RealtimeSummary;
      readonly undeleted: readonly string[];
    }
  /** Nothing to do, or nothing worth doing. */
  | { readonly outcome: "idle"; readonly reason: string }
  | {
      readonly outcome: "failed";
      readonly reason: string;
      readonly error?: unknown;
      /** The summary may still be on the server, so its number is used up. */
      readonly numberUsed: boolean;
    };

const failed = (reason: string, rest: { error?: unknown; numberUsed?: boolean } = {}): CompactionOutcome => ({
  outcome: "failed",
  reason,
  numberUsed: rest.numberUsed ?? false,
  ...(rest.error === undefined ? {} : { error: rest.error }),
});

/**
 * One compaction of the server's conversation: writes the summary while the session continues, creates it first
 * in the list, waits for the acknowledgement, archives what it covers, and only then deletes that. It deletes
 * nothing before the archive has everything.
 */
export async function compactConversation(room: CompactionRoom): Promise<CompactionOutcome> {
  const source = room.ledger.window;
  const prepared = await prepare(room, source);
  if ("outcome" in prepared) return prepared;
  const created = await createItems(room, source, prepared);
  if ("outcome" in created) return created;
  const committed = await commit(room, source, { prepared, created });
  if ("outcome" in committed) return committed;
  room.activity.forgetUsage();
  room.ledger.adopt(source, withoutRefused(prepared.items, created), created.ids);
  const undeleted = await removeLeaving(room.ledger, room.writer, room.whenQuiet);
  return {
    outcome: "compacted",
    summary: describe({ prepared, created, report: committed, room }),
    undeleted,
  };
}

/** Plans first: calls no summarizer if nothing can be gained. */
async function prepare(
  { manager, sessionId, activity, signal, leastGain, summaryMaxTokens }: CompactionRoom,
  source: readonly LedgerEntry[],
): Promise<PreparedCompaction<RealtimeItem> | CompactionOutcome> {
  const items = source.map(({ item }) => item);
  const bound = summaryMaxTokens === undefined ? {} : { summaryMaxTokens };
  const options = { ...activity.fixed, ...bound, signal, ahead: true };
  try {
    const { decision, tokensBefore, tokensAfter } = await manager.plan(sessionId, items, options);
    if (decision.action === "none") return { outcome: "idle", reason: decision.reason };
    const gain = tokensBefore - tokensAfter;
    if (gain < leastGain) return { outcome: "idle", reason: `A compaction would free only ${gain} tokens.` };
    const prepared = await manager.prepare(sessionId, items, options);
    if (prepared.plan.decision.action === "none")
      return { outcome: "idle", reason: prepared.plan.decision.reason };
    return prepared;
  } catch (error) {
    return failed("No summary could be prepared.", { error });
  }
}

/** Items created on the server for a window, before anything leaves it. */
interface CreatedItems {
  readonly summary: Pick<RealtimeSummary, "id" | "turns" | "madeAt" | "folds">;
  /** Ids of the items of the window that are new on the server. */
  readonly ids: ReadonlyMap<RealtimeItem, string>;
  /** Replacements that the server refused, with the items that stay instead. */
  readonly refused: ReadonlyMap<RealtimeItem, RealtimeItem>;
}

/** Creates the summary first of all items, and shorter outputs after those that they replace. */
async function createItems(
  room: CompactionRoom,
  source: readonly LedgerEntry[],
  prepared: PreparedCompaction<RealtimeItem>,
): Promise<CreatedItems | CompactionOutcome> {
  const known = new Set(source.map(({ item }) => item));
  const fresh = prepared.items.filter((item) => !known.has(item));
  const message = fresh.find((item) => readSummary(realtime.view(item)) !== undefined);
  if (!message) return { outcome: "idle", reason: "There is nothing to summarize." };
  const summary = summaryFacts(room, source, prepared);
  room.ledger.claim(summary.id);
  const outcome = await whenQuiet(room, () => room.writer.create(summaryWireItem(message, summary), ROOT));
  if (outcome !== "acknowledged") {
    const numberUsed = outcome === "timeout";
    if (numberUsed) room.ledger.condemn(summary.id, message);
    return failed(`The summary ${summary.id} was not acknowledged: ${outcome}.`, { numberUsed });
  }
  const ids = new Map([[message, summary.id]]);
  const refused = new Map<RealtimeItem, RealtimeItem>();
  for (const item of fresh) {
    const original = item === message ? undefined : originalOf(item, source);
    if (!original) continue;
    const id = `${summary.id}_${ids.size}`;
    room.ledger.claim(id);
    const answer = await whenQuiet(room, () =>
      room.writer.create(toWireItem({ ...item, id }, id), original.id),
    );
    if (answer === "acknowledged") ids.set(item, id);
    else refused.set(item, original.item);
  }
  return { summary, ids, refused };
}

async function whenQuiet(room: CompactionRoom, task: () => Promise<Outcome>): Promise<Outcome> {
  return (await room.whenQuiet(task)) ?? "disconnected";
}

/** The entry whose output an item shortens. */
function originalOf(item: RealtimeItem, source: readonly LedgerEntry[]): LedgerEntry | undefined {
  return source.find(
    (entry) => entry.item.type === "function_call_output" && entry.item.call_id === item.call_id,
  );
}

function summaryFacts(
  { number, previous, now }: CompactionRoom,
  source: readonly LedgerEntry[],
  prepared: PreparedCompaction<RealtimeItem>,
): CreatedItems["summary"] {
  const stays = new Set(prepared.items);
  const turns = source.filter(({ item, own }) => !own && !stays.has(item)).map(({ turn }) => turn);
  const first = previous?.turns.first ?? Math.max(1, Math.min(...turns));
  return {
    id: summaryId(number),
    turns: { first, last: Math.max(first, previous?.turns.last ?? 0, ...turns) },
    madeAt: now(),
    ...(previous ? { folds: previous.id } : {}),
  };
}

/**
 * Archives the source and makes the window the session's; if that fails, the created items must be deleted again.
 */
async function commit(
  room: CompactionRoom,
  source: readonly LedgerEntry[],
  work: { readonly prepared: PreparedCompaction<RealtimeItem>; readonly created: CreatedItems },
): Promise<CompactionReport | CompactionOutcome> {
  let cause: unknown;
  try {
    const { compaction } = await room.manager.commitPrepared(work.prepared, {
      items: currentItems(room.ledger, source),
      ...room.activity.fixed,
    });
    if (compaction) return compaction;
  } catch (error) {
    cause = error;
  }
  for (const [item, id] of work.created.ids) room.ledger.condemn(id, item);
  const stale = CompactError.isInstance(cause) && cause.code === "STALE_PREPARED";
  const reason = stale
    ? "The conversation changed while the summary was written."
    : "The items that the summary covers could not be archived.";
  return failed(reason, { error: cause, numberUsed: true });
}

/** The current items of the source's entries, and newer items. */
function currentItems(ledger: RealtimeLedger, source: readonly LedgerEntry[]): RealtimeItem[] {
  const ids = new Set(source.map(({ id }) => id));
  const now = ledger.window;
  const known = new Map(now.map((entry) => [entry.id, entry.item]));
  const kept = source.flatMap(({ id }) => known.get(id) ?? []);
  return [...kept, ...now.filter(({ id }) => !ids.has(id)).map(({ item }) => item)];
}

function withoutRefused(
  window: readonly RealtimeItem[],
  { refused }: Pick<CreatedItems, "refused">,
): RealtimeItem[] {
  return window.map((item) => refused.get(item) ?? item);
}

function describe({
  prepared,
  created,
  report,
  room,
}: {
  readonly prepared: PreparedCompaction<RealtimeItem>;
  readonly created: CreatedItems;
  readonly report: CompactionReport;
  readonly room: CompactionRoom;
}): RealtimeSummary {
  return {
    ...created.summary,
    number: room.number,
    compactionId: report.id,
    summarizer: report.summarizer,
    text: report.summary,
    removed: report.removed.length + (room.previous ? 1 : 0),
    tokensBefore: report.tokensBefore,
    tokensAfter: report.tokensAfter,
    cost: room.spending.take(prepared, report.summarizer),
  };
}
