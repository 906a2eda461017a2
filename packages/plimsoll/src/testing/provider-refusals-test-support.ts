/** A rule: an accepted list, a refused variant of it, and words of the refusal. */
interface Rule {
  readonly taken: readonly object[];
  readonly refused: readonly object[];
  readonly because: string;
}

const chatCall = { role: "assistant", content: null, tool_calls: [{ id: "a", type: "function" }] };
const chatResult = { role: "tool", tool_call_id: "a", content: "1" };
const chatUser = { role: "user", content: "go on" };

const CHAT: Record<string, Rule> = {
  "results stand directly behind their calls": {
    taken: [chatUser, chatCall, chatResult],
    refused: [chatUser, chatCall, chatUser, chatResult],
    because: "not answered directly behind",
  },
  "no result without a call": { taken: [chatUser], refused: [chatUser, chatResult], because: "no call" },
  "no second result": {
    taken: [chatUser, chatCall, chatResult, chatCall, chatResult],
    refused: [chatUser, chatCall, chatResult, chatResult],
    because: "a second result",
  },
  "every call is answered": {
    taken: [chatCall, chatResult],
    refused: [chatUser, chatCall],
    because: "not answered",
  },
  "content is not null without a call": {
    taken: [chatCall, chatResult],
    refused: [{ role: "assistant", content: null }],
    because: "content is null",
  },
  "no empty list of parts": {
    taken: [{ role: "user", content: [{ type: "text", text: "x" }] }],
    refused: [{ role: "user", content: [] }],
    because: "too short",
  },
  "known roles": { taken: [chatUser], refused: [{ role: "model", content: "x" }], because: "invalid role" },
  "at least one message": { taken: [chatUser], refused: [], because: "too short" },
};

const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" };
const output = { type: "function_call_output", call_id: "a", output: "1" };
const thought = { type: "reasoning", id: "rs_1", summary: [] };
const said = { role: "assistant", content: [{ type: "output_text", text: "x" }] };
const asked = { type: "message", role: "user", content: [{ type: "input_text", text: "x" }] };

const RESPONSES: Record<string, Rule> = {
  "an output has its call": { taken: [call, output], refused: [output], because: "No tool call found" },
  "a call has its output": { taken: [call, output], refused: [call], because: "No tool output found" },
  "an output is of its call's kind": {
    taken: [
      { ...call, type: "custom_tool_call" },
      { ...output, type: "custom_tool_call_output" },
    ],
    refused: [call, { ...output, type: "custom_tool_call_output" }],
    because: "No tool call found",
  },
  "a local shell is known by its id alone": {
    taken: [
      { type: "local_shell_call", id: "ls_1", call_id: "a" },
      { type: "local_shell_call_output", id: "ls_1", output: "1" },
    ],
    refused: [
      { type: "local_shell_call", id: "ls_1", call_id: "a" },
      { type: "local_shell_call_output", id: "ls_2", output: "1" },
    ],
    because: "No tool call found",
  },
  "a call may be on the server": {
    taken: [{ type: "item_reference", id: "fc_1" }, output],
    refused: [asked, output],
    because: "No tool call found",
  },
  "reasoning stands before what followed it": {
    taken: [thought, call, output],
    refused: [call, output, thought, asked],
    because: "required following item",
  },
  "an approval has its request": {
    taken: [
      { type: "mcp_approval_request", id: "r" },
      { type: "mcp_approval_response", approval_request_id: "r" },
    ],
    refused: [{ type: "mcp_approval_response", approval_request_id: "r" }],
    because: "No approval request",
  },
  "parts are those of the speaker": {
    taken: [asked, said],
    refused: [{ ...asked, role: "assistant" }],
    because: "Invalid value",
  },
  "no id twice": {
    taken: [{ ...said, id: "msg_1" }],
    refused: [
      { ...said, id: "msg_1" },
      { ...said, id: "msg_1" },
    ],
    because: "Duplicate item",
  },
  "the trigger is last": {
    taken: [asked, { type: "compaction_trigger" }],
    refused: [{ type: "compaction_trigger" }, asked],
    because: "not the last",
  },
};

const use = (id: string) => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name: "f", input: {} }] as object[],
});
const given = (...ids: string[]) => ({
  role: "user",
  content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "1" })) as object[],
});
const user = { role: "user", content: "go on" };
const thinking = { type: "thinking", thinking: "hm", signature: "s" };
const marked = { role: "user", content: [{ type: "text", text: "x", cache_control: { type: "ephemeral" } }] };

