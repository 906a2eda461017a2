import { stringOf, type WireRecord } from "../wire-record.js";
import { isClientCall } from "./check-sequence.js";
import { compactThreshold } from "./compact-threshold.js";
import { compactionItem } from "./compaction-item.js";
import type { ReadPrompt } from "./read-prompt.js";
import { completeOutput, type OutputItem } from "./scripted-output.js";
import type { SealedKind } from "./sealed-content.js";
import type { QueuedReply, RouteRequest, ServerState } from "./server-state.js";

/** What the answer to a request consists of. */
export interface ReplyOutput {
  readonly items: readonly WireRecord[];
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  readonly settings: QueuedReply["settings"];
  /** The compaction among the items. */
  readonly compaction?: { readonly id: string; readonly kind: SealedKind };
  /** Gives the reply back to the queue. */
  putBack(): void;
}

async function takeReply(
  state: ServerState,
  { body }: RouteRequest,
  { input, prompt }: ReadPrompt,
): Promise<QueuedReply> {
  const queued = state.replies.shift();
  if (queued !== undefined) return queued;
  const answer = await state.respond({ body, items: input.items, inputTokens: prompt.tokens });
  return { output: [answer].flat(), settings: {} };
}

function sealedReasoning(
  state: ServerState,
  { account, body }: RouteRequest,
  output: OutputItem,
): OutputItem {
  const { item, reasoningTokens } = output;
  const include = body["include"];
  const isIncluded = Array.isArray(include) && include.includes("reasoning.encrypted_content");
  if (item["type"] !== "reasoning" || !(isIncluded || state.encryptReasoning)) return output;
  const sealed = account.seal({ kind: "reasoning", id: stringOf(item["id"]), tokens: reasoningTokens });
  return { item: { ...item, encrypted_content: sealed }, reasoningTokens };
}

/** As recorded, a compaction follows the answer; it precedes a call, whose output has to find it in the chain. */
function withCompaction(items: readonly WireRecord[], compaction: WireRecord): readonly WireRecord[] {
  return items.some(isClientCall) ? [compaction, ...items] : [...items, compaction];
}

function compactionKind({ body }: RouteRequest, { input, prompt }: ReadPrompt): SealedKind | undefined {
  const threshold = compactThreshold(body);
  if (input.hasTrigger) return "trigger";
  return threshold !== undefined && prompt.tokens >= threshold ? "inline" : undefined;
}

/** Writes the answer: the next reply, a compaction where the request asks for it or passes its threshold. */
export async function replyOutput(
  state: ServerState,
  request: RouteRequest,
  read: ReadPrompt,
): Promise<ReplyOutput> {
  const kind = compactionKind(request, read);
  const reply = kind === "trigger" ? undefined : await takeReply(state, request, read);
  const outputs = (reply?.output ?? [])
    .map((output) => completeOutput(output, state.makeId))
    .map((output) => sealedReasoning(state, request, output));
  const reasoningTokens = outputs.reduce((total, output) => total + output.reasoningTokens, 0);
  const written = outputs.map(({ item }) => item);
  const writtenTokens = written
    .filter((item) => item["type"] !== "reasoning")
    .reduce((total, item) => total + state.renderer.countItem(item), 0);
  const compaction = kind === undefined ? undefined : { id: state.makeId("cmp"), kind };
  return {
    items:
      compaction === undefined
        ? written
        : withCompaction(written, compactionItem(state, request, compaction)),
    outputTokens: writtenTokens + reasoningTokens + (compaction === undefined ? 0 : state.compactionTokens),
    reasoningTokens,
    settings: reply?.settings ?? {},
    ...(compaction === undefined ? {} : { compaction }),
    putBack: () => {
      if (reply !== undefined) state.replies.unshift(reply);
    },
  };
}
