import type { CompactionReport } from "../../engine/compact-result.js";
import type { CompactManager } from "../../engine/compact-manager.js";
import type { NormalizedUsage } from "../../tokens/normalize-usage.js";
import { CallCompactor } from "../core/call-compactor.js";
import type { CompactionOptions } from "../core/compaction-options.js";
import type { ModelRequest } from "../core/model-request.js";
import type { OpenCall } from "../core/open-call.js";

/** A model call under way: what `beforeModelCall` gives and `afterModelCall` takes. */
export interface CompactedCall<W extends object> extends ModelRequest<W> {
  /** What to send. */
  readonly items: W[];
  /** What was compacted for this call. */
  readonly compactions: readonly CompactionReport[];
  /** Usage of the requests to a summarizing model since the last call of this conversation, used or not. */
  readonly summaryUsage: readonly NormalizedUsage[];
}

/** How a model call ended: with the usage that the provider reported, or with an error. */
export type ModelCallOutcome = { readonly usage?: unknown } | { readonly error: unknown };

/** Compaction for a loop of one's own, or for any SDK that has hooks around its model calls. */
export interface CompactionMiddleware<W extends object> {
  /** What to begin a run with. The list may be adopted as the history, or the full history be sent again next time. */
  beforeRun<T extends W>(request: ModelRequest<T>): Promise<T[]>;
  /** The request with what to send in place of its items. */
  beforeModelCall<T extends W>(request: ModelRequest<T>): Promise<CompactedCall<T>>;
  /**
   * Takes in the usage. After an error: the call to make instead, with fewer items, where the request was too long;
   * undefined where the error is the caller's. Not to be asked for another call once output was shown.
   */
  afterModelCall<T extends W>(
    call: CompactedCall<T>,
    outcome: ModelCallOutcome,
  ): Promise<CompactedCall<T> | undefined>;
  /** The manager behind it, for `remember`, `recall`, `undo` and the like. */
  readonly manager: CompactManager<W>;
  /** Waits for background work, then releases store and exporters. */
  close(): Promise<void>;
  /** The hooks under the names that other languages give them. */
  readonly before_run: CompactionMiddleware<W>["beforeRun"];
  readonly before_model_call: CompactionMiddleware<W>["beforeModelCall"];
  readonly after_model_call: CompactionMiddleware<W>["afterModelCall"];
}

/** The middleware. Sessions without an id are told apart by what their lists hold. */
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
