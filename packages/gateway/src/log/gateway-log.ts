import type { RequestNotes } from "../http/inbound-request.js";

/** What is known of a request once it is answered. Nothing of its content. */
export interface RequestRecord {
  readonly id: string;
  /** `POST /v1/responses`; `unmatched` for what is none of ours. */
  readonly endpoint: string;
  /** Undefined for a request that did not get as far as its key. */
  readonly tenant: string | undefined;
  /** 0 if the client left before it was answered. */
  readonly status: number;
  /** False if the answer was cut off. */
  readonly whole: boolean;
  readonly firstByteMs: number | undefined;
  readonly totalMs: number;
  readonly notes: RequestNotes;
}

export interface GatewayLog {
  /** One line for each request. */
  request(record: RequestRecord): void;
  /** What the one who runs the server should know. */
  say(level: "info" | "warning" | "error", message: string): void;
}
