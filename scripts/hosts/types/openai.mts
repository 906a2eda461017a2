// What a user writes, compiled beside every supported version of `openai`.
import OpenAI from "openai";
import { withCompaction } from "plimsoll/openai";
import { createProviderWindow, openAITransport } from "plimsoll/provider-window";

const client = withCompaction(new OpenAI({ apiKey: "none" }), { maxContextTokens: 6_000 });
const { output } = await client.responses.create({ model: "gpt-5", input: "Hello.", store: false });
for (const item of output) {
  const answer: string | undefined = await client.compaction.answer(item);
  console.log(answer);
}
const window = await createProviderWindow({
  sessionId: "s",
  transport: openAITransport(new OpenAI()),
  model: "gpt-5",
});
const response = await window.create({ model: "gpt-5", input: [{ role: "user", content: "Hello." }] });
for (const item of response.output)
  if (item.type === "function_call") console.log(item.call_id, item.arguments.length);
for await (const event of window.stream({ model: "gpt-5", input: [] }))
  if (event.type === "response.completed") console.log(event.response.usage?.input_tokens);
