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

/** Compacts here what the provider could not. A `CompactManager` is one: `managerCompactor`. */
export interface LocalCompactor {
  /** The items to send instead; the same list where nothing can be done. */
  compact(sessionId: string, request: LocalRequest): Promise<readonly WindowItem[]>;
  /** Releases what the compactor opened itself. */
  close?(): Promise<void>;
}
