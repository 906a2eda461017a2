import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import { withinTime } from "../../errors/within-time.js";
import { checkReplacement, replacementTokens } from "./check-replacement.js";
import { type CompactInput, compactInput } from "./compact-input.js";
import {
  type CompactionMetadata,
  type CompactionMode,
  type CompactionTrigger,
  describeCompaction,
} from "./compaction-metadata.js";
import { markOf, sameMark } from "../request/item-mark.js";
import type { FailureKind, ProviderFailure } from "../transport/provider-failure.js";
import type { RemoteParts } from "./remote-parts.js";
import { shapeOf } from "../request/request-shape.js";
import { sendWithRetries } from "../transport/send-with-retries.js";
import type { StripScope } from "../request/without-provider-id.js";
import type { RequestBody } from "../transport/responses-transport.js";
import { keptUserMessages, readTriggered, triggerBody } from "./trigger-body.js";
import { isCompactionItem, isPreamble, type WindowItem } from "../window/window-item.js";

export interface RemoteRequest {
  /** The window: the list that would be sent in full. */
  readonly items: readonly WindowItem[];
  /** Items from here on are not compacted: the model is about to answer them. */
  readonly limit: number;
  /** The request of the items: model, instructions, and other fields of the route. */
  readonly body: RequestBody;
  readonly mode: Exclude<CompactionMode, "server">;
  readonly trigger: CompactionTrigger;
  /** The usable window of the model. */
  readonly maxTokens: number;
  /** The usable window of the model that goes on from the replacement. @default the same */
  readonly replacementTokens?: number;
  readonly signal?: AbortSignal;
}

/** Why nothing was compacted. */
export type SkipReason = "skipped_unsupported_endpoint" | "no_complete_prefix" | "too_small";

export type RemoteOutcome =
  | {
      readonly type: "compacted";
      /** Stands for the first `length` items. */
      readonly head: readonly WindowItem[];
      readonly length: number;
      readonly metadata: CompactionMetadata;
    }
  | { readonly type: "skipped"; readonly reason: SkipReason }
  | {
      readonly type: "failed";
      readonly kind: FailureKind | "invalid_replacement";
      readonly reason: string;
      readonly status?: number;
      readonly error: unknown;
    };

/** Tool outputs are bounded to these, one after the other, until the request fits. */
const OUTPUT_LIMITS = [10_000, 1000, 200] as const;
/** Fewer tokens are not worth a request, however many items they are. */
const LEAST_TOKENS = 256;
/** Fields that the compact route accepts besides `model` and `input`; it refuses all others. */
const COMPACT_FIELDS = [
  "instructions",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "service_tier",
] as const;

const ROUTES = { standalone: "/responses/compact", trigger: "/responses" } as const;
/** Under this name a provider without `compaction_trigger` is remembered; its `/responses` route is there. */
const CACHE_KEYS = { standalone: "/responses/compact", trigger: "compaction_trigger" } as const;

/**
 * Asks the provider to compact a window, at a boundary that separates no call from its output. Changes nothing:
 * the caller stores the outcome and then uses it. Rejects only with `ABORTED`.
 */
export async function compactRemotely(parts: RemoteParts, request: RemoteRequest): Promise<RemoteOutcome> {
  if (parts.transport.unsupportedRoutes.has(CACHE_KEYS[request.mode]))
    return skip(parts, request, "skipped_unsupported_endpoint");
  const { input, length } = inputFor(parts, request, { maxOutputTokens: Number.MAX_SAFE_INTEGER });
  if (length === 0) return skip(parts, request, "no_complete_prefix");
  if (tokensOf(parts, input.filter(isFresh)) < LEAST_TOKENS) return skip(parts, request, "too_small");
  const outcome = await attemptInTime(parts, request);
  if (outcome.type === "failed") {
    parts.emit({
      event: "provider_window.compaction_failed",
      mode: request.mode,
      trigger: request.trigger,
      kind: outcome.kind,
      reason: outcome.reason,
      ...(outcome.status === undefined ? {} : { status: outcome.status }),
    });
  }
  return outcome;
}

/** Instructions stay in the window, and a compaction of nothing but an earlier one gains nothing. */
const isFresh = (item: WindowItem): boolean => !isPreamble(item) && !isCompactionItem(item);

/** All attempts within the time limit. */
async function attemptInTime(parts: RemoteParts, request: RemoteRequest): Promise<RemoteOutcome> {
  const milliseconds = parts.limitMilliseconds ?? 0;
  if (milliseconds === 0) return attempt(parts, request);
  const { signal } = request;
  const late = new Error(`The provider did not compact within ${milliseconds} ms.`);
  try {
    return await withinTime({ milliseconds, signal, tooLate: () => late }, (limited) =>
      attempt(parts, { ...request, signal: limited }),
    );
  } catch (error) {
    if (error === late) return { type: "failed", kind: "transient", reason: late.message, error };
    if (CompactError.isInstance(error) || signal?.aborted !== true) throw error;
    throw new CompactError("ABORTED", "The signal aborted the compaction; nothing was changed.", {
      cause: error,
    });
  }
}

