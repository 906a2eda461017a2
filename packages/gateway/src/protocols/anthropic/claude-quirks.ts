import type { AnthropicQuirks } from "./anthropic-quirks.js";

/** Of a model whose name says nothing: what is newest is most likely. */
const NEWEST = 9900;
const NAME = /claude[-/.@]?(?:[a-z]+[-.])?(\d{1,2})(?:[-.](\d{1,2})(?!\d))?(?!\d)/u;
/** Families that always think. */
const ALWAYS_THINKING = /fable|mythos/u;

const WITHOUT_EXTRA_HIGH = ["low", "medium", "high", "max"];
const ALL_EFFORTS = ["low", "medium", "high", "xhigh", "max"];

/**
 * What a generation of Claude accepts, by the name of the model. Sources: Anthropic's API reference, its migration guides of
 * 4.6 to 5.5, and "Prefix checks on thinking blocks".
 */
export function claudeQuirks(model: string): AnthropicQuirks {
  const name = model.toLowerCase();
  const generation = generationOf(name);
  const alwaysThinks = generation >= 505 || ALWAYS_THINKING.test(name);
  return {
    thinking: generation >= 406 ? "adaptive" : generation >= 307 ? "budget" : "none",
    thinksByItself: generation >= 500 || alwaysThinks,
    thinkingOff: alwaysThinks ? "impossible" : generation >= 500 ? "disabled" : "omit",
    efforts: generation >= 407 ? ALL_EFFORTS : WITHOUT_EXTRA_HIGH,
    boundThinking: generation >= 501,
    sampling: generation < 407,
    outputFormat: generation >= 405,
    webSearch: generation >= 305,
    cacheMarks: true,
    contextManagement: generation >= 406 ? "all" : generation >= 400 ? "clearing" : "none",
  };
}

/** 407 of `claude-opus-4-7`, 307 of `claude-3-7-sonnet-20250219`, 400 of `claude-sonnet-4-20250514`. */
function generationOf(name: string): number {
  const [, major, minor = "0"] = NAME.exec(name) ?? [];
  return major === undefined ? NEWEST : Number(major) * 100 + Number(minor);
}
