import { isRecord } from "../text/is-record.js";
import { normalizeUsage } from "../tokens/normalize-usage.js";
import type { ModelServerOptions } from "./model/create-model-client.js";
import { type ModelSummarizerOptions, modelSummarizer } from "./model-summarizer.js";
import type { Summarizer } from "./summarizer.js";

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

export interface AskSummarizerOptions extends Omit<ModelSummarizerOptions, keyof HttpOptions | "model"> {
  /** The name of the model, for its window and for events. */
  readonly model: string;
  /** Asks the model. An error with a `status` is treated like that status of HTTP: 429 and 5xx are tried again. */
  ask(question: SummaryQuestion): Promise<SummaryAnswer>;
}

type HttpOptions = Pick<ModelServerOptions, "api" | "baseUrl" | "apiKey" | "headers" | "fetch" | "seed">;

/** Summaries by a model that you ask yourself: that of a framework, a local one, anything that returns a text. */
export function askSummarizer({ ask, ...options }: AskSummarizerOptions): Summarizer {
  const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const signal = init?.signal ?? new AbortController().signal;
    try {
      const { text, usage } = await ask({ ...questionOf(JSON.parse(String(init?.body))), signal });
      return Response.json(answerOf(text, usage));
    } catch (error) {
      signal.throwIfAborted();
      return Response.json({ error: { message: messageOf(error) } }, { status: statusOf(error) });
    }
  };
  return modelSummarizer({ ...options, api: "chat", baseUrl: "http://in-process.invalid", fetch });
}

function questionOf(body: unknown): Omit<SummaryQuestion, "signal"> {
  const { messages, max_completion_tokens: tokens, response_format: format } = record(body);
  const [system, user] = Array.isArray(messages) ? messages.map((message) => record(message)["content"]) : [];
  const { schema } = record(record(format)["json_schema"]);
  return {
    system: String(system),
    user: String(user),
    maxOutputTokens: Number(tokens),
    ...(isRecord(schema) ? { schema } : {}),
  };
}

function answerOf(text: string, usage: unknown): object {
  const known = normalizeUsage(usage);
  return {
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    ...(known
      ? {
          usage: {
            prompt_tokens: known.inputTokens,
            completion_tokens: known.outputTokens,
            prompt_tokens_details: { cached_tokens: known.cachedTokens },
          },
        }
      : {}),
  };
}

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
