import { normalizeUsage } from "plimsoll/tokens";
import type { RequestNotes } from "../http/inbound-request.js";

/** Tells the log what a request cost, in whatever shape the upstream said it. */
export function noteUsage(notes: RequestNotes, usage: unknown): void {
  const known = normalizeUsage(usage);
  if (!known) return;
  notes.inputTokens = known.inputTokens;
  notes.outputTokens = known.outputTokens;
  if (known.cachedTokens !== undefined) notes.cachedTokens = known.cachedTokens;
}
