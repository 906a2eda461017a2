import type { ProtocolName } from "../protocols/protocol-name.js";
import type { Vendor } from "../vendors/vendor.js";

/** A server that answers requests, as the configuration names it. */
export interface Upstream {
  readonly name: string;
  readonly vendor: Vendor;
  readonly protocol: ProtocolName;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Undefined where none is needed. Read when used, so that it is in no object that is printed. */
  key(): string | undefined;
  readonly timeouts: UpstreamTimeouts;
}

export interface UpstreamTimeouts {
  readonly connectMs: number;
  /** Until the first byte of the answer. */
  readonly firstByteMs: number;
  /** Between two bytes of the answer. */
  readonly idleMs: number;
}

/**
 * When requests of a route are compacted: before they exceed the window, only after the upstream refused one, or never.
 */
export type RoutePolicy = "auto" | "on_overflow" | "off";

/** Where a model name leads. */
export interface Route {
  /** The name that clients use. */
  readonly model: string;
  readonly upstream: Upstream;
  /** The upstream's name of the model. */
  readonly upstreamModel: string;
  /** The model's whole window in tokens, as configured or as the catalogue knows it. */
  readonly window: number;
  /** Tokens that are kept free for the answer. */
  readonly outputReserve: number;
  readonly policy: RoutePolicy;
  /** What is kept on disk: only what the client asks to store, everything, or nothing. */
  readonly archive: "asked" | "always" | "never";
  /** The client's wish for web search is passed on where the vendor has one. */
  readonly webSearch: boolean;
  /**
   * Who writes the summaries of its conversations: as the library is configured, the embedded summarizer, its own model, or that
   * of another route.
   */
  readonly summarizer?: "configured" | "embedded" | "model" | Route;
  /** Asked in this order if the upstream cannot be reached, is overloaded, or fails before the first byte. */
  readonly fallbacks: readonly Route[];
}

/** Finds the way of a model name. */
export interface Routes {
  /** Undefined for a name that no route has. */
  find(model: string): Route | undefined;
  /** All of them, aliases included, in the order of the configuration. */
  list(): readonly Route[];
}
