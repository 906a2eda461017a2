import { applyCalibration } from "../../tokens/calibration.js";
import type { ItemSections } from "./window-index.js";

/** Tokens of one request, by what they are spent on. */
export interface TokenSections {
  readonly system: number;
  readonly tools: number;
  readonly memory: number;
  readonly history: number;
  readonly newInput: number;
}

export interface Measurement {
  /** The best estimate of the whole request. */
  readonly tokens: number;
  /** The estimator's own count before calibration, used for budgets. */
  readonly raw: number;
  /** The part of `raw` that no compaction can remove: instructions and tool schemas. */
  readonly fixed: number;
  readonly max: number;
  readonly sections: TokenSections;
  /** True if the estimate builds on usage that the provider reported for the previous request. */
  readonly anchored: boolean;
  readonly calibration: number;
}

export interface MeasureInput {
  readonly items: ItemSections;
  readonly instructionTokens: number;
  readonly toolTokens: number;
  readonly max: number;
  readonly calibration: number;
  /** The reported usage of an earlier request that this one extends, and its raw count then. */
  readonly anchor?: { readonly reported: number; readonly raw: number };
}

/** Adds up the sections, starting from the provider's own number if there is one. Pure. */
export function measure(input: MeasureInput): Measurement {
  const { system, memory, newInput, total } = input.items;
  const fixed = input.instructionTokens + input.toolTokens;
  const raw = fixed + total;
  const tokens = input.anchor
    ? input.anchor.reported + applyCalibration(input.calibration, raw - input.anchor.raw)
    : applyCalibration(input.calibration, raw);
  return {
    tokens: Math.max(0, tokens),
    raw,
    fixed,
    max: input.max,
    sections: {
      system: system + input.instructionTokens,
      tools: input.toolTokens,
      memory,
      history: total - system - memory - newInput,
      newInput,
    },
    anchored: input.anchor !== undefined,
    calibration: input.calibration,
  };
}
