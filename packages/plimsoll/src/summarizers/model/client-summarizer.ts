import { CompactError } from "../../errors/compact-error.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import type { Summarizer, Summary, SummaryRequest } from "../summarizer.js";
import { defaultInputTokens, outputLimit } from "./default-input-tokens.js";
import { DeltaDraft } from "./delta-draft.js";
import type { ModelClient } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";
import { ProseDraft } from "./prose-draft.js";
import { reviseSummary } from "./revise-summary.js";
import { type RollingLimits, RollingSummary } from "./rolling-summary.js";
import type { ModelServerOptions } from "./create-model-client.js";
import type { SummaryDraft } from "./summary-draft.js";

/**
 * What the model writes. `delta`: the changes to the session's checkpoint in structured output, which code merges
 * and renders. A server without structured output gets the request in words only, and prose instead of a delta is
 * used as it is. `prose`: the summary itself, in the model's words.
 */
export type SummarizerOutput = "delta" | "prose";

/** How a model is asked for summaries, whatever the way to it. */
export interface ClientSummarizerOptions
  extends Pick<ModelServerOptions, "model" | "maxInputTokens" | "models"> {
  /** @default "delta", which needs a request with a checkpoint, as the engine makes them; "prose" without one */
  readonly output?: SummarizerOutput;
  /**
   * Your own instructions for the summary, in place of the template's: Codex's `compact_prompt`. The model then
   * writes prose.
   */
  readonly prompt?: string;
  /** Requests for one summary, at most. @default 8 */
  readonly maxCalls?: number;
}

/** A client, and what to say where it gets no answer. */
export interface ModelWay {
  readonly client: ModelClient;
  /** What to check. */
  readonly advice: string;
  /** For the details of the error. */
  readonly details?: Readonly<Record<string, string>>;
}

/** Models think before they write, and thinking counts as output. */
const REASONING_TOKENS = 4096;
/** The share of a small answer that thinking may take. */
const THINKING_SHARE = 1 / 4;
const DEFAULT_MAX_CALLS = 8;
/** JSON takes more tokens than the same content as text. */
const DELTA_FACTOR = 2;
/** A delta may have so many tokens, however little room a summary leaves. */
const LEAST_DELTA_TOKENS = 800;
/** The share of a request that the checkpoint, or the printed state, may take. */
const STATE_SHARE = 1 / 4;

function failureOf(
  error: unknown,
  { model, advice: ofWay, details }: ModelWay & { readonly model: string },
  signal: AbortSignal | undefined,
): unknown {
  if (signal?.aborted === true) {
    return new CompactError("ABORTED", "The caller's signal aborted the summary.", {
      cause: signal.reason,
    });
  }
  if (!(error instanceof ModelFailure)) return error;
  const advice =
    error.kind === "no_room"
      ? "Raise the summarizer's maxInputTokens, or use a model with a larger window."
      : ofWay;
  return new CompactError(
    "SUMMARIZER_FAILED",
    `The model "${model}" returned no summary: ${error.message}. ${advice}`,
    { details: { model, ...details, reason: error.message } },
  );
}

/** The state for a delta; undefined for prose. */
const stateOf = (
  { output, prompt }: ClientSummarizerOptions,
  { checkpoint }: SummaryRequest,
): Checkpoint | undefined => (output === "prose" || prompt !== undefined ? undefined : checkpoint);

/** Of a summary that is asked for; changes to a state that code prints are not bounded by the room below it. */
const askedTokens = (options: ClientSummarizerOptions, request: SummaryRequest): number =>
  stateOf(options, request) === undefined || request.stated === undefined
    ? request.maxTokens
    : Math.max(request.maxTokens, LEAST_DELTA_TOKENS);

/** The longest summary that the model can answer with, after it has thought. */
function answerTokens(options: ClientSummarizerOptions, request: SummaryRequest): number {
  const limit = outputLimit(options.model, options.models);
  const asked = askedTokens(options, request);
  if (limit === Number.POSITIVE_INFINITY) return asked;
  const thinking = Math.min(REASONING_TOKENS, Math.floor(limit * THINKING_SHARE));
  const most = Math.floor((limit - thinking) / answerFactor(options, request));
  return Math.max(1, Math.min(asked, most));
}

const answerFactor = (options: ClientSummarizerOptions, request: SummaryRequest): number =>
  stateOf(options, request) === undefined ? 1 : DELTA_FACTOR;

function limitsFor(options: ClientSummarizerOptions, request: SummaryRequest): RollingLimits {
  const limit = outputLimit(options.model, options.models);
  const answer = askedTokens(options, request) * answerFactor(options, request);
  const outputTokens = Math.min(answer + REASONING_TOKENS, limit);
  return {
    inputTokens: options.maxInputTokens ?? defaultInputTokens(options.model, outputTokens, options.models),
    outputTokens,
    maxCalls: options.maxCalls ?? DEFAULT_MAX_CALLS,
  };
}

function draftFor(
  options: ClientSummarizerOptions,
  request: SummaryRequest,
  { inputTokens }: RollingLimits,
): SummaryDraft {
  const state = stateOf(options, request);
  const answer = answerTokens(options, request);
  const stateTokens = Math.floor(inputTokens * STATE_SHARE);
  if (state === undefined) {
    const count = (text: string): number => request.count(text);
    const own = answer < request.maxTokens ? { ...request, count, maxTokens: answer } : request;
    return new ProseDraft(own, { stateTokens, instructions: options.prompt });
  }
  return new DeltaDraft(request, state, { stateTokens, answerTokens: answer });
}

/** A summarizer that asks a model through a client. Fails with `SUMMARIZER_FAILED` or `ABORTED`. */
export function clientSummarizer(way: ModelWay, options: ClientSummarizerOptions): Summarizer {
  const { client } = way;
  const answered = async (request: SummaryRequest, ask: () => Promise<Summary>): Promise<Summary> => {
    try {
      request.signal?.throwIfAborted();
      return { ...(await ask()), model: options.model };
    } catch (error) {
      throw failureOf(error, { ...way, model: options.model }, request.signal);
    }
  };
  return {
    name: "model",
    model: options.model,
    summarize: (request) =>
      answered(request, () => {
        const limits = limitsFor(options, request);
        const draft = draftFor(options, request, limits);
        return new RollingSummary(request, { client, draft, limits }).write();
      }),
    revise: (instruction, request) =>
      answered(request, () =>
        reviseSummary(instruction, request, { client, limits: limitsFor(options, request) }),
      ),
  };
}
