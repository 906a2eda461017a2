import { normalizeUsage } from "../tokens/normalize-usage.js";
import { recognizeOverflow } from "../tokens/recognize-overflow.js";
import { type ClientSummarizerOptions, clientSummarizer } from "./model/client-summarizer.js";
import { clientFor, type ModelServerOptions } from "./model/create-model-client.js";
import type { ModelAttempt } from "./model/model-client.js";
import { ModelFailure } from "./model/model-failure.js";
import type { Summarizer } from "./summarizer.js";
import type { Prompt } from "./templates/build-prompt.js";

/** What the model of a framework, or any other function, is asked for a summary. */
export interface SummaryQuestion {
  readonly system: string;
  readonly user: string;
  readonly maxOutputTokens: number;
  /** The JSON schema of the answer, if it is to be JSON. A model that cannot be held to it may ignore it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** The answer: its text, and the usage in any known shape. */
export interface SummaryAnswer {
  readonly text: string;
  readonly usage?: unknown;
}

export interface AskSummarizerOptions
  extends ClientSummarizerOptions,
    Pick<ModelServerOptions, "timeoutMs" | "wait"> {
  /** Asks the model. An error with a `status` is treated like that status of HTTP: 429 and 5xx are tried again. */
  ask(question: SummaryQuestion): Promise<SummaryAnswer>;
}

/** Summaries by a model that you ask yourself: that of a framework, a local one, anything that returns a text. */
export function askSummarizer({ ask, ...options }: AskSummarizerOptions): Summarizer {
  const send = async (prompt: Prompt, attempt: ModelAttempt): Promise<string> => {
    const question = questionOf(prompt, attempt);
    const { text, usage } = await answered(() => ask(question), question);
    const known = normalizeUsage(usage);
    if (known) attempt.onUsage?.(known);
    return typeof text === "string" ? text : "";
  };
  const client = clientFor({ send }, options);
  return clientSummarizer({ client, advice: "Check the function that asks the model." }, options);
}

/** The parameter that a model may refuse. */
const SCHEMA = "schema";

function questionOf({ system, user, schema }: Prompt, attempt: ModelAttempt): SummaryQuestion {
  const { maxOutputTokens, refused, signal } = attempt;
  const isHeld = schema !== undefined && !refused.has(SCHEMA);
  return { system, user, maxOutputTokens, ...(isHeld ? { schema: { ...schema } } : {}), signal };
}

/** What was answered before the signal, also by a function that does not listen to it. */
async function answered(
  ask: () => Promise<SummaryAnswer>,
  question: SummaryQuestion,
): Promise<SummaryAnswer> {
  const { signal } = question;
  signal.throwIfAborted();
  const aborted = new AbortController();
  try {
    return await Promise.race([
      ask(),
      new Promise<never>((_, reject) => {
        const stop = (): void => reject(signal.reason as Error);
        signal.addEventListener("abort", stop, { once: true, signal: aborted.signal });
      }),
    ]);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, question.schema !== undefined);
  } finally {
    aborted.abort();
  }
}

const MAX_REASON = 300;
/** How errors name what holds a model to a shape of answer. */
const SCHEMA_WORDS = /response_format|json_schema|structured output/i;

function failureOf(error: unknown, hasSchema: boolean): ModelFailure {
  const detail = error instanceof Error ? error.message : String(error);
  const reason = detail.replace(/\s+/g, " ").slice(0, MAX_REASON);
  const status = statusOf(error);
  if (status === 400 || status === 413 || status === 422) {
    if (recognizeOverflow(detail).overflow) return new ModelFailure("overflow", reason);
    if (hasSchema && SCHEMA_WORDS.test(detail))
      return new ModelFailure("refused_parameter", reason, { parameter: SCHEMA });
  }
  const isBusy = (status === 429 && !detail.includes("insufficient_quota")) || status >= 500;
  return new ModelFailure(isBusy ? "retryable" : "final", reason);
}

const WORST_STATUS = 599;

/** The status that an SDK gives its errors; a refusal that is final for one without. */
function statusOf(error: unknown): number {
  const { status, statusCode } =
    typeof error === "object" && error !== null ? ({ ...error } as Statuses) : {};
  const given = Number(status ?? statusCode);
  return Number.isInteger(given) && given >= 400 && given <= WORST_STATUS ? given : 400;
}

interface Statuses {
  readonly status?: unknown;
  readonly statusCode?: unknown;
}
