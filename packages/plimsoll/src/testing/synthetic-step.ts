import type { SyntheticCall } from "./synthetic-content.js";

/** A result before any format has shaped it. */
export interface SyntheticResult {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
}

/** What the assistant does in one step; empty strings and lists mean nothing. */
export interface SyntheticStep {
  readonly id: string;
  readonly reasoning: string;
  readonly text: string;
  readonly calls: readonly SyntheticCall[];
}

/** Shapes the parts of a synthetic turn as the wire items of one format. */
export interface SyntheticEmitter {
  /** Call ids of this vendor begin with it. */
  readonly callIdPrefix: string;
  /** Calls and results may have no id and pair by their names. */
  readonly idsOptional?: boolean;
  /** Empty for the formats that carry the system prompt outside the list. */
  system(text: string): object[];
  user(text: string, meta: Readonly<Record<string, unknown>>): object;
  /** The message with an image after its text, as base64; absent if the format has no images. */
  withImage?(message: object, data: string): object;
  step(step: SyntheticStep): object[];
  /** The results of one step: one item each, or all in one, as the vendor has it. */
  results(results: readonly SyntheticResult[]): object[];
}
