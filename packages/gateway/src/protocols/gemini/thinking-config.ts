import type { JsonRecord } from "../../json/json-record.js";
import type { GeminiQuirks } from "./gemini-quirks.js";

const LEVELS = ["MINIMAL", "LOW", "MEDIUM", "HIGH"];
const BY_EFFORT: Readonly<Record<string, string>> = {
  none: "MINIMAL",
  minimal: "MINIMAL",
  low: "LOW",
  medium: "MEDIUM",
  high: "HIGH",
  xhigh: "HIGH",
  max: "HIGH",
};
/** As Google's own OpenAI-compatible endpoint reads an effort. */
const BUDGETS: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 32_768,
};

/** The field `thinkingConfig`: as much as the client wants and the model can, with the thoughts shown. */
export function thinkingConfig(effort: string | undefined, quirks: GeminiQuirks): JsonRecord | undefined {
  if (quirks.thinking === "none") return undefined;
  const shown = { includeThoughts: true };
  if (effort === undefined) return shown;
  if (quirks.thinking === "level") {
    const level = knownLevel(BY_EFFORT[effort], quirks.levels);
    return level === undefined ? shown : { ...shown, thinkingLevel: level };
  }
  const wanted = BUDGETS[effort];
  if (wanted === undefined) return shown;
  const [least, most] = quirks.budgets;
  const budget = Math.min(Math.max(wanted, least), most);
  return budget === 0 ? { thinkingBudget: 0 } : { ...shown, thinkingBudget: budget };
}

/** The lowest level that the model knows and that is not below the wanted one. */
function knownLevel(wanted: string | undefined, known: readonly string[]): string | undefined {
  if (wanted === undefined) return undefined;
  const rank = LEVELS.indexOf(wanted);
  return known.find((level) => LEVELS.indexOf(level) >= rank) ?? known.at(-1);
}
