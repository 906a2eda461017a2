import Anthropic from "@anthropic-ai/sdk";
import { withCompaction } from "plimsoll/openai";
import { PARAMETERS, playSession, readLedger, WINDOW } from "../session.mjs";

export const apis = ["messages"];
export async function play({ url, streams }) {
  const plain = new Anthropic({ baseURL: url, apiKey: "none", maxRetries: 0 });
  const client = withCompaction(plain, { maxContextTokens: WINDOW });
  const messages = [];
  const tools = [{ name: "read_ledger", description: "Reads a ledger.", input_schema: PARAMETERS }];
  const system = [{ type: "text", text: "You keep the ledgers." }];
  const body = { model: "claude-example", max_tokens: 500, system, messages, tools };
  await playSession(async (text) => {
    messages.push({ role: "user", content: text });
    for (;;) {
      const { content } = streams
        ? await client.messages.stream(body).finalMessage()
        : await client.messages.create(body);
      messages.push({ role: "assistant", content });
      const uses = content.filter(({ type }) => type === "tool_use");
      if (uses.length === 0) return content[0].text;
      const results = uses.map(({ id, input }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: readLedger(input),
      }));
      messages.push({ role: "user", content: results });
    }
  });
  await client.compaction?.close();
}
