import {
  BLANK,
  CONTROL,
  DIGIT,
  INITIAL_STATE,
  KIND_COUNT,
  LOWER,
  NEWLINE,
  PUNCTUATION,
  type RunState,
  stepCostModel,
  UPPER,
  WIDE,
} from "./step-cost-model.js";
import type { TokenEstimator } from "./token-estimator.js";
import { wideCharacterCost } from "./wide-character-cost.js";

function asciiKind(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return LOWER;
  if (code >= 0x41 && code <= 0x5a) return UPPER;
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if (code === 0x20 || code === 0x09 || code === 0x0b || code === 0x0c) return BLANK;
  if (code === 0x0a || code === 0x0d) return NEWLINE;
  return code < 0x20 || code === 0x7f ? CONTROL : PUNCTUATION;
}

const ROW = KIND_COUNT * 2;
const ASCII_INPUTS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => asciiKind(code) * 2);

/** For every state and input (a row of {@link ROW} entries per state): the row of the next state, and the cost. */
interface CompiledModel {
  readonly nextRow: Uint16Array;
  readonly cost: Float64Array;
}

function compileModel(): CompiledModel {
  const rows = new Map<string, number>();
  const states: RunState[] = [];
  const rowOf = (state: RunState): number => {
    const key = `${state.kind} ${state.length} ${state.word} ${state.onNewLine}`;
    const row = rows.get(key) ?? states.push(state) - 1;
    rows.set(key, row);
    return row * ROW;
  };
  rowOf(INITIAL_STATE);
  const nextRow: number[] = [];
  const cost: number[] = [];
  // Grows while it is read: every state that a step reaches is appended.
  for (const state of states) {
    for (let input = 0; input < ROW; input++) {
      const step = stepCostModel(state, { kind: input >> 1, repeated: (input & 1) === 1 });
      nextRow.push(rowOf(step.next));
      cost.push(step.cost);
    }
  }
  return { nextRow: Uint16Array.from(nextRow), cost: Float64Array.from(cost) };
}

const MODEL: CompiledModel = compileModel();

function countTokens(text: string): number {
  const { nextRow, cost } = MODEL;
  let tokens = 0;
  let row = 0;
  let previous = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    let entry = row + WIDE * 2;
    if (code < 128) entry = row + (ASCII_INPUTS[code] as number) + (code === previous ? 1 : 0);
    else tokens += wideCharacterCost(code, previous);
    tokens += cost[entry] as number;
    row = nextRow[entry] as number;
    previous = code;
  }
  return text === "" ? 0 : Math.max(1, Math.round(tokens));
}

/**
 * Estimates `o200k_base` from character classes in one pass, without a vocabulary: some thirty times faster than
 * counting, within 15 % on passages of prose, code, data, logs, Chinese, Japanese, Korean, hex and base64.
 */
export const heuristicEstimator: TokenEstimator = { name: "heuristic", count: countTokens };
