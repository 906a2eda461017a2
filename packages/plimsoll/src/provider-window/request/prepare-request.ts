import type { WireRecord } from "../../formats/reading/wire-record.js";
import { isRecord } from "../../text/is-record.js";
import { normalizeUsage } from "../../tokens/normalize-usage.js";
import { attributeCacheLoss } from "./cache-loss.js";
import { type CompactionMetadata, describeCompaction } from "../remote/compaction-metadata.js";
import { type Continuation, decideContinuation } from "./continuation.js";
import { markOf } from "./item-mark.js";
import { failureOfEvent } from "../transport/provider-failure.js";
import type { PreparedRequest } from "../provider-window.js";
import { recover, type Recovered } from "../recover.js";
import { requestSize } from "../remote/remote-trigger.js";
import { type RequestShape, shapeOf } from "./request-shape.js";
import { withCallId, withoutProviderIds } from "./without-provider-id.js";
import type { RequestBody } from "../transport/responses-transport.js";
import { isCompactionMark } from "../window/window-step.js";
import { emitCompacted } from "../remote/emit-compacted.js";
import { emitRequest } from "./emit-request.js";
import { isCompactionItem, isPreamble, latestCompaction, type WindowItem } from "../window/window-item.js";
import type { WindowParts } from "../window-parts.js";
import type { WindowCall, WindowSession } from "../window-session.js";

