import type { Readable } from "node:stream";

/** The answer of an upstream, of which the head has come. */
export interface UpstreamAnswer {
  readonly status: number;
  /** Names in lower case; of several values the last. */
  readonly headers: Readonly<Record<string, string>>;
  /** Read it to the end, or destroy it. */
  readonly body: Readable;
}
