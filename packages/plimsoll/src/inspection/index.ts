/**
 * What the inspector shows and does: sessions, load lines, transcripts, windows, compactions, ledgers, artifacts, actions. Plain
 * JSON over managers and archives; `plimsoll-inspector` serves it over HTTP.
 *
 * @module
 */

export type { CheckedFact, CheckedFidelity } from "./check-fidelity.js";
export type {
  CompactionDetail,
  CompactionRow,
  ComparedPage,
  ComparedRow,
  Fate,
} from "./compaction-detail.js";
export type { ComparedConfiguration, ComparedRun, Comparison, HandOff, Refusal } from "./comparison.js";
export type { LineOrigin, SummaryLine } from "./explain-summary.js";
export { firstRequest } from "./first-request.js";
export { Inspection, type InspectionOptions } from "./inspection.js";
export type { ActionName, ActionResult, InspectionAction, Preview } from "./inspection-action.js";
export type { InspectionRoom, ListedSession, RoomPurpose } from "./inspection-room.js";
export type { ItemDetail } from "./item-detail.js";
export type { ItemKind, ItemRow } from "./item-row.js";
export type { LedgerEntry, LedgerState } from "./ledger-state.js";
export { type FeedListener, LiveFeed } from "./live-feed.js";
export type { LoadLine, LoadMark, LoadPoint } from "./load-line.js";
export type { PageQuery } from "./read-transcript.js";
export type { ItemQuery } from "./read-item.js";
export type { SessionPage, SessionQuery, SessionRow } from "./session-row.js";
export { toldDetails } from "./told-details.js";
export { type ToldReason, toldReason } from "./told-reason.js";
export type { CompactedRun, TranscriptDivider, TranscriptPage, TranscriptRow } from "./transcript-page.js";
export type { WindowNow, WindowRow } from "./window-now.js";
