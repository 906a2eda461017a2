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

/** Finds calls by id in a list of items, the newest of several. */
export function callsOf<W extends object>(
  items: readonly W[],
  meter: ItemMeter<W>,
): (callId: string) => ToolCallView | undefined {
  let byId: Map<string, ToolCallView> | undefined;
  return (callId) => {
    byId ??= new Map(
      items.flatMap((item) => meter.view(item).calls.map((call) => [call.callId, call] as const)),
    );
    return byId.get(callId);
  };
}
