import type { TokenEstimator } from "plimsoll";
import type { Compactors } from "../compaction/compactors.js";
import type { KeptCompactions } from "../compaction/kept-compactions.js";
import type { LearnedWindows } from "../compaction/learned-windows.js";
import type { InboundRequest } from "../http/inbound-request.js";
import type { Protocol } from "../protocols/protocol.js";
import type { ProtocolName } from "../protocols/protocol-name.js";
import type { Routes } from "../routes/route.js";
import type { Sealer } from "../sealing/sealer.js";
import type { StoredResponses } from "../stored/stored-responses.js";
import type { UpstreamClient } from "../upstream/upstream-client.js";

export interface ItemLimits {
  /** The window itself, or a reference to the store of the gateway. */
  readonly holds: "window" | "reference";
  /** A larger item becomes a reference. */
  readonly maxBytes: number;
  /** Older items are not read; 0 is no limit. */
  readonly maxDays: number;
}

/** What all ways in share. */
export interface GatewayContext {
  readonly routes: Routes;
  readonly client: UpstreamClient;
  readonly protocols: Readonly<Record<ProtocolName, Protocol>>;
  readonly sealer: Sealer;
  readonly compactors: Compactors;
  /** The compactions that were made, for their owners to look into. */
  readonly kept: KeptCompactions;
  readonly windows: LearnedWindows;
  readonly stored: StoredResponses;
  readonly estimator: TokenEstimator;
  /** The JSON of a body, within the limits. @throws ApiError 400 */
  parse(body: Buffer): unknown;
  /** The same for a request with a conversation: items that it had before are the same objects. @throws ApiError 400 */
  parseConversation(request: InboundRequest, key: "input" | "messages"): unknown;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A new id that begins with this. */
  newId(prefix: string): string;
  /** What an operator should know and no client needs to. */
  say(message: string): void;
  /** So long a client may hear nothing before it is told that the work goes on. */
  readonly keepAliveMs: number;
  /** What a compaction item holds, and may be. */
  readonly items: ItemLimits;
  /** True if what code keeps is added to summaries that a client has the model write. */
  readonly addsFacts: boolean;
  /** Secrets by which texts for this tenant are recognised as the gateway's own; the first seals. */
  summaryKeysOf(tenant: string): readonly string[];
  /** So long a model may take for one summary with all its requests. */
  readonly patienceMs: number;
}
