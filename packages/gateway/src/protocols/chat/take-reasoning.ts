import type { JsonRecord } from "../../json/json-record.js";
import type { ChatReasoningKind } from "./chat-replay.js";
import type { ChatDraft } from "./chat-state.js";
import { addDetails, detailText } from "./add-details.js";

/** The shortest text whose repetition is taken for one: shorter ones begin many words. */
const MIN_REPEATED = 3;

/** The part of a delta that is new, where a delta may repeat everything before it. */
export function newPart(draft: ChatDraft, channel: "reasoning" | "text", delta: string): string {
  if (!draft.quirks.cumulativeDeltas || delta === "") return delta;
  const heard = draft.heard[channel];
  const repeats = heard.length >= MIN_REPEATED && delta.startsWith(heard);
  draft.heard = { ...draft.heard, [channel]: repeats ? delta : heard + delta };
  return repeats ? delta.slice(heard.length) : delta;
}

export function takeReasoning(draft: ChatDraft, delta: string): void {
  if (delta === "") return;
  draft.reasoning += delta;
  draft.reasoningOpen = true;
  draft.spoke = true;
  draft.events.push({ type: "reasoning", delta });
}

/** Entries of `reasoning_details`. Their text is shown, unless it came as a plain text too. */
export function takeDetails(draft: ChatDraft, details: readonly JsonRecord[], shown: boolean): void {
  if (details.length === 0) return;
  draft.structured = true;
  const fresh = details.map((detail) => withNewText(draft, detail, shown));
  draft.details = addDetails(draft.details, fresh);
  if (!shown) for (const detail of fresh) takeReasoning(draft, detailText(detail));
}

function withNewText(draft: ChatDraft, detail: JsonRecord, shown: boolean): JsonRecord {
  if (shown || typeof detail["text"] !== "string") return detail;
  return { ...detail, text: newPart(draft, "reasoning", detail["text"]) };
}

/** Ends the reasoning, with what the upstream wants back. */
export function closeReasoning(draft: ChatDraft): void {
  const { details, reasoning, quirks, structured } = draft;
  if (!draft.reasoningOpen && details.length === 0) return;
  draft.reasoning = "";
  draft.reasoningOpen = false;
  draft.details = [];
  if (quirks.replay === "never") return;
  const textKind: ChatReasoningKind = structured ? "reasoning_content" : "think";
  draft.events.push(
    details.length > 0
      ? { type: "reasoning_payload", kind: "reasoning_details", data: details }
      : { type: "reasoning_payload", kind: textKind, data: reasoning },
  );
}
