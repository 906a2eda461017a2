import type { JsonRecord } from "../../json/json-record.js";
import type { OutputFormat } from "../../translation/translated-request.js";
import type { Turn } from "../../translation/turn.js";
import { formatInstruction } from "../format-instruction.js";
import type { ChatQuirks } from "./chat-quirks.js";

/** How a wished format is asked for. */
export interface FormatPlan {
  readonly fields: JsonRecord;
  /** What must be said in the prompt; empty if nothing must. */
  readonly instruction: string;
}

const WORD = /json/iu;

/** What an upstream cannot enforce is said in the prompt. Several refuse `json_object` unless the prompt says "json". */
export function planFormat(
  format: OutputFormat | undefined,
  turns: readonly Turn[],
  { structuredOutput, strictSchemas }: ChatQuirks,
): FormatPlan {
  if (!format) return { fields: {}, instruction: "" };
  const takesObject = structuredOutput === "json_schema" || structuredOutput === "json_object";
  const jsonObject: JsonRecord = takesObject ? { response_format: { type: "json_object" } } : {};
  if (format.type === "json_object")
    return { fields: jsonObject, instruction: saysJson(turns) ? "" : formatInstruction(format) };
  if (structuredOutput === "json_object" || structuredOutput === "none")
    return { fields: jsonObject, instruction: formatInstruction(format) };
  const strict = format.strict === undefined || !strictSchemas ? {} : { strict: format.strict };
  const jsonSchema = { name: format.name, schema: format.schema, ...strict };
  return {
    fields: { response_format: { type: "json_schema", json_schema: jsonSchema } },
    instruction: "",
  };
}

function saysJson(turns: readonly Turn[]): boolean {
  return turns.some((turn) => {
    if (turn.role === "system") return WORD.test(turn.text);
    return turn.role === "user" && turn.parts.some((part) => part.type === "text" && WORD.test(part.text));
  });
}

/** The turns with an instruction behind the system prompt. */
export function withInstruction(turns: readonly Turn[], instruction: string): readonly Turn[] {
  if (instruction === "") return turns;
  const firstOther = turns.findIndex(({ role }) => role !== "system");
  const place = firstOther === -1 ? turns.length : firstOther;
  return [...turns.slice(0, place), { role: "system", text: instruction }, ...turns.slice(place)];
}
