import type { ToolCallView } from "../conversation/item-view.js";
import type { Format } from "../formats/format.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import { evidenceReference } from "../tool-outputs/evidence-reference.js";
import { fitsTokens } from "../tool-outputs/fits-tokens.js";
import { isSupersededNote } from "../tool-outputs/superseded-note.js";
import { makeEvidence } from "../tool-outputs/make-evidence.js";

export interface EvidenceOptions<W extends object> {
  readonly format: Format<W>;
  readonly meter: ItemMeter<W>;
  /** Most tokens of the evidence of one result. */
  readonly maxTokens: number;
  /** Results of more tokens than this become evidence. @default maxTokens */
  readonly largerThan?: number;
  /** The call that a result answers, where it is known. */
  callOf(callId: string): ToolCallView | undefined;
  redact(text: string): string;
  /** The id under which the whole result can be read. */
  referenceOf(result: { readonly item: W; readonly callId: string; readonly text: string }): string;
}

/** A copy of the item in which every large result is evidence, notes aside; the very item if none is. */
export function withEvidence<W extends object>(item: W, options: EvidenceOptions<W>): W {
  const { format, meter, maxTokens } = options;
  const { counter } = meter;
  let replaced = item;
  for (const { callId, text } of meter.view(item).results) {
    if (
      isSupersededNote(text) ||
      fitsTokens(text, { ...counter, maxTokens: options.largerThan ?? maxTokens })
    )
      continue;
    const given = options.callOf(callId);
    const call = given && { ...given, arguments: options.redact(given.arguments) };
    const output = { text: options.redact(text), ...(call ? { call } : {}) };
    const reference = evidenceReference(text) ?? options.referenceOf({ item, callId, text: output.text });
    const evidence = makeEvidence(output, { ...counter, maxTokens, reference });
    meter.remember(evidence.text, evidence.tokens);
    replaced = format.withResult(replaced, callId, evidence.text);
  }
  return replaced;
}

/** Finds the calls that the results of an item answer. */
export type CallsOf<W extends object> = (item: W) => (callId: string) => ToolCallView | undefined;

/**
 * Finds the calls of a list's results: each answers the nearest call of its id before it that has no answer yet, since ids
 * may begin anew in every turn. A result that has none before it answers the only call of its id, if there is only one.
 */
export function callsOf<W extends object>(items: readonly W[], meter: ItemMeter<W>): CallsOf<W> {
  let found: AnsweredCalls<W> | undefined;
  return (item) => (callId) => {
    found ??= answeredCalls(items, meter);
    const only = found.byId.get(callId);
    return found.byItem.get(item)?.get(callId) ?? (only?.length === 1 ? only[0] : undefined);
  };
}

interface AnsweredCalls<W extends object> {
  readonly byItem: ReadonlyMap<W, ReadonlyMap<string, ToolCallView>>;
  readonly byId: ReadonlyMap<string, readonly ToolCallView[]>;
}

function answeredCalls<W extends object>(items: readonly W[], meter: ItemMeter<W>): AnsweredCalls<W> {
  const byItem = new Map<W, Map<string, ToolCallView>>();
  const byId = new Map<string, ToolCallView[]>();
  const open = new Map<string, ToolCallView[]>();
  for (const item of items) {
    const { calls, results } = meter.view(item);
    for (const { callId } of results) {
      const call = open.get(callId)?.pop();
      if (call) byItem.set(item, (byItem.get(item) ?? new Map<string, ToolCallView>()).set(callId, call));
    }
    for (const call of calls) {
      for (const id of [call.callId, ...(call.aliases ?? [])]) {
        listOf(open, id).push(call);
        listOf(byId, id).push(call);
      }
    }
  }
  return { byItem, byId };
}

function listOf(lists: Map<string, ToolCallView[]>, id: string): ToolCallView[] {
  const list = lists.get(id) ?? [];
  lists.set(id, list);
  return list;
}
