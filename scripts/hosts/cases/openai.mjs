import OpenAI from "openai";
import { withCompaction } from "plimsoll/openai";
import { PARAMETERS, playSession, readLedger, WINDOW } from "../session.mjs";

const FUNCTION = { name: "read_ledger", description: "Reads a ledger.", parameters: PARAMETERS };

async function chat(client, streams) {
  const messages = [{ role: "system", content: "You keep the ledgers." }];
  const tools = [{ type: "function", function: FUNCTION }];
  const body = { model: "gpt-5", messages, tools };
  const next = async () => {
    if (streams) return client.chat.completions.stream(body).finalMessage();
    return (await client.chat.completions.create(body)).choices[0].message;
  };
  return async (text) => {
    messages.push({ role: "user", content: text });
    for (;;) {
      const message = await next();
      messages.push(message);
      if (!message.tool_calls?.length) return message.content;
      for (const { id, function: called } of message.tool_calls)
        messages.push({ role: "tool", tool_call_id: id, content: readLedger(JSON.parse(called.arguments)) });
    }
  };
}

async function responses(client, streams) {
  const input = [];
  const tools = [{ type: "function", strict: true, ...FUNCTION }];
  const body = { model: "gpt-5", instructions: "You keep the ledgers.", input, tools, store: false };
  const next = async () =>
    streams ? client.responses.stream(body).finalResponse() : client.responses.create(body);
  return async (text) => {
    input.push({ role: "user", content: text });
    for (;;) {
      const { output } = await next();
      // The helper for streams adds a field that the API does not take.
      for (const item of output) delete item.parsed_arguments;
      input.push(...output);
      const calls = output.filter(({ type }) => type === "function_call");
      if (calls.length === 0) return output.find(({ type }) => type === "message").content[0].text;
      for (const { call_id, arguments: given } of calls)
        input.push({ type: "function_call_output", call_id, output: readLedger(JSON.parse(given)) });
    }
  };
}

export const apis = ["chat", "responses"];
export async function play({ url, api, streams }) {
  const plain = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
  const client = withCompaction(plain, { maxContextTokens: WINDOW });
  await playSession(await (api === "chat" ? chat : responses)(client, streams));
}
