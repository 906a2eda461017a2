import type { LoadLine } from "./load-line.js";

/** A configuration to compare. What is left out is the default. */
export interface ComparedConfiguration {
  readonly maxContextTokens?: number;
  readonly triggerPct?: number;
  readonly targetPct?: number;
  readonly keepRecentTurns?: number;
  readonly pruning?: string;
  readonly strategy?: string;
}

/** How a session goes under one configuration. */
export interface ComparedRun {
  readonly configuration: Required<ComparedConfiguration>;
  readonly load: LoadLine;
  readonly compactions: number;
  /** Input tokens of all requests. */
  readonly tokens: number;
  readonly cost: number | null;
  /** Of the last window. */
  readonly windowTokens: number;
  readonly summary: string;
  /** Why it could not go on. */
  readonly refused: Refusal | null;
  readonly handOff: HandOff;
}

/** An error by its code, its message, and the numbers in it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
}

/** What somebody who takes over from the last window can still read. Shares from 0 to 1; null if there is nothing to count. */
export interface HandOff {
  readonly userSentences: number | null;
  readonly editedFiles: number | null;
  readonly newestFacts: number | null;
  readonly openMatters: number | null;
  readonly settledMatters: number | null;
  readonly rules: number | null;
}

export interface Comparison {
  readonly items: number;
  readonly turns: number;
  readonly a: ComparedRun;
  readonly b: ComparedRun;
}
