// The long session on LangChain: with Plimsoll's middlewares, with LangChain's own, with nothing.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { MemorySaver } from "@langchain/langgraph";
import {
  ClearToolUsesEdit,
  contextEditingMiddleware,
  createAgent,
  summarizationMiddleware,
  tool,
} from "langchain";
import { heuristicEstimator, langchain } from "plimsoll";
import { compactionMiddleware, durableCompactionMiddleware } from "plimsoll/langchain";
import { oracleSummary } from "./oracle-summary.mjs";

export const framework = "LangChain";
const THREAD = { configurable: { thread_id: "long" }, recursionLimit: 60 };

/** How a request is refused: as the OpenAI client throws it. */
function overflow(message) {
  const body = { message, type: "invalid_request_error", param: "messages", code: "context_length_exceeded" };
  return Object.assign(new Error(`400 ${message}`), { status: 400, error: body, ...body });
}

class ScriptedChatModel extends BaseChatModel {
  model = "gpt-5";
  #stage;
  #wait;

  constructor(stage, { wait }) {
    super({ maxRetries: 0 });
    this.#stage = stage;
    this.#wait = wait;
  }

  _llmType() {
    return "scripted";
  }

  bindTools(tools, settings) {
    return this.withConfig({ tools: tools.map((one) => convertToOpenAITool(one)), ...settings });
  }

  async _generate(messages, { tools }) {
    const reply = this.#stage.model.respond({ format: langchain, items: messages, tools });
    await this.#wait();
    if (reply.kind === "overflow") throw overflow(reply.message);
    const message = new AIMessage({
      content: reply.kind === "text" ? reply.text : "",
      tool_calls: (reply.calls ?? []).map(({ id, name, arguments: args }) => ({ id, name, args })),
      usage_metadata: {
        input_tokens: reply.inputTokens,
        output_tokens: reply.outputTokens,
        total_tokens: reply.inputTokens + reply.outputTokens,
      },
    });
    return { generations: [{ text: "", message }] };
  }
}

/** Writes the summaries of LangChain's own middleware, and counts what it was sent. */
class SummaryModel extends BaseChatModel {
  tokens = 0;
  #session;

  constructor(session) {
    super({});
    this.#session = session;
  }

  _llmType() {
    return "oracle";
  }

  async _generate(messages) {
    const prompt = messages.map(({ text }) => text).join("\n");
    this.tokens += heuristicEstimator.count(prompt);
    const text = oracleSummary(this.#session, prompt);
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
}

/** An agent with a checkpointer, asked once for every turn. */
function agentLoop(stage, { wait, middleware, close, summaryTokens }) {
  const tools = stage.session.tools.map(({ name, description, parameters }) =>
    tool(async (values) => stage.execute({ name, arguments: values }), {
      name,
      description,
      schema: parameters,
    }),
  );
  const agent = createAgent({
    model: new ScriptedChatModel(stage, { wait }),
    tools,
    systemPrompt: stage.session.instructions,
    middleware,
    checkpointer: new MemorySaver(),
  });
  let messages = [];
  return {
    history: () => messages.map((message) => JSON.stringify(message)),
    summaryTokens,
    close,
    async turn({ user, protected: isProtected }) {
      const said = new HumanMessage({
        content: user,
        additional_kwargs: isProtected ? { protected: true } : {},
      });
      ({ messages } = await agent.invoke({ messages: [said] }, THREAD));
      return messages.at(-1).text;
    },
  };
}

const at = (stage, options) => ({ maxContextTokens: stage.session.window, ...options });
/** Low, because the middlewares count a token for four characters, and neither tools nor the system prompt. */
const TRIGGER = (stage) => Math.floor(stage.session.window * 0.5);

/** Ways to run the session; each takes the stage and `{wait, ...options of Plimsoll}`. */
export const variants = {
  none: (stage, { wait }) => agentLoop(stage, { wait, middleware: [] }),
  plimsoll(stage, { wait, ...options }) {
    const compaction = compactionMiddleware(at(stage, options));
    return agentLoop(stage, { wait, middleware: [compaction], close: () => compaction.close() });
  },
  "plimsoll, durable"(stage, { wait, ...options }) {
    const { instructions, tools } = stage.session;
    const durable = durableCompactionMiddleware({ ...at(stage, options), instructions, tools });
    const compaction = compactionMiddleware({ ...at(stage, options), manager: durable.manager() });
    return agentLoop(stage, { wait, middleware: [durable, compaction], close: () => durable.close() });
  },
  "summarizationMiddleware, at 50 % of the window, keeping 20 messages"(stage, { wait }) {
    const model = new SummaryModel(stage.session);
    const middleware = [
      summarizationMiddleware({ model, trigger: { tokens: TRIGGER(stage) }, keep: { messages: 20 } }),
    ];
    return agentLoop(stage, { wait, middleware, summaryTokens: () => model.tokens });
  },
  "contextEditingMiddleware, at 50 % of the window, keeping 3 results"(stage, { wait }) {
    const edit = new ClearToolUsesEdit({ trigger: { tokens: TRIGGER(stage) }, keep: { messages: 3 } });
    return agentLoop(stage, { wait, middleware: [contextEditingMiddleware({ edits: [edit] })] });
  },
};
