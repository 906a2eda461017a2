import type { RequestBody } from "./transport/responses-transport.js";
import type { WindowItem } from "./window/window-item.js";

export interface LocalRequest {
  readonly items: readonly WindowItem[];
  /** The request that the items belong to. */
  readonly body: RequestBody;
  /** Tokens that the result may have. */
  readonly targetTokens: number;
  readonly signal?: AbortSignal;
}

/** Compacts locally what the provider could not. `managerCompactor` makes one from a `CompactManager`. */
export interface LocalCompactor {
  /** The items to send instead; the same list if nothing can be done. */
  compact(sessionId: string, request: LocalRequest): Promise<readonly WindowItem[]>;
  /** Closes what the compactor opened itself. */
  close?(): Promise<void>;
}
