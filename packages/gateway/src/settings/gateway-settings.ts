import type { ProtocolName } from "../protocols/protocol-name.js";
import type { RoutePolicy, UpstreamTimeouts } from "../routes/route.js";

export interface ListenSettings {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Names under which clients may call this server, besides loopback names and addresses. */
  readonly allowedHosts: readonly string[];
  /** Origins of web pages that may call it: `https://chat.example.com`. Pages of other origins are refused. */
  readonly allowedOrigins: readonly string[];
}

/** What one client, or all of them together, can take of the server. Times are in milliseconds, 0 is no limit. */
export interface LimitSettings {
  /** The size of a body, once it is decompressed. */
  readonly bodyBytes: number;
  /** The size of a compressed body as it is sent. */
  readonly compressedBodyBytes: number;
  /** What the bodies of all open requests hold together. */
  readonly bufferedBytes: number;
  readonly jsonDepth: number;
  /** Values in the JSON of a body, of all kinds together. */
  readonly jsonItems: number;
  /** Of one key; 0 is no limit. */
  readonly requestsPerMinute: number;
  /** Requests of one key that are open at the same time. */
  readonly streamsPerKey: number;
  readonly connections: number;
  /** Until all headers have come. */
  readonly headerMs: number;
  /** Until the whole request has come. */
  readonly bodyMs: number;
  /** How long a connection may wait for its next request. */
  readonly keepAliveMs: number;
  /** How long a client may take nothing of an answer that waits for it. */
  readonly stallMs: number;
  /** How long an answer may take from its request on. */
  readonly totalMs: number;
  /** How long open answers may go on once the server must stop. */
  readonly drainMs: number;
}

export interface UpstreamSettings {
  readonly name: string;
  readonly vendor: string;
  /** Absent: the vendor's own. */
  readonly baseUrl?: string;
  /** Absent: the vendor's best. */
  readonly protocol?: ProtocolName;
  /** The environment variable that holds the key; absent, with no file either: the vendor's own. */
  readonly keyEnv?: string;
  readonly keyFile?: string;
  readonly timeouts: UpstreamTimeouts;
}

export interface RouteSettings {
  /** The name that clients use, or `ANY_MODEL`. */
  readonly model: string;
  readonly upstream: string;
  /** Absent: the name that the client used. */
  readonly upstreamModel?: string;
  readonly aliases: readonly string[];
  /** Names of other routes. */
  readonly fallbacks: readonly string[];
  readonly policy: RoutePolicy;
  /** Absent: as the catalogue of models says. */
  readonly window?: number;
  readonly outputReserve?: number;
  readonly archive: "asked" | "always" | "never";
  readonly webSearch: boolean;
  /** `configured` (as the library is), `embedded`, `model` (its own), or the name of another route whose model writes. */
  readonly summarizer: string;
}

/** How the gateway compacts. */
export interface CompactionSettings {
  /** So long a model may take for one summary with all its requests; then the embedded summarizer writes it. */
  readonly patienceMs: number;
  /** What code keeps is added to summaries that a client has the model write. */
  readonly addFacts: boolean;
  /** What a compaction item holds: the window itself, or a reference to the store. */
  readonly items: "window" | "reference";
  /** A larger item becomes a reference. */
  readonly itemBytes: number;
  /** Older items are not read; 0 is no limit. */
  readonly itemDays: number;
}

/** The section `gateway` of the configuration. */
export interface GatewaySettings {
  readonly listen: ListenSettings;
  /** The file of gateway keys. */
  readonly keysFile: string;
  readonly limits: LimitSettings;
  readonly compaction: CompactionSettings;
  readonly upstreams: readonly UpstreamSettings[];
  readonly routes: readonly RouteSettings[];
}

const MEGABYTE = 1024 * 1024;

export const DEFAULT_LISTEN: ListenSettings = {
  host: "127.0.0.1",
  port: 8787,
  allowedHosts: [],
  allowedOrigins: [],
};

export const DEFAULT_LIMITS: LimitSettings = {
  bodyBytes: 128 * MEGABYTE,
  compressedBodyBytes: 32 * MEGABYTE,
  bufferedBytes: 1024 * MEGABYTE,
  jsonDepth: 200,
  jsonItems: 2_000_000,
  requestsPerMinute: 6000,
  streamsPerKey: 1000,
  connections: 10_000,
  headerMs: 15_000,
  bodyMs: 120_000,
  keepAliveMs: 65_000,
  stallMs: 60_000,
  totalMs: 3_600_000,
  drainMs: 30_000,
};

export const DEFAULT_TIMEOUTS: UpstreamTimeouts = {
  connectMs: 10_000,
  firstByteMs: 300_000,
  idleMs: 120_000,
};

export const DEFAULT_COMPACTION: CompactionSettings = {
  patienceMs: 120_000,
  addFacts: true,
  items: "window",
  itemBytes: 4 * MEGABYTE,
  itemDays: 0,
};

/** Beside the archive of the library. */
export const DEFAULT_KEYS_FILE = "./.compact/gateway-keys.json";

/** The name of the route that takes every name that no other route has. */
export const ANY_MODEL = "*";
