/** What the API accepts for a model, by its name in the documentation. */
export interface GeminiRules {
  /** Values of `thinkingLevel`; none: the field is refused. */
  readonly levels: readonly string[];
  /** The range of `thinkingBudget`; absent: the field is refused. */
  readonly budgets?: readonly [least: number, most: number];
  readonly thinks: boolean;
  /** Refuses a call of the current turn without its signature. */
  readonly needsSignatures: boolean;
  /** Takes functions together with JSON answers. */
  readonly combines: boolean;
}

const OF_2_0: GeminiRules = { levels: [], thinks: false, needsSignatures: false, combines: false };
const OF_2_5: GeminiRules = { ...OF_2_0, thinks: true, budgets: [0, 24_576] };
const OF_3: GeminiRules = {
  levels: ["MINIMAL", "LOW", "MEDIUM", "HIGH"],
  thinks: true,
  budgets: [0, 32_768],
  needsSignatures: true,
  combines: true,
};

/** By the beginning of the name, the longest first. */
const BY_NAME: readonly (readonly [string, GeminiRules])[] = [
  ["gemini-2.0", OF_2_0],
  ["gemini-2.5-pro", { ...OF_2_5, budgets: [128, 32_768] }],
  ["gemini-2.5", OF_2_5],
  ["gemini-3.1-pro", { ...OF_3, levels: ["LOW", "MEDIUM", "HIGH"] }],
  ["gemini-3-pro", { ...OF_3, levels: ["LOW", "HIGH"] }],
  ["gemini-3", OF_3],
];

/** The rules of a model; undefined if the API does not know it. */
export function geminiRules(model: string): GeminiRules | undefined {
  return BY_NAME.find(([name]) => model.startsWith(name))?.[1];
}
