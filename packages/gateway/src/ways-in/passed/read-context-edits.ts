import { ApiError } from "../../http/api-error.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

export const CLEAR_TOOL_USES = "clear_tool_uses_20250919";
export const CLEAR_THINKING = "clear_thinking_20251015";
export const COMPACT = "compact_20260112";

/** Clears old tool results. */
export interface ClearToolUses {
  readonly type: typeof CLEAR_TOOL_USES;
  readonly trigger: { readonly type: "input_tokens" | "tool_uses"; readonly value: number };
  /** Newest tool uses that stay. */
  readonly keep: number;
  /** Tokens; an edit that clears fewer is not made. */
  readonly clearAtLeast: number;
  readonly excludeTools: readonly string[];
  /** Tools whose arguments are cleared too. */
  readonly clearInputs: "all" | readonly string[];
}

/** Clears old thinking. */
export interface ClearThinking {
  readonly type: typeof CLEAR_THINKING;
  /** Newest turns whose thinking stays. */
  readonly keep: number;
}

/** Compacts the conversation. */
export interface Compact {
  readonly type: typeof COMPACT;
  readonly trigger: number;
  /** What the summary should pay attention to. */
  readonly instructions?: string;
  /** True if the client wants the block alone, and goes on by itself. */
  readonly pauses: boolean;
}

export type ContextEdit = ClearToolUses | ClearThinking | Compact;

const PARAM = "context_management";
const MOST_EDITS = 16;
const CLEAR_TRIGGER = 100_000;
const KEEP_TOOL_USES = 3;
const COMPACT_TRIGGER = 150_000;
const MOST_INSTRUCTIONS = 20_000;

/** Reads `context_management` as Anthropic defines it, with its defaults. @throws ApiError */
export function readContextEdits(value: unknown): readonly ContextEdit[] {
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) throw refusal(PARAM, "an object with 'edits'");
  const edits = value["edits"] ?? [];
  if (!Array.isArray(edits) || edits.length > MOST_EDITS)
    throw refusal(`${PARAM}.edits`, `a list of at most ${MOST_EDITS} edits`);
  return edits.map((edit, index) => readEdit(edit, `${PARAM}.edits[${index}]`));
}

function readEdit(edit: unknown, path: string): ContextEdit {
  if (!isRecord(edit)) throw refusal(path, "an object");
  switch (edit["type"]) {
    case CLEAR_TOOL_USES:
      return readClearToolUses(edit, path);
    case CLEAR_THINKING:
      return { type: CLEAR_THINKING, keep: readTurns(edit["keep"], `${path}.keep`) };
    case COMPACT:
      return readCompact(edit, path);
    default:
      throw refusal(`${path}.type`, `one of ${CLEAR_TOOL_USES}, ${CLEAR_THINKING}, ${COMPACT}`);
  }
}

function readCompact(edit: JsonRecord, path: string): Compact {
  const pauses = edit["pause_after_compaction"] ?? false;
  if (typeof pauses !== "boolean") throw refusal(`${path}.pause_after_compaction`, "a boolean");
  const { value } = readAmount(edit["trigger"], {
    path: `${path}.trigger`,
    types: ["input_tokens"],
    value: COMPACT_TRIGGER,
  });
  return { type: COMPACT, trigger: value, pauses, ...readInstructions(edit, path) };
}

function readInstructions(edit: JsonRecord, path: string): { instructions?: string } {
  const instructions = edit["instructions"] ?? "";
  if (typeof instructions !== "string" || instructions.length > MOST_INSTRUCTIONS)
    throw refusal(`${path}.instructions`, `a text of at most ${MOST_INSTRUCTIONS} characters`);
  return instructions.trim() === "" ? {} : { instructions };
}

/** Reads `compaction`, by which a client asks for a block now and for nothing else. @throws ApiError */
export function readSummarize(value: unknown): Compact | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value) || value["type"] !== "summarize")
    throw refusal("compaction", 'an object with the type "summarize"');
  return { type: COMPACT, trigger: 0, pauses: true, ...readInstructions(value, "compaction") };
}

function readClearToolUses(edit: JsonRecord, path: string): ClearToolUses {
  const inputs = edit["clear_tool_inputs"] ?? false;
  const trigger = readAmount(edit["trigger"], {
    path: `${path}.trigger`,
    types: ["input_tokens", "tool_uses"],
    value: CLEAR_TRIGGER,
  });
  return {
    type: CLEAR_TOOL_USES,
    trigger: { type: trigger.type === "tool_uses" ? "tool_uses" : "input_tokens", value: trigger.value },
    keep: readAmount(edit["keep"], { path: `${path}.keep`, types: ["tool_uses"], value: KEEP_TOOL_USES })
      .value,
    clearAtLeast: readAmount(edit["clear_at_least"], {
      path: `${path}.clear_at_least`,
      types: ["input_tokens"],
      value: 0,
    }).value,
    excludeTools: readNames(edit["exclude_tools"], `${path}.exclude_tools`),
    clearInputs:
      typeof inputs === "boolean" ? (inputs ? "all" : []) : readNames(inputs, `${path}.clear_tool_inputs`),
  };
}

interface Expected {
  readonly path: string;
  readonly types: readonly string[];
  /** Where the request says nothing. */
  readonly value: number;
}

function readAmount(amount: unknown, { path, types, value }: Expected): { type: string; value: number } {
  if (amount === undefined || amount === null) return { type: types[0] ?? "", value };
  const what = `an object with the type ${types.join(" or ")} and a whole number as value`;
  if (!isRecord(amount)) throw refusal(path, what);
  const { type, value: given } = amount;
  if (typeof type !== "string" || !types.includes(type)) throw refusal(path, what);
  if (typeof given !== "number" || !Number.isSafeInteger(given) || given < 0) throw refusal(path, what);
  return { type, value: given };
}

function readTurns(keep: unknown, path: string): number {
  if (keep === "all" || (isRecord(keep) && keep["type"] === "all")) return Number.POSITIVE_INFINITY;
  return readAmount(keep, { path, types: ["thinking_turns"], value: 1 }).value;
}

function readNames(names: unknown, path: string): readonly string[] {
  if (names === undefined || names === null) return [];
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string"))
    throw refusal(path, "a list of names of tools");
  return names;
}

const refusal = (param: string, expected: string): ApiError =>
  new ApiError(400, `Invalid '${param}': it must be ${expected}.`, { param });
