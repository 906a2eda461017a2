// What a user writes, compiled beside every supported version of `langchain`.
import { MemorySaver } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";
import { compactionMiddleware, durableCompactionMiddleware, summarizerOf } from "plimsoll/langchain";

const model = new ChatOpenAI({ model: "gpt-5", apiKey: "none" });
const summarizer = summarizerOf(model);
const durable = durableCompactionMiddleware({ instructions: "Be brief." });
const middleware = [durable, compactionMiddleware({ maxContextTokens: 6_000, recall: true, summarizer })];
const agent = createAgent({ model, tools: [], checkpointer: new MemorySaver(), middleware });
const thread = { configurable: { thread_id: "1" } };
const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Hello." }] }, thread);
console.log(messages.at(-1)?.content);
