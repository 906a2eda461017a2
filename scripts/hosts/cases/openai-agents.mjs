import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool } from "@openai/agents";
import { withCompaction } from "plimsoll/openai-agents";
import { PARAMETERS, playSession, readLedger, WINDOW } from "../session.mjs";

export const apis = ["chat", "responses"];
export async function play({ url, api, streams }) {
  setTracingDisabled(true);
  const settings = { baseURL: `${url}/v1`, apiKey: "none", useResponses: api === "responses" };
  const modelProvider = withCompaction(new OpenAIProvider(settings), { maxContextTokens: WINDOW });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const read_ledger = tool({
    name: "read_ledger",
    description: "Reads a ledger.",
    parameters: PARAMETERS,
    strict: true,
    execute: async (input) => readLedger(input),
  });
  const agent = new Agent({
    name: "clerk",
    model: "gpt-5",
    instructions: "You keep the ledgers.",
    tools: [read_ledger],
    modelSettings: { store: false },
  });
  let history = [];
  await playSession(async (text) => {
    const input = [...history, { role: "user", content: text }];
    const result = await runner.run(agent, input, { stream: streams });
    if (streams) await result.completed;
    history = result.history;
    return result.finalOutput;
  });
}
