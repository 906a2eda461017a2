/**
 * The provider's side of one OpenAI conversation: continuation, remote compaction, diagnostics.
 *
 * @module
 */

export type { BackOffOptions, Sleep } from "./transport/back-off-options.js";
export type { CacheLossCause } from "./request/cache-loss-cause.js";
export type { CompactionMetadata, CompactionMode } from "./remote/compaction-metadata.js";
export type { ContinuationMiss, MismatchSide, ResetReason } from "./request/continuation-miss.js";
export { createProviderWindow, type ProviderWindowOptions } from "./create-provider-window.js";
export { type Endpoint, type EndpointKind, normalizeApiBase } from "./transport/endpoint.js";
export { fetchTransport, type FetchTransportOptions } from "./transport/fetch-transport.js";
export type { ItemMark } from "./request/item-mark.js";
export type { LocalCompactor, LocalRequest } from "./local-compactor.js";
export { managerCompactor } from "./manager-compactor.js";
export {
  openAITransport,
  type OpenAIClientLike,
  type OpenAITransportOptions,
} from "./transport/openai-transport.js";
export type {
  CompactNowResult,
  PreparedRequest,
  ProviderWindow,
  WindowRequestOptions,
} from "./provider-window.js";
export { remoteCompactor, type RemoteCompactorOptions } from "./remote/remote-compactor.js";
export type {
  ProviderBinding,
  RequestBody,
  ResponsesAnswer,
  ResponsesEvent,
  ResponsesTransport,
  SendOptions,
} from "./transport/responses-transport.js";
export type { WindowItem } from "./window/window-item.js";
export type { OnCompactionFailure, RemoteMode } from "./window-parts.js";
export { parseWindowState } from "./window/parse-window-state.js";
export type { ProviderWindowState, WindowBase, WindowUsage } from "./window/provider-window-state.js";
export type { RequestShape } from "./request/request-shape.js";