const ANTHROPIC: Record<string, Rule> = {
  "the user opens": {
    taken: [user],
    refused: [{ role: "assistant", content: "x" }, user],
    because: "first message",
  },
  "the user is last": {
    taken: [user],
    refused: [user, { role: "assistant", content: "x" }],
    because: "must end",
  },
  "only users and assistants speak": {
    taken: [user],
    refused: [{ role: "system", content: "x" }, user],
    because: "unexpected role",
  },
  "content is not empty": { taken: [user], refused: [{ role: "user", content: [] }], because: "non-empty" },
  "texts are not empty": { taken: [user], refused: [{ role: "user", content: " " }], because: "non-empty" },
  "a use has its result in the next turn": {
    taken: [user, use("a"), given("a")],
    refused: [user, use("a"), user, { role: "assistant", content: "x" }, given("a")],
    because: "without tool_result",
  },
  "messages of one role are one turn": {
    taken: [user, use("a"), use("b"), given("a"), given("b"), user],
    refused: [user, use("a"), use("b"), given("a")],
    because: "tool_use b without",
  },
  "a result has its use": { taken: [user], refused: [user, given("a")], because: "unexpected tool_use_id" },
  "results come first": {
    taken: [user, use("a"), given("a"), user],
    refused: [user, use("a"), user, given("a")],
    because: "must come first",
  },
  "one result a use": {
    taken: [user, use("a"), given("a")],
    refused: [user, use("a"), given("a", "a")],
    because: "unexpected tool_use_id",
  },
  "ids are unique": {
    taken: [user, use("a"), given("a"), use("b"), given("b")],
    refused: [user, use("a"), given("a"), use("a"), given("a")],
    because: "unique",
  },
  "a server's result stands with its use": {
    taken: [
      user,
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "s", name: "web_search", input: {} },
          { type: "web_search_tool_result", tool_use_id: "s", content: [] },
        ],
      },
      user,
    ],
    refused: [
      user,
      {
        role: "assistant",
        content: [{ type: "web_search_tool_result", tool_use_id: "s", content: [] }],
      },
      user,
    ],
    because: "without its use",
  },
  "thinking is not last": {
    taken: [user, { role: "assistant", content: [thinking, { type: "text", text: "x" }] }, user],
    refused: [user, { role: "assistant", content: [thinking] }, user],
    because: "final block",
  },
  "thinking opens the turn whose tools are answered": {
    taken: [user, { role: "assistant", content: [thinking, ...use("a").content] }, given("a")],
    refused: [
      user,
      { role: "assistant", content: "a summary" },
      { role: "assistant", content: [thinking, ...use("a").content] },
      given("a"),
    ],
    because: "Expected thinking",
  },
  "at most four cache marks": {
    taken: [marked, marked, marked, marked],
    refused: [marked, marked, marked, marked, marked],
    because: "maximum of 4",
  },
};

const text = (role: string) => ({ role, parts: [{ text: "x" }] });
const functionCall = (...names: string[]) => ({
  role: "model",
  parts: names.map((name) => ({ functionCall: { name, args: {} } })) as object[],
});
const response = (...names: string[]) => ({
  role: "user",
  parts: names.map((name) => ({ functionResponse: { name, response: {} } })),
});
const signed = { role: "model", parts: [{ functionCall: { name: "f", args: {} }, thoughtSignature: "s" }] };

const GEMINI: Record<string, Rule> = {
  "the user opens": { taken: [text("user")], refused: [text("model"), text("user")], because: "begin with" },
  "the user is last": { taken: [text("user")], refused: [text("user"), text("model")], because: "end with" },
  "only users and models speak": {
    taken: [text("user")],
    refused: [text("system"), text("user")],
    because: "valid role",
  },
  "parts are not empty": {
    taken: [text("user")],
    refused: [{ role: "user", parts: [] }],
    because: "must not be empty",
  },
  "a call comes after the user": {
    taken: [text("user"), functionCall("f"), response("f"), functionCall("g"), response("g")],
    refused: [text("user"), text("model"), functionCall("f"), response("f")],
    because: "must come after a user",
  },
  "responses come right after their calls": {
    taken: [text("user"), functionCall("f"), response("f")],
    refused: [text("user"), functionCall("f"), text("user"), response("f")],
    because: "immediately after a function call",
  },
  "as many responses as calls": {
    taken: [text("user"), functionCall("f", "g"), response("g", "f")],
    refused: [text("user"), functionCall("f", "g"), response("f")],
    because: "numbers of function responses",
  },
  "a response names its call": {
    taken: [text("user"), functionCall("f"), response("f")],
    refused: [text("user"), functionCall("f"), response("g")],
    because: "no function call g",
  },
  "calls of the current turn are signed where the model signs": {
    taken: [text("user"), functionCall("f"), response("f"), text("user"), signed, response("f")],
    refused: [text("user"), signed, response("f"), functionCall("f"), response("f")],
    because: "thought_signature",
  },
};

