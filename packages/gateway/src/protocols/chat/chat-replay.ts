import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import type { AssistantTurn } from "../../translation/turn.js";
import type { ChatQuirks } from "./chat-quirks.js";

/** Kinds of what is sent back: a text, the list of `reasoning_details`, or the text between `<think>` tags. */
export type ChatReasoningKind = "reasoning_content" | "reasoning_details" | "think";

/** Stands for reasoning that was lost, where a call without any is refused. An empty text counts as missing in places. */
const LOST = " ";

/** How the reasoning of a step is sent back. */
export interface ChatReplay {
  /** Fields of the message. */
  readonly fields: JsonRecord;
  /** What stands before its text. */
  readonly prefix: string;
}

function texts(turn: AssistantTurn, kind: ChatReasoningKind): string {
  const found = turn.reasoning.flatMap(({ payload }) => (payload?.kind === kind ? [payload.data] : []));
  return found.filter((data) => typeof data === "string").join("");
}

/** Only what came from the provider that is asked now is sent back: nobody is given the thoughts of another model. */
export function chatReplay(turn: AssistantTurn, quirks: ChatQuirks): ChatReplay {
  const calls = turn.calls.length > 0;
  if (quirks.replay === "never" || (quirks.replay === "calls" && !calls)) return { fields: {}, prefix: "" };
  const details = turn.reasoning.flatMap(({ payload }) =>
    payload?.kind === "reasoning_details" ? recordsIn(payload.data) : [],
  );
  const thought = texts(turn, "think");
  const prefix = thought === "" ? "" : `<think>${thought}</think>\n\n`;
  if (details.length > 0) return { fields: { reasoning_details: details }, prefix };
  const text = texts(turn, "reasoning_content");
  if (text !== "") return { fields: { [quirks.reasoningField]: text }, prefix };
  const lost = quirks.strictReplay && calls && prefix === "";
  return { fields: lost ? { [quirks.reasoningField]: LOST } : {}, prefix };
}
