// What a user writes, compiled beside every supported version of `@mastra/core`.
import { createOpenAI } from "@ai-sdk/openai";
import { Agent } from "@mastra/core/agent";
import { compactionProcessor, summarizerOf } from "plimsoll/mastra";

const model = createOpenAI({ apiKey: "none" })("gpt-5");
const compaction = compactionProcessor({
  maxContextTokens: 6_000,
  recall: true,
  summarizer: summarizerOf(model),
});
const every = [compaction];
const processors = { inputProcessors: every, outputProcessors: every, errorProcessors: every };
const agent = new Agent({ id: "clerk", name: "clerk", instructions: "Be brief.", model, ...processors });
const { text } = await agent.generate("Hello.");
console.log(text);
