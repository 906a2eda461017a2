import type { JsonRecord } from "../../json/json-record.js";
import type { ToolChoice, TranslatedRequest } from "../../translation/translated-request.js";
import type { ChatQuirks, ThinkingControl } from "./chat-quirks.js";

/** How the model may think, and which tool choice goes with that. */
export interface ThinkingPlan {
  readonly fields: JsonRecord;
  readonly choice: ToolChoice;
}

const isForced = (choice: ToolChoice): boolean => choice !== "auto" && choice !== "none";

/**
 * Says the effort in the upstream's words. Where a forced tool choice is refused while the model thinks, it does not think for
 * this request; where it cannot stop, the choice is left to it.
 */
export function planThinking(request: TranslatedRequest, quirks: ChatQuirks): ThinkingPlan {
  const { thinking, forcedChoice } = quirks;
  const asked = effortFields(thinking, request.effort);
  const choice = request.toolChoice;
  if (!isForced(choice) || forcedChoice === "always") return { fields: asked, choice };
  if (forcedChoice === "never") return { fields: asked, choice: "auto" };
  if (!thinks(thinking, request.effort)) return { fields: asked, choice };
  return thinking.off ? { fields: thinking.off, choice } : { fields: asked, choice: "auto" };
}

function thinks(thinking: ThinkingControl, effort: string | undefined): boolean {
  if (effort === undefined) return thinking.byDefault;
  return effort !== "none" || thinking.off === undefined;
}

function effortFields(thinking: ThinkingControl, effort: string | undefined): JsonRecord {
  if (effort === undefined) return {};
  if (effort === "none" && thinking.off) return thinking.off;
  const word = thinking.efforts?.[effort];
  const said = word === undefined || !thinking.effortField ? {} : effortField(thinking.effortField, word);
  return effort === "none" ? said : { ...thinking.on, ...said };
}

function effortField(field: "reasoning_effort" | "reasoning.effort", word: string): JsonRecord {
  return field === "reasoning_effort" ? { reasoning_effort: word } : { reasoning: { effort: word } };
}