/** One request after the other, each smaller or plainer than the one before, until one is answered. */
async function attempt(parts: RemoteParts, request: RemoteRequest): Promise<RemoteOutcome> {
  const route = ROUTES[request.mode];
  let strip: StripScope | undefined = request.body["store"] === false ? "provider" : undefined;
  let last: RemoteOutcome = { type: "skipped", reason: "no_complete_prefix" };
  let retriedWithoutIds = false;
  for (let level = firstLevel(parts, request); level < OUTPUT_LIMITS.length; level++) {
    const maxOutputTokens = OUTPUT_LIMITS[level] ?? 0;
    const bounded = inputFor(parts, request, { maxOutputTokens, ...(strip ? { strip } : {}) });
    const body = bodyFor(request, bounded.input);
    const options = request.signal ? { signal: request.signal } : {};
    const sent = await sendWithRetries(parts, route, {
      send: (signal) => answerOf(parts, request, { body, signal }),
      ...options,
    });
    if ("answer" in sent) return accept(parts, request, { bounded, answer: sent.answer });
    const { message, status } = sent.failure;
    const kind = isTriggerUnknown(request, sent.failure) ? "unsupported_endpoint" : sent.failure.kind;
    const reason = message.slice(0, 500);
    last = { type: "failed", kind, reason, error: sent.error, ...(status === undefined ? {} : { status }) };
    if (kind === "unsupported_endpoint") parts.transport.unsupportedRoutes.add(CACHE_KEYS[request.mode]);
    if (kind === "items_not_persisted" && !retriedWithoutIds) {
      [retriedWithoutIds, strip] = [true, "all"];
      level--;
    } else if (kind !== "overflow") {
      return last;
    }
  }
  return last;
}

/** A provider without `compaction_trigger` has the route, and refuses the item by its name. */
const isTriggerUnknown = ({ mode }: RemoteRequest, { kind, message }: ProviderFailure): boolean =>
  mode === "trigger" && kind === "refused" && message.includes("compaction_trigger");

function answerOf(
  { transport }: RemoteParts,
  { mode }: RemoteRequest,
  { body, signal }: { readonly body: RequestBody; readonly signal: AbortSignal },
): Promise<unknown> {
  const once = { signal, once: true };
  return mode === "standalone"
    ? transport.compact(body, once)
    : transport.create(body, once).then(readTriggered);
}

function inputFor(
  parts: RemoteParts,
  request: RemoteRequest,
  options: { readonly maxOutputTokens: number; readonly strip?: StripScope },
): CompactInput {
  return compactInput(request.items, { ...parts, limit: request.limit, ...options });
}

/** The gentlest bound under which the request fits by the estimate; the estimate may err, so the last is tried too. */
function firstLevel(parts: RemoteParts, request: RemoteRequest): number {
  const fits = OUTPUT_LIMITS.findIndex((maxOutputTokens) => {
    const { input } = inputFor(parts, request, { maxOutputTokens });
    return tokensOf(parts, input) <= request.maxTokens;
  });
  return fits === -1 ? OUTPUT_LIMITS.length - 1 : fits;
}

function bodyFor({ body, mode }: RemoteRequest, input: readonly WindowItem[]): RequestBody {
  if (mode === "trigger") return triggerBody(body, input);
  const kept = COMPACT_FIELDS.filter((field) => body[field] !== undefined && body[field] !== null);
  return {
    model: body["model"],
    input,
    ...Object.fromEntries(kept.map((field) => [field, body[field]])),
  };
}

/** The replacement, if it is valid. Leading instructions stay at the beginning. */
function accept(
  parts: RemoteParts,
  request: RemoteRequest,
  { bounded, answer }: { readonly bounded: CompactInput; readonly answer: unknown },
): RemoteOutcome {
  const source = request.items.slice(0, bounded.length);
  const maxTokens = request.replacementTokens ?? request.maxTokens;
  const tokensBefore = tokensOf(parts, source);
  try {
    const fields = isRecord(answer) ? answer : {};
    const single = request.mode === "trigger";
    const measured = { meter: parts.meter, usage: fields["usage"] };
    const returned = checkReplacement(fields["output"], { ...measured, tokensBefore, maxTokens, single });
    const users = single ? keptUserMessages(source, { meter: parts.meter, maxTokens }) : [];
    const replacement = [...users, ...returned];
    const head = [...preambleOf(source, replacement), ...replacement];
    const metadata = describeCompaction({
      ts: parts.now(),
      mode: request.mode,
      trigger: request.trigger,
      model: String(request.body["model"] ?? ""),
      binding: parts.transport.binding,
      shapeHash: shapeOf(request.body).hash,
      source,
      replacement,
      usage: fields["usage"],
      tokensBefore,
      tokensAfter: replacementTokens(head, measured),
    });
    return { type: "compacted", head, length: bounded.length, metadata };
  } catch (error) {
    if (!CompactError.isInstance(error)) throw error;
    return { type: "failed", kind: "invalid_replacement", reason: error.message, error };
  }
}

/** System and developer items and tools at the beginning, as far as the replacement does not hold them itself. */
function preambleOf(source: readonly WindowItem[], replacement: readonly WindowItem[]): WindowItem[] {
  const end = source.findIndex((item) => !isPreamble(item));
  const returned = replacement.filter(isPreamble).map(markOf);
  return source
    .slice(0, end === -1 ? source.length : end)
    .filter((item) => !returned.some((mark) => sameMark(mark, markOf(item))));
}

function skip(parts: RemoteParts, request: RemoteRequest, reason: SkipReason): RemoteOutcome {
  parts.emit({
    event: "provider_window.compaction_skipped",
    mode: request.mode,
    trigger: request.trigger,
    reason,
  });
  return { type: "skipped", reason };
}

const tokensOf = ({ meter }: RemoteParts, items: readonly WindowItem[]): number =>
  items.reduce((sum, item) => sum + meter.tokens(item), 0);
