import type { AnswerEvent } from "../../answers/answer-event.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { Reasoning } from "../../translation/turn.js";

/** The kind of payload that carries one step of a search: what was asked, or what came of it. */
const SEARCH_KIND = "searchPart";
const STEPS = ["toolCall", "toolResponse"] as const;

/** Whether a part of an answer is a step of a search that the vendor made. */
export const isSearchPart = (part: JsonRecord): boolean => STEPS.some((step) => isRecord(part[step]));

/** What a search is for. */
export function queriesOf(part: JsonRecord): string[] {
  const call = isRecord(part["toolCall"]) ? part["toolCall"] : {};
  const queries: unknown = isRecord(call["args"]) ? call["args"]["queries"] : [];
  return (Array.isArray(queries) ? queries : []).filter((query) => typeof query === "string");
}

/** The part as it must come back: exactly as it came, with its id and its signature. */
export const searchPayload = (part: JsonRecord): AnswerEvent => ({
  type: "reasoning_payload",
  kind: SEARCH_KIND,
  data: part,
});

/** The searches among what a step thought. One without its answer, or an answer without its search, is refused: left out. */
export function searchParts(
  reasoning: readonly Reasoning[],
  accepts: (payload: NonNullable<Reasoning["payload"]>) => boolean,
): JsonRecord[] {
  const parts = reasoning.flatMap(({ payload }) =>
    payload?.kind === SEARCH_KIND && accepts(payload) && isRecord(payload.data) ? [payload.data] : [],
  );
  const idsOf = (step: (typeof STEPS)[number]): unknown[] =>
    parts.flatMap(({ [step]: one }) => (isRecord(one) ? [one["id"]] : []));
  const answered = new Set(idsOf("toolResponse"));
  const whole = new Set(idsOf("toolCall").filter((id) => answered.has(id)));
  return parts.filter((part) =>
    STEPS.some((step) => {
      const one = part[step];
      return isRecord(one) && whole.has(one["id"]);
    }),
  );
}