const sdkCall = { role: "assistant", content: [{ type: "tool-call", toolCallId: "a", toolName: "f" }] };
const sdkResult = { role: "tool", content: [{ type: "tool-result", toolCallId: "a", toolName: "f" }] };
const lcCall = { type: "ai", content: "", tool_calls: [{ id: "a", name: "f", args: {} }] };
const lcResult = { type: "tool", tool_call_id: "a", content: "1" };
const human = { type: "human", content: "go on" };

const AI_SDK: Record<string, Rule> = {
  "results stand behind their calls": {
    taken: [user, sdkCall, sdkResult],
    refused: [user, sdkCall, user],
    because: "not answered",
  },
  "the user opens": { taken: [user], refused: [sdkCall, sdkResult], because: "not the user's" },
  "a call is not right behind the assistant": {
    taken: [user, { role: "assistant", content: "x" }, user, sdkCall, sdkResult],
    refused: [user, { role: "assistant", content: "x" }, sdkCall, sdkResult],
    because: "directly behind the assistant",
  },
  "instructions stand first": {
    taken: [{ role: "system", content: "x" }, user],
    refused: [user, { role: "system", content: "x" }, user],
    because: "instructions inside",
  },
  "a provider's own call needs no answer": {
    taken: [
      user,
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "p", toolName: "s", providerExecuted: true }],
      },
      user,
    ],
    refused: [
      user,
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "p", toolName: "s" }] },
      user,
    ],
    because: "not answered",
  },
  "an approval has its request": {
    taken: [
      user,
      { role: "assistant", content: [{ type: "tool-approval-request", approvalId: "r" }] },
      { role: "tool", content: [{ type: "tool-approval-response", approvalId: "r" }] },
    ],
    refused: [user, { role: "tool", content: [{ type: "tool-approval-response", approvalId: "r" }] }],
    because: "no request",
  },
  "content is not empty": { taken: [user], refused: [{ role: "user", content: [] }], because: "empty" },
};

const LANGCHAIN: Record<string, Rule> = {
  "results stand behind their calls": {
    taken: [human, lcCall, lcResult],
    refused: [human, lcResult],
    because: "no call",
  },
  "a call of the Responses API stands in the content or its metadata": {
    taken: [
      human,
      {
        type: "ai",
        content: [],
        response_metadata: { output: [{ type: "function_call", id: "fc_1", call_id: "a" }] },
      },
      lcResult,
    ],
    refused: [human, { type: "ai", content: [] }, lcResult],
    because: "no call",
  },
  "an invalid call is answered too": {
    taken: [human, { type: "ai", content: "", invalid_tool_calls: [{ id: "a" }] }, lcResult],
    refused: [human, { type: "ai", content: "", invalid_tool_calls: [{ id: "a" }] }, human],
    because: "not answered",
  },
  "the user opens": { taken: [human], refused: [lcCall, lcResult], because: "not the user's" },
};

const plainCall = { role: "assistant", content: "", meta: { tool_calls: [{ id: "a", name: "f" }] } };
const plainResult = { role: "tool", content: "1", meta: { call_id: "a" } };

/** Every rule, by format and by what it holds. */
export const PROVIDER_RULE_SAMPLES: Record<string, Record<string, Rule>> = {
  chat: CHAT,
  responses: RESPONSES,
  anthropic: ANTHROPIC,
  gemini: GEMINI,
  "ai-sdk": AI_SDK,
  langchain: LANGCHAIN,
  agents: {
    "a result has its call": {
      taken: [
        { type: "function_call", callId: "a", name: "f", arguments: "{}" },
        { type: "function_call_result", callId: "a", name: "f", output: "1" },
      ],
      refused: [{ type: "function_call_result", callId: "a", name: "f", output: "1" }],
      because: "No tool call found",
    },
  },
  realtime: {
    "an output has its call": { taken: [call, output], refused: [output], because: "no function call" },
    "parts are those of the speaker": {
      taken: [asked],
      refused: [{ ...asked, role: "assistant" }],
      because: "a part of type",
    },
  },
  plain: {
    "results stand behind their calls": {
      taken: [user, plainCall, plainResult],
      refused: [user, plainResult],
      because: "no call",
    },
  },
};
