import type { CheckedFidelity } from "./check-fidelity.js";
import type { SummaryLine } from "./explain-summary.js";
import type { ToldReason } from "./told-reason.js";

/** What may be done to a session. */
export type InspectionAction =
  | { readonly action: "compact"; readonly note?: string; readonly targetTokens?: number }
  | { readonly action: "preview"; readonly note?: string; readonly targetTokens?: number }
  | { readonly action: "approve"; readonly prepared: string; readonly summary?: string }
  | { readonly action: "undo" }
  | { readonly action: "redo" }
  | { readonly action: "protect"; readonly item: string }
  | { readonly action: "release"; readonly item: string }
  | { readonly action: "withdraw"; readonly entry: string };

export type ActionName = InspectionAction["action"];

/** What came of it. */
export interface ActionResult {
  readonly action: ActionName;
  /** False if there was nothing to do. */
  readonly done: boolean;
  /** One sentence. */
  readonly message: string;
  /** The same by a name that does not change; null where the sentence is all there is. */
  readonly reason: ToldReason | null;
  readonly compaction: string | null;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** For a preview. */
  readonly preview: Preview | null;
}

/** A compaction that waits for approval. */
export interface Preview {
  readonly prepared: string;
  readonly summary: string;
  readonly summaryTokens: number;
  readonly summaryMaxTokens: number;
  readonly removed: number;
  readonly kept: number;
  readonly lines: readonly SummaryLine[];
  readonly counts: CheckedFidelity["counts"] | null;
}
