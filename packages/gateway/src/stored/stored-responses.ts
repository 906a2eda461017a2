import type { StorageAdapter } from "plimsoll";
import { tenantStorage } from "plimsoll/stores";
import { isRecord } from "../json/is-record.js";
import { MAX_ID } from "../json/max-id.js";
import type { JsonRecord } from "../json/json-record.js";
import type { Sealer } from "../sealing/sealer.js";
import type { StoredResponse } from "./stored-response.js";

/** A conversation up to a response, oldest item first. */
export interface ResponseChain {
  readonly items: readonly JsonRecord[];
  readonly session: string;
  /** The upstream that gave the id of the newest response. */
  readonly upstream?: string;
}

const PURPOSE = "response";
/** A longer chain is a mistake, or somebody's try to keep the gateway busy. */
const MAX_CHAIN = 10_000;

/**
 * Responses that clients asked to keep. What a model is to read again must be as it was, so it is not redacted: it is sealed.
 * An id of another tenant is as unknown as one that never was.
 */
export class StoredResponses {
  readonly #storage: StorageAdapter;
  readonly #sealer: Sealer;
  readonly #now: () => number;

  constructor(storage: StorageAdapter, sealer: Sealer, now: () => number) {
    this.#storage = storage;
    this.#sealer = sealer;
    this.#now = now;
  }

  async keep(tenant: string, stored: StoredResponse): Promise<void> {
    if (stored.id.length > MAX_ID) return;
    const data = { sealed: this.#sealer.seal({ purpose: PURPOSE, tenant }, stored) };
    const ts = new Date(this.#now()).toISOString();
    await this.#of(tenant).append(nameOf(stored.id), [{ kind: "response", id: stored.id, ts, data }]);
  }

  async get(tenant: string, id: string): Promise<StoredResponse | undefined> {
    if (id.length > MAX_ID) return undefined;
    const [entry] = await this.#of(tenant).read(nameOf(id), ["response"]);
    const sealed = isRecord(entry?.data) ? entry.data["sealed"] : undefined;
    if (typeof sealed !== "string") return undefined;
    return this.#sealer.open({ purpose: PURPOSE, tenant }, sealed) as StoredResponse | undefined;
  }

  /** False if there was none. */
  async remove(tenant: string, id: string): Promise<boolean> {
    return (await this.get(tenant, id)) !== undefined && this.#of(tenant).remove(nameOf(id));
  }

  /** The conversation up to and with this response; undefined if any of it is unknown. */
  async chain(tenant: string, id: string): Promise<ResponseChain | undefined> {
    const found: StoredResponse[] = [];
    for (let next: string | undefined = id; next !== undefined && found.length < MAX_CHAIN; ) {
      const stored: StoredResponse | undefined = await this.get(tenant, next);
      if (!stored) return undefined;
      found.push(stored);
      next = stored.previous;
    }
    const { session = "", upstream } = found[0] ?? {};
    const items = found.reverse().flatMap(({ input, response }) => [...input, ...outputOf(response)]);
    return { items, session, ...(upstream === undefined ? {} : { upstream }) };
  }

  #of(tenant: string): StorageAdapter {
    return tenantStorage(this.#storage, tenant);
  }
}

const PREFIX = "response:";
const nameOf = (id: string): string => `${PREFIX}${id}`;

/** True for the name under which a store keeps a response. */
export const namesResponse = (name: string): boolean => name.startsWith(PREFIX);

function outputOf(response: JsonRecord): JsonRecord[] {
  const output = response["output"];
  return Array.isArray(output) ? output.filter(isRecord) : [];
}
