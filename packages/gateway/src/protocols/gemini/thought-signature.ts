import { isRecord } from "../../json/is-record.js";
import { stringOf } from "../../json/string-of.js";
import type { Reasoning } from "../../translation/turn.js";

/** A signature, and the part of the answer on which it stood. */
export interface ThoughtSignature {
  readonly signature: string;
  /** The call by its place among the calls of the answer; absent: the text. */
  readonly call?: number;
}

/** The kind of payload that carries one. */
export const SIGNATURE_KIND = "thoughtSignature";

/** Says that a call was not made by this model. */
export const FOREIGN_CALL = "skip_thought_signature_validator";

/** The signatures among what a step thought. */
export function thoughtSignatures(
  reasoning: readonly Reasoning[],
  accepts: (payload: NonNullable<Reasoning["payload"]>) => boolean,
): ThoughtSignature[] {
  return reasoning.flatMap(({ payload }) => {
    if (payload?.kind !== SIGNATURE_KIND || !accepts(payload) || !isRecord(payload.data)) return [];
    const signature = stringOf(payload.data["signature"]);
    const call = payload.data["call"];
    if (signature === "") return [];
    return [{ signature, ...(typeof call === "number" ? { call } : {}) }];
  });
}
