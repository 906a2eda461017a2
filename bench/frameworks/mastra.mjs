// The long session on Mastra: with Plimsoll's processor, with Mastra's own, with nothing.
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { MockMemory } from "@mastra/core/memory";
import { TokenLimiterProcessor, ToolCallFilter } from "@mastra/core/processors";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { compactionProcessor } from "plimsoll/mastra";
import { scriptedModel } from "./ai-sdk.mjs";

export const framework = "Mastra";

function toolsOf({ session, execute }) {
  return Object.fromEntries(
    session.tools.map(({ name, description, parameters }) => {
      const keys = Object.keys(parameters.properties).map((key) => [key, z.string()]);
      const inputSchema = z.object(Object.fromEntries(keys));
      const run = async (values) => execute({ name, arguments: values });
      return [name, createTool({ id: name, description, inputSchema, execute: run })];
    }),
  );
}

const THREAD = { thread: "long", resource: "yard" };
/** More than the session has. */
const LAST_MESSAGES = 1000;

/** An agent with a memory that gives back everything. */
function agentLoop(stage, { wait, inStream, processors, streams = false, close }) {
  const memory = new MockMemory({ options: { lastMessages: LAST_MESSAGES } });
  const yard = new Agent({
    id: "yard",
    name: "yard",
    instructions: stage.session.instructions,
    model: scriptedModel(stage, { wait, inStream }),
    tools: toolsOf(stage),
    memory,
    maxRetries: 0,
    ...processors,
  });
  const agent = new Mastra({ agents: { yard }, logger: false }).getAgent("yard");
  return {
    async history() {
      const { messages } = await memory.recall({ threadId: THREAD.thread, perPage: false });
      return messages.map((message) => JSON.stringify(message));
    },
    close,
    async turn({ user, protected: isProtected }) {
      const said = {
        role: "user",
        content: user,
        ...(isProtected ? { providerOptions: { plimsoll: { protected: true } } } : {}),
      };
      const options = { maxSteps: 12, memory: THREAD };
      const result = await (streams ? streamed(agent, [said], options) : agent.generate([said], options));
      if (result.error) throw result.error;
      return result.text;
    },
  };
}

async function streamed(agent, messages, options) {
  const output = await agent.stream(messages, options);
  await output.consumeStream();
  return { text: await output.text, error: output.error };
}

function compacting({ streams }) {
  return (stage, { wait, inStream, ...options }) => {
    const compaction = compactionProcessor({ maxContextTokens: stage.session.window, ...options });
    return agentLoop(stage, {
      wait,
      inStream,
      streams,
      processors: {
        inputProcessors: [compaction],
        outputProcessors: [compaction],
        errorProcessors: [compaction],
      },
      close: () => compaction.close(),
    });
  };
}

/** Ways to run the session; each takes the stage and `{wait, inStream, ...options of Plimsoll}`. */
export const variants = {
  none: (stage, { wait }) => agentLoop(stage, { wait, processors: {} }),
  plimsoll: compacting({ streams: false }),
  "plimsoll, streaming": compacting({ streams: true }),
  "TokenLimiterProcessor, at 75 % of the window": (stage, { wait }) =>
    agentLoop(stage, {
      wait,
      processors: { inputProcessors: [new TokenLimiterProcessor(Math.floor(stage.session.window * 0.75))] },
    }),
  "ToolCallFilter, all tool calls": (stage, { wait }) =>
    agentLoop(stage, { wait, processors: { inputProcessors: [new ToolCallFilter()] } }),
};
