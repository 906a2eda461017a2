import type { JsonRecord } from "../json/json-record.js";

/** A response that can be asked for again, and continued. */
export interface StoredResponse {
  readonly id: string;
  /** The response as its client got it. */
  readonly response: JsonRecord;
  /** What the client sent with it, each item with an id; without what the responses before brought. */
  readonly input: readonly JsonRecord[];
  /** The response that it continues. */
  readonly previous?: string;
  /** The upstream that gave the id, and that may know the response too; absent if the gateway made it. */
  readonly upstream?: string;
  /** The session of the conversation. */
  readonly session: string;
}
