import { createOpenAI } from "@ai-sdk/openai";
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { MockMemory } from "@mastra/core/memory";
import { createTool } from "@mastra/core/tools";
import { compactionProcessor } from "plimsoll/mastra";
import { z } from "zod";
import { playSession, readLedger, WINDOW } from "../session.mjs";

export const apis = ["chat", "responses"];
export async function play({ url, api, streams }) {
  const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" });
  const compaction = compactionProcessor({ maxContextTokens: WINDOW, recall: true });
  const every = [compaction];
  const clerk = new Agent({
    id: "clerk",
    name: "clerk",
    instructions: "You keep the ledgers.",
    model: api === "chat" ? openai.chat("gpt-5") : openai.responses("gpt-5"),
    tools: {
      read_ledger: createTool({
        id: "read_ledger",
        description: "Reads a ledger.",
        inputSchema: z.object({ ledger: z.string() }),
        execute: async (input) => readLedger(input.context ?? input),
      }),
    },
    memory: new MockMemory({ options: { lastMessages: 1000 } }),
    maxRetries: 0,
    inputProcessors: every,
    outputProcessors: every,
    errorProcessors: every,
  });
  const agent = new Mastra({ agents: { clerk }, logger: false }).getAgent("clerk");
  await playSession(async (text) => {
    const options = { maxSteps: 6, memory: { thread: "one", resource: "clerk" } };
    const result = streams ? await agent.stream(text, options) : await agent.generate(text, options);
    if (streams) await result.consumeStream();
    if (result.error) throw result.error;
    return result.text;
  });
  await compaction.close();
}
