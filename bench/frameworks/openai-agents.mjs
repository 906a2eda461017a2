// The long session on the OpenAI Agents SDK: with Plimsoll's decorator, filter or session, with the SDK's own compaction
// session, with nothing.
import { Agent, MemorySession, OpenAIResponsesCompactionSession, Runner, tool, Usage } from "@openai/agents";
import { assistantMessage, functionCall } from "@openai/agents/testing";
import { agents, heuristicEstimator } from "plimsoll";
import { describeItem } from "plimsoll/engine";
import { agentsCompaction } from "plimsoll/openai-agents";
import { oracleSummary } from "./oracle-summary.mjs";

export const framework = "OpenAI Agents SDK";

/** What stands in a compaction item is shown to the model as text: the best that a server could do with it. */
const readable = {
  ...agents,
  view: (item) =>
    item.type === "compaction"
      ? agents.view({ role: "user", content: Buffer.from(item.encrypted_content, "base64").toString() })
      : agents.view(item),
};

const listOf = (input) => (typeof input === "string" ? [{ role: "user", content: input }] : input);

function overflow(message) {
  const fields = { status: 400, code: "context_length_exceeded", type: "invalid_request_error" };
  return Object.assign(new Error(`400 ${message}`), fields);
}

/** A model of the SDK, and what its server remembers of each response. */
class ScriptedModel {
  remembered = new Map();
  #stage;
  #settings;

  constructor(stage, settings) {
    this.#stage = stage;
    this.#settings = settings;
  }

  async getResponse({ input, systemInstructions, tools }) {
    const { model } = this.#stage;
    const items = listOf(input);
    const reply = model.respond({ format: readable, items, instructions: systemInstructions, tools });
    await this.#settings.wait();
    if (reply.kind === "overflow") throw overflow(reply.message);
    const output =
      reply.kind === "text"
        ? [assistantMessage(reply.text)]
        : reply.calls.map(({ id, name, arguments: values }) => functionCall(name, values, { callId: id }));
    const { inputTokens, outputTokens } = reply;
    const responseId = `resp_${model.requests.length}`;
    this.remembered.set(responseId, [...items, ...output]);
    const usage = new Usage({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });
    return { output, usage, responseId };
  }

  async *getStreamedResponse(request) {
    yield { type: "response_started" };
    let response;
    try {
      response = await this.getResponse(request);
    } catch (error) {
      if (!this.#settings.inStream) throw error;
      const { code, message } = error;
      yield { type: "model", event: { type: "response.failed", response: { error: { code, message } } } };
      throw new Error('OpenAI Responses request ended with unsuccessful terminal state "response.failed".', {
        cause: error,
      });
    }
    const { output, responseId: id, usage } = response;
    const { inputTokens, outputTokens, totalTokens } = usage;
    for (const item of output)
      if (item.type === "message") yield { type: "output_text_delta", delta: item.content[0].text };
    yield {
      type: "response_done",
      response: { id, output, usage: { inputTokens, outputTokens, totalTokens } },
    };
  }
}

/** One run for each turn, with a session of the SDK's. */
function runLoop(stage, { model, session = new MemorySession(), config = {}, streams = false, ...more }) {
  const tools = stage.session.tools.map(({ name, description, parameters }) =>
    tool({
      name,
      description,
      parameters,
      strict: false,
      execute: (values) => stage.execute({ name, arguments: values }),
    }),
  );
  const agent = new Agent({ name: "yard", instructions: stage.session.instructions, model, tools });
  const runner = new Runner({ tracingDisabled: true, ...config });
  let items = [];
  const turn = async ({ user }) => {
    const result = await runner.run(agent, user, { session, stream: streams });
    if (streams) {
      for await (const _ of result.toStream());
      await result.completed;
    }
    items = await (session.transcript?.() ?? session.getItems());
    return String(result.finalOutput);
  };
  return { turn, history: () => items.map((item) => JSON.stringify(item)), ...more };
}

/** The policy is protected by a rule: items of the SDK have no metadata of their own. */
function at(stage, options) {
  const { policy, window } = stage.session;
  const protect = (item) => item.role === "user" && JSON.stringify(item.content).includes(policy);
  return { maxContextTokens: window, protect, ...options };
}

/**
 * The endpoint that the SDK's session asks. Its item holds the best summary there is; as documented it stands behind every
 * user message.
 */
function compactEndpoint(stage, model, { withMessages, summarizer }) {
  const spent = { tokens: 0 };
  const compact = async ({ input, previous_response_id: id }) => {
    if (summarizer) await summarizer.summarize();
    const items = input ?? model.remembered.get(id) ?? [];
    const text = items.map((item) => describeItem(readable.view(item))).join("\n");
    spent.tokens += heuristicEstimator.count(text);
    const kept = items
      .filter((item) => item.role === "user")
      .map((item) => ({
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: readable.view(item).text }],
      }));
    const encrypted_content = Buffer.from(oracleSummary(stage.session, text)).toString("base64");
    const output = [
      ...(withMessages ? kept : []),
      { type: "compaction", id: `cmp_${spent.tokens}`, encrypted_content },
    ];
    return { id: "resp_c", output, usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } };
  };
  return { client: { responses: { compact } }, spent };
}

function compactionSession(stage, settings, withMessages) {
  const model = new ScriptedModel(stage, settings);
  const { summarizer } = settings;
  const { client, spent } = compactEndpoint(stage, model, { withMessages, summarizer });
  const session = new OpenAIResponsesCompactionSession({ client });
  return runLoop(stage, { model, session, summaryTokens: () => spent.tokens });
}

/** Ways to run the session; each takes the stage and `{wait, inStream, ...options of Plimsoll}`. */
export const variants = {
  none: (stage, settings) => runLoop(stage, { model: new ScriptedModel(stage, settings) }),
  plimsoll(stage, { wait, inStream, ...options }) {
    const compaction = agentsCompaction(at(stage, options));
    const model = compaction.model(new ScriptedModel(stage, { wait, inStream }));
    return runLoop(stage, { model, close: () => compaction.close() });
  },
  "plimsoll, streaming"(stage, { wait, inStream, ...options }) {
    const compaction = agentsCompaction(at(stage, options));
    const model = compaction.model(new ScriptedModel(stage, { wait, inStream }));
    return runLoop(stage, { model, streams: true, close: () => compaction.close() });
  },
  "plimsoll, input filter"(stage, { wait, inStream, ...options }) {
    const compaction = agentsCompaction({ policy: { hardCapBuffer: 2000 }, ...at(stage, options) });
    const config = { callModelInputFilter: compaction.filter };
    const model = new ScriptedModel(stage, { wait, inStream });
    return runLoop(stage, { model, config, close: () => compaction.close() });
  },
  "plimsoll, session and decorator"(stage, { wait, inStream, ...options }) {
    const compaction = agentsCompaction(at(stage, options));
    const model = compaction.model(new ScriptedModel(stage, { wait, inStream }));
    const session = compaction.session(new MemorySession());
    return runLoop(stage, { model, session, close: () => compaction.close() });
  },
  "OpenAIResponsesCompactionSession, an endpoint as documented": (stage, settings) =>
    compactionSession(stage, settings, true),
  "OpenAIResponsesCompactionSession, an endpoint that gives its item alone": (stage, settings) =>
    compactionSession(stage, settings, false),
};
