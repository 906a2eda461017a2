import type { RemoteCompactor, RemoteCompactRequest } from "../../engine/commit/remote-compactor.js";
import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import type { ResponsesItem } from "../../formats/responses/responses.js";
import {
  type BackOffOptions,
  DEFAULT_BACK_OFF,
  type Sleep,
  timerSleep,
} from "../transport/back-off-options.js";
import { type CompactionMode, payloadHash } from "./compaction-metadata.js";
import { compactRemotely } from "./compact-remotely.js";
import { stableBoundary } from "./remote-trigger.js";
import { type ResponsesTransport, sameBinding } from "../transport/responses-transport.js";
import { emitCompacted } from "./emit-compacted.js";
import { isCompactionItem, payloadOf, type WindowItem } from "../window/window-item.js";
import type { OnCompactionFailure } from "../window-parts.js";

export interface RemoteCompactorOptions {
  readonly transport: ResponsesTransport<unknown, unknown>;
  /** @default "standalone" */
  readonly mode?: Exclude<CompactionMode, "server">;
  /** The provider stores nothing: ids are left out. @default true */
  readonly store?: boolean;
  /** @default "local" */
  readonly onFailure?: OnCompactionFailure;
  readonly backOff?: BackOffOptions;
  /** @default the process's timer */
  readonly sleep?: Sleep;
}

/** Remote compaction for a `CompactManager`: `{ policy: { strategy: "remote" }, remote: remoteCompactor({ transport }) }`. */
export function remoteCompactor(options: RemoteCompactorOptions): RemoteCompactor<ResponsesItem> {
  return {
    name: "provider",
    compact: (request) => compact(options, request),
  };
}

async function compact(
  options: RemoteCompactorOptions,
  request: RemoteCompactRequest<ResponsesItem>,
): ReturnType<RemoteCompactor<ResponsesItem>["compact"]> {
  const { transport, mode = "standalone", store = true } = options;
  await transport.open?.();
  const items = request.items.filter(isRecord);
  if (items.length !== request.items.length || holdsForeign(options, request, items)) {
    request.emit({
      event: "provider_window.compaction_skipped",
      mode,
      trigger: "strategy",
      reason: "foreign_items",
    });
    return { failed: "Another provider or account made an encrypted item of the list." };
  }
  const outcome = await compactRemotely(
    {
      ...request,
      transport,
      backOff: { ...DEFAULT_BACK_OFF, ...options.backOff },
      sleep: options.sleep ?? timerSleep,
    },
    {
      items,
      limit: stableBoundary(items),
      body: {
        model: request.model,
        ...(request.instructions === undefined ? {} : { instructions: request.instructions }),
        ...(store ? {} : { store }),
      },
      mode,
      trigger: "strategy",
      maxTokens: request.maxTokens,
      ...(request.signal ? { signal: request.signal } : {}),
    },
  );
  if (outcome.type === "compacted") {
    const { head, length, metadata } = outcome;
    emitCompacted(request, metadata);
    return { items: head, length, tokensAfter: metadata.tokensAfter, metadata: { ...metadata } };
  }
  if (outcome.type === "skipped") {
    const isMissing = outcome.reason === "skipped_unsupported_endpoint";
    return isMissing ? { failed: "The provider does not have the compact route." } : undefined;
  }
  const failed = `${outcome.kind}: ${outcome.reason}`;
  if (options.onFailure === "error") {
    throw new CompactError("REMOTE_COMPACTION_FAILED", `The window was not compacted: ${failed}`, {
      cause: outcome.error,
    });
  }
  return { failed };
}

/** True if another provider or account created an item, according to the session's records. */
function holdsForeign(
  { transport }: RemoteCompactorOptions,
  { earlier }: RemoteCompactRequest<ResponsesItem>,
  items: readonly WindowItem[],
): boolean {
  const foreign = new Set(
    earlier.flatMap(({ binding, payloads }) => {
      const { provider, account } = isRecord(binding) ? binding : {};
      const own = sameBinding(transport.binding, { provider: String(provider), account: String(account) });
      return own || !Array.isArray(payloads)
        ? []
        : payloads.map((made) => (isRecord(made) ? made["hash"] : ""));
    }),
  );
  return items.some((item) => isCompactionItem(item) && foreign.has(payloadHash(payloadOf(item) ?? "")));
}
