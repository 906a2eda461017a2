import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import { type ConversationWriter, ROOT } from "./conversation-writer.js";
import type { LedgerEntry, RealtimeLedger } from "./realtime-ledger.js";
import { summaryWireItem, toWireItem } from "./read-realtime-item.js";
import type { RealtimeSummary } from "./realtime-summary.js";

export interface Replay {
  /** False if the connection was lost, or the server stopped answering, before the end. */
  readonly complete: boolean;
  readonly items: number;
  readonly refused: readonly string[];
}

/**
 * Sends the window to a server that has none of it, item by item, the summary first. Speech becomes its
 * transcript. Items that the server refuses stay in the ledger, so that the next summary still covers them.
 */
export async function replayWindow(
  ledger: RealtimeLedger,
  writer: ConversationWriter,
  summaries: readonly RealtimeSummary[],
): Promise<Replay> {
  const refused: string[] = [];
  let previous = ROOT;
  let items = 0;
  for (const entry of serverOrder(ledger.entries, summaries)) {
    const wire = wireItem(entry, summaries);
    ledger.renew(entry.id, entry.own ? entry.item : wire);
    const outcome = await writer.create(wire, previous);
    if (outcome === "refused") {
      refused.push(entry.id);
      continue;
    }
    if (outcome !== "acknowledged") return { complete: false, items, refused };
    previous = entry.id;
    items++;
  }
  return { complete: true, items, refused };
}

function wireItem(
  { id, item }: LedgerEntry,
  summaries: readonly RealtimeSummary[],
): RealtimeItem & { readonly id: string } {
  const summary = summaries.find((one) => one.id === id);
  return summary ? summaryWireItem(item, summary) : toWireItem(item, id);
}

/** The summary comes before everything else. */
function serverOrder(
  entries: readonly LedgerEntry[],
  summaries: readonly RealtimeSummary[],
): readonly LedgerEntry[] {
  const newest = summaries.at(-1)?.id;
  return [...entries].sort((left, right) => Number(right.id === newest) - Number(left.id === newest));
}
