// What a user writes, compiled beside every supported version of `@openai/agents`.
import { Agent, MemorySession, OpenAIProvider, Runner, setDefaultModelProvider } from "@openai/agents";
import { agentsCompaction, chatCommand, CompactingSession, withCompaction } from "plimsoll/openai-agents";

const compaction = agentsCompaction({ model: "gpt-5", maxContextTokens: 8_000 });
const modelProvider = compaction.provider(new OpenAIProvider());
const runner = new Runner({ modelProvider, callModelInputFilter: compaction.filter });
const agent = new Agent({ name: "clerk", tools: [...compaction.tools] });
const session = new CompactingSession(new MemorySession(), { model: "gpt-5" });
setDefaultModelProvider(withCompaction(new OpenAIProvider()));
if ((await chatCommand(session, "/compact")) === undefined) {
  const { finalOutput } = await runner.run(agent, "Hello.", { session });
  console.log(finalOutput);
}
