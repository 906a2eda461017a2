import { stringOf, type WireRecord } from "../wire-record.js";
import type { Account } from "./account.js";
import { itemNotPersisted, previousResponseNotFound } from "./api-error.js";
import { checkSequence } from "./check-sequence.js";
import { readInputItems } from "./read-input-items.js";
import type { SealedContent } from "./sealed-content.js";

/** Which ids of unstored items are refused: those that have to be looked up, or every one. */
export type UnpersistedIds = "needed" | "all";

export interface ResolveRules {
  readonly unpersistedIds: UnpersistedIds;
  readonly missingResponseStatus: number;
}

/** What the model is given: the chain and the request's own items, references resolved. */
export interface EffectiveInput {
  readonly items: readonly WireRecord[];
  /** The request's last item asks for a compaction. It is not among the items. */
  readonly hasTrigger: boolean;
  /** What the encrypted items say. */
  readonly sealed: ReadonlyMap<WireRecord, SealedContent>;
}

function chainOf(account: Account, id: unknown, status: number): readonly WireRecord[] {
  if (typeof id !== "string" || id === "") return [];
  const stored = account.store.find(id);
  if (stored === undefined) throw previousResponseNotFound(id, status);
  return stored.window;
}

/** The item as the server knows it: a reference or a bare reasoning id is looked up. */
function lookUp(account: Account, item: WireRecord, rule: UnpersistedIds): WireRecord {
  const id = stringOf(item["id"]);
  if (id === "") return item;
  const sent = account.store.findItem(id);
  // A compaction carries all that it is: it is replayed as it came.
  if (rule === "all" && sent?.isStored === false && item["type"] !== "compaction") throw itemNotPersisted(id);
  const isReference = item["type"] === "item_reference";
  const isBareReasoning = item["type"] === "reasoning" && stringOf(item["encrypted_content"]) === "";
  if (!isReference && !isBareReasoning) return item;
  if (sent?.isStored !== true) throw itemNotPersisted(id);
  return sent.item;
}

function openSealed(account: Account, items: readonly WireRecord[]): Map<WireRecord, SealedContent> {
  const sealed = new Map<WireRecord, SealedContent>();
  for (const item of items) {
    const content = item["encrypted_content"];
    const isSealed = item["type"] === "compaction" || item["type"] === "reasoning";
    if (isSealed && typeof content === "string" && content !== "") sealed.set(item, account.open(content));
  }
  return sealed;
}

/** An inline compaction stands for everything before it, so that nothing of that is read again. */
function afterInlineCompaction(
  items: readonly WireRecord[],
  sealed: ReadonlyMap<WireRecord, SealedContent>,
): readonly WireRecord[] {
  const last = items.findLastIndex((item) => sealed.get(item)?.kind === "inline");
  return last === -1 ? items : items.slice(last);
}

/** Resolves and checks what a request gives to the model. Throws `ApiError`. */
export function effectiveInput(account: Account, body: WireRecord, rules: ResolveRules): EffectiveInput {
  const own = readInputItems(body["input"]);
  const chain = chainOf(account, body["previous_response_id"], rules.missingResponseStatus);
  const hasTrigger = own.at(-1)?.["type"] === "compaction_trigger";
  const sent = hasTrigger ? own.slice(0, -1) : own;
  const all = [...chain, ...sent.map((item) => lookUp(account, item, rules.unpersistedIds))];
  const sealed = openSealed(account, all);
  const items = afterInlineCompaction(all, sealed);
  checkSequence(items, account.store);
  return { items, hasTrigger, sealed };
}
