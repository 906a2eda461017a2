import { isRecord, stringOf, type WireRecord } from "../../wire-record.js";
import { ApiRefusal } from "../api-refusal.js";
import { createTokenCounter } from "../create-token-counter.js";
import { type RespondUpstream, type ScriptedUpstream, startUpstream } from "../start-upstream.js";
import type { AcceptedCall, UpstreamCall, UpstreamDialect } from "../upstream-dialect.js";
import { chatErrorBody } from "./chat-error-body.js";
import type { ChatProfile } from "./chat-profile.js";
import { CHAT_PROFILES, type ChatProfileName } from "./chat-profiles.js";
import { checkChatRequest } from "./check-chat-request.js";
import { writeCompletion } from "./write-completion.js";

export interface ScriptedChatOptions {
  /** Whose server it is. @default "openai-4" */
  readonly vendor?: ChatProfileName;
  /** Tokens (o200k) of the window. @default no limit */
  readonly contextWindow?: number;
  /** Answers when no reply is queued. @default a short text */
  readonly respond?: RespondUpstream;
  /** The tokens of a request. @default o200k of its messages, tools and format */
  readonly count?: (body: WireRecord) => number;
  /** Models that are served; others are refused with 404. @default any */
  readonly models?: readonly string[];
}

type Count = (parts: readonly unknown[]) => number;

/**
 * A Chat Completions server that refuses what the real one of its vendor refuses, in the same words. Its base address is the
 * origin with `/v1`.
 */
export async function startScriptedChat(options: ScriptedChatOptions = {}): Promise<ScriptedUpstream> {
  const profile: ChatProfile = CHAT_PROFILES[options.vendor ?? "openai-4"];
  const count = await createTokenCounter();
  return startUpstream(createDialect(profile, count, options), options.respond ?? (() => ["Understood."]));
}

function createDialect(profile: ChatProfile, count: Count, options: ScriptedChatOptions): UpstreamDialect {
  return {
    accept(call) {
      checkDoor(call, profile);
      const body = isRecord(call.body) ? call.body : {};
      const messages = checkChatRequest(body, profile);
      const model = stringOf(body["model"]);
      if (options.models && !options.models.includes(model)) throw unknownModel(model);
      const prompt = options.count?.(body) ?? count([messages, body["tools"], body["response_format"]]);
      const inputTokens = fit({ body, prompt, profile, window: options.contextWindow });
      return { kind: body["stream"] === true ? "stream" : "answer", body, model, inputTokens };
    },
    write: (answer, call: AcceptedCall, number) =>
      writeCompletion({ answer, ...call, profile, number, countText: (text) => count([text]) }),
    count: () => ({}),
    refusalBody: (refusal) => chatErrorBody(refusal, profile),
    errorFrame: (refusal) => `data: ${JSON.stringify(chatErrorBody(refusal, profile))}\n\n`,
  };
}

function checkDoor({ method, path, headers }: UpstreamCall, { needsKey }: ChatProfile): void {
  if (method !== "POST" || !path.endsWith("/chat/completions"))
    throw new ApiRefusal(`Invalid URL (${method} ${path})`, { status: 404 });
  const { authorization } = headers;
  // Azure has a header of its own.
  const hasKey =
    stringOf(headers["api-key"]) !== "" ||
    (typeof authorization === "string" && /^Bearer \S/u.test(authorization));
  if (needsKey && !hasKey)
    throw new ApiRefusal("You didn't provide an API key.", { status: 401, type: "authentication_error" });
}

function unknownModel(model: string): ApiRefusal {
  return new ApiRefusal(`The model \`${model}\` does not exist or you do not have access to it.`, {
    status: 404,
    details: [{ code: "model_not_found" }],
  });
}

interface Fitting {
  readonly body: WireRecord;
  readonly prompt: number;
  readonly profile: ChatProfile;
  readonly window: number | undefined;
}

/** The tokens that the model is shown. A server that drops messages counts only what it kept. */
function fit({ body, prompt, profile, window }: Fitting): number {
  const asked = body["max_completion_tokens"] ?? body["max_tokens"];
  const answer = typeof asked === "number" ? asked : 0;
  if (window === undefined || prompt + (profile.shared ? answer : 0) <= window) return prompt;
  if (!profile.overflow) return window;
  throw new ApiRefusal(profile.overflow({ window, prompt, answer }), {
    status: 400,
    details: [profile.overflowFields ?? {}],
  });
}
