import { ABORT_SIGNAL_SHAPE } from "../validation/abort-signal-shape.js";
import { checkedOptions } from "../validation/checked-options.js";
import { methodsShape } from "../validation/methods-shape.js";
import type { CustomShape, Fields, NumberShape, Shape } from "../validation/shape.js";
import { shownValue } from "../validation/shown-value.js";
import { canonicalText, itemId } from "../conversation/item-id.js";
import { CompactError } from "../errors/compact-error.js";
import { recognizeOverflow } from "../tokens/recognize-overflow.js";
import { normalizeUsage } from "../tokens/normalize-usage.js";
import type { CommitOptions } from "./commit/commit-prepared.js";
import type { ManualCompactOptions, PreflightOptions } from "./compact-config.js";
import type { PrepareOptions } from "./commit/prepare-compaction.js";

const TOKENS: NumberShape = { kind: "number", whole: true, min: 1, be: "a whole number of at least 1" };
/** Definitions of tools that were looked at before. */
const knownTools = new WeakSet();

/** The value is traversed completely, so it must be finite. */
const JSON_VALUE: CustomShape = {
  kind: "custom",
  be: "plain JSON, at most 512 levels deep",
  holds(value) {
    if (typeof value !== "object" || value === null) return typeof value !== "function";
    if (knownTools.has(value)) return true;
    try {
      canonicalText(value);
    } catch {
      return false;
    }
    knownTools.add(value);
    return true;
  },
};

/** Accepts any value that can be read without an error; its content is not checked. */
const readable = (read: (value: unknown) => unknown): CustomShape => ({
  kind: "custom",
  be: "an object whose properties can be read",
  holds: (value) => (read(value), true),
});

const COMMON = { instructions: "text", tools: JSON_VALUE, signal: ABORT_SIGNAL_SHAPE } satisfies Fields;
const REQUEST = {
  ...COMMON,
  usage: readable(normalizeUsage),
  maxContextTokens: TOKENS,
  summarizer: methodsShape("a summarizer", "summarize"),
  onSummaryDelta: "function",
  remote: methodsShape("a remote compactor", "compact"),
} satisfies Fields;
const PREFLIGHT = {
  ...REQUEST,
  error: readable(recognizeOverflow),
  prepared: "record",
  preparing: "flag",
  catchUpLater: "flag",
  pause: "function",
} satisfies Record<keyof PreflightOptions, Shape>;
const MANUAL = {
  ...REQUEST,
  note: "text",
  targetTokens: TOKENS,
  strictTarget: "flag",
  ahead: "flag",
  summaryMaxTokens: TOKENS,
} satisfies Record<keyof ManualCompactOptions, Shape>;
const PREPARE = { ...MANUAL, summary: "text" } satisfies Record<keyof PrepareOptions, Shape>;
const COMMIT = { ...COMMON, items: "list", summary: "text" } satisfies Record<
  keyof CommitOptions<object>,
  Shape
>;

type CallWithOptions =
  | "preflight"
  | "decide"
  | "manualCompact"
  | "plan"
  | "prepare"
  | "commitPrepared"
  | "protect";

/** The options of each call. */
const CALLS: Readonly<Record<CallWithOptions, Fields>> = {
  preflight: PREFLIGHT,
  decide: PREFLIGHT,
  manualCompact: MANUAL,
  plan: MANUAL,
  prepare: PREPARE,
  commitPrepared: COMMIT,
  protect: { key: "text" },
};

/** Options that belong elsewhere or have another name. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  contextWindow: "maxContextTokens",
  maxTokens: "maxContextTokens or, of manualCompact, targetTokens",
  system: "instructions",
  systemPrompt: "instructions",
  triggerPct: "policy.triggerPct of the manager's configuration",
  policy: "policy of the manager's configuration",
  model: "model of the manager's configuration",
};

/**
 * Validates the list and the options of a call. The items themselves are checked when the session is known.
 *
 * @throws CompactError `INVALID_INPUT` with what is wrong, and where.
 */
export function checkedCall<W extends object, T extends object>(
  call: CallWithOptions,
  items: readonly W[],
  options: T | undefined,
): { readonly items: readonly W[]; readonly options: T } {
  return { items: checkedItems(items), options: checkedCallOptions<T>(call, options) };
}

/**
 * A plain copy of a call's options.
 *
 * @throws CompactError `INVALID_INPUT` with the option, its value and what is allowed.
 */
export function checkedCallOptions<T extends object>(call: CallWithOptions, given: unknown): T {
  return checkedOptions<T>(given, {
    what: `${call}'s options`,
    code: "INVALID_INPUT",
    fields: CALLS[call],
    elsewhere: ELSEWHERE,
  });
}

/**
 * Returns the same list if a call can work with it. Checks the items from `from` on. Without `from` it checks
 * none, because the session knows which items were checked before.
 *
 * @throws CompactError `INVALID_INPUT` with what is wrong, and where.
 */
export function checkedItems<W extends object>(items: readonly W[], from?: number): readonly W[] {
  const given: unknown = items;
  if (!isList(given)) {
    throw invalid(
      `The items are of type ${typeof given} (${shownValue(given)}); pass the whole list of items as an array.`,
      {},
    );
  }
  for (let index = from ?? given.length; index < given.length; index++) checkItem(given, index);
  return items;
}

/** The text, which must be one. */
export function checkedText(what: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw invalid(`${what} is ${shownValue(value)}; it must be a text.`, {});
}

function checkItem(items: readonly unknown[], index: number): void {
  let item: unknown;
  try {
    item = items[index];
    if (typeof item === "object" && item !== null && !Array.isArray(item)) {
      itemId(item);
      return;
    }
  } catch (error) {
    if (CompactError.isInstance(error)) throw error;
    throw new CompactError(
      "INVALID_INPUT",
      `Item ${index} cannot be read; every item must be a plain object in its wire format.`,
      { details: { index }, cause: error },
    );
  }
  const found = item === null ? "null" : Array.isArray(item) ? "an array" : `of type ${typeof item}`;
  throw invalid(`Item ${index} is ${found}; every item must be an object in its wire format.`, { index });
}

/** A proxy whose target is gone cannot even be asked. */
function isList(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value) && Number.isSafeInteger(value.length);
  } catch {
    return false;
  }
}

function invalid(message: string, details: Record<string, unknown>): CompactError {
  return new CompactError("INVALID_INPUT", message, { details });
}
