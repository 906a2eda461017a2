import type { SummaryCost } from "../../compaction/compaction-account.js";
import type { AnswerAmendments } from "../../exchange/amended-events.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";

/** What was done to a conversation before it was sent, as its answer tells. */
export interface DoneToContext {
  /** The edits, as the API reports them. */
  readonly applied: readonly JsonRecord[];
  /** The block of a compaction that was made for this answer, and what its summary cost. */
  readonly compaction?: { readonly block: JsonRecord; readonly cost: SummaryCost };
}

/** Tells in an answer of the Messages API what was done to its conversation. */
export function answerAmendments({ applied, compaction }: DoneToContext): AnswerAmendments {
  const report = { context_management: { applied_edits: applied } };
  if (!compaction) {
    const amend = (data: JsonRecord): JsonRecord =>
      data["type"] === "message" || data["type"] === "message_delta" ? { ...data, ...report } : data;
    return { whole: amend, event: amend, concerns: (raw) => raw.includes('"usage"') };
  }
  const { block, cost } = compaction;
  const stream = new BlockInStream(block, (usage) => withIterations(usage, cost));
  return {
    whole: (data) =>
      data["type"] === "message" && Array.isArray(data["content"])
        ? {
            ...data,
            ...report,
            content: [block, ...(data["content"] as unknown[])],
            usage: withIterations(data["usage"], cost),
          }
        : data,
    event: (data) => stream.amend(data, report),
    concerns: () => true,
  };
}

/** The events of a block in a stream. The whole of it comes in one piece, as in the API. */
export function blockEvents(block: JsonRecord): readonly JsonRecord[] {
  const { content, encrypted_content } = block;
  const empty = { type: "compaction", content: null, encrypted_content: null };
  return [
    { type: "content_block_start", index: 0, content_block: empty },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "compaction_delta", content, encrypted_content },
    },
    { type: "content_block_stop", index: 0 },
  ];
}

/** The cost of a summary as an entry of `usage.iterations`. It is not part of the usage of the answer. */
export function compactionIteration({ inputTokens, cachedTokens, outputTokens }: SummaryCost): JsonRecord {
  return {
    type: "compaction",
    input_tokens: inputTokens - cachedTokens,
    output_tokens: outputTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation_input_tokens: 0,
    cache_creation: null,
  };
}

function withIterations(usage: unknown, cost: SummaryCost): JsonRecord {
  const known = isRecord(usage) ? usage : {};
  const message = {
    type: "message",
    input_tokens: known["input_tokens"] ?? 0,
    output_tokens: known["output_tokens"] ?? 0,
    cache_read_input_tokens: known["cache_read_input_tokens"] ?? 0,
    cache_creation_input_tokens: known["cache_creation_input_tokens"] ?? 0,
    cache_creation: known["cache_creation"] ?? null,
  };
  return { ...known, iterations: [compactionIteration(cost), message] };
}

/**
 * Puts a block before all others of a streamed answer. It waits for the first of these, so that an upstream that fails before it
 * said anything can still be asked again.
 */
class BlockInStream {
  readonly #block: JsonRecord;
  readonly #counted: (usage: JsonRecord) => JsonRecord;
  #usage: JsonRecord = {};
  #isPlaced = false;

  constructor(block: JsonRecord, counted: (usage: JsonRecord) => JsonRecord) {
    this.#block = block;
    this.#counted = counted;
  }

  amend(data: JsonRecord, report: JsonRecord): JsonRecord | readonly JsonRecord[] {
    const { type, index, message, usage } = data;
    if (type === "message_start") {
      this.#isPlaced = false;
      this.#usage = isRecord(message) && isRecord(message["usage"]) ? message["usage"] : {};
      return data;
    }
    if (type === "message_delta") {
      const told = isRecord(usage) ? usage : {};
      const said = Object.entries(told).filter(([, value]) => value !== null);
      const { iterations } = this.#counted({ ...this.#usage, ...Object.fromEntries(said) });
      return this.#placed({ ...data, ...report, usage: { ...told, iterations } });
    }
    return typeof index === "number" ? this.#placed({ ...data, index: index + 1 }) : data;
  }

  #placed(data: JsonRecord): readonly JsonRecord[] {
    if (this.#isPlaced) return [data];
    this.#isPlaced = true;
    return [...blockEvents(this.#block), data];
  }
}
