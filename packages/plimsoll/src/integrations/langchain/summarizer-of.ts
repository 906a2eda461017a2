import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { frameworkSummarizer, type FrameworkSummarizerOptions } from "../core/framework-summarizer.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import { modelName } from "./run-request.js";

/** Summaries by a chat model of LangChain: `summarizer: summarizerOf(new ChatOpenAI({ model: "gpt-5-mini" }))`. */
export function summarizerOf(model: BaseChatModel, options: FrameworkSummarizerOptions = {}): Summarizer {
  return frameworkSummarizer({
    model: modelName(model) ?? "",
    ...options,
    async ask({ system, user, signal }) {
      const messages = [
        { role: "system", content: system },
        { role: "user", content: user },
      ];
      // No callbacks: the summary is no step of the agent's run, and nobody is shown its tokens.
      const { text, usage_metadata: usage } = await model.invoke(messages, { signal, callbacks: [] });
      return { text, usage };
    },
  });
}
