import type { RecordedRequest } from "../recorded-request.js";

/** More requests than that are not of one session. */
const MAX_REQUESTS = 100_000;

/** Collects the requests of a session file in order. The same key twice is the same request. */
export class RequestRecorder {
  readonly #requests: RecordedRequest[] = [];
  #key = "";
  #isCompacted = false;

  compacted(): void {
    this.#isCompacted = this.#requests.length > 0;
  }

  add(key: string, { ts, tokens, cached }: Omit<RecordedRequest, "afterCompaction">): void {
    if (key === this.#key || this.#requests.length >= MAX_REQUESTS || !(tokens > 0)) return;
    this.#key = key;
    const request = { ts, tokens, cached: Math.min(tokens, Math.max(0, cached)) };
    this.#requests.push(this.#isCompacted ? { ...request, afterCompaction: true } : request);
    this.#isCompacted = false;
  }

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }
}

/** A count in a record of a file; 0 for anything else. */
export const countOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
