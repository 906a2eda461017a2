import type { CompactionReport } from "../../engine/compact-result.js";
import type { CompactManager } from "../../engine/compact-manager.js";
import type { NormalizedUsage } from "../../tokens/normalize-usage.js";
import { CallCompactor } from "../core/call-compactor.js";
import type { CompactionOptions } from "../core/compaction-options.js";
import type { ModelRequest } from "../core/model-request.js";
import type { OpenCall } from "../core/open-call.js";

/** A model call in progress: `beforeModelCall` returns it and `afterModelCall` takes it. */
export interface CompactedCall<W extends object> extends ModelRequest<W> {
  /** The list to send. */
  readonly items: W[];
  /** The compactions for this call. */
  readonly compactions: readonly CompactionReport[];
  /** Usage of the requests to a summarizing model since the last call of this conversation, used or not. */
  readonly summaryUsage: readonly NormalizedUsage[];
}

/** How a model call ended: with the usage that the provider reported, or with an error. */
export type ModelCallOutcome = { readonly usage?: unknown } | { readonly error: unknown };

/** Compaction for a loop of one's own, or for any SDK that has hooks around its model calls. */
export interface CompactionMiddleware<W extends object> {
  /** The list to start a run with. Adopt it as your history, or send the full history again next time. */
  beforeRun<T extends W>(request: ModelRequest<T>): Promise<T[]>;
  /** The request with the items to send. */
  beforeModelCall<T extends W>(request: ModelRequest<T>): Promise<CompactedCall<T>>;
  /**
   * Records the usage. After an error it returns a smaller call to make instead, if the request was too long;
   * undefined if the caller must handle the error. Do not make another call after output was shown.
   */
  afterModelCall<T extends W>(
    call: CompactedCall<T>,
    outcome: ModelCallOutcome,
  ): Promise<CompactedCall<T> | undefined>;
  /** The manager, for `remember`, `recall`, `undo` and so on. */
  readonly manager: CompactManager<W>;
  /** Waits for background work, then releases store and exporters. */
  close(): Promise<void>;
  /** The hooks under the names that other languages use. */
  readonly before_run: CompactionMiddleware<W>["beforeRun"];
  readonly before_model_call: CompactionMiddleware<W>["beforeModelCall"];
  readonly after_model_call: CompactionMiddleware<W>["afterModelCall"];
}

/** The middleware. Distinguishes sessions without an id by the content of their lists. */
export function compactionMiddleware<W extends object = object>(
  options: CompactionOptions<W> & ({ readonly model: string } | { readonly manager: CompactManager<W> }),
): CompactionMiddleware<W> {
  const compactor = new CallCompactor<W>("plain-loop", options);
  const calls = new WeakMap<object, OpenCall<W>>();

  function compacted<T extends W>(request: ModelRequest<T>, open: OpenCall<W>, items: W[]): CompactedCall<T> {
    const { sessionId } = open;
    const id = sessionId === undefined ? {} : { sessionId };
    // The few items that are made along the way are of the caller's format, hence of its type.
    const { compactions, summaryUsage } = open;
    const call = { ...request, ...id, items: items as T[], compactions, summaryUsage };
    calls.set(call, open);
    return call;
  }

  async function beforeModelCall<T extends W>(request: ModelRequest<T>): Promise<CompactedCall<T>> {
    const open = await compactor.begin(request);
    return compacted(request, open, open.items);
  }

  async function afterModelCall<T extends W>(
    call: CompactedCall<T>,
    outcome: ModelCallOutcome,
  ): Promise<CompactedCall<T> | undefined> {
    const open = calls.get(call);
    if (!("error" in outcome)) {
      open?.succeeded(outcome.usage);
      return undefined;
    }
    const smaller = await open?.failed(outcome.error);
    return open && smaller && compacted(call, open, smaller);
  }

  const beforeRun = async <T extends W>(request: ModelRequest<T>): Promise<T[]> =>
    (await beforeModelCall(request)).items;

  return {
    beforeRun,
    beforeModelCall,
    afterModelCall,
    before_run: beforeRun,
    before_model_call: beforeModelCall,
    after_model_call: afterModelCall,
    get manager() {
      return compactor.manager();
    },
    close: () => compactor.close(),
  };
}
