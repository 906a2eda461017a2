import type { AnswerCounter } from "../../exchange/answer-counter.js";
import { reportsUsage } from "../../exchange/reports-usage.js";
import type { UsageCompletion } from "../../exchange/usage-completion.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";

const NAMES = ["id", "object", "created", "model"] as const;
const FIRST_CHUNKS = 16;

/** Completes the usage of a chat completion. A stream without any gets it if its client asked for it. */
export class ChatUsageCompletion implements UsageCompletion {
  readonly #counter: AnswerCounter;
  readonly #isAsked: boolean;
  /** What the chunks of this answer have in common; read from the first of them. */
  #common: JsonRecord | undefined;
  #reported: JsonRecord | undefined;
  #isTold = false;
  #looked = 0;
  #isEstimated = false;

  constructor(counter: AnswerCounter, isAsked: boolean) {
    this.#counter = counter;
    this.#isAsked = isAsked;
  }

  get isEstimated(): boolean {
    return this.#isEstimated;
  }

  mayConcern(part: Buffer): boolean {
    this.#counter.addPart();
    if (reportsUsage(part)) return true;
    if (!this.#isAsked || this.#isTold) return false;
    return (!this.#common && this.#looked++ < FIRST_CHUNKS) || part.includes("[DONE]");
  }

  concerns(raw: string): boolean {
    return raw.includes('"choices"') || raw.includes('"usage"');
  }

  whole(data: JsonRecord): JsonRecord {
    const { choices, usage } = data;
    if (!Array.isArray(choices) || countsAll(usage)) return data;
    const own = recordsIn(choices).find((choice) => counts(choice["usage"]))?.["usage"];
    const known = counts(usage) ? usage : (own ?? usage);
    if (countsAll(known)) return { ...data, usage: known };
    return { ...data, usage: this.#completed(known, this.#counter.output(choices)) };
  }

  event(data: JsonRecord): JsonRecord {
    const { choices, usage } = data;
    if (!Array.isArray(choices)) return data;
    this.#common ??= Object.fromEntries(NAMES.map((name) => [name, data[name]]));
    const own = recordsIn(choices).find((choice) => counts(choice["usage"]))?.["usage"];
    if (isRecord(own)) this.#reported = own;
    if (usage === undefined || usage === null) return data;
    this.#isTold = true;
    if (!counts(usage)) return { ...data, usage: this.#reported ?? this.#completed(usage) };
    if (!countsAll(usage) && isEnd(choices)) return { ...data, usage: this.#completed(usage) };
    this.#isEstimated = false;
    return data;
  }

  ending(): JsonRecord | undefined {
    if (!this.#isAsked || this.#isTold || !this.#common) return undefined;
    this.#isTold = true;
    return { ...this.#common, choices: [], usage: this.#reported ?? this.#completed(undefined) };
  }

  #completed(usage: unknown, output = this.#counter.streamed()): JsonRecord {
    this.#isEstimated = true;
    const known = isRecord(usage) ? usage : {};
    const prompt = tokens(known["prompt_tokens"]) || this.#counter.prompt();
    const completion = tokens(known["completion_tokens"]) || output;
    return {
      ...known,
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
    };
  }
}

const tokens = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;

const counts = (usage: unknown): boolean => isRecord(usage) && tokens(usage["prompt_tokens"]) > 0;

const countsAll = (usage: unknown): boolean =>
  counts(usage) && isRecord(usage) && tokens(usage["completion_tokens"]) > 0;

/** Before its end nothing may be said of an answer yet. */
const isEnd = (choices: readonly unknown[]): boolean =>
  recordsIn(choices).every((choice) => typeof choice["finish_reason"] === "string");
