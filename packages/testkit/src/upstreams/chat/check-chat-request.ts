import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import { jsonText } from "../../json-text.js";
import { checkChatMessages } from "./check-chat-messages.js";
import type { ChatProfile } from "./chat-profile.js";
import { refuseChat } from "./refuse-chat.js";

const COMMON: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "tools",
  "tool_choice",
  "stream",
  "stream_options",
]);
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/u;

/** Refuses what the vendor refuses of a request, but for its length. */
export function checkChatRequest(body: WireRecord, profile: ChatProfile): readonly WireRecord[] {
  const { messages } = body;
  if (stringOf(body["model"]) === "") refuseChat("you must provide a model parameter");
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isRecord))
    return refuseChat("[] is too short - 'messages'", "", { param: "messages" });
  checkParameters(body, profile);
  checkTools(body, profile);
  checkChoice(body, profile);
  checkFormat(body, messages, profile);
  checkChatMessages(messages, profile, thinksNow(body, profile));
  return messages;
}

function thinksNow(body: WireRecord, profile: ChatProfile): boolean {
  const { thinking, reasoning } = body;
  if (isRecord(thinking)) return thinking["type"] !== "disabled";
  if (isRecord(reasoning) && reasoning["effort"] === "none") return false;
  return body["enable_thinking"] === undefined ? profile.thinks : body["enable_thinking"] === true;
}

function checkParameters(body: WireRecord, profile: ChatProfile): void {
  for (const [key, words] of Object.entries(profile.refusedParameters ?? {}))
    if (body[key] !== undefined) refuseChat(words, "", { param: key, code: "unsupported_parameter" });
  const { onlyParameters: known } = profile;
  const unknown = Object.keys(body).find((key) => known && !COMMON.has(key) && !known.includes(key));
  if (unknown !== undefined)
    refuseChat(`Unrecognized request argument supplied: ${unknown}`, "", { code: "unknown_parameter" });
  if (profile.fixedSampling && body["temperature"] !== undefined && body["temperature"] !== 1)
    refuseChat(profile.fixedSampling, body["temperature"], { param: "temperature" });
  if (body["stream"] !== true && body["stream_options"] !== undefined)
    refuseChat("The 'stream_options' parameter is only allowed when 'stream' is enabled.");
  const { thinking } = body;
  if (isRecord(thinking) && thinking["type"] === "disabled" && body["reasoning_effort"] !== undefined)
    refuseChat("reasoning_effort is not allowed when thinking is disabled");
}

function checkTools(body: WireRecord, profile: ChatProfile): void {
  const { tools } = body;
  if (tools === undefined) {
    for (const key of ["tool_choice", "parallel_tool_calls"])
      if (body[key] !== undefined)
        refuseChat(`Invalid value for '${key}': '${key}' is only allowed when 'tools' are specified.`);
    return;
  }
  if (!Array.isArray(tools) || tools.length === 0) refuseChat("[] is too short - 'tools'");
  for (const tool of Array.isArray(tools) ? tools : []) checkType(tool, body, profile);
  const functions = (Array.isArray(tools) ? tools : []).flatMap((tool) =>
    isRecord(tool) && tool["type"] === "function" ? [isRecord(tool["function"]) ? tool["function"] : {}] : [],
  );
  functions.forEach((tool, index) => checkTool(tool, index));
}

function checkType(tool: unknown, body: WireRecord, profile: ChatProfile): void {
  const type = isRecord(tool) ? stringOf(tool["type"]) : "";
  if (type === "function" || type === "custom") return;
  if (type !== profile.searchTool) refuseChat(`Invalid value: '${type}'. Supported values are: 'function'.`);
  if (profile.searchWhileThinking && thinksNow(body, profile)) refuseChat(profile.searchWhileThinking);
}

function checkTool(tool: WireRecord, index: number): void {
  if (!TOOL_NAME.test(stringOf(tool["name"])))
    refuseChat(
      `Invalid 'tools[${index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    );
  const { parameters } = tool;
  if (parameters !== undefined && !(isRecord(parameters) && parameters["type"] === "object"))
    refuseChat(
      `Invalid schema for function '${stringOf(tool["name"])}': schema must be a JSON Schema of 'type: "object"'.`,
    );
}

function checkChoice(body: WireRecord, profile: ChatProfile): void {
  const choice = body["tool_choice"];
  const isForced = choice === "required" || isRecord(choice);
  if (isForced && profile.forcedChoice && thinksNow(body, profile))
    refuseChat(profile.forcedChoice, isRecord(choice) ? "specified" : choice);
  if (isRecord(choice) && profile.refusedNamedChoice)
    refuseChat(profile.refusedNamedChoice, jsonText(choice));
}

function checkFormat(body: WireRecord, messages: readonly WireRecord[], profile: ChatProfile): void {
  const format = isRecord(body["response_format"]) ? body["response_format"]["type"] : undefined;
  if (format === "json_schema" && profile.refusedSchema) refuseChat(profile.refusedSchema);
  if (format !== "json_object") return;
  if (profile.refusedJsonObject) refuseChat(profile.refusedJsonObject);
  if (profile.jsonWord && !/json/iu.test(jsonText(messages.map(({ content }) => content))))
    refuseChat(profile.jsonWord);
}
