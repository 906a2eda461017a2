import type { Model } from "@openai/agents";
import { agents } from "../../formats/agents/agents.js";
import { frameworkSummarizer, type FrameworkSummarizerOptions } from "../core/framework-summarizer.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import { nameOf } from "./compacting-model.js";

/** Summaries by a model of the SDK: `summarizer: summarizerOf(await provider.getModel("gpt-5-mini"))`. */
export function summarizerOf(model: Model, options: FrameworkSummarizerOptions = {}): Summarizer {
  return frameworkSummarizer({
    model: nameOf(model) ?? "",
    ...options,
    async ask({ system, user, maxOutputTokens, signal }) {
      const { output, usage } = await model.getResponse({
        systemInstructions: system,
        input: user,
        modelSettings: { maxTokens: maxOutputTokens, store: false },
        tools: [],
        outputType: "text",
        handoffs: [],
        tracing: false,
        signal,
      });
      const texts = output.map((item) => agents.view(item)).filter(({ role }) => role === "assistant");
      return { text: texts.map(({ text }) => text).join(""), usage };
    },
  });
}
