import { Readable } from "node:stream";
import type { Arrival, RequestAhead } from "../http/request-ahead.js";
import type { Upstream } from "../routes/route.js";
import type { UpstreamAnswer } from "../upstream/upstream-answer.js";
import { type UpstreamClient, type UpstreamPost, UpstreamUnreachable } from "../upstream/upstream-client.js";

/** Where a request goes if nothing in it has to change. */
export interface LikelyWay {
  readonly upstream: Upstream;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Something had to change. */
  changed(): void;
}

/** So few that they go out at once, and more than ends a body after what it says. */
const HELD_BYTES = 64;

/**
 * Passes a body on while it arrives, as long as it is the one that would be sent. Its last bytes are held back until that is decided:
 * without them no upstream can do anything, and the request can still be given up.
 */
export class SentAhead implements RequestAhead {
  readonly #client: UpstreamClient;
  readonly #arrival: Arrival;
  readonly #wayOf: (begin: Buffer) => LikelyWay | undefined;
  readonly #body = new Readable({ read: () => undefined });
  #held: Buffer = Buffer.alloc(0);
  #received = 0;
  #way: LikelyWay | undefined;
  #answer: Promise<UpstreamAnswer> | undefined;
  #isOver = false;

  /** @param wayOf gets the first part of the body; undefined: nothing is sent ahead */
  constructor(client: UpstreamClient, arrival: Arrival, wayOf: (begin: Buffer) => LikelyWay | undefined) {
    this.#client = client;
    this.#arrival = arrival;
    this.#wayOf = wayOf;
    this.#body.on("error", () => undefined);
    arrival.incoming.on("data", this.#receive);
  }

  readonly #receive = (chunk: Buffer): void => {
    if (this.#received === 0) this.#begin(chunk);
    if (this.#isOver) return;
    this.#received += chunk.length;
    const held = Math.max(0, this.#received - Math.max(0, this.#arrival.size - HELD_BYTES));
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const sent = bytes.length - held;
    if (sent > 0) this.#body.push(bytes.subarray(0, sent));
    this.#held = bytes.subarray(sent);
  };

  /**
   * The client writes a request to a connection that it has used before in the next turn of the event loop. A body that is near would
   * have come in whole by then, and nothing of it would be sent while it comes.
   */
  #letItBegin(): void {
    const { incoming } = this.#arrival;
    incoming.pause();
    setImmediate(() => incoming.resume());
  }

  #begin(begin: Buffer): void {
    const way = this.#wayOf(begin);
    if (!way) return this.cancel();
    const { headers, upstream, path } = way;
    const { signal, size } = this.#arrival;
    this.#way = way;
    this.#answer = this.#client.post(upstream, {
      path,
      headers: { ...headers, "content-length": String(size) },
      body: this.#body,
      signal,
    });
    this.#answer.catch(() => undefined);
    this.#letItBegin();
  }

  /** The answer, if this is the request that was sent ahead; undefined if it is to be sent now. */
  async release(
    upstream: Upstream,
    { path, headers }: Omit<UpstreamPost, "body">,
  ): Promise<UpstreamAnswer | undefined> {
    const way = this.#way;
    if (!way || this.#isOver) return undefined;
    const isSame = way.upstream === upstream && way.path === path && sameHeaders(way.headers, headers);
    if (!isSame) return this.#refuse(way);
    this.#isOver = true;
    this.#body.push(this.#held);
    this.#body.push(null);
    try {
      return await this.#answer;
    } catch (error) {
      if (error instanceof UpstreamUnreachable && error.wasClosed) return undefined;
      throw error;
    }
  }

  /** Something else is sent instead. */
  refuse(): undefined {
    return this.#way && !this.#isOver ? this.#refuse(this.#way) : undefined;
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#arrival.incoming.off("data", this.#receive);
    this.#body.destroy();
    // Some refuse a request before they have all of it.
    this.#answer?.then(
      ({ body }) => void body.on("error", () => undefined).destroy(),
      () => undefined,
    );
  }

  #refuse(way: LikelyWay): undefined {
    way.changed();
    this.cancel();
  }
}

function sameHeaders(
  left: Readonly<Record<string, string>>,
  right: Readonly<Record<string, string>>,
): boolean {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
