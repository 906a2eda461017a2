import { jsonText } from "../../json-text.js";
import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import { ApiRefusal } from "../api-refusal.js";
import { signedCall } from "./write-candidate.js";
import type { GeminiContext } from "./gemini-context.js";

const refuse = (message: string): never => {
  throw new ApiRefusal(message);
};

/** One content of the list, and what it does. */
interface ContentTurn {
  readonly role: string;
  readonly parts: readonly WireRecord[];
  readonly calls: readonly WireRecord[];
  readonly responses: readonly WireRecord[];
}

const DATA = [
  "text",
  "inlineData",
  "functionCall",
  "functionResponse",
  "fileData",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
];
const MIME_TYPES = /^(?:image\/(?:png|jpeg|webp|heic|heif)|application\/pdf|audio\/|video\/|text\/)/u;
const SENTINELS = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

/** Checks roles, parts, the order of calls and responses, and signatures. Throws `ApiRefusal`. */
export function checkContents(contents: unknown, context: GeminiContext): void {
  if (!Array.isArray(contents) || contents.length === 0) {
    return refuse("* GenerateContentRequest.contents: contents is not specified\n");
  }
  const turns = contents.map((content: unknown, index) => readContent(content, index));
  if (turns[0]?.role === "model" && turns[0].calls.length === 0) {
    refuse("Please ensure that multiturn requests start with a user role.");
  }
  for (const [index, turn] of turns.entries()) checkOrder(turn, turns[index - 1], turns[index + 1]);
  if (turns.at(-1)?.role === "model") {
    refuse("Please ensure that multiturn requests end with a user role or a function response.");
  }
  checkSignatures(turns, context);
  for (const { parts } of turns) checkSearches(parts, context);
}

/** The steps of a search come back in pairs, each with the signature that it was given. */
function checkSearches(parts: readonly WireRecord[], { rules, signer }: GeminiContext): void {
  const steps = parts.filter((part) => isRecord(part["toolCall"]) || isRecord(part["toolResponse"]));
  if (steps.length > 0 && !rules.combines)
    refuse("Server side tool invocations are not supported by this model.");
  const open = new Set<unknown>();
  for (const part of steps) {
    const { toolCall: call, toolResponse: response } = part;
    if (!signer.isSigned(jsonText(call ?? response), stringOf(part["thoughtSignature"])))
      refuse("Tool call is missing a thought_signature, or it was changed.");
    if (isRecord(call)) open.add(call["id"]);
    else if (isRecord(response) && !open.delete(response["id"]))
      refuse("Tool response without its tool call.");
  }
  if (open.size > 0) refuse("Tool call without its tool response.");
}

function readContent(content: unknown, index: number): ContentTurn {
  const { role, parts } = isRecord(content) ? content : { role: "", parts: [] };
  if (role !== undefined && role !== "user" && role !== "model") {
    refuse("Please use a valid role: user, model.");
  }
  const records = Array.isArray(parts) ? parts.filter(isRecord) : [];
  if (records.length === 0) {
    refuse(`* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.\n`);
  }
  for (const [place, part] of records.entries()) checkPart(part, `contents[${index}].parts[${place}]`);
  return {
    role: stringOf(role) || "user",
    parts: records,
    calls: records.filter((part) => part["functionCall"] !== undefined),
    responses: records.filter((part) => part["functionResponse"] !== undefined),
  };
}

function checkPart(part: WireRecord, path: string): void {
  const set = DATA.filter((key) => part[key] !== undefined);
  if (
    set.length === 0 ||
    (set[0] === "text" && part["text"] === "" && part["thoughtSignature"] === undefined)
  ) {
    refuse(
      `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field\n`,
    );
  }
  if (set.length > 1) {
    refuse(`Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${set[1]}'`);
  }
  checkBlob(part["inlineData"]);
  checkFunction(part["functionCall"], `${path}.function_call`);
  checkFunction(part["functionResponse"], `${path}.function_response`);
}

function checkBlob(blob: unknown): void {
  if (!isRecord(blob)) return;
  const type = stringOf(blob["mimeType"]);
  if (!MIME_TYPES.test(type)) refuse(`Unsupported MIME type: ${type}`);
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/u.test(stringOf(blob["data"]))) {
    refuse("Invalid value at 'contents.parts.inline_data.data' (TYPE_BYTES), Base64 decoding failed");
  }
}

function checkFunction(value: unknown, path: string): void {
  if (value === undefined) return;
  if (!isRecord(value) || stringOf(value["name"]) === "") {
    refuse(`* GenerateContentRequest.${path}.name: [FIELD_INVALID] Name cannot be empty.\n`);
    return;
  }
  for (const key of ["args", "response"]) {
    if (value[key] !== undefined && !isRecord(value[key])) {
      refuse(`Invalid value at '${path}.${key}' (type.googleapis.com/google.protobuf.Struct)`);
    }
  }
  if (path.endsWith("response") && value["response"] === undefined) {
    refuse(`* GenerateContentRequest.${path}.response: [FIELD_INVALID] Response cannot be empty.\n`);
  }
}

function checkOrder(
  turn: ContentTurn,
  before: ContentTurn | undefined,
  after: ContentTurn | undefined,
): void {
  if (turn.calls.length > 0 && before?.role !== "user") {
    refuse(
      "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    );
  }
  if (turn.responses.length > 0 && (before?.calls.length ?? 0) === 0) {
    refuse("Please ensure that function response turn comes immediately after a function call turn.");
  }
  if (turn.calls.length > 0 && after?.responses.length !== turn.calls.length) {
    refuse(
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    );
  }
  if (turn.responses.length > 0 && before) checkNames(before.calls, turn.responses);
}

/** Responses stand in any order, but each belongs to a call. */
function checkNames(calls: readonly WireRecord[], responses: readonly WireRecord[]): void {
  const open = calls.map((part) => part["functionCall"]).filter(isRecord);
  for (const { functionResponse: response } of responses) {
    if (!isRecord(response)) continue;
    const found = open.findIndex(
      ({ id, name }) =>
        name === response["name"] &&
        (id === undefined || response["id"] === undefined || id === response["id"]),
    );
    if (found < 0) {
      refuse(`Function response for ${stringOf(response["name"])} does not match any function call.`);
    }
    open.splice(found, 1);
  }
}

/** The current turn begins with the last content that the user wrote; its steps begin with a signed call each. */
function checkSignatures(turns: readonly ContentTurn[], { rules, signer }: GeminiContext): void {
  const start = turns.findLastIndex(({ role, responses }) => role === "user" && responses.length === 0);
  for (const [index, { calls, parts }] of turns.entries()) {
    const searches = parts.flatMap(({ toolCall: call }) => (isRecord(call) ? [stringOf(call["id"])] : []));
    for (const [place, part] of calls.entries()) {
      const call = isRecord(part["functionCall"]) ? part["functionCall"] : {};
      const signature = stringOf(part["thoughtSignature"]);
      const isMissing = signature === "" && place === 0 && index > start && rules.needsSignatures;
      if (isMissing) {
        refuse(
          `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${stringOf(call["name"])}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
        );
      }
      const isKnown = SENTINELS.includes(signature) || signer.isSigned(signedCall(call, searches), signature);
      if (signature !== "" && rules.thinks && !isKnown) refuse("Corrupted thought signature.");
    }
  }
}
