import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import { ApiRefusal } from "../api-refusal.js";
import { createTokenCounter } from "../create-token-counter.js";
import { createSigner, type Signer } from "../signer.js";
import { type RespondUpstream, type ScriptedUpstream, startUpstream } from "../start-upstream.js";
import type { UpstreamCall, UpstreamDialect } from "../upstream-dialect.js";
import { checkGeminiRequest, showsSearches } from "./check-gemini-request.js";
import { geminiRules } from "./gemini-rules.js";
import { writeCandidate } from "./write-candidate.js";

export interface ScriptedGeminiOptions {
  /** Answers when no reply is queued. @default a short text */
  readonly respond?: RespondUpstream;
  /** Tokens (o200k) that a request may have. @default 1,048,576 */
  readonly contextWindow?: number;
  /** The only key that is taken. @default any */
  readonly apiKey?: string;
  /** Servers with the same secret take each other's signatures. @default "gemini" */
  readonly secret?: string;
}

type Count = (parts: readonly unknown[]) => number;

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};
const ROUTE = /^\/v1(?:beta|alpha)?\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/u;

/**
 * A real HTTP server on the loopback interface that speaks Google's Gemini API and refuses what the real one refuses, in its words:
 * broken order of calls and responses, missing or foreign signatures, tools that exclude each other, requests over the window.
 */
export async function startScriptedGemini(options: ScriptedGeminiOptions = {}): Promise<ScriptedUpstream> {
  const count = await createTokenCounter();
  const signer = createSigner(options.secret ?? "gemini");
  return startUpstream(createDialect(options, count, signer), options.respond ?? (() => ["Understood."]));
}

function createDialect(options: ScriptedGeminiOptions, count: Count, signer: Signer): UpstreamDialect {
  const window = options.contextWindow ?? 1_048_576;
  return {
    accept(call) {
      const { model, method } = routeOf(call);
      checkAccess(call, options.apiKey);
      const sent = readBody(call);
      const inner = sent["generateContentRequest"];
      const body = method === "countTokens" && isRecord(inner) ? inner : sent;
      const rules = geminiRules(model) ?? unknownModel(model);
      checkGeminiRequest(body, { rules, signer });
      const inputTokens = count([body["systemInstruction"], body["tools"], body["contents"]]);
      if (method === "countTokens") return { body, model, inputTokens, kind: "count" };
      if (inputTokens > window) {
        throw new ApiRefusal(
          `The input token count (${inputTokens}) exceeds the maximum number of tokens allowed (${window}).`,
        );
      }
      return { body, model, inputTokens, kind: method === "generateContent" ? "answer" : "stream" };
    },
    write: (answer, { model, inputTokens, body }, number) =>
      writeCandidate({
        showsSearches: showsSearches(body),
        answer,
        model,
        inputTokens,
        number,
        countText: (text) => count([text]),
        ...(geminiRules(model)?.thinks ? { sign: signer.sign } : {}),
      }),
    count: ({ inputTokens }) => ({ totalTokens: inputTokens }),
    refusalBody,
    errorFrame: (refusal) => `data: ${JSON.stringify(refusalBody(refusal))}\r\n\r\n`,
  };
}

function refusalBody({ status, type, message, details }: ApiRefusal): WireRecord {
  const name = type ?? STATUS_NAMES[status] ?? "UNKNOWN";
  return { error: { code: status, message, status: name, ...(details.length > 0 ? { details } : {}) } };
}

function routeOf({ path }: UpstreamCall): { readonly model: string; readonly method: string } {
  const [route = "", query = ""] = path.split("?");
  const [, model = "", method = ""] = ROUTE.exec(route) ?? [];
  if (method === "") throw new ApiRefusal(`Not found: ${route}`, { status: 404 });
  if (method === "streamGenerateContent" && new URLSearchParams(query).get("alt") !== "sse") {
    throw new ApiRefusal("This server streams server-sent events only: add alt=sse.");
  }
  return { model: decodeURIComponent(model), method };
}

function checkAccess({ headers, path }: UpstreamCall, apiKey: string | undefined): void {
  const inQuery = new URLSearchParams(path.split("?")[1] ?? "").get("key") ?? "";
  const key = stringOf(headers["x-goog-api-key"]) || inQuery;
  if (key === "") {
    throw new ApiRefusal(
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
      { status: 403 },
    );
  }
  if (apiKey !== undefined && key !== apiKey) {
    throw new ApiRefusal("API key not valid. Please pass a valid API key.", {
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "API_KEY_INVALID",
          domain: "googleapis.com",
        },
      ],
    });
  }
}

function readBody({ body }: UpstreamCall): WireRecord {
  if (!isRecord(body)) throw new ApiRefusal("Invalid JSON payload received. Unexpected token.");
  return body;
}

function unknownModel(model: string): never {
  throw new ApiRefusal(
    `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
    { status: 404 },
  );
}
