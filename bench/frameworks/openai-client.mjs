// The long session on the OpenAI client: the loops that people write around responses.create and chat.completions.create.
import OpenAI from "openai";
import { withCompaction } from "plimsoll/openai";
import { startScriptedOpenAi } from "./scripted-openai.mjs";

export const framework = "OpenAI client";

/** A loop over `responses.create`. */
function responsesLoop({ session, execute }, { client, streams }) {
  const input = [];
  const tools = session.tools.map((tool) => ({ type: "function", strict: false, ...tool }));
  const ask = async () => {
    const body = { model: "gpt-5", instructions: session.instructions, input, tools, store: false };
    if (!streams) return client.responses.create(body);
    let last;
    for await (const event of await client.responses.create({ ...body, stream: true })) {
      if (event.type === "response.completed") last = event.response;
      if (event.type === "response.failed") throw new Error(event.response.error.message);
    }
    return last;
  };
  return {
    input,
    async turn({ user }) {
      input.push({ role: "user", content: user });
      for (;;) {
        const { output, status, error } = await ask();
        if (status === "failed") throw new Error(error.message);
        input.push(...output);
        const calls = output.filter(({ type }) => type === "function_call");
        if (calls.length === 0) return output[0].content[0].text;
        for (const { call_id, name, arguments: values } of calls) {
          const result = execute({ name, arguments: JSON.parse(values) });
          input.push({ type: "function_call_output", call_id, output: result });
        }
      }
    },
  };
}

/** A loop over `chat.completions.create`, or over the helper that puts a stream together. */
function chatLoop({ session, execute }, { client, streams }) {
  const input = [{ role: "system", content: session.instructions }];
  const tools = session.tools.map((tool) => ({ type: "function", function: tool }));
  const ask = async () => {
    const body = { model: "gpt-5", messages: input, tools };
    if (!streams) return client.chat.completions.create(body);
    const options = { stream_options: { include_usage: true } };
    return client.chat.completions.stream({ ...body, ...options }).finalChatCompletion();
  };
  return {
    input,
    async turn({ user }) {
      input.push({ role: "user", content: user });
      for (;;) {
        const { message } = (await ask()).choices[0];
        input.push(message);
        if (!message.tool_calls?.length) return message.content;
        for (const { id, function: call } of message.tool_calls) {
          const content = execute({ name: call.name, arguments: JSON.parse(call.arguments) });
          input.push({ role: "tool", tool_call_id: id, content });
        }
      }
    },
  };
}

async function hostOf(stage, { loop, streams, wrap, wait, refusal }) {
  const server = await startScriptedOpenAi(stage, { wait, refusal });
  const client = wrap(new OpenAI({ baseURL: server.url, apiKey: "none", maxRetries: 0 }));
  const { input, turn } = loop(stage, { client, streams });
  return { turn, history: () => input.map((item) => JSON.stringify(item)), close: () => server.close() };
}

function compacting({ loop, streams = false }) {
  return (stage, { wait, inStream = false, refusal, ...options }) =>
    hostOf(stage, {
      loop,
      streams,
      wait,
      refusal: refusal ?? (inStream ? "event" : "status"),
      wrap: (client) =>
        withCompaction(client, {
          maxContextTokens: stage.session.window,
          protect: (item) => JSON.stringify(item).includes(stage.session.policy),
          ...options,
        }),
    });
}

/** Ways to run the session; each takes the stage and `{wait, refusal, ...options of Plimsoll}`. */
export const variants = {
  none: (stage, { wait }) => hostOf(stage, { loop: responsesLoop, wait, wrap: (client) => client }),
  plimsoll: compacting({ loop: responsesLoop }),
  "plimsoll, streaming": compacting({ loop: responsesLoop, streams: true }),
  "plimsoll, chat": compacting({ loop: chatLoop }),
  "plimsoll, chat streaming": compacting({ loop: chatLoop, streams: true }),
};
