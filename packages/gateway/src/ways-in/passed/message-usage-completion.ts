import type { AnswerCounter } from "../../exchange/answer-counter.js";
import { reportsUsage } from "../../exchange/reports-usage.js";
import type { UsageCompletion } from "../../exchange/usage-completion.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

const INPUT = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"] as const;
const EVENTS = ['"message_start"', '"message_delta"'];

/** Completes the usage of a message. What its start and its end say is one: clients lay the end over the start. */
export class MessageUsageCompletion implements UsageCompletion {
  readonly #counter: AnswerCounter;
  /** The input as the start counted it, or as it was estimated there. */
  #input: JsonRecord | undefined;
  #isEstimated = false;

  constructor(counter: AnswerCounter) {
    this.#counter = counter;
  }

  get isEstimated(): boolean {
    return this.#isEstimated;
  }

  mayConcern(part: Buffer): boolean {
    this.#counter.addPart();
    return reportsUsage(part) || EVENTS.some((name) => part.includes(name));
  }

  concerns(raw: string): boolean {
    return EVENTS.some((name) => raw.includes(name));
  }

  whole(data: JsonRecord): JsonRecord {
    const { type, usage, content } = data;
    const known = isRecord(usage) ? usage : {};
    const said = tokens(known["output_tokens"]);
    const isSilent = Array.isArray(content) && content.length === 0;
    if (type !== "message" || (inputIn(known) > 0 && (said > 0 || isSilent))) return data;
    const input = inputIn(known) > 0 ? {} : this.#estimated();
    return { ...data, usage: { ...known, ...input, output_tokens: said || this.#output(content) } };
  }

  event(data: JsonRecord): JsonRecord {
    const { type, message } = data;
    if (type === "message_start" && isRecord(message)) return this.#started(data, message);
    return type === "message_delta" ? this.#ended(data) : data;
  }

  #started(data: JsonRecord, message: JsonRecord): JsonRecord {
    const known = isRecord(message["usage"]) ? message["usage"] : {};
    if (inputIn(known) > 0) {
      this.#input = inputOf(known);
      return data;
    }
    const estimated = this.#estimated();
    this.#input = estimated;
    const usage = { ...known, ...estimated, output_tokens: known["output_tokens"] ?? 1 };
    return { ...data, message: { ...message, usage } };
  }

  #ended(data: JsonRecord): JsonRecord {
    const known = isRecord(data["usage"]) ? data["usage"] : {};
    if (inputIn(known) > 0) this.#isEstimated = false;
    const input = inputIn(known) > 0 ? {} : this.#inputToRepeat(known);
    const hasOutput = tokens(known["output_tokens"]) > 0;
    if (hasOutput && Object.keys(input).length === 0) return data;
    const output = hasOutput ? {} : { output_tokens: this.#output() };
    return { ...data, usage: { ...known, ...input, ...output } };
  }

  /** Nothing, if what the start said holds; a 0 would be laid over it. */
  #inputToRepeat(known: JsonRecord): JsonRecord {
    const saysNothing = INPUT.every((name) => known[name] === undefined || known[name] === null);
    if (saysNothing && this.#input) return {};
    return this.#input ?? this.#estimated();
  }

  #output(said?: unknown): number {
    this.#isEstimated = true;
    return said === undefined ? this.#counter.streamed() : this.#counter.output(said);
  }

  #estimated(): JsonRecord {
    this.#isEstimated = true;
    return { input_tokens: this.#counter.prompt() };
  }
}

const tokens = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;

const inputIn = (usage: unknown): number =>
  isRecord(usage) ? INPUT.reduce((total, name) => total + tokens(usage[name]), 0) : 0;

const inputOf = (usage: JsonRecord): JsonRecord =>
  Object.fromEntries(INPUT.filter((name) => name in usage).map((name) => [name, usage[name]]));
