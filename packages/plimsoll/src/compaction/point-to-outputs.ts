import { fitsTokens } from "../tool-outputs/fits-tokens.js";
import { outputPointer } from "../tool-outputs/output-pointer.js";
import type { EvidenceOptions } from "./evidence.js";

/** A copy of the item in which every result of more than `largerThan` tokens is one line that says where it is. */
export function pointToOutputs<W extends object>(
  item: W,
  options: Pick<EvidenceOptions<W>, "format" | "meter" | "redact" | "referenceOf"> & {
    readonly largerThan: number;
  },
): W {
  const { format, meter, largerThan: maxTokens } = options;
  const count = (text: string): number => meter.text(text);
  let replaced = item;
  for (const { callId, text } of meter.view(item).results) {
    if (fitsTokens(text, { maxTokens, count })) continue;
    const shown = options.redact(text);
    const reference = options.referenceOf({ item, callId, text: shown });
    replaced = format.withResult(replaced, callId, outputPointer(shown, reference));
  }
  return replaced;
}
