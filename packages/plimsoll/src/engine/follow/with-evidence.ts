import type { CompactPolicy } from "../../config/compact-policy.js";
import type { ToolCallView } from "../../conversation/item-view.js";
import { OpenCalls } from "../../conversation/open-calls.js";
import type { Format } from "../../formats/format.js";
import { replaceResults } from "../../formats/reading/replace-results.js";
import { fitsBytes } from "../../text/fits-bytes.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { fitsTokens } from "../../tool-outputs/fits-tokens.js";
import { isSupersededNote } from "../../tool-outputs/superseded-note.js";
import { makeEvidence } from "../../tool-outputs/make-evidence.js";

export interface EvidenceOptions<W extends object> {
  readonly format: Format<W>;
  readonly meter: ItemMeter<W>;
  /** Most tokens of the evidence of one result. */
  readonly maxTokens: number;
  /** Results of more tokens than this become evidence. @default maxTokens */
  readonly largerThan?: number;
  /** Results of more bytes than this become evidence too; 0 is no limit. @default 0 */
  readonly largerThanBytes?: number;
  /** The most bytes of evidence, and what it says of the output. */
  readonly policy: Pick<CompactPolicy, "toolOutputMaxBytes" | "toolOutputNote">;
  /** The call that the result at a position of the item answers, if known. */
  callOf(position: number): ToolCallView | undefined;
  redact(text: string): string;
  /** The id under which the whole result can be read. */
  referenceOf(result: { readonly item: W; readonly position: number; readonly text: string }): string;
}

/** A copy of the item in which every large result is evidence, notes aside; the very item if none is. */
export function withEvidence<W extends object>(item: W, options: EvidenceOptions<W>): W {
  const { format, meter, maxTokens } = options;
  const { counter } = meter;
  const texts = new Map<number, string>();
  for (const [position, { text }] of meter.view(item).results.entries()) {
    if (
      isSupersededNote(text) ||
      (fitsBytes(text, options.largerThanBytes ?? 0) &&
        fitsTokens(text, { ...counter, maxTokens: options.largerThan ?? maxTokens }))
    )
      continue;
    const given = options.callOf(position);
    const call = given && withArguments(given, options.redact(given.arguments));
    const output = { text: options.redact(text), ...(call ? { call } : {}) };
    // Whatever the text says of itself, the whole of it is what is archived for this item.
    const reference = options.referenceOf({ item, position, text: output.text });
    const evidence = makeEvidence(output, {
      ...counter,
      maxTokens,
      reference,
      maxBytes: options.policy.toolOutputMaxBytes,
      note: options.policy.toolOutputNote,
    });
    meter.remember(evidence.text, evidence.tokens);
    texts.set(position, evidence.text);
  }
  return replaceResults(format, item, texts);
}

/** The very call if nothing changes: what is known of its output is known by the call. */
const withArguments = (call: ToolCallView, redacted: string): ToolCallView =>
  call.arguments === redacted ? call : { ...call, arguments: redacted };

/** Finds the calls that the results of an item answer, by their positions in it. */
export type CallsOf<W extends object> = (item: W) => (position: number) => ToolCallView | undefined;

/**
 * Finds the calls of a list's results. Each answers the nearest earlier unanswered call with its id, because ids
 * may restart in every turn; without an id, the first waiting call of its name. A result without an earlier call
 * answers the only call with its id, if there is just one.
 */
export function callsOf<W extends object>(items: readonly W[], meter: ItemMeter<W>): CallsOf<W> {
  let found: AnsweredCalls<W> | undefined;
  return (item) => (position) => {
    found ??= answeredCalls(items, meter);
    const only = found.byId.get(meter.view(item).results[position]?.callId ?? "");
    return found.byItem.get(item)?.[position] ?? (only?.length === 1 ? only[0] : undefined);
  };
}

interface AnsweredCalls<W extends object> {
  readonly byItem: ReadonlyMap<W, readonly (ToolCallView | undefined)[]>;
  readonly byId: ReadonlyMap<string, readonly ToolCallView[]>;
}

function answeredCalls<W extends object>(items: readonly W[], meter: ItemMeter<W>): AnsweredCalls<W> {
  const byItem = new Map<W, (ToolCallView | undefined)[]>();
  const byId = new Map<string, ToolCallView[]>();
  const open = new OpenCalls();
  items.forEach((item, index) => {
    const { calls, results } = meter.view(item);
    if (results.length > 0)
      byItem.set(
        item,
        results.map((result) => result.ownCall ?? open.take(result)?.call),
      );
    for (const call of calls) {
      if (call.callId !== "") open.dropBefore(call, Number.POSITIVE_INFINITY);
      open.add({ index, call });
      for (const id of [call.callId, ...(call.aliases ?? [])]) if (id !== "") listOf(byId, id).push(call);
    }
  });
  return { byItem, byId };
}

function listOf(lists: Map<string, ToolCallView[]>, id: string): ToolCallView[] {
  const list = lists.get(id) ?? [];
  lists.set(id, list);
  return list;
}
