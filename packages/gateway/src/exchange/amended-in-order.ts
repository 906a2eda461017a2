import type { AnswerAmendments } from "./amended-events.js";

/** Two amendments, the second to what the first gives. The first puts one event in place of one. */
export function amendedInOrder(first: AnswerAmendments, second: AnswerAmendments): AnswerAmendments {
  return {
    whole: (data) => second.whole(first.whole(data)),
    event: (data) => {
      const amended = first.event(data);
      return Array.isArray(amended) ? amended : second.event(amended as typeof data);
    },
    concerns: (raw) => first.concerns(raw) || second.concerns(raw),
  };
}
