import { readSummary } from "plimsoll/facts";
import type { JsonRecord } from "../json/json-record.js";
import type { CompactionAccount } from "./compaction-account.js";
import type { CompactionContent } from "./compaction-content.js";
import { CLIENT_FORMATS, type ClientApi } from "./compactors.js";

/** A compaction as a list of them shows it. */
export function compactionHead({ id, session, createdAt, items, account }: CompactionContent): JsonRecord {
  const { origin, model, upstream, upstreamModel, degraded } = account;
  return {
    id,
    object: "compaction",
    created_at: createdAt,
    origin,
    by: account.by,
    api: account.api,
    session,
    model,
    upstream,
    upstream_model: upstreamModel,
    tokens: {
      before: account.tokensBefore,
      after: account.tokensAfter,
      summary: account.summaryTokens,
    },
    items: { before: account.itemsBefore, after: items.length, removed: account.removed.length },
    summarizer: {
      name: account.summarizer,
      model: account.summaryModel ?? null,
      template: account.template,
    },
    cost: costView(account),
    degraded,
  };
}

/** A compaction with everything that is known of it. */
export function compactionView(content: CompactionContent): JsonRecord {
  const { account, items, users } = content;
  return {
    ...compactionHead(content),
    stands_for: {
      archived_compaction: account.archived ?? null,
      removed: account.removed,
      user_messages: users,
    },
    summary: summaryIn(items, account.api),
    window: items,
    checkpoint: account.checkpoint ?? null,
    fidelity: account.fidelity ?? null,
  };
}

function costView({ cost }: CompactionAccount): JsonRecord {
  return {
    requests: cost.requests,
    input_tokens: cost.inputTokens,
    cached_tokens: cost.cachedTokens,
    output_tokens: cost.outputTokens,
    dollars: cost.dollars ?? null,
  };
}

/** The words of the newest summary in a window; null if there is none. */
function summaryIn(items: readonly JsonRecord[], api: ClientApi): string | null {
  for (const item of items.toReversed()) {
    const summary = readSummary(CLIENT_FORMATS[api].view(item));
    if (summary) return summary.body;
  }
  return null;
}
