import { ChatOpenAI } from "@langchain/openai";
import { createAgent, tool } from "langchain";
import { compactionMiddleware } from "plimsoll/langchain";
import { PARAMETERS, playSession, readLedger, WINDOW } from "../session.mjs";

export const apis = ["chat", "responses"];
export async function play({ url, api, streams }) {
  const model = new ChatOpenAI({
    model: "gpt-5",
    apiKey: "none",
    useResponsesApi: api === "responses",
    maxRetries: 0,
    configuration: { baseURL: `${url}/v1` },
  });
  const read = tool(async (input) => readLedger(input), {
    name: "read_ledger",
    description: "Reads a ledger.",
    schema: PARAMETERS,
  });
  const compaction = compactionMiddleware({ maxContextTokens: WINDOW, recall: true });
  const agent = createAgent({
    model,
    tools: [read],
    systemPrompt: "You keep the ledgers.",
    middleware: [compaction],
  });
  let messages = [];
  await playSession(async (text) => {
    const input = { messages: [...messages, { role: "user", content: text }] };
    // "messages" makes the model stream. Its own `streaming: true` would load a tokenizer from the network.
    const modes = { streamMode: ["values", "messages"] };
    if (streams) {
      for await (const [mode, state] of await agent.stream(input, modes))
        if (mode === "values") ({ messages } = state);
    } else ({ messages } = await agent.invoke(input));
    return messages.at(-1).text;
  });
  await compaction.close();
}
