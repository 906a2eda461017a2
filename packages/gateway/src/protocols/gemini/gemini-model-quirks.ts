import type { GeminiQuirks } from "./gemini-quirks.js";

/** Of a model whose name says nothing: what is newest is most likely. */
const NEWEST = 9900;
const NAME = /gemini-(\d{1,2})(?:\.(\d{1,2}))?/u;

/** What a generation of Gemini accepts, by the name of the model. */
export function geminiModelQuirks(model: string): GeminiQuirks {
  const name = model.toLowerCase();
  const generation = generationOf(name);
  return {
    thinking: generation >= 300 ? "level" : generation >= 205 ? "budget" : "none",
    levels: levelsOf(name, generation),
    budgets: budgetsOf(name),
    signatures: generation >= 300 ? "required" : generation >= 205 ? "kept" : "none",
    formatWithFunctions: generation >= 300,
    imagesInResults: generation >= 300,
    webSearch: generation >= 300 ? "with_functions" : generation >= 200 ? "alone" : "none",
  };
}

/** 205 of `gemini-2.5-pro`, 300 of `gemini-3-pro-preview`. */
function generationOf(name: string): number {
  const [, major, minor = "0"] = NAME.exec(name) ?? [];
  return major === undefined ? NEWEST : Number(major) * 100 + Number(minor);
}

function levelsOf(name: string, generation: number): string[] {
  if (!name.includes("pro")) return ["MINIMAL", "LOW", "MEDIUM", "HIGH"];
  return generation > 300 ? ["LOW", "MEDIUM", "HIGH"] : ["LOW", "HIGH"];
}

function budgetsOf(name: string): [number, number] {
  return name.includes("pro") ? [128, 32_768] : [0, 24_576];
}
