import type { IncomingMessage } from "node:http";

/** A request whose head has come and whose body is on its way. It is authenticated and within the limits of its tenant. */
export interface Arrival {
  readonly tenant: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body, as it was announced. */
  readonly size: number;
  /** Its `data` events are the body as it is: not compressed. */
  readonly incoming: IncomingMessage;
  readonly signal: AbortSignal;
}

/** A request that is passed on while it still arrives. */
export interface RequestAhead {
  /** Nothing was decided about it, and it is given up. Does nothing once it went out. */
  cancel(): void;
}