export interface PrepareInput {
  readonly call: WindowCall;
  readonly recovered: Recovered;
  /** Runs a task when no other one of the window is under way. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** A request that the window has no part in. */
export const passThrough = (body: RequestBody): PreparedRequest => ({
  body,
  mode: "passthrough",
  received: () => Promise.resolve(),
  failed: () => Promise.resolve(undefined),
});

/** The request to send, and the handling of its answer. */
export function prepareRequest(
  parts: WindowParts,
  session: WindowSession,
  input: PrepareInput,
): PreparedRequest {
  const { call, recovered, run } = input;
  const body = managedBody(parts, call.body);
  const shape = shapeOf(body);
  const items = session.items(call.list);
  const store = body["store"] !== false;
  const { state } = session;
  const continuation = decideContinuation({ state, items, shape, store, redactor: parts.redactor });
  const own =
    continuation.type === "incremental"
      ? items.slice(continuation.from)
      : fullInput(items, { isPlain: !session.sendsIds, isStateless: !store, headLength: state.head.length });
  const { maxTokens } = session;
  const size = requestSize({ state, items, body, meter: parts.meter, triggerPct: 1, maxTokens });
  emitRequest(parts, continuation, {
    items: own.length,
    total: items.length,
    shapeHash: shape.hash,
    tokens: size.tokens,
  });
  const sent: SentRequest = { call, shape, continuation, store };
  return {
    body: { ...body, input: own, ...previousOf(continuation) },
    mode: continuation.type,
    ...(continuation.type === "full" && continuation.miss ? { miss: continuation.miss } : {}),
    received: (response) => run(() => receive(parts, session, { sent, response })),
    failed: (error) =>
      run(async () =>
        (await recover(parts, session, { call, error, recovered }))
          ? prepareRequest(parts, session, input)
          : undefined,
      ),
  };
}

interface SentRequest {
  readonly call: WindowCall;
  readonly shape: RequestShape;
  readonly continuation: Continuation;
  readonly store: boolean;
}

/** The output is not known yet, so a request on top of it might send it twice. */
const UNFINISHED: ReadonlySet<unknown> = new Set(["queued", "in_progress", "cancelled"]);

const previousOf = (continuation: Continuation): RequestBody =>
  continuation.type === "incremental" ? { previous_response_id: continuation.previousResponseId } : {};

/** Enables the server's own compaction if the settings ask for it and the caller has not. */
function managedBody({ settings }: WindowParts, body: RequestBody): RequestBody {
  if (settings.mode !== "server" || (body["context_management"] ?? null) !== null) return body;
  const { compactThreshold: compact_threshold } = settings;
  return { ...body, context_management: [{ type: "compaction", compact_threshold }] };
}

/**
 * The whole window. If the provider stores nothing, items before an inline compaction item may be omitted,
 * because the server ignores them. What a compaction returned is never pruned.
 */
function fullInput(
  items: readonly WindowItem[],
  options: { readonly isPlain: boolean; readonly isStateless: boolean; readonly headLength: number },
): readonly WindowItem[] {
  const latest = latestCompaction(items);
  const isInline = options.isStateless && latest >= options.headLength;
  const kept = isInline ? items.filter((item, index) => index >= latest || isPreamble(item)) : items;
  if (options.isPlain) return withoutProviderIds(kept, "all");
  return options.isStateless ? kept.map(withCallId) : kept;
}

/** Takes in an answer. One that reports a failure, or that no request waits for, changes nothing. */
async function receive(
  parts: WindowParts,
  session: WindowSession,
  { sent, response }: { readonly sent: SentRequest; readonly response: unknown },
): Promise<void> {
  if (!isRecord(response) || failureOfEvent(response) !== undefined) return;
  const output = Array.isArray(response["output"]) ? response["output"].filter(isRecord) : [];
  const usage = usageOf(response);
  const { usage: before, returned } = session.state;
  const serverCompacted = output.some(isCompactionItem) || returned.some(isCompactionMark);
  const loss =
    usage &&
    attributeCacheLoss(before, { ...usage, items: 0 }, { continuation: sent.continuation, serverCompacted });
  await session.archive([...sent.call.list, ...output]);
  const shadow = output.some(isCompactionItem) ? await session.shadow(sent.call.list) : undefined;
  const metadata = shadow && {
    ...inlineMetadata(parts, { sent, output, usage: response["usage"] }),
    checkpoint: shadow.id,
  };
  await session.apply(
    {
      step: "received",
      responseId: finishedId(response),
      stored: sent.store && response["store"] !== false,
      shape: sent.shape,
      marks: output.map(markOf),
      ...modelOf(sent.call.body),
      ...(usage ? { usage } : {}),
      ...(loss ? { loss: loss.cause } : {}),
      ...(metadata ? { metadata } : {}),
    },
    shadow ? [shadow] : [],
  );
  if (loss) parts.emit({ event: "provider_window.cache_lost", ...loss });
  if (metadata) emitCompacted(parts, metadata);
}

const modelOf = ({ model }: RequestBody): { readonly model?: string } =>
  typeof model === "string" ? { model } : {};

/** The id of an answer that can be continued; empty for any other. */
function finishedId({ id, status }: WireRecord): string {
  return typeof id === "string" && !UNFINISHED.has(status) ? id : "";
}

function usageOf(
  response: WireRecord,
): { readonly input: number; readonly output: number; readonly cached: number } | undefined {
  const reported = normalizeUsage(response["usage"]);
  return (
    reported && {
      input: reported.inputTokens,
      output: reported.outputTokens,
      cached: reported.cachedTokens,
    }
  );
}

/** The server compacted by itself, inside an answer. */
function inlineMetadata(
  { now, transport, meter }: WindowParts,
  input: { readonly sent: SentRequest; readonly output: readonly WindowItem[]; readonly usage: unknown },
): CompactionMetadata {
  const { call, shape } = input.sent;
  const replacement = input.output.filter(isCompactionItem);
  const tokens = (items: readonly WindowItem[]): number =>
    items.reduce((sum, item) => sum + meter.tokens(item), 0);
  return describeCompaction({
    ts: now(),
    mode: "server",
    trigger: "server",
    model: String(call.body["model"] ?? ""),
    binding: transport.binding,
    shapeHash: shape.hash,
    source: call.list,
    replacement,
    usage: input.usage,
    tokensBefore: tokens(call.list),
    tokensAfter: tokens(replacement),
  });
}
