import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import { ApiRefusal } from "../api-refusal.js";
import { createTokenCounter } from "../create-token-counter.js";
import { createSigner, type Signer } from "../signer.js";
import { type RespondUpstream, type ScriptedUpstream, startUpstream } from "../start-upstream.js";
import type { AcceptedCall, UpstreamCall, UpstreamDialect } from "../upstream-dialect.js";
import { checkMessageList } from "./check-message-list.js";
import { checkMessagesRequest } from "./check-messages-request.js";
import { claudeRules } from "./claude-rules.js";
import { conversationHash, signedContent } from "./conversation-hash.js";
import { writeMessage } from "./write-message.js";

export interface ScriptedAnthropicOptions {
  /** Answers when no reply is queued. @default a short text */
  readonly respond?: RespondUpstream;
  /** Tokens (o200k) that a request may have. @default 200,000 */
  readonly contextWindow?: number;
  /** The only key that is taken. @default any */
  readonly apiKey?: string;
  /** Servers with the same secret take each other's thinking. @default "anthropic" */
  readonly secret?: string;
}

type Count = (parts: readonly unknown[]) => number;

const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * A real HTTP server on the loopback interface that speaks Anthropic's Messages API and refuses what the real one refuses, in its
 * words: broken pairs, thinking that is missing, changed or foreign, forced tools, requests over the window.
 */
export async function startScriptedAnthropic(
  options: ScriptedAnthropicOptions = {},
): Promise<ScriptedUpstream> {
  const count = await createTokenCounter();
  const signer = createSigner(options.secret ?? "anthropic");
  return startUpstream(createDialect(options, count, signer), options.respond ?? (() => ["Understood."]));
}

function createDialect(options: ScriptedAnthropicOptions, count: Count, signer: Signer): UpstreamDialect {
  const window = options.contextWindow ?? 200_000;
  return {
    accept(call) {
      const isCount = routeOf(call) === "count";
      checkAccess(call, options.apiKey);
      const body = readBody(call);
      const accepted = acceptBody(body, { call, signer, count, isCount });
      if (!isCount) checkWindow(accepted, window);
      return { ...accepted, kind: isCount ? "count" : body["stream"] === true ? "stream" : "answer" };
    },
    write: (answer, { body, model, inputTokens }, number) => {
      const hash = conversationHash(body, checkMessageList(body["messages"]));
      return writeMessage({
        answer,
        model,
        inputTokens,
        number,
        countText: (text) => count([text]),
        sign: (text) => `${hash}.${signer.sign(signedContent(text, hash))}`,
      });
    },
    count: ({ inputTokens }) => ({ input_tokens: inputTokens }),
    refusalBody,
    errorFrame: (refusal) => `event: error\ndata: ${JSON.stringify(refusalBody(refusal))}\n\n`,
  };
}

function refusalBody({ status, type, message }: ApiRefusal): WireRecord {
  const error = {
    type: type ?? TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error"),
    message,
  };
  return { type: "error", error, request_id: "req_011" };
}

function routeOf({ method, path }: UpstreamCall): "messages" | "count" {
  const [route] = path.split("?");
  if (method !== "POST") throw new ApiRefusal("Method Not Allowed", { status: 405 });
  if (route === "/v1/messages") return "messages";
  if (route === "/v1/messages/count_tokens") return "count";
  throw new ApiRefusal("Not Found", { status: 404 });
}

function checkAccess({ headers }: UpstreamCall, apiKey: string | undefined): void {
  const bearer = stringOf(headers["authorization"]).replace(/^Bearer /u, "");
  const key = stringOf(headers["x-api-key"]) || bearer;
  if (key === "") throw new ApiRefusal("x-api-key header is required", { status: 401 });
  if (apiKey !== undefined && key !== apiKey) throw new ApiRefusal("invalid x-api-key", { status: 401 });
  if (stringOf(headers["anthropic-version"]) === "") {
    throw new ApiRefusal("anthropic-version: header is required");
  }
}

function readBody({ body, bytes }: UpstreamCall): WireRecord {
  if (bytes > MOST_BYTES) {
    throw new ApiRefusal("Request exceeds the maximum size", { status: 413 });
  }
  if (!isRecord(body)) throw new ApiRefusal("The request body is not valid JSON");
  return body;
}

interface Acceptance {
  readonly call: UpstreamCall;
  readonly signer: Signer;
  readonly count: Count;
  readonly isCount: boolean;
}

function acceptBody(body: WireRecord, { call, signer, count, isCount }: Acceptance): AcceptedCall {
  const model = stringOf(body["model"]);
  if (model === "") throw new ApiRefusal("model: Field required");
  const rules = claudeRules(model);
  if (rules === undefined) throw new ApiRefusal(`model: ${model}`, { status: 404 });
  const betas = stringOf(call.headers["anthropic-beta"]).split(/\s*,\s*/u);
  checkMessagesRequest(isCount ? { ...body, max_tokens: 64_000 } : body, { rules, signer, betas });
  const inputTokens = count([body["system"], body["tools"], body["messages"]]);
  return { body, model, inputTokens };
}

function checkWindow({ body, model, inputTokens }: AcceptedCall, window: number): void {
  const maxTokens = Number(body["max_tokens"]);
  if (inputTokens > window) {
    throw new ApiRefusal(`prompt is too long: ${inputTokens} tokens > ${window} maximum`);
  }
  if (claudeRules(model)?.sharedWindow && inputTokens + maxTokens > window) {
    throw new ApiRefusal(
      `input length and \`max_tokens\` exceed context limit: ${inputTokens} + ${maxTokens} > ${window}, decrease input length or \`max_tokens\` and try again`,
    );
  }
}
