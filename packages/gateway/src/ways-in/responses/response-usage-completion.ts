import type { AnswerCounter } from "../../exchange/answer-counter.js";
import { reportsUsage } from "../../exchange/reports-usage.js";
import type { UsageCompletion } from "../../exchange/usage-completion.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

const ENDS = ['"response.completed"', '"response.incomplete"'];

/** Completes the usage of a response that is passed on. */
export class ResponseUsageCompletion implements UsageCompletion {
  readonly #counter: AnswerCounter;
  #isEstimated = false;

  constructor(counter: AnswerCounter) {
    this.#counter = counter;
  }

  get isEstimated(): boolean {
    return this.#isEstimated;
  }

  mayConcern(part: Buffer): boolean {
    return reportsUsage(part) || ENDS.some((name) => part.includes(name));
  }

  concerns(raw: string): boolean {
    return ENDS.some((name) => raw.includes(name));
  }

  whole(data: JsonRecord): JsonRecord {
    const { object, status, usage, output } = data;
    const isEnded = object === "response" && (status === "completed" || status === "incomplete");
    const known = isRecord(usage) ? usage : {};
    const isSilent = Array.isArray(output) && output.length === 0;
    const isCounted = tokens(known["input_tokens"]) > 0 && (isSilent || tokens(known["output_tokens"]) > 0);
    if (!isEnded || isCounted) return data;
    this.#isEstimated = true;
    const input = tokens(known["input_tokens"]) || this.#counter.prompt();
    const said = tokens(known["output_tokens"]) || this.#counter.output(output);
    const counted = { input_tokens: input, output_tokens: said, total_tokens: input + said };
    const details = {
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    return { ...data, usage: { ...details, ...known, ...counted } };
  }

  event(data: JsonRecord): JsonRecord {
    const { response } = data;
    if (!isRecord(response)) return data;
    const completed = this.whole(response);
    return completed === response ? data : { ...data, response: completed };
  }
}

const tokens = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
