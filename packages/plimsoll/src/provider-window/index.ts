/**
 * The provider's side of one OpenAI conversation: continuation, remote compaction, diagnostics.
 *
 * @module
 */

export type { BackOffOptions, Sleep } from "./back-off.js";
export type { CacheLossCause } from "./cache-loss-cause.js";
export type { CompactionMetadata } from "./compaction-metadata.js";
export type { ContinuationMiss, MismatchSide, ResetReason } from "./continuation-miss.js";
export { createProviderWindow, type ProviderWindowOptions } from "./create-provider-window.js";
export { type Endpoint, type EndpointKind, normalizeApiBase } from "./endpoint.js";
export { fetchTransport, type FetchTransportOptions } from "./fetch-transport.js";
export type { ItemMark } from "./item-mark.js";
export type { LocalCompactor, LocalRequest } from "./local-compactor.js";
export { managerCompactor } from "./manager-compactor.js";
export { openAITransport, type OpenAIClientLike, type OpenAITransportOptions } from "./openai-transport.js";
export type {
  CompactNowResult,
  PreparedRequest,
  ProviderWindow,
  WindowRequestOptions,
} from "./provider-window.js";
export { remoteCompactor, type RemoteCompactorOptions } from "./remote-compactor.js";
export type { ProviderBinding, RequestBody, ResponsesTransport, SendOptions } from "./transport.js";
export type { WindowItem } from "./window-item.js";
export type { OnCompactionFailure, RemoteMode } from "./window-parts.js";
export { parseWindowState } from "./window-schema.js";
export type { ProviderWindowState, WindowBase, WindowUsage } from "./window-state.js";
