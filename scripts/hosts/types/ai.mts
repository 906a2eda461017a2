// What a user writes, compiled beside every supported version of `ai`.
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, streamText, tool, wrapLanguageModel } from "ai";
import { compactingPrepareStep, compactionMiddleware, summarizerOf } from "plimsoll/ai-sdk";
import { z } from "zod";

const provider = createOpenAI({ apiKey: "none" });
const summarizer = summarizerOf(provider("gpt-5-mini"));
const compaction = compactionMiddleware({ maxContextTokens: 6_000, summarizer });
const model = wrapLanguageModel({ model: provider("gpt-5"), middleware: compaction });
const inputSchema = z.object({ at: z.number() });
const look = tool({ description: "Reads a row.", inputSchema, execute: async ({ at }) => `row ${at}` });
const tools = { look, ...compaction.tools };
const prepareStep = compactingPrepareStep({ sessionId: "s", tools, maxContextTokens: 6_000 });
const { text } = await generateText({ model, tools, prompt: "Read row 1.", prepareStep });
const providerOptions = { plimsoll: { protected: true } };
for await (const part of streamText({
  model,
  tools,
  messages: [{ role: "user", content: text, providerOptions }],
}).textStream)
  console.log(part.length);
