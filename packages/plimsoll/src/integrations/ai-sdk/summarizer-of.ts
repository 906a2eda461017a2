import type { LanguageModel } from "ai";
import { frameworkSummarizer, type FrameworkSummarizerOptions } from "../core/framework-summarizer.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import { isRecord } from "../../text/is-record.js";

/** A model object of the SDK, of any of its versions. */
type ModelObject = Exclude<LanguageModel, string>;

/** What `doGenerate` of every version takes and gives. */
interface Generates {
  doGenerate(options: object): PromiseLike<{ readonly content: readonly object[]; readonly usage?: unknown }>;
}

/** Summaries by a model of the SDK: `summarizer: summarizerOf(openai("gpt-5-mini"))`. */
export function summarizerOf(model: ModelObject, options: FrameworkSummarizerOptions = {}): Summarizer {
  return frameworkSummarizer({
    model: model.modelId,
    ...options,
    async ask({ system, user, maxOutputTokens, schema, signal }) {
      const { content, usage } = await (model as unknown as Generates).doGenerate({
        prompt: [
          { role: "system", content: system },
          { role: "user", content: [{ type: "text", text: user }] },
        ],
        maxOutputTokens,
        abortSignal: signal,
        ...(schema ? { responseFormat: { type: "json", schema } } : {}),
      });
      const texts = content.filter(isRecord).filter(({ type }) => type === "text");
      return { text: texts.map(({ text }) => String(text)).join(""), usage };
    },
  });
}
